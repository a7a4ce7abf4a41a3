"""Dice that came to rest, as whoever looks at the tray tells of them: one record a roll, in millimetres on the mat."""

from __future__ import annotations

from typing import Literal

import msgspec

DieState = Literal["read", "doubtful", "cocked", "hidden", "moving", "small", "outside"]
"""read: the value is sure; doubtful: a die may be there, or show this; cocked: no face lies on top; hidden: something
covers part of it; moving: it does not lie still; small: too few pixels; outside: it lies across the tray's edge."""


class DieSighting(msgspec.Struct, frozen=True):
    """One die of a roll."""

    value: int | None
    """1 to 6; None unless `state` is "read"."""
    likely: tuple[int, ...]
    """Values that it may show, the likeliest first; those that are missing are not likelier than one another."""
    colour: str
    x_mm: float
    y_mm: float
    """Its middle on the mat."""
    confidence: float
    """0 to 1, calibrated: that a die is there and shows the likeliest value."""
    state: DieState
    existence: float = 1.0
    """0 to 1: that a die is there at all, whatever it shows."""


class ClearDice(msgspec.Struct, frozen=True):
    """Whether clear dice may be rolled at a table."""

    may_be: bool
    said: bool | None
    """What the owner said of the box; None where that was left to the game."""
    by_game: bool
    """Whether the game's own box has some."""


class DiceZone(msgspec.Struct, frozen=True):
    """A zone of the mat in which dice are looked at now."""

    zone: str
    counts_first: bool = False
    """Whether dice count that lie there when looking begins; else only those that come later are told of."""
    tells_gone: bool = False
    """Whether it is told as well what is left once dice were taken away; always so where dice are not rolled."""


class TrueDie(msgspec.Struct, frozen=True):
    """One die of a virtual table as it truly lies; its middle on the mat."""

    value: int
    colour: str
    x_mm: float
    y_mm: float
    zone: str = ""
    """Where it lies, by the zone's name; empty where nobody said so."""
    was: int = 0
    """What it shows where a hand takes it from, and turns it; 0 where it is not turned."""


class PieceSighting(msgspec.Struct, frozen=True):
    """One piece as its marker is seen: where that is on the mat, and how far turned clockwise, in degrees."""

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float


class LyingDice(msgspec.Struct, frozen=True):
    """All dice that lie still in one zone, and the pieces there."""

    dice: tuple[DieSighting, ...]
    pieces: tuple[PieceSighting, ...] = ()


class RollSighting(msgspec.Struct, frozen=True):
    """Dice that came to rest in one zone of the mat, from the top left on; all that lie there."""

    at_s: float
    """When they had lain still long enough, by the camera's clock."""
    frame: int
    """Number of the camera's frame in which that was seen; 0 where there was none."""
    verdict: Literal["read", "doubtful"]
    """"read" only where each die is."""
    dice: tuple[DieSighting, ...]
    text: str
    """For people: what they show, and what to do where one cannot be read."""
    again: bool = False
    """Whether these dice were told of before and have not moved since: more of them can be read now."""
    zone: str = ""
    """Where they lie; empty for the zone in which the game's dice are rolled."""
