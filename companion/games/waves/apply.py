"""Transitions of Waves: what each action changes, and how one phase leads to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.core import RuleId, Seat, State
from companion.games.waves.cards import NONE, UNKNOWN, Class, Counts, lose, plus
from companion.games.waves.data import HAND
from companion.games.waves.knowledge import face_down
from companion.games.waves.legal import (
    council,
    next_to_check,
    next_to_deal,
    next_to_draw,
    next_to_play,
    open_majority,
    open_table,
    true_majority,
)
from companion.games.waves.model import (
    ActivateTablet,
    Agent,
    Collect,
    Discard,
    DiscardExtras,
    Draw,
    Hand,
    Hidden,
    NextRound,
    PassToken,
    Phase,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    Slot,
    SlotIndex,
    Table,
    TakeElder,
    TurnUpElder,
    WavesAction,
    WavesState,
)
from companion.games.waves.tablets import (
    active_side,
    active_tablet,
    check_slot,
    fixed_powers,
    side_of,
    wave_order,
    wave_postures,
)


def transition(state: WavesState, action: WavesAction) -> WavesState:
    """The next state after a legal action, with every phase that asks for nothing passed over."""
    return settle(_APPLY[type(action)](state, action))


def settle(state: WavesState) -> WavesState:
    """The state moved on to the first phase in which something is to be done, or to its end (W-030)."""
    winner = winning_side(state.table)
    if winner >= 0:
        return _because(state, *state.table.why, "W-030", "W-032", "W-035", "W-007", winner=winner)
    while not _WORK[state.table.phase](state.table):
        state = enter(state, _PHASES[_PHASES.index(state.table.phase) + 1])
    return state


def enter(state: WavesState, phase: Phase) -> WavesState:
    """The state at the start of a phase."""
    if phase is Phase.TABLET:
        return _with(state, phase=phase, true_majority=true_majority(state.table))
    return _with(state, phase=phase)


def winning_side(table: Table) -> int:
    """The side that has reached the goal, or -1 (W-030, W-032)."""
    for side, collected in enumerate(table.collected):
        if sum(1 for number in collected if number) >= table.setup.different or sum(collected) >= table.setup.total:
            return side
    return -1


# --- phases: whether anything is left to do in one ---

_PHASES = list(Phase)


def _has_cards(table: Table) -> bool:
    return table.deck > 0 or sum(table.discard) > 0


def _has_agent(table: Table, test: Callable[[Agent], bool]) -> bool:
    return any(slot.agent is not None and test(slot.agent) for slot in table.slots)


_WORK: dict[Phase, Callable[[Table], bool]] = {
    Phase.TOKEN: lambda table: table.token < 0,
    Phase.DEAL: lambda table: next_to_deal(table) is not None and _has_cards(table),
    Phase.COUNCIL: lambda table: any(slot.elder == UNKNOWN for slot in table.slots) and _has_cards(table),
    Phase.SHELLS: lambda table: True,
    Phase.PLAY: lambda table: next_to_play(table) is not None,
    Phase.REVEAL: lambda table: _has_agent(table, lambda agent: agent.posture == "rebel" and agent.face == UNKNOWN),
    Phase.TABLET: lambda table: table.true_majority != UNKNOWN and table.active == UNKNOWN,
    Phase.DIRECT: lambda table: active_side(table) == "SEE-B2" and not table.rotated,
    Phase.EXTRAS: lambda table: _has_agent(table, lambda agent: agent.count > 1),
    Phase.WAVE_1: lambda table: next_to_check(table) is not None,
    Phase.WAVE_2: lambda table: next_to_check(table) is not None,
    Phase.PASS_TOKEN: lambda table: True,
    Phase.DRAW: lambda table: next_to_draw(table) is not None and _has_cards(table),
    Phase.DISCARD: lambda table: any(hand.count > HAND for hand in table.hands),
    Phase.NEXT_ROUND: lambda table: True,
}

# --- small changes ---


def _with(state: WavesState, **changes: Any) -> WavesState:
    return State(replace(state.table, **changes), state.secrets)


def _because(state: WavesState, *rules: RuleId, **changes: Any) -> WavesState:
    return _with(state, why=tuple(dict.fromkeys(rules)), **changes)


def _slots(table: Table, index: SlotIndex, **changes: Any) -> tuple[Slot, ...]:
    return (*table.slots[:index], replace(table.slots[index], **changes), *table.slots[index + 1 :])


def _hands(table: Table, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*table.hands[:seat], hand, *table.hands[seat + 1 :])


def _tell(state: WavesState, seat: Seat, hand: Callable[[Counts], Counts], agent: Class | None = None) -> WavesState:
    """The state in which a told seat's secret hand, and the class of its face-down Agents, are changed."""
    secret = state.secrets[seat]
    if secret is None:
        return state
    told = Hidden(hand(secret.hand), secret.agent if agent is None else agent)
    return State(state.table, (*state.secrets[:seat], told, *state.secrets[seat + 1 :]))


