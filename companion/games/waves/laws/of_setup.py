"""Laws of what was settled before the game of Waves: who plays with whom, for what, and with how many cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.waves.data import DATA, HAND, SHELLS, SOLO_HAND
from companion.games.waves.laws.words import differs
from companion.games.waves.model import Setup, Table

_PLAYERS = {"head_to_head": (2,), "all_vs_all": (3, 4, 5, 6), "teams": (4, 5, 6)}
_TEAM_SIZES = {4: [2, 2], 5: [1, 2, 2], 6: [3, 3]}


def wrong_setup(table: Table) -> Iterator[str]:
    """The laws that the setup breaks, and the places at the table that do not fit it."""
    setup = table.setup
    if setup.players not in _PLAYERS.get(setup.mode, ()):
        yield f"{setup.players} players cannot play {setup.mode!r} (W-005)."
        return
    sides = set(setup.sides)
    if not len(setup.sides) == len(setup.limits) == setup.players or sides != set(range(len(setup.goals))):
        yield "Sides and hand limits are not one a player, or goals not one a side (W-007)."
        return
    yield from _seating(setup)
    for seat in range(setup.players):
        solo = _is_solo(setup, seat)
        yield from differs(f"hand limit of seat {seat + 1}", setup.limits[seat], SOLO_HAND if solo else HAND, "W-013")
    for side in sides:
        yield from _goal(setup, side)
    yield from _box(table)


def _is_solo(setup: Setup, seat: int) -> bool:
    return setup.is_teams and setup.sides.count(setup.sides[seat]) == 1


def _seating(setup: Setup) -> Iterator[str]:
    sizes = sorted(Counter(setup.sides).values())
    if not setup.is_teams:
        yield from differs("sizes of the sides", sizes, [1] * setup.players, "W-007")
        return
    yield from differs("sizes of the teams", sizes, _TEAM_SIZES[setup.players], "W-011")
    if any(side == setup.sides[seat - 1] for seat, side in enumerate(setup.sides)):
        yield "Neighbours are in one team (W-011)."


def _goal(setup: Setup, side: int) -> Iterator[str]:
    is_short = setup.mode == "all_vs_all" and setup.players > 3
    rule = "W-032" if is_short else "W-031"
    if _is_solo(setup, setup.sides.index(side)):
        is_short, rule = True, "W-033"
    goal = DATA.goals["short" if is_short else "long"]
    found = (setup.goals[side].different, setup.goals[side].total)
    yield from differs(f"goal of side {side + 1}", found, (goal.different.value, goal.total.value), rule)


def _box(table: Table) -> Iterator[str]:
    setup = table.setup
    if len(setup.tablets) != len(DATA.classes) or len(set(setup.tablets) & set(DATA.tablets)) != len(DATA.classes):
        yield f"The Rule Tablets are {', '.join(setup.tablets)}, not one side a class (W-115)."
    numbers = [figure.value for figure in setup.council_card]
    if len(numbers) != len(DATA.classes) or not all(0 <= number <= SHELLS for number in numbers):
        yield f"The Council card says {numbers}, not one number from 0 to {SHELLS} a class (W-043)."
    has_gap = setup.players == 3
    if has_gap != (0 <= setup.gap_after < setup.players):
        yield "Only three players have an unassociated Elder, and its place lies between two of them (W-016)."
    rule = "W-100" if setup.is_head_to_head else "W-015"
    yield from differs("places at the Council", len(table.slots), setup.slot_count, rule)
    yield from differs("collections", len(table.collected), len(setup.goals), "W-034")
    yield from differs("hands", (len(table.hands), len(table.drawn)), (setup.players, setup.players), "W-012")
