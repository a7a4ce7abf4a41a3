"""The kinds of moments, read from `moments.toml`, and the positions in which they are met."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.games.bots import Autopilot
from companion.games.core import Action, Seat
from companion.games.deal import CARDS, OWN, open_virtual
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.simulation.self_play import AnyState, walk

FILE: Final = Path(__file__).with_name("moments.toml")
SEEDS: Final = 60
"""How many games are played at most, to find a moment anew."""


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One kind of moment: what makes it, and where it was found."""

    key: str
    game: str
    options: dict[str, Any] = {}
    phase: str = ""
    """What the game calls the phase; "" for any."""
    legal: tuple[str, ...] = ()
    """Types of acts that are legal then, and of which nobody takes anything back."""
    only: bool = False
    """Whether no others are."""
    over: bool = False
    """Whether the game is over."""
    after: int = 0
    """How many acts were done before it, at least."""
    pages: tuple[str, ...] = ("acting", "table")
    """Whose pages are looked at: "acting" (whoever is asked first, or seat 1), "other" (who is not asked), "table", and
    "host" (the table page of a tablet that knows the code)."""
    people: tuple[Seat, ...] = ()
    """The seats that people hold; all where none is named."""
    asked: int = 0
    """So many dice were rolled then, which the camera cannot read for certain; 0 where no roll is asked about."""
    quick: bool = False
    """Whether it is looked at each time, and not at its turn alone."""
    seed: int = 0
    acts: int = 0
    """Where bots come to it: after so many acts of a game that this seed begins."""

    def is_met(self, game: AnyGame, state: AnyState, acts: int) -> bool:
        """Whether this position is such a moment."""
        if acts < self.after:
            return False
        if self.over:
            return game.outcome(state) is not None
        types = {type(each).__name__ for each in game.legal_actions(state) if not each.takes_back}
        if not types.issuperset(self.legal) or (self.only and types != set(self.legal)):
            return False
        return not self.phase or phase_of(state) == self.phase


class Excused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a moment is not as it should be, and why it stays so."""

    moment: str
    fault: str
    """Words that the fault has."""
    reason: str


class MomentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `moments.toml`."""

    moments: tuple[Moment, ...]
    beside: dict[str, tuple[str, ...]] = {}
    """Acts of each game that have no moment of their own."""
    excused: tuple[Excused, ...] = ()


def load(path: Path = FILE) -> MomentFile:
    """The moments of this file. Raises `ValueError` for one that is there twice."""
    found = msgspec.toml.decode(path.read_bytes(), type=MomentFile)
    keys = [each.key for each in found.moments]
    if twice := {key for key in keys if keys.count(key) > 1}:
        raise ValueError(f"{path}: there twice: {', '.join(sorted(twice))}")
    return found


def phase_of(state: AnyState) -> str:
    """What the game calls the phase that it is in; "" where it has none."""
    for record in (getattr(state.table, "whole", None), state.table):
        phase = getattr(record, "phase", None)
        if phase is not None:
            return str(phase.value)
    return ""


def acts_of(name: str, options: Mapping[str, Any], seed: int) -> Iterator[tuple[Action | None, AnyGame, AnyState]]:
    """Each act of a game of bots, None for its start, and the position after it. The same seed gives the same game."""
    rng = random.Random(seed)
    is_own = options.get(CARDS.key) == OWN  # bots cannot play cards that the companion does not know: chance does
    state = GAMES[name].new_game(options, {}) if is_own else open_virtual(GAMES[name], options, rng)
    game = GAMES[name].bound(state)
    yield None, game, state
    bots = Autopilot(game, seed)

    def by_bots(before: AnyState, done: int) -> Action | None:
        found = bots.propose(before, done, frozenset())
        return None if found is None else found[0]

    def by_chance(before: AnyState, done: int) -> Action | None:
        legal = [each for each in game.legal_actions(before) if not (each.takes_back or each.opens)]
        return rng.choice(legal) if legal else None

    for step in walk(game, state, by_chance if is_own else by_bots):
        yield step.act, game, step.after


def find(moments: Sequence[Moment]) -> dict[str, tuple[int, int]]:
    """Where each of these moments of one game and its options is first met: seed and number of acts, by its key."""
    found = dict[str, tuple[int, int]]()
    for seed in range(1, SEEDS + 1):
        wanted = [each for each in moments if each.key not in found]
        if not wanted:
            break
        for done, (_, game, state) in enumerate(acts_of(moments[0].game, moments[0].options, seed)):
            found |= {
                each.key: (seed, done) for each in wanted if each.key not in found and each.is_met(game, state, done)
            }
    return found
