"""Things that stand on the ground of a drawn scene: dice in their poses, and prisms (walls, cubes, counters, books)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.scenes.camera import Camera, Points
from vision.training.scenes.dice_faces import TEXTURE_PX, face_texture, pips_only
from vision.training.scenes.dice_models import WESTERN, DieModel
from vision.training.scenes.finishes import any_finish, any_reflections, bent_light, veiled
from vision.training.scenes.lights import Light
from vision.training.scenes.paints import Bgr

Pixels = npt.NDArray[np.uint8]
Owners = npt.NDArray[np.int16]

DULL: Final = 0.25
"""Dice of no more gloss mirror no lamp."""
BENDS: Final = (1.4, 1.6)
"""How strongly clear plastics and resins bend light: what lies under them seems to lie so much less deep."""
SHARE_BENT: Final = 0.6
"""Of the sides of clear bodies, those that show something else than what lies straight behind them."""

_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
_AROUND = np.stack([np.cos(np.arange(10) * 0.2 * np.pi), np.sin(np.arange(10) * 0.2 * np.pi)], axis=1)


@dataclass(frozen=True, eq=False)
class LyingDie:
    """A die where it came to rest."""

    model: DieModel
    value: int
    """Of the face that looks up most."""
    side: float
    middle: Points
    turning: Points
    """Rotation (3, 3) from the die's frame to the ground's."""
    is_cocked: bool
    seed: int
    """For wear, veins and glare of this one."""

    @property
    def is_stacked(self) -> bool:
        """Whether it lies upon another one."""
        return float(self.middle[2]) > self.side

    def corners(self) -> Points:
        """The eight corners (8, 3), not rounded."""
        moved: Points = self.middle + (_SIGNS * self.side / 2) @ self.turning.T
        return moved

    def face(self, value: int, reach: float = 1.0) -> Points:
        """Corners (4, 3) of a face as its texture has them: top left, top right, bottom right, bottom left."""
        right, up = self.model.face_axes(value)
        half = self.side / 2
        square = [-right + up, right + up, right - up, -right - up]
        local = np.stack([self.model.normal(value) + reach * corner for corner in square]) * half
        moved: Points = self.middle + local @ self.turning.T
        return moved

    def pips_and_rings(self) -> tuple[Points, Points]:
        """The pips of the top face (N, 3), and eight points of the body around each (N, 8, 3)."""
        right, up = self.model.face_axes(self.value)
        reach = 1.75 * (self.model.one_radius if self.value == 1 else self.model.pip_radius)
        around = np.arange(8) * (np.pi / 4)
        steps = reach * np.column_stack([np.cos(around), np.sin(around)])
        places = np.array(self.model.pip_places(self.value))
        flat = np.concatenate([places[:, None], places[:, None] + steps[None]], axis=1) * 2
        local = self.model.normal(self.value) + flat[..., :1] * right + flat[..., 1:] * up
        moved: Points = self.middle + (local * self.side / 2) @ self.turning.T
        return moved[:, 0], moved[:, 1:]

    def pip_grid(self) -> Points:
        """The nine points (9, 3) of the top face where some value has a pip."""
        right, up = self.model.face_axes(self.value)
        far = self.model.spread * 2
        grid = [self.model.normal(self.value) + x * right + y * up for x in (-far, 0, far) for y in (-far, 0, far)]
        moved: Points = self.middle + (np.stack(grid) * self.side / 2) @ self.turning.T
        return moved


@dataclass(frozen=True, eq=False)
class Prism:
    """A flat-topped thing of one colour."""

    outline: Points
    """Its footprint (N, 2), convex."""
    height: float
    colour: Bgr
    mark: Bgr | None = None
    """Colour of one spot in the middle of its top, as buttons and counters have one."""

    def corners(self) -> Points:
        """Bottom and top corners (2N, 3)."""
        low = np.column_stack([self.outline, np.zeros(len(self.outline))])
        return np.vstack([low, low + np.array([0.0, 0.0, self.height])])


def draw_prism(pixels: Pixels, owners: Owners, prism: Prism, number: int, camera: Camera, light: Light) -> None:
    """Paint it over what is there, and enter its number among the owners of its pixels."""
    seen = camera.project(prism.corners())
    hull = _fine(cv2.convexHull(seen.astype(np.float32)))
    cv2.fillConvexPoly(owners, hull // 16, number)
    side, top = light.ambient * 0.95, light.shade(np.array([0.0, 0.0, 1.0]))
    cv2.fillConvexPoly(pixels, hull, [channel * side for channel in prism.colour], cv2.LINE_AA, 4)
    upper = seen[len(prism.outline) :]
    cv2.fillConvexPoly(pixels, _fine(upper), [channel * top for channel in prism.colour], cv2.LINE_AA, 4)
    if prism.mark is not None:
        spot = upper.mean(axis=0) + 0.45 * (upper - upper.mean(axis=0))
        cv2.fillConvexPoly(pixels, _fine(spot), [channel * top for channel in prism.mark], cv2.LINE_AA, 4)


def _fine(points: npt.NDArray[np.generic]) -> npt.NDArray[np.int32]:
    return np.round(np.asarray(points, np.float64) * 16).astype(np.int32)


def outline_of(die: LyingDie, camera: Camera) -> Points:
    """The die's silhouette in pixels (N, 2), its edges rounded."""
    radius = die.model.corner_radius * die.side
    inner = die.middle + (_SIGNS * (die.side / 2 - radius)) @ die.turning.T
    seen = camera.project(inner)
    scale = float(
        np.linalg.norm(camera.project(die.middle[None] + np.array([[1.0, 0, 0]])) - camera.project(die.middle[None]))
    )
    points = (seen[:, None, :] + radius * scale * _AROUND[None]).reshape(-1, 2)
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def draw_die(pixels: Pixels, owners: Owners, die: LyingDie, number: int, camera: Camera, light: Light) -> None:
    """Paint a die over what is there, and enter its number among the owners of its pixels."""
    hull = outline_of(die, camera)
    size_px = pixels.shape[0]
    low = np.clip(np.floor(hull.min(axis=0)).astype(int) - 2, 0, size_px)
    high = np.clip(np.ceil(hull.max(axis=0)).astype(int) + 3, 0, size_px)
    if (high - low).min() < 2:
        return
    cv2.fillConvexPoly(owners, np.round(hull).astype(np.int32), number)
    window = slice(low[1], high[1]), slice(low[0], high[0])
    pixels[window] = _painted_die(pixels[window], die, hull - low, low, camera, light)


