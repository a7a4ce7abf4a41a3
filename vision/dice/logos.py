"""Faces of the owner's dice that show a logo in place of pips: seen once, known again however they are turned.

Two faces are compared by the correlation of their grey levels, at every turn at once: around the face's middle they are
drawn out to rings, and a turn is a shift along the rings. Brightness and contrast do not count, so neither does colour:
a logo is looked for where the colour is that of the face that was shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.cameras.frames import Pixels
from vision.dice.bodies import Lab, measure_body, rgb_of
from vision.dice.colours import TOO_NEAR, Reference, apart, name_colour
from vision.dice.pips import count_pips
from vision.dice.records import UNKNOWN_COLOUR, VALUES, Die
from vision.dice.scales import is_alike

SIDE_PX = 48
"""Side of the picture that is kept of a logo: a face of 32 px, as the networks see it, loses nothing."""
MARGIN_FACES = 0.2
"""So much around a face is looked at with it, on each side: the logo may lie a little beside the box's middle."""
REACH_FACES = 0.46
"""Radius of the disc that is compared: it stays on the face however the die is turned."""
RINGS, STEPS = 9, 72
"""Rings of the disc, and places on each: 5 degrees, 2 px on the outermost ring of a kept picture."""
SOFT_PX = 0.8
"""Sigma of the blur before comparing: neither a pixel's edge nor a camera's sharpness shall count."""
BESIDE_FACES = (-0.08, -0.04, 0.0, 0.04, 0.08)
"""Right or down of the box's middle; the detector's middles are off by a tenth of a face at most."""
LARGER = (0.92, 1.0, 1.08)
"""A die of 16 mm 60 cm under a camera is 3 % larger on top than on the mat; the scale's own error comes on top."""

ALIKE = 0.85
"""Correlation from which on a face may be a logo. Of 720 drawn pictures of six logos, at 16 to 40 px a face, turned,
blurred, noisy and unevenly lit, the least has 0.86 with its own; of another logo one in a hundred has over 0.78. Real
dice have not been measured."""
MARGIN = 0.15
"""By so much a logo must be more alike than the pips of any value, and than a logo of another value. The same
pictures have at least 0.28 to the pips."""
EVEN_ALIKE = 0.75
"""Correlation at which a face is as likely another one. Assumed, as the next."""
STEEP = 0.03
"""By so much more correlation the odds grow by e: at 0.85 they are 28 to 1, at 0.95 786 to 1."""
FLAT = 4.0
"""Deviation of the grey levels on a face under which there is nothing on it to be known again."""

Rings = npt.NDArray[np.float64]
"""(..., `RINGS`, `STEPS`): mean 0 and length 1 over each disc, outer rings weighted as they are longer."""
Spectra = npt.NDArray[np.complex128]
WHOLE = (((SIDE_PX - 1) / 2, (SIDE_PX - 1) / 2, 1.0),)
"""The one disc of a face that was cut out edge to edge."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where pips lie, in steps from the face's middle."""
PIP_STEP, PIP_RADIUS = 0.25, 0.09
"""In faces, as on most dice with pips."""


@dataclass(frozen=True, eq=False)
class Logo:
    """One face without pips, and the value that its owner says it has."""

    colour: str
    """The name of the colour of the dice that have it."""
    value: int
    """1 to 6."""
    lab: Lab
    """What is measured as the body's colour where this face is on top: a large logo hides much of it."""
    face: Pixels
    """The face (`SIDE_PX`, `SIDE_PX`) in grey, edge to edge, turned as it was shown."""

    @cached_property
    def rings(self) -> Rings | None:
        """For comparing; None where nothing is on it."""
        return next(iter(_rings(self.face, WHOLE)), None)


