"""The networks' numbers to places and probabilities: pure arithmetic, no network."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.network import STRIDE, Floats
from vision.dice.records import Candidate

Doubles = npt.NDArray[np.float64]

APART_FACES = 0.7
"""Middles nearer to each other than this cannot be two dice: touching ones are 1 face apart, 0.8 seen from aside."""
SAME_PEAK_FACES = 0.25
"""Within this distance, two cells, two maxima are one face seen twice; beyond it another face of the same die."""
PART = 0.5
"""What is smaller than this part of a face, and within it, is a pip and no face."""
LOG_SIDE = 2.0
"""The log of a box's side is taken to lie within plus and minus this: more is a number gone wild, not a die."""


def decode(output: Floats, threshold: float, face_px: float = 32.0) -> tuple[Candidate, ...]:
    """The faces in a detector's output (12, rows, columns), strongest first, in px of the network's input.

    Every maximum whose objectness reaches `threshold` (0 to 1) counts once, and of those too near to each other to be
    two dice the strongest. Numbers that are not finite raise `ValueError`.
    """
    if not np.isfinite(output).all():
        raise ValueError("the detector's output holds numbers that are not finite")
    objectness = sigmoid(output[0].astype(np.float64))
    highest = cv2.dilate(objectness, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((objectness >= threshold) & (objectness == highest))
    found = [
        _candidate(output[:, row, column].astype(np.float64), row, column, face_px)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    return suppress(found, face_px)


def _candidate(cell: Doubles, row: int, column: int, face_px: float) -> Candidate:
    width, height = np.exp(np.clip(cell[3:5], -LOG_SIDE, LOG_SIDE)).tolist()
    right, down = np.clip(cell[1:3], -1.0, 1.0).tolist()
    return Candidate(
        # The centre of cell 0 lies in the middle of its four pixels, at 1.5 where (0, 0) is the first pixel's middle.
        x_px=(column + 0.5 + right) * STRIDE - 0.5,
        y_px=(row + 0.5 + down) * STRIDE - 0.5,
        width_px=width * face_px,
        height_px=height * face_px,
        objectness=float(sigmoid(cell[0])),
        values=tuple(softmax(cell[5:11]).tolist()),
        unreadable=float(sigmoid(cell[11])),
    )


def suppress(found: Iterable[Candidate], face_px: float) -> tuple[Candidate, ...]:
    """Of candidates too near to each other to be two dice the strongest, all in order of their objectness.

    One that had to give way though it is another face, with another value, is kept as the winner's `rival`.
    """
    kept = list[Candidate]()
    for each in sorted(found, key=lambda one: (-one.objectness, one.y_px, one.x_px)):
        for at, winner in enumerate(kept):
            distance_px = math.hypot(each.x_px - winner.x_px, each.y_px - winner.y_px)
            if distance_px < APART_FACES * min(face_px, winner.side_px):
                is_other = distance_px > SAME_PEAK_FACES * face_px and each.side_px > PART * winner.side_px
                is_rival = is_other and each.likely != winner.likely
                if is_rival and each.objectness > winner.rival:
                    kept[at] = replace(winner, rival=each.objectness)
                break
        else:
            kept.append(each)
    return tuple(kept)


def scaled(candidate: Candidate, factor: float) -> Candidate:
    """The same in a picture that is `factor` times as large, its (0, 0) too in the middle of the top left pixel."""
    return replace(
        candidate,
        x_px=(candidate.x_px + 0.5) * factor - 0.5,
        y_px=(candidate.y_px + 0.5) * factor - 0.5,
        width_px=candidate.width_px * factor,
        height_px=candidate.height_px * factor,
    )


def moved(candidate: Candidate, right_px: float, down_px: float) -> Candidate:
    """The same, further right and down."""
    return replace(candidate, x_px=candidate.x_px + right_px, y_px=candidate.y_px + down_px)


def sigmoid(logit: Doubles) -> Doubles:
    """Probabilities of logits, any shape; exact zeros and ones only where a double has no more digits."""
    return np.exp(-np.logaddexp(0.0, -logit))


def softmax(logits: Doubles) -> Doubles:
    """Probabilities of the logits along the last axis, which add up to 1."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def tempered(probability: float, temperature: float, slope: float = 1.0, offset: float = 0.0) -> float:
    """A probability whose logit is divided by a temperature, then times `slope` plus `offset`."""
    inside = min(max(probability, 1e-12), 1 - 1e-12)
    logit = math.log(inside / (1 - inside)) / temperature * slope + offset
    return 1 / (1 + math.exp(-logit)) if logit >= 0 else math.exp(logit) / (1 + math.exp(logit))


def tempered_all(probabilities: Sequence[float], temperature: float) -> tuple[float, ...]:
    """Probabilities that add up to 1, their logits divided by a temperature."""
    return tuple(softmax(np.log(np.maximum(np.asarray(probabilities), 1e-12)) / temperature).tolist())
