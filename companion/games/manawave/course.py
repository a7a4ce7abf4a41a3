"""The course of a game: its phases in their order, what may be done now, and what leads from one to the next."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import ManaAction, Open, TakeBack
from companion.games.manawave.model import Clans, ManaState, Phase, Table
from companion.games.manawave.phases import process, showdown
from companion.games.manawave.phases.execution import Running
from companion.games.manawave.phases.foundation import Founding
from companion.games.manawave.phases.investment import Investing, Paying, after_paying
from companion.games.manawave.phases.part import Part, changed
from companion.games.manawave.phases.placement import Attaching, Placing, after_choices
from companion.games.manawave.phases.process import Harvesting, Laying, Processing, Scattering, after_laying
from companion.games.manawave.phases.round_start import (
    Choosing,
    Drawing,
    Starting,
    TileChoosing,
    TileDrawing,
    WaveStarting,
)
from companion.games.manawave.phases.secret import NOTHING_SEALED, Secret
from companion.games.manawave.phases.showdown import Consolidating, Fighting, Resolving
from companion.games.manawave.phases.slide import Aiming, Sliding
from companion.games.manawave.phases.world import Settling, Surviving, World
from companion.language.message import Message, say

_CLANS: Final[tuple[Part[Any], ...]] = (
    World(),
    Founding(),
    Surviving(),
    Settling(),
    Starting(),
    Drawing(),
    Choosing(),
    Placing(),
    Attaching(),
    Running(),
    Investing(),
    Paying(),
    Resolving(),
    Fighting(),
    Consolidating(),
)
_NEXUS: Final[tuple[Part[Any], ...]] = (
    WaveStarting(),
    TileDrawing(),
    TileChoosing(),
    Aiming(),
    Sliding(),
    Processing(),
    Scattering(),
    Laying(),
    Harvesting(),
)
_BY_PHASE: Final = {
    True: {phase: part for part in _CLANS for phase in part.titles},
    False: {phase: part for part in _NEXUS for phase in part.titles},
}
_BY_ACT: Final = {
    True: {act: part for part in reversed(_CLANS) for act in part.acts},
    False: {act: part for part in reversed(_NEXUS) for act in part.acts},
}
ENDED: Final[dict[bool, RuleId]] = {True: "M-081", False: "M-234"}
"""By which rule nothing is done any more, in a game with Clans and in the older one."""


def parts(table: Table) -> tuple[Part[Any], ...]:
    """The phases of this game, in their order."""
    return _CLANS if table.is_clans else _NEXUS


def part_of(table: Table) -> Part[Any]:
    """The part that says what the present phase is."""
    return _BY_PHASE[table.is_clans][table.phase]


def part_for(table: Table, action: ManaAction) -> Part[Any] | None:
    """The part to which an act belongs: of the present phase if it knows it; None for one of the other state."""
    now = part_of(table)
    return now if isinstance(action, now.acts) else _BY_ACT[table.is_clans].get(type(action))


def title_of(table: Table) -> Message:
    """What people call the present phase."""
    return part_of(table).titles[table.phase]


def legal_actions(state: ManaState, seat: Seat | None = None) -> tuple[ManaAction, ...]:
    """Every legal act that can be listed; with a seat, that seat's and nobody's."""
    if state.table.ended:
        return ()
    legal = part_of(state.table).legal(state)
    return legal if seat is None else tuple(act for act in legal if act.actor in (None, seat))


def apply_action(state: ManaState, action: ManaAction) -> ManaState:
    """The next state. Raises `IllegalAction`."""
    table = state.table
    if table.ended:
        raise IllegalAction(ENDED[table.is_clans], say("The game is over. Undo the last act, or start a new game."))
    part = part_for(table, action)
    if part is None:
        raise _of_other_state(table)
    if isinstance(action, TakeBack | Open) and not isinstance(part_of(table), Secret):
        rule = "M-013" if table.is_clans else "M-211"
        raise IllegalAction(rule, say("Nothing is sealed now. It is: {phase}.", phase=title_of(table)))
    if part is not part_of(table) or not part.allows(state, action):
        raise part.refusal(state, action, title_of(table))
    return settle(part.apply(state, action))


def apply_legal(state: ManaState, action: ManaAction) -> ManaState:
    """The same for an act that is known to be legal."""
    return settle(part_of(state.table).apply(state, action))


def settle(state: ManaState) -> ManaState:
    """The state moved on to the first phase in which something is to be done, or to the end of the game."""
    why, hit = state.table.why, state.table.hit
    while not state.table.ended and not part_of(state.table).has_work(state.table):
        state = _moved_on(state)
        why = tuple(dict.fromkeys((*why, *state.table.why)))
    return replace(state, table=replace(state.table, why=why, hit=hit))


def _moved_on(state: ManaState) -> ManaState:
    """The state in the phase after one in which nothing is left to do."""
    table = state.table
    match table.phase:
        case Phase.ATTACH | Phase.SLIDE:
            return after_choices(state)
        case Phase.WAVE:
            return changed(state, ("M-050",), phase=Phase.INVEST, at=0)
        case Phase.PROCESS:
            return changed(state, ("M-232", "M-240"), phase=Phase.SCATTER, at=0)
        case Phase.PAY:
            return after_paying(state)
        case Phase.LAY:
            return after_laying(state)
        case Phase.RESOLVE:
            is_last = table.clans_set.options.phase_order != "resolution_first"
            following = Phase.CONSOLIDATE if is_last else Phase.CONFLICT
            return changed(state, ("M-082",), phase=following, at=0, step=UNSET)
        case Phase.CONFLICT:
            is_first = table.clans_set.options.phase_order != "resolution_first"
            following = Phase.RESOLVE if is_first else Phase.CONSOLIDATE
            return changed(state, ("M-090",), phase=following, at=0, step=UNSET)
        case Phase.CONSOLIDATE:
            return _next_round(state)
        case _:
            return replace(changed(state, (), phase=_next_phase(table), committed=NOTHING_SEALED), sealed=())


def _next_phase(table: Table) -> Phase:
    order = [phase for part in parts(table) for phase in part.titles]
    return order[order.index(table.phase) + 1]


def _next_round(state: ManaState) -> ManaState:
    """A new round, or the end where the pile is too short for one (M-102, M-103, M-270, M-271)."""
    table = state.table
    if isinstance(table.world, Clans):
        ended, rules = showdown.ending(table), ("M-102", "M-103")
    else:
        ended, rules = process.ending(table), ("M-270", "M-271")
    if ended is not None:
        return changed(state, (rules[1],), ended=ended)
    return changed(state, (rules[0],), phase=Phase.START, at=0)


def _of_other_state(table: Table) -> IllegalAction:
    if table.is_clans:
        return IllegalAction("M-122", say("There are no lines and tiles in this game: Families are attached to Clans."))
    return IllegalAction("M-122", say("There are no Clans in this game: pieces are slid along lines."))
