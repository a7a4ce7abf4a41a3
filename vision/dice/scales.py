"""How large dice are in a picture that nobody measured: looks at several scales, judged by their own consistency."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.dice.decoder import APART_FACES
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
EVEN_SCORE = 0.2
"""Score of one face that fits entirely and is as likely as not. A best scale under it shows nothing that is sure: two
tops of 1, each joined to a pip of a side, were taken for large 2s at a score of 0.09."""
TWICE = 1.9
"""Scales that are finer by this factor show parts of the dice, as their pips, where a coarser one shows dice."""
CHEAP_PX = 2.2e6
"""Area of the enlarged picture up to which a scale is tried in any case: 640 x 640 px with faces of 14 px."""
DEAR_PX = 1.6e7
"""Up to this area where nothing was found otherwise."""
RIVALS_FROM = 1.45
"""Scales by this factor apart see other things; nearer ones see the same dice."""
MARGIN = 0.3
"""So much, as a part of the best score, must the next scale be worse to leave no doubt."""
PRESENT = 0.5
"""So surely a face of the best scale must be one to explain what another scale sees in its place."""

CLOSE = 0.5
"""Part of the best score from which on a scale is looked at once more. Own choice."""

Look = Callable[[float], tuple[Candidate, ...]]
"""What the detector sees where faces of so many px of the picture are brought to its own size, in px of the picture."""

Weigh = Callable[[Sequence[Candidate], float], Sequence[float]]
"""How surely each of these is a face of its likeliest value, 0 to 1, where faces are so many px: by both networks and
calibrated. Else fifty specks of a tablecloth, each hardly a die, count more than three dice."""


@dataclass(frozen=True)
class Viewing:
    """How a picture is looked at."""

    look: Look
    weigh: Weigh


@dataclass(frozen=True)
class Scale:
    """The scale of a picture."""

    face_px: float
    """Side of a top face in the picture."""
    sure: float
    """0 to 1: 0 where another scale explains the picture as well, and low where none explains it."""


@dataclass(frozen=True)
class _Tried:
    face_px: float
    seen: tuple[Candidate, ...]
    weights: tuple[float, ...]
    """How surely each of them is a face; less for what lies on the face of a coarser scale."""
    score: float
    alone: float
    """The score without what coarser scales explain."""


def find_scale(
    viewing: Viewing, width_px: int, height_px: int, box_faces: float = 1.0, careful: Viewing | None = None
) -> Scale | None:
    """The scale at which what both networks see fits together best; None where they see nothing at any.

    `box_faces` is the side of a box around a face, in faces, at a mean angle. Looks at large faces first: they cost
    least. What lies on one of them is taken for a pip or a corner of it, as far as it is a face itself: of 60 parts of
    photographs enlarged to faces of 120 to 230 px the scale of 59 was found, half a step off at most; without that rule
    of 41, and where the detector alone was asked of 23. Scales that come `CLOSE` to the best are then looked at with
    the `careful` viewing, if there is one.
    """
    tried = list[_Tried]()
    for face_px in ladder(width_px, height_px):
        best = max(tried, key=lambda one: one.score, default=None)
        if best is not None and best.score >= CONVINCED and best.face_px > TWICE * face_px:
            break
        if width_px * height_px * (32 / face_px) ** 2 > CHEAP_PX and best is not None and best.seen:
            break
        tried.append(_try(viewing, face_px, box_faces, tried))
    best = max(tried, key=lambda one: one.score, default=None)
    if best is None or not best.seen:
        return None
    for face_px in _beside(best, box_faces):
        tried.append(_try(viewing, face_px, box_faces, tried))
    if careful is not None:
        tried = _again(careful, box_faces, tried)
    best = max(tried, key=lambda one: one.score)
    return Scale(best.face_px, _sure(best, tried, box_faces))


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


def _again(careful: Viewing, box_faces: float, tried: Sequence[_Tried]) -> list[_Tried]:
    """What was tried, the best of it with a careful viewing: from the coarsest on, for these explain the finer ones."""
    enough = CLOSE * max(one.score for one in tried)
    anew = list[_Tried]()
    for each in sorted(tried, key=lambda one: -one.face_px):
        anew.append(each if each.score < enough else _try(careful, each.face_px, box_faces, anew))
    return anew


def _try(viewing: Viewing, face_px: float, box_faces: float, tried: Sequence[_Tried]) -> _Tried:
    seen = viewing.look(face_px)
    coarser = [one for one in tried if one.face_px >= TWICE * face_px]
    own = viewing.weigh(seen, face_px)
    weights = [
        weight * (1 - max((_face_at(each, one) for one in coarser), default=0.0))
        for each, weight in zip(seen, own, strict=True)
    ]
    side_px = face_px * box_faces
    return _Tried(face_px, seen, tuple(weights), score(seen, weights, side_px), score(seen, own, side_px))


def _face_at(candidate: Candidate, coarser: _Tried) -> float:
    """How surely a candidate's middle lies on a face of a coarser scale, 0 to 1."""
    around = [
        weight
        for each, weight in zip(coarser.seen, coarser.weights, strict=True)
        if abs(each.x_px - candidate.x_px) < each.width_px / 2 and abs(each.y_px - candidate.y_px) < each.height_px / 2
    ]
    return max(around, default=0.0)


