"""Dice of one colour that their owner shows: their colour, and a face of theirs that is a logo.

NotEnrolled (CompanionError, ValueError)   what was shown does not tell a colour or a logo for certain
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from companion.errors import CompanionError
from vision.cameras.frames import Pixels
from vision.dice.bodies import Body, Lab, measure_body, rgb_of
from vision.dice.colours import SPREAD, TOO_NEAR, Reference, apart, is_sound, too_near
from vision.dice.confidence import EVEN
from vision.dice.logos import MARGIN, Spectra, cut_face, likeness, look_at, pips_likeness
from vision.dice.model import Model
from vision.dice.owners import KeptLogo, OwnDice, OwnDie, can_be_called, encoded
from vision.dice.pips import count_pips
from vision.dice.reader import read_picture
from vision.dice.records import DIE_MM
from vision.dice.words import counted

LONGEST_NAME = 30
"""A colour's name stands in sentences and over dice."""
LEAST_FACE_PX = 24.0
"""Smaller faces do not show a logo well enough to know it again. Assumed."""


class NotEnrolled(CompanionError, ValueError):
    """What was shown cannot be enrolled; the text says why, and what to do."""


@dataclass(frozen=True, eq=False)
class ShownDie:
    """One die that the owner shows."""

    body: Body
    face: Pixels
    """Its top face in grey, as `Logo.face`."""
    seen: Spectra
    """The same for comparing, as `look_at` gives it."""
    face_px: float
    is_read: bool
    """Whether the networks are sure of a value."""
    is_counted: bool
    """Whether its pips can be counted."""


def look_at_dice(pixels: Pixels, px_per_mm: float | None, model: Model, die_mm: float = DIE_MM) -> tuple[ShownDie, ...]:
    """The dice of a picture, BGR; scale and size as for `read_picture`. Raises `NotEnrolled` where none is whole."""
    reading = read_picture(pixels, px_per_mm, model, die_mm, colours=())
    shown = list[ShownDie]()
    for die in reading.dice:
        face_px = reading.face_px
        if face_px is None or die.existence < EVEN or die.state in ("hidden", "outside", "small"):
            continue
        body = measure_body(pixels, die.middle_px, face_px)
        if body is not None:
            face, seen = cut_face(pixels, die.middle_px, face_px), look_at(pixels, die.middle_px, face_px)
            is_counted = count_pips(pixels, die.middle_px, face_px) is not None
            shown.append(ShownDie(body, face, seen, face_px, die.state == "read", is_counted))
    if not shown:
        raise NotEnrolled(
            f"No die is seen that could be enrolled. {reading.sentence} Lay the dice apart, in good light."
        )
    return tuple(shown)


def enrol(own: OwnDice, name: str, shown: Sequence[ShownDie], *, logo: int | None, is_clear: bool = False) -> OwnDie:
    """The dice of that name as they are to be kept, by at least one die that is shown; all are of this colour.

    Without `logo`, 1 to 6, the colour is taken anew and logos stay. With it the one die without pips shows the logo,
    and the others the colour where it is not known yet. Raises `NotEnrolled`.
    """
    before = own.of(name)
    if logo is None:
        return _coloured(own, name, shown, is_clear, before.logo if before else ())
    die = _without_pips(shown)
    others = [each for each in shown if each is not die]
    if before is None:
        if not others and not is_clear:
            raise NotEnrolled(
                f"The colour of {name} is not known yet, and a logo may hide it. Show dice of this colour with pips on "
                "top as well."
            )
        before = _coloured(own, name, others or shown, is_clear, ())
    elif not before.clear:
        _check_same(name, before.reference().lab(), [each.body.body for each in others])
    kept = _logo(before, die, logo)
    return msgspec.structs.replace(before, logo=(*(each for each in before.logo if each.value != logo), kept))


def _coloured(
    own: OwnDice, name: str, shown: Sequence[ShownDie], is_clear: bool, logos: tuple[KeptLogo, ...]
) -> OwnDie:
    reference = _reference(name, shown, is_clear)
    _check_others(own, reference)
    return OwnDie(name, "owner", reference.rgb, reference.clear, logos)


def _reference(name: str, shown: Sequence[ShownDie], is_clear: bool) -> Reference:
    if is_clear:
        reference = Reference(name, "enrolled", clear=True)
    else:
        lightness, right, up = np.median([each.body.body for each in shown], axis=0).tolist()
        body: Lab = (lightness, right, up)
        _check_same(name, body, [each.body.body for each in shown])
        if any(apart(each.body.body, each.body.ground) < SPREAD for each in shown):
            raise NotEnrolled(
                f"These dice have nearly the colour of what they lie on, so {name} cannot be measured. Lay them on "
                "another ground; or say --clear if the ground shows through them."
            )
        reference = Reference(name, "enrolled", rgb_of(body))
    if not is_sound(reference) or len(name) > LONGEST_NAME or not can_be_called(name):
        raise NotEnrolled(
            f"Dice cannot be called {name[:LONGEST_NAME]!r}. Choose another name of up to {LONGEST_NAME} letters."
        )
    return reference


def _check_same(name: str, body: Lab, bodies: Sequence[Lab]) -> None:
    others = sum(apart(each, body) >= TOO_NEAR for each in bodies)
    if others:
        raise NotEnrolled(
            f"{others} of {counted(len(bodies))} {'have' if others > 1 else 'has'} another colour than {name}. Show "
            "dice of one colour at a time, in even light."
        )


def _check_others(own: OwnDice, reference: Reference) -> None:
    for each in own.dice:
        if each.name != reference.name and too_near(each.reference(), reference):
            first, second = sorted((each.name, reference.name))
            raise NotEnrolled(
                f"{first} and {second} lie too near: their dice would be taken for each other. {reference.name} is not "
                f"kept. Light the tray with even white light and enrol both again, or play without one of them."
            )


def _without_pips(shown: Sequence[ShownDie]) -> ShownDie:
    """The one die that shows the logo."""
    uncounted = [each for each in shown if not each.is_counted]
    # Networks may take a logo for pips: their word counts only where it tells one die from the others.
    bare = uncounted if len(uncounted) == 1 else [each for each in uncounted if not each.is_read]
    if len(bare) != 1:
        found = "Every die shows pips" if not bare else f"{counted(len(bare))} show no pips"
        raise NotEnrolled(f"{found}, so it is not clear which shows the logo. Show one die with the logo on top.")
    return bare[0]


def _logo(before: OwnDie, die: ShownDie, value: int) -> KeptLogo:
    if die.face_px < LEAST_FACE_PX:
        raise NotEnrolled(
            f"The logo is only {die.face_px:.0f} px wide in the picture: {LEAST_FACE_PX:.0f} are needed. Bring the "
            "camera nearer."
        )
    kept = KeptLogo(value, rgb_of(die.body.body), encoded(die.face))
    logo = kept.as_logo(before.name)
    if logo.rings is None:
        raise NotEnrolled("The face is nearly even: no logo is seen on it. Turn the die, or the lamp, until it shows.")
    own = likeness(die.seen, logo)
    if own - pips_likeness(die.seen) < MARGIN:
        raise NotEnrolled(
            "The face is too much like one with pips to be a logo. Turn the die until the logo is on top; pips need "
            "not be shown."
        )
    for each in before.logo:
        if each.value != value and own - likeness(die.seen, each.as_logo(before.name)) < MARGIN:
            raise NotEnrolled(
                f"This logo is too much like the one that stands for {each.value} on {before.name} dice. Show the face "
                f"that stands for {value}; or forget {before.name} first: companion enrol-dice --forget {before.name}"
            )
    return kept
