"""A folder of labelled photographs: pictures and `labels.json`, for training, calibrating and measuring alike.

`labels.json`: file name -> `source`, `width`, `height`, `dice`: a list of `value` and `box` (`[x0, y0, x1, y1]` in px,
0 at the picture's left or top edge). Without boxes, values can still be measured; without width and height, the
picture's own are taken.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8
from vision.cameras.frames import Pixels
from vision.dice.records import VALUES, Box
from vision.training.corrections import corrections
from vision.training.figures import TrainingError

LABELS = "labels.json"

SQUARE_AT_ANY_ANGLE = 4 / math.pi
"""The side of the upright box around a square turned at random, in sides of the square, on average."""


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


BOXES_OF_PIPS = ("matteo",)
"""Sources whose boxes go round the pips alone, as photographs of each value show; of a 1 some go round the one pip and
some nearly round the face, so they tell no scale (`pip_ruler` measures the pip instead). For measuring only: how boxes
are drawn is a matter of the ruler, and nothing is learned from it."""

SPACING_FACES, PIP_FACES = 0.5, 0.2
"""Of most dice: from the first row of pips to the last, and a pip's diameter, in sides of the face."""


class _Die(msgspec.Struct, frozen=True):
    value: int
    box: Box | None = None
    colour: str = "unknown"


class _Entry(msgspec.Struct, frozen=True):
    source: str
    dice: tuple[_Die, ...]
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class LabelledDie:
    """One die of a photograph."""

    value: int
    """1 to 6."""
    box: Box | None
    """Of its top face in px, 0 at the picture's edge; None where labels have no boxes."""
    colour: str = "unknown"
    tells_scale: bool = True
    """Whether the box tells how large the face is."""


@dataclass(frozen=True)
class Photograph:
    """One file of the folder and what lies in it."""

    file: Path
    source: str
    dice: tuple[LabelledDie, ...]
    size_px: tuple[int, int] | None = None
    """Width and height of the picture that the boxes were drawn in; None where labels do not say."""

    @property
    def face_px(self) -> float | None:
        """The median side of its top faces; None where no box tells it."""
        boxes = [die.box for die in self.dice if die.box is not None and die.tells_scale]
        sides = [math.sqrt((right - left) * (bottom - top)) for left, top, right, bottom in boxes]
        return float(np.median(sides)) / SQUARE_AT_ANY_ANGLE if sides else None


def read_labels(folder: Path, source: str = "") -> tuple[Photograph, ...]:
    """The photographs of a folder, by name; only those of one source where one is named. Known faults are put right.

    Raises `TrainingError` where labels.json is missing or damaged, a value is no die's, or nothing is left.
    """
    file = folder / LABELS
    try:
        entries = msgspec.json.decode(read_plain_text(file), type=dict[str, _Entry])
    except OSError as error:
        raise TrainingError(
            f"{file} cannot be read: {error.strerror}. Name a folder with labelled photographs."
        ) from error
    except (msgspec.DecodeError, NotUtf8) as error:
        raise TrainingError(f"{file} cannot be used: {error}. Mend it as its README says, or fetch it anew.") from error
    found = tuple(
        _photograph(folder, name, entry)
        for name, entry in sorted(entries.items())
        if source in ("", entry.source) and name not in corrections().left_out
    )
    if not found:
        have = ", ".join(sorted({entry.source for entry in entries.values()})) or "none"
        raise TrainingError(f"{file} has no photograph of {source or 'any source'}; its sources are: {have}.")
    return found


def _photograph(folder: Path, name: str, entry: _Entry) -> Photograph:
    for die in entry.dice:
        if die.value not in VALUES:
            raise TrainingError(f"{folder / LABELS}: {name} has a die of value {die.value}. Say 1 to 6.")
    dice = tuple(_labelled(_corrected(die, name), entry.source) for die in entry.dice)
    size_px = None if entry.width is None or entry.height is None else (entry.width, entry.height)
    return Photograph(folder / name, entry.source, dice, size_px)


def _corrected(die: _Die, photograph: str) -> _Die:
    if die.box is None:
        return die
    return msgspec.structs.replace(die, value=corrections().value(photograph, die.box, die.value))


def _labelled(die: _Die, source: str) -> LabelledDie:
    if die.box is None:
        return LabelledDie(die.value, None, die.colour)
    if source in BOXES_OF_PIPS:
        return LabelledDie(die.value, about_pips(die.box, die.value), die.colour, tells_scale=die.value != 1)
    return LabelledDie(die.value, top_face(die.box, SOURCES.get(source, AS_LABELLED)), die.colour)


def top_face(box: Box, framing: Framing) -> Box:
    """The part of a source's box that is the top face."""
    width, height = box[2] - box[0], box[3] - box[1]
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 - framing.rise * height
    half_width, half_height = width * framing.width / 2, height * framing.height / 2
    return x - half_width, y - half_height, x + half_width, y + half_height


def about_pips(box: Box, value: int) -> Box:
    """The upright box that a face has at a mean angle, about the pips of its value inside their own upright box.

    Of 2 and 3 the pips lie on a diagonal, so the box tells the face's side at any angle; of the others it is 0.7 to
    0.91 faces wide, by the angle, and 0.84 on average. Of a standard die the side is right to within a fifth.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    if value in (2, 3):
        # (w - pip)² + (h - pip)² is the diagonal squared, pip and diagonal being shares of the face.
        least = 2 * SPACING_FACES**2 - 2 * PIP_FACES**2
        half = PIP_FACES * (width + height)
        face = (math.sqrt(half**2 + least * (width**2 + height**2)) - half) / least
    else:
        face = (width + height) / 2 / (SPACING_FACES * SQUARE_AT_ANY_ANGLE + PIP_FACES)
    return top_face(box, Framing(face * SQUARE_AT_ANY_ANGLE / width, face * SQUARE_AT_ANY_ANGLE / height, 0.0, "", ""))


def load_pixels(photograph: Photograph) -> Pixels:
    """The picture, BGR. Raises `TrainingError` where the file is none, or of another size than its boxes."""
    try:
        pixels = cv2.imdecode(np.fromfile(photograph.file, np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):
        pixels = None
    if pixels is None:
        raise TrainingError(f"{photograph.file} is no picture. Fetch the folder anew, or strike it out of {LABELS}.")
    size_px = (pixels.shape[1], pixels.shape[0])
    if photograph.size_px not in (None, size_px) and any(die.box is not None for die in photograph.dice):
        raise TrainingError(
            f"{photograph.file} is {_by(size_px)} px, but {LABELS} says {_by(photograph.size_px)}. Copy the "
            "photograph again, or label it anew."
        )
    return np.asarray(pixels, np.uint8)


def _by(size_px: tuple[int, int] | None) -> str:
    return " x ".join(map(str, size_px or ()))
