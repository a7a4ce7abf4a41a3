"""The two networks, run by OpenCV: the only place that knows how they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from vision.cameras.frames import Pixels

Floats = npt.NDArray[np.float32]

STRIDE = 4
"""Pixels of the input, each way, for one cell of the detector's output."""
MULTIPLE = 32
"""The input's width and height are multiples of this many px."""
CHANNELS = 12
"""Of the detector's output: 0 a middle is here; 1, 2 its offset x, y in cells from the cell's centre; 3, 4 log of
box width, height in faces; 5 to 10 the values 1 to 6; 11 this die cannot be read. 0 and 5 to 11 are logits."""
CROP_PX = 64
"""Side of the pictures that the classifier sees."""
CROP_FACES = 1.6
"""How much of the picture such a one shows, in sides of a face."""
CLASSES = 8
"""Of the classifier's output: logits of the values 1 to 6, then `ILLEGIBLE` and `NOTHING`."""
ILLEGIBLE, NOTHING = 6, 7
"""The classifier's classes for a die of which no value can be told, and for a place without a top face."""


class NetworkUnusable(CompanionError, ValueError):
    """An ONNX file that cannot be loaded, or that is another network."""


class Networks(Protocol):
    """What reads dice: sizes are fixed by the constants above, pictures are BGR uint8."""

    def detect(self, picture: Pixels) -> Floats:
        """Output (`CHANNELS`, H / `STRIDE`, W / `STRIDE`) for a picture (H, W, 3), both multiples of `MULTIPLE`."""

    def classify(self, crops: Pixels) -> Floats:
        """Logits (N, `CLASSES`) for pictures (N, `CROP_PX`, `CROP_PX`, 3), N from 1 on."""


class OnnxNetworks:
    """The networks of two ONNX files. One thread at a time. Raises `NetworkUnusable` where a file holds none."""

    def __init__(self, detector: Path, classifier: Path) -> None:
        self._names = detector, classifier
        self._detector, self._classifier = load(detector), load(classifier)

    def detect(self, picture: Pixels) -> Floats:
        """See `Networks`."""
        height, width = picture.shape[0], picture.shape[1]
        output = run(self._detector, cv2.dnn.blobFromImage(picture, 1 / 255), self._names[0])
        output = checked(output, (1, CHANNELS, height // STRIDE, width // STRIDE), self._names[0])
        return np.asarray(output[0])

    def classify(self, crops: Pixels) -> Floats:
        """See `Networks`."""
        output = run(self._classifier, cv2.dnn.blobFromImages(list(crops), 1 / 255), self._names[1])
        return checked(output.reshape(len(output), -1), (len(crops), CLASSES), self._names[1])


def load(path: Path) -> cv2.dnn.Net:
    """The network of an ONNX file. Raises `NetworkUnusable` where it holds none."""
    try:
        # From memory: OpenCV opens no path with letters that the system's code page lacks.
        return cv2.dnn.readNetFromONNX(np.fromfile(path, dtype=np.uint8))
    except (cv2.error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no ONNX network that OpenCV can run"
        raise NetworkUnusable(f"{path} cannot be loaded: {reason}. Install the companion again.") from error


def run(net: cv2.dnn.Net, blob: cv2.typing.MatLike, path: Path) -> Floats:
    """What it answers. Raises `NetworkUnusable`, which names its file, where OpenCV cannot run it."""
    try:
        net.setInput(blob)
        return np.asarray(net.forward(), dtype=np.float32)
    except cv2.error as error:
        raise NetworkUnusable(
            f"{path} cannot be run by OpenCV {cv2.__version__}. Install the companion again."
        ) from error


def checked(output: Floats, shape: tuple[int, ...], path: Path) -> Floats:
    """An answer of that shape. Raises `NetworkUnusable` where it is of another one."""
    if output.shape != shape:
        raise NetworkUnusable(
            f"{path} is another network: it answers in the shape {output.shape} where {shape} is meant. "
            "Install the companion again."
        )
    return output
