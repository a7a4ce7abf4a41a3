"""From a picture to its dice: looks of the detector, second opinions of the classifier, colours, and a verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.cameras.picture_faults import judge_picture
from vision.dice.bodies import Body, measure_body
from vision.dice.colours import Reference, chance_of_clear, name_colour, shipped_colours
from vision.dice.confidence import both, judge, may_be_held, opinion, sum_up
from vision.dice.decoder import decode, moved, scaled, suppress, tempered
from vision.dice.logos import Logo, read_logo
from vision.dice.model import Model
from vision.dice.network import CLASSES, CROP_FACES, CROP_PX, MULTIPLE, Floats
from vision.dice.pips import contradicts
from vision.dice.records import DIE_MM, Box, Candidate, DiceReading, Die, Posture
from vision.dice.scales import Scale, Viewing, find_scale
from vision.dice.test_time_augmentation import careful

TILE_PX = 1024
"""Pictures larger than this, once brought to the network's scale, are seen in tiles: that bounds the memory."""
LOOKED_AT = 0.02
"""Existence from which on the classifier is asked while the scale is searched."""
TWO_FACES = (5, 6)
"""What a clear die may seem to show that has another value, as its lower face is seen as well: 2 over 5, and 3 over 4,
look like a 5, either way round; 1 over 6 looks like a 6."""
SUSPECTED = 0.25
"""The chance of a clear die from which on these are asked about, by colour and posture network together. In first looks
at 1000 rendered rolls 103 of 104 clear dice that were read wrongly as such reached it, and one of 2823 opaque ones."""
TOLD_BY_COLOUR, LIKELY = (5,), 0.755
"""What is asked about where the colour alone tells, and from which chance on: that of two `SPREAD` off. It is wrong
more often. Of 22 clear dice read wrongly in silence on rendered rolls 19 passed for a 5, two for a 6."""
SHARED_PX = 128
"""So much do two tiles share: four faces, so that each face is whole in one of them and sees its surroundings."""


Lying: TypeAlias = Callable[[Sequence[Candidate]], Sequence[Posture]]
"""Tells how candidates lie, of each in their order."""


def read_picture(
    pixels: Pixels,
    px_per_mm: float | None,
    model: Model,
    die_mm: float = DIE_MM,
    *,
    colours: tuple[Reference, ...] | None = None,
    logos: tuple[Logo, ...] = (),
    pips: bool = True,
    lying: Lying | None = None,
) -> DiceReading:
    """The dice of a picture, BGR (H, W, 3) uint8, from the top left on.

    `px_per_mm` is the picture's scale where it is known (a rectified mat), over 0; None has it searched. `colours` are
    the colours that dice may have; None takes those that come with the companion. `logos` are faces of the owner's dice
    that show no pips; both come from `vision.dice.owners`. With `pips` the pips of each die are counted as a witness,
    which may turn "read" to "doubtful" and never the other way. `lying` tells of candidates in the picture's px how
    they lie and which are clear, where that is known. What may be two faces of a clear die is doubted.

    Without a die the verdict is "read" only where nothing came near one at any scale and the picture itself is fit.
    """
    fault = judge_picture(pixels)
    scale = Scale(px_per_mm * die_mm, 1.0) if px_per_mm else _searched(pixels, model)
    if scale is None:
        return sum_up((), None, 1.0, fault)
    enrolled = shipped_colours() if colours is None else colours
    seen, opinions, postures = looked_at(pixels, scale.face_px, model, lying)
    height, width = pixels.shape[:2]
    dice = judge(seen, opinions, model.figures, scale.face_px, scale.sure, (width, height), postures)
    if pips:
        dice = [_witnessed(pixels, die, scale.face_px) for die in dice]
    bodies = [measure_body(pixels, die.middle_px, scale.face_px, _beside(die, dice)) for die in dice]
    dice = [_seen_through(die, body, enrolled) for die, body in zip(dice, bodies, strict=True)]
    dice = [_coloured(die, body, enrolled) for die, body in zip(dice, bodies, strict=True)]
    dice = [read_logo(pixels, die, scale.face_px, model.figures.box_faces, logos) for die in dice]
    return sum_up(_in_order(dice, scale.face_px), scale.face_px, scale.sure, fault)


