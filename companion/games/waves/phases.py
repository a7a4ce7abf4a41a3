"""How one phase of Waves leads to the next, and how the game ends (W-030, W-040)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.core import RuleId, State
from companion.games.waves.cards import UNKNOWN
from companion.games.waves.legal import true_majority, wants_gap_elder
from companion.games.waves.model import (
    Agent,
    Phase,
    Setup,
    Side,
    Table,
    WavesState,
)
from companion.games.waves.tablets import active_side
from companion.games.waves.turns import (
    has_cards,
    next_to_check,
    next_to_deal,
    next_to_draw,
    next_to_refill,
    over_limit,
    turn_to_play,
)

_USUAL = tuple(Phase)
_HEAD_TO_HEAD = (Phase.COUNCIL, Phase.TOKEN, Phase.DEAL, *_USUAL[_USUAL.index(Phase.SHELLS) :])


def phases(setup: Setup) -> tuple[Phase, ...]:
    """The phases in the order of play: with two players the Elders lie before the token is given (W-100, A-14)."""
    return _HEAD_TO_HEAD if setup.is_head_to_head else _USUAL


def settle(state: WavesState) -> WavesState:
    """The state moved on to the first phase in which something is to be done, or to its end (W-030)."""
    winner = winning_side(state.table)
    if winner >= 0:
        why = (*state.table.why, "W-030", *_goal_rules(state.table.setup, winner), "W-035")
        return State(replace(state.table, winner=winner, why=tuple(dict.fromkeys(why))), state.secrets)
    order = phases(state.table.setup)
    while True:
        if state.table.phase is Phase.PLAY:
            state = State(_pass_over(state.table), state.secrets)
        if _WORK[state.table.phase](state.table):
            return state
        state = enter(state, order[order.index(state.table.phase) + 1])


def enter(state: WavesState, phase: Phase) -> WavesState:
    """The state at the start of a phase."""
    table = replace(state.table, phase=phase)
    if phase is Phase.TABLET:
        table = replace(table, true_majority=true_majority(table))
    return State(table, state.secrets)


def winning_side(table: Table) -> Side:
    """The side that has reached its goal, or -1 (W-030..W-033)."""
    for side, (collected, goal) in enumerate(zip(table.collected, table.setup.goals, strict=True)):
        if sum(1 for number in collected if number) >= goal.different or sum(collected) >= goal.total:
            return side
    return -1


def _goal_rules(setup: Setup, side: Side) -> tuple[RuleId, ...]:
    """The rules that set this side's goal and say who shares the win."""
    if setup.is_head_to_head:
        return ("W-031", "W-110")
    if setup.is_teams:
        return ("W-033",) if len(setup.members(side)) == 1 else ("W-031", "W-007")
    return ("W-031" if setup.players == 3 else "W-032", "W-007")


def _pass_over(table: Table) -> Table:
    """The table with every slot passed over whose owner has its turn and nothing in hand (A-13, A-03)."""
    while next_to_refill(table) is None:
        turn = turn_to_play(table)
        if not turn or table.hands[table.setup.owner(turn[0])].count > 0:
            break
        table = replace(table, skipped=(*table.skipped, turn[0]))
    return table


def _has_agent(table: Table, test: Callable[[Agent], bool]) -> bool:
    return any(slot.agent is not None and test(slot.agent) for slot in table.slots)


def _wants_elder(table: Table) -> bool:
    return any(slot.elder == UNKNOWN for slot in table.slots) or wants_gap_elder(table)


_WORK: dict[Phase, Callable[[Table], bool]] = {
    Phase.TOKEN: lambda table: table.token < 0,
    Phase.DEAL: lambda table: next_to_deal(table) is not None and has_cards(table),
    Phase.COUNCIL: lambda table: _wants_elder(table) and has_cards(table),
    Phase.SHELLS: lambda table: True,
    Phase.PLAY: lambda table: next_to_refill(table) is not None or bool(turn_to_play(table)),
    Phase.REVEAL: lambda table: _has_agent(table, lambda agent: agent.posture == "rebel" and agent.face == UNKNOWN),
    Phase.TABLET: lambda table: table.true_majority != UNKNOWN and table.active == UNKNOWN,
    Phase.DIRECT: lambda table: active_side(table) in ("SEE-B2", "NOB-A") and not table.acted,
    Phase.EXTRAS: lambda table: _has_agent(table, lambda agent: agent.count > 1),
    Phase.WAVE_1: lambda table: next_to_check(table) is not None,
    Phase.WAVE_2: lambda table: next_to_check(table) is not None,
    Phase.PASS_TOKEN: lambda table: True,
    Phase.DRAW: lambda table: next_to_draw(table) is not None and has_cards(table),
    Phase.DISCARD: lambda table: bool(over_limit(table)),
    Phase.GAP: lambda table: table.setup.gap_after >= 0 and (table.gap_elder != UNKNOWN or has_cards(table)),
    Phase.NEXT_ROUND: lambda table: True,
}