def _painted_die(under: Pixels, die: LyingDie, hull: Points, low: Points, camera: Camera, light: Light) -> Pixels:
    rng = np.random.default_rng(die.seed)
    patch = under.astype(np.float32)
    normals = {value: die.turning @ die.model.normal(value) for value in WESTERN}
    visible = [value for value in WESTERN if camera.sees(die.face(value).mean(axis=0), normals[value])]
    shape = np.zeros(under.shape[:2], np.uint8)
    cv2.fillConvexPoly(shape, _fine(hull), 255, cv2.LINE_AA, 4)
    opacity = _opacity(die.model, rng)
    mean_shade = float(np.mean([light.shade(normals[value]) for value in visible]))
    edge = np.array(die.model.body, np.float32) * (mean_shade * 0.93)
    patch += shape[:, :, None].astype(np.float32) * (opacity / 255) * (edge - patch)
    if opacity < 1:
        _lay_far_pips(patch, die, set(WESTERN) - set(visible), opacity, camera, low, rng)
    recess_turn, is_shiny = float(rng.uniform(0, 6.3)), rng.random() < die.model.gloss * 0.5
    for value in visible:
        shade = light.shade(normals[value]) * float(rng.uniform(0.96, 1.04))
        finish = any_finish(rng, shade, recess_turn, is_shiny and value == die.value)
        if value == die.value and die.model.gloss > DULL:
            finish = veiled(replace(finish, reflections=any_reflections(rng, light, die.model, value)), rng, light)
        texture = face_texture(die.model, value, finish, rng)
        if opacity < 1:
            texture[:, :, 3] = _see_through(texture, die.model, value, opacity)
            if value != die.value and rng.random() < SHARE_BENT:
                _lay(patch, bent_light(rng), camera.project(die.face(value)) - low, 1.0)
        _lay(patch, texture, camera.project(die.face(value)) - low, 1.0)
    _edges(patch, die, visible, low, camera, float(rng.uniform(-0.12, 0.5)) * (0.4 + 0.6 * die.model.gloss))
    if die.model.material == "clear":
        rim, level = patch.copy(), float(rng.uniform(120, 248))
        cv2.polylines(rim, [_fine(hull)], True, (level, level, level), 1, cv2.LINE_AA, 4)
        patch += float(rng.uniform(0, 1)) * (rim - patch)
    return np.clip(patch, 0, 255).astype(np.uint8)


