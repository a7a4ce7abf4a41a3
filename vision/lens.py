"""What a lens does to straight lines, and how it is undone: the pinhole picture of the same focal length and middle.

Two kinds of px: *raw* ones of the camera's own picture, and *straight* ones of an ideal pinhole camera with the same
focal length and middle. Markers are found in the raw picture and straightened at once; only the rim and what people
are shown go the other way. Straight px may lie outside the raw picture: a wide lens shows more than a pinhole would.

BadLensFile (CompanionError, ValueError)   a file of lenses that is damaged, or has one that cannot be
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_text import parse_toml
from vision.cameras.frames import Pixels
from vision.markers import Markers
from vision.mat import Mat

Points = npt.NDArray[np.float64]
Maps = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16], int, int]
"""For `cv2.remap`, and where the top left pixel of the straight picture lies, in straight px."""

ITERATIONS, EXACT = 60, 1e-9
"""To straighten has no formula; so many steps at most, until they are shorter than this, in focal lengths."""

FARTHEST = 3.0
"""Tangent of the angle from the middle up to which a lens is followed: 72 degrees."""

MOST_BESIDE = 0.3
"""Of its width and height, so much of the straight picture is drawn beside each edge of the raw one at most."""

SLACK = 0.01
"""By so much two aspect ratios may differ and be the same: sizes are whole px."""

Length = Annotated[float, msgspec.Meta(gt=0)]


class BadLensFile(CompanionError, ValueError):
    """A file of lenses that cannot be read; the message names it."""


class Lens(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One camera's lens at one size of picture, by OpenCV's model (`cv2.calibrateCamera`)."""

    camera: str
    """The camera's name, as `Camera.name` has it."""
    width_px: Annotated[int, msgspec.Meta(gt=0)]
    height_px: Annotated[int, msgspec.Meta(gt=0)]
    focal_x_px: Length
    focal_y_px: Length
    middle_x_px: float
    middle_y_px: float
    k1: float
    """Radial; below 0 for a wide lens, which shows straight lines as barrels."""
    k2: float = 0.0
    p1: float = 0.0
    """Tangential, as `p2`: a lens that is not quite parallel to its sensor."""
    p2: float = 0.0
    k3: float = 0.0
    error_px: float = 0.0
    """Root mean square distance of the calibration's corners from where the lens has them."""
    views: int = 0
    status: Literal["calibrated", "assumed"] = "calibrated"
    date: str = ""
    """Day of the calibration, ISO 8601."""

    @cached_property
    def matrix(self) -> Points:
        """(3, 3) from directions to straight px."""
        return np.array(
            [[self.focal_x_px, 0, self.middle_x_px], [0, self.focal_y_px, self.middle_y_px], [0, 0, 1]], np.float64
        )

    @cached_property
    def reach(self) -> float:
        """Tangent of the angle from the middle up to which what lies further out also shows further out."""
        out = np.linspace(0, FARTHEST, 3001)
        growth = 1 + 3 * self.k1 * out**2 + 5 * self.k2 * out**4 + 7 * self.k3 * out**6
        folds = np.flatnonzero(growth <= 0)
        return float(out[max(1, int(folds[0]) - 1)]) if len(folds) else FARTHEST

    def straighten(self, points_px: npt.NDArray[np.floating]) -> Points:
        """Raw points (N, 2) in straight px."""
        if not len(points_px):
            return np.empty((0, 2))
        raw = np.asarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        bent = np.array([self.k1, self.k2, self.p1, self.p2, self.k3])
        enough = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, ITERATIONS, EXACT)
        found = cv2.undistortPointsIter(raw, self.matrix, bent, np.eye(3), self.matrix, enough)
        return np.asarray(found, dtype=np.float64).reshape(-1, 2)

    def bend(self, points_px: npt.NDArray[np.floating]) -> Points:
        """Straight points (N, 2) in raw px. Those beyond the lens's reach come to lie outside what it shows."""
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        focal, middle = np.array([self.focal_x_px, self.focal_y_px]), np.array([self.middle_x_px, self.middle_y_px])
        out = (points - middle) / focal
        # The formula folds back far outside; there it goes on outwards instead, so that nothing shows up twice.
        beyond = np.maximum(np.hypot(out[:, 0], out[:, 1]) / self.reach, 1.0)[:, None]
        x, y = (out / beyond).T
        square = x * x + y * y
        radial = 1 + square * (self.k1 + square * (self.k2 + square * self.k3))
        bent_x = x * radial + 2 * self.p1 * x * y + self.p2 * (square + 2 * x * x)
        bent_y = y * radial + self.p1 * (square + 2 * y * y) + 2 * self.p2 * x * y
        return np.asarray(np.stack([bent_x, bent_y], axis=1) * beyond * focal + middle, dtype=np.float64)

    def straight_markers(self, markers: Markers) -> Markers:
        """The same markers, their corners in straight px."""
        corners = self.straighten(markers.corners_px.reshape(-1, 2))
        return Markers(markers.ids, corners.astype(np.float32).reshape(-1, 4, 2))

    def fitted(self, pixels: Pixels) -> Lens | None:
        """The same lens for a picture (H, W, ...) of that size; None where it has another shape.

        A picture of another shape is another part of the sensor, of which this lens says nothing.
        """
        height, width = pixels.shape[:2]
        return self.sized(width, height)

    def sized(self, width_px: int, height_px: int) -> Lens | None:
        """The same lens for pictures of that size; None where their shape is another."""
        if (width_px, height_px) == (self.width_px, self.height_px):
            return self
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1) > SLACK:
            return None
        return msgspec.structs.replace(
            self,
            width_px=width_px,
            height_px=height_px,
            focal_x_px=self.focal_x_px * across,
            focal_y_px=self.focal_y_px * down,
            # Origins are the middles of the first pixels.
            middle_x_px=(self.middle_x_px + 0.5) * across - 0.5,
            middle_y_px=(self.middle_y_px + 0.5) * down - 0.5,
            error_px=self.error_px * across,
        )

    def edge(self) -> Points:
        """Points (N, 2) all around the raw picture's edge, clockwise from the top left, in raw px."""
        right, down = self.width_px - 1.0, self.height_px - 1.0
        along = np.linspace(0, 1, 33)[:-1, None]
        corners = np.array([[0, 0], [right, 0], [right, down], [0, down], [0, 0]])
        return np.concatenate([begin + along * (end - begin) for begin, end in pairwise(corners)])

    def bend_px(self) -> float:
        """How far the lens moves what lies at the edge of its picture, at most; mostly in a corner."""
        edge = self.edge()
        return float(np.linalg.norm(self.straighten(edge) - edge, axis=1).max())

    def is_sound(self) -> bool:
        """Whether each point of its picture shows one direction, and no two points the same."""
        edge = self.edge()
        straight = self.straighten(edge)
        if not np.isfinite(straight).all() or np.abs(self.bend(straight) - edge).max() > 0.1:
            return False
        out = (straight - [self.middle_x_px, self.middle_y_px]) / [self.focal_x_px, self.focal_y_px]
        return float(np.hypot(out[:, 0], out[:, 1]).max()) < self.reach


