"""Transitions of Waves: what each action changes, and how one phase leads to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.core import RuleId, Seat, State
from companion.games.waves.actions import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    NextRound,
    PassToken,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    TurnUpElder,
    TurnUpGapElder,
    WavesAction,
)
from companion.games.waves.cards import NONE, UNKNOWN, Class, Counts, lose, plus
from companion.games.waves.knowledge import face_down
from companion.games.waves.legal import council, open_majority, open_table
from companion.games.waves.model import (
    Agent,
    Hand,
    Hidden,
    Phase,
    Slot,
    SlotIndex,
    Table,
    WavesState,
)
from companion.games.waves.phases import settle
from companion.games.waves.tablets import (
    active_side,
    active_tablet,
    check_slot,
    fixed_powers,
    moved_right,
    wave_order,
    wave_postures,
)
from companion.games.waves.turns import next_to_check, turns_taken


def transition(state: WavesState, action: WavesAction) -> WavesState:
    """The next state after a legal action, with every phase that asks for nothing passed over."""
    return settle(_APPLY[type(action)](state, action))


# --- small changes ---


def _with(state: WavesState, **changes: Any) -> WavesState:
    return State(replace(state.table, **changes), state.secrets)


def _because(state: WavesState, *rules: RuleId, **changes: Any) -> WavesState:
    return _with(state, why=tuple(dict.fromkeys(rules)), **changes)


def _slots(table: Table, index: SlotIndex, **changes: Any) -> tuple[Slot, ...]:
    return (*table.slots[:index], replace(table.slots[index], **changes), *table.slots[index + 1 :])


def _hands(table: Table, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*table.hands[:seat], hand, *table.hands[seat + 1 :])


def _replaced(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _tell(state: WavesState, seat: Seat, hand: Callable[[Counts], Counts]) -> WavesState:
    """The state in which a told seat's secret hand is changed."""
    secret = state.secrets[seat]
    return state if secret is None else _with_secret(state, seat, replace(secret, hand=hand(secret.hand)))


def _tell_agents(state: WavesState, slot: SlotIndex, cls: Class) -> WavesState:
    """The state in which the class of the face-down Agents at a slot is changed for its owner, if that one is told."""
    setup, seat = state.table.setup, state.table.setup.owner(slot)
    secret = state.secrets[seat]
    if secret is None:
        return state
    agents = _replaced(secret.agents, setup.own_slots(seat).index(slot), cls)
    return _with_secret(state, seat, replace(secret, agents=agents))


def _with_secret(state: WavesState, seat: Seat, secret: Hidden) -> WavesState:
    return State(state.table, (*state.secrets[:seat], secret, *state.secrets[seat + 1 :]))


def _in_mode(table: Table, mode: str, *rules: RuleId) -> tuple[RuleId, ...]:
    """Rules that belong to one mode only; none in another."""
    return rules if table.setup.mode == mode else ()


def _with_gap(table: Table, *rules: RuleId) -> tuple[RuleId, ...]:
    """Rules of the unassociated Elder; none where there is none."""
    return rules if table.setup.gap_after >= 0 else ()


def _tie(counts: Counts, rule: RuleId) -> tuple[RuleId, ...]:
    return (rule,) if counts.count(max(counts)) > 1 else ()


# --- actions ---


def _place_token(state: WavesState, action: PlaceToken) -> WavesState:
    return _because(state, "W-009", token=action.slot)


def _name_first(state: WavesState, action: NameFirst) -> WavesState:
    return _because(state, "W-101", first=action.seat)


def _lay_token(state: WavesState, action: LayToken) -> WavesState:
    return _because(state, "W-101", token=action.slot)


def _draw(state: WavesState, action: Draw) -> WavesState:
    table, seat = state.table, action.seat
    hand = replace(table.hands[seat], count=table.hands[seat].count + 1)
    drawn = table.drawn if table.phase is Phase.DEAL else _replaced(table.drawn, seat, table.drawn[seat] + 1)
    rules = _rules_of_draw(table, seat, hand.count)
    state = _because(state, *rules, hands=_hands(table, seat, hand), deck=table.deck - 1, drawn=drawn)
    return _tell(state, seat, lambda held: plus(held, action.card))


