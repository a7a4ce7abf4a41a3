"""Playsets: the cards and figures of a game as a designer writes them, read with every fault, and tried in many games.

A game whose cards are data says here how they are read, how one game by bots is counted, and what the counts of many
mean. Nothing here reads a file, a clock or a line number: a place is a path of keys and numbers, as in a TOML file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from companion.language.message import NOTHING, Message
from companion.playsets.shares import Share

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and numbers from 0 of what stands in lists."""
Bots: TypeAlias = Literal["random", "greedy"]
BOTS: Final[tuple[Bots, ...]] = ("random", "greedy")
"""Who plays: bots that choose by lot, and bots that look ahead and take what they like best."""
Tally: TypeAlias = dict[str, int]
"""What was counted, by names of the game's own. Tallies of several games are added, in any order."""
Part: TypeAlias = Literal["key", "value"]


class Remark(msgspec.Struct, frozen=True):
    """Something wrong or odd in a playset: what it is and what to do about it, and where."""

    path: Path
    text: Message
    at: Part = "value"
    """Whether the key or its value is meant."""


class Reading(msgspec.Struct, frozen=True):
    """A playset as it was read."""

    faults: tuple[Remark, ...]
    """With one of these no game can be played."""
    warnings: tuple[Remark, ...]
    playset: Any = None
    """The game's own record of it; None with a fault."""
    title: str = ""
    """What its author calls it."""


Weight: TypeAlias = Literal["fault", "warning", "note"]
"""No game can be played so; worth a change; worth knowing."""


class Finding(msgspec.Struct, frozen=True):
    """What many games have shown, in a plain sentence or two."""

    weight: Weight
    text: Message
    size: float
    """Among findings of the same weight the larger comes first."""
    path: Path = ()
    """Of the card that it is about."""


class ShareRow(msgspec.Struct, frozen=True):
    """One share in a chart."""

    name: Message
    share: Share
    is_flagged: bool = False
    path: Path = ()


class ShareChart(msgspec.Struct, frozen=True):
    """Shares of one kind as bars with intervals."""

    key: str
    title: Message
    about: tuple[Message, ...]
    rows: tuple[ShareRow, ...]
    fair: float | None = None
    """Where a line is drawn: what would be fair, or the same for all."""


class RoundLine(msgspec.Struct, frozen=True):
    """How one figure went from round to round: its mean, and the band in which the middle two thirds of games lie."""

    name: Message
    means: tuple[float, ...]
    bands: tuple[tuple[float, float], ...]


class RoundChart(msgspec.Struct, frozen=True):
    """How figures went over a game."""

    key: str
    title: Message
    about: tuple[Message, ...]
    axis: Message
    marks: tuple[int, ...]
    lines: tuple[RoundLine, ...]


class Sheet(msgspec.Struct, frozen=True):
    """A table of words and figures."""

    key: str
    title: Message
    about: tuple[Message, ...]
    head: tuple[Message, ...]
    rows: tuple[tuple[Message, ...], ...]
    paths: tuple[Path, ...] = ()
    """Of the card in each row."""


Chart: TypeAlias = ShareChart | RoundChart | Sheet


class Section(msgspec.Struct, frozen=True):
    """Charts of one subject."""

    title: Message
    charts: tuple[Chart, ...]
    about: tuple[Message, ...] = ()


class TrialReport(msgspec.Struct, frozen=True):
    """What many games have shown of a playset."""

    findings: tuple[Finding, ...]
    """The most important first."""
    sections: tuple[Section, ...]
    method: tuple[Message, ...] = ()
    """How it was found, and what it cannot tell."""
    lead: Message = NOTHING
    """What the games were like, in a sentence."""


class Playsets(ABC):
    """How one game reads and tries playsets. Every method is pure."""

    tally_version: ClassVar[str]
    """Tallies of another version cannot be added to. Another one where rules, bots or what is counted change."""

    @abstractmethod
    def read(self, table: Mapping[str, Any]) -> Reading:
        """The playset that a TOML file says, with everything that is wrong or odd in it as far as reading tells."""

    @abstractmethod
    def play(self, playset: Any, bots: Bots, seed: int) -> Tally:
        """What one game showed. The same seed gives the same game."""

    @abstractmethod
    def report(self, playset: Any, tallies: Mapping[Bots, Tally]) -> TrialReport:
        """What the tallies of many games mean; bots that have played none are left out."""


def add(tally: Tally, more: Mapping[str, int]) -> None:
    """Add what other games showed."""
    for key, number in more.items():
        tally[key] = tally.get(key, 0) + number
