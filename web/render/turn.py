"""Whose turn it is and what to do, as the head of a seat's page says it; and which things to do are one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from companion.games.core import Prompt, Seat, ToDo
from companion.language.message import Message, Text, listing, say
from web.http.speech import said
from web.render.mat import AnyView

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot

Kind: TypeAlias = Literal["mine", "others", "all"]
SHORT: Final = 48
"""So many letters are two lines on a small phone."""
LEAST_FIRST: Final = 8
"""Shorter is no sentence, but an abbreviation."""
LEAST_BEFORE_LIST: Final = 18
"""What stands before a colon is shorter only where it says nothing by itself."""


class Turn(msgspec.Struct, frozen=True):
    """Who acts, for one who sits at the table."""

    kind: Kind
    words: Message
    seat: Seat | None = None
    """Whose turn it is, where it is one other's alone."""


class Step(msgspec.Struct, frozen=True):
    """Those lines of a thing to do that are for the same people; its number is that in the whole order."""

    number: int
    title: Message
    lines: tuple[Message, ...]


def awaited(snapshot: Snapshot, view: AnyView, prompt: Prompt, *, is_dealers: bool) -> tuple[Message, ...]:
    """Who acts next, by name, as this view reads it; where all do together and nobody has yet, everybody."""
    if is_dealers:
        return (say("the dealer"),)
    seats = prompt.seats or tuple(sorted(snapshot.attended.waits_for))
    if not seats and snapshot.is_virtual:
        seats = tuple(each.seat for each in snapshot.seats if each.holder == "person")
    if not seats or (len(seats) == len(view.names) and not prompt.seats):
        return (say("everybody"),)
    return tuple(say("you") if each == view.seat else say("{who}", who=view.who(each)) for each in seats)


def turn_of(prompt: Prompt, view: AnyView, *, is_dealers: bool = False) -> Turn | None:
    """Whose turn it is as this seat reads it; None for who has no seat."""
    seats, seat = prompt.seats, view.seat
    if seat is None:
        return None
    if is_dealers:
        return Turn("others", say("The dealer acts"))
    if not seats:
        return Turn("all", say("All together"))
    if seat not in seats:
        names = listing(view.who(each) for each in seats)
        words = say("{names} {number?acts|act}", names=names, number=len(seats))
        return Turn("others", words, seats[0] if len(seats) == 1 else None)
    if len(seats) == 1:
        return Turn("mine", say("Your turn"))
    if len(seats) == len(view.names):
        return Turn("mine", say("Everybody"))
    return Turn("mine", say("You, {names}", names=listing((view.who(each) for each in seats if each != seat), ",")))


def headline(text: Text) -> tuple[str, str]:
    """A prompt as its first sentence and the rest; all in the first one where it is short."""
    whole = said(text)
    if len(whole) <= SHORT:
        return whole, ""
    ends = [whole.find(end, LEAST_FIRST) for end in (". ", "? ", "! ")]
    at = min((each for each in ends if each >= 0), default=whole.find(": ", LEAST_BEFORE_LIST))
    return (whole[: at + 1], whole[at + 2 :]) if at >= 0 else (whole, "")


def parted(steps: Sequence[ToDo], seat: Seat | None) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """What is told to this seat or to all, and what others do; each in the order of the whole."""
    own, others = list[Step](), list[Step]()
    for number, step in enumerate(steps, 1):
        whose = step.seats or (None,) * len(step.lines)
        for found, is_own in ((own, True), (others, False)):
            lines = tuple(
                line for line, each in zip(step.lines, whose, strict=True) if (each in (None, seat)) is is_own
            )
            if lines:
                found.append(Step(number, step.title, lines))
    return tuple(own), tuple(others)