def _rules_of_draw(table: Table, seat: Seat, hand: int) -> tuple[RuleId, ...]:
    """Why a seat draws: the deal, amid the plays of Head to head, or the round's end."""
    if table.phase is Phase.DEAL:
        is_solo = table.setup.limits[seat] > min(table.setup.limits)
        return ("W-012", *_in_mode(table, "head_to_head", "W-102"), *(("W-013",) if is_solo else ()))
    if table.phase is Phase.PLAY:
        early = () if turns_taken(table, seat) else ("W-111",)
        return ("W-106" if table.setup.edition == "rebels" else "W-112", *early)
    return ("W-081", "W-086") if hand < table.setup.limits[seat] else ("W-081",)


def _turn_up_elder(state: WavesState, action: TurnUpElder) -> WavesState:
    slots = _slots(state.table, action.slot, elder=action.elder)
    rules = ("W-015", "W-019", *_in_mode(state.table, "head_to_head", "W-100"))
    return _because(state, *rules, slots=slots, deck=state.table.deck - 1)


def _turn_up_gap_elder(state: WavesState, action: TurnUpGapElder) -> WavesState:
    """The new unassociated Elder ends the phase of the round's end in which it is replaced."""
    table = state.table
    is_new_round = table.phase is Phase.GAP
    phase = Phase.NEXT_ROUND if is_new_round else table.phase
    rule = "W-084" if is_new_round else "W-016"
    return _because(state, rule, gap_elder=action.elder, deck=table.deck - 1, phase=phase)


def _discard_gap_elder(state: WavesState, action: DiscardGapElder) -> WavesState:
    table = state.table
    discard = plus(table.discard, table.gap_elder)
    return _because(state, "W-084", "W-087", gap_elder=UNKNOWN, discard=discard, top=table.gap_elder)


def _place_shells(state: WavesState, action: PlaceShells) -> WavesState:
    table = state.table
    if table.phase is Phase.DIRECT:
        return _because(state, "W-134", "W-064", "W-065", shells=action.count, acted=True)
    counts, reset = council(table), ("W-044",) if table.shells else ()
    rules = ("W-041", *_tie(counts, "W-042"), "W-043", *reset, "W-119", *_with_gap(table, "W-045"))
    return _because(
        state, *rules, shells=action.count, open_majority=open_majority(table), council=counts, phase=Phase.PLAY
    )


def _play_agents(state: WavesState, action: PlayAgents) -> WavesState:
    table, seat, count = state.table, action.seat, len(action.cards)
    hand = replace(table.hands[seat], count=table.hands[seat].count - count)
    order = "W-104" if table.setup.edition == "rebels" else "W-112"
    state = _because(
        state,
        *("W-050", "W-051", "W-052" if action.posture == "follower" else "W-053", "W-055"),
        *_in_mode(table, "head_to_head", "W-103", order),
        *_in_mode(table, "teams", "W-057"),
        slots=_slots(table, action.slot, agent=Agent(action.posture, count)),
        hands=_hands(table, seat, hand),
    )
    cls = action.cards[0]
    return _tell_agents(_tell(state, seat, lambda held: plus(held, cls, -count)), action.slot, cls)


def _turn_up(state: WavesState, slot: SlotIndex, face: Class, *rules: RuleId) -> WavesState:
    """Face-down Agents lie open now: everybody knows them, so they are nobody's secret any more."""
    table, agent, seat = state.table, face_down(state.table, slot), state.table.setup.owner(slot)
    assert agent is not None  # only face-down Agents are revealed
    hand = replace(table.hands[seat], seen=lose(table.hands[seat].seen, face, agent.count))
    slots = _slots(table, slot, agent=replace(agent, face=face))
    return _tell_agents(_because(state, *rules, slots=slots, hands=_hands(table, seat, hand)), slot, UNKNOWN)


def _reveal_rebels(state: WavesState, action: RevealRebels) -> WavesState:
    return _turn_up(state, action.slot, action.face, "W-060", "W-056")


def _activate_tablet(state: WavesState, action: ActivateTablet) -> WavesState:
    state = _with(state, active=action.tablet)
    table, tablet = state.table, active_tablet(state.table)
    direct = ("W-065",) if tablet is not None and tablet.direct else ()
    powers = fixed_powers(table)
    fixed = ("W-123", "W-118") if powers else ()
    tie = _tie(open_table(table), "W-062")
    rules = ("W-061", *tie, "W-063", "W-116", "W-119", *direct, *fixed, *_with_gap(table, "W-045"))
    return _because(state, *rules, *_in_mode(table, "head_to_head", "W-105"), fixed_power=powers)


