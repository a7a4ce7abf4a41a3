"""Dice that lie flat, dice that do not, and what is no die, as a rectified tray shows them: for the posture network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.dice.network import Floats
from vision.dice.posture import POSTURE_PX, crop
from vision.training.bare_places import any_beside, any_print, any_side, is_inside
from vision.training.records import FACE_PX
from vision.training.scenes.camera import Camera, Points, made_flat
from vision.training.scenes.placement import Throw
from vision.training.scenes.scene import Scene, Setting, draw, label_of
from vision.training.scenes.solids import LyingDie

SETTING = Setting(throw=Throw(scales=(0.88, 1.12), share_odd=0.3, also_clear=0.15), share_cocked=0.25)
"""Dice of 14 to 18 mm: their size is known at the table, to within what owners forget to say. A third of those
that are learned from do not lie flat, a fifth are clear."""
STEEPEST_DEG = 45.0
FAR_PX = (700.0, 2600.0)
"""How far the camera is from the middle of the picture: 35 cm to 1.3 m."""
ASIDE_FACES = 0.06
"""How far from the top's middle the detector's boxes have theirs."""
SIZE_ERROR, SLOPE_ERROR, WAY_ERROR = 0.02, 0.08, math.radians(2)
"""Deviations of what is known of the camera: of how large a face is, how steep its sight, as shares, and which way."""


@dataclass(frozen=True, eq=False)
class Postures:
    """Small pictures of N places."""

    crops: npt.NDArray[np.uint8]
    """(N, `POSTURE_PX`, `POSTURE_PX`, 3)."""
    slopes: Floats
    """(N,): see `vision.dice.posture`."""
    is_flat: npt.NDArray[np.bool_]
    """(N,): whether a die lies flat there."""
    is_there: npt.NDArray[np.bool_]
    """(N,): whether there is one at all."""
    is_clear: npt.NDArray[np.bool_]
    """(N,): whether there is one that the ground shows through."""
    poses: Floats
    """(N, 3): how far the top leans right and up in its small picture, as the sine, and how far it lies too high, in
    sides; 0 where no die is. Told to the network so that it learns what flatness is seen by."""


def draw_postures(seed: int) -> Postures:
    """Those of one drawn scene; the same seed gives the same ones."""
    rng = np.random.default_rng([seed, 7])
    tilt, around = math.radians(rng.uniform(0, STEEPEST_DEG)), rng.uniform(0, math.tau)
    aside = math.sin(tilt) * np.array([math.cos(around), math.sin(around)])
    position = np.array([*aside, math.cos(tilt)]) * rng.uniform(*FAR_PX)
    camera = made_flat(SETTING.size_px, position)
    return cut_out(rng, draw(rng, camera, SETTING))


def cut_out(rng: np.random.Generator, scene: Scene) -> Postures:
    """What a scene shows that a mat made flat, each place with the errors that what is known at a table has.

    A die that lies flat and is partly hidden is left out: it is asked about in any case. Of places without a die there
    are the side of one, what lies beside one, and a bit of the table, where the scene has such.
    """
    cuts = list[Postures]()
    for number, die in enumerate(scene.dice):
        label = label_of(die, number, scene.camera, scene.owners)
        is_flat = not (die.is_cocked or die.is_stacked)
        if label is None or (is_flat and label.is_hidden):
            continue
        middle = np.array([label.x_px, label.y_px]) - 0.5
        if is_inside(middle, scene):
            cuts.append(_cut(rng, scene, middle, die))
    bare = (any_side(rng, scene), any_beside(rng, scene), any_print(rng, scene))
    cuts += [_cut(rng, scene, middle) for middle in bare if middle is not None]
    return together(cuts) if cuts else NONE


def _cut(rng: np.random.Generator, scene: Scene, true_middle: Points, die: LyingDie | None = None) -> Postures:
    """The picture of one place, with the die that is there, or without."""
    middle = true_middle + rng.uniform(-ASIDE_FACES, ASIDE_FACES, 2) * FACE_PX
    slope = _as_known(rng, slope_at(scene.camera, scene.owners.shape[0], middle))
    face_px = face_px_of(scene.camera, FACE_PX) * math.exp(rng.normal(0, SIZE_ERROR))
    is_flat = die is not None and not (die.is_cocked or die.is_stacked)
    return Postures(
        crop(scene.pixels, (middle[0], middle[1]), slope, face_px)[None],
        np.array([math.hypot(*slope)], np.float32),
        np.array([is_flat]),
        np.array([die is not None]),
        np.array([die is not None and die.model.material == "clear"]),
        np.array([_pose(die, slope) if die is not None else (0, 0, 0)], np.float32),
    )


def _pose(die: LyingDie, slope: tuple[float, float]) -> tuple[float, float, float]:
    x, y, _ = die.turning @ die.model.normal(die.value)
    # The ground's second axis runs up the picture.
    lean, up = np.array([x, -y]), np.array(slope) / math.hypot(*slope)
    lift = float(die.corners()[:, 2].min()) / die.side
    return float(lean @ (-up[1], up[0])), float(lean @ up), lift


def slope_at(camera: Camera, size_px: int, middle_px: Points) -> Points:
    """(2,): how far, right and down, sight runs over the ground for each unit that it falls; the mat made it flat."""
    x, y, above = camera.position
    foot = np.array([x + size_px / 2, size_px / 2 - y]) - 0.5
    slope: Points = (middle_px - foot) / above
    return slope


def face_px_of(camera: Camera, side: float) -> float:
    """How wide the top of a flat die of that side is, where the mat made the ground flat and not the tops."""
    above = float(camera.position[2])
    return side * above / (above - side)


def _as_known(rng: np.random.Generator, slope: Points) -> tuple[float, float]:
    long = math.hypot(*slope) * math.exp(rng.normal(0, SLOPE_ERROR))
    way = math.atan2(slope[1], slope[0]) + rng.normal(0, WAY_ERROR)
    return long * math.cos(way), long * math.sin(way)


def together(many: Sequence[Postures]) -> Postures:
    """All of them as one."""
    return Postures(
        np.concatenate([each.crops for each in many]),
        np.concatenate([each.slopes for each in many]),
        np.concatenate([each.is_flat for each in many]),
        np.concatenate([each.is_there for each in many]),
        np.concatenate([each.is_clear for each in many]),
        np.concatenate([each.poses for each in many]),
    )


NONE = Postures(
    np.zeros((0, POSTURE_PX, POSTURE_PX, 3), np.uint8),
    np.zeros(0, np.float32),
    np.zeros(0, np.bool_),
    np.zeros(0, np.bool_),
    np.zeros(0, np.bool_),
    np.zeros((0, 3), np.float32),
)
"""Those of a scene that shows nothing."""
