"""Of what things are made in a rendered scene: clear and opaque bodies, pips, grounds, lamps. Pure: numpy alone.

Colours are linear red, green, blue, 0 to 1, as light adds up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.training.scenes.dice_models import DieModel, Material, any_die
from vision.training.scenes.paints import HUES, Bgr, hued

Rgb = tuple[float, float, float]
Rng = np.random.Generator
GroundKind = Literal["felt", "wood", "paper", "plain", "tray"]

SHARE_CLEAR = 0.8
"""Of the dice in scenes of clear ones; the others are opaque neighbours."""
SHARE_COLOURLESS, SHARE_SMOKED = 0.28, 0.08
SHARE_DRILLED = 0.12
"""Of clear dice have pips without paint."""
SHARE_FROSTED = 0.1

WIDEST = 0.105
"""Radius of a pip: bowls beside each other keep a rim of the mesh between them."""

IOR = (1.45, 1.6)
"""Of acrylic 1.49, of polystyrene 1.59, of casting resins between them."""


@dataclass(frozen=True)
class Glass:
    """What a clear body does to light."""

    kept: Rgb
    """Of the light that goes straight through one die, in each colour."""
    ior: float
    roughness: float
    """0 polished … 0.3 frosted."""


@dataclass(frozen=True)
class Look:
    """A die's make: shape and pips by its model, and glass where it is clear."""

    model: DieModel
    glass: Glass | None
    is_drilled: bool
    """Whether its pips are bare bowls."""
    roundness: float
    """Radius of the ball that the cube was tumbled into, in halves of its side; over 1.74 no corner is touched."""


@dataclass(frozen=True)
class Ground:
    """What dice lie on."""

    kind: GroundKind
    main: Rgb
    other: Rgb
    """Of its grain, threads or print."""
    grain: float
    """How many grains there are to the side of a die."""
    roughness: float
    relief: float
    turn: float
    """Radians."""


@dataclass(frozen=True)
class Lamp:
    """A shining rectangle; lengths in sides of a 16 mm die."""

    at: tuple[float, float, float]
    width: float
    height: float
    share: float
    """Of all light that falls on the ground."""
    colour: Rgb


@dataclass(frozen=True)
class Room:
    """All light of a scene."""

    lamps: tuple[Lamp, ...]
    ambient: float
    """Share of the light that comes from all around."""
    colour: Rgb
    contrast: float
    """0 an even sky … 1 bright and dark walls, which clear dice show."""
    exposure: float
    """1 shows white paper just below white."""
    has_caustics: bool
    """Whether light gathered by a die shines on the ground; otherwise its shadow is tinted alone."""


def linear(bgr: Bgr) -> Rgb:
    """Linear red, green, blue of a colour as pictures store it (IEC 61966-2-1)."""
    red, green, blue = (_linear(channel / 255) for channel in reversed(bgr))
    return red, green, blue


