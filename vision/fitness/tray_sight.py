"""From which angle the dice of the tray are seen, and where the camera should stand: it matters most for clear ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.table.fitness import Check, Verdict
from companion.table.layout import Zone
from vision.camera_pose import PosedCamera

LEAST_DEG, MOST_DEG = 10.0, 25.0
"""The angles to the mat's perpendicular between which the pips on top of a clear die and those below it part best: of
five makers' dice that no network had seen 93 to 99.9 % were read right there, and 59 to 99 % below 5 degrees."""
EDGE_DEG = 5.0
"""So far beyond that the tray's corners may be, as no tray of 22 cm fits between from the height of a usual camera."""
STEEP_DEG = 35.0
"""Over it sides look like tops for all dice: no camera is tested so far aside."""
AIM_DEG = 17.0
"""The angle for the middle of the tray that the cure leads to."""
TOP_MM = 16.0
"""Height of the top faces, where the angle counts."""
INSIDE_MM = 16.0
"""So far from the tray's edges dice lie at least."""
TITLE = "Sight of the dice tray"


@dataclass(frozen=True)
class LookedAtTray:
    """The dice tray of the game that is played."""

    zone: Zone
    may_be_clear: bool
    """Whether clear dice may be rolled in it; where none is, it may as well be seen from straight above."""


def check_tray(camera: PosedCamera | None, tray: LookedAtTray) -> Check:
    """Whether the tray is seen from an angle at which its dice are read well; else how to move the camera.

    `camera` is None where the mat, and so where it stands, is not known.
    """

    def check(verdict: Verdict, figure: str, text: str) -> Check:
        return Check("tray", TITLE, verdict, figure, text)

    if camera is None:
        return check("unknown", "", "From where the dice tray is seen cannot be told until the mat is found.")
    middle, near, far = angles(camera, tray.zone)
    figure = f"{near:.0f}° to {far:.0f}° from straight above, {middle:.0f}° in its middle"
    least = LEAST_DEG if tray.may_be_clear else 0.0
    if least <= middle <= MOST_DEG and near >= least - EDGE_DEG and far <= MOST_DEG + EDGE_DEG:
        return check("fit", figure, "The dice tray is seen from a good angle.")
    aside_mm = _aside_mm(camera, tray.zone)
    best_mm = math.tan(math.radians(AIM_DEG)) * _above_mm(camera)
    if middle < (least + MOST_DEG) / 2:
        text = (
            "The dice are seen from too nearly straight above: the pips on top of a clear die then cover those below "
            f"it. Move the camera about {_cm(best_mm - aside_mm)} cm farther from above the tray, to whichever side "
            "leaves the whole mat in view, and turn it back towards the mat."
        )
        return check("barely", figure, text)
    text = (
        "The dice are seen from too far aside: their sides look like tops. Move the camera about "
        f"{_cm(aside_mm - best_mm)} cm nearer to above the tray, or higher."
    )
    return check("barely" if middle <= STEEP_DEG else "unfit", figure, text)


def angles(camera: PosedCamera, zone: Zone) -> tuple[float, float, float]:
    """From how far beside straight above dice are seen, in degrees: in the tray's middle, at least and at most."""
    left, top = zone.x_mm + INSIDE_MM, zone.y_mm + INSIDE_MM
    right, bottom = zone.x_mm + zone.width_mm - INSIDE_MM, zone.y_mm + zone.height_mm - INSIDE_MM
    x, y, _ = camera.place_mm
    nearest = min(max(x, left), right), min(max(y, top), bottom)
    corners = [(across, down) for across in (left, right) for down in (top, bottom)]
    return (
        _angle(camera, *_middle(zone)),
        _angle(camera, *nearest),
        max(_angle(camera, *corner) for corner in corners),
    )


def _angle(camera: PosedCamera, x_mm: float, y_mm: float) -> float:
    return math.degrees(math.atan(math.hypot(*camera.slope(x_mm, y_mm, TOP_MM))))


def _middle(zone: Zone) -> tuple[float, float]:
    return zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2


def _aside_mm(camera: PosedCamera, zone: Zone) -> float:
    """How far beside the tray's middle the camera stands."""
    x, y, _ = camera.place_mm
    middle = _middle(zone)
    return math.dist((x, y), middle)


def _above_mm(camera: PosedCamera) -> float:
    return max(camera.above_mm - TOP_MM, 1.0)


def _cm(mm: float) -> int:
    return max(1, round(mm / 10))
