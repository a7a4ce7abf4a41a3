"""Dice that the virtual table's ray caster draws, of makers that stand for none of its own: from a seed to views."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.training.clear.views import (
    COLOURLESS,
    OPAQUE,
    TINTED,
    UNTOLD,
    Doubles,
    Rng,
    Sight,
    Views,
    no_die,
    seen,
    taken,
    views,
)
from vision.training.scenes.ground import HUE_NAMES, any_ground
from vision.training.scenes.paints import hued
from vision.virtual.dice.bodies import Floats
from vision.virtual.dice.glass import BACKS, LOSS_PER_MM
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.makes import MAKES, Make
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.paints import GAMMA, Paint, paint
from vision.virtual.dice.records import LyingDie, Sign, SignKind
from vision.virtual.dice.throws import Odd, throw

DIE_MM = 16.0
STEEPEST_DEG = 38.0
"""A tray's camera leans by 35 at most, and sees what lies in front of the middle more steeply."""
FAR_MM = (300.0, 1300.0)
PX_PER_MM = (1.4, 3.6)
DICE = (3, 7)
ROOMY_MM = 30.0
"""Side of the area for each die's root."""
ODDS: tuple[tuple[float, Odd], ...] = ((0.78, ""), (0.14, "leaning on a die"), (0.08, "stacked"))
SHARE_TOUCHING = 0.4
SHARE_OPAQUE, SHARE_COLOURLESS = 0.12, 0.75
"""Of all dice, and of the clear ones."""
SHARE_SIGN = 0.04
SIGNS: tuple[SignKind, ...] = ("nothing", "worn", "numeral", "letters", "logo")
SHARE_BARE = 0.35
"""Of scenes one place without a top face is learned from: beside a die, or on its side."""
BARE_MM = (14.0, 26.0)
GROUND_PX = 320
MARGIN_MM = 18.0


def draw_rays(seed: int, is_table: bool = False) -> Views:
    """The dice of one scene; the same seed gives the same ones.

    With `is_table` they are of the virtual table's own makers and paint, of which no network may learn.
    """
    rng = np.random.default_rng([seed, 22 if is_table else 21])
    number = int(rng.integers(len(MAKES))) if is_table else -1
    make = MAKES[number] if is_table else any_make(rng)
    dice, odd, wide_mm = any_throw(rng, DICE, make)
    common = any_paint(rng, COLOURLESS if rng.random() < SHARE_COLOURLESS else TINTED)
    if is_table:
        common = paint("clear", make, rng)
    coats = [common if rng.random() > SHARE_OPAQUE else any_paint(rng, OPAQUE) for _ in dice]
    dice = tuple(_painted(rng, die, coat) for die, coat in zip(dice, coats, strict=True))
    pixels, sight = picture(rng, dice, coats, wide_mm, seed)
    return _cut(rng, pixels, sight, dice, coats, odd, number)


def any_throw(rng: Rng, fewest_and_most: tuple[int, int], make: Make) -> tuple[tuple[LyingDie, ...], Odd, float]:
    """So many dice of a maker, whether the last one is odd, and the side in mm of the square around 0, 0 in which all
    lie."""
    odd = ODDS[int(rng.choice(len(ODDS), p=[share for share, _ in ODDS]))][1]
    count = int(rng.integers(fewest_and_most[0], fewest_and_most[1] + 1))
    wide = ROOMY_MM * math.sqrt(count)
    area = (-wide / 2, -wide / 2, wide, wide)
    try:
        dice = throw(rng, count, ("clear",), area, touching=SHARE_TOUCHING, odd=odd, size_mm=DIE_MM, make=make)
    except ValueError:
        dice, odd = throw(rng, count, ("clear",), area, size_mm=DIE_MM, make=make), ""
    return dice, odd, wide


def picture(
    rng: Rng, dice: Sequence[LyingDie], coats: Sequence[Paint], wide_mm: float, seed: int
) -> tuple[Pixels, Sight]:
    """Dice in their paint on any ground, in any light, as any camera over that square takes them; and that camera."""
    sight, size_px = any_sight(rng, wide_mm)
    pixels = paint_dice(_ground(rng, sight, size_px), dice, sight.to_px, any_lamp(rng), seed, coats)
    return taken(rng, _lit(rng, pixels)), sight


def _painted(rng: Rng, die: LyingDie, coat: Paint) -> LyingDie:
    """The die named by whether it is clear, now and then with a sign in place of pips on top."""
    sign = Sign(SIGNS[int(rng.integers(len(SIGNS)))], int(rng.integers(1 << 30))) if rng.random() < SHARE_SIGN else None
    return replace(die, colour="clear" if coat.clear else "red", sign=sign)


