"""A tray of coded dice straight from above, and networks that count how often they are asked."""

from __future__ import annotations

import numpy as np

from tests.vision.dice.drawn import CodedNetworks, cloth, coded
from tests.vision.dice.onnx_by_hand import LEVELS
from vision.camera_pose import PosedCamera, posed
from vision.cameras.frames import Pixels
from vision.dice.model import Figures, Model
from vision.dice.network import CROP_PX, Floats
from vision.dice.tray import Tray
from vision.mat import place

TRAY = Tray(30, 20, 200, 120)
SIZE = (640, 480)
STRAIGHT: PosedCamera = posed(np.array([[0.5, 0, 0.25], [0, 0.5, 0.25], [0, 0, 1]]), SIZE)
"""Straight from above, where 2 px are a mm; the picture's first pixel begins where the mat does."""


class Counting(CodedNetworks):
    """The networks written by hand, and how much they were shown."""

    def __init__(self) -> None:
        super().__init__()
        self.detected_px = 0
        """Pixels that the detector saw."""
        self.classified = 0
        """Small pictures that the classifier saw."""

    def detect(self, picture: Pixels) -> Floats:
        self.detected_px += picture.shape[0] * picture.shape[1]
        return super().detect(picture)

    def classify(self, crops: Pixels) -> Floats:
        self.classified += len(crops)
        logits = super().classify(crops)
        # A code between two values is none to it.
        codes = crops[:, CROP_PX // 2, CROP_PX // 2, 1] * (LEVELS / 255) % 1
        logits[(codes > 0.3) & (codes < 0.7)] = 0
        return logits

    def asked(self) -> tuple[int, int]:
        """Pixels and small pictures since this was asked last."""
        told = self.detected_px, self.classified
        self.detected_px = self.classified = 0
        return told


class Flat:
    """Takes everything for an opaque die that lies flat."""

    def look(self, crops: Pixels, slopes: Floats) -> Floats:
        return np.tile(np.array([6, 6, -6], np.float32), (len(crops), 1))


def counted() -> tuple[Model, Counting]:
    """A model that counts."""
    networks = Counting()
    return Model(networks, Figures(made="2026-01-31", data="coded dice"), Flat()), networks


def tray_of(*dice: tuple[float, float, float], gain: float = 1.0) -> Pixels:
    """The camera's picture, by value and place on the mat of each die; 3.5 is none. All is `gain` times as bright."""
    pixels = cloth(*SIZE)
    to_px = np.asarray(np.linalg.inv(STRAIGHT.plane(16)))
    for value, x_mm, y_mm in dice:
        x_px, y_px = place(to_px, np.array([[x_mm, y_mm]]))[0].tolist()
        coded(pixels, value, round((x_px - 1.5) / 4), round((y_px - 1.5) / 4))
    return (pixels * gain).round().astype(np.uint8)
