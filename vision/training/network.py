"""The networks: one finds top faces in a picture of any size, one looks at a single face more closely, one tells
whether a die lies flat, and one reads clear dice.

Only convolutions, ReLU, additions and one average: everything that reads ONNX runs that at any size. Blocks are plain
3 x 3 convolutions and not depthwise ones: measured beside each other on one core, those took nearly three times as long
to learn and a third longer to read with fewer weights. Most weights work where maps are small: with all blocks at a
quarter of the size, 48 channels wide (224 000 weights), a step of ten pictures took 0.25 s of one core and cv2.dnn 263
ms for 640 x 640 px; with them inside an eighth, 64 wide (420 000 weights), 0.17 s and 132 ms. Likewise the classifier:
0.18 s for 128 small pictures before, 0.13 s now.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn

from vision.dice import clear
from vision.dice.face import ANSWERS as FACE_ANSWERS
from vision.dice.network import CHANNELS, CLASSES
from vision.dice.posture import ANSWERS
from vision.training.targets import MIDDLE

STEM = 32
"""Channels at half size: edges and pips."""

WIDTH, INNER = 48, 64
"""Channels at a quarter of the size, where the answer is given, and at an eighth, where most is thought."""

DILATIONS = (1, 2, 2, 1, 1)
"""How far apart the inner blocks look, in cells of 8 px: together seven faces, so that a die is seen with its
neighbours and its shadow; small again at the end, so that no grid of holes stays."""

RARE = 0.01
"""How likely a middle is before anything is learned. Drawn scenes have 7 in 6400 cells, each with a hill of some cells
around it; without this the first steps are lost on the ground."""


class Block(nn.Module):  # type: ignore[misc]  # torch is Any where it is not installed
    """Two convolutions added to what went in; as large as what went in."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = convolution(channels, channels, dilation=dilation)
        self.second = convolution(channels, channels, dilation=dilation)

    def forward(self, x: Any) -> Any:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Inside(nn.Module):  # type: ignore[misc]
    """Layers that work at half the size, added to what went in; its height and width must be even."""

    def __init__(self, channels: int, inner: int, *layers: Any) -> None:
        super().__init__()
        self.layers = nn.Sequential(convolution(channels, inner, stride=2), nn.ReLU(), *layers)
        self.back = nn.ConvTranspose2d(inner, channels, 2, 2)

    def forward(self, x: Any) -> Any:
        return torch.relu(x + self.back(self.layers(x)))


def convolution(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> Any:
    """3 x 3 with its normalisation; `export.folded` makes one convolution of both."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, padding=dilation, dilation=dilation, bias=False), nn.BatchNorm2d(outputs)
    )


def make_detector() -> Any:
    """1 x 3 x H x W (BGR, 0 to 1; H and W multiples of 8) to 1 x 12 x H/4 x W/4 as
    vision/dice/network.py says, untrained."""
    last = nn.Conv2d(WIDTH, CHANNELS, 1)
    nn.init.zeros_(last.bias)
    with torch.no_grad():
        last.bias[MIDDLE] = -math.log(1 / RARE - 1)
    return nn.Sequential(
        *(convolution(3, STEM, stride=2), nn.ReLU(), convolution(STEM, WIDTH, stride=2), nn.ReLU()),
        Inside(WIDTH, INNER, *(Block(INNER, dilation) for dilation in DILATIONS)),
        last,
    )


def make_classifier() -> Any:
    """N x 3 x 64 x 64 (BGR, 0 to 1) to N x 8 logits, untrained; 430 000 weights, most where the map is small."""
    return nn.Sequential(
        *(convolution(3, 32, stride=2), nn.ReLU()),
        *(convolution(32, 48, stride=2), nn.ReLU(), Block(48)),
        *(convolution(48, 96, stride=2), nn.ReLU(), Block(96), Block(96)),
        *(nn.AdaptiveAvgPool2d(1), nn.Conv2d(96, CLASSES, 1), nn.Flatten()),
    )


def make_posture() -> Any:
    """N x 4 x 80 x 80 (BGR, 0 to 1, and the slope of sight) to N x 6, untrained: the logits that a die
    lies flat, that one is there and that it is clear, and `postures.Postures.poses`."""
    return nn.Sequential(
        *(convolution(4, 24, stride=2), nn.ReLU()),
        *(convolution(24, 40, stride=2), nn.ReLU(), Block(40)),
        *(convolution(40, 72, stride=2), nn.ReLU(), Block(72), Block(72)),
        # Where an edge lies should tell here: no average over places.
        *(convolution(72, 64, stride=2), nn.ReLU(), nn.Conv2d(64, 32, 5), nn.ReLU()),
        *(nn.Conv2d(32, ANSWERS, 1), nn.Flatten()),
    )


def make_face() -> Any:
    """N x 3 x 64 x 64 (BGR, 0 to 1) to N x 2, untrained: the logits that a top face with pips is there, and that one
    is there at all. Small, as it is asked of every die that is read."""
    return nn.Sequential(
        *(convolution(3, 16, stride=2), nn.ReLU()),
        *(convolution(16, 32, stride=2), nn.ReLU(), Block(32)),
        *(convolution(32, 64, stride=2), nn.ReLU(), Block(64)),
        *(nn.Conv2d(64, 48, 1), nn.ReLU(), convolution(48, 48, stride=2), nn.ReLU()),
        *(nn.AdaptiveAvgPool2d(1), nn.Conv2d(48, FACE_ANSWERS, 1), nn.Flatten()),
    )


def make_clear() -> Any:
    """N x 4 x 64 x 64 (BGR, 0 to 1, and the slope of sight) to N x 7 logits as vision/dice/clear.py says, untrained;
    0.17 GFLOP a die, 540 000 weights."""
    return nn.Sequential(
        *(convolution(4, 16), nn.ReLU()),
        *(convolution(16, 32, stride=2), nn.ReLU(), Block(32)),
        *(convolution(32, 64, stride=2), nn.ReLU(), Block(64), Block(64)),
        *(convolution(64, 80, stride=2), nn.ReLU(), Block(80), Block(80)),
        # Upper and lower pips differ by where they lie: no average over places.
        *(convolution(80, 48, stride=2), nn.ReLU(), nn.Conv2d(48, 48, 4), nn.ReLU()),
        *(nn.Conv2d(48, clear.ANSWERS, 1), nn.Flatten()),
    )


def weights(network: Any) -> int:
    """How many figures a network learns."""
    return sum(int(parameter.numel()) for parameter in network.parameters())
