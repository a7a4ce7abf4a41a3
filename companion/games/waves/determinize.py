"""Hidden cards for a position in which nobody was told any: one of the ways in which the table may truly be."""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.cards import CLASSES, NONE, UNKNOWN, Class, Counts, lose, plus
from companion.games.waves.knowledge import at_large, face_down, possible_faces
from companion.games.waves.model import Hidden, WavesState

TRIES = 500
"""Sets of Agents are drawn until they fit one another; nearly always the first does."""


def determinize(state: WavesState, rng: random.Random) -> WavesState:
    """The same public table with every hand and face-down Agent told, each as likely as the shuffle makes it.

    Where a correction has left a table that no cards can make (`irregular`), as near as there are cards.
    """
    table = replace(state.table, setup=replace(state.table.setup, cards="virtual"))
    untold: WavesState = State(state.table, (None,) * len(state.secrets))
    for _ in range(TRIES):
        told = _deal(untold, rng)
        if told is not None:
            return State(table, told)
    return State(table, tuple(_any(untold, seat, rng) for seat in range(table.setup.players)))


def _deal(state: WavesState, rng: random.Random) -> tuple[Hidden, ...] | None:
    """One try: cards for each seat out of those that may be in the deck; None where the Agents do not fit."""
    table, setup = state.table, state.table.setup
    pool = [cls for cls in CLASSES for _ in range(at_large(state)[cls - 1])]
    rng.shuffle(pool)
    told: list[Hidden] = []
    for seat, hand in enumerate(table.hands):
        seen, agents = hand.seen, list[Class]()
        for slot in setup.own_slots(seat):
            agent, face = face_down(table, slot), UNKNOWN
            if agent is not None:
                face = rng.choice(possible_faces(state, slot))
                rest = lose(seen, face, agent.count)
                if not _take(pool, face, agent.count - (sum(seen) - sum(rest))):
                    return None
                seen = rest
            agents.append(face)
        if sum(seen) > hand.count:
            return None
        told.append(Hidden(seen, tuple(agents)))
    if sum(hand.count for hand in table.hands) - sum(sum(each.hand) for each in told) > len(pool):
        return None
    return tuple(
        replace(each, hand=_filled(each.hand, hand.count, pool)) for each, hand in zip(told, table.hands, strict=True)
    )


def _take(pool: list[Class], cls: Class, number: int) -> bool:
    """Take so many cards of a class out of the pool; whether they were there."""
    if pool.count(cls) < number:
        return False
    for _ in range(number):
        pool.remove(cls)
    return True


def _filled(hand: Counts, size: int, pool: list[Class]) -> Counts:
    """The hand with cards from the end of the pool until it has that size."""
    for _ in range(size - sum(hand)):
        hand = plus(hand, pool.pop())
    return hand


def _any(state: WavesState, seat: int, rng: random.Random) -> Hidden:
    hand, setup = NONE, state.table.setup
    for _ in range(state.table.hands[seat].count):
        hand = plus(hand, rng.choice(CLASSES))
    return Hidden(hand, (UNKNOWN,) * len(setup.own_slots(seat)))
