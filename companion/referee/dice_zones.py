"""What dice that lie still in zones of the mat come to, for the pages. Pure, and public, as the mat is."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.core import Choice
from companion.games.dice import Finding
from companion.language.message import NOTHING, Message


class ZoneSight(msgspec.Struct, frozen=True):
    """What is to be said of the dice in one zone, and what may be tapped."""

    zone: str
    number: int
    """Of the look by which the dice are known: another one has another photograph."""
    text: Message
    answers: tuple[Choice[Any], ...] = ()
    is_proposal: bool = False
    """Whether the one answer is what was seen, and only to be confirmed."""
    looks_alike: bool = False
    """Whether no camera could tell the answers apart."""
    has_photo: bool = False


def sight_of(found: Finding, number: int, has_photo: bool) -> ZoneSight | None:
    """The words of a finding; None where there are none."""
    if found.act is not None or found.text == NOTHING:
        return None
    how = found.is_proposal, found.looks_alike
    return ZoneSight(found.zone, number, found.text, found.answers, *how, has_photo)
