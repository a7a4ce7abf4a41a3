"""Labelled photographs as training pictures: turned, cut and scaled so that a top face is about `FACE_PX` wide.

Photographs are never mirrored here: values would stay (a mirrored 6 is a 6), but signs and letters would turn into ones
that no die has, and a die into one of the other handedness, which `dice_models` already draws.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.records import Box
from vision.training.augmentation import blurred, noisy, recoloured
from vision.training.figures import TrainingError
from vision.training.labels import LABELS, LabelledDie, Photograph, load_pixels
from vision.training.records import FACE_PX, Label, LabelledPicture

SCALES = (0.75, 1.33)
"""A photograph's median face may come out this much smaller or larger than `FACE_PX`."""

LEAST_SEEN = 0.12
"""Of a face's box must lie in the cut for it to be labelled at all."""

WHOLE = 0.97
"""Of a face's box must lie in the cut for its value to be known."""

Rng = np.random.Generator


def with_boxes(photographs: Collection[Photograph]) -> tuple[Photograph, ...]:
    """Those whose dice all have boxes, so that they can be cut.

    Raises `TrainingError` where none is left, or a file is missing.
    """
    found = tuple(each for each in photographs if all(die.box is not None for die in each.dice))
    if not found:
        raise TrainingError(f"No photograph has dice with boxes in {LABELS}. Add some, or name another folder.")
    for each in found:
        if not each.file.is_file():
            raise TrainingError(
                f"{each.file} is missing, though {LABELS} names it. Copy it there, or take its line out."
            )
    return found


def labels_of(photograph: Photograph) -> tuple[Label, ...]:
    """What lies in a photograph, in its own px; dice without boxes are left out."""
    return tuple(_label(die, die.box) for die in photograph.dice if die.box is not None)


def _label(die: LabelledDie, box: Box) -> Label:
    left, top, right, bottom = box
    middle = (left + right) / 2, (top + bottom) / 2
    return Label(*middle, right - left, bottom - top, die.value, die.colour, is_hidden=False)


def leave_out(
    photographs: Collection[Photograph], source: str
) -> tuple[tuple[Photograph, ...], tuple[Photograph, ...]]:
    """Those of all other sources, to learn from, and those of `source`, to measure with.

    Raises `TrainingError` where either is empty: a measure on nothing, or on what was learned, says nothing.
    """
    others = tuple(each for each in photographs if each.source != source)
    left = tuple(each for each in photographs if each.source == source)
    if not left or not others:
        names = ", ".join(sorted({each.source for each in photographs}))
        raise TrainingError(
            f'Leaving out "{source}" leaves no two parts: the sources are {names}. Name one of several.'
        )
    return others, left


def whole(photograph: Photograph) -> LabelledPicture:
    """The whole photograph, scaled so that its median top face is `FACE_PX`; nothing else is changed."""
    pixels = load_pixels(photograph)
    height, width = pixels.shape[:2]
    scale = FACE_PX / _face_px(photograph)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    turn = np.diag([size[0] / width, size[1] / height, 1.0])[:2]
    moved = _moved(labels_of(photograph), turn, size)
    return LabelledPicture(np.asarray(cv2.resize(pixels, size, interpolation=way), np.uint8), moved, photograph.source)


def _face_px(photograph: Photograph) -> float:
    """The median side of its top faces; `FACE_PX` where it shows none."""
    return photograph.face_px or float(FACE_PX)


def cut_out(photograph: Photograph, seed: int, size_px: int = 320) -> LabelledPicture:
    """A square cut of a photograph about one of its dice: any angle, scale by `SCALES`, other light, blur and noise.

    The same seed gives the same cut. Where it reaches beyond the photograph, the rim goes on in one colour.
    """
    rng = np.random.default_rng(seed)
    pixels, labels = load_pixels(photograph), labels_of(photograph)
    turn = _any_turn(rng, labels, _face_px(photograph), (pixels.shape[1], pixels.shape[0]), size_px)
    scale = math.sqrt(abs(np.linalg.det(turn[:, :2])))
    if scale < 0.7:
        # A warp reads four pixels only: what is to shrink is blurred first.
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 / scale), np.uint8)
    # Labels count from the rim of the first pixel, OpenCV from its middle.
    shifted = turn.copy()
    shifted[:, 2] += turn[:, :2] @ np.array([0.5, 0.5]) - 0.5
    shown = cv2.warpAffine(
        pixels,
        shifted,
        (size_px, size_px),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=_rim(rng),
    )
    cut = np.asarray(shown, np.uint8)
    cut = blurred(rng, cut) if rng.random() < 0.4 else cut
    return LabelledPicture(
        noisy(rng, recoloured(rng, cut)), _moved(labels, turn, (size_px, size_px)), photograph.source
    )


def _rim(rng: Rng) -> tuple[float, float, float]:
    level = float(rng.uniform(0, 255))
    return level, level, level


def _any_turn(
    rng: Rng, labels: Sequence[Label], face_px: float, photograph_px: tuple[int, int], size_px: int
) -> npt.NDArray[np.float64]:
    scale = FACE_PX / face_px * math.exp(rng.uniform(math.log(SCALES[0]), math.log(SCALES[1])))
    angle = rng.uniform(0, 2 * math.pi)
    if labels:
        label = labels[int(rng.integers(len(labels)))]
        about = np.array([label.x_px, label.y_px])
    else:
        about = rng.uniform(0, 1, 2) * photograph_px
    turning = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    onto = rng.uniform(0.15, 0.85, 2) * size_px
    return np.column_stack([turning, onto - turning @ about])


def _moved(labels: Collection[Label], turn: npt.NDArray[np.float64], size: tuple[int, int]) -> tuple[Label, ...]:
    moved = (_moved_label(label, turn, size) for label in labels)
    return tuple(label for label in moved if label is not None)


def _moved_label(label: Label, turn: npt.NDArray[np.float64], size: tuple[int, int]) -> Label | None:
    """A label after the picture was turned; None where next to nothing of it is left.

    A box is turned as the ellipse inside it: the face's own angle is not known, and boxes of turned boxes would grow.
    """
    middle = turn[:, :2] @ np.array([label.x_px, label.y_px]) + turn[:, 2]
    half = np.hypot(turn[:, 0] * label.width_px, turn[:, 1] * label.height_px) / 2
    low, high = np.clip(middle - half, 0, size), np.clip(middle + half, 0, size)
    seen = (high - low) / np.maximum(2 * half, 1e-6)
    if float(seen.prod()) < LEAST_SEEN:
        return None
    is_whole = bool(seen.min() >= WHOLE)
    centre, extent = (low + high) / 2, high - low
    return Label(
        x_px=float(centre[0]),
        y_px=float(centre[1]),
        width_px=float(extent[0]),
        height_px=float(extent[1]),
        value=label.value if is_whole else None,
        colour=label.colour,
        is_hidden=label.is_hidden or not is_whole,
    )
