"""Whether a die is read: the networks' verdicts to one calibrated confidence, and from the dice to the picture's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.decoder import softmax, tempered, tempered_all
from vision.dice.model import Figures
from vision.dice.network import CLASSES, ILLEGIBLE, NOTHING, Floats
from vision.dice.records import (
    LOOKS_CLEAR,
    UNASKED,
    UNKNOWN_COLOUR,
    UNSEEN,
    Box,
    Candidate,
    DiceReading,
    Die,
    Face,
    Posture,
    State,
    Verdict,
)
from vision.dice.scales import LEAST_PX, is_alike, typical_px
from vision.dice.words import tell

EVEN = 0.5
"""Even odds: over it a thing is more likely than not."""
FAINTEST = 0.01
"""The presence from which on a place is a die where the posture network takes it for one. Without its word one in a
hundred would have too much taken for a die."""
KNOWN = 0.999
"""The posture network's word from which on a die is there whoever doubts it: a plain 1 had been passed by. Of what
nothing took for a die in 400 rendered rolls it was as sure of three things."""
BODY = 30_000.0
"""Odds, by the posture network's word and the face network's multiplied, from which on the body of a die is there. Of
183 faces without pips that the detector had not seen, on 150 rendered rolls, ten had less; of what is no die on these
and 150 more rolls four places had more. At 15 000 two more rolls of a hundred on printed cloth were asked about."""
BODY_ALONE, GLIMPSED = 0.99, 0.002
"""The same in a photograph, where no posture is known; and what the detector must have seen of it besides."""
MAYBE_THERE = 0.85
"""The posture network's word from which on what looks clear is shown to the network for such dice: others see less of
them."""
PHOTOGRAPHED = 0.3
"""The face network's word on a photograph under which a face may have no pips: 1 in 100 of the looks at dice of `nell`
and `ctu` had less, which it learned from. What is asked of a tray would doubt eight."""
MORE_PIPS = 0.995
"""The threshold `pips` for faces that show more than a 1. Of 279 rendered faces without pips nine of the surest ten
passed for a 1, and the other one, a 6, had odds of 7 to 1; of 2126 faces with two pips and more five had under 2000."""
SUREST = 0.99
"""So far is a network believed that a die is there, or is not: each has been surer, and wrong."""
FACED: tuple[State, ...] = ("read", "doubtful")
"""States of dice of which nothing else is known that keeps them from being read."""
LEANS_FACES = 0.9
"""A die that cannot be read and whose middle is this near to another's is hidden by it; alone it is cocked."""
CUT_FACES = 0.05
"""A box that ends so near the picture's edge may be a die's that is cut: boxes are drawn around what can be seen. The
networks know cut dice themselves: an earlier pair read none of 206 in drawn scenes, and 23 of 127 whole ones there."""


@dataclass(frozen=True)
class Opinion:
    """What the networks together say of one candidate; each from 0 to 1, the first two networks' tempered."""

    existence: float
    """That a die is there, by the detector."""
    nothing: float
    """That no top face is there, by the classifier."""
    faceless: float
    """That no readable top face is there, by the classifier."""
    unreadable: float
    """That the die cannot be read, by the detector."""
    values: tuple[float, ...]
    """Of the values 1 to 6, both opinions counted alike."""
    posture: Posture = UNASKED
    face: Face = UNSEEN

    @property
    def likely(self) -> int:
        """The likeliest value, 1 to 6."""
        return 1 + max(range(6), key=self.values.__getitem__)


