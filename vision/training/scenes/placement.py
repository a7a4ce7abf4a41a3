"""How dice come to rest: apart, touching, one upon another, leaning, half out of the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.records import FACE_PX
from vision.training.scenes.camera import Camera, Points
from vision.training.scenes.dice_models import DieModel, any_die, up_turned
from vision.training.scenes.paints import Bgr
from vision.training.scenes.solids import LyingDie, Prism

SCALES = (0.75, 1.33)
"""Of a die against `FACE_PX`: dice of 12 to 21 mm, and a scale that is never quite known."""
LEAST_LEAN_DEG, MOST_LEAN_DEG = 15.0, 45.0
BESIDE, SHARE_ODD = 0.45, 0.08
"""Of dice in a crowd those that are laid against another one; and those that lean on one or lie upon it."""
TRIES = 12

Rng = np.random.Generator


@dataclass(frozen=True)
class Throw:
    """How dice come to lie."""

    scales: tuple[float, float] = SCALES
    share_odd: float = SHARE_ODD
    overhang_px: float = 14.0
    """How far over the picture's rim a die may lie."""
    also_clear: float = 0.0
    """Of dice those that are clear besides the usual ones."""


COMMON = Throw()


def rest(rng: Rng, model: DieModel, at: Points, side: float, yaw: float, under: float = 0.0) -> LyingDie:
    """A die that lies flat at a place of the ground, `under` above it, with a value at random on top.

    A 1 comes twice as often as any other: of 42 rolls that were asked about in vain eight had a plain 1 that was
    doubted, and of 47 clear dice that were misread 22 were 1s taken for the 6 below them.
    """
    value = int(rng.integers(0, 7)) or 1
    middle = np.array([at[0], at[1], under + side / 2])
    return LyingDie(model, value, side, middle, up_turned(model, value, yaw), False, int(rng.integers(2**31)))


def leaning(rng: Rng, die: LyingDie, edge: Points | None = None) -> LyingDie:
    """The same die tipped over one of its lower edges by `LEAST_LEAN_DEG` to `MOST_LEAN_DEG`: nobody may read it.

    `edge` is that edge's direction as a unit vector, about which the die turns; None takes one of its edges.
    """
    lean = math.radians(rng.uniform(LEAST_LEAN_DEG, MOST_LEAN_DEG))
    x, y, z = die.turning @ die.model.face_axes(die.value)[0] if edge is None else edge
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned = (np.eye(3) + math.sin(lean) * cross + (1 - math.cos(lean)) * cross @ cross) @ die.turning
    tipped = replace(die, turning=turned, is_cocked=True)
    lift = die.middle[2] - die.side / 2 - tipped.corners()[:, 2].min()
    return replace(tipped, middle=die.middle + np.array([0.0, 0.0, lift]))


def leaning_on(rng: Rng, model: DieModel, side: float, other: LyingDie) -> LyingDie:
    """A die that stands on one lower edge, the opposite one caught on a side of another die that lies flat."""
    out = _outward(rng, other)
    flat = rest(rng, model, other.middle[:2], side, math.atan2(out[1], out[0]))
    tipped = leaning(rng, flat, np.array([-out[1], out[0], 0.0]))
    reach = float(((tipped.middle - tipped.corners())[:, :2] @ out).max())
    along = np.array([-out[1], out[0]]) * rng.uniform(-0.5, 0.5) * side
    moved = out * (other.side / 2 + reach + rng.uniform(0.1, 1.0)) + along
    return replace(tipped, middle=tipped.middle + np.array([*moved, 0.0]))


def support(die: LyingDie, colour: Bgr) -> Prism:
    """What a leaning die leans on: a strip under its raised edge."""
    corners = die.corners()
    lowest = corners[np.argsort(corners[:, 2])]
    foot, raised = lowest[:2].mean(axis=0), lowest[2:4].mean(axis=0)
    away = (raised - foot)[:2]
    away = away / max(float(np.linalg.norm(away)), 1e-6)
    along = np.array([-away[1], away[0]]) * die.side * 0.9
    near, far = raised[:2] - away * 2, raised[:2] + away * die.side * 0.7
    outline = np.stack([near - along, near + along, far + along, far - along])
    return Prism(outline, float(raised[2]), colour)


