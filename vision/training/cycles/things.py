"""What lies on tables besides dice, in rendered scenes: keyboards, cards, coins, counters, blank cubes. Pure: numpy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.training.cycles.looks import Rgb, any_tone, linear
from vision.training.cycles.poses import Box, level, overlap
from vision.training.scenes.camera import Camera, Points

SHARE_KEYBOARD = 0.3
MOST_THINGS = 5
"""Beside a keyboard."""
LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abdefghknpqrtuxyz+-*=<>?%&#")
"""No point or colon, which would be pips."""

Rng = np.random.Generator


@dataclass(frozen=True)
class Legend:
    """Letters printed on the top of a thing, about a place right and up of its middle along its own axes."""

    text: str
    at: tuple[float, float]
    tall: float
    colour: Rgb


@dataclass(frozen=True)
class Thing:
    """A cuboid of one colour, or the cylinder that stands in it: a tray's wall, a card, a coin, a key."""

    box: Box
    colour: Rgb
    shape: Literal["cuboid", "cylinder"] = "cuboid"
    roughness: float = 0.5
    legends: tuple[Legend, ...] = ()

    @property
    def top(self) -> float:
        """How far over the ground it reaches."""
        return float(self.box.corners()[:, 2].max())


def any_things(rng: Rng, camera: Camera, size_px: int) -> list[Thing]:
    """Up to five things that lie apart, and in three scenes of ten a keyboard that reaches over the picture's edge."""
    things = _keyboard(rng, _rim_spot(rng, camera, size_px)) if rng.random() < SHARE_KEYBOARD else []
    for spot in camera.to_ground(rng.uniform(0, size_px, (int(rng.integers(0, MOST_THINGS + 1)), 2))):
        made = (_card, _coin, _coin, _counter, _cube, _stick)[int(rng.integers(6))](rng, spot)
        if not any(overlap(made.box, other.box) for other in things):
            things.append(made)
    return things


def _rim_spot(rng: Rng, camera: Camera, size_px: int) -> Points:
    """A place of the ground near the picture's edge."""
    around = float(rng.uniform(0, math.tau))
    out = np.array([math.cos(around), math.sin(around)])
    spot: Points = camera.to_ground((size_px / 2 + out * rng.uniform(0.35, 0.6) * size_px)[None])[0]
    return spot


def _keyboard(rng: Rng, at: Points) -> list[Thing]:
    """A flat body with rows of keys, dark with light letters or the other way round."""
    side, tall = float(rng.uniform(22, 46)), float(rng.uniform(1, 5))
    pitch, across, down = side * float(rng.uniform(1.06, 1.22)), int(rng.integers(2, 9)), int(rng.integers(1, 6))
    yaw, is_dark = float(rng.uniform(0, math.tau)), rng.random() < 0.7
    dark, light = linear((float(rng.uniform(8, 55)),) * 3), linear((float(rng.uniform(170, 245)),) * 3)
    keys, ink = (dark, light) if is_dark else (light, dark)
    body = linear((float(rng.uniform(120, 215)),) * 3) if rng.random() < 0.6 else keys
    right, up = np.array([math.cos(yaw), math.sin(yaw)]), np.array([-math.sin(yaw), math.cos(yaw)])
    rough, thick, rim = float(rng.uniform(0.3, 0.7)), float(rng.uniform(1, 8)), float(rng.uniform(2, 60))
    half = (across * pitch / 2 + rim, down * pitch / 2 + rim, thick / 2)
    things = [Thing(level((float(at[0]), float(at[1]), thick / 2), half, yaw), body, roughness=0.35)]
    for row in range(down):
        for column in range(across):
            x, y = at + right * pitch * (column - (across - 1) / 2) + up * pitch * (row - (down - 1) / 2)
            box = level((float(x), float(y), thick + tall / 2), (side / 2, side / 2, tall / 2), yaw)
            things.append(Thing(box, keys, roughness=rough, legends=_legends(rng, side, ink)))
    return things


