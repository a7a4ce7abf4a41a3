"""Who plays, draws and discards when, counted anew for the laws (W-050..W-054, W-081, W-082, W-103..W-112)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.waves.data.figures import HEAD_TO_HEAD_DRAW
from companion.games.waves.laws.words import can_draw, differs, is_settled, place
from companion.games.waves.rules.actions import Discard, Draw, PlayAgents, Reshuffle
from companion.games.waves.state.model import Phase, Table

Due = tuple[str, tuple[int, ...]]
"""("draw", the seat), ("play", the slots one of which is next), or ("nothing", ())."""


def due(table: Table) -> Due:
    """What comes next among the plays of a round."""
    setup, count = table.setup, len(table.slots)
    ring = [(table.token + index) % count for index in range(count)]
    if not setup.is_head_to_head:
        waiting = [slot for slot in ring if not is_settled(table, slot)]
        return ("play", (waiting[0],)) if waiting else ("nothing", ())
    return _due_older(table, ring) if setup.edition == "breakers" else _due_final(table, ring)


def _due_final(table: Table, ring: list[int]) -> Due:
    """Head to head, final edition: Elder by Elder clockwise; two cards right after the own first one (W-104, W-106)."""
    met: set[int] = set()
    for slot in ring:
        seat = table.setup.owner(slot)
        is_first = seat not in met
        met.add(seat)
        if not is_settled(table, slot):
            return ("draw", (seat,)) if is_first and _draws_first(table, seat) else ("play", (slot,))
        if is_first and _may_draw(table, seat):
            return "draw", (seat,)
    return "nothing", ()


def _due_older(table: Table, ring: list[int]) -> Due:
    """Head to head, older edition: each at either own Elder, both draw two, each at the other Elder (W-112)."""
    seats = [table.setup.owner(slot) for slot in ring[:2]]
    left = {seat: tuple(slot for slot in ring if table.setup.owner(slot) == seat) for seat in seats}
    left = {seat: tuple(slot for slot in slots if not is_settled(table, slot)) for seat, slots in left.items()}
    for seat in seats:
        if len(left[seat]) == len(table.setup.own_slots(seat)):
            return ("draw", (seat,)) if _draws_first(table, seat) else ("play", left[seat])
    for seat in seats:
        if _may_draw(table, seat):
            return "draw", (seat,)
    for seat in seats:
        if left[seat]:
            return "play", left[seat]
    return "nothing", ()


def _may_draw(table: Table, seat: int) -> bool:
    return table.drawn[seat] < HEAD_TO_HEAD_DRAW and can_draw(table)


def _draws_first(table: Table, seat: int) -> bool:
    """Whether a seat draws before it plays at its first Elder: with nothing in hand, and then both cards (W-111)."""
    is_empty = table.hands[seat].count == 0 or table.drawn[seat] > 0
    return table.setup.variants.h2h_empty_hand == "draw_first" and is_empty and _may_draw(table, seat)


def played(old: Table, act: PlayAgents, new: Table) -> Iterator[str]:
    """What is wrong with a play: out of turn, or not such cards."""
    count, hand, agent = len(act.cards), old.hands[act.seat].count, new.slots[act.slot].agent
    kind, slots = due(old)
    if kind != "play" or (act.slot not in slots) or act.seat != old.setup.owner(act.slot):
        wanted = f"{kind} {tuple(number + 1 for number in slots)}"
        rule = "W-050" if not old.setup.is_head_to_head else "W-112" if old.setup.edition == "breakers" else "W-104"
        yield f"Seat {act.seat + 1} played at Elder {act.slot + 1}, where the next is: {wanted} ({rule})."
    yield from differs("Agents", agent and (agent.posture, agent.count, agent.face), (act.posture, count, 0), "W-055")
    yield from differs("hand", new.hands[act.seat].count, hand - count, "W-051")
    yield from differs("Elder", new.slots[act.slot].elder, old.slots[act.slot].elder, "W-054")
    if not 1 <= count <= hand:
        yield f"{count} cards were played from a hand of {hand} (W-051)."
    if act.posture == "follower" and count != 1:
        yield f"{count} cards were played as a Follower (W-052)."
    if len(set(act.cards)) > 1:
        yield "The Rebels are of different classes (W-053)."
    if _must_keep_one(old, act.seat) and count >= hand:
        yield "No card was kept for the second Elder, and none is drawn before it (W-111)."


def _must_keep_one(table: Table, seat: int) -> bool:
    is_first = not any(is_settled(table, slot) for slot in table.setup.own_slots(seat))
    has_drawn = table.drawn[seat] > 0 and not _may_draw(table, seat)
    return table.setup.is_head_to_head and is_first and has_drawn and table.hands[seat].count > 1


def drew(old: Table, act: Draw, new: Table) -> Iterator[str]:
    """What is wrong with a draw: not that seat's, or not one card."""
    seat, count = act.seat, len(old.hands)
    yield from differs("deck", new.deck, old.deck - 1, "W-140")
    yield from differs("hand", new.hands[seat].count, old.hands[seat].count + 1, "W-081")
    drawn = tuple(number + (index == seat) for index, number in enumerate(old.drawn))
    yield from differs("cards drawn", new.drawn, old.drawn if old.phase is Phase.DEAL else drawn, "W-081")
    if old.phase is Phase.DEAL:
        short = [(hand.count, index) for index, hand in enumerate(old.hands) if hand.count < old.setup.limits[index]]
        yield from differs("who is dealt a card", seat, min(short)[1] if short else None, "W-012")
    if old.phase is Phase.DRAW:
        order = [(old.token + index) % count for index in range(count)]
        left = [index for index in order if old.drawn[index] == 0]
        yield from differs("who draws", seat, left[0] if left else None, "W-081")
    if old.phase is Phase.PLAY:
        rule = "W-112" if old.setup.edition == "breakers" else "W-106"
        yield from differs("who draws", ("draw", (seat,)), due(old), rule)


