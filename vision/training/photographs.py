"""Labelled photographs as training pictures: turned, cut and scaled so that a top face is about `FACE_PX` wide.

A folder holds pictures and `labels.json`: file name -> `source`, `width`, `height`, `dice`: a list of `value` and `box`
(`[x0, y0, x1, y1]` in px, 0 at the picture's left or top edge). Photographs are never mirrored here: values would stay
(a mirrored 6 is a 6), but signs and letters would turn into ones that no die has, and a die into one of the other
handedness, which `dice_models` already draws.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from vision.frames import Pixels
from vision.training.records import FACE_PX, Label, LabelledPicture
from vision.training.spoiling import blurred, noisy, recoloured

LABELS = "labels.json"
SCALES = (0.75, 1.33)
"""A photograph's median face may come out this much smaller or larger than `FACE_PX`."""

LEAST_SEEN = 0.12
"""Of a face's box must lie in the cut for it to be labelled at all."""

WHOLE = 0.97
"""Of a face's box must lie in the cut for its value to be known."""

SQUARE_AT_ANY_ANGLE = 4 / math.pi
"""The side of the upright box around a square turned at random, in sides of the square, on average."""

Rng = np.random.Generator


class PhotographsUnreadable(CompanionError, ValueError):
    """A folder of photographs that cannot be learned from; the text says which file and what to do."""


@dataclass(frozen=True)
class Framing:
    """Which part of a source's boxes is the top face: sources draw other boxes. In shares of the box."""

    width: float
    height: float
    rise: float
    """How far the face's middle lies above the box's, in box heights."""
    licence: str
    home: str
    """Where the photographs were published, and at which commit."""


SOURCES: dict[str, Framing] = {
    "nell": Framing(0.8, 0.8, 0.0, "BSD-3-Clause", "github.com/nell-byler/dice_detection at aa69c12"),
    "ctu": Framing(1.0, 0.66, 0.17, "CC BY 4.0", "github.com/Epanemu/GameDiceRecognition at 1b5e6f7"),
}
"""Sources that are known, and how their boxes lie about the top face.

nell: squares about the whole die. Of 1265 dice told from the ground by their colour, the median fills 0.81 of its box
(middle nine tenths: 0.60 to 1.02), in its middle to 0.01.
ctu: boxes about the whole die, seen obliquely from its near side. By eye on 70 dice, the top face takes the upper
half to two thirds of the box and its whole width.
"""

AS_LABELLED = Framing(1.0, 1.0, 0.0, "unknown", "unknown")
"""For every other source: boxes are taken to be those of the top face."""


class _Die(msgspec.Struct, frozen=True):
    value: int
    box: tuple[float, float, float, float] | None = None
    colour: str = "unknown"


class _Entry(msgspec.Struct, frozen=True):
    source: str
    width: int
    height: int
    dice: tuple[_Die, ...]


@dataclass(frozen=True)
class Photograph:
    """One photograph and the top faces in it, in its own pixels."""

    path: Path
    source: str
    width_px: int
    height_px: int
    labels: tuple[Label, ...]

    @property
    def face_px(self) -> float:
        """The median side of its top faces; `FACE_PX` where it shows none."""
        sides = [math.sqrt(label.width_px * label.height_px) / SQUARE_AT_ANY_ANGLE for label in self.labels]
        return float(np.median(sides)) if sides else float(FACE_PX)

    def pixels(self) -> Pixels:
        """The whole picture. Raises `PhotographsUnreadable`."""
        read = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if read is None:
            raise PhotographsUnreadable(
                f"{self.path} is no picture that can be opened. Copy it again, or take its line out."
            )
        if read.shape[:2] != (self.height_px, self.width_px):
            raise PhotographsUnreadable(
                f"{self.path} is {read.shape[1]} x {read.shape[0]} px, but {LABELS} says {self.width_px} x "
                f"{self.height_px}. Copy the photograph again, or label it anew."
            )
        return np.asarray(read, np.uint8)


