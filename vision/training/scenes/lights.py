"""The light of a drawn scene: how bright a face is, what shadow falls on the ground, and how evenly it all is lit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.scenes.camera import Camera, Points

Floats = npt.NDArray[np.float32]

COARSE = 2
"""Shadows are drawn at this fraction of the size: they are soft, and most of a scene's time would go into blurring."""

SHARE_RINGS = 0.15
SHARE_GLINTS = 0.3
"""Of scenes with a lamp so small that shiny dice show it as a spot or a streak."""
SHARE_VEILS = 0.2
"""Of scenes with a window or a large lamp that shiny dice mirror with their whole top faces."""
VEILS = (0.15, 0.65)
"""How much of its white lies over them."""
RING_FACES = (0.12, 0.6)
"""A face that is a little domed mirrors the ring small; a flat one shows a part of a larger ring."""


@dataclass(frozen=True, eq=False)
class Light:
    """One lamp or window, and the room's own light."""

    towards: Points
    """Unit vector to the lamp, in ground coordinates."""
    ambient: float
    """Light on a face that the lamp does not reach; 1 is a face that looks straight at the lamp."""
    softness_px: float
    """How far a shadow's rim is blurred at the height of a die."""
    depth: float
    """How much of the ground's light a cast shadow takes."""
    contact: float
    """How much is taken right where a thing stands."""
    ring_faces: float = 0.0
    """Radius in which shiny dice mirror a ring lamp, in sides of a face; 0 where the lamp is none."""
    has_glints: bool = False
    """Whether shiny dice show a small lamp as spots and streaks."""
    veil: float = 0.0
    """How white a window makes the top faces of shiny dice that mirror it, 0 to 1; edges and sides stay as they are."""

    def shade(self, normal: Points) -> float:
        """How bright a face is that looks along a unit vector; 1 for what lies flat, at most 1.35."""
        flat = self.ambient + (1 - self.ambient) * float(self.towards[2])
        return min(1.35, (self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.towards))) / flat)


def any_light(rng: np.random.Generator) -> Light:
    """A light at random: overcast rooms, ceiling lamps, desk lamps from the side, ring lamps about the camera."""
    height, around = math.radians(rng.uniform(28, 88)), rng.uniform(0, 2 * math.pi)
    towards = np.array([math.cos(height) * math.cos(around), math.cos(height) * math.sin(around), math.sin(height)])
    ambient = float(rng.uniform(0.3, 0.85))
    return Light(
        towards=towards,
        ambient=ambient,
        softness_px=float(rng.uniform(1.0, 9.0)),
        depth=float((1 - ambient) * rng.uniform(0.35, 0.95)),
        contact=float(rng.uniform(0.15, 0.6)),
        ring_faces=float(rng.uniform(*RING_FACES)) if rng.random() < SHARE_RINGS else 0.0,
        has_glints=bool(rng.random() < SHARE_GLINTS),
        veil=float(rng.uniform(*VEILS)) if rng.random() < SHARE_VEILS else 0.0,
    )


def shadow_map(camera: Camera, light: Light, things: Sequence[Points], size_px: int) -> Floats:
    """What the ground keeps of its light, 0 to 1, at every pixel (size, size); `things` are corners (N, 3) each."""
    small = size_px // COARSE
    cast, contact = np.zeros((small, small), np.uint8), np.zeros((small, small), np.uint8)
    slant = light.towards[:2] / light.towards[2]
    for corners in things:
        fallen = np.column_stack([corners[:, :2] - corners[:, 2:] * slant, np.zeros(len(corners))])
        foot = corners * np.array([1.0, 1.0, 0.0])
        _fill_hull(cast, camera.project(np.vstack([fallen, foot])))
        if corners[:, 2].min() < 1:
            _fill_hull(contact, camera.project(foot))
    soft = cv2.GaussianBlur(cast, (0, 0), light.softness_px / COARSE)
    near = cv2.GaussianBlur(contact, (0, 0), 3.5 / COARSE)
    kept = (1 - light.depth / 255 * soft.astype(np.float32)) * (1 - light.contact / 255 * near.astype(np.float32))
    return cv2.resize(kept, (size_px, size_px), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _fill_hull(mask: npt.NDArray[np.uint8], pixels: Points) -> None:
    hull = cv2.convexHull((pixels / COARSE).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def unevenness(rng: np.random.Generator, size_px: int) -> Floats:
    """Brightness over the picture (size, size, 1), about 1: a slope, a corner in shade, an arm's or a lamp's edge."""
    coarse = 1 + rng.uniform(0, 0.22) * rng.standard_normal((3, 3)).astype(np.float32)
    even = cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.3:
        edge = np.zeros((48, 48), np.float32)
        points = rng.uniform(-24, 72, (4, 2)).astype(np.float32)
        cv2.fillConvexPoly(edge, cv2.convexHull(points).astype(np.int32), 1.0)
        soft = cv2.GaussianBlur(edge, (0, 0), float(rng.uniform(0.6, 4)))
        even = even * (1 - float(rng.uniform(0.1, 0.55)) * cv2.resize(soft, (size_px, size_px)))
    return np.clip(even, 0.3, 1.6).astype(np.float32)[:, :, None]
