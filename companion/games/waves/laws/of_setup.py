"""Laws of what was settled before the game of Waves: who plays with whom, for what, and with how many cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.waves.data import DATA, HAND, SHELLS, SOLO_HAND
from companion.games.waves.laws.words import is_else, numbers
from companion.games.waves.model import Setup, Table
from companion.language.message import Message, names, say
from companion.language.values import Name

_PLAYERS = {"head_to_head": (2,), "all_vs_all": (3, 4, 5, 6), "teams": (4, 5, 6)}
_TEAM_SIZES = {4: [2, 2], 5: [1, 2, 2], 6: [3, 3]}


def wrong_setup(table: Table) -> Iterator[Message]:
    """The laws that the setup breaks, and the places at the table that do not fit it."""
    setup = table.setup
    if setup.players not in _PLAYERS.get(setup.mode, ()):
        mode = Name(repr(setup.mode))
        yield say("{players} players cannot play {mode} (W-005).", players=setup.players, mode=mode)
        return
    sides = set(setup.sides)
    if not len(setup.sides) == len(setup.limits) == setup.players or sides != set(range(len(setup.goals))):
        yield say("Sides and hand limits are not one a player, or goals not one a side (W-007).")
        return
    yield from _seating(setup)
    for seat in range(setup.players):
        limit = SOLO_HAND if _is_solo(setup, seat) else HAND
        yield from is_else(say("hand limit of seat {seat}", seat=seat + 1), setup.limits[seat], limit, "W-013")
    for side in sides:
        yield from _goal(setup, side)
    yield from _box(table)


def _is_solo(setup: Setup, seat: int) -> bool:
    return setup.is_teams and setup.sides.count(setup.sides[seat]) == 1


def _seating(setup: Setup) -> Iterator[Message]:
    sizes = sorted(Counter(setup.sides).values())
    if not setup.is_teams:
        yield from is_else(say("sizes of the sides"), sizes, [1] * setup.players, "W-007")
        return
    yield from is_else(say("sizes of the teams"), sizes, _TEAM_SIZES[setup.players], "W-011")
    if any(side == setup.sides[seat - 1] for seat, side in enumerate(setup.sides)):
        yield say("Neighbours are in one team (W-011).")


def _goal(setup: Setup, side: int) -> Iterator[Message]:
    is_short = setup.mode == "all_vs_all" and setup.players > 3
    rule = "W-032" if is_short else "W-031"
    if _is_solo(setup, setup.sides.index(side)):
        is_short, rule = True, "W-033"
    goal = DATA.goals["short" if is_short else "long"]
    found = (setup.goals[side].different, setup.goals[side].total)
    yield from is_else(say("goal of side {side}", side=side + 1), found, (goal.different.value, goal.total.value), rule)


def _box(table: Table) -> Iterator[Message]:
    setup = table.setup
    if len(setup.tablets) != len(DATA.classes) or len(set(setup.tablets) & set(DATA.tablets)) != len(DATA.classes):
        yield say("The Rule Tablets are {sides}, not one side a class (W-115).", sides=names(setup.tablets, ","))
    card = [figure.value for figure in setup.council_card]
    if len(card) != len(DATA.classes) or not all(0 <= number <= SHELLS for number in card):
        yield say(
            "The Council card says {card}, not one number from 0 to {most} a class (W-043).",
            card=numbers(card),
            most=SHELLS,
        )
    has_gap = setup.players == 3
    if has_gap != (0 <= setup.gap_after < setup.players):
        yield say("Only three players have an unassociated Elder, and its place lies between two of them (W-016).")
    rule = "W-100" if setup.is_head_to_head else "W-015"
    yield from is_else(say("places at the Council"), len(table.slots), setup.slot_count, rule)
    yield from is_else(say("collections"), len(table.collected), len(setup.goals), "W-034")
    yield from is_else(say("hands"), (len(table.hands), len(table.drawn)), (setup.players, setup.players), "W-012")
