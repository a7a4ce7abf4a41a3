"""A rendered scene of clear dice in a tray whose camera is known, settled by its seed alone. Pure: numpy alone."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.training.cycles.looks import Look, any_ground, any_look, any_room
from vision.training.cycles.plan import SIZE_PX, PlannedDie, Rng, ScenePlan, leaning
from vision.training.cycles.poses import Pose, beside, cube, flat, overlap
from vision.training.cycles.things import Thing
from vision.training.records import FACE_PX
from vision.training.scenes.camera import Camera, looking_down

RECIPE = 101
"""Of this plan, `looks`, `shapes` and `shaders`; no number of `marks.RECIPE`, so that neither folder passes for the
other."""
STEEPEST_DEG = 38.0
"""A tray's camera leans by 35 at most, and sees what lies in front of the middle more steeply."""
FAR_PX = (700.0, 2600.0)
"""35 cm to 1.3 m where a die of 16 mm is `FACE_PX` wide."""
ZOOMS = (0.75, 1.35)
"""Top faces of 24 to 43 px: 1.5 to 2.7 px a mm."""
CROWDED = (0.12, 0.25)
"""Share of the ground under dice."""
SHARE_CLEAR, SHARE_COLOURLESS = 0.9, 0.55
SHARE_LIKE = 0.4
"""Of scenes whose dice come out of one box."""
SHARE_BESIDE, SHARE_STACKED, SHARE_LEANING = 0.35, 0.03, 0.05
WIDEST = 0.12
"""Radius of a pip, and at most `RIM` of the way to the next one: the mesh keeps a rim between bowls."""
RIM = 0.45
TRIES = 20


def plan_clear(seed: int) -> ScenePlan:
    """Clear dice, most of them flat, on some ground in some light; the same seed gives the same scene."""
    rng = np.random.default_rng([seed, 11])
    camera, zoom = _any_view(rng)
    dice, props = _lay_out(rng, camera, zoom)
    x, y, z = (float(each) for each in camera.position)
    matrix = tuple(tuple(float(each) for each in row) for row in camera.matrix)
    return ScenePlan(seed, matrix, (x, y, z), tuple(dice), tuple(props), any_ground(rng), any_room(rng))


def _any_view(rng: Rng) -> tuple[Camera, float]:
    """A camera over the tray, and how many px a unit of the ground has in the middle of its picture."""
    camera = looking_down(SIZE_PX, float(rng.uniform(0, STEEPEST_DEG)), float(rng.uniform(*FAR_PX)))
    zoom = math.exp(rng.uniform(*np.log(ZOOMS)))
    off = (1 - zoom) * SIZE_PX / 2
    return Camera(np.array([[zoom, 0, off], [0, zoom, off], [0, 0, 1]]) @ camera.matrix, camera.position), zoom


def _any_look(rng: Rng) -> Look:
    look = any_look(rng, SHARE_CLEAR, SHARE_COLOURLESS)
    radius = min(WIDEST, RIM * look.model.spread, look.model.pip_radius * float(rng.uniform(0.95, 1.2)))
    return replace(look, model=replace(look.model, pip_radius=radius))


def _lay_out(rng: Rng, camera: Camera, zoom: float) -> tuple[list[PlannedDie], list[Thing]]:
    """Dice that share no room, and what some of them lean on."""
    common = _any_look(rng) if rng.random() < SHARE_LIKE else None
    count = max(2, round(float(rng.uniform(*CROWDED)) * (SIZE_PX / zoom / FACE_PX) ** 2))
    dice, props = list[PlannedDie](), list[Thing]()
    for _ in range(count):
        look = common or _any_look(rng)
        for _ in range(TRIES):
            pose, prop = _any_pose(rng, camera, look, zoom, dice), None
            if pose.middle[2] < FACE_PX and rng.random() < SHARE_LEANING:
                pose, prop = leaning(rng, pose)
            new = [cube(pose)] + ([prop.box] if prop else [])
            taken = [cube(die.pose) for die in dice] + [each.box for each in props]
            if not any(overlap(one, other) for one in new for other in taken):
                dice.append(PlannedDie(look, pose))
                props += [prop] if prop else []
                break
    return dice, props


def _any_pose(rng: Rng, camera: Camera, look: Look, zoom: float, dice: list[PlannedDie]) -> Pose:
    value, kind, yaw = int(rng.integers(1, 7)), rng.random(), float(rng.uniform(0, math.tau))
    other = dice[int(rng.integers(len(dice)))].pose if dice else None
    if other is not None and kind < SHARE_BESIDE:
        at, yaw = beside(rng, other, FACE_PX)
        return flat(look.model, value, FACE_PX, at, yaw)
    if other is not None and kind < SHARE_BESIDE + SHARE_STACKED and other.middle[2] < FACE_PX and not other.is_cocked:
        x, y = np.array(other.middle[:2]) + rng.uniform(-0.15, 0.15, 2) * FACE_PX
        return flat(look.model, value, FACE_PX, (float(x), float(y)), yaw, FACE_PX + 0.2)
    # Whole in the picture: each took seconds.
    inset = 0.75 * FACE_PX * zoom
    x, y = camera.to_ground(rng.uniform(inset, SIZE_PX - inset, (1, 2)))[0]
    return flat(look.model, value, FACE_PX, (float(x), float(y)), yaw)
