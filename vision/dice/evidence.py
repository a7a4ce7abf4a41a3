"""What the networks say of a picture: where the detector sees faces, and what the others make of each of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.confidence import may_be_held
from vision.dice.decoder import decode, moved, scaled, suppress
from vision.dice.face import faces
from vision.dice.model import Model
from vision.dice.network import CLASSES, CROP_FACES, CROP_PX, MULTIPLE, Floats
from vision.dice.records import UNASKED, UNSEEN, Candidate, Face, Posture
from vision.dice.test_time_augmentation import careful

TILE_PX = 1024
"""Pictures larger than this, once brought to the network's scale, are seen in tiles: that bounds the memory."""
SHARED_PX = 128
"""So much do two tiles share: four faces, so that each face is whole in one of them and sees its surroundings."""


Lying: TypeAlias = Callable[[Sequence[Candidate], bool], Sequence[tuple[Candidate, Posture]]]
"""Tells where candidates lie and how, of each in their order; by all looks where the second says so, else by one."""


@dataclass(frozen=True, eq=False)
class Place:
    """What the networks say of one place of a picture, before anything is judged."""

    seen: Candidate
    """By the detector, in the picture's px."""
    logits: Floats
    """(`CLASSES`,): the classifier's."""
    posture: Posture = UNASKED
    face: Face = UNSEEN


def looked_at(pixels: Pixels, face_px: float, model: Model, lying: Lying | None = None) -> tuple[Place, ...]:
    """What is judged of a picture: its `candidates` and what all networks say of each, asked with care.

    How they lie is told where that is known. What is nothing by the detector and by how it lies is left out.
    """
    return looked_into(pixels, candidates(pixels, face_px, careful(model)), face_px, model, lying)


def looked_into(
    pixels: Pixels, seen: Sequence[Candidate], face_px: float, model: Model, lying: Lying | None = None
) -> tuple[Place, ...]:
    """What all networks but the detector say of candidates, asked with care; those that can be nothing are left out."""
    found = lying(seen, True) if lying is not None else [(each, UNASKED) for each in seen]
    # On an empty cloth there are scores of them, and eight looks at each by the classifier would take most of the time.
    known = [(each, lies) for each, lies in found if may_be_held(each, lies, model.figures)]
    kept = [each for each, _ in known]
    return places(known, second_opinions(pixels, kept, face_px, careful(model)), faces_of(pixels, kept, face_px, model))


def places(
    known: Sequence[tuple[Candidate, Posture]], logits: Sequence[Floats] | Floats, shown: Sequence[Face]
) -> tuple[Place, ...]:
    """Each candidate with all that is said of it, in their order."""
    return tuple(Place(seen, row, lies, face) for (seen, lies), row, face in zip(known, logits, shown, strict=True))


def candidates(pixels: Pixels, face_px: float, model: Model, threshold: float | None = None) -> tuple[Candidate, ...]:
    """What the detector sees in a picture whose top faces are `face_px` wide, strongest first, in the picture's px.

    Nothing is calibrated. `threshold` is the least objectness; None takes the model's.
    """
    least = model.figures.thresholds.candidate if threshold is None else threshold
    factor = model.figures.face_px / face_px
    own_px = model.figures.face_px
    picture = _resized(pixels, factor)
    height, width = picture.shape[:2]
    found = list[Candidate]()
    for top, bottom in _spans(height):
        for left, right in _spans(width):
            output = model.networks.detect(_padded(picture[top:bottom, left:right]))
            seen = [moved(each, left, top) for each in decode(output, least, own_px)]
            found += [one for one in seen if _own(one.x_px, left, right, width) and _own(one.y_px, top, bottom, height)]
    return tuple(scaled(each, 1 / factor) for each in suppress(found, own_px))


def second_opinions(
    pixels: Pixels, seen: Sequence[Candidate], face_px: float, model: Model, turns: Sequence[int] = range(4)
) -> Floats:
    """The classifier's logits (N, `CLASSES`) on each candidate, in their order: means over these quarter turns."""
    if not seen:
        return np.zeros((0, CLASSES), np.float32)
    upright = crops(pixels, seen, face_px, model.figures.face_px)
    turned = (np.ascontiguousarray(np.rot90(upright, quarter, (1, 2))) for quarter in turns)
    return np.asarray(np.mean([model.networks.classify(each) for each in turned], axis=0), np.float32)


def faces_of(pixels: Pixels, seen: Sequence[Candidate], face_px: float, model: Model) -> list[Face]:
    """What the face network says of each candidate, in their order; all `UNSEEN` where there is none."""
    if not seen or model.face is None:
        return [UNSEEN] * len(seen)
    return faces(model.face, crops(pixels, seen, face_px, model.figures.face_px))


def crops(pixels: Pixels, seen: Sequence[Candidate], face_px: float, own_px: float = 32.0) -> Pixels:
    """The pictures (N, `CROP_PX`, `CROP_PX`, 3) that the classifier sees of candidates, N from 1 on.

    Each is cut out of the picture once that is brought to the network's scale, where a face is `own_px` wide.
    """
    factor = own_px / face_px
    picture = _resized(pixels, factor)
    step = CROP_FACES * own_px / CROP_PX
    cut = list[Pixels]()
    for each in (scaled(one, factor) for one in seen):
        corner = (CROP_PX - 1) / 2 * step
        to_picture = np.array([[step, 0, each.x_px - corner], [0, step, each.y_px - corner]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        part = cv2.warpAffine(picture, to_picture, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        cut.append(np.asarray(part, dtype=np.uint8))
    return np.stack(cut)


def _resized(pixels: Pixels, factor: float) -> Pixels:
    height, width = (max(1, round(side * factor)) for side in pixels.shape[:2])
    if (height, width) == pixels.shape[:2]:
        return pixels
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=how), dtype=np.uint8)


def _padded(part: Pixels) -> Pixels:
    """With its last row and column repeated up to a size that the network takes."""
    below, right = -part.shape[0] % MULTIPLE, -part.shape[1] % MULTIPLE
    if not below and not right:
        return part
    return np.asarray(cv2.copyMakeBorder(part, 0, below, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)


def _spans(length: int) -> list[tuple[int, int]]:
    """First and last pixel of each tile along one side."""
    if length <= TILE_PX:
        return [(0, length)]
    count = math.ceil((length - SHARED_PX) / (TILE_PX - SHARED_PX))
    starts = [round(number * (length - TILE_PX) / (count - 1)) for number in range(count)]
    return [(start, start + TILE_PX) for start in starts]


def _own(middle: float, first: int, last: int, length: int) -> bool:
    """Whether a middle counts in this tile: not so near an inner edge that the next sees more of it."""
    margin = SHARED_PX / 4
    return (first == 0 or middle >= first + margin) and (last >= length or middle < last - margin)
