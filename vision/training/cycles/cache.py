"""The folder that `vision.training.cycles.render` fills, as pictures to learn from: whole, or turned and cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.training.augmentation import blurred, noisy, packed, recoloured
from vision.training.cycles.marks import RECIPE
from vision.training.figures import TrainingError
from vision.training.records import COLOURS, FACE_PX, Label, LabelledPicture

SOURCE = "rendered"

SCALES = (0.85, 1.3)
"""How much a cut is larger or smaller than the scene, whose dice are of different sizes already."""

LEAST_SEEN = 0.12
"""Of a top face must be seen for it to be labelled at all, as in drawn scenes."""

LEAST_CONTRAST = 16.0
"""Of the faintest pip (`marks.contrast`), under which a die counts as unreadable. As in drawn scenes, but before the
picture is spoilt; around a pip in a clear body lies what shines through, of which the median says less."""

RIM_PX = 1.0
"""A pip place nearer to the picture's edge counts as cut off, as in drawn scenes."""

Floats = npt.NDArray[np.float64]
Point = tuple[float, float]


class _Die(msgspec.Struct, frozen=True):
    value: int
    colour: str
    corners: tuple[Point, Point, Point, Point]
    places: tuple[Point, Point, Point, Point, Point, Point, Point, Point, Point]
    is_cocked: bool
    is_covered: bool
    seen: float
    contrast: float


class _Line(msgspec.Struct, frozen=True):
    recipe: int
    size_px: int
    dice: tuple[_Die, ...]
    sides: tuple[Point, ...]


@dataclass(frozen=True)
class Rendered:
    """One rendered picture and the top faces in it."""

    path: Path
    size_px: int
    dice: tuple[_Die, ...]
    sides: tuple[Point, ...]
    """Middles of side faces that pass for tops."""

    def pixels(self) -> Pixels:
        """The whole picture, BGR. Raises `TrainingError`."""
        read = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if read is None or read.shape[:2] != (self.size_px, self.size_px):
            raise TrainingError(
                f"{self.path} is no whole picture of {self.size_px} x {self.size_px} px. Delete it and render again."
            )
        return np.asarray(read, np.uint8)

    def picture(self) -> LabelledPicture:
        """It as it was rendered, with its labels."""
        return LabelledPicture(self.pixels(), _labels(self.dice, np.eye(3)[:2], self.size_px), SOURCE, self.sides)


def load_cache(folder: Path) -> tuple[Rendered, ...]:
    """All rendered pictures of a folder, by name; none is opened yet.

    Raises `TrainingError` where there is none, or one lacks its picture, is damaged or of another recipe.
    """
    found = tuple(_rendered(line) for line in sorted(folder.glob("*.json")))
    if not found:
        raise TrainingError(
            f"{folder} holds no rendered pictures. Make some: python -m vision.training.cycles.render --out {folder} "
            "--count 1200."
        )
    return found


def _rendered(file: Path) -> Rendered:
    again = "Delete it and render again."
    try:
        line = msgspec.json.decode(file.read_bytes(), type=_Line)
    except OSError as error:
        raise TrainingError(f"{file} cannot be read ({error.strerror}). {again}") from error
    except msgspec.DecodeError as error:
        raise TrainingError(f"{file} says nothing about a rendered picture: {error}. {again}") from error
    if line.recipe != RECIPE:
        raise TrainingError(
            f"{file} is of recipe {line.recipe}, and this version renders by {RECIPE}. Render again: what is old is "
            "replaced."
        )
    for die in line.dice:
        if not 1 <= die.value <= 6 or die.colour not in COLOURS:
            raise TrainingError(f"{file} has a {die.colour} die of value {die.value}. {again}")
    picture = file.with_suffix(".png")
    if not picture.is_file():
        raise TrainingError(f"{picture} is missing, though {file.name} tells of it. Render again: it is made anew.")
    return Rendered(picture, line.size_px, line.dice, line.sides)