def judge(
    seen: Sequence[Candidate],
    logits: Sequence[Floats] | Floats,
    figures: Figures,
    face_px: float,
    scale_sure: float,
    size_px: tuple[int, int],
    postures: Sequence[Posture] | None = None,
    shown: Sequence[Face] | None = None,
) -> list[Die]:
    """The dice among candidates, in their order, colours still unknown.

    `seen` are in the picture's px, `logits` (N, `CLASSES`) the classifier's on each, `size_px` the picture's width and
    height. A candidate whose `presence` stays under the threshold `near` is nothing. Where `postures` are known, of
    each, they tell as well what is nothing and what leans. What is `shown` on each, where that is known, tells which
    faces have no pips: the body of a die whose value cannot be told.
    """
    known = postures if postures is not None else [UNASKED] * len(seen)
    on_top = shown if shown is not None else [UNSEEN] * len(seen)
    opinions = [opinion(*each) for each in zip(seen, logits, [figures] * len(seen), known, on_top, strict=True)]
    held = [(each, said) for each, said in zip(seen, opinions, strict=True) if _is_held(said, figures)]
    surely = [each for each, said in held if said.existence >= EVEN]
    typical = typical_px(surely or [each for each, _ in held]) if held else 0.0
    dice = list[Die]()
    for each, said in held:
        sure = confidence(each, said, figures, scale_sure)
        neighbours = [one for one in surely if one is not each]
        is_read = sure >= figures.thresholds.read and is_alike(each.side_px, typical)
        state = _flaw(each, said, neighbours, face_px) or ("read" if is_read else "doubtful")
        if state in FACED and said.posture != UNASKED and said.posture.flat < figures.thresholds.flat:
            state = "cocked"
        if state == "read" and (_is_doubted_twice(said) or _shows_no_pips(said, sure, figures)):
            state = "doubtful"
        if state != "read" and is_cut(each.box, CUT_FACES * face_px, size_px):
            state = "outside"
        value = said.likely if state == "read" else None
        clear = None if said.posture == UNASKED else said.posture.clear
        # A body that the detector overlooks is a die as likely as not: what is hardly one would be left out again.
        existence = max(said.existence, EVEN) if has_body(said, figures) else said.existence
        is_there, has_pips = said.posture.there >= figures.thresholds.there, said.face.pips >= EVEN
        is_what = (clear, is_there, has_pips)
        dice.append(Die(value, UNKNOWN_COLOUR, each.box, sure, state, said.likely, 0.0, existence, *is_what))
    return dice


def opinion(
    candidate: Candidate, logits: Floats, figures: Figures, posture: Posture = UNASKED, face: Face = UNSEEN
) -> Opinion:
    """The networks' verdicts on one candidate; `logits` are the classifier's (`CLASSES`,)."""
    if logits.shape != (CLASSES,):
        raise ValueError(f"the classifier gives {CLASSES} logits, not the shape {logits.shape}")
    heat = figures.temperatures
    classes = softmax(logits.astype(np.float64) / heat.classifier)
    theirs = np.maximum(classes[:6], 1e-12) / max(float(classes[:6].sum()), 1e-12)
    ours = np.asarray(tempered_all(candidate.values, heat.value))
    # The geometric mean: where both err together, as on glare, a product would be surer than either.
    mean = np.sqrt(np.maximum(ours, 1e-12) * theirs)
    return Opinion(
        existence=tempered(candidate.objectness, heat.objectness),
        nothing=float(classes[NOTHING]),
        faceless=float(classes[ILLEGIBLE:].sum()),
        unreadable=tempered(candidate.unreadable, heat.unreadable),
        values=tuple((mean / mean.sum()).tolist()),
        posture=posture,
        face=face,
    )


def confidence(candidate: Candidate, said: Opinion, figures: Figures, scale_sure: float) -> float:
    """The calibrated probability that a die is there, can be read, and shows its likeliest value."""
    has_face = both(chance_of_face(said, figures), _bounded(said.posture.flat))
    # That a die can be read is doubted far more often than it is wrong, so this doubt counts as its fourth root.
    is_there = has_face * math.pow(1 - said.unreadable, 0.25)
    rival = tempered(candidate.rival, figures.temperatures.objectness)
    raw = is_there * max(said.values) * (1 - rival) * scale_sure
    return tempered(raw, 1.0, figures.calibration.slope, figures.calibration.offset)


def chance_of_face(said: Opinion, figures: Figures) -> float:
    """The probability that a readable top face is there, 0 to 1: both networks' odds, multiplied as two witnesses' are.

    So one that is sure makes up for one that hesitates; of the value neither tells anything here.
    """
    weights = figures.witnesses
    seen, looked_at = face_odds(said)
    return 1 / (1 + math.exp(-(weights.detector * seen + weights.classifier * looked_at + weights.offset)))


def presence(said: Opinion, figures: Figures) -> float:
    """0 to 1: the probability that a die is there, readable or not.

    Of a readable one both networks' odds tell. One that cannot be read must be likelier than not to the detector, and
    the classifier must not find nothing there: labels tell of no such die, so there are no odds to weigh.
    """
    unreadable = said.existence * (1 - said.nothing) if said.existence >= EVEN else 0.0
    return max(chance_of_face(said, figures), unreadable)


def face_odds(said: Opinion) -> tuple[float, float]:
    """The log odds that a readable top face is there, by the detector and by the classifier, each within `SUREST`."""
    one, other = _bounded(said.existence), _bounded(1 - said.faceless)
    return math.log(one / (1 - one)), math.log(other / (1 - other))


def both(one: float, other: float) -> float:
    """The chance by two witnesses that know nothing of each other, each from 0 to 1: their odds are multiplied."""
    yes, no = one * other, (1 - one) * (1 - other)
    return yes / (yes + no) if yes + no else EVEN