def _cut(
    rng: Rng,
    pixels: Pixels,
    sight: Sight,
    dice: tuple[LyingDie, ...],
    coats: list[Paint],
    odd: Odd,
    number_of_make: int,
) -> Views:
    found = []
    middles = [np.array([die.x_mm, die.y_mm]) for die in dice]
    for number, (die, coat, middle) in enumerate(zip(dice, coats, middles, strict=True)):
        is_odd = bool(odd) and number == len(dice) - 1
        if odd == "stacked" and not is_odd and math.dist(middle, middles[-1]) < 0.5 * DIE_MM:
            continue  # another one lies on it: of that it is asked whatever this network says
        value = UNTOLD if is_odd or die.sign is not None else die.value - 1
        found.append(
            (seen(rng, pixels, sight, middle, DIE_MM), value, facts(die, coat, sight.px_per_mm(middle), number_of_make))
        )
    if rng.random() < SHARE_BARE:
        at = bare_place(rng, sight, middles)
        if at is not None:
            found.append((seen(rng, pixels, sight, at, DIE_MM), UNTOLD, no_die(sight.px_per_mm(at))))
    return views(found)


def bare_place(rng: Rng, sight: Sight, middles: list[Doubles]) -> Doubles | None:
    """A place with no top face in its middle; None where that falls onto one."""
    middle = middles[int(rng.integers(len(middles)))]
    if rng.random() < 0.4:
        # The side that looks at the camera: its middle lies half a die lower, and is seen so much nearer.
        slope = sight.slope(middle, DIE_MM)
        at: Doubles = middle - (slope + slope / max(float(np.linalg.norm(slope)), 0.05)) * DIE_MM / 2
    else:
        around = rng.uniform(0, math.tau)
        at = middle + rng.uniform(*BARE_MM) * np.array([math.cos(around), math.sin(around)])
    return at if all(math.dist(at, each) > 0.55 * DIE_MM for each in middles) else None


def facts(die: LyingDie, coat: Paint, px_per_mm: float, number: int) -> tuple[float, ...]:
    """`FACTS` of a die whose maker has that number on the table; -1 for none of these."""
    make = die.make
    assert isinstance(make, Make)
    material = OPAQUE
    if coat.clear:
        material = COLOURLESS if float(np.ptp(coat.loss_per_mm)) < 0.02 else TINTED
    light = float(coat.pips.mean()) ** (1 / GAMMA)
    return (material, make.pip / 2, make.apart / 2, make.deep / make.pip, light, len(make.turned), px_per_mm, number)


def any_make(rng: Rng) -> Make:
    """A maker at random: pips of any radius, spacing and depth, faces either way round, without gaps."""
    edge, pip = float(rng.uniform(0.04, 0.26)), float(rng.uniform(0.135, 0.25))
    most = 0.97 - 0.85 * edge - pip
    apart = float(rng.uniform(max(0.42, 2.12 * pip), max(0.46, 2.16 * pip, most)))
    return Make(
        name="any",
        edge=edge,
        ball=1.85 if rng.random() < 0.3 else float(rng.uniform(1.3, 1.75)),
        pip=pip,
        apart=min(apart, 0.62),
        deep=float(math.exp(rng.uniform(math.log(0.008), math.log(0.2)))),
        gloss=float(rng.uniform(0.1, 1.0)),
        clockwise=bool(rng.random() < 0.5),
        turned=frozenset(value for value in (2, 3, 6) if rng.random() < 0.5),
    )


def any_paint(rng: Rng, material: int) -> Paint:
    """Body and pips of a die of that material."""
    body = _linear(hued(rng, str(rng.choice(HUE_NAMES))))
    if material != OPAQUE:
        body = np.asarray(0.7 * body + 0.3, np.float32) if material == TINTED else np.full(3, 0.75, np.float32)
    loss = LOSS_PER_MM * np.float32(math.exp(rng.normal(-0.2, 0.6)))
    if material == TINTED:
        kept = np.clip(_linear(hued(rng, str(rng.choice(HUE_NAMES)))), 0.03, 0.97) ** rng.uniform(0.3, 1.3)
        loss = np.asarray(loss - np.log(kept) / DIE_MM, np.float32)
    waves = np.concatenate([rng.normal(0, 0.9, (4, 3)), rng.uniform(0, 6.3, (4, 1))], axis=1)
    heights = rng.uniform(0.003, 0.03, (4, 1))
    return Paint(
        body=body,
        pips=_any_pips(rng),
        clear=material != OPAQUE,
        waves=np.concatenate([waves, heights], axis=1).astype(np.float32),
        index=float(rng.uniform(1.45, 1.6)),
        loss_per_mm=np.asarray(loss, np.float32),
        backs=float(np.clip(BACKS + rng.normal(0, 0.15), 0.25, 0.95)),
    )


