"""A whole game says what is written down, line by line; how to write it anew: `transcript.py`."""

from __future__ import annotations

from difflib import unified_diff

from tests.companion.games.rolling_with_the_waves.transcript import FILE, lines


def test_every_scene_says_what_is_written_down() -> None:
    written = FILE.read_text(encoding="utf-8").splitlines()
    differing = list(unified_diff(written, list(lines()), "transcript.txt", "said now", lineterm="", n=1))
    assert not differing, "\n".join(differing)