def _linear(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def any_colour(rng: Rng) -> Rgb:
    """A strong colour of some hue, as things have that are printed or moulded."""
    return linear(hued(rng, str(rng.choice(list(HUES)))))


def any_look(rng: Rng, share_clear: float = SHARE_CLEAR, share_colourless: float = SHARE_COLOURLESS) -> Look:
    """A die at random, such a share of them clear and of these colourless; all have round pips on six faces."""
    model = any_die(rng)
    model = replace(model, pip_shape="round", logo_face=None, wear=0.0, pip_radius=min(WIDEST, model.pip_radius))
    roundness = float(rng.uniform(1.45, 1.62)) if model.face_radius > 0.3 else 2.0
    if rng.random() >= share_clear:
        material: Material = "swirled" if model.material == "swirled" else "opaque"
        return Look(replace(model, material=material), None, False, roundness)
    colour, body, glass = _any_glass(rng, share_colourless)
    pips = _pips(rng, colour)
    is_drilled = bool(rng.random() < SHARE_DRILLED)
    model = replace(
        model,
        material="clear",
        colour=colour,
        body=body,
        vein=body,
        pips=pips,
        special_pips=pips,
        special_faces=frozenset(),
        recess=max(model.recess, 0.6) if is_drilled else model.recess,
    )
    return Look(model, glass, is_drilled, roundness)


def _any_glass(rng: Rng, share_colourless: float) -> tuple[str, Bgr, Glass]:
    kind = rng.random()
    if kind < share_colourless:
        name, kept = "clear", tuple(float(each) for each in rng.uniform(0.86, 0.995) * rng.uniform(0.95, 1.0, 3))
        body: Bgr = (235.0, 235.0, 235.0)
    elif kind < share_colourless + SHARE_SMOKED:
        level = rng.uniform(0.12, 0.45)
        name, kept = "grey", tuple(float(each) for each in level * rng.uniform(0.9, 1.1, 3))
        body = (110.0, 110.0, 110.0)
    else:
        name = str(rng.choice([each for each in HUES if each != "brown"]))
        body = hued(rng, name)
        depth = rng.uniform(0.5, 1.5)
        kept = tuple(float(np.clip(channel, 0.004, 0.97) ** depth) for channel in linear(body))
    roughness = float(rng.uniform(0.1, 0.3)) if rng.random() < SHARE_FROSTED else float(rng.uniform(0, 0.04))
    red, green, blue = kept
    return name, body, Glass((red, green, blue), float(rng.uniform(*IOR)), roughness)


def _pips(rng: Rng, colour: str) -> Bgr:
    kind = rng.random()
    white, black = float(rng.uniform(215, 252)), float(rng.uniform(6, 40))
    if colour in ("clear", "yellow", "orange", "pink") and kind < 0.45:
        return black, black, black
    if colour == "clear" and kind < 0.75:
        return hued(rng, str(rng.choice(["red", "blue", "green", "purple"])))
    return (60.0, 170.0, 215.0) if kind > 0.93 else (white, white, white)


GROUNDS: tuple[GroundKind, ...] = ("felt", "wood", "paper", "plain", "tray")
_WOODS: tuple[Bgr, ...] = ((70, 115, 165), (45, 80, 125), (25, 45, 75), (110, 160, 205), (30, 40, 55))


def any_ground(rng: Rng) -> Ground:
    """A table, a cloth, paper or a tray's floor, light or dark."""
    kind = GROUNDS[int(rng.integers(len(GROUNDS)))]
    turn = float(rng.uniform(0, math.tau))
    if kind == "wood":
        bgr = _WOODS[int(rng.integers(len(_WOODS)))]
        main = linear(_shaded(bgr, rng.uniform(0.8, 1.15)))
        other = linear(_shaded(bgr, rng.uniform(0.5, 0.85)))
        return Ground(kind, main, other, float(rng.uniform(0.3, 1.5)), float(rng.uniform(0.25, 0.6)), 0.1, turn)
    if kind == "paper":
        level = rng.uniform(190, 250)
        main, other = linear(_shaded((1, 1, 1), level)), linear(any_tone(rng))
        return Ground(kind, main, other, float(rng.uniform(0.2, 1.2)), 0.8, 0.02, turn)
    main = linear(any_tone(rng))
    other = linear(_shaded((1, 1, 1), float(rng.uniform(10, 235)))) if kind == "plain" else _dimmed(main, 0.6)
    is_cloth = kind in ("felt", "tray")
    grain, relief = (float(rng.uniform(12, 30)), 0.6) if is_cloth else (float(rng.uniform(0.2, 6)), 0.0)
    return Ground(kind, main, other, grain, 0.95 if is_cloth else float(rng.uniform(0.15, 0.7)), relief, turn)


def any_tone(rng: Rng) -> Bgr:
    """A colour of cloth or table: half of them grey to white or black, the others hued."""
    if rng.random() < 0.5:
        return _shaded((1, 1, 1), float(rng.uniform(15, 235)))
    return _shaded(hued(rng, str(rng.choice(list(HUES)))), float(rng.uniform(0.4, 0.9)))


def _shaded(bgr: Bgr, share: float) -> Bgr:
    blue, green, red = (min(255.0, channel * share) for channel in bgr)
    return blue, green, red


def _dimmed(rgb: Rgb, share: float) -> Rgb:
    red, green, blue = rgb
    return red * share, green * share, blue * share


def any_room(rng: Rng) -> Room:
    """One to three lamps (overhead, from the side, a window) and the light of the walls."""
    ambient = float(rng.uniform(0.12, 0.6))
    weights = rng.uniform(0.3, 1, int(rng.integers(1, 4)))
    shares = (1 - ambient) * weights / weights.sum()
    return Room(
        lamps=tuple(_any_lamp(rng, float(share)) for share in shares),
        ambient=ambient,
        colour=_warmth(rng),
        contrast=float(rng.uniform(0, 1)),
        exposure=float(np.exp(rng.normal(0, 0.2))),
        has_caustics=bool(rng.random() < 0.5),
    )


def _any_lamp(rng: Rng, share: float) -> Lamp:
    kind = rng.random()
    if kind < 0.5:  # over the table
        height, far, width, length = rng.uniform(55, 88), rng.uniform(50, 130), rng.uniform(6, 40), rng.uniform(6, 40)
    elif kind < 0.75:  # a desk lamp
        height, far, width, length = rng.uniform(25, 55), rng.uniform(20, 60), rng.uniform(3, 9), rng.uniform(3, 9)
    else:  # a window
        height, far, width, length = (
            rng.uniform(15, 40),
            rng.uniform(90, 220),
            rng.uniform(50, 110),
            rng.uniform(60, 140),
        )
    around, up = rng.uniform(0, math.tau), math.radians(height)
    at = (far * math.cos(up) * math.cos(around), far * math.cos(up) * math.sin(around), far * math.sin(up))
    return Lamp(at, float(width), float(length), share, _warmth(rng))


def _warmth(rng: Rng) -> Rgb:
    """White light, a little warm or cold: cameras correct most of it."""
    tint = float(rng.normal(0, 0.12))
    return math.exp(tint), 1.0, math.exp(-tint)
