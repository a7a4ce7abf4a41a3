"""What the strip's light does to the mat in the picture: frames in the dark and in full light, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.table.fitness import Check, Spill
from companion.table.layout import Layout
from vision.cameras.frames import Pixels
from vision.markers import MarkerFinder, Markers
from vision.mat import Matrix, NoMat, find_mat

MUCH = 40.0
"""Grey levels by which light may brighten the mat: a fifth of what lies between black and white print in good light."""
MOST_SHARE = 99.5
"""The percentile that stands for the most: single pixels are noise."""
MOVED_MM = 5.0
LEAST_BRIGHTNESS = 0.01


class Disturbed(CompanionError, ValueError):
    """Two frames that cannot be compared; the message says why, and what to do."""


def measure_spill(dark: Sequence[Pixels], light: Sequence[Pixels], layout: Layout, finder: MarkerFinder) -> Spill:
    """What is different on the mat in the light, by some frames of either, BGR uint8 (H, W, 3). Raises `Disturbed`.

    A marker is lost that is read in all frames in the dark and in none in the light; the other way round it is won.
    """
    if len({each.shape for each in (*dark, *light)}) != 1:
        raise Disturbed("The camera changed the size of its picture meanwhile. Measure again.")
    before, after = [finder.find(each) for each in dark], [finder.find(each) for each in light]
    mat = find_mat(before[-1], layout)
    if isinstance(mat, NoMat):
        raise Disturbed(f"The mat was not found. {mat.text}")
    if max(_moved_mm(before[0], each, mat.to_mm) for each in (*before, *after)) > MOVED_MM:
        raise Disturbed(
            "A piece, the mat or the camera was moved meanwhile. Keep hands off the mat, then measure again."
        )
    lost, won = (_missing(*each).total() for each in ((before, after), (after, before)))
    return Spill(*_change(dark[-1], light[-1], mat.to_mm, layout), lost, won)


def _missing(here: Sequence[Markers], there: Sequence[Markers]) -> Counter[int]:
    """What is read in every one of the first, and in none of the others."""
    always, ever = here[0].count(), there[0].count()
    for each in here[1:]:
        always &= each.count()
    for each in there[1:]:
        ever |= each.count()
    return always - ever


def _change(dark: Pixels, light: Pixels, to_mm: Matrix, layout: Layout) -> tuple[float, float]:
    """Mean and most change on the mat, in grey levels."""
    size = (round(layout.width_mm), round(layout.height_mm))
    flat = [
        cv2.GaussianBlur(
            cv2.warpPerspective(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), to_mm, size).astype(np.float32), (0, 0), 4
        )
        for each in (dark, light)
    ]
    change = flat[1] - flat[0]
    return float(change.mean()), max(0.0, float(np.percentile(change, MOST_SHARE)))


def _moved_mm(before: Markers, after: Markers, to_mm: Matrix) -> float:
    """The most that a marker has moved which is read once in either frame."""
    places = []
    for markers in (before, after):
        times = markers.count()
        middles = markers.corners_px.mean(axis=1).astype(np.float64)
        places.append({each: middles[at] for at, each in enumerate(markers.ids.tolist()) if times[each] == 1})
    both = sorted(places[0].keys() & places[1].keys())
    if not both:
        return 0.0
    ends = [
        cv2.perspectiveTransform(np.array([[place[each] for each in both]]), to_mm).reshape(-1, 2) for place in places
    ]
    return float(np.linalg.norm(ends[1] - ends[0], axis=1).max())


def judge_spill(spill: Spill, brightness: float) -> Check:
    """The measured light as a check; `brightness` is the share of full light at which the strip shone, 0 to 1."""
    figure = f"{spill.mean:.0f} grey levels brighter on average, {spill.most:.0f} at most"
    if spill.lost:
        count = "1 marker is" if spill.lost == 1 else f"{spill.lost} markers are"
        text = f"{count} not read in the strip's light. {_cure(brightness, min(0.5, MUCH / max(spill.most, 1.0)))}"
        return Check("strip", "The strip's light", "unfit", figure, text)
    if spill.most > MUCH:
        text = f"The strip's light is bright on the mat. {_cure(brightness, MUCH / spill.most)}"
        return Check("strip", "The strip's light", "barely", figure, text)
    if spill.won:
        count = "1 marker is" if spill.won == 1 else f"{spill.won} markers are"
        text = f"{count} read only in the strip's light: without it the mat is too dark. Switch a lamp on."
        return Check("strip", "The strip's light", "barely", figure, text)
    text = "The strip's light does not disturb the camera: the same markers are read with it and without."
    return Check("strip", "The strip's light", "fit", figure, text)


def _cure(brightness: float, share: float) -> str:
    down = max(LEAST_BRIGHTNESS, round(brightness * share, 2))
    return (
        f"Turn the strip's brightness down to {100 * down:.0f} % in companion.toml (brightness = {down:g} under "
        "[strip]), and start the companion again."
    )