def _legends(rng: Rng, side: float, ink: Rgb) -> tuple[Legend, ...]:
    """On one key: nothing, a letter, one in a corner, two one over another, or a word under a sign."""
    tall, reach, kind = side * float(rng.uniform(0.16, 0.3)), 0.3 * side, rng.random()
    if kind < 0.1:
        return ()
    if kind < 0.35:
        return (Legend(_text(rng, 1), (0.0, 0.0), tall * 1.5, ink),)
    if kind < 0.55:
        at = float(rng.choice([-reach, reach])), float(rng.choice([-reach, reach]))
        return (Legend(_text(rng, int(rng.integers(1, 3))), at, tall, ink),)
    if kind < 0.75:
        lean = float(rng.choice([0.0, 0.6 * reach, -0.6 * reach]))
        return tuple(Legend(_text(rng, 1), (lean * end, reach * end), tall, ink) for end in (-1, 1))
    word = Legend(_text(rng, int(rng.integers(3, 7))), (0.0, -reach), tall * 0.7, ink)
    return (word, Legend(_text(rng, 1), (float(rng.choice([-reach, 0.0, reach])), reach), tall, ink))


def _text(rng: Rng, count: int) -> str:
    return "".join(rng.choice(LETTERS, count))


def _level(at: Points, half: tuple[float, float, float], yaw: float) -> Box:
    return level((float(at[0]), float(at[1]), half[2]), half, yaw)


def _card(rng: Rng, at: Points) -> Thing:
    half = float(rng.uniform(25, 65)), float(rng.uniform(25, 95)), 0.4
    body, ink = linear(any_tone(rng)), linear(any_tone(rng))
    spots = rng.uniform(-0.8, 0.8, (int(rng.integers(0, 6)), 2)) * half[:2]
    legends = tuple(
        Legend(_text(rng, int(rng.integers(1, 8))), (float(x), float(y)), float(rng.uniform(5, 26)), ink)
        for x, y in spots
    )
    return Thing(_level(at, half, float(rng.uniform(0, math.tau))), body, roughness=0.4, legends=legends)


def _coin(rng: Rng, at: Points) -> Thing:
    radius, tall = float(rng.uniform(11, 28)), float(rng.uniform(1, 4))
    legends = (
        Legend(_text(rng, int(rng.integers(1, 3))), (0.0, 0.0), radius * float(rng.uniform(0.4, 1.1)), (0.0,) * 3),
    )
    box = _level(at, (radius, radius, tall / 2), float(rng.uniform(0, math.tau)))
    return Thing(box, linear(any_tone(rng)), "cylinder", 0.3, legends if rng.random() < 0.7 else ())


def _counter(rng: Rng, at: Points) -> Thing:
    radius, tall = float(rng.uniform(7, 20)), float(rng.uniform(4, 30))
    return Thing(
        _level(at, (radius, radius, tall / 2), 0.0), linear(any_tone(rng)), "cylinder", float(rng.uniform(0.2, 0.7))
    )


def _cube(rng: Rng, at: Points) -> Thing:
    """A block without pips, at times with a letter on top."""
    half = float(rng.uniform(8, 18))
    legends = (Legend(_text(rng, 1), (0.0, 0.0), half, linear(any_tone(rng))),) if rng.random() < 0.3 else ()
    box = _level(at, (half, half, half), float(rng.uniform(0, math.tau)))
    return Thing(box, linear(any_tone(rng)), roughness=float(rng.uniform(0.15, 0.7)), legends=legends)


def _stick(rng: Rng, at: Points) -> Thing:
    half = float(rng.uniform(2, 6)), float(rng.uniform(20, 80)), float(rng.uniform(2, 5))
    return Thing(_level(at, half, float(rng.uniform(0, math.tau))), linear(any_tone(rng)))
