"""Readings against labels: which photographs and which dice came out right, and how sure each was. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import msgspec

from vision.dice.records import Box, DiceReading, Die
from vision.training.labels import LabelledDie

Outcome = Literal["right", "asked", "wrong"]
"""right: read, and every die with its value; asked: doubtful or failed, so a person is asked; wrong: silently wrong."""

OVERLAP = 0.5
"""Part of the boxes' union from which on two are the same die."""
NEAR_FACES = 0.5
"""Or the middles lie within so much of the labelled box's side."""
BINS = 10
Z = 1.959964
"""Standard deviations of a normal distribution that leave 2.5 % on each side."""


class JudgedDie(msgspec.Struct, frozen=True):
    """One die that the reader reported."""

    confidence: float
    is_right: bool
    """Whether a die lies there and shows what the reader finds likeliest."""
    is_read: bool


class Score(msgspec.Struct, frozen=True):
    """One photograph."""

    name: str
    source: str
    outcome: Outcome
    would_be_right: bool
    """Whether the likeliest values of all dice, sure or not, are the labelled ones."""
    confidence: float
    """Of the least sure die; without any 1 where none is labelled either, 0 otherwise."""
    dice: tuple[JudgedDie, ...]
    labelled: int
    """How many dice really lie there."""


class Interval(msgspec.Struct, frozen=True):
    """A share, and where it truly lies in 95 of 100 such measurements."""

    count: int
    of: int
    share: float
    low: float
    high: float


class Bin(msgspec.Struct, frozen=True):
    """Dice whose confidence lies in one tenth."""

    low: float
    high: float
    dice: int
    confidence: float
    right: float


class Point(msgspec.Struct, frozen=True):
    """If only the surest photographs were read: how many, how many of them wrong."""

    confidence: float
    coverage: float
    risk: float


def score(name: str, source: str, reading: DiceReading, dice: Sequence[LabelledDie]) -> Score:
    """How a reading compares. Labels without boxes are compared as a bag of values."""
    judged = (_by_place if all(die.box is not None for die in dice) else _by_value)(reading.dice, dice)
    complete = len(reading.dice) == len(dice) and all(each.is_right for each in judged)
    read_right = complete and all(die.value == die.likely for die in reading.dice)
    outcome: Outcome = "asked" if reading.verdict != "read" else "right" if read_right else "wrong"
    sure = min((die.confidence for die in reading.dice), default=0.0 if dice else 1.0)
    return Score(name, source, outcome, complete, sure, judged, len(dice))


def _by_place(found: Sequence[Die], dice: Sequence[LabelledDie]) -> tuple[JudgedDie, ...]:
    boxes = [die.box for die in dice if die.box is not None]
    pairs = matches([die.box for die in found], boxes, [die.confidence for die in found])
    return tuple(
        JudgedDie(die.confidence, at in pairs and die.likely == dice[pairs[at]].value, die.state == "read")
        for at, die in enumerate(found)
    )


def _by_value(found: Sequence[Die], dice: Sequence[LabelledDie]) -> tuple[JudgedDie, ...]:
    left = Counter(die.value for die in dice)
    judged = list[JudgedDie]()
    for die in sorted(found, key=lambda one: -one.confidence):
        is_right = die.likely is not None and left[die.likely] > 0
        if is_right and die.likely is not None:
            left[die.likely] -= 1
        judged.append(JudgedDie(die.confidence, is_right, die.state == "read"))
    return tuple(judged)


def matches(found: Sequence[Box], labelled: Sequence[Box], sure: Sequence[float]) -> dict[int, int]:
    """Which found box is which labelled one: by overlap, or middles within half a face.

    The surest first, each with the nearest: where a label goes round a whole die, its middle may lie beside the top
    face, and hardly anything that is seen there is nearer.
    """
    pairs = sorted(
        (-sure[at], _apart(box, other), at, number)
        for at, box in enumerate(found)
        for number, other in enumerate(labelled)
        if overlap(box, other) >= OVERLAP or _apart(box, other) <= NEAR_FACES
    )
    taken: dict[int, int] = {}
    for _, _, at, number in pairs:
        if at not in taken and number not in taken.values():
            taken[at] = number
    return taken


def overlap(one: Box, other: Box) -> float:
    """0 to 1: what two boxes share, as a part of what they cover together."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, wide) * max(0.0, high)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return shared / (areas - shared) if areas > shared else 0.0


def _apart(box: Box, labelled: Box) -> float:
    """Distance of the middles in sides of the labelled box."""
    right = (box[0] + box[2] - labelled[0] - labelled[2]) / 2
    down = (box[1] + box[3] - labelled[1] - labelled[3]) / 2
    side = max(1e-6, (labelled[2] - labelled[0]) * (labelled[3] - labelled[1])) ** 0.5
    return float(math.hypot(right, down) / side)


def wilson(count: int, of: int) -> Interval:
    """A share with Wilson's 95 % interval; of nothing, 0 to 1."""
    if of == 0:
        return Interval(0, 0, 0.0, 0.0, 1.0)
    share, z2 = count / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return Interval(count, of, share, max(0.0, middle - half), min(1.0, middle + half))


def reliability(dice: Sequence[JudgedDie]) -> tuple[tuple[Bin, ...], float]:
    """Dice by tenths of their confidence, empty tenths left out, and the expected calibration error (0 to 1)."""
    bins = list[Bin]()
    for number in range(BINS):
        inside = [die for die in dice if min(BINS - 1, int(die.confidence * BINS)) == number]
        if inside:
            sure = sum(die.confidence for die in inside) / len(inside)
            right = sum(die.is_right for die in inside) / len(inside)
            bins.append(Bin(number / BINS, (number + 1) / BINS, len(inside), sure, right))
    error = sum(each.dice * abs(each.confidence - each.right) for each in bins) / max(1, len(dice))
    return tuple(bins), error


def risk_coverage(scores: Sequence[Score]) -> tuple[Point, ...]:
    """Photographs from the surest on: how many are covered down to each confidence, and what part of them is wrong."""
    points, wrong = list[Point](), 0
    ranked = sorted(scores, key=lambda one: -one.confidence)
    for number, each in enumerate(ranked, 1):
        wrong += not each.would_be_right
        if number == len(ranked) or ranked[number].confidence < each.confidence:
            points.append(Point(each.confidence, number / len(ranked), wrong / number))
    return tuple(points)