def _tie(counts: Counts, rule: RuleId) -> tuple[RuleId, ...]:
    return (rule,) if counts.count(max(counts)) > 1 else ()


# --- actions ---


def _place_token(state: WavesState, action: PlaceToken) -> WavesState:
    return _because(state, "W-009", token=action.slot)


def _draw(state: WavesState, action: Draw) -> WavesState:
    table, seat = state.table, action.seat
    hand = replace(table.hands[seat], count=table.hands[seat].count + 1)
    dealt = table.phase is Phase.DEAL
    rules = ("W-012",) if dealt else ("W-081", "W-086") if hand.count < HAND else ("W-081",)
    state = _because(
        state, *rules, hands=_hands(table, seat, hand), deck=table.deck - 1, drawn=table.drawn + (0 if dealt else 1)
    )
    return _tell(state, seat, lambda held: plus(held, action.card))


def _turn_up_elder(state: WavesState, action: TurnUpElder) -> WavesState:
    slots = _slots(state.table, action.slot, elder=action.elder)
    return _because(state, "W-015", "W-019", slots=slots, deck=state.table.deck - 1)


def _place_shells(state: WavesState, action: PlaceShells) -> WavesState:
    table = state.table
    reset = ("W-044",) if table.shells else ()
    rules = ("W-041", *_tie(council(table), "W-042"), "W-043", *reset, "W-119")
    return _because(state, *rules, shells=action.count, open_majority=open_majority(table), phase=Phase.PLAY)


def _play_agents(state: WavesState, action: PlayAgents) -> WavesState:
    table, seat, count = state.table, action.seat, len(action.cards)
    hand = replace(table.hands[seat], count=table.hands[seat].count - count)
    rule = "W-052" if action.posture == "follower" else "W-053"
    state = _because(
        state,
        *("W-050", "W-051", rule, "W-055"),
        slots=_slots(table, action.slot, agent=Agent(action.posture, count)),
        hands=_hands(table, seat, hand),
    )
    cls = action.cards[0]
    return _tell(state, seat, lambda held: plus(held, cls, -count), agent=cls)


def _turn_up(state: WavesState, slot: SlotIndex, face: Class, *rules: RuleId) -> WavesState:
    """Face-down Agents lie open now: everybody knows them, so they are nobody's secret any more."""
    table, agent = state.table, face_down(state.table, slot)
    assert agent is not None  # only face-down Agents are revealed
    hand = replace(table.hands[slot], seen=lose(table.hands[slot].seen, face, agent.count))
    slots = _slots(table, slot, agent=replace(agent, face=face))
    return _tell(
        _because(state, *rules, slots=slots, hands=_hands(table, slot, hand)), slot, lambda held: held, UNKNOWN
    )


def _reveal_rebels(state: WavesState, action: RevealRebels) -> WavesState:
    return _turn_up(state, action.slot, action.face, "W-060", "W-056")


def _activate_tablet(state: WavesState, action: ActivateTablet) -> WavesState:
    state = _with(state, active=action.tablet)
    tablet = active_tablet(state.table)
    direct = ("W-065",) if tablet is not None and tablet.direct else ()
    powers = fixed_powers(state.table)
    fixed = ("W-123", "W-118") if powers else ()
    tie = _tie(open_table(state.table), "W-062")
    rules = ("W-061", *tie, "W-063", "W-116", "W-119", *direct, *fixed)
    return _because(state, *rules, fixed_power=powers)


def _rotate_elders(state: WavesState, action: RotateElders) -> WavesState:
    slots, count = state.table.slots, len(state.table.slots)
    moved = tuple(replace(slot, elder=slots[(index + 1) % count].elder) for index, slot in enumerate(slots))
    return _because(state, "W-126", "W-118", "W-064", "W-065", slots=moved, rotated=True)


