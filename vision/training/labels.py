"""A folder of labelled photographs: `labels.json` and the pictures that it names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.dice.records import Box
from vision.frames import Pixels
from vision.training.figures import TrainingError
from vision.training.photographs import AS_LABELLED, LABELS, SOURCES, Framing


class _Die(msgspec.Struct, frozen=True):
    value: int
    box: Box | None = None


class _Entry(msgspec.Struct, frozen=True):
    source: str
    dice: tuple[_Die, ...]


@dataclass(frozen=True)
class LabelledDie:
    """One die of a photograph: its value, 1 to 6, and its top face's box in px; None where labels have no boxes."""

    value: int
    box: Box | None


@dataclass(frozen=True)
class Photograph:
    """One file of the folder and what lies in it."""

    file: Path
    source: str
    dice: tuple[LabelledDie, ...]


def read_labels(folder: Path, source: str = "") -> list[Photograph]:
    """The photographs of a folder, by name; only those of one source where one is named.

    Raises `TrainingError` where labels.json is missing or damaged, or nothing is left.
    """
    file = folder / LABELS
    try:
        entries = msgspec.json.decode(file.read_bytes(), type=dict[str, _Entry])
    except OSError as error:
        raise TrainingError(
            f"{file} cannot be read: {error.strerror}. Name a folder with labelled photographs."
        ) from error
    except msgspec.DecodeError as error:
        raise TrainingError(f"{file} cannot be used: {error}. Mend it as its README says, or fetch it anew.") from error
    found = [
        Photograph(folder / name, entry.source, tuple(_die(die, entry.source) for die in entry.dice))
        for name, entry in sorted(entries.items())
        if source in ("", entry.source)
    ]
    if not found:
        have = ", ".join(sorted({entry.source for entry in entries.values()})) or "none"
        raise TrainingError(f"{file} has no photograph of {source or 'any source'}; its sources are: {have}.")
    return found


def _die(die: _Die, source: str) -> LabelledDie:
    return LabelledDie(die.value, die.box and top_face(die.box, SOURCES.get(source, AS_LABELLED)))


def top_face(box: Box, framing: Framing) -> Box:
    """The part of a source's box that is the top face."""
    width, height = box[2] - box[0], box[3] - box[1]
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 - framing.rise * height
    half_width, half_height = width * framing.width / 2, height * framing.height / 2
    return x - half_width, y - half_height, x + half_width, y + half_height


def load_pixels(photograph: Photograph) -> Pixels:
    """The picture, BGR. Raises `TrainingError` where the file is none."""
    try:
        pixels = cv2.imdecode(np.fromfile(photograph.file, np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):
        pixels = None
    if pixels is None:
        raise TrainingError(f"{photograph.file} is no picture. Fetch the folder anew, or strike it out of {LABELS}.")
    return np.asarray(pixels, np.uint8)
