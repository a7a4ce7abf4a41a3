"""Whose turn it is: to be dealt, to play, to be checked in a Wave, to draw, to discard; and who sits to the right."""

from __future__ import annotations

from companion.games.core import RuleId, Seat
from companion.games.waves.data.figures import HEAD_TO_HEAD_DRAW
from companion.games.waves.state.model import UNKNOWN, Phase, Setup, SlotIndex, Table
from companion.games.waves.state.tablets import needs_face, ring_from_token, wave_order, wave_postures


def has_cards(table: Table) -> bool:
    """Whether a card can be drawn: from the deck, or from the discard pile that becomes one (W-088, A-03)."""
    return table.deck > 0 or can_reshuffle(table)


def can_reshuffle(table: Table) -> bool:
    """Whether the discard pile becomes a new deck where one is needed (W-088, A-03)."""
    return sum(table.discard) > 0 and table.setup.variants.deck_empty == "reshuffle"


def waiting_slots(table: Table) -> tuple[SlotIndex, ...]:
    """Slots that are still to get Agents in this round, in the order of the ring (W-050, W-103)."""
    return tuple(
        slot for slot in ring_from_token(table) if table.slots[slot].agent is None and slot not in table.skipped
    )


def turn_to_play(table: Table) -> tuple[SlotIndex, ...]:
    """The slots among which the next play is: one, or in the older Head to head either own Elder; none when all lie.

    Head to head by the older edition: the player with the token, the opponent, then both at what is left (W-112).
    """
    waiting = waiting_slots(table)
    if not waiting:
        return ()
    if not (table.setup.is_head_to_head and table.setup.edition == "breakers"):
        return waiting[:1]
    players = table.setup.players
    holder = table.setup.owner(table.token)
    seat = (holder + len(table.slots) - len(waiting)) % players
    return tuple(slot for slot in waiting if table.setup.owner(slot) == seat)


def order_rule(setup: Setup) -> RuleId:
    """The rule that says who plays when (W-050, W-104, W-112)."""
    if not setup.is_head_to_head:
        return "W-050"
    return "W-104" if setup.edition == "rebels" else "W-112"


def next_to_play(table: Table) -> Seat | None:
    """The seat that plays next, or None where all Agents lie."""
    slots = turn_to_play(table)
    return table.setup.owner(slots[0]) if slots else None


def turns_taken(table: Table, seat: Seat) -> int:
    """At how many of its slots a seat has played, or was passed over, in this round."""
    waiting = waiting_slots(table)
    return sum(1 for slot in table.setup.own_slots(seat) if slot not in waiting)


def next_to_refill(table: Table) -> Seat | None:
    """Head to head: the seat that draws now, amid the plays, or None (W-106, W-111, W-112).

    By the final edition right after the own first Elder, by the older one when both have played once; with nothing in
    hand before the first Elder.
    """
    setup = table.setup
    if not setup.is_head_to_head or not has_cards(table):
        return None
    holder = setup.owner(table.token)
    order = tuple((holder + index) % setup.players for index in range(setup.players))
    short = [seat for seat in order if table.drawn[seat] < HEAD_TO_HEAD_DRAW]
    everybody = setup.edition == "rebels" or all(turns_taken(table, seat) for seat in order)
    for seat in short:
        if everybody and turns_taken(table, seat):
            return seat
    turn = next_to_play(table)
    if turn in short and not turns_taken(table, turn) and setup.variants.h2h_empty_hand == "draw_first":
        has_begun = table.drawn[turn] > 0
        return turn if has_begun or table.hands[turn].count == 0 else None
    return None


def must_keep(table: Table, seat: Seat) -> int:
    """How many cards a seat must keep at its present Elder: one where nothing is drawn before its second (W-111)."""
    if not table.setup.is_head_to_head or turns_taken(table, seat):
        return 0
    return 1 if table.drawn[seat] >= HEAD_TO_HEAD_DRAW and table.hands[seat].count > 1 else 0


def silent_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that must not talk now: in Teams those whose Agents lie while others are still to play (W-057)."""
    waiting = waiting_slots(table)
    if not table.setup.is_teams or table.phase is not Phase.PLAY or not waiting:
        return ()
    return tuple(seat for seat in range(table.setup.players) if seat not in waiting)


def next_to_check(table: Table) -> SlotIndex | None:
    """The slot whose collection check comes next in the present Wave (W-070, W-071, W-075)."""
    posture = wave_postures(table)[0 if table.phase is Phase.WAVE_1 else 1]
    for slot in wave_order(table):
        place = table.slots[slot]
        if place.elder != UNKNOWN and place.agent is not None and place.agent.posture == posture:
            return slot
    return None


def faces_needed(table: Table, slot: SlotIndex) -> tuple[SlotIndex, ...]:
    """The slots whose Agents must be turned up before this one can be checked: its own, and one it copies (W-131)."""
    asked = (slot, *needs_face(table, slot))
    return tuple(each for each in asked if (agent := table.slots[each].agent) is not None and agent.face == UNKNOWN)


def still_to_draw(table: Table) -> tuple[Seat, ...]:
    """The seats that are still to draw at the round's end: clockwise from the new token holder; in Head to head none
    (W-081, W-107)."""
    if table.setup.is_head_to_head:
        return ()
    return tuple(seat for seat in ring_from_token(table) if not table.drawn[seat])


def over_limit(table: Table) -> tuple[Seat, ...]:
    """The seats with too many cards, in the order in which they are asked to discard: as they drew (W-081, W-082)."""
    seats = dict.fromkeys(table.setup.owner(slot) for slot in ring_from_token(table))
    return tuple(seat for seat in seats if table.hands[seat].count > table.setup.limits[seat])
