"""The networks that read dice, and the figures that go with them: model.toml beside the ONNX files."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.errors import CompanionError
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_file import read_toml
from vision.dice.clear import ClearNetwork, OnnxClear
from vision.dice.face import FaceNetwork, OnnxFace
from vision.dice.network import Networks, OnnxNetworks
from vision.dice.posture import OnnxPosture, PostureNetwork

MODELS = Path(__file__).parent / "models"
"""Where the models lie that come with the companion."""

Part = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[float, Meta(gt=0)]

DETECTOR, CLASSIFIER, FIGURES = "detector.onnx", "classifier.onnx", "model.toml"
POSTURE = "posture.onnx"
"""Tells dice that do not lie flat, and clear ones; a pair of networks that is still in training has none."""

CLEAR = "clear.onnx"
"""Reads clear dice in a tray; without it their 5s and 6s are asked about."""

FACE = "face.onnx"
"""Tells faces without pips from those with; without it a logo may pass for the value that it is least unlike."""


class NoModel(CompanionError, FileNotFoundError):
    """The files of the dice model are not there, or are none."""


class Thresholds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which figures on something counts; each from 0 to 1."""

    candidate: Part = 0.05
    """Objectness from which on a place is looked at."""
    near: Part = 0.2
    """Probability of a die, by both networks, from which on a place may be one: under it nothing is there."""
    read: Part = 0.98
    """Confidence from which on a die is read."""
    flat: Part = 0.5
    """Chance of lying flat under which a die in a tray leans, or lies upon another one."""
    there: Part = 0.5
    """Chance under which what a tray shows is no die, where the detector rather sees none either."""
    pips: Part = 0.957
    """Chance, by the face network and all others together, under which a face may have none, and shows no value."""
    clear: Part = 0.99
    """Chance from which on the value of a clear die in a tray is told."""


class Temperatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each kind of logit is divided by, found on pictures that were not trained on; all over 0."""

    objectness: Positive = 1.0
    value: Positive = 1.0
    unreadable: Positive = 1.0
    classifier: Positive = 1.0
    clear: Positive = 1.0


class Witnesses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the log odds of each network that a readable die is there count for; they are added up, and `offset`."""

    detector: Positive = 1.0
    classifier: Positive = 1.0
    offset: float = 0.0


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last step to a confidence: its logit times `slope` plus `offset`."""

    slope: Positive = 1.0
    offset: float = 0.0


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What model.toml says."""

    made: str
    """The day the networks were trained."""
    data: str
    """What they were trained on."""
    face_px: Positive = 32.0
    """Side of a die's top face in the pictures that the network sees."""
    box_faces: Positive = 1.0
    """Side of its boxes around such faces at a mean angle, in faces: boxes stand upright, dice turn."""
    thresholds: Thresholds = Thresholds()
    temperatures: Temperatures = Temperatures()
    witnesses: Witnesses = Witnesses()
    calibration: Calibration = Calibration()


@dataclass(frozen=True, eq=False)
class Model:
    """Networks and their figures. Not for two threads at once: cv2.dnn keeps its buffers between calls."""

    networks: Networks
    figures: Figures
    posture: PostureNetwork | None = None
    face: FaceNetwork | None = None
    clear: ClearNetwork | None = None


def load_model(folder: Path = MODELS) -> Model:
    """The model that lies in a folder. Raises `NoModel` where a file is missing or cannot be used."""
    for name in (DETECTOR, CLASSIFIER, FIGURES):
        if not (folder / name).is_file():
            raise NoModel(
                f"The dice model is not there: {folder / name} is missing. Install the companion again, or "
                "name a folder with a model."
            )
    try:
        figures = msgspec.convert(read_toml(folder / FIGURES), Figures)
    except (tomllib.TOMLDecodeError, NotUtf8, msgspec.ValidationError, OSError) as error:
        raise NoModel(
            f"{folder / FIGURES} cannot be used: {error}. Take the file that came with the networks."
        ) from error
    posture = OnnxPosture(folder / POSTURE) if (folder / POSTURE).is_file() else None
    face = OnnxFace(folder / FACE) if (folder / FACE).is_file() else None
    clear = OnnxClear(folder / CLEAR) if (folder / CLEAR).is_file() else None
    return Model(OnnxNetworks(folder / DETECTOR, folder / CLASSIFIER), figures, posture, face, clear)


def model_digest(folder: Path) -> str:
    """Twelve hexadecimal digits that tell the model in a folder from any other."""
    told = hashlib.sha256()
    for file in (folder / name for name in (DETECTOR, CLASSIFIER, POSTURE, FACE, CLEAR, FIGURES)):
        told.update(file.read_bytes() if file.is_file() else b"")
    return told.hexdigest()[:12]
