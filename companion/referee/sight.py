"""What the camera's look at the table comes to, in words for the whole table: made from public views only."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.games.core import Choice, Seat
from companion.language.message import Message, Text
from companion.referee.mismatch import Fix, Mismatch

SightState = Literal[
    "off", "unseen", "reaching", "looking", "settled", "open", "in_progress", "restoring", "question", "mismatch"
]


class Sight(msgspec.Struct, frozen=True):
    """One sentence on how the table looks to the camera, and what follows from it.

    `off`: no camera, or this game is played by taps. `unseen`: the mat is not in view, the sentence says why and what
    to do. `reaching`: an arm is over the mat. `looking`: not settled yet. `settled`: the table shows the game. `open`:
    an act is seen that may still go on (one Rebel of several). `in_progress`: part of an act is seen, or a tap was made
    before its piece was moved. `restoring`: after an undo nothing is inferred until the old table is seen again.
    `question`: two explanations; tap the true one. `mismatch`: no legal act explains it.
    """

    state: SightState = "off"
    text: Text = ""
    question: tuple[Choice[Any], ...] = ()
    """Answers to tap: each is what was done. For `question`; for `open`, where it says "that is all"; and for a
    `mismatch` that is being put right, where what is seen may be an act as well."""
    mismatches: tuple[Mismatch, ...] = ()
    """Each zone that is wrong, with its rule; for `mismatch` only."""
    fixes: tuple[Fix, ...] = ()
    """The fewest moves that make the table right; for `mismatch`, `in_progress` and `restoring`."""
    done: tuple[Fix, ...] = ()
    """Moves that were asked for since the table was last right, and are done; for `mismatch` and `restoring`."""
    note: Text = ""
    """A word on a sensor that is not believed for now; empty as a rule."""
    has_misread: bool = False
    """Whether there are cards whose markers are set aside."""
    covered: tuple[Message, ...] = ()
    """Labels of the zones in which something hides what lies there; of a settled table those hidden by what stands
    there as it should."""
    is_told: bool = False
    """Whether all that is still to be moved belongs to acts that were tapped; for `in_progress`."""


def may_answer(choice: Choice[Any], seat: Seat | None, is_host: bool) -> bool:
    """Whether a page may tap an answer: the host any, a seat where all of it is its own or anybody's."""
    return is_host or (seat is not None and all(action.actor in (seat, None) for action in choice.actions))
