"""The network that knows whether a top face has pips, whatever they are: a logo, a numeral and a blank face have none.

The others know what a value looks like and take a logo for the value that it is least unlike: of rendered faces without
pips every fourth had been read as one, mostly a 1. And where a face shows nothing they find no die.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.network import Floats, checked, load, run
from vision.dice.records import Face

ANSWERS = 2
"""Of the network on each place: the logits that a top face with pips is there, and that one is there at all."""


class FaceNetwork(Protocol):
    """What tells faces with pips from those without, and from what is none."""

    def look(self, crops: Pixels) -> Floats:
        """Logits (N, `ANSWERS`) for pictures (N, `CROP_PX`, `CROP_PX`, 3) as the classifier sees them, N from 1 on."""


class OnnxFace:
    """The network of an ONNX file. One thread at a time. Raises `NetworkUnusable` where it holds none."""

    def __init__(self, file: Path) -> None:
        self._file, self._net = file, load(file)

    def look(self, crops: Pixels) -> Floats:
        """See `FaceNetwork`."""
        output = run(self._net, face_input(crops), self._file)
        return checked(output.reshape(len(output), -1), (len(crops), ANSWERS), self._file)


def face_input(crops: Pixels) -> Floats:
    """What the network takes, (N, 3, H, W), BGR from 0 to 1."""
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2) / np.float32(255), np.float32)


def faces(network: FaceNetwork, crops: Pixels) -> list[Face]:
    """What is said of each, in their order: the mean, in logits, of the picture and the same upside down."""
    logits = (network.look(crops) + network.look(np.ascontiguousarray(crops[:, ::-1, ::-1]))) / 2
    return [Face(*each) for each in (1 / (1 + np.exp(-logits.astype(np.float64)))).tolist()]