def _rotate_elders(state: WavesState, action: RotateElders) -> WavesState:
    elders, gap_elder = moved_right(state.table)
    slots = tuple(replace(slot, elder=elder) for slot, elder in zip(state.table.slots, elders, strict=True))
    return _because(state, "W-126", "W-118", "W-064", "W-065", slots=slots, gap_elder=gap_elder, acted=True)


def _discard_extras(state: WavesState, action: DiscardExtras) -> WavesState:
    table = state.table
    agent = table.slots[action.slot].agent
    assert agent is not None  # only slots with extra Rebels are asked
    slots = _slots(table, action.slot, agent=replace(agent, count=1))
    discard = plus(table.discard, agent.face, agent.count - 1)
    return _because(state, "W-066", "W-067", "W-087", slots=slots, discard=discard, top=agent.face)


def _reveal_follower(state: WavesState, action: RevealFollower) -> WavesState:
    turn = next_to_check(state.table)
    early = ("W-131",) if turn != action.slot else ()
    return _turn_up(state, action.slot, action.face, *early, *_wave_rules(state.table, action.slot))


def _wave_rules(table: Table, slot: SlotIndex) -> tuple[RuleId, ...]:
    """The rules that made it this slot's turn."""
    first = table.phase is Phase.WAVE_1
    posture = wave_postures(table)[0 if first else 1]
    holder = table.slots[table.token].agent
    order = [index for index in wave_order(table) if (agent := table.slots[index].agent) and agent.posture == posture]
    skipped = holder is not None and holder.posture != posture and order[:1] == [slot]
    turned = ("W-127", "W-118") if active_side(table) == "SEE-B3" else ()
    in_mode = _in_mode(table, "head_to_head", "W-105", "W-109")
    return ("W-070" if first else "W-075", *(("W-071",) if skipped else ()), *turned, *in_mode)


def _collect(state: WavesState, action: Collect) -> WavesState:
    table, side = state.table, action.side
    elder = table.slots[action.slot].elder
    collected = plus(table.collected[side], elder)
    return _because(
        state,
        *(*_wave_rules(table, action.slot), *check_slot(table, action.slot).rules, "W-078", "W-079"),
        *_in_mode(table, "teams", "W-034"),
        slots=_slots(table, action.slot, elder=UNKNOWN),
        collected=(*table.collected[:side], collected, *table.collected[side + 1 :]),
        shells=table.shells - 1,
    )


def _take_elder(state: WavesState, action: TakeElder) -> WavesState:
    table, slot, seat = state.table, action.slot, state.table.setup.owner(action.slot)
    elder, check, before = table.slots[slot].elder, check_slot(table, slot), table.hands[seat]
    hand = Hand(before.count + 1, plus(before.seen, elder))
    state = _because(
        state,
        *(*_wave_rules(table, slot), *check.rules, "W-079"),
        slots=_slots(table, slot, elder=UNKNOWN),
        hands=_hands(table, seat, hand),
        returned=table.returned or check.result == "returned",
    )
    return _tell(state, seat, lambda held: plus(held, elder))


def _pass_token(state: WavesState, action: PassToken) -> WavesState:
    rules = _in_mode(state.table, "head_to_head", "W-107", "W-108") or ("W-080",)
    return _because(state, *rules, token=action.slot, phase=Phase.DRAW)


def _reshuffle(state: WavesState, action: Reshuffle) -> WavesState:
    table = state.table
    return _because(state, "W-088", deck=table.deck + sum(table.discard), discard=NONE, top=UNKNOWN)


def _discard(state: WavesState, action: Discard) -> WavesState:
    table, seat = state.table, action.seat
    before = table.hands[seat]
    hand = Hand(before.count - 1, lose(before.seen, action.card, 1))
    is_solo = table.setup.limits[seat] > min(table.setup.limits)
    state = _because(
        state,
        *("W-082", "W-087", *(("W-013",) if is_solo else ()), *_in_mode(table, "head_to_head", "W-107")),
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
        acted=False,
        fixed_power=(),
        council=NONE,
        returned=False,
        drawn=(0,) * table.setup.players,
        skipped=(),
    )


_APPLY: dict[type, Callable[[WavesState, Any], WavesState]] = {
    PlaceToken: _place_token,
    NameFirst: _name_first,
    LayToken: _lay_token,
    Draw: _draw,
    TurnUpElder: _turn_up_elder,
    TurnUpGapElder: _turn_up_gap_elder,
    DiscardGapElder: _discard_gap_elder,
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