def _beside(best: _Tried, box_faces: float) -> list[float]:
    """The scale that the boxes of one ask for, and the finer steps around it where it does not convince."""
    own = typical_px(best.seen) / box_faces
    sizes = [min(max(own, best.face_px / COARSE), best.face_px * COARSE)]
    if best.score < CONVINCED:
        sizes += [best.face_px / FINE, best.face_px * FINE]
    return [max(LEAST_PX, size) for size in sizes if abs(math.log(size / best.face_px)) > SAME]


def score(seen: Sequence[Candidate], weights: Sequence[float], side_px: float) -> float:
    """0 to 1: how well candidates fit a scale in which a box is `side_px` wide, and how many do.

    Each counts by the square of its weight: many that are hardly faces are the pattern of a cloth. One face that is
    sure and fits entirely has 0.5, two have 0.67, many near 1; faces of another size take away from it.
    """
    squares = [weight**2 for weight in weights]
    if sum(squares) <= 0:
        return 0.0
    fits = sum(square * _fit(each, side_px) for square, each in zip(squares, seen, strict=True))
    return fits / sum(squares) * fits / (fits + 1)


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


def _sure(best: _Tried, tried: Sequence[_Tried], box_faces: float) -> float:
    """How far the next best scale is behind, by those of its faces that the best one does not explain.

    Less where the best one itself is hardly good.
    """
    rivals = list[float]()
    for each in tried:
        if max(each.face_px / best.face_px, best.face_px / each.face_px) > RIVALS_FROM:
            weights = [
                0.0 if _is_explained(one, each.face_px, best) else weight
                for one, weight in zip(each.seen, each.weights, strict=True)
            ]
            rivals.append(score(each.seen, weights, each.face_px * box_faces))
    if best.score <= 0:
        return 0.0
    ahead = max(0.0, (1 - max(rivals, default=0.0) / best.score) / MARGIN)
    return min(1.0, ahead) * min(1.0, best.alone / EVEN_SCORE)


def _is_explained(candidate: Candidate, face_px: float, best: _Tried) -> bool:
    """Whether the best scale sees the same face, or a face of which this is a part."""
    if best.face_px >= TWICE * face_px and _face_at(candidate, best) >= PRESENT:
        return True
    return any(
        each.likely == candidate.likely
        and each.objectness >= PRESENT
        and math.hypot(each.x_px - candidate.x_px, each.y_px - candidate.y_px) < APART_FACES * best.face_px
        for each in best.seen
    )
