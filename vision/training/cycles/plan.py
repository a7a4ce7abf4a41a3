"""What a rendered scene holds, settled by its seed alone before the renderer is asked. Pure: numpy alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.training.cycles.looks import (
    SHARE_CLEAR,
    Ground,
    Look,
    Room,
    any_colour,
    any_ground,
    any_look,
    any_room,
    linear,
)
from vision.training.cycles.poses import (
    LEAST_LEAN_DEG,
    MOST_LEAN_DEG,
    Pose,
    beside,
    cube,
    flat,
    level,
    overlap,
    support,
    tipped,
)
from vision.training.cycles.things import Thing, any_things
from vision.training.records import FACE_PX
from vision.training.scenes.camera import Camera, any_camera

SIZE_PX = 320
KINDS = 2
"""Every second scene holds dice that are mostly clear; the others opaque ones, and what else lies on tables."""
MOST_CLEAR, MOST_OPAQUE = 9, 13
SCALES = (0.75, 1.33)
"""Of a die against `FACE_PX`, as drawn dice have it."""
SHARE_COCKED = 0.07
SHARE_STACKED = 0.04
SHARE_LIKE = 0.45
"""Of scenes whose dice come out of one box."""
FEW_CLEAR = 0.06
"""Share of clear dice among opaque ones."""
TRIES = 12
SHARE_AT_RIM = 0.2
"""Of dice may lie half outside the picture; a picture that took seconds shall not be lost on them."""
OVERHANG_PX, INSET_PX = 12.0, 30.0
"""How far a die's middle may lie outside the picture, and how far inside the others must."""

Rng = np.random.Generator


