"""The course of a game: what may be done at each moment, and what follows by itself from what was done."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from companion.games.atlantis_rising.activation import repeats
from companion.games.atlantis_rising.changes import popped, pushed, stepped
from companion.games.atlantis_rising.decisions import ChooseFlood, Gain, GiveRecruit, GiveUp
from companion.games.atlantis_rising.hidden_moves import tidied
from companion.games.atlantis_rising.model import HAND_LIMIT, AtlantisAction, AtlantisState, Phase, Table
from companion.games.atlantis_rising.outcomes import clockwise, followed
from companion.games.atlantis_rising.phases.actions import Acting
from companion.games.atlantis_rising.phases.attempts import Attempts, Recruits, receivers
from companion.games.atlantis_rising.phases.benefits import Fences, Riches, Rises
from companion.games.atlantis_rising.phases.by_hand import ByHand
from companion.games.atlantis_rising.phases.floods import Floods, options
from companion.games.atlantis_rising.phases.gate import Building
from companion.games.atlantis_rising.phases.library import Discards, Reading
from companion.games.atlantis_rising.phases.misfortunes import Misfortunes
from companion.games.atlantis_rising.phases.part import Moment, Part
from companion.games.atlantis_rising.phases.picks import (
    Again,
    Foresight,
    Recalls,
    Sacrifices,
    Shares,
    placed_of,
)
from companion.games.atlantis_rising.phases.placement import Placing
from companion.games.atlantis_rising.phases.plays import Plays
from companion.games.atlantis_rising.phases.purchases import Purchases
from companion.games.atlantis_rising.phases.start import Preparing, Revealing
from companion.games.atlantis_rising.phases.study import Study, in_box
from companion.games.atlantis_rising.phases.wrath import Wrath
from companion.games.atlantis_rising.steps import (
    Amplifying,
    Attempt,
    Discarding,
    Drawing,
    Endowing,
    Exchanging,
    Fencing,
    Flooding,
    Following,
    Gaining,
    Peeking,
    Recalling,
    Recruiting,
    Repeating,
    Sacrificing,
    Settling,
    Sharing,
    Step,
    Studying,
    Unflooding,
)
from companion.games.atlantis_rising.vocabulary import PHASES
from companion.games.atlantis_rising.water import can_be_fenced, can_rise, drowned, floodable, told
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.language.message import say

_PREPARING, _REVEALING, _PLACING, _MISFORTUNES = Preparing(), Revealing(), Placing(), Misfortunes()
_ACTING, _BUILDING, _WRATH = Acting(), Building(), Wrath()
_PLAYS, _PURCHASES = Plays(), Purchases()
_FLOODS, _ATTEMPTS, _RECRUITS, _READING, _DISCARDS = Floods(), Attempts(), Recruits(), Reading(), Discards()
_FENCES, _RISES, _RICHES, _FORESIGHT, _AGAIN = Fences(), Rises(), Riches(), Foresight(), Again()
_RECALLS, _SHARES, _SACRIFICES, _STUDY, _BY_HAND = Recalls(), Shares(), Sacrifices(), Study(), ByHand()

_IN_PHASE: Final[dict[Phase, tuple[Part[Any], ...]]] = {
    Phase.SETUP: (_PREPARING,),
    Phase.REVEAL: (_REVEALING,),
    Phase.PLACE: (_PLACING, _PLAYS, _PURCHASES),
    Phase.MISFORTUNE: (_MISFORTUNES, _PLAYS, _PURCHASES),
    Phase.ACTIONS: (_ACTING, _BUILDING, _PLAYS, _PURCHASES),
    Phase.WRATH: (_WRATH, _PLAYS, _PURCHASES),
    Phase.COUNTER: (_WRATH,),
    Phase.END: (_WRATH, _PLAYS, _PURCHASES),
}
"""What may be done between steps; the first says what has to be (Q-12)."""
_IN_STEP: Final[dict[type[Step], tuple[Part[Any], ...]]] = {
    Flooding: (_FLOODS,),
    Attempt: (_ATTEMPTS, _PLAYS),
    Recruiting: (_RECRUITS,),
    Drawing: (_READING,),
    Discarding: (_DISCARDS, _PLAYS),
    Fencing: (_FENCES,),
    Unflooding: (_RISES,),
    Gaining: (_RICHES,),
    Amplifying: (_RICHES,),
    Exchanging: (_RICHES,),
    Peeking: (_FORESIGHT,),
    Repeating: (_AGAIN,),
    Recalling: (_RECALLS,),
    Sharing: (_SHARES,),
    Endowing: (_SHARES,),
    Sacrificing: (_SACRIFICES,),
    Studying: (_STUDY,),
    Settling: (_BY_HAND,),
}
_IDLE: Final[dict[type[Step], tuple[RuleId, ...]]] = {Drawing: ("A-079",), Recruiting: ("A-071",)}
"""By which rule nothing is left to be done of a step."""
_BY_ACT: Final = {
    act: part for parts in (*_IN_PHASE.values(), *_IN_STEP.values()) for part in parts for act in part.acts
}


def parts_of(table: Table) -> tuple[Part[Any], ...]:
    """What may be done now; the first of them says what has to be."""
    return _IN_STEP[type(table.steps[-1])] if table.steps else _IN_PHASE[table.phase]


def moment_of(table: Table) -> Moment[Any]:
    """What has to be done now."""
    moment = parts_of(table)[0]
    assert isinstance(moment, Moment)
    return moment


def part_for(table: Table, action: AtlantisAction) -> Part[Any]:
    """The part to which an act belongs: of those of this moment the one that knows it, else any."""
    for part in parts_of(table):
        if isinstance(action, part.acts):
            return part
    return _BY_ACT[type(action)]


def legal_actions(state: AtlantisState, seat: Seat | None = None) -> tuple[AtlantisAction, ...]:
    """Every legal act that can be listed; with a seat, that seat's and nobody's."""
    if state.table.ended:
        return ()
    legal = tuple(chain.from_iterable(part.legal(state) for part in parts_of(state.table)))
    return legal if seat is None else tuple(act for act in legal if act.actor in (None, seat))


def apply_action(state: AtlantisState, action: AtlantisAction) -> AtlantisState:
    """The next state. Raises `IllegalAction`."""
    table = state.table
    if table.ended:
        raise IllegalAction("A-118", say("The game is over. Undo the last act, or start a new game."))
    part = part_for(table, action)
    is_moment = part in parts_of(table)
    if not is_moment or not part.allows(state, action):
        raise part.refusal(state, action, PHASES[table.phase], is_moment)
    return _told(table, settle(part.apply(state, action)))


def apply_legal(state: AtlantisState, action: AtlantisAction) -> AtlantisState:
    """The same for an act that is known to be legal."""
    return _told(state.table, settle(part_for(state.table, action).apply(state, action)))


def _told(before: Table, state: AtlantisState) -> AtlantisState:
    table = told(before, state.table)
    return state if table is state.table else replace(state, table=table)


def settle(state: AtlantisState) -> AtlantisState:
    """The state once everything is done that nobody has to decide, with the rules used for it besides."""
    why = state.table.why
    while not state.table.ended:
        after = _settled(state)
        if after is None:
            break
        why = tuple(dict.fromkeys((*why, *after.table.why)))
        state = after
    return tidied(replace(state, table=replace(state.table, why=why)))


def _settled(state: AtlantisState) -> AtlantisState | None:
    """The state after one such thing; None where there is none."""
    table = state.table
    if not table.steps:
        seat = next((each for each in clockwise(table) if _holds_too_many(table, each)), None)
        return None if seat is None else _to(state, pushed(table, Discarding(seat, 0)), "A-081")
    step = table.steps[-1]
    if _is_idle(table, step):
        return _to(state, popped(table), *_IDLE.get(type(step), ()))
    match step:
        case Flooding():
            if not floodable(table):
                return _to(state, drowned(table), "A-043", "A-118")
            only = options(state)
            return _FLOODS.apply(state, ChooseFlood(only[0])) if len(only) == 1 else None
        case Recruiting():
            one = receivers(table)
            return _RECRUITS.apply(state, GiveRecruit(one[0])) if len(one) == 1 else None
        case Drawing(left=left) if left and not table.library.count:
            return _to(state, stepped(table, replace(step, left=0)), "A-079")
        case Following():
            return _to(state, followed(popped(table), step))
        case Gaining(kinds=(only_kind,)):
            return _RICHES.apply(state, Gain(step.seat, only_kind))
        case Sacrificing(seats=(only_seat,)):
            return _SACRIFICES.apply(state, GiveUp(only_seat))
    return None


def _is_idle(table: Table, step: Step) -> bool:
    """Whether nothing is left to be done of a step."""
    match step:
        case Recruiting():
            return not receivers(table)
        case Drawing():
            return not step.drawn and (not step.left or not table.library.count)
        case Discarding():
            hand = table.hands[step.seat]
            return not hand or (not step.left and len(hand) <= HAND_LIMIT)
        case Fencing():
            return not can_be_fenced(table)
        case Unflooding():
            return not can_rise(table)
        case Amplifying():
            return not step.given and not _has_resources(table, step.seat)
        case Exchanging():
            return not _has_resources(table, step.seat)
        case Peeking():
            return not table.misfortunes.count and not table.misfortunes.discards
        case Repeating():
            return not any(repeats(table, step))
        case Recalling():
            return not placed_of(table, step.seat)
        case Studying():
            return not step.drawn and not in_box(table)
    return False


def _has_resources(table: Table, seat: Seat) -> bool:
    owned = table.reserves[seat]
    return owned.total > owned.energy


def _holds_too_many(table: Table, seat: Seat) -> bool:
    return len(table.hands[seat]) > HAND_LIMIT


def _to(state: AtlantisState, table: Table, *why: str) -> AtlantisState:
    return replace(state, table=replace(table, why=why))