def flattened(pixels: Pixels, mat: Mat, lens: Lens | None) -> tuple[Pixels, Mat]:
    """The straight picture of a raw one, and the mat in its px; both as they are where there is no lens.

    It is larger than the raw one where a wide lens shows more, and black where the camera saw nothing. The tables of
    the last two lenses are kept.
    """
    if lens is None:
        return pixels, mat
    across, down, left, top = _maps(lens)
    drawn = cv2.remap(pixels, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]], np.float64)
    return np.asarray(drawn, dtype=np.uint8), replace(mat, to_mm=np.asarray(mat.to_mm @ shift, dtype=np.float64))


def straight_matrix(lens: Lens | None) -> Points | None:
    """(3, 3) from directions to px of the picture that `flattened` gives; None where there is no lens."""
    if lens is None:
        return None
    _, _, left, top = _maps(lens)
    return np.asarray(np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ lens.matrix, dtype=np.float64)


@lru_cache(maxsize=2)
def _maps(lens: Lens) -> Maps:
    size = np.array([lens.width_px, lens.height_px])
    straight = lens.straighten(lens.edge())
    low = np.maximum(np.floor(straight.min(axis=0)), -np.round(MOST_BESIDE * size)).astype(int)
    high = np.minimum(np.ceil(straight.max(axis=0)), np.round((1 + MOST_BESIDE) * size)).astype(int)
    grid = np.stack(np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)), axis=2)
    raw = lens.bend(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)
    across, down = cv2.convertMaps(raw[:, :, 0], raw[:, :, 1], cv2.CV_16SC2)
    return np.asarray(across, np.int16), np.asarray(down, np.uint16), int(low[0]), int(low[1])


