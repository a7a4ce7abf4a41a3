"""Waves at a table that is looked at: positions in which something may be done, and what befalls its mat."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeVar

from companion.games.core import Action
from companion.games.game import AnyGame
from companion.games.offers import combinations
from companion.games.registry import GAMES
from companion.games.waves.bots.bot import random_tablets
from companion.games.waves.rules.actions import PlayAgents
from companion.table.expected import Content, ExpectedTable
from companion.table.seen import TableView
from tests.companion.referee import positions as of_any
from tests.companion.referee.mishaps import Ground, Looks, move, pieces_of
from tests.companion.referee.positions import AnyState
from tests.companion.referee.scramble import Scrambled
from tests.companion.referee.table import Scale as AnyScale
from tests.companion.referee.table import Table as AnyTable

WAVES: Final[AnyGame] = GAMES["waves"]
A = TypeVar("A", bound=Action)


class Table(AnyTable):
    """A table of Waves that perfect eyes look at ten times a second."""

    def __init__(self, state: AnyState, *, restoring: bool = False, game: AnyGame = WAVES) -> None:
        super().__init__(state, restoring=restoring, game=game)


class Scale(AnyScale):
    """A table of Waves without a camera: the scale alone tells."""

    def __init__(self, state: AnyState) -> None:
        super().__init__(state, WAVES, "shells")


@cache
def positions(seed: int) -> tuple[AnyState, ...]:
    """The positions of one game with own cards, played at random."""
    rng = random.Random(seed)
    state = WAVES.new_game({"cards": "own", **random_tablets(rng)}, {})
    found = [state]
    while legal := WAVES.legal_actions(state):
        state = WAVES.apply_action(state, rng.choice(legal))
        found.append(state)
    return tuple(found)


def first(kind: type[A], seed: int = 3, **fields: Any) -> tuple[AnyState, A]:
    """The first position of a game in which such an act is legal for whoever is asked first, and the act."""
    return of_any.first(kind, seed, WAVES, **fields)


def after(state: AnyState, *acts: Action) -> AnyState:
    """The position after these acts."""
    return of_any.after(state, *acts, game=WAVES)


def table_of(state: AnyState) -> TableView:
    """What a perfect pair of eyes sees of a state."""
    return of_any.table_of(state, WAVES)


def changed(state: AnyState, other: Mapping[str, Content]) -> ExpectedTable:
    """The table of a position where some zones hold something else."""
    return of_any.with_content(state, other, WAVES)


def rebels(number: int) -> tuple[AnyState, PlayAgents, PlayAgents]:
    """A position in which a seat may rebel with so many, that act, and the same with one card."""
    for seed in range(30):
        state, _ = first(PlayAgents, seed, posture="rebel")
        acts = [each for each in WAVES.legal_actions(state) if isinstance(each, PlayAgents) and each.posture == "rebel"]
        if len(acts) >= number:
            return state, acts[number - 1], acts[0]
    raise AssertionError("no such position")


# --- scrambled --------------------------------------------------------------------------------------------------------


def tablet(ground: Ground, looks: Looks, rng: random.Random) -> str:
    """Another tablet lies in the active place than must, or one lies there, or none does."""
    resting = sorted(pieces_of(looks["tablets"]))
    active = next(iter(pieces_of(looks["tablet.active"])), "")
    other = rng.choice([*resting, ""] if active else resting) if active or resting else ""
    if active:
        move(looks, active, "tablet.active", "tablets")
    if other:
        move(looks, other, "tablets", "tablet.active")
    return f"active tablet {other or 'none'} instead of {active or 'none'}" if active or other else ""


GROUND: Final = Ground(
    faces=tuple(f"card:{cls}" for cls in range(1, 6)),
    places=("elder", "follower", "rebel"),
    kept=("collection",),
    tops=("discard",),
    piles=("tablets", "deck", "discard"),
    swapped="elder",
    counted=("centre", "shell", 5),
    apart=("elder.gap",),
    more=(tablet,),
)
SCRAMBLED: Final = Scrambled(WAVES, combinations(WAVES), GROUND)