def shuffled(old: Table, act: Reshuffle, new: Table) -> Iterator[str]:
    """What is wrong with a new deck made of the discard pile."""
    yield from differs("deck and discard", (new.deck, sum(new.discard)), (sum(old.discard), 0), "W-088")
    yield from differs("top of the discard pile", new.top, 0, "W-088")
    if old.deck or not sum(old.discard) or old.setup.variants.deck_empty == "stop":
        yield "The discard pile was shuffled, where the deck is not empty or stays so (W-088)."
    wanted = {
        Phase.DEAL: True,
        Phase.COUNCIL: True,
        Phase.DRAW: 0 in old.drawn,
        Phase.GAP: not old.gap_elder,
        Phase.PLAY: due(old)[0] == "draw" if old.phase is Phase.PLAY else False,
    }
    if not wanted.get(old.phase, False):
        yield "The discard pile was shuffled, and nobody needs a card (W-088)."


def discarded(old: Table, act: Discard, new: Table) -> Iterator[str]:
    """What is wrong with a discard at the round's end."""
    before, limit = old.hands[act.seat].count, old.setup.limits[act.seat]
    yield from differs("hand", new.hands[act.seat].count, before - 1, "W-082")
    if before <= limit:
        yield f"Seat {act.seat + 1} discarded with {before} cards, and may keep {limit} (W-082)."
    yield from differs("discard", new.discard, _with(old, act.card), "W-082")
    yield from differs("top of the discard pile", new.top, act.card, "W-087")


def _with(table: Table, cls: int) -> tuple[int, ...]:
    return tuple(number + (index == cls) for index, number in enumerate(table.discard, 1))


def passed_over(old: Table, new: Table) -> Iterator[str]:
    """What is wrong with the slots that were passed over by this act for want of cards."""
    setup = new.setup
    for slot in set(new.skipped) - set(old.skipped):
        owner, name = setup.owner(slot), place(new, slot)
        may_skip = setup.is_head_to_head and setup.variants.h2h_empty_hand == "skip"
        if new.hands[owner].count or (can_draw(new) and not may_skip):
            yield f"{name} was passed over, though its player has a card or may draw one (W-051)."
        if new.slots[slot].agent:
            yield f"{name} was passed over, and has Agents (W-051)."