@dataclass(frozen=True)
class PlannedDie:
    """A die and how it lies."""

    look: Look
    pose: Pose

    def face(self) -> npt.NDArray[np.float64]:
        """Corners (4, 3) of the top face, its edges not rounded."""
        return self._on_top([(-1, 1), (1, 1), (1, -1), (-1, -1)])

    def pip_grid(self) -> npt.NDArray[np.float64]:
        """The nine places (9, 3) of the top face where some value has a pip."""
        far = 2 * self.look.model.spread
        return self._on_top([(x, y) for x in (-far, 0, far) for y in (-far, 0, far)])

    def pips_and_rings(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The pips of the top face (N, 3), and eight points of the body around each (N, 8, 3)."""
        model, value = self.look.model, self.pose.value
        reach = 1.75 * (model.one_radius if value == 1 else model.pip_radius)
        around = np.arange(8) * (math.pi / 4)
        steps = reach * np.column_stack([np.cos(around), np.sin(around)])
        places = 2 * (np.array(model.pip_places(value))[:, None] + np.vstack([np.zeros((1, 2)), steps])[None])
        points = self._on_top(places.reshape(-1, 2)).reshape(len(places), 9, 3)
        return points[:, 0], points[:, 1:]

    def _on_top(self, places: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Points (N, 3) right and up of the top face's middle, in halves of the side."""
        return self._on_face(self.pose.value, places)

    def _on_face(self, value: int, places: npt.ArrayLike) -> npt.NDArray[np.float64]:
        model, pose = self.look.model, self.pose
        right, up = model.face_axes(value)
        local = model.normal(value) + np.asarray(places, np.float64) @ np.stack([right, up])
        moved: npt.NDArray[np.float64] = np.array(pose.middle) + local @ np.array(pose.turning).T * pose.side / 2
        return moved

    def sides(self) -> list[npt.NDArray[np.float64]]:
        """Corners (4, 3) of the four faces around the top one, against the clock seen from outside."""
        around = set(range(1, 7)) - {self.pose.value, 7 - self.pose.value}
        return [self._on_face(value, [(-1, 1), (-1, -1), (1, -1), (1, 1)]) for value in sorted(around)]

    @property
    def up(self) -> npt.NDArray[np.float64]:
        """Which way the top face looks."""
        turned: npt.NDArray[np.float64] = np.array(self.pose.turning) @ self.look.model.normal(self.pose.value)
        return turned


@dataclass(frozen=True)
class ScenePlan:
    """Everything the renderer is told; two of the same seed are equal."""

    seed: int
    matrix: tuple[tuple[float, ...], ...]
    """The camera's, 3 x 4, from ground to pixels; 0 is the picture's edge, as in labels."""
    eye: tuple[float, float, float]
    dice: tuple[PlannedDie, ...]
    things: tuple[Thing, ...]
    ground: Ground
    room: Room

    @property
    def camera(self) -> Camera:
        return Camera(np.array(self.matrix), np.array(self.eye))


def plan_scene(seed: int) -> ScenePlan:
    """Some dice on some ground, in some light; the same seed gives the same scene."""
    has_clear = seed % KINDS == 0
    rng = np.random.default_rng([seed // KINDS, 5] if has_clear else [seed, 6])
    camera = any_camera(rng, SIZE_PX)
    ground = any_ground(rng)
    things = [] if has_clear else any_things(rng, camera, SIZE_PX)
    dice, props = _lay_out(rng, camera, _any_throw(rng, has_clear), things)
    things += props
    if ground.kind == "tray":
        things += _walls(rng, camera, dice)
    x, y, z = (float(each) for each in camera.position)
    matrix = tuple(tuple(float(each) for each in row) for row in camera.matrix)
    return ScenePlan(seed, matrix, (x, y, z), tuple(dice), tuple(things), ground, any_room(rng))


@dataclass(frozen=True)
class _Throw:
    """Which dice are laid, and how near to each other."""

    count: int
    common: Look | None
    """Of all; None gives each its own."""
    share_clear: float
    scale: float
    is_crowded: bool


def _any_throw(rng: Rng, has_clear: bool) -> _Throw:
    # A whole box of opaque dice is what the other scenes have.
    common = any_look(rng, 1.0 if has_clear else FEW_CLEAR)
    scale, is_like, is_crowded = float(rng.uniform(*SCALES)), rng.random() < SHARE_LIKE, bool(rng.random() < 0.5)
    fewest, most = (1, MOST_CLEAR) if has_clear else (0, MOST_OPAQUE)
    count = int(rng.integers(fewest, most + 1))
    return _Throw(count, common if is_like else None, SHARE_CLEAR if has_clear else FEW_CLEAR, scale, is_crowded)


def _lay_out(rng: Rng, camera: Camera, throw: _Throw, lying: list[Thing]) -> tuple[list[PlannedDie], list[Thing]]:
    """Dice that share no room with each other nor with what is `lying` there, and what some of them lean on."""
    dice, props = list[PlannedDie](), list[Thing]()
    for _ in range(throw.count):
        look = throw.common or any_look(rng, throw.share_clear)
        side = float(np.clip(throw.scale * (1 if throw.common else rng.uniform(0.85, 1.15)), *SCALES)) * FACE_PX
        for _ in range(TRIES):
            pose = _any_pose(rng, camera, look, side, dice if throw.is_crowded else [])
            lent = leaning(rng, pose) if pose.middle[2] < side and rng.random() < SHARE_COCKED else None
            pose, prop = lent if lent else (pose, None)
            taken = [cube(die.pose) for die in dice] + [thing.box for thing in [*lying, *props]]
            new = [cube(pose)] + ([prop.box] if prop else [])
            if not any(overlap(one, other) for one in new for other in taken):
                dice.append(PlannedDie(look, pose))
                props += [prop] if prop else []
                break
    return dice, props


def _any_pose(rng: Rng, camera: Camera, look: Look, side: float, dice: list[PlannedDie]) -> Pose:
    value, kind, yaw = int(rng.integers(1, 7)), rng.random(), float(rng.uniform(0, math.tau))
    if dice and kind < 0.45:
        at, yaw = beside(rng, dice[int(rng.integers(len(dice)))].pose, side)
        return flat(look.model, value, side, at, yaw)
    if dice and kind < 0.45 + SHARE_STACKED:
        lower = dice[int(rng.integers(len(dice)))].pose
        if lower.middle[2] < lower.side and not lower.is_cocked:
            x, y = np.array(lower.middle[:2]) + rng.uniform(-0.15, 0.15, 2) * lower.side
            return flat(look.model, value, min(side, lower.side * 1.1), (float(x), float(y)), yaw, lower.side + 0.2)
    within = -OVERHANG_PX if rng.random() < SHARE_AT_RIM else INSET_PX
    x, y = camera.to_ground(rng.uniform(within, SIZE_PX - within, (1, 2)))[0]
    return flat(look.model, value, side, (float(x), float(y)), yaw)


def leaning(rng: Rng, pose: Pose) -> tuple[Pose, Thing]:
    """The die tipped, and what it then leans on."""
    axis = [axis for axis in np.array(pose.turning).T if abs(axis[2]) < 0.5][int(rng.integers(2))]
    leant = tipped(pose, axis, float(rng.uniform(LEAST_LEAN_DEG, MOST_LEAN_DEG)))
    return leant, Thing(support(leant), any_colour(rng))


def _walls(rng: Rng, camera: Camera, dice: list[PlannedDie]) -> list[Thing]:
    """One or two walls of a tray, near a rim of the picture, that cut no die."""
    colour = linear((40.0, 70.0, 110.0)) if rng.random() < 0.6 else any_colour(rng)
    turn, height = float(rng.uniform(0, math.tau)), float(rng.uniform(0.6, 2.0) * FACE_PX)
    found = []
    for quarter in range(int(rng.integers(1, 3))):
        yaw = turn + quarter * math.pi / 2
        far = float(rng.uniform(0.38, 0.55)) * SIZE_PX
        thick = float(rng.uniform(0.2, 0.6)) * FACE_PX
        middle = (far * math.cos(yaw), far * math.sin(yaw), height / 2)
        wall = level(middle, (thick, 2.0 * SIZE_PX, height / 2), yaw)
        if not any(overlap(wall, cube(die.pose)) for die in dice):
            found.append(Thing(wall, colour))
    return found
