"""The game says what is written down, line by line; how to write it anew: `transcript.py`."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.companion.games.manawave.transcript import FILE, lines


@pytest.mark.slow
def test_each_sentence_is_said_as_it_is_written_down() -> None:
    written = FILE.read_text(encoding="utf-8").splitlines()
    differing = list(unified_diff(written, list(lines()), FILE.name, "said now", lineterm="", n=1))
    assert not differing, "\n".join(differing)


@pytest.mark.rule("M-122")
def test_with_families_nothing_is_called_a_tile() -> None:
    told = list(lines([(6, {"mode": "nexus", "pieces": "families"})]))
    assert any("Family" in line for line in told)
    assert not [line for line in told if "tile" in line.lower().replace("nexus tile", "")]
