"""One whole game with a playset, by the rules of the engine act by act; bots decide, and a watcher is shown each act.

Each decision follows from the seed, the round, the phase and the seat alone, and not from what came before. So the same
game can be played once more with one card changed: the same is dealt, taken, placed and bought.
"""

from __future__ import annotations

import random
from typing import Any, Final, Protocol

import msgspec

from companion.games.core import State
from companion.games.game import public_view
from companion.games.manawave.bots import bots as engine_bots
from companion.games.manawave.data.playset import NexusPlayset, Playset
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.purchases import STYLES, plan
from companion.games.manawave.rules.secret import Secret
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import (
    BOTH,
    PLACES,
    Clans,
    ManaState,
    Nexus,
    Nothing,
    Phase,
    Setup,
    Table,
    pile_of,
)
from companion.playsets.core import Bots

MOST_ACTS_A_ROUND: Final = 400
"""A round has about thirty acts. One with more does not end: say, both take the same card again and again."""
MOST_ROUNDS: Final = 60


class Watcher(Protocol):
    """Who is shown each act of a game."""

    def saw(self, before: ManaState, act: ManaAction, after: ManaState) -> None:
        """An act, with the states around it."""


class Unwatched:
    """Nobody looks on."""

    def saw(self, before: ManaState, act: ManaAction, after: ManaState) -> None:
        """It is not looked at."""


class Ending(msgspec.Struct, frozen=True):
    """How a game came to its end."""

    state: ManaState
    is_stuck: bool = False
    """Whether it was broken off because it would not end."""


def begun(playset: Playset, bots: Bots) -> ManaState:
    """The state before anything is laid out."""
    nobody, setup = (Nothing(), Nothing()), Setup(playset=playset, bots=bots, own=True)
    if isinstance(playset, NexusPlayset):
        pile, start = pile_of({each.id: each.copies for each in playset.tile}), playset.board.strength_start
        table = Table(setup=setup, phase=Phase.START, world=Nexus(), round=start, pile=pile, why=("M-199",))
        return State(table, nobody)
    return State(Table(setup=setup, phase=Phase.WORLD, world=Clans(), why=("M-004",)), nobody)


def play(playset: Playset, bots: Bots, seed: int, watcher: Watcher) -> Ending:
    """One game from its beginning to its end."""
    state, chance, acts = begun(playset, bots), Chance(seed), 0
    first = state.table.round
    while not state.table.ended:
        act = chance.act(state, bots)
        after = COURSE.apply_legal(state, act)
        watcher.saw(state, act, after)
        acts = acts + 1 if after.table.round == state.table.round else 0
        state = after
        if acts > MOST_ACTS_A_ROUND or state.table.round - first > MOST_ROUNDS:
            return Ending(state, is_stuck=True)
    return Ending(state)


class Chance:
    """Everything that is decided in a game, by its seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked: dict[tuple[int, str, int], int] = {}

    def stream(self, table: Table, seat: int) -> random.Random:
        """What the next decision of a seat in this phase and round follows from; of nobody where `seat` is below 0."""
        key = (table.round, table.phase.value, seat)
        number = self._asked.get(key, 0)
        self._asked[key] = number + 1
        return random.Random(f"{self._seed} {key} {number}")

    def act(self, state: ManaState, bots: Bots) -> ManaAction:
        """The next act."""
        table, part = state.table, COURSE.moment(state.table)
        if isinstance(part, Secret) and (waiting := part.waiting(table)):
            return self._decided(state, part, waiting[0], bots)
        legal: tuple[ManaAction, ...] = part.legal(state)
        if legal[0].kind == "chance" and len(legal) > 1:
            return engine_bots.deal(state, legal, self.stream(table, -1))
        return legal[0]

    def _decided(self, state: ManaState, part: Secret[Any], seat: int, bots: Bots) -> ManaAction:
        table, rng = state.table, self.stream(state.table, seat)
        if bots == "greedy":
            return engine_bots.suggest(public_view(table, ()), part.examples(table, seat), rng, False, gives_way=False)
        if table.phase is Phase.INVEST:
            style, target = rng.choice(STYLES), rng.choice(PLACES)
            return plan(table.clans_set, table.clans.tribes[seat], seat, style, target)
        examples: tuple[ManaAction, ...] = part.examples(table, seat)
        return rng.choice(examples)


def winner(ending: Ending) -> int | None:
    """The seat that has won; None for a draw, or where nothing is decided."""
    return {"first": BOTH[0], "second": BOTH[1]}.get(str(ending.state.table.ended))
