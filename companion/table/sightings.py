"""What a camera saw on the mat, in the mat's millimetres: markers that count as facts, and those that do not."""

from __future__ import annotations

from typing import Literal, NewType

import msgspec

from companion.table.layout import Spot

MarkerId = NewType("MarkerId", int)
"""Number of an AprilTag 36h11, 0 to 586. The mat's own anchors take the first ones."""

BARE = MarkerId(586)
"""Printed wherever the marker of a piece may come to lie, on the mat and on the pieces themselves.

Seen, it proves that nothing lies there; where neither it nor a piece is seen, something hides the place. Reserved in
every game.
"""

CARD_BACK = MarkerId(4)
"""The back of every card of every game."""

MAT_CORNERS = 4
"""So many ids, from 0, are corners of mats."""

MAT_MARKS = range(500, 586)
"""Ids that say which mat lies there, one for each mat of any game (`Layout.mark`). No piece has one of them."""

Reason = Literal["unknown", "twice", "size", "outside", "misread"]
"""Why a marker is no fact; "misread" where the referee knows that the piece is another."""


class PrintedMarker(msgspec.Struct, frozen=True):
    """How a marker is printed. `side_mm` is the side of its black square."""

    side_mm: float
    shared: bool = False
    """Several pieces carry it, as all card backs do; seeing it twice is then no contradiction."""
    ground: bool = False
    """It stands for bare ground and not for a piece, so that nobody is told about one in an odd place."""


class Sighting(msgspec.Struct, frozen=True):
    """One marker in one frame.

    `x_mm`, `y_mm` is its centre from the mat's top left. `angle_deg` is how far it is turned clockwise as seen from
    above, 0 where its upper edge points to the mat's upper edge, in [0, 360). `side_mm` is measured on the plane of the
    mat: a marker held above the mat measures larger than it is. `at_s` is the frame's time by the camera's clock.
    """

    marker: MarkerId
    x_mm: float
    y_mm: float
    angle_deg: float
    side_mm: float
    confidence: float
    """1 where the measured side is the printed one, 0 where it is as far off as a fact may be. Not a probability."""
    at_s: float


class Rejection(msgspec.Struct, frozen=True):
    """A marker that was seen and is no fact, and the sentence that says why."""

    marker: MarkerId
    reason: Reason
    x_mm: float
    y_mm: float
    text: str


class Reading(msgspec.Struct, frozen=True):
    """What one look at the mat tells the referee. Without the mat nothing is read, and `unseen` says why."""

    at_s: float
    """When the frame was taken, by the camera's clock."""
    sightings: tuple[Sighting, ...] = ()
    rejected: tuple[Rejection, ...] = ()
    reaching: tuple[Spot, ...] = ()
    """Middle of each stretch of the mat's rim that is hidden: there something reaches over it, most likely an arm."""
    unseen: str = ""
    """A sentence; empty where the mat is in view."""
    frame: int = 0
    """Number of the camera's frame, by which a recording finds it; 0 where there was none."""