def _lay_far_pips(
    patch: npt.NDArray[np.float32],
    die: LyingDie,
    values: set[int],
    opacity: float,
    camera: Camera,
    low: Points,
    rng: np.random.Generator,
) -> None:
    """The pips of the faces that look away, where a body that light goes through shows them: higher than they are."""
    is_clear = die.model.material == "clear"
    strength = float(rng.uniform(0.2, 1.0)) if is_clear else 0.8
    bent = float(rng.uniform(*BENDS))
    top = float(die.corners()[:, 2].max())
    for value in sorted(values):
        corners = die.face(value)
        corners[:, 2] = top - (top - corners[:, 2]) / bent
        _lay(patch, pips_only(die.model, value, (1 - opacity) * strength), camera.project(corners) - low, 1.0)


def _opacity(model: DieModel, rng: np.random.Generator) -> float:
    if model.material == "clear":
        return float(rng.uniform(0.03, 0.45))
    return float(rng.uniform(0.7, 0.93)) if model.material == "transmissive" else 1.0


def _see_through(texture: Pixels, model: DieModel, value: int, opacity: float) -> Pixels:
    """The opacity of a face of a clear body: its pips stay as solid as they are."""
    body = texture[:, :, 3].astype(np.float32) * opacity
    return np.asarray(np.maximum(body, pips_only(model, value, 0.97)[:, :, 3]), np.uint8)


def _lay(patch: npt.NDArray[np.float32], texture: Pixels, corners: Points, strength: float) -> None:
    flat = np.array([[0, 0], [TEXTURE_PX, 0], [TEXTURE_PX, TEXTURE_PX], [0, TEXTURE_PX]], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    layer = cv2.warpPerspective(texture, turn, (patch.shape[1], patch.shape[0]), flags=cv2.INTER_LINEAR)
    cover = layer[:, :, 3:].astype(np.float32) * (strength / 255)
    # Where nothing of the face lies the warp leaves black, which must not darken the rim: opacity is 0 there.
    patch += cover * (layer[:, :, :3].astype(np.float32) - patch)


def _edges(
    patch: npt.NDArray[np.float32], die: LyingDie, visible: list[int], low: Points, camera: Camera, strength: float
) -> None:
    """Light (or grime, where `strength` is negative) along the rounded edges between faces that are both seen."""
    if abs(strength) < 0.03 or len(visible) < 2:
        return
    lines = np.zeros(patch.shape[:2], np.uint8)
    reach = 1 - 2 * die.model.corner_radius
    for value in visible:
        for other in visible:
            if value < other and value + other != 7:
                one, two = die.model.normal(value), die.model.normal(other)
                along = np.cross(one, two)
                inset = 1 - 0.6 * die.model.corner_radius
                ends = np.stack([(one + two) * inset + along * reach, (one + two) * inset - along * reach])
                seen = camera.project(die.middle + (ends * die.side / 2) @ die.turning.T) - low
                cv2.polylines(lines, [_fine(seen)], False, 255, 1 + (die.model.corner_radius > 0.08), cv2.LINE_AA, 4)
    cover = lines[:, :, None].astype(np.float32) * (abs(strength) / 255)
    patch += cover * ((250.0 if strength > 0 else 20.0) - patch)