def _any_pips(rng: Rng) -> Floats:
    kind = rng.random()
    if kind < 0.4:
        return np.full(3, rng.uniform(0.005, 0.08), dtype=np.float32)
    if kind < 0.8:
        return np.asarray(rng.uniform(0.5, 0.95) * rng.uniform(0.95, 1.05, 3), np.float32)
    return _linear(hued(rng, str(rng.choice(HUE_NAMES))))


def _linear(bgr: tuple[float, float, float]) -> Floats:
    return np.asarray((np.clip(bgr, 0, 255) / 255) ** GAMMA, np.float32)


def any_lamp(rng: Rng) -> Lamp:
    """Soft light of a room, or in a quarter of the scenes a low, small lamp in a dark one."""
    is_hard = rng.random() < 0.25
    blue, green, red = (float(each) for each in rng.uniform(0.88, 1.1, 3))
    return Lamp(
        from_deg=float(rng.uniform(0, 360)),
        height_deg=float(rng.uniform(25, 50) if is_hard else rng.uniform(40, 80)),
        wide_deg=float(rng.uniform(0.4, 2.5) if is_hard else rng.uniform(2, 16)),
        room=float(rng.uniform(0.12, 0.35) if is_hard else rng.uniform(0.35, 0.8)),
        colour=(blue, green, red),
        window=float(rng.uniform(0, 1.4)),
        window_from_deg=float(rng.uniform(0, 360)),
    )


def any_sight(rng: Rng, wide_mm: float) -> tuple[Sight, tuple[int, int]]:
    """A camera over the middle of an area, leaning from anywhere, and the size of a picture that shows all of it."""
    tilt, turn, spin = math.radians(rng.uniform(0, STEEPEST_DEG)), rng.uniform(0, math.tau), rng.uniform(0, math.tau)
    far_mm, px_per_mm = float(rng.uniform(*FAR_MM)), math.exp(rng.uniform(*np.log(PX_PER_MM)))
    # Seen from straight above: right, down, and into the table. Then it leans over the picture's lower edge.
    right, down, ahead = np.eye(3) * (1, 1, -1)
    down, ahead = down * math.cos(tilt) + ahead * math.sin(tilt), ahead * math.cos(tilt) - down * math.sin(tilt)
    around = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    right, down, ahead = (around @ each for each in (right, down, ahead))
    right, down = right * math.cos(spin) + down * math.sin(spin), down * math.cos(spin) - right * math.sin(spin)
    from_mm = np.array([0, 0, DIE_MM / 2]) - ahead * far_mm
    axes = np.stack([right, down, ahead])
    bare = np.diag([px_per_mm * far_mm, px_per_mm * far_mm, 1.0]) @ np.column_stack([axes, -axes @ from_mm])
    reach = wide_mm / 2 + MARGIN_MM
    corners = np.array([[x, y, z, 1] for x in (-reach, reach) for y in (-reach, reach) for z in (0, 2 * DIE_MM)])
    shown = corners @ bare.T
    low, high = (edge(shown[:, :2] / shown[:, 2:], axis=0) for edge in (np.min, np.max))
    moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    width, height = (int(each) + 1 for each in high - low)
    return Sight(moved @ bare, from_mm), (width, height)


def _ground(rng: Rng, sight: Sight, size_px: tuple[int, int]) -> Pixels:
    """A drawn ground, as the camera sees it; beyond its rim it goes on mirrored."""
    scale, half = 2.0 * math.exp(rng.uniform(-0.35, 0.35)), GROUND_PX / 2
    to_mm = np.array([[1 / scale, 0, -half / scale], [0, 1 / scale, -half / scale], [0, 0, 1]])
    drawn = np.clip(any_ground(rng, GROUND_PX), 0, 255).astype(np.uint8)
    shown = cv2.warpPerspective(
        drawn, sight.plane(0) @ to_mm, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    return np.asarray(shown, np.uint8)


def _lit(rng: Rng, pixels: Pixels) -> Pixels:
    """Brighter or darker, of another white, as a camera chose it."""
    gains = rng.uniform(0.92, 1.07, 3) * rng.uniform(0.65, 1.1)
    return np.asarray(np.clip(pixels * gains, 0, 255), np.uint8)