def any_rendered(cache: Sequence[Rendered], seed: int, size_px: int = 320) -> LabelledPicture:
    """A square cut of one of the pictures: any angle, scale by `SCALES`, other light, blur and noise.

    The same seed gives the same cut. Where it reaches beyond the picture, the rim goes on in one colour.
    """
    rng = np.random.default_rng([seed, 2])
    chosen = cache[int(rng.integers(len(cache)))]
    turn = _any_turn(rng, chosen, size_px)
    # Labels count from the rim of the first pixel, OpenCV from its middle.
    shifted = turn.copy()
    shifted[:, 2] += turn[:, :2] @ np.array([0.5, 0.5]) - 0.5
    rim = (float(rng.uniform(0, 255)),) * 3
    shown = cv2.warpAffine(
        chosen.pixels(),
        shifted,
        (size_px, size_px),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=rim,
    )
    cut = np.asarray(shown, np.uint8)
    cut = blurred(rng, cut) if rng.random() < 0.5 else cut
    pixels = packed(rng, noisy(rng, recoloured(rng, cut)))
    return LabelledPicture(
        pixels, _labels(chosen.dice, turn, size_px, chosen.size_px), SOURCE, _sides(chosen, turn, size_px)
    )


def _sides(chosen: Rendered, turn: Floats, size_px: int) -> tuple[Point, ...]:
    """The side faces whose middles lie in both pictures."""
    whole = np.array(chosen.sides, np.float64).reshape(-1, 2)
    moved = _moved(whole, turn)
    return tuple(
        (x, y)
        for seen, (x, y) in zip(whole, moved.tolist(), strict=True)
        if _inside(seen, chosen.size_px) and _inside(np.array([x, y]), size_px)
    )


def _any_turn(rng: np.random.Generator, chosen: Rendered, size_px: int) -> Floats:
    """Onto a cut that shows the picture's middle somewhere about its own, so that little of it lies beyond the edge."""
    scale = math.exp(rng.uniform(math.log(SCALES[0]), math.log(SCALES[1])))
    angle = rng.uniform(0, math.tau)
    turning = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    onto = size_px / 2 + rng.uniform(-FACE_PX, FACE_PX, 2)
    return np.column_stack([turning, onto - turning @ np.full(2, chosen.size_px / 2)])


def _labels(dice: Sequence[_Die], turn: Floats, size_px: int, from_px: int | None = None) -> tuple[Label, ...]:
    labels = (_label(die, turn, size_px, size_px if from_px is None else from_px) for die in dice)
    return tuple(label for label in labels if label is not None)


def _label(die: _Die, turn: Floats, size_px: int, from_px: int) -> Label | None:
    """A die's label in a turned picture; None where next to nothing of its top face is seen."""
    whole = np.array(die.corners, np.float64)
    # What the scene's own edge cut off is not in the cut either.
    there = _clipped(whole, from_px)
    if len(there) < 3:
        return None
    moved = _moved(there, turn)
    low, high = (np.clip(rim, 0, size_px) for rim in (moved.min(axis=0), moved.max(axis=0)))
    share = _area(_clipped(moved, size_px)) / max(_area(_moved(whole, turn)), 1.0)
    if share * die.seen < LEAST_SEEN or (high - low).min() < 3:
        return None
    places = np.array(die.places, np.float64)
    is_cut = not (_inside(places, from_px) and _inside(_moved(places, turn), size_px))
    is_hidden = die.is_covered or is_cut
    is_readable = not (is_hidden or die.is_cocked) and die.contrast >= LEAST_CONTRAST
    middle, size = (low + high) / 2, high - low
    return Label(
        x_px=float(middle[0]),
        y_px=float(middle[1]),
        width_px=float(size[0]),
        height_px=float(size[1]),
        value=die.value if is_readable else None,
        colour=die.colour,
        is_hidden=is_hidden,
    )


def _moved(points: Floats, turn: Floats) -> Floats:
    moved: Floats = points @ turn[:, :2].T + turn[:, 2]
    return moved


def _inside(points: Floats, size_px: int) -> bool:
    return bool(points.min() >= RIM_PX and points.max() <= size_px - RIM_PX)


def _clipped(outline: Floats, size_px: int) -> Floats:
    """The part (N, 2) of a convex outline that lies in a picture; (0, 2) where none does."""
    picture = np.array([[0, 0], [size_px, 0], [size_px, size_px], [0, size_px]], np.float32)
    area, kept = cv2.intersectConvexConvex(outline.astype(np.float32), picture)
    return np.asarray(kept, np.float64).reshape(-1, 2) if area > 0 else np.zeros((0, 2))


def _area(outline: Floats) -> float:
    return float(cv2.contourArea(outline.astype(np.float32))) if len(outline) > 2 else 0.0
