"""Lines of the log as pages show them: with each rule behind the act, in the game's words where it has some."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from companion.language.message import Text
from companion.live.requests import LogLine
from web.http.speech import foreign

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


class LineRule(msgspec.Struct, frozen=True):
    """A rule behind an act."""

    id: str
    words: Text
    """What it says; empty where the game has no words for it, and then its id is all there is to show."""


class ShownLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A log line as the first page and the stream have it."""

    number: int
    text: Text
    rules: tuple[LineRule, ...]
    kind: Literal["act", "correction", "undo", "redo", "seat", "end"]
    has_evidence: bool
    lang: str = ""
    """The language of its text, where that is not the page's own."""


def shown_lines(snapshot: Snapshot, lines: Iterable[LogLine]) -> tuple[ShownLine, ...]:
    """The same lines, with their rules in words."""
    words = snapshot.game.screen.rule_words(snapshot.view(None))
    return tuple(
        ShownLine(
            line.number,
            line.text,
            tuple(LineRule(rule, words.get(rule, "")) for rule in line.rules),
            line.kind,
            line.has_evidence,
            foreign(line.text),
        )
        for line in lines
    )
