"""Who has more or less of a thing than before, in a few words each: for games in which seats gain and lose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.core import Seat, View
from companion.language.message import Message, say
from companion.language.values import Count, Noun


def change_words(noun: Noun, by: int, now: int) -> Message:
    """How much more or less there is, and how much there is now: "+1 gold (3 now)"."""
    if by < 0:
        return say("-{many} ({now} left)", many=Count(-by, noun), now=now)
    return say("+{many} ({now} now)", many=Count(by, noun), now=now)


def changes_of(noun: Noun, before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[Seat, Message]]:
    """Each seat that has more or less than before, and the change in words."""
    for seat, (was, now) in enumerate(zip(before, after, strict=True)):
        if was != now:
            yield seat, change_words(noun, now - was, now)


def changed_words(view: View[Any, Any], noun: Noun, before: Sequence[int], after: Sequence[int]) -> Iterator[Message]:
    """The same with the names: "Bea +2 Infamy (7 now)"."""
    for seat, change in changes_of(noun, before, after):
        yield say("{who} {change}", who=view.who(seat), change=change)
