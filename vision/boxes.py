"""Markers of a picture and its blocks: which of them lie where, and which of two readings are the same marker."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.markers import Markers

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Boxes = npt.NDArray[np.int64]

BLOCK_PX = 8
"""Side of a block: noise of sigma 4 averages out to half a level."""
QUIET = 1.25
"""A marker with the white cell around it, of its black square's side."""
AGREE_PX = 2.0
"""Two readings of a marker that lies still differ by less than this, by ten times their usual 0.2 px."""


def no_markers() -> Markers:
    """None at all."""
    return Markers(np.empty(0, np.int32), np.empty((0, 4, 2), np.float32))


def boxes_of(markers: Markers, shape: tuple[int, ...]) -> Boxes:
    """(N, 4) left, top, right, low in blocks, within the picture: each marker with its quiet zone."""
    middles = markers.corners_px.mean(axis=1, keepdims=True)
    corners = middles + QUIET * (markers.corners_px - middles)
    least = np.floor((corners.min(axis=1) + 0.5) / BLOCK_PX)
    most = np.floor((corners.max(axis=1) + 0.5) / BLOCK_PX) + 1
    limits = np.array([shape[1], shape[0]])
    return np.concatenate([np.clip(least, 0, limits - 1), np.clip(most, 1, limits)], axis=1).astype(np.int64)


def touching(boxes: Boxes, read: Bools) -> Bools:
    """(N,) which boxes have one of these blocks."""
    # Of sums over all blocks left of and above each, four tell how many are in a box.
    sums = cv2.integral(read.astype(np.uint8))
    left, top, right, low = boxes.T
    return np.asarray(sums[low, right] - sums[top, right] - sums[low, left] + sums[top, left] > 0, np.bool_)


def matches(some: Markers, others: Markers) -> Bools:
    """(N, M) which of them are one and the same, at the same place."""
    apart = np.abs(some.corners_px[:, None] - others.corners_px[None, :]).max(axis=(2, 3), initial=0.0)
    return np.asarray((some.ids[:, None] == others.ids[None, :]) & (apart < AGREE_PX), np.bool_)


def any_of(found: Bools) -> Bools:
    """(N,) which rows have a match."""
    return np.asarray(found.any(axis=1), np.bool_)


def only(markers: Markers, these: Bools) -> Markers:
    """Those of the markers."""
    return Markers(markers.ids[these], markers.corners_px[these])


def joined(markers: list[Markers]) -> Markers:
    """All of these, in rising order of their ids."""
    ids = np.concatenate([each.ids for each in markers])
    order = np.argsort(ids, kind="stable")
    return Markers(ids[order], np.concatenate([each.corners_px for each in markers])[order])


def once(markers: Markers) -> Markers:
    """The same without those that were read in two parts that overlap."""
    return only(markers, ~any_of(np.triu(matches(markers, markers), k=1).T))
