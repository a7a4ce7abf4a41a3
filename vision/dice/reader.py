"""From a picture to its dice: what the networks say of it, other witnesses, colours, and a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.cameras.frames import Pixels
from vision.cameras.picture_faults import judge_picture
from vision.dice.bodies import Body, measure_body
from vision.dice.clear import LookThrough
from vision.dice.colours import Reference, may_be_clear, name_colour, shipped_colours
from vision.dice.confidence import judge, opinion, sum_up
from vision.dice.decoder import tempered
from vision.dice.evidence import Lying, Place, candidates, looked_at, second_opinions
from vision.dice.logos import Logo, read_logo
from vision.dice.model import Model
from vision.dice.pips import contradicts
from vision.dice.records import DIE_MM, UNASKED, Box, Candidate, DiceReading, Die
from vision.dice.scales import Scale, Viewing, find_scale
from vision.dice.strays import without_strays
from vision.dice.test_time_augmentation import careful
from vision.dice.transparency import doubted, glimpsed, looked_through, overlooked

LOOKED_AT = 0.02
"""Existence from which on the classifier is asked while the scale is searched."""


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
    the colours that dice may have, and where none of them is clear no die may be; None takes those that come with the
    companion, one of which is. `logos` are faces of the owner's dice
    that show no pips; both come from `vision.dice.owners`. With `pips` the pips of each die are counted as a witness,
    which may turn "read" to "doubtful" and never the other way. `lying` tells of candidates in the picture's px how
    they lie and which are clear, where that is known. What may be two faces of a clear die is doubted.

    Without a die the verdict is "read" only where nothing came near one at any scale and the picture itself is fit.
    """
    fault = judge_picture(pixels)
    scale = Scale(px_per_mm * die_mm, 1.0) if px_per_mm else _searched(pixels, model)
    if scale is None:
        return sum_up((), None, 1.0, fault)
    known = looked_at(pixels, scale.face_px, model, lying)
    dice = judged(pixels, known, scale, model, colours=colours, logos=logos, pips=pips)
    return sum_up(dice, scale.face_px, scale.sure, fault)


def judged(
    pixels: Pixels,
    known: Sequence[Place],
    scale: Scale,
    model: Model,
    *,
    colours: tuple[Reference, ...] | None = None,
    logos: tuple[Logo, ...] = (),
    pips: bool = True,
    look_through: LookThrough | None = None,
) -> tuple[Die, ...]:
    """The dice of a picture of that scale, from the top left on, by all that the networks say of its places.

    What `look_through` tells of dice that look clear is their value; without it a 5 or 6 of theirs is doubted.
    """
    enrolled = shipped_colours() if colours is None else colours
    height, width = pixels.shape[:2]
    dice = judge(
        [each.seen for each in known],
        [each.logits for each in known],
        model.figures,
        scale.face_px,
        scale.sure,
        (width, height),
        [each.posture for each in known],
        [each.face for each in known],
    )
    if pips:
        dice = [_witnessed(pixels, die, scale.face_px) for die in dice]
    bodies = [measure_body(pixels, die.middle_px, scale.face_px, _beside(die, dice)) for die in dice]
    if look_through is None:
        dice = [doubted(die, body, enrolled) for die, body in zip(dice, bodies, strict=True)]
    else:
        least = model.figures.thresholds.clear
        dice = looked_through(dice, bodies, enrolled, look_through, least)
        faint = overlooked(known, dice, scale.face_px) if may_be_clear(enrolled) else []
        found = glimpsed(faint, look_through, least)
        bodies += [measure_body(pixels, die.middle_px, scale.face_px, _beside(die, dice)) for die in found]
        dice += found
    if all(each.posture == UNASKED for each in known):
        dice = without_strays(dice, bodies, scale.face_px)
    dice = [_coloured(die, body, enrolled) for die, body in zip(dice, bodies, strict=True)]
    dice = [read_logo(pixels, die, scale.face_px, model.figures.box_faces, logos) for die in dice]
    return _in_order(dice, scale.face_px)


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


def _witnessed(pixels: Pixels, die: Die, face_px: float) -> Die:
    if die.state != "read" or die.likely is None or not contradicts(pixels, die.middle_px, face_px, die.likely):
        return die
    return replace(die, value=None, state="doubtful")


def _beside(die: Die, dice: Sequence[Die]) -> list[Box]:
    return [each.box for each in dice if each is not die]


def _coloured(die: Die, body: Body | None, enrolled: tuple[Reference, ...]) -> Die:
    name, confidence = name_colour(body, enrolled)
    return replace(die, colour=name, colour_confidence=confidence)


def _in_order(dice: list[Die], face_px: float) -> tuple[Die, ...]:
    """In rows of one face's height, each from the left."""
    return tuple(sorted(dice, key=lambda die: (die.middle_px[1] // face_px, die.middle_px[0])))
