"""What is read of dice: one die, one picture of them, one roll; and the words for people about each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["read", "doubtful", "cocked", "hidden", "moving", "small", "outside"]
"""read: value and existence are sure; doubtful: a die may be there or show this; cocked: no face lies on top; hidden:
something covers part of it; moving: it has not come to rest; small: too few pixels; outside: at the picture's edge."""

Verdict = Literal["read", "doubtful", "failed"]
"""read: every die is read, or surely none lies there; failed: the picture itself cannot be judged."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a top face in px, (0, 0) in the middle of the top left pixel."""

VALUES = (1, 2, 3, 4, 5, 6)

DIE_MM = 16.0
"""Edge of a die where nothing else is said: the commonest size with pips."""

UNKNOWN_COLOUR = "unknown"
"""Name of a colour that is none of those enrolled, or not surely one of them."""


@dataclass(frozen=True)
class Candidate:
    """A place where the detector sees a die's top face, untempered: nothing here is calibrated."""

    x_px: float
    y_px: float
    """Middle of the top face."""
    width_px: float
    height_px: float
    objectness: float
    """0 to 1: that a top face's middle is here."""
    values: tuple[float, ...]
    """Six probabilities that add up to 1, of the values 1 to 6 in order."""
    unreadable: float
    """0 to 1: that this die cannot be read."""
    rival: float = 0.0
    """Objectness of the strongest other face with another value, so near that both cannot be dice; 0 without."""

    @property
    def box(self) -> Box:
        half_x, half_y = self.width_px / 2, self.height_px / 2
        return self.x_px - half_x, self.y_px - half_y, self.x_px + half_x, self.y_px + half_y

    @property
    def side_px(self) -> float:
        """Side of the square of the box's area."""
        return float((self.width_px * self.height_px) ** 0.5)

    @property
    def likely(self) -> int:
        """The likeliest value, 1 to 6."""
        return 1 + max(range(6), key=self.values.__getitem__)


@dataclass(frozen=True)
class Posture:
    """What the posture network says of a candidate, each from 0 to 1: even odds where it is not asked."""

    flat: float = 0.5
    """That a die lies flat there."""
    there: float = 0.5
    """That one is there at all."""
    clear: float = 0.5
    """That the one there is clear."""


UNASKED = Posture()
LOOKS_CLEAR = 0.15
"""The chance from which on what is known of clear dice counts: their lower face shines through, and draws their box to
and fro. Of eleven clear dice that nothing had seen in 250 rendered rolls ten had more where their box lay."""


@dataclass(frozen=True)
class Face:
    """What the face network says of a candidate, each from 0 to 1."""

    pips: float
    """That a top face with pips is there."""
    there: float
    """That a die's top face is there, whatever it shows."""


UNSEEN = Face(1.0, 0.0)
"""Where it is not asked: nothing is doubted for it, and nothing held."""


@dataclass(frozen=True)
class Die:
    """One die of a picture. `value` is None unless `state` is "read": what is only likely stands in `likely`."""

    value: int | None
    colour: str
    """A name out of the colours enrolled, or `UNKNOWN_COLOUR`."""
    box: Box
    """The top face in the picture's own px."""
    confidence: float
    """0 to 1, calibrated: that a die is there and shows `likely`."""
    state: State
    likely: int | None = None
    colour_confidence: float = 0.0
    existence: float = 1.0
    """0 to 1: that a die is there at all, whatever it shows."""
    clear: float | None = None
    """0 to 1: that it is clear, by the posture network; None where that was not asked."""
    is_there: bool = True
    """Whether the posture network does not doubt that a die is there."""
    has_pips: bool = True
    """Whether the face network rather sees pips on top."""

    @property
    def middle_px(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True)
class DiceReading:
    """The dice of one picture, from the top left on."""

    verdict: Verdict
    dice: tuple[Die, ...]
    face_px: float | None
    """Side of a top face in the picture's px; None where no scale was found."""
    scale_sure: float
    """0 to 1: 1 where the scale is known or no other one comes near, 0 where another is as good."""
    sentence: str
    """For people: what is read, or what to do."""
