"""What can still be where: the deck as a multiset that shrinks, and the classes a hidden card may have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import sub
from typing import TypeAlias

from companion.games.core import Seat
from companion.games.waves.data.figures import DECK_OF_CLASS
from companion.games.waves.state import model


def face_down(table: model.Table, slot: model.SlotIndex) -> model.Agent | None:
    """The Agents of a slot that still lie face down."""
    agent = table.slots[slot].agent
    return agent if agent is not None and agent.face == model.UNKNOWN else None


def face_down_slots(table: model.Table, seat: Seat) -> tuple[model.SlotIndex, ...]:
    """The slots of a seat at which its Agents still lie face down."""
    return tuple(slot for slot in table.setup.own_slots(seat) if face_down(table, slot) is not None)


def face_down_rebels(table: model.Table) -> dict[model.SlotIndex, int]:
    """The slots with Rebels that lie face down, and how many."""
    agents = ((index, slot.agent) for index, slot in enumerate(table.slots) if slot.agent is not None)
    return {slot: agent.count for slot, agent in agents if agent.posture == "rebel" and agent.face == model.UNKNOWN}


def told_face(table: model.Table, secret: model.Hidden, slot: model.SlotIndex) -> model.Class:
    """The class that a told seat's face-down Agents at one of its slots have."""
    return secret.agents[table.setup.own_slots(table.setup.owner(slot)).index(slot)]


def at_large(state: model.WavesState) -> model.Counts:
    """Upper bounds, by class, of the cards that may be in the deck or among cards nobody was told of (W-001).

    All cards of a class, less those that lie open, and those known to be in a hand or face down before it.
    """
    table, left = state.table, [DECK_OF_CLASS] * (len(model.CLASSES) + 1)
    left[table.gap_elder] -= 1
    for index, slot in enumerate(table.slots):
        left[slot.elder] -= 1
        if slot.agent is not None:
            secret = state.secrets[table.setup.owner(index)]
            is_told = slot.agent.face == model.UNKNOWN and secret is not None
            left[told_face(table, secret, index) if is_told and secret else slot.agent.face] -= slot.agent.count
    known = (
        hand.seen if secret is None else secret.hand for hand, secret in zip(table.hands, state.secrets, strict=True)
    )
    gone = map(sum, zip(table.discard, *table.collected, *known, strict=True))
    one, two, three, four, five = (max(0, number) for number in map(sub, left[1:], gone))
    return (one, two, three, four, five)


def drawable(state: model.WavesState) -> tuple[model.Class, ...]:
    """Classes that the top card of the deck may have; every class where the count leaves none, or is irregular."""
    if state.table.irregular:
        return model.CLASSES
    return tuple(compress(model.CLASSES, at_large(state))) or model.CLASSES


def possible_faces(state: model.WavesState, slot: model.SlotIndex) -> tuple[model.Class, ...]:
    """Classes that the face-down Agents of a slot may turn out to have; the one class where the companion was told."""
    table, seat = state.table, state.table.setup.owner(slot)
    agent, secret = face_down(table, slot), state.secrets[seat]
    if agent is None:
        return ()
    if secret is not None and (told := told_face(table, secret, slot)) != model.UNKNOWN:
        return (told,)
    others = [each for each in face_down_slots(table, seat) if each != slot]
    return _possible(state, seat, (agent.count, *_counts(table, others)), table.hands[seat].count) or model.CLASSES


def can_be_one_class(state: model.WavesState, slot: model.SlotIndex, count: int) -> bool:
    """Whether so many cards of an untold hand may be of one class, given what was seen to go there (W-053)."""
    table, seat = state.table, state.table.setup.owner(slot)
    sets = (count, *_counts(table, face_down_slots(table, seat)))
    return bool(_possible(state, seat, sets, table.hands[seat].count - count))


def discardable(state: model.WavesState, seat: Seat) -> tuple[model.Class, ...]:
    """Classes a seat may lay on the discard pile: those in its hand, or those it may have where nobody was told."""
    secret = state.secrets[seat]
    if secret is not None:
        return tuple(cls for cls in model.CLASSES if secret.hand[cls - 1])
    hand = state.table.hands[seat].count
    sets = (1, *_counts(state.table, face_down_slots(state.table, seat)))
    return (_possible(state, seat, sets, hand - 1) or model.CLASSES) if hand else ()


def _counts(table: model.Table, slots: Iterable[model.SlotIndex]) -> tuple[int, ...]:
    """How many cards lie face down at each of these slots."""
    agents = (face_down(table, slot) for slot in slots)
    return tuple(agent.count for agent in agents if agent is not None)


_Group: TypeAlias = tuple[model.Counts, tuple[int, ...], int]
"""Hidden cards of one seat: what was seen to go to its hand, its sets of one class each, how many others it holds."""


def _possible(state: model.WavesState, seat: Seat, sets: tuple[int, ...], left_in_hand: int) -> tuple[model.Class, ...]:
    """Classes that the first of these sets of a seat's hidden cards may have, while `left_in_hand` others remain.

    A class counts only where the seat's other sets, and the face-down Agents of the other untold seats, can still be of
    one class each (W-053).
    """
    table = state.table
    if table.irregular:
        return model.CLASSES
    groups: list[_Group] = [(table.hands[seat].seen, sets, left_in_hand)]
    for other, secret in enumerate(state.secrets):
        counts = _counts(table, face_down_slots(table, other)) if other != seat and secret is None else ()
        if counts:
            groups.append((table.hands[other].seen, counts, table.hands[other].count))
    left = at_large(state)
    if min(left) >= sum(sum(counts) for _, counts, _ in groups):
        del groups[1:]  # there are cards of every class for all of them: the others are nobody's hindrance
    return tuple(cls for cls in model.CLASSES if _fits(left, tuple(groups), (cls,)))


# Acts in another order ask the same again, thousands of times while one table is explained; a later table hardly does.
@lru_cache(maxsize=1 << 11)
def _fits(left: model.Counts, groups: tuple[_Group, ...], classes: tuple[model.Class, ...] = model.CLASSES) -> bool:
    """Whether each set of each group can be of one class, the first set of one of `classes`."""
    if not groups:
        return True
    (seen, sets, stay), *others = groups
    if sum(seen) > stay + sum(sets):
        return False
    if not sets:
        return _fits(left, tuple(others))
    for cls in classes:
        rest = model.lose(seen, cls, sets[0])
        short = sets[0] - (seen[cls - 1] - rest[cls - 1])
        if short <= left[cls - 1] and _fits(model.plus(left, cls, -short), ((rest, sets[1:], stay), *others)):
            return True
    return False
