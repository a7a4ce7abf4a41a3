"""What can still be where: the deck as a multiset that shrinks, and the classes a hidden card may have."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.waves.cards import CLASSES, NONE, UNKNOWN, Class, Counts, added, lose, of, plus
from companion.games.waves.data import DECK_OF_CLASS
from companion.games.waves.model import Agent, Hidden, SlotIndex, Table, WavesState


def face_up(table: Table) -> Counts:
    """Cards that lie face up on the table: Elders, open Agents, collections and discards."""
    open_agents = NONE
    for slot in table.slots:
        if slot.agent is not None and slot.agent.face != UNKNOWN:
            open_agents = plus(open_agents, slot.agent.face, slot.agent.count)
    elders = of(*(slot.elder for slot in table.slots))
    return added(elders, open_agents, table.discard, *table.collected)


def face_down(table: Table, seat: Seat) -> Agent | None:
    """The Agents of a seat that still lie face down."""
    agent = table.slots[seat].agent
    return agent if agent is not None and agent.face == UNKNOWN else None


def held(table: Table, seat: Seat, secret: Hidden) -> Counts:
    """Everything a told seat holds that others cannot see: its hand and its face-down Agents."""
    agent = face_down(table, seat)
    return secret.hand if agent is None or secret.agent == UNKNOWN else plus(secret.hand, secret.agent, agent.count)


def at_large(state: WavesState) -> Counts:
    """Upper bounds, by class, of the cards that may be in the deck or among cards nobody was told of (W-001)."""
    table = state.table
    placed = face_up(table)
    for seat, secret in enumerate(state.secrets):
        placed = added(placed, table.hands[seat].seen if secret is None else held(table, seat, secret))
    one, two, three, four, five = (max(0, DECK_OF_CLASS - number) for number in placed)
    return (one, two, three, four, five)


def drawable(state: WavesState) -> tuple[Class, ...]:
    """Classes that the top card of the deck may have; every class in an irregular game."""
    left = at_large(state)
    return tuple(cls for cls in CLASSES if left[cls - 1]) if not state.table.irregular else CLASSES


def possible_faces(state: WavesState, slot: SlotIndex) -> tuple[Class, ...]:
    """Classes that the face-down Agents of a slot may turn out to have; the one class where the companion was told."""
    table, secret = state.table, state.secrets[slot]
    agent = face_down(table, slot)
    if agent is None:
        return ()
    if secret is not None and secret.agent != UNKNOWN:
        return (secret.agent,)
    return _possible(state, slot, agent.count, table.hands[slot].count) or CLASSES


def can_be_one_class(state: WavesState, seat: Seat, count: int) -> bool:
    """Whether so many cards of an untold hand may be of one class, given what was seen to go there (W-053)."""
    return bool(_possible(state, seat, count, state.table.hands[seat].count - count))


def discardable(state: WavesState, seat: Seat) -> tuple[Class, ...]:
    """Classes a seat may lay on the discard pile: those in its hand, or those it may have where nobody was told."""
    secret = state.secrets[seat]
    if secret is not None:
        return tuple(cls for cls in CLASSES if secret.hand[cls - 1])
    hand = state.table.hands[seat].count
    return (_possible(state, seat, 1, hand - 1) or CLASSES) if hand else ()


def _possible(state: WavesState, seat: Seat, count: int, left_in_hand: int) -> tuple[Class, ...]:
    """Classes of which `count` cards may come from a seat's hidden cards, of which `left_in_hand` others remain.

    A class counts only where the face-down Agents of the other untold seats can still be of one class each (W-053).
    """
    if state.table.irregular:
        return CLASSES
    seen, left = state.table.hands[seat].seen, at_large(state)
    others = tuple(
        (hand.seen, agent.count, hand.count)
        for index, (hand, secret) in enumerate(zip(state.table.hands, state.secrets, strict=True))
        if index != seat and secret is None and (agent := face_down(state.table, index)) is not None
    )
    return tuple(cls for cls in CLASSES if _fits(left, ((seen, count, left_in_hand), *others), (cls,)))


def _fits(left: Counts, groups: tuple[tuple[Counts, int, int], ...], classes: tuple[Class, ...] = CLASSES) -> bool:
    """Whether each group of cards can be of one class, the first of one of `classes`.

    A group is what was seen to go to its hand, its number of cards, and the number that stay in the hand.
    """
    if not groups:
        return True
    (seen, count, stay), *others = groups
    for cls in classes:
        rest = lose(seen, cls, count)
        short = count - (seen[cls - 1] - rest[cls - 1])
        if short <= left[cls - 1] and sum(rest) <= stay and _fits(plus(left, cls, -short), tuple(others)):
            return True
    return False
