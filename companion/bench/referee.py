"""How long the referee takes to understand a table: after one to four acts of whole games, and one that is wrong.

Each table is explained in slices, as the watcher does it, because a tap may have to wait for one of them. Timed is the
search alone; putting the answer in words comes on top, as do the markers before it.
"""

from __future__ import annotations

import gc
import itertools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.bench.engine import timed_game
from companion.bench.figures import Figures, figures, machine
from companion.games.core import OFF_MAT, Action, State
from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.referee.comparison import compare, look_of, position_of
from companion.referee.explain import MOST_ACTS, Explanation, Search
from companion.referee.reset_moves import shown
from companion.referee.watcher import STATES_A_SLICE
from companion.table.expected import Anything
from companion.table.seen import TableView, ZoneView

AnyState = State[Any, Any]
POSITIONS: Final = 60
"""From so many tables are explained, as even a share of each game as it has; at least one of each."""
MOST_OF_A_GAME: Final = 12


class RefereeReport(msgspec.Struct, frozen=True):
    """What one run measured, and on which machine; times in microseconds."""

    game: str
    seed: int
    machine: str
    games: int
    tables: int
    """Tables explained."""
    acts: dict[int, Figures]
    """A table to its explanation, by how many acts had been done; as far as the games had so many in a row."""
    wrong: Figures | None
    """The same for a table that no acts explain, before it is called wrong; None where none was met."""
    slices: Figures
    """One slice of any of these searches, the longest time that a tap waits for."""
    longest_slice: float
    engine: Figures
    """The rules alone: one act of the same games."""


class _Samples:
    """Nanoseconds."""

    def __init__(self) -> None:
        self.acts: dict[int, list[int]] = {}
        self.wrong: list[int] = []
        self.slices: list[int] = []
        self.engine: list[int] = []


def measure_referee(
    game: AnyGame,
    tables: Sequence[Mapping[str, Any]],
    seed: int,
    now: Callable[[], int] = time.perf_counter_ns,
    progress: Callable[[], None] = lambda: None,
) -> RefereeReport:
    """The report of one game with own cards for each of these options, of which is at least one.

    `now` tells nanoseconds; `progress` is called after each game. The same seed explains the same tables.
    """
    samples, share = _Samples(), max(1, min(MOST_OF_A_GAME, POSITIONS // len(tables)))
    gc.freeze()  # as `companion play` does
    for number, options in enumerate(tables):
        _measure_game(game, with_cards(game, options, OWN), seed + number, share, now, samples)
        progress()
    return RefereeReport(
        game=game.name,
        seed=seed,
        machine=machine(),
        games=len(tables),
        tables=sum(len(took) for took in samples.acts.values()) + len(samples.wrong),
        acts={number: figures(took) for number, took in sorted(samples.acts.items())},
        wrong=figures(samples.wrong) if samples.wrong else None,
        slices=figures(samples.slices),
        longest_slice=round(max(samples.slices) / 1000, 4),
        engine=figures(samples.engine),
    )


def _measure_game(
    game: AnyGame, options: Mapping[str, Any], seed: int, positions: int, now: Callable[[], int], samples: _Samples
) -> None:
    rng, acts, known = random.Random(seed), list[Action](), [game.new_game(options, {})]
    for act, took_ns in timed_game(game, options, seed, now):
        samples.engine.append(took_ns)
        acts.append(act.public())
        known.append(game.apply_action(known[-1], acts[-1]))
    begins = [ply for ply, act in enumerate(acts) if act.sense not in OFF_MAT]
    for ply in sorted(rng.sample(begins, min(positions, len(begins)))):
        for number in range(1, seen_in_a_row(acts[ply:]) + 1):
            _, slices = timed_search(game, known[ply], _seen(game, known[ply + number]), now)
            samples.acts.setdefault(number, []).append(sum(slices))
            samples.slices += slices
        found, slices = timed_search(game, known[ply], spoiled(game, known[ply], rng), now)
        if found.verdict == "none":
            samples.wrong.append(sum(slices))
            samples.slices += slices


def seen_in_a_row(acts: Sequence[Action]) -> int:
    """How many of these acts, from the first, can be seen before one is told; no more than the referee understands."""
    return len(list(itertools.takewhile(lambda act: act.sense not in OFF_MAT, acts[:MOST_ACTS])))


def spoiled(game: AnyGame, state: AnyState, rng: random.Random) -> TableView:
    """What is seen of a position where a face-up piece too many lies in one zone; now and then an act explains it."""
    zone = rng.choice([zone for zone, content in look_of(game, state).items() if not isinstance(content, Anything)])
    piece = rng.choice(sorted(game.mat.pieces))
    return TableView(
        tuple(
            ZoneView(zone, tuple(sorted((*each.kinds, piece))), each.backs) if each.zone == zone else each
            for each in _seen(game, state).zones
        )
    )


def _seen(game: AnyGame, state: AnyState) -> TableView:
    return shown(position_of(game, state).zones)


def timed_search(
    game: AnyGame, state: AnyState, seen: TableView, now: Callable[[], int]
) -> tuple[Explanation, list[int]]:
    """The explanation of a table, and the nanoseconds that each slice took; the first one has the start in it."""
    took_ns = list[int]()
    started = now()
    search = Search(compare(position_of(game, state), seen))
    while True:
        found = search.run(STATES_A_SLICE)
        ended = now()
        took_ns.append(ended - started)
        if found is not None:
            return found, took_ns
        started = ended
