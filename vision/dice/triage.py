"""One look at a picture of a tray, and further ones only at what it leaves in doubt.

A look is one run of each network; all looks are those of mirror images and quarter turns besides. One look tells most
dice as surely as all of them: what it is less sure of than `SURE`, and what may be clear, is looked at with care.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.confidence import EVEN, confidence, has_body, may_be_held, opinion
from vision.dice.decoder import APART_FACES, moved, suppress
from vision.dice.evidence import Lying, Place, candidates, crops, faces_of, looked_into, places, second_opinions
from vision.dice.model import Figures, Model
from vision.dice.records import Candidate
from vision.dice.test_time_augmentation import careful

Window: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture in px, the last two exclusive."""

SURE: Final = 0.985
"""The confidence by one look from which on no further ones are taken. Of 471 opaque dice of rendered rolls one look and
all of them read the same ones rightly, and 95 in 100 were as sure."""
LIKELY: Final = 0.95
"""The chance by one look that a die is there, from which on a place for which nothing else speaks is looked at with
care: of a die that was passed by all looks told 0.985, and one look less than the threshold."""
MAY_BE_CLEAR: Final = 0.2
"""The chance of a clear die from which on it is looked at with care."""
QUARTERS: Final = (0, 1)
"""The quarter turns in which one look has the classifier see a die."""
PLAIN_LEVELS: Final = 8.0
"""What changes less over a small picture shows no die: the deviation of its level in blocks of an eighth of a side. The
least of 44 faces without pips had 12, nine of ten places on felt that the detector looked at twice up to 7."""
BLOCKS: Final = 8
GRID_PX: Final = 8
"""Parts of the picture begin at multiples of this, so that the detector's cells lie in them as in the whole."""
AROUND_FACES: Final = 2.0
"""So much around a die is seen where it is looked at with care."""


def gather(
    pixels: Pixels, face_px: float, model: Model, lying: Lying, windows: Sequence[Window] | None = None
) -> tuple[Place, ...]:
    """What the networks say of a picture, or of parts of it: by one look, and by all of what that leaves in doubt.

    What is nothing beyond doubt is left out.
    """
    known = glance(pixels, face_px, model, lying, windows)
    unsure = [each for each in known if not is_sure(each, model.figures)]
    if not unsure:
        return known
    sure = [each for each in known if is_sure(each, model.figures)]
    return (*sure, *look_again(pixels, unsure, sure, face_px, model, lying))


def glance(
    pixels: Pixels, face_px: float, model: Model, lying: Lying, windows: Sequence[Window] | None = None
) -> tuple[Place, ...]:
    """The same by one look alone."""
    seen = _uneven(pixels, _seen(pixels, face_px, model, windows), face_px, model)
    if not seen:
        return ()
    known = [(each, lies) for each, lies in lying(seen, False) if may_be_held(each, lies, model.figures, LIKELY)]
    kept = [each for each, _ in known]
    logits = second_opinions(pixels, kept, face_px, model, QUARTERS)
    return places(known, logits, faces_of(pixels, kept, face_px, model))


def look_again(
    pixels: Pixels, unsure: Sequence[Place], sure: Sequence[Place], face_px: float, model: Model, lying: Lying
) -> tuple[Place, ...]:
    """What all looks say of these places; where the `sure` ones lie nothing new is found."""
    seen = list[Candidate]()
    asked = careful(model)
    near_px = APART_FACES * face_px
    for left, top, right, bottom in _windows([each.seen for each in unsure], face_px, pixels.shape):
        part = [moved(each, left, top) for each in candidates(pixels[top:bottom, left:right], face_px, asked)]
        seen += [each for each in part if any(_is_near(each, other.seen, near_px) for other in unsure)]
    alone = [
        each
        for at, each in enumerate(seen)
        if not any(_is_near(each, other.seen, near_px) for other in sure)
        and not any(_is_near(each, other, near_px) for other in seen[:at])
    ]
    told = looked_into(pixels, alone, face_px, model, lying)
    # A face without pips may be nothing to the mean of all looks, or give way to a side: its body was seen.
    bodies = [
        each
        for each in unsure
        if has_body(opinion(each.seen, each.logits, model.figures, each.posture, each.face), model.figures)
        and not any(_is_near(each.seen, other.seen, near_px) for other in (*told, *sure))
    ]
    return (*told, *bodies)


def is_sure(place: Place, figures: Figures) -> bool:
    """Whether further looks would make nothing else of it: it is read beyond doubt, opaque and flat."""
    said = opinion(place.seen, place.logits, figures, place.posture, place.face)
    is_plain = said.posture.flat >= EVEN and said.posture.clear < MAY_BE_CLEAR and said.face.pips >= EVEN
    return is_plain and confidence(place.seen, said, figures, 1.0) >= SURE


def _seen(pixels: Pixels, face_px: float, model: Model, windows: Sequence[Window] | None) -> list[Candidate]:
    if windows is None:
        return list(candidates(pixels, face_px, model))
    found = list[Candidate]()
    for window in windows:
        left, top, right, bottom = window
        part = [moved(each, left, top) for each in candidates(pixels[top:bottom, left:right], face_px, model)]
        found += [each for each in part if _is_whole(each, window, face_px, pixels.shape)]
    return list(suppress(found, face_px))


def _is_whole(seen: Candidate, window: Window, face_px: float, shape: tuple[int, ...]) -> bool:
    """Whether it is no die that the window cuts: another one shows it whole."""
    left, top, right, bottom = window
    across = (left == 0 or seen.x_px >= left + face_px) and (right == shape[1] or seen.x_px <= right - face_px)
    down = (top == 0 or seen.y_px >= top + face_px) and (bottom == shape[0] or seen.y_px <= bottom - face_px)
    return across and down


def _uneven(pixels: Pixels, seen: Sequence[Candidate], face_px: float, model: Model) -> list[Candidate]:
    """Those of the candidates in whose small pictures anything is to be seen."""
    if not seen:
        return []
    small = [
        cv2.resize(each, (BLOCKS, BLOCKS), interpolation=cv2.INTER_AREA)
        for each in crops(pixels, seen, face_px, model.figures.face_px)
    ]
    levels = np.asarray(small, np.float32).reshape(len(seen), BLOCKS**2, 3)
    changes: npt.NDArray[np.float32] = levels.std(axis=1).max(axis=1)
    return [each for each, change in zip(seen, changes.tolist(), strict=True) if change >= PLAIN_LEVELS]


def _windows(seen: Sequence[Candidate], face_px: float, shape: tuple[int, ...]) -> list[Window]:
    """Parts of the picture around candidates, those that overlap as one."""
    reach = AROUND_FACES * face_px
    found = list[Window]()
    for each in seen:
        new = (
            max(0, int(each.x_px - reach) // GRID_PX * GRID_PX),
            max(0, int(each.y_px - reach) // GRID_PX * GRID_PX),
            min(shape[1], int(each.x_px + reach) + 1),
            min(shape[0], int(each.y_px + reach) + 1),
        )
        for other in [one for one in found if _overlap(one, new)]:
            found.remove(other)
            new = (min(new[0], other[0]), min(new[1], other[1]), max(new[2], other[2]), max(new[3], other[3]))
        found.append(new)
    return found


def _overlap(one: Window, other: Window) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _is_near(one: Candidate, other: Candidate, within_px: float) -> bool:
    return float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)) < within_px
