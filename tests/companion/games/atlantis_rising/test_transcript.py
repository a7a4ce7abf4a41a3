"""The game says what is written down, line by line; how to write it anew: `transcript.py`."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.companion.games.atlantis_rising.transcript import FILE, lines


@pytest.mark.slow
def test_each_sentence_is_said_as_it_is_written_down() -> None:
    written = FILE.read_text(encoding="utf-8").splitlines()
    differing = list(unified_diff(written, list(lines()), FILE.name, "said now", lineterm="", n=1))
    assert not differing, "\n".join(differing)
