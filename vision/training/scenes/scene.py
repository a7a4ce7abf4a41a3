"""Drawn scenes with dice whose values are known, for training; the same seed gives the same scene to the last bit."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.augmentation import spoil
from vision.training.records import LEAST_SIDE, Label, LabelledPicture
from vision.training.scenes.camera import Camera, any_camera, looking_down
from vision.training.scenes.clutter import scatter_flat, standing, wall
from vision.training.scenes.dice_models import WESTERN
from vision.training.scenes.face_signs import SIGNS
from vision.training.scenes.ground import Floats, any_ground, any_tone, seen_by
from vision.training.scenes.lights import any_light, shadow_map, unevenness
from vision.training.scenes.placement import COMMON, Throw, leaning, place_dice, support
from vision.training.scenes.solids import LyingDie, Owners, Prism, draw_die, draw_prism

MOST_DICE = 14
SHARE_EMPTY = 0.08
SHARE_COCKED = 0.09
SHARE_ALIKE = 0.1
"""Of scenes with dice those whose ground has the colour of one of them: white dice on paper, green ones on felt."""
LEAST_SEEN = 0.12
"""Of a top face (and of the die) must be seen for it to be labelled at all; less is a stray edge."""

LEAST_CONTRAST = 16.0
"""Between a pip and the body around it, as the distance of their colours in BGR over 3 x 3 px, under which a die counts
as unreadable: the strongest grain drawn moves such a mean by 3 to 4. Networks that were told 24 read every washed-out
die of rendered rolls rightly, and called it unreadable."""

Rng = np.random.Generator


@dataclass(frozen=True)
class Setting:
    """How hard a scene is. The easy one is for tests and for looking at one thing alone."""

    size_px: int = 320
    is_easy: bool = False
    """Even light ground, nothing but dice on it, a high camera, nothing spoilt."""
    most_dice: int = MOST_DICE
    throw: Throw = COMMON
    share_cocked: float = SHARE_COCKED
    share_signs: float = 0.0
    """Of dice those that show a sign on top in place of pips, besides the logos that some have."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A finished picture, and what lies where."""

    pixels: npt.NDArray[np.uint8]
    dice: tuple[LyingDie, ...]
    owners: Owners
    """At each pixel a die's number, -1 the ground, -2 another thing."""
    camera: Camera


def draw_scene(seed: int, setting: Setting = Setting()) -> LabelledPicture:
    """A picture of `size_px` squared with 0 to `most_dice` dice and a label for each that can be seen."""
    rng = np.random.default_rng(seed)
    camera = looking_down(setting.size_px, 0.0, 2600.0) if setting.is_easy else any_camera(rng, setting.size_px)
    scene = draw(rng, camera, setting)
    labels, sides = list[Label](), list[tuple[float, float]]()
    for number, die in enumerate(scene.dice):
        label = label_of(die, number, camera, scene.owners)
        if label is not None and label.value is not None and not is_legible(die, camera, scene.pixels):
            label = replace(label, value=None)
        if label is not None:
            labels.append(label)
        sides += sides_of(die, number, camera, scene.owners)
    return LabelledPicture(scene.pixels, tuple(labels), "scene", tuple(sides))


def draw(rng: Rng, camera: Camera, setting: Setting) -> Scene:
    """Dice thrown at random, seen by that camera."""
    dice, things = _lay_out(rng, camera, setting)
    pixels, owners = _paint(rng, camera, dice, things, setting)
    return Scene(pixels if setting.is_easy else spoil(rng, pixels), tuple(dice), owners, camera)


def _lay_out(rng: Rng, camera: Camera, setting: Setting) -> tuple[list[LyingDie], list[Prism]]:
    if setting.is_easy:
        inside = replace(setting.throw, overhang_px=-40.0)
        return place_dice(rng, camera, setting.size_px, int(rng.integers(1, setting.most_dice + 1)), inside), []
    count = 0 if rng.random() < SHARE_EMPTY else int(rng.integers(1, setting.most_dice + 1))
    things = [wall(rng, setting.size_px)] if rng.random() < 0.12 else []
    dice: list[LyingDie] = []
    for die in place_dice(rng, camera, setting.size_px, count, setting.throw):
        if not (die.is_stacked or die.is_cocked) and rng.random() < setting.share_cocked:
            die = leaning(rng, die)
            if rng.random() < 0.75:
                things.append(support(die, any_tone(rng)))
        if setting.share_signs and rng.random() < setting.share_signs:
            sign = SIGNS[int(rng.integers(len(SIGNS)))]
            die = replace(die, model=replace(die.model, logo_face=die.value, sign=sign))
        dice.append(die)
    spots = rng.uniform(0, setting.size_px, (int(rng.integers(0, 5)) if rng.random() < 0.35 else 0, 2))
    for at in camera.to_ground(spots) if len(spots) else []:
        thing = standing(rng, at)
        if all(np.linalg.norm(die.middle[:2] - at) > die.side * 0.75 + _reach(thing) for die in dice):
            things.append(thing)
    return dice, things


def _reach(thing: Prism) -> float:
    return float(np.linalg.norm(thing.outline - thing.outline.mean(axis=0), axis=1).max())


