"""What is known of each die in a rendered picture, before it is turned or cut. Pure: numpy alone.

It is stored beside the picture, with corners and pip places rather than a box, so that a turned cut has exact labels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vision.training.cycles.plan import PlannedDie, ScenePlan
from vision.training.cycles.poses import Box, cube
from vision.training.records import LEAST_SIDE

RECIPE = 3
"""Of plan, shapes and shaders: pictures of another number are rendered again, and never learned from."""

FACE_GRID = 6
"""Points across a top face by which it is told how much of it is covered."""

Floats = npt.NDArray[np.float64]


def marks(plan: ScenePlan, pixels: npt.NDArray[np.uint8]) -> list[dict[str, Any]]:
    """For each die whose top face looks at the camera, as JSON has it.

    `value`, `colour`, `corners` (4 x 2) of its top face and `places` (9 x 2) of pips in px (0 is the picture's edge);
    `is_cocked`; `is_covered`: whether a thing stands before one of the nine; `seen`: share of the face that nothing
    stands before; `contrast`: see `contrast`. `pixels` are BGR or RGB alike.
    """
    return [
        _mark(plan, die, _others(plan, number), pixels)
        for number, die in enumerate(plan.dice)
        if plan.camera.sees(die.face().mean(axis=0), die.up)
    ]


def side_marks(plan: ScenePlan) -> list[list[float]]:
    """The middles, x and y in px, of the side faces of flat dice that are seen nearly as a top is."""
    found = []
    for number, die in enumerate(plan.dice):
        others = _others(plan, number)
        for face in [] if die.pose.is_cocked else die.sides():
            x, y = plan.camera.project(face).T
            # Against the clock from outside, and rows count downwards: such a face has a negative area here.
            area = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
            if -area > LEAST_SIDE * die.pose.side**2 and not is_covered(np.array(plan.eye), face.mean(axis=0), others):
                found.append(np.round(plan.camera.project(face.mean(axis=0)[None])[0], 3).tolist())
    return found


def _others(plan: ScenePlan, number: int) -> list[Box]:
    """What could stand before a die: the other dice, and things that reach over its foot by a third of its side."""
    die = plan.dice[number].pose
    least = die.middle[2] - die.side / 6
    dice = [cube(other.pose) for index, other in enumerate(plan.dice) if index != number]
    return dice + [thing.box for thing in plan.things if thing.top > least]


def _mark(plan: ScenePlan, die: PlannedDie, others: list[Box], pixels: npt.NDArray[np.uint8]) -> dict[str, Any]:
    corners = die.face()
    steps = (np.arange(FACE_GRID) + 0.5) / FACE_GRID
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    grid = np.array([corners[0] + x * across + y * down for x in steps for y in steps])
    eye = np.array(plan.eye)
    return {
        "value": die.pose.value,
        "colour": die.look.model.colour,
        "corners": np.round(plan.camera.project(corners), 3).tolist(),
        "places": np.round(plan.camera.project(die.pip_grid()), 3).tolist(),
        "is_cocked": die.pose.is_cocked,
        "is_covered": any(is_covered(eye, place, others) for place in die.pip_grid()),
        "seen": round(float(np.mean([not is_covered(eye, point, others) for point in grid])), 3),
        "contrast": round(contrast(plan, die, pixels), 1),
    }


def is_covered(eye: Floats, point: Floats, others: list[Box]) -> bool:
    """Whether something stands between the camera and a point; what is clear counts too, for it bends what is seen."""
    return any(box.hides(eye, point) for box in others)


def contrast(plan: ScenePlan, die: PlannedDie, pixels: npt.NDArray[np.uint8]) -> float:
    """How well the faintest pip of the top face stands out, over 3 x 3 px each; 0 where one lies outside the picture.

    The distance of its colour from the median of eight places of the body around it, as drawn scenes measure it.
    """
    least = 442.0
    for pip, ring in zip(*die.pips_and_rings(), strict=True):
        cells = np.floor(plan.camera.project(np.vstack([pip, ring]))).astype(int)
        if cells[0].min() < 0 or cells[0, 0] >= pixels.shape[1] or cells[0, 1] >= pixels.shape[0]:
            return 0.0
        cells = np.clip(cells, 1, np.array(pixels.shape[1::-1]) - 2)
        colours = [pixels[y - 1 : y + 2, x - 1 : x + 2].mean(axis=(0, 1)) for x, y in cells]
        least = min(least, float(np.linalg.norm(colours[0] - np.median(colours[1:], axis=0))))
    return least
