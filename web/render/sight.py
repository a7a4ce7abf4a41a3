"""What the camera makes of the table, as one page shows it: a sign, a sentence, and the answers it may tap."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from companion.games.core import Seat
from companion.language.message import Message, Text, sentences
from companion.referee.mismatch import Fix, Mismatch
from companion.referee.sight import Sight, SightState, may_answer
from companion.table.devices import DeviceHealth
from companion.table.pieces import PieceKind
from companion.table.seen import BACK
from web.http.speech import said
from web.render.buttons import Button, make_button
from web.render.where import Words

SIGNS: Final[dict[SightState, tuple[str, str]]] = {
    "off": ("", ""),
    "unseen": ("×", "Not in view"),
    "reaching": ("↓", "Hands at work"),
    "looking": ("…", "Looking"),
    "settled": ("✓", "The table is right"),
    "open": ("+", "More to come?"),
    "in_progress": ("◐", "Not finished"),
    "restoring": ("↺", "Put it back"),
    "question": ("?", "Which was it?"),
    "mismatch": ("!", "Something is wrong"),
}
"""A sign and a few words for each state: its colour is never the only thing that tells it."""
URGENT: Final[tuple[SightState, ...]] = ("unseen", "question", "mismatch", "restoring")
"""States that a screen reader is told of; the others come and go with every hand."""
STILL: Final[tuple[SightState, ...]] = ("settled", "open", "in_progress", "restoring", "question", "mismatch")
"""States in which the list of hidden zones does not flicker."""


class Helping(msgspec.Struct, frozen=True):
    """Who lays what a virtual table lacks: said on every page, and done by hands for who may ask for it."""

    button: str
    """What to tap; empty where somebody else has to."""
    address: str
    """Where that tap is sent."""
    text: str
    """Who has to do something, and where; empty where there is nothing to add."""
    told: str = ""
    """What is answered to that tap."""
    is_own: bool = False
    """Whether this page's seat tapped what is to be laid."""


class SightPart(msgspec.Struct, frozen=True):
    """What one page shows of a sight."""

    state: SightState
    sign: str
    word: str
    text: Text
    spoken: Text
    """What a screen reader is told when it changes."""
    answers: tuple[Button, ...] = ()
    """Answers that this page may tap."""
    others: tuple[Text, ...] = ()
    """Answers that only somebody else may tap, in words."""
    note: Text = ""
    address: str = ""
    """Where a tap is sent."""
    mismatches: tuple[Mismatch, ...] = ()
    fixes: tuple[Fix, ...] = ()
    done: tuple[Fix, ...] = ()
    covered: tuple[Message, ...] = ()
    may_restore: bool = False
    """Whether this page has the host's button that says the table is right."""
    may_set_aside: bool = False
    """Whether it has those that say that the camera misreads a place."""
    may_believe: bool = False
    """Whether it has the one that lets markers count again."""
    helping: Helping | None = None
    """How a virtual table is helped to show the game; None where nothing is to be laid."""
    is_aside: bool = False
    """Whether that waits below, as this page has something else to tap, which it must not push away."""
    where: tuple[Words, ...] = ()
    """Where the next act can be tapped, where that is not on this page."""

    @property
    def speaks(self) -> bool:
        """Whether somebody should read it now; else one short line of it is enough."""
        has_help = self.helping is not None and not self.is_aside
        return self.state in URGENT or has_help or bool(self.answers or self.where or self.note)


def sight_part(sight: Sight, kinds: dict[str, PieceKind], seat: Seat | None, is_host: bool, is_over: bool) -> SightPart:
    """A sight for the page of a seat, of the host (who answers for everybody), or of the public (who answers nothing).

    Nothing is asked in a game that is over.
    """
    mine = [choice for choice in sight.question if not is_over and may_answer(choice, seat, is_host)]
    sign, word = SIGNS[sight.state]
    return SightPart(
        sight.state,
        sign,
        word,
        sight.text,
        sentences(f"{word}.", sight.text) if sight.state in URGENT else "",
        tuple(make_button(choice, kinds) for choice in mine),
        () if is_over else tuple(choice.label for choice in sight.question if choice not in mine),
        sight.note,
        "/tap" if seat is None else f"/seat/{seat + 1}/tap",
        sight.mismatches if sight.state == "mismatch" else (),
        sight.fixes if sight.state in ("mismatch", "restoring") else (),
        sight.done if sight.state in ("mismatch", "restoring") else (),
        sight.covered if sight.state in STILL else (),
        is_host and sight.state == "restoring",
        is_host and sight.state == "mismatch",
        is_host and sight.has_misread,
    )


def without_camera(part: SightPart, camera: DeviceHealth) -> SightPart:
    """The same where nothing has looked yet: a calm line that says why, and what to do."""
    return msgspec.structs.replace(part, sign="–", word="By taps", text=camera.text)


def of_bots(part: SightPart, sight: Sight) -> SightPart:
    """The same where all that it asks is of acts of bots: nobody is asked, because their players answer."""
    told: Text = "What a bot did there is told in a moment."
    text = sentences(*(choice.label for choice in sight.question)) if sight.state == "open" else told
    return msgspec.structs.replace(part, sign="…", word="Not finished", text=text, spoken="", answers=(), others=())


def helping(
    sight: Sight, actor: tuple[Seat, str] | None, seat: Seat | None, is_host: bool, *, hold_still: bool = False
) -> Helping | None:
    """How a page of a virtual table lets hands lay what is missing, or put a wrong table right.

    `actor` is the person whose act was tapped, and their name; None where nobody in particular has to lay it. Then
    hands do it by themselves in a moment, unless they `hold_still`.
    """
    base = "" if seat is None else f"/seat/{seat + 1}"
    may_ask = is_host or seat is not None
    if sight.state == "mismatch":
        told = "Hands put it right now."
        return Helping("Put it right for me", f"{base}/virtual/lay", "", told) if may_ask else None
    if not (sight.is_told and sight.fixes):
        return None
    if actor is not None and not is_host and actor[0] != seat:
        return Helping("", "", f"{actor[1]} lays it, on their page “Pieces”.")
    if actor is None and not hold_still:
        return Helping("", "", "The hands at the table do it in a moment.")
    if not may_ask:
        return None
    what, times, rest = _moves(sight)
    is_own = actor is not None and actor[0] == seat
    own = _own_words(sight) if is_own else ""
    told = f"Hands do it now: {what}{times}."
    return Helping(f"{what} for me{times}", f"{base}/virtual/lay", f"{rest} {own}".strip(), told, is_own)


def _moves(sight: Sight) -> tuple[str, str, str]:
    """What is to be laid, with piece and place, how often, and the moves after the first, which the sight names."""
    moves = Counter(said(fix.text).removesuffix(".") for fix in sight.fixes)
    (first, *others) = ((what, f", {count} times" if count > 1 else "") for what, count in moves.items())
    if not others:
        return *first, ""
    then = (f"{what[:1].lower()}{what[1:]}{times}" for what, times in others)
    return f"Do these {moves.total()} moves", "", f"Then: {'; '.join(then)}."


def _own_words(sight: Sight) -> str:
    """How somebody lays it themselves; of a card of their hand that nobody else sees only they can say which."""
    if any(fix.kind == BACK and not fix.source for fix in sight.fixes):
        return "Choose the card on the page “Pieces”; hands take any that fits, and else deal you others."
    return "Lay it on the page “Pieces”, or let it be laid."