def load_folder(folder: Path) -> tuple[Photograph, ...]:
    """All photographs of a folder, by name; those whose dice have no boxes are left out.

    Raises `PhotographsUnreadable` where the labels are missing or wrong, or name a picture that is not there.
    """
    path = folder / LABELS
    try:
        entries = msgspec.json.decode(path.read_bytes(), type=dict[str, _Entry])
    except OSError as error:
        raise PhotographsUnreadable(
            f"{path} cannot be read ({error.strerror}). Name the folder that holds the photographs and their {LABELS}."
        ) from error
    except msgspec.DecodeError as error:
        raise PhotographsUnreadable(f"{path} is no file of labels: {error}. Mend it there.") from error
    found = [
        _photograph(folder, name, entry)
        for name, entry in sorted(entries.items())
        if all(die.box is not None for die in entry.dice)
    ]
    if not found:
        raise PhotographsUnreadable(
            f"{path} names no photograph whose dice have boxes. Add some, or name another folder."
        )
    return tuple(found)


def _photograph(folder: Path, name: str, entry: _Entry) -> Photograph:
    path = folder / name
    if not path.is_file():
        raise PhotographsUnreadable(
            f"{path} is missing, though {LABELS} names it. Copy it there, or take its line out."
        )
    framing = SOURCES.get(entry.source, AS_LABELLED)
    labels = []
    for die in entry.dice:
        if not 1 <= die.value <= 6:
            raise PhotographsUnreadable(f"{folder / LABELS}: {name} has a die of value {die.value}. Say 1 to 6.")
        assert die.box is not None
        labels.append(_top_face(die.box, die, framing))
    return Photograph(path, entry.source, entry.width, entry.height, tuple(labels))


def _top_face(box: tuple[float, float, float, float], die: _Die, framing: Framing) -> Label:
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    return Label(
        x_px=(x0 + x1) / 2,
        y_px=(y0 + y1) / 2 - framing.rise * height,
        width_px=width * framing.width,
        height_px=height * framing.height,
        value=die.value,
        colour=die.colour,
        is_hidden=False,
    )


def leave_out(
    photographs: Collection[Photograph], source: str
) -> tuple[tuple[Photograph, ...], tuple[Photograph, ...]]:
    """Those of all other sources, to learn from, and those of `source`, to measure with.

    Raises `PhotographsUnreadable` where either is empty: a measure on nothing, or on what was learned, says nothing.
    """
    others = tuple(each for each in photographs if each.source != source)
    left = tuple(each for each in photographs if each.source == source)
    if not left or not others:
        names = ", ".join(sorted({each.source for each in photographs}))
        raise PhotographsUnreadable(
            f'Leaving out "{source}" leaves no two parts: the sources are {names}. Name one of several.'
        )
    return others, left


def whole(photograph: Photograph) -> LabelledPicture:
    """The whole photograph, scaled so that its median top face is `FACE_PX`; nothing else is changed."""
    scale = FACE_PX / photograph.face_px
    size = (max(1, round(photograph.width_px * scale)), max(1, round(photograph.height_px * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    pixels = np.asarray(cv2.resize(photograph.pixels(), size, interpolation=way), np.uint8)
    turn = np.diag([size[0] / photograph.width_px, size[1] / photograph.height_px, 1.0])[:2]
    return LabelledPicture(pixels, _moved(photograph.labels, turn, size), photograph.source)


def cut_out(photograph: Photograph, seed: int, size_px: int = 320) -> LabelledPicture:
    """A square cut of a photograph about one of its dice: any angle, scale by `SCALES`, other light, blur and noise.

    The same seed gives the same cut. Where it reaches beyond the photograph, the rim goes on in one colour.
    """
    rng = np.random.default_rng(seed)
    turn = _any_turn(rng, photograph, size_px)
    scale = math.sqrt(abs(np.linalg.det(turn[:, :2])))
    pixels = photograph.pixels()
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
        noisy(rng, recoloured(rng, cut)), _moved(photograph.labels, turn, (size_px, size_px)), photograph.source
    )


def _rim(rng: Rng) -> tuple[float, float, float]:
    level = float(rng.uniform(0, 255))
    return level, level, level


def _any_turn(rng: Rng, photograph: Photograph, size_px: int) -> npt.NDArray[np.float64]:
    scale = FACE_PX / photograph.face_px * math.exp(rng.uniform(math.log(SCALES[0]), math.log(SCALES[1])))
    angle = rng.uniform(0, 2 * math.pi)
    if photograph.labels:
        label = photograph.labels[int(rng.integers(len(photograph.labels)))]
        about = np.array([label.x_px, label.y_px])
    else:
        about = rng.uniform(0, 1, 2) * (photograph.width_px, photograph.height_px)
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
