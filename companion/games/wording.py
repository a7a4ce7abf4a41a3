"""Words that sentences of every game share."""

from __future__ import annotations

from collections.abc import Sequence


def listing(words: Sequence[str]) -> str:
    """Words joined as in a sentence; at least one."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