def cut_face(pixels: Pixels, middle_px: tuple[float, float], face_px: float, beside: float = 0.0) -> Pixels:
    """The square around a point, in grey, `SIDE_PX` px a face, with `beside` faces on each side of it."""
    side = round(SIDE_PX * (1 + 2 * beside))
    step = face_px / SIDE_PX
    corner = (side - 1) / 2 * step
    to_picture = np.array([[step, 0, middle_px[0] - corner], [0, step, middle_px[1] - corner]])
    if step > 1:
        # A warp reads four pixels only: what is to shrink is blurred first.
        pixels, to_picture = _near(pixels, middle_px, face_px, to_picture)
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 * step), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = cv2.warpAffine(pixels, to_picture, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _near(
    pixels: Pixels, middle_px: tuple[float, float], face_px: float, to_picture: npt.NDArray[np.float64]
) -> tuple[Pixels, npt.NDArray[np.float64]]:
    """The part of a picture within two faces of a point, and the same map onto it."""
    left, top = (max(0, math.floor(at - 2 * face_px)) for at in middle_px)
    right, bottom = (math.ceil(at + 2 * face_px) for at in middle_px)
    moved = to_picture.copy()
    moved[:, 2] -= left, top
    return np.ascontiguousarray(pixels[top:bottom, left:right]), moved


def look_at(pixels: Pixels, middle_px: tuple[float, float], face_px: float) -> Spectra:
    """What is compared of the face around a point of a picture: every disc near it that has something on it."""
    cut = cut_face(pixels, middle_px, face_px, MARGIN_FACES)
    middle = (cut.shape[0] - 1) / 2
    discs = [
        (middle + right * SIDE_PX, middle + down * SIDE_PX, size)
        for right in BESIDE_FACES
        for down in BESIDE_FACES
        for size in LARGER
    ]
    return np.fft.rfft(_rings(cut, discs), axis=-1)


def likeness(seen: Spectra, logo: Logo) -> float:
    """How alike what `look_at` gave is to a logo at the best turn, 0 to 1."""
    return 0.0 if logo.rings is None else float(_turned(seen, logo.rings).max(initial=0.0))


def pips_likeness(seen: Spectra) -> float:
    """How alike what `look_at` gave is to the likest of the faces with pips, light or dark, 0 to 1."""
    return max(float(np.abs(_turned(seen, rings)).max(initial=0.0)) for rings in _pip_faces())


def read_logo(pixels: Pixels, die: Die, face_px: float, box_faces: float, logos: Sequence[Logo]) -> Die:
    """A die as the owner's logos have it: a face that the networks cannot read may be one, where its colour is right.

    A die that is read and looks like a logo of another value becomes "doubtful". One that is hidden, cut off or too
    small stays as it is, and so does one whose pips can be counted. The confidence is at most that of its colour.
    """
    if not logos or die.state not in ("read", "doubtful", "cocked") or not _is_open(pixels, die, face_px, box_faces):
        return die
    body = measure_body(pixels, die.middle_px, face_px)
    own = [each for each in logos if body is not None and apart(body.body, each.lab) < TOO_NEAR]
    if body is None or not own:
        return die
    seen = look_at(pixels, die.middle_px, face_px)
    ranked = sorted(((likeness(seen, each), at, each) for at, each in enumerate(own)), reverse=True)
    alike, _, best = ranked[0]
    if alike < ALIKE or die.value == best.value:
        return die
    if die.state == "read":
        # The networks' word against the owner's: a person is asked.
        return replace(die, value=None, state="doubtful")
    other = max([pips_likeness(seen), *(its for its, _, each in ranked if each.value != best.value)])
    if alike - other < MARGIN:
        return die
    # Dice of two colours may have one logo that hides both: then its value is known, and the colour is not.
    names = {each.colour for its, _, each in ranked if alike - its < MARGIN}
    coloured = name_colour(body, [Reference(best.colour, "enrolled", rgb_of(best.lab))])[1]
    sure = die.existence * coloured / (1 + math.exp((EVEN_ALIKE - alike) / STEEP))
    return replace(
        die,
        value=best.value,
        likely=best.value,
        state="read",
        confidence=sure,
        colour=best.colour if names == {best.colour} else UNKNOWN_COLOUR,
        colour_confidence=coloured if names == {best.colour} else 0.0,
    )


def _is_open(pixels: Pixels, die: Die, face_px: float, box_faces: float) -> bool:
    """Whether a die's face may be a logo at all: of a die's size, and without pips that can be counted."""
    left, top, right, bottom = die.box
    if not is_alike(math.sqrt((right - left) * (bottom - top)), face_px * box_faces):
        return False
    return count_pips(pixels, die.middle_px, face_px) is None


def _turned(seen: Spectra, known: Rings) -> Rings:
    """The correlation of each disc with a known one at each turn, (N, `STEPS`)."""
    both = seen * np.conj(np.fft.rfft(known, axis=-1))
    return np.asarray(np.fft.irfft(both.sum(axis=-2), n=STEPS, axis=-1))


def _rings(grey: Pixels, discs: Sequence[tuple[float, float, float]]) -> Rings:
    """The discs that have something on them; each is given by its middle in px and its size."""
    x_px, y_px, size = (np.array(each)[:, np.newaxis, np.newaxis] for each in zip(*discs, strict=True))
    radius, angle = np.meshgrid((np.arange(RINGS) + 0.5) / RINGS, np.arange(STEPS) * 2 * np.pi / STEPS, indexing="ij")
    reach = REACH_FACES * SIDE_PX * size * radius
    across, down = x_px + reach * np.cos(angle), y_px + reach * np.sin(angle)
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT_PX).astype(np.float32)
    flat = (-1, STEPS)
    levels = cv2.remap(
        soft,
        across.reshape(flat).astype(np.float32),
        down.reshape(flat).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    weights = radius / radius.sum()
    away = levels.astype(np.float64).reshape(across.shape)
    away -= (weights * away).sum(axis=(1, 2), keepdims=True)
    deviation = np.sqrt((weights * away**2).sum(axis=(1, 2), keepdims=True))
    return np.asarray((np.sqrt(weights) * away / np.maximum(deviation, FLAT))[deviation[:, 0, 0] >= FLAT])


@cache
def _pip_faces() -> tuple[Rings, ...]:
    """Light pips on dark, of every value."""
    drawn = list[Rings]()
    for value in VALUES:
        face = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
        for across, down in PIPS[value]:
            x_px, y_px = ((SIDE_PX - 1) / 2 + PIP_STEP * SIDE_PX * at for at in (across, down))
            cv2.circle(face, (round(x_px * 16), round(y_px * 16)), round(PIP_RADIUS * SIDE_PX * 16), 255, -1, 0, 4)
        drawn.append(_rings(face, WHOLE)[0])
    return tuple(drawn)