def _discard_extras(state: WavesState, action: DiscardExtras) -> WavesState:
    table = state.table
    agent = table.slots[action.slot].agent
    assert agent is not None  # only slots with extra Rebels are asked
    slots = _slots(table, action.slot, agent=replace(agent, count=1))
    discard = plus(table.discard, agent.face, agent.count - 1)
    return _because(state, "W-066", "W-067", "W-087", slots=slots, discard=discard, top=agent.face)


def _reveal_follower(state: WavesState, action: RevealFollower) -> WavesState:
    return _turn_up(state, action.slot, action.face, *_wave_rules(state.table, action.slot))


def _wave_rules(table: Table, slot: SlotIndex) -> tuple[RuleId, ...]:
    """The rules that made it this slot's turn."""
    first = table.phase is Phase.WAVE_1
    posture = wave_postures(table)[0 if first else 1]
    holder = table.slots[table.token].agent
    order = [index for index in wave_order(table) if (agent := table.slots[index].agent) and agent.posture == posture]
    skipped = holder is not None and holder.posture != posture and order[:1] == [slot]
    turned = ("W-127", "W-118") if active_side(table) == "SEE-B3" else ()
    return ("W-070" if first else "W-075", *(("W-071",) if skipped else ()), *turned)


def _collect(state: WavesState, action: Collect) -> WavesState:
    table = state.table
    side, elder = side_of(action.slot), table.slots[action.slot].elder
    collected = plus(table.collected[side], elder)
    return _because(
        state,
        *(*_wave_rules(table, action.slot), *check_slot(table, action.slot).rules, "W-078", "W-079"),
        slots=_slots(table, action.slot, elder=UNKNOWN),
        collected=(*table.collected[:side], collected, *table.collected[side + 1 :]),
        shells=table.shells - 1,
    )


def _take_elder(state: WavesState, action: TakeElder) -> WavesState:
    table, slot = state.table, action.slot
    elder, check, before = table.slots[slot].elder, check_slot(table, slot), table.hands[slot]
    hand = Hand(before.count + 1, plus(before.seen, elder))
    state = _because(
        state,
        *(*_wave_rules(table, slot), *check.rules, "W-079"),
        slots=_slots(table, slot, elder=UNKNOWN),
        hands=_hands(table, slot, hand),
        returned=table.returned or check.result == "returned",
    )
    return _tell(state, slot, lambda held: plus(held, elder))


def _pass_token(state: WavesState, action: PassToken) -> WavesState:
    return _because(state, "W-080", token=action.slot, phase=Phase.DRAW)


def _reshuffle(state: WavesState, action: Reshuffle) -> WavesState:
    table = state.table
    return _because(state, "W-088", deck=table.deck + sum(table.discard), discard=NONE, top=UNKNOWN)


def _discard(state: WavesState, action: Discard) -> WavesState:
    table, seat = state.table, action.seat
    before = table.hands[seat]
    hand = Hand(before.count - 1, lose(before.seen, action.card, 1))
    state = _because(
        state,
        *("W-082", "W-087"),
        hands=_hands(table, seat, hand),
        discard=plus(table.discard, action.card),
        top=action.card,
    )
    return _tell(state, seat, lambda held: plus(held, action.card, -1))


def _next_round(state: WavesState, action: NextRound) -> WavesState:
    table = state.table
    slots = tuple(Slot(slot.elder if slot.agent is None else slot.agent.face) for slot in table.slots)
    return _because(
        state,
        *("W-083", "W-085", "W-040"),
        slots=slots,
        phase=Phase.SHELLS,
        round=table.round + 1,
        open_majority=UNKNOWN,
        true_majority=UNKNOWN,
        active=UNKNOWN,
        rotated=False,
        fixed_power=(),
        returned=False,
        drawn=0,
    )


_APPLY: dict[type, Callable[[WavesState, Any], WavesState]] = {
    PlaceToken: _place_token,
    Draw: _draw,
    TurnUpElder: _turn_up_elder,
    PlaceShells: _place_shells,
    PlayAgents: _play_agents,
    RevealRebels: _reveal_rebels,
    ActivateTablet: _activate_tablet,
    RotateElders: _rotate_elders,
    DiscardExtras: _discard_extras,
    RevealFollower: _reveal_follower,
    Collect: _collect,
    TakeElder: _take_elder,
    PassToken: _pass_token,
    Reshuffle: _reshuffle,
    Discard: _discard,
    NextRound: _next_round,
}