def _odds(chance: float) -> float:
    return chance / max(1 - chance, 1e-9)


def _bounded(chance: float) -> float:
    return min(max(chance, 1 - SUREST), SUREST)


def _is_held(said: Opinion, figures: Figures) -> bool:
    """Whether something is there that is read, or asked about.

    Where the posture network was asked, what the detector takes for a die is held, whoever doubts it. Of the rest the
    posture network must not doubt it, and must outweigh what doubt detector and classifier have together. What it
    knows for a die is held whatever they say.
    """
    if has_body(said, figures):
        return True
    seen, there = presence(said, figures), said.posture.there
    if said.posture == UNASKED:
        return seen >= figures.thresholds.near
    is_likely = said.existence >= EVEN or both(there, seen) >= EVEN
    return _may_be_held(said.existence, said.posture, figures) and seen >= FAINTEST and is_likely


def _shows_no_pips(said: Opinion, sure: float, figures: Figures) -> bool:
    """Whether the top face may have no pips. In a tray its odds that there are some count with those of all others.

    A ring, a fleck, a spiral or a letter passes for a 1 if for anything: of that the threshold tells.
    """
    if said.face == UNSEEN:
        return False
    if said.posture == UNASKED:
        return said.face.pips < PHOTOGRAPHED
    return both(said.face.pips, sure) < (figures.thresholds.pips if said.likely == 1 else MORE_PIPS)


def has_body(said: Opinion, figures: Figures) -> bool:
    """Whether the body of a die is there beyond doubt, whatever it shows."""
    if said.posture == UNASKED:
        return said.face.there >= BODY_ALONE and said.existence >= GLIMPSED
    there = said.posture.there
    if there >= KNOWN:
        return True
    return there >= figures.thresholds.there and _odds(there) * _odds(said.face.there) >= BODY


def may_be_held(seen: Candidate, posture: Posture, figures: Figures, least_there: float | None = None) -> bool:
    """Whether something can be there, whatever the classifier will say; where that is not so, `judge` finds nothing.

    What looks like a clear die to the posture network can be one that `judge` does not find. `least_there` is how sure
    that network must be that a die is there; None takes the model's threshold.
    """
    existence = tempered(seen.objectness, figures.temperatures.objectness)
    is_like_clear = posture.there >= MAYBE_THERE and posture.clear >= LOOKS_CLEAR
    is_likely = least_there is not None and posture.there >= least_there
    return is_likely or is_like_clear or _may_be_held(existence, posture, figures)


def _may_be_held(existence: float, posture: Posture, figures: Figures) -> bool:
    return posture == UNASKED or existence >= EVEN or posture.there >= min(KNOWN, figures.thresholds.there)


def _is_doubted_twice(said: Opinion) -> bool:
    """Whether the detector rather sees no die and the posture network rather none that lies flat.

    The classifier alone is not believed, however sure: under a low lamp a glint beside a pip had passed for a second.
    """
    return said.existence < EVEN and said.posture.flat < EVEN


def _flaw(candidate: Candidate, said: Opinion, others: Sequence[Candidate], face_px: float) -> State | None:
    """Why a die cannot be read whatever the networks make of its face; None where nothing is wrong."""
    if face_px < LEAST_PX:
        return "small"
    if said.unreadable <= EVEN:
        return None
    near_px = LEANS_FACES * face_px
    if any(math.hypot(each.x_px - candidate.x_px, each.y_px - candidate.y_px) < near_px for each in others):
        return "hidden"
    return "cocked"


def is_cut(box: Box, near_px: float, size_px: tuple[int, int]) -> bool:
    """Whether a box ends within `near_px` of the edge of a picture of this width and height, or beyond."""
    left, top, right, bottom = box
    least, last_x, last_y = near_px - 0.5, size_px[0] - 0.5 - near_px, size_px[1] - 0.5 - near_px
    return min(left, top) < least or right > last_x or bottom > last_y


def sum_up(dice: Sequence[Die], face_px: float | None, scale_sure: float, fault: str) -> DiceReading:
    """The reading of a picture with these dice; `fault` is a sentence on the picture itself, "" where it is fit.

    "read" where every die is read; where there is none only in a picture that is fit. "failed" where there is none in
    one that is not, and where every die is too small. Anything else is "doubtful".
    """
    verdict: Verdict = "doubtful"
    if all(die.state == "read" for die in dice):
        verdict = "read" if dice or not fault else "failed"
    elif all(die.state == "small" for die in dice):
        verdict = "failed"
    sentence = tell(dice) if dice or not fault else fault
    return DiceReading(verdict, tuple(dice), face_px, scale_sure, sentence)