@dataclass(frozen=True)
class Lenses:
    """The lenses that are known, and a sentence where they could not be read."""

    known: tuple[Lens, ...] = ()
    trouble: str = ""

    def of(self, camera: str, width_px: int, height_px: int) -> Lens | None:
        """The lens of that camera for pictures of that size, by one of that size or else by a larger one's; or None."""
        mine = sorted((each for each in self.known if each.camera == camera), key=lambda each: -each.width_px)
        mine.sort(key=lambda each: (each.width_px, each.height_px) != (width_px, height_px))
        return next((lens for each in mine if (lens := each.sized(width_px, height_px)) is not None), None)

    def note(self, camera: str, width_px: int, height_px: int) -> str:
        """A sentence where lenses are known and none of them is this camera's at this size; else nothing."""
        if self.trouble:
            return self.trouble
        if not self.known or self.of(camera, width_px, height_px) is not None:
            return ""
        size = f"{width_px} x {height_px} px"
        if sizes := [f"{each.width_px} x {each.height_px}" for each in self.known if each.camera == camera]:
            return (
                f"The lens of {camera} was calibrated for pictures of {' and '.join(sizes)} px, and these have {size}: "
                "it is used without. Calibrate it at this size: companion calibrate."
            )
        others = " and ".join(sorted({each.camera for each in self.known}))
        return f"The lens that is calibrated is that of {others}; {camera} is used without. Calibrate it if it bends."

    def with_one(self, lens: Lens) -> Lenses:
        """These and that one, in place of an older one of its camera and size."""
        key = (lens.camera, lens.width_px, lens.height_px)
        others = [each for each in self.known if (each.camera, each.width_px, each.height_px) != key]
        return Lenses((*others, lens))

    def tables(self) -> dict[str, list[dict[str, object]]]:
        """What is written to the file: `lens`, a list of tables."""
        return {"lens": [msgspec.to_builtins(each) for each in self.known]}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    lens: tuple[Lens, ...] = ()


def parse_lenses(text: str, source: str) -> Lenses:
    """The lenses of a file's text; raises `BadLensFile`, which names the `source`."""
    try:
        known = msgspec.convert(parse_toml(text), _File).lens
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLensFile(_damaged(source, str(error))) from error
    for each in known:
        figures = [value for value in msgspec.structs.astuple(each) if isinstance(value, float)]
        if not all(map(math.isfinite, figures)) or not each.is_sound():
            raise BadLensFile(_damaged(source, f"no lens is like that of {each.camera}"))
    return Lenses(known)


def load_lenses(path: Path) -> Lenses:
    """The lenses of a file; none where there is none. Of a damaged file none either, and a sentence: never raises."""
    try:
        return parse_lenses(read_plain_text(path), str(path))
    except FileNotFoundError:
        return Lenses()
    except BadLensFile as error:
        return Lenses(trouble=str(error))
    except (OSError, NotUtf8) as error:
        return Lenses(trouble=_damaged(str(path), str(error)))


def _damaged(source: str, why: str) -> str:
    return (
        f"{source} cannot be used: {why}. The camera is used without its lens; delete the file, and calibrate again: "
        "companion calibrate."
    )
