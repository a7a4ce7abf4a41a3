"""How long the rules take: every act of whole games timed, and beside each one a move of a chess library."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Protocol

import msgspec

from companion.bench.figures import Figures, figures, machine
from companion.errors import CompanionError
from companion.games.bots import Autopilot
from companion.games.core import Action, State
from companion.games.deal import DEALT, OWN, can_deal, with_cards
from companion.games.game import AnyGame

AnyState = State[Any, Any]
MOST_ACTS: Final = 5000
"""More acts than any game takes: what goes on longer is left there."""
MOST_MOVES: Final = 400
"""Moves after which a game of chess is left: random play may take thousands."""


class Rival(Protocol):
    """Another library of rules, measured in the same run, so that both meet the same machine in the same state."""

    @property
    def name(self) -> str:
        """What it is called, with its version."""

    def move(self) -> int:
        """Do one random move of a game, a new game where one is over; the nanoseconds that the rules took."""


class Table(msgspec.Struct, frozen=True):
    """What was measured in games of one mode, with one sort of cards."""

    title: str
    cards: str
    """virtual: the companion deals and knows the hands; own: it knows only what everybody sees."""
    games: int
    acts: Figures
    kinds: dict[str, Figures]
    """The same by type of act, those that took longest in all in front."""


class Report(msgspec.Struct, frozen=True):
    """What one run measured, and on which machine."""

    game: str
    seed: int
    machine: str
    acts: Figures
    """Every act of every table."""
    tables: tuple[Table, ...]
    rival: str
    moves: Figures
    """Every move of the rival, one after each act."""
    ratio: float
    """The median act, in medians of the rival's moves; below 1 the game's rules are the faster ones."""


Samples = dict[tuple[str, str], dict[str, list[int]]]
"""Nanoseconds by type of act, by title and cards of a table."""


def measure(
    game: AnyGame,
    tables: Iterable[Mapping[str, Any]],
    seed: int,
    rival: Rival,
    now: Callable[[], int] = time.perf_counter_ns,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """The report of a game with virtual cards, where there are, and one with own cards for each of these options.

    There is at least one. `now` tells nanoseconds; `progress` is called after each game. The same seed plays the same.
    """
    samples: Samples = {}
    games: dict[tuple[str, str], int] = {}
    moves: list[int] = []
    for number, options in enumerate(tables):
        for cards in (DEALT, OWN) if can_deal(game) else (OWN,):
            key = (title_of(game, options), cards)
            games[key] = games.get(key, 0) + 1
            kinds = samples.setdefault(key, {})
            for act, took_ns in timed_game(game, with_cards(game, options, cards), seed + number, now):
                kinds.setdefault(type(act).__name__, []).append(took_ns)
                moves.append(rival.move())
            progress()
    acts = figures([took for kinds in samples.values() for each in kinds.values() for took in each])
    beside = figures(moves)
    return Report(
        game=game.name,
        seed=seed,
        machine=machine(),
        acts=acts,
        tables=tuple(_table(key, games[key], samples[key]) for key in samples),
        rival=rival.name,
        moves=beside,
        ratio=round(acts.median / beside.median, 3) if beside.median else math.inf,
    )


def title_of(game: AnyGame, options: Mapping[str, Any]) -> str:
    """What games with these options have in common, in words: mode and number of players, where the options say so."""
    words = [str(options["mode"]).replace("_", " ")] if "mode" in options else [game.title]
    return ", ".join([*words, *([f"{options['players']} players"] if "players" in options else [])])


def timed_game(
    game: AnyGame, options: Mapping[str, Any], seed: int, now: Callable[[], int]
) -> Iterable[tuple[Action, int]]:
    """The acts of one game by bots, each with the nanoseconds that the rules took to offer and to apply it.

    Timed is what the companion itself does: with own cards it stands at what everybody sees, while bots and dealer look
    at a state that was imagined for them.
    """
    known = game.new_game(options, {})
    is_own = not known.is_dealt
    truth = game.simulation.determinize(known, random.Random(seed)) if is_own else known
    autopilot = Autopilot(game, seed)
    for ply in range(MOST_ACTS):
        proposal = autopilot.propose(truth, ply, frozenset())
        if proposal is None:
            return
        act = proposal[0]
        seen = act.public() if is_own else act
        started = now()
        game.legal_actions(known)
        known = game.apply_action(known, seen)
        took_ns = now() - started
        truth = game.apply_action(truth, act) if is_own else known
        yield act, took_ns


def _table(key: tuple[str, str], games: int, kinds: Mapping[str, list[int]]) -> Table:
    slowest_first = sorted(kinds, key=lambda kind: -sum(kinds[kind]))
    return Table(
        title=key[0],
        cards=key[1],
        games=games,
        acts=figures(took for each in kinds.values() for took in each),
        kinds={kind: figures(kinds[kind]) for kind in slowest_first},
    )


class Chess:
    """Random games by python-chess: its legal moves listed, and one of them played."""

    def __init__(self, seed: int, now: Callable[[], int] = time.perf_counter_ns) -> None:
        """Raises `CompanionError` where python-chess is not installed."""
        try:
            import chess  # for measuring only, and under another licence: nothing else here knows it
        except ImportError as error:
            raise CompanionError(
                "The rules are measured beside python-chess, which is not installed. "
                "Install it with: .venv/bin/python -m pip install 'chess>=1.11'"
            ) from error
        self._new_board = chess.Board
        self._board = chess.Board()
        self._rng = random.Random(seed)
        self._now = now
        self.name = f"python-chess {chess.__version__}"

    def move(self) -> int:
        """See `Rival`."""
        started = self._now()
        moves = list(self._board.legal_moves)
        listed_ns = self._now() - started
        if not moves or self._board.ply() >= MOST_MOVES:
            self._board = self._new_board()
            return self.move()
        move = self._rng.choice(moves)
        started = self._now()
        self._board.push(move)
        return listed_ns + self._now() - started
