"""Seeds of games: what everything that chance decides in one follows from, and so every card."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, TypeAlias

Seed: TypeAlias = int | str
"""A whole number that was typed, or that an older companion drew; or the hexadecimal digits that were drawn by lot.

Those are text because what reads JSON may take a number above 2**53 for another one beside it.
"""
BIGGEST_SEED: Final = 2**31 - 1
"""The biggest that can be typed."""
RANDOM_BITS: Final = 128
"""So many are drawn: nobody can try all of them out."""


def drawn_seed() -> Seed:
    """A seed that nobody can guess."""
    return secrets.token_hex(RANDOM_BITS // 8)


def is_guessable(seed: Seed) -> bool:
    """Whether somebody may know the seed, or find it by trying all there are."""
    return not isinstance(seed, str)


def part_of(seed: Seed, what: str) -> int:
    """The seed of one stream of chance beside the game's own: what is seen of that one tells nothing of any other."""
    return int.from_bytes(hashlib.sha256(f"{what}/{seed}".encode()).digest()[: RANDOM_BITS // 8])
