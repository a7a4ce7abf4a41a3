"""What nobody knows of a position, imagined: choices that are sealed, for a virtual table that begins in the middle."""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.games.core import State
from companion.games.manawave.course import part_of
from companion.games.manawave.model import BOTH, ManaState, Nothing
from companion.games.manawave.phases.secret import Secret


def determinize(state: ManaState, rng: random.Random) -> ManaState:
    """One way in which it may truly be: each sealed choice is one of those that are open to its seat."""
    table, part = state.table, part_of(state.table)
    imagined = State(table, (Nothing(), Nothing()), state.sealed)
    if not isinstance(part, Secret) or table.ended:
        return imagined
    for seat in BOTH:
        if any(act == act.public() for act in state.sealed_by(seat)):
            open_ = part.examples(replace(table, committed=(False, False)), seat)
            imagined = imagined.with_sealed(seat, (rng.choice(open_),))
    return imagined