def looked_at(
    pixels: Pixels, face_px: float, model: Model, lying: Lying | None = None
) -> tuple[tuple[Candidate, ...], Floats, tuple[Posture, ...] | None]:
    """What is judged of a picture: `candidates`, `second_opinions` on them, both networks asked with care, and how they
    lie where that is known. What is nothing by the first and the last of these alone is left out.
    """
    asked = careful(model)
    seen = candidates(pixels, face_px, asked)
    if lying is None:
        return seen, second_opinions(pixels, seen, face_px, asked), None
    # On an empty cloth there are scores of them, and eight looks at each by the classifier would take most of the time.
    known = [
        (each, lies) for each, lies in zip(seen, lying(seen), strict=True) if may_be_held(each, lies, model.figures)
    ]
    seen = tuple(each for each, _ in known)
    return seen, second_opinions(pixels, seen, face_px, asked), tuple(lies for _, lies in known)


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


def second_opinions(pixels: Pixels, seen: Sequence[Candidate], face_px: float, model: Model) -> Floats:
    """The classifier's logits (N, `CLASSES`) on each candidate, in their order: means over its four quarter turns."""
    if not seen:
        return np.zeros((0, CLASSES), np.float32)
    upright = crops(pixels, seen, face_px, model.figures.face_px)
    turned = (np.ascontiguousarray(np.rot90(upright, quarter, (1, 2))) for quarter in range(4))
    return np.asarray(np.mean([model.networks.classify(each) for each in turned], axis=0), np.float32)


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


def _searched(pixels: Pixels, model: Model) -> Scale | None:
    height, width = pixels.shape[:2]
    box_faces = model.figures.box_faces
    return find_scale(_viewing(pixels, model), width, height, box_faces, _viewing(pixels, careful(model)))


def _viewing(pixels: Pixels, model: Model) -> Viewing:
    def weigh(seen: Sequence[Candidate], face_px: float) -> list[float]:
        weights = [tempered(each.objectness, model.figures.temperatures.objectness) for each in seen]
        likely = [at for at, weight in enumerate(weights) if weight >= LOOKED_AT]
        logits = second_opinions(pixels, [seen[at] for at in likely], face_px, model)
        for at, row in zip(likely, logits, strict=True):
            said = opinion(seen[at], row, model.figures)
            weights[at] = said.existence * (1 - said.faceless) * max(said.values)
        return weights

    return Viewing(lambda face_px: candidates(pixels, face_px, model), weigh)


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


def _witnessed(pixels: Pixels, die: Die, face_px: float) -> Die:
    if die.state != "read" or die.likely is None or not contradicts(pixels, die.middle_px, face_px, die.likely):
        return die
    return replace(die, value=None, state="doubtful")


def _beside(die: Die, dice: Sequence[Die]) -> list[Box]:
    return [each.box for each in dice if each is not die]


def _seen_through(die: Die, body: Body | None, enrolled: tuple[Reference, ...]) -> Die:
    """The die, in doubt where what is read may be two faces of a clear one."""
    told, least = (TOLD_BY_COLOUR, LIKELY) if die.clear is None else (TWO_FACES, SUSPECTED)
    if die.value not in told:
        return die
    chance = chance_of_clear(body, enrolled)
    if die.clear is not None:
        chance = both(chance, die.clear)
    return replace(die, value=None, state="doubtful") if chance >= least else die


def _coloured(die: Die, body: Body | None, enrolled: tuple[Reference, ...]) -> Die:
    name, confidence = name_colour(body, enrolled)
    return replace(die, colour=name, colour_confidence=confidence)


def _in_order(dice: list[Die], face_px: float) -> tuple[Die, ...]:
    """In rows of one face's height, each from the left."""
    return tuple(sorted(dice, key=lambda die: (die.middle_px[1] // face_px, die.middle_px[0])))
