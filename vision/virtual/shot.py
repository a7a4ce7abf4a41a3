"""How a picture is taken: where the camera stands, the light, and what lens and sensor do to it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.table.kit import Kit
from companion.table.layout import Layout
from vision.lens import Lens

Matrix = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

MOST_TILT_DEG = 35.0
FOCAL = 1.1
"""Focal length in widths of the picture: 49 degrees from side to side, as a webcam has."""


@dataclass(frozen=True)
class CameraPose:
    """A camera over the middle of the mat, leaning over its lower edge by `tilt_deg` (0 to 35).

    `turn_deg` turns the mat clockwise in the picture; `shift_mm` moves the camera along the mat, right and down. Before
    it is shifted it stands as near as lets the mat fill the share `fill` of the picture.
    """

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    shift_mm: tuple[float, float] = (0.0, 0.0)
    fill: float = 0.94

    def __post_init__(self) -> None:
        if not 0 <= self.tilt_deg <= MOST_TILT_DEG:
            raise ValueError(f"A tilt of {self.tilt_deg} degrees is not one from 0 to {MOST_TILT_DEG:g}.")


@dataclass(frozen=True)
class Light:
    """`level` is the brightness where it is brightest; on the far side it is lower by the share `falloff`.

    `angle_deg` is where the light comes from, 0 for the top of the picture, clockwise.
    """

    level: float = 1.0
    falloff: float = 0.2
    angle_deg: float = 40.0


@dataclass(frozen=True)
class Shot:
    """One way of taking pictures. `blur_px` and `noise` are sigmas, of the lens in pixels, of the sensor in levels.

    `k1` and `k2` are what the lens bends (`Lens`); 0 is the ideal one. All places that are told in px are those of the
    ideal one; `lens_of` has the way from them to those of the picture.
    """

    pose: CameraPose = CameraPose()
    light: Light = Light()
    noise: float = 2.5
    blur_px: float = 0.6
    width_px: int = 2304
    height_px: int = 1296
    k1: float = 0.0
    k2: float = 0.0


LEAST_PX_PER_MM = 1.7
"""Below it a marker of 18 mm is now and then not read, frame after frame."""
LARGER_PX, LARGEST_PX = (1920, 1080), (2304, 1296)


def large_enough(shot: Shot, layout: Layout, kit: Kit) -> Shot:
    """The same shot, with a larger picture where its own would show the markers of a wide mat too small.

    Where pieces have smaller markers than the kit's, it is as large as a real camera's.
    """
    smallest_mm = min(each.side_mm for each in kit.printed.values())
    if shot.width_px / layout.width_mm * smallest_mm / kit.marker_side_mm >= LEAST_PX_PER_MM:
        return shot
    width_px, height_px = LARGER_PX if smallest_mm == kit.marker_side_mm else LARGEST_PX
    return replace(shot, width_px=width_px, height_px=height_px)


def lens_of(shot: Shot, camera: str = "Virtual camera") -> Lens | None:
    """The lens of these pictures, exactly; None where it is ideal."""
    if not (shot.k1 or shot.k2):
        return None
    focal_px, middle_px = FOCAL * shot.width_px, ((shot.width_px - 1) / 2, (shot.height_px - 1) / 2)
    return Lens(
        camera, shot.width_px, shot.height_px, focal_px, focal_px, *middle_px, shot.k1, shot.k2, status="assumed"
    )


def mat_to_picture(width_mm: float, height_mm: float, shot: Shot, above_mm: float = 0.0) -> Matrix:
    """Homography (3, 3) from mm on the mat to px; the origins are its top left and the middle of the top left pixel.

    With `above_mm` it is that of a plane so far above the mat: a thing held there looks larger, and further out.
    """
    pose = shot.pose
    tilt, turn = math.radians(pose.tilt_deg), math.radians(pose.turn_deg)
    turned = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    leant = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    focal_px, middle_px = FOCAL * shot.width_px, np.array([shot.width_px - 1, shot.height_px - 1]) / 2
    lens = np.array([[focal_px, 0, middle_px[0]], [0, focal_px, middle_px[1]], [0, 0, 1]])
    axes, down = (leant @ turned)[:, :2], (leant @ turned)[:, 2]
    corners = np.array([[0, 0, 1], [width_mm, 0, 1], [width_mm, height_mm, 1], [0, height_mm, 1]], dtype=np.float64)

    def view(distance_mm: float) -> Matrix:
        middle = np.array([0, 0, distance_mm]) - axes @ np.array([width_mm / 2, height_mm / 2])
        return np.asarray(lens @ np.column_stack([axes, middle]), dtype=np.float64)

    distance_mm = width_mm / 4 + height_mm / 2
    while True:
        seen = corners @ view(distance_mm).T
        reach = np.abs(seen[:, :2] / seen[:, 2:] - middle_px) / (middle_px + 0.5)
        if (seen[:, 2] > 0).all() and reach.max() <= pose.fill:
            break
        distance_mm *= 1.005
    moved = np.eye(3)
    moved[:2, 2] = -np.asarray(pose.shift_mm)
    seen_from = view(distance_mm)
    seen_from[:, 2] -= above_mm * (lens @ down)
    return np.asarray(seen_from @ moved, dtype=np.float64)


def brightness(shot: Shot) -> Floats:
    """How bright the light makes every pixel, (H, W) float32; 1 leaves it as it is."""
    angle = math.radians(shot.light.angle_deg)
    across = np.linspace(-1, 1, shot.width_px, dtype=np.float32) * math.sin(angle)
    down = np.linspace(-1, 1, shot.height_px, dtype=np.float32) * -math.cos(angle)
    towards = across[None, :] + down[:, None]
    towards = (towards - towards.min()) / max(float(np.ptp(towards)), 1e-6)
    return np.asarray(shot.light.level * (1 - shot.light.falloff * (1 - towards)), dtype=np.float32)
