"""Words that sentences of every game share: lists, and how many there are of a thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_RULES: Final = re.compile(r" \((?:[A-Z]-\d{3}(?:, )?)+\)")


def listing(words: Sequence[str], joined_by: str = "and") -> str:
    """Words joined as in a sentence; at least one."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joined_by} {words[-1]}"


def without_rules(text: str) -> str:
    """A sentence without the ids of rules in brackets: those are for journals and reports, and no word at a table."""
    return _RULES.sub("", text)


def plural(number: int, one: str, many: str = "") -> str:
    """What so many of a thing are called: "card" for one, else "cards", or what else `many` says."""
    return one if number == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """So many of a thing: "1 card", "2 cards", "0 cards"."""
    return f"{number} {plural(number, one, many)}"
