"""Waves says in each of a thousand virtual games what an earlier version said, word for word."""

from __future__ import annotations

import pytest

from tests.companion.games.waves.kept_words import SEEDS, digest, kept

QUICK = 10
"""Games of the quick suite; the slow one plays them all."""
PART = 100


def _differing(seeds: range) -> list[int]:
    """Seeds whose words are others now; `kept_words.py` says how to see which."""
    then = kept()
    assert len(then) == SEEDS
    return [seed for seed in seeds if digest(seed) != then[seed]]


@pytest.mark.slow
def test_waves_says_what_it_said() -> None:
    assert _differing(range(QUICK)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_waves_says_what_it_said_in_every_game(first: int) -> None:
    assert _differing(range(first, first + PART)) == []
