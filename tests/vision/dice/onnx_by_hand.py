"""ONNX files with one convolution, written byte by byte (onnx.proto3 of ONNX 1.16): weights that a test knows.

The library that trains networks is not needed to run them, so the tests do without it too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.dice.network import CLASSES, CROP_PX, ILLEGIBLE, NOTHING
from vision.dice.posture import ANSWERS, POSTURE_PX

FLOAT, INTS, OPSET, IR_VERSION = 1, 7, 13, 8
LEVELS = 7
"""A face of value v shows v / 7 of full green at its middle."""
SURE = 20.0
"""Logit of what these networks are sure of."""


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _number(key: int, value: int) -> bytes:
    return _varint(key << 3) + _varint(value)


def _bytes(key: int, value: bytes | str) -> bytes:
    content = value.encode() if isinstance(value, str) else value
    return _varint(key << 3 | 2) + _varint(len(content)) + content


def _tensor(name: str, values: npt.NDArray[np.float32]) -> bytes:
    dims = b"".join(_number(1, length) for length in values.shape)
    return dims + _number(2, FLOAT) + _bytes(8, name) + _bytes(9, values.astype("<f4").tobytes())


def _ints(name: str, values: Sequence[int]) -> bytes:
    return _bytes(1, name) + b"".join(_number(8, value) for value in values) + _number(20, INTS)


def _value(name: str, dims: Sequence[int | str]) -> bytes:
    shape = b"".join(_bytes(1, _bytes(2, each) if isinstance(each, str) else _number(1, each)) for each in dims)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, FLOAT) + _bytes(2, shape)))


def one_convolution(weights: npt.NDArray[np.float32], bias: npt.NDArray[np.float32], stride: int) -> bytes:
    """A network: weights (out, in, k, k) and bias (out,) over an input (N, in, H, W) of any size."""
    kernel = weights.shape[2]
    node = _bytes(1, "input") + _bytes(1, "weights") + _bytes(1, "bias") + _bytes(2, "output") + _bytes(4, "Conv")
    node += _bytes(5, _ints("kernel_shape", [kernel, kernel])) + _bytes(5, _ints("strides", [stride, stride]))
    graph = _bytes(1, node) + _bytes(2, "by hand")
    graph += _bytes(5, _tensor("weights", weights)) + _bytes(5, _tensor("bias", bias))
    graph += _bytes(11, _value("input", ["batch", weights.shape[1], "height", "width"]))
    graph += _bytes(12, _value("output", ["batch", len(weights), "rows", "columns"]))
    opset = _bytes(1, "") + _number(2, OPSET)
    return _number(1, IR_VERSION) + _bytes(7, graph) + _bytes(8, opset)


def colour_detector() -> bytes:
    """A detector that finds a face by a red cell at its middle, its value by that cell's green; of 1 face across."""
    weights, bias = np.zeros((12, 3), np.float32), np.zeros(12, np.float32)
    weights[0] = -2 * SURE, 0, 2 * SURE  # BGR: only red without blue is over the bias
    bias[0], bias[11] = -SURE, -SURE
    weights[5:11], bias[5:11] = _nearest_level()
    cells = np.repeat(weights[:, :, np.newaxis], 16, axis=2).reshape(12, 3, 4, 4) / 16
    return one_convolution(cells.astype(np.float32), bias, 4)


def colour_classifier() -> bytes:
    """A classifier that reads the same cell in the middle four px of its picture, and finds no face without red."""
    weights, bias = np.zeros((CLASSES, 3, CROP_PX, CROP_PX), np.float32), np.zeros(CLASSES, np.float32)
    middle = slice(CROP_PX // 2 - 1, CROP_PX // 2 + 1)
    values, bias[:6] = _nearest_level()
    weights[:6, :, middle, middle] = values[:, :, np.newaxis, np.newaxis] / 4
    weights[NOTHING, 2, middle, middle] = -100 / 4
    bias[ILLEGIBLE], bias[NOTHING] = -50, 50
    return one_convolution(weights, bias, 1)


def bright_posture(counts: tuple[float, float, float, float], bias: float) -> bytes:
    """A posture network: blue, green, red and slope of its middle px, each times one of `counts`, and `bias`.

    That a die is there it says with a logit of 4 everywhere, that it is clear with one of -4.
    """
    weights, first = np.zeros((ANSWERS, 4, POSTURE_PX, POSTURE_PX), np.float32), np.zeros(ANSWERS, np.float32)
    weights[0, :, POSTURE_PX // 2, POSTURE_PX // 2], first[0] = counts, bias
    first[1], first[2] = 4, -4
    return one_convolution(weights, first, 1)


def _nearest_level() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Weights (6, 3) and bias (6,) that are largest for the nearest level of green: -(g - v)² without g²."""
    levels = np.arange(1, 7) / LEVELS
    sharp = SURE * LEVELS**2
    weights = np.zeros((6, 3))
    weights[:, 1] = 2 * levels * sharp
    return weights.astype(np.float32), (-(levels**2) * sharp).astype(np.float32)
