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


def imagine(state: WavesState, rng: random.Random) -> WavesState:
    """The same public table with every hand and face-down Agent told, each as likely as the shuffle makes it.

    Where a correction has left a table that no cards can make (`irregular`), as near as there are cards.
    """
    table = replace(state.table, setup=replace(state.table.setup, cards="virtual"))
    untold: WavesState = State(state.table, (None,) * len(state.secrets))
    for _ in range(TRIES):
        told = _deal(untold, rng)
        if told is not None:
            return State(table, told)
    return State(table, tuple(Hidden(_any(hand.count, rng)) for hand in table.hands))


def _deal(state: WavesState, rng: random.Random) -> tuple[Hidden, ...] | None:
    """One try: cards for each seat out of those that may be in the deck; None where the Agents do not fit."""
    pool = [cls for cls in CLASSES for _ in range(at_large(state)[cls - 1])]
    rng.shuffle(pool)
    agents: list[Class] = []
    hands: list[Counts] = []
    for seat, hand in enumerate(state.table.hands):
        agent, face, seen = face_down(state.table, seat), UNKNOWN, hand.seen
        if agent is not None:
            face = rng.choice(possible_faces(state, seat))
            rest = lose(seen, face, agent.count)
            short = agent.count - (sum(seen) - sum(rest))
            if pool.count(face) < short:
                return None
            for _ in range(short):
                pool.remove(face)
            seen = rest
        if sum(seen) > hand.count:
            return None
        agents.append(face)
        hands.append(seen)
    for seat, hand in enumerate(state.table.hands):
        missing = hand.count - sum(hands[seat])
        if missing > len(pool):
            return None
        for _ in range(missing):
            hands[seat] = plus(hands[seat], pool.pop())
    return tuple(Hidden(hand, face) for hand, face in zip(hands, agents, strict=True))


def _any(count: int, rng: random.Random) -> Counts:
    hand = NONE
    for _ in range(count):
        hand = plus(hand, rng.choice(CLASSES))
    return hand