def place_dice(rng: Rng, camera: Camera, size_px: int, count: int, throw: Throw = COMMON) -> list[LyingDie]:
    """Dice anywhere in the picture, some touching, few upon another; maybe fewer than `count`."""
    dice: list[LyingDie] = []
    box_is_one = rng.random() < 0.3
    common, common_scale = any_die(rng, throw.also_clear), rng.uniform(*throw.scales)
    is_crowded = rng.random() < 0.5
    for _ in range(count):
        model = common if box_is_one else any_die(rng, throw.also_clear)
        scale = common_scale if box_is_one else common_scale * rng.uniform(0.85, 1.15)
        side = float(np.clip(scale, *throw.scales)) * FACE_PX
        for _ in range(TRIES):
            found = _candidate(rng, camera, size_px, model, side, dice if is_crowded else [], throw)
            if not any(_overlap(found, other) for other in dice):
                dice.append(found)
                break
    return dice


def _candidate(
    rng: Rng, camera: Camera, size_px: int, model: DieModel, side: float, dice: list[LyingDie], throw: Throw
) -> LyingDie:
    kind = rng.random()
    if dice and kind < BESIDE:
        return _beside(rng, model, side, dice[int(rng.integers(len(dice)))])
    if dice and kind < BESIDE + throw.share_odd:
        other = dice[int(rng.integers(len(dice)))]
        if not (other.is_stacked or other.is_cocked):
            is_leaning = kind < BESIDE + throw.share_odd / 2
            return leaning_on(rng, model, side, other) if is_leaning else _upon(rng, model, side, other)
    spot = rng.uniform(-throw.overhang_px, size_px + throw.overhang_px, (1, 2))
    return rest(rng, model, camera.to_ground(spot)[0], side, float(rng.uniform(0, 6.3)))


def _beside(rng: Rng, model: DieModel, side: float, other: LyingDie) -> LyingDie:
    """Face to face, as pushed together, or corner to face."""
    out = _outward(rng, other)
    along = np.array([-out[1], out[0]]) * rng.uniform(-0.7, 0.7) * side
    yaw = math.atan2(out[1], out[0])
    gap = (side + other.side) / 2 + rng.uniform(0.3, 2.0)
    if rng.random() < 0.4:
        turn = rng.uniform(0, math.pi / 2)
        yaw += turn
        gap += (abs(math.cos(turn)) + abs(math.sin(turn)) - 1) * side / 2
    return rest(rng, model, other.middle[:2] + out * gap + along, side, float(yaw))


def _upon(rng: Rng, model: DieModel, side: float, lower: LyingDie) -> LyingDie:
    at = lower.middle[:2] + rng.uniform(-0.15, 0.15, 2) * lower.side
    return rest(rng, model, at, min(side, lower.side * 1.1), float(rng.uniform(0, 6.3)), lower.side)


def _outward(rng: Rng, die: LyingDie) -> Points:
    """The way (2,) that one of the four sides of a flat die looks, on the ground."""
    out = die.turning @ die.model.face_axes(die.value)[0]
    out = np.cross(np.array([0, 0, 1.0]), out) if rng.random() < 0.5 else out
    way: Points = out[:2] * (1 if rng.random() < 0.5 else -1)
    return way


def _overlap(one: LyingDie, other: LyingDie) -> bool:
    if abs(one.middle[2] - other.middle[2]) >= (one.side + other.side) / 2 - 1:
        return False
    if np.linalg.norm(one.middle[:2] - other.middle[:2]) > 0.72 * (one.side + other.side):
        return False
    feet = [np.asarray(cv2.convexHull(die.corners()[:, :2].astype(np.float32))) for die in (one, other)]
    area, _ = cv2.intersectConvexConvex(feet[0], feet[1])
    return area > 0.5
