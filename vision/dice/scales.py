"""How large dice are in a picture that nobody measured: looks at several scales, judged by their own consistency."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.dice.decoding import APART_FACES, tempered
from vision.dice.records import Candidate

LEAST_PX = 14.0
"""Side of the smallest face that is looked for, in the picture: its pips are 3 px wide."""
MOST_PX = 160.0
"""Side of the largest; in pictures over 640 px it grows with the shorter side: phones photograph from near."""
MOST_PART = 4
"""Then the largest face is this part of the shorter side."""
COARSE = 2**0.5
"""Factor from one scale to the next in the first pass."""
FINE = 2**0.25
"""And beside the best of them in the second."""
SAME = 0.05
"""Scales with less difference of log size are not tried both."""
ALIKE = 1.25
"""The faces of one picture differ by no more than this factor from their median, seen at their own angle."""
TURNED = 2**0.25
"""A box stands upright and a face may be turned in it: it is 1 to 1.41 faces wide, this factor around its mean."""
SPREAD = 0.25
"""Difference of log size at which a face counts 0.6 for its scale; at 0.5 (a third too large or small) 0.14."""
CONVINCED = 0.75
"""Score of a scale that is no chance: three faces that fit entirely have it."""
TWICE = 1.9
"""Scales that are finer by this factor than one that convinces show parts of its dice, not dice."""
CHEAP_PX = 2.2e6
"""Area of the enlarged picture up to which a scale is tried in any case: 640 x 640 px with faces of 14 px."""
DEAR_PX = 1.6e7
"""Up to this area where nothing was found otherwise."""
RIVALS_FROM = 1.45
"""Scales by this factor apart see other things; nearer ones see the same dice."""
MARGIN = 0.3
"""So much, as a part of the best score, must the next scale be worse to leave no doubt."""
PRESENT = 0.5
"""Objectness from which on a face of the best scale explains what another scale sees in its place."""

Look = Callable[[float], tuple[Candidate, ...]]
"""What the detector sees where faces of so many px of the picture are brought to its own size, in px of the picture."""


@dataclass(frozen=True)
class Scale:
    """The scale of a picture."""

    face_px: float
    """Side of a top face in the picture."""
    sure: float
    """0 to 1: 0 where another scale explains the picture as well."""
    seen: tuple[Candidate, ...]
    """What the detector sees at this scale."""


@dataclass(frozen=True)
class _Tried:
    face_px: float
    seen: tuple[Candidate, ...]
    score: float


def find_scale(look: Look, width_px: int, height_px: int, box_faces: float = 1.0, heat: float = 1.0) -> Scale | None:
    """The scale at which what the detector sees fits together best; None where it sees nothing at any.

    `box_faces` is the side of a box around a face, in faces, at a mean angle, `heat` the temperature that makes
    objectness a probability: else fifty specks of a tablecloth, each hardly a die, count more than three dice. Looks at
    large faces first: they cost least.
    """
    tried = list[_Tried]()
    for face_px in ladder(width_px, height_px):
        best = max(tried, key=lambda one: one.score, default=None)
        if best is not None and best.score >= CONVINCED and best.face_px > TWICE * face_px:
            break
        if width_px * height_px * (32 / face_px) ** 2 > CHEAP_PX and best is not None and best.seen:
            break
        tried.append(_try(look, face_px, box_faces, heat))
    best = max(tried, key=lambda one: one.score, default=None)
    if best is None or not best.seen:
        return None
    tried += [_try(look, face_px, box_faces, heat) for face_px in _beside(best, box_faces)]
    best = max(tried, key=lambda one: one.score)
    return Scale(best.face_px, _sure(best, tried, box_faces, heat), best.seen)


def ladder(width_px: int, height_px: int) -> tuple[float, ...]:
    """The sizes of faces that are tried first, in px of the picture, from the largest down."""
    most = max(MOST_PX, min(width_px, height_px) / MOST_PART)
    steps = math.ceil(math.log(most / LEAST_PX) / math.log(COARSE))
    sizes = [most * (LEAST_PX / most) ** (step / steps) for step in range(steps)] + [LEAST_PX]
    return tuple(
        size
        for size in sizes
        if width_px * height_px * (32 / size) ** 2 <= DEAR_PX and size <= 2 * min(width_px, height_px)
    )


def _try(look: Look, face_px: float, box_faces: float, heat: float) -> _Tried:
    seen = look(face_px)
    return _Tried(face_px, seen, score(seen, face_px * box_faces, heat))


def _beside(best: _Tried, box_faces: float) -> list[float]:
    """The scale that the boxes of one ask for, and the finer steps around it where it does not convince."""
    own = typical_px(best.seen) / box_faces
    sizes = [min(max(own, best.face_px / COARSE), best.face_px * COARSE)]
    if best.score < CONVINCED:
        sizes += [best.face_px / FINE, best.face_px * FINE]
    return [max(LEAST_PX, size) for size in sizes if abs(math.log(size / best.face_px)) > SAME]


def score(seen: Sequence[Candidate], side_px: float, heat: float = 1.0) -> float:
    """0 to 1: how well candidates fit a scale in which a box is `side_px` wide, and how many do.

    One face that fits entirely has 0.5, two have 0.67, many near 1; faces of another size take away from it.
    """
    weights = [tempered(each.objectness, heat) * each.sharpness * max(each.values) for each in seen]
    if sum(weights) <= 0:
        return 0.0
    fits = sum(weight * _fit(each, side_px) for weight, each in zip(weights, seen, strict=True))
    return fits / sum(weights) * fits / (fits + 1)


def _fit(candidate: Candidate, side_px: float) -> float:
    return math.exp(-((math.log(candidate.side_px / side_px) / SPREAD) ** 2) / 2)


def typical_px(seen: Sequence[Candidate]) -> float:
    """The median side of the candidates' boxes, each counted by its objectness. Of none raises `ValueError`."""
    if not seen:
        raise ValueError("no candidate has no size")
    ranked = sorted(seen, key=lambda one: one.side_px)
    half, passed = sum(each.objectness for each in ranked) / 2, 0.0
    for each in ranked:
        passed += each.objectness
        if passed >= half:
            return each.side_px
    return ranked[-1].side_px


def is_alike(side_px: float, typical: float) -> bool:
    """Whether a box may belong to a die of the picture's size, however it is turned."""
    widest = ALIKE * TURNED
    return typical / widest <= side_px <= typical * widest


def _sure(best: _Tried, tried: Sequence[_Tried], box_faces: float, heat: float) -> float:
    """How far the next best scale is behind, by those of its faces that the best one does not see as well."""
    rivals = [
        score([one for one in each.seen if not _is_seen(one, best)], each.face_px * box_faces, heat)
        for each in tried
        if max(each.face_px / best.face_px, best.face_px / each.face_px) > RIVALS_FROM
    ]
    if best.score <= 0:
        return 0.0
    return min(1.0, max(0.0, (1 - max(rivals, default=0.0) / best.score) / MARGIN))


def _is_seen(candidate: Candidate, best: _Tried) -> bool:
    return any(
        each.likely == candidate.likely
        and each.objectness >= PRESENT
        and math.hypot(each.x_px - candidate.x_px, each.y_px - candidate.y_px) < APART_FACES * best.face_px
        for each in best.seen
    )
