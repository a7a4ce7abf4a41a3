"""One thing that is wrong in a game: where, what, and what to do about it; and many of them without repetition."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from companion.conformance.source import Source
from companion.games.faults import Fault

_VARIES: Final = re.compile(r"\d+|“[^”]*”")
"""What the same mistake says otherwise each time: numbers, and what is quoted of people's words."""
_LINE: Final = re.compile(r":\d+$")
Weight: TypeAlias = Literal["fault", "note"]
"""The game has to be mended; or it is worth knowing."""


class Finding(msgspec.Struct, frozen=True, order=True):
    """What is wrong and what to do, a sentence each, in English: whoever writes a game reads it in a terminal."""

    place: str
    """File and line, as "companion/games/waves/game.py:12"; the file alone, or the package's, where none is known."""
    text: str
    cure: str
    weight: Weight = "fault"

    @property
    def file(self) -> str:
        """The place without its line."""
        return _LINE.sub("", self.place)

    def __str__(self) -> str:
        """All of it in one line."""
        return " ".join(filter(None, (f"{self.place}:", self.text, self.cure)))


def finding_of(fault: Fault, source: Source, elsewhere: str = "") -> Finding:
    """What a fault is: where it names no file, it stands `elsewhere`, and where that is not known, at the front."""
    place = fault.place(source.place) if fault.file else elsewhere or source.front
    return Finding(place, *parted(fault.text))


def parted(said: str) -> tuple[str, str]:
    """What is wrong and, as the last of several sentences, what to do; the latter is empty after a single one."""
    text, stop, cure = said.rpartition(". ")
    return (f"{text}.", cure) if stop else (said, "")


class Findings:
    """What was found by now: of each kind the first, for a mistake in a phase shows in every round."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Finding] = {}

    def add(self, kind: Hashable, finding: Finding) -> None:
        """Keep it, unless something of this kind was found before."""
        self._found.setdefault(kind, finding)

    def extend(self, findings: Iterable[Finding]) -> None:
        """Keep all of them that nobody has said before of this place, be it of other numbers or words."""
        for each in findings:
            self.add((each.place, _VARIES.sub("#", each.text)), each)

    def __iter__(self) -> Iterator[Finding]:
        """In the order in which they were found."""
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    @property
    def has_faults(self) -> bool:
        """Whether anything has to be mended."""
        return any(each.weight == "fault" for each in self)