def _paint(
    rng: Rng, camera: Camera, dice: list[LyingDie], things: list[Prism], setting: Setting
) -> tuple[npt.NDArray[np.uint8], Owners]:
    """The picture before the camera spoils it, and what is at each pixel: a die's number, -1 the ground, -2 a thing."""
    size_px, light = setting.size_px, any_light(rng)
    pixels = seen_by(camera, _ground(rng, dice, setting))
    solids: list[LyingDie | Prism] = [*dice, *things]
    kept = shadow_map(camera, light, [solid.corners() for solid in solids], size_px)
    pixels = np.clip(pixels * kept[:, :, None], 0, 255).astype(np.uint8)
    owners: Owners = np.full((size_px, size_px), -1, np.int16)
    numbers = {id(die): number for number, die in enumerate(dice)}
    for solid in sorted(solids, key=lambda each: _distance(each, camera), reverse=True):
        if isinstance(solid, LyingDie):
            draw_die(pixels, owners, solid, numbers[id(solid)], camera, light)
        else:
            draw_prism(pixels, owners, solid, -2, camera, light)
    if setting.is_easy:
        return pixels, owners
    return np.clip(pixels * unevenness(rng, size_px), 0, 255).astype(np.uint8), owners


def _ground(rng: Rng, dice: list[LyingDie], setting: Setting) -> Floats:
    if setting.is_easy:
        return np.full((setting.size_px, setting.size_px, 3), 150, np.float32)
    flat = any_ground(rng, setting.size_px)
    if dice and rng.random() < SHARE_ALIKE:
        body = np.array(dice[int(rng.integers(len(dice)))].model.body, np.float32)
        flat += body * float(rng.uniform(0.85, 1.15)) - flat.mean(axis=(0, 1))
    scatter_flat(rng, flat)
    return flat


def _distance(solid: LyingDie | Prism, camera: Camera) -> float:
    """From the camera; of a long wall to what of it is next to the middle of the picture."""
    if isinstance(solid, LyingDie):
        return float(np.linalg.norm(camera.position - solid.middle))
    middle = np.array([*solid.outline.mean(axis=0), solid.height / 2])
    return float(np.linalg.norm(camera.position - middle))


def label_of(die: LyingDie, number: int, camera: Camera, owners: Owners) -> Label | None:
    """What the picture shows of a die's top face; None where next to nothing is seen."""
    size_px = owners.shape[0]
    corners = camera.project(die.face(die.value))
    # Labels count from the rim of the first pixel, the camera from its middle.
    low, high = (np.clip(rim + 0.5, 0, size_px) for rim in (corners.min(axis=0), corners.max(axis=0)))
    face = np.zeros(owners.shape, np.uint8)
    cv2.fillConvexPoly(face, np.round(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    seen = float(np.count_nonzero(owners[face > 0] == number)) / max(cv2.contourArea(corners.astype(np.float32)), 1.0)
    if seen < LEAST_SEEN or (high - low).min() < 3:
        return None
    is_hidden = not _all_seen(camera.project(die.pip_grid()), number, owners)
    lies_well = not (die.is_cocked or die.is_stacked)
    is_readable = lies_well and not is_hidden and die.value != die.model.logo_face
    middle, size = (low + high) / 2, high - low
    return Label(
        x_px=float(middle[0]),
        y_px=float(middle[1]),
        width_px=float(size[0]),
        height_px=float(size[1]),
        value=die.value if is_readable else None,
        colour=die.model.colour,
        is_hidden=is_hidden,
    )


def sides_of(die: LyingDie, number: int, camera: Camera, owners: Owners) -> list[tuple[float, float]]:
    """The middles, in px from the picture's edge, of the side faces of a lying die that are seen nearly as a top is."""
    if die.is_cocked:
        return []
    found = []
    for value in set(WESTERN) - {die.value, 7 - die.value}:
        face = die.face(value)
        # Its corners run with the clock, in the picture as well where it looks at the camera.
        area = cv2.contourArea(camera.project(face).astype(np.float32), oriented=True)
        middle = camera.project(face.mean(axis=0)[None])[0]
        column, row = np.round(middle).astype(int)
        is_inside = 0 <= row < owners.shape[0] and 0 <= column < owners.shape[1]
        if area > LEAST_SIDE * die.side**2 and is_inside and owners[row, column] == number:
            found.append((float(middle[0] + 0.5), float(middle[1] + 0.5)))
    return found


def is_legible(die: LyingDie, camera: Camera, pixels: npt.NDArray[np.uint8]) -> bool:
    """Whether every pip of the top face still stands out in the finished picture, for all glare, dark, blur and wear.

    The whole face must lie inside the picture.
    """
    pips, rings = die.pips_and_rings()
    for pip, ring in zip(camera.project(pips), rings, strict=True):
        seen = np.clip(np.round(np.vstack([pip, camera.project(ring)])).astype(int), 1, pixels.shape[0] - 2)
        colours = [pixels[y - 1 : y + 2, x - 1 : x + 2].mean(axis=(0, 1)) for x, y in seen]
        if float(np.linalg.norm(colours[0] - np.median(colours[1:], axis=0))) < LEAST_CONTRAST:
            return False
    return True


def _all_seen(points: npt.NDArray[np.float64], number: int, owners: Owners) -> bool:
    size_px = owners.shape[0]
    cells = np.round(points).astype(int)
    if cells.min() < 1 or cells.max() > size_px - 2:
        return False
    return bool(np.all(owners[cells[:, 1], cells[:, 0]] == number))
