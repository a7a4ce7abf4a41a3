"""How light lies on the faces of a drawn die: shade, glare, what they mirror of lamps, and what clear ones bend."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.scenes.dice_faces import TEXTURE_PX, Finish, Reflection
from vision.training.scenes.dice_models import DieModel
from vision.training.scenes.lights import Light

Rng = np.random.Generator
Pixels = npt.NDArray[np.uint8]

BOWL = 0.4
"""Pips of a deeper recess catch a lamp on their rims."""


def any_finish(rng: Rng, shade: float, recess_turn: float, is_shiny: bool) -> Finish:
    """How light lies on a face; glare is for the shiny ones."""
    glare_at = rng.uniform(-0.4, 0.4, 2)
    glare_size = rng.uniform(0.05, 0.3, 2)
    return Finish(
        shade=shade,
        recess_turn=recess_turn,
        glare=float(rng.uniform(0.25, 0.8)) if is_shiny else 0.0,
        glare_at=(float(glare_at[0]), float(glare_at[1])),
        glare_size=(float(glare_size[0]), float(glare_size[1])),
        sheen=float(rng.uniform(0, 0.35)) if is_shiny and rng.random() < 0.4 else 0.0,
    )


def veiled(finish: Finish, rng: Rng, light: Light) -> Finish:
    """The same under the window that the scene's top faces mirror, on each of them a little more or less."""
    return replace(finish, sheen=max(finish.sheen, light.veil * float(rng.uniform(0.7, 1.1))))


def any_reflections(rng: Rng, light: Light, model: DieModel, value: int) -> tuple[Reflection, ...]:
    """What the shiny top face of a die mirrors: a ring lamp, a small lamp, both or nothing."""
    found = [any_ring(rng, light.ring_faces)] if light.ring_faces else []
    if light.has_glints:
        is_bowl = model.recess > BOWL and value != model.logo_face and rng.random() < 0.4
        found.append(_rims(rng, model, value) if is_bowl else any_glint(rng))
    return tuple(found)


def any_ring(rng: Rng, radius: float) -> Reflection:
    """A ring lamp mirrored by one face: small rings whole and anywhere, large ones as an arc."""
    is_whole = radius < 0.35 and rng.random() < 0.6
    from_rad = 0.0 if is_whole else float(rng.uniform(0, 2 * np.pi))
    long_rad = 2 * np.pi if is_whole else float(rng.uniform(np.pi / 3, 4 * np.pi / 3))
    middle = rng.normal(0, 0.1 if is_whole else 0.25, 2)
    return Reflection(
        lines=(_arc(middle, radius * float(rng.uniform(0.85, 1.15)), from_rad, long_rad),),
        width=float(rng.uniform(0.02, 0.08)),
        strength=float(rng.uniform(0.35, 1.0)),
        is_over_pips=bool(rng.random() < 0.4),
    )


def any_glint(rng: Rng) -> Reflection:
    """A small lamp: one to three spots or crooked streaks near the face's middle, which may pass for a pip."""
    middle, lines = rng.normal(0, 0.12, 2), []
    for _ in range(int(rng.integers(1, 4))):
        steps = rng.normal(0, 1, (int(rng.integers(2, 5)), 2)) * rng.uniform(0.02, 0.1)
        lines.append(middle + rng.normal(0, 0.08, 2) + np.cumsum(steps, axis=0))
    return Reflection(
        lines=tuple(lines),
        width=float(rng.uniform(0.02, 0.1)),
        strength=float(rng.uniform(0.4, 1.0)),
        is_over_pips=bool(rng.random() < 0.6),
    )


def _rims(rng: Rng, model: DieModel, value: int) -> Reflection:
    """Light on the rims of bowls, all from one side; not on each of them."""
    from_rad, long_rad = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.8, 2 * np.pi))
    radius = (model.one_radius if value == 1 else model.pip_radius) * float(rng.uniform(0.95, 1.35))
    places = [place for place in model.pip_places(value) if rng.random() < 0.75]
    return Reflection(
        lines=tuple(_arc(np.array(place), radius, from_rad, long_rad) for place in places),
        width=float(rng.uniform(0.015, 0.05)),
        strength=float(rng.uniform(0.3, 1.0)),
        is_over_pips=True,
    )


def _arc(middle: npt.NDArray[np.float64], radius: float, from_rad: float, long_rad: float) -> npt.NDArray[np.float64]:
    turn = from_rad + np.linspace(0, long_rad, 24)
    return np.asarray(middle + radius * np.column_stack([np.cos(turn), np.sin(turn)]))


def bent_light(rng: Rng) -> Pixels:
    """What a side of a clear body shows in place of what lies behind it: light and dark patches, BGR and opacity."""
    cells = rng.integers(2, 7, 2)
    levels = np.where(rng.random(cells) < 0.5, rng.uniform(170, 250), rng.uniform(10, 140, cells))
    flags = cv2.INTER_NEAREST if rng.random() < 0.5 else cv2.INTER_LINEAR
    patches = cv2.resize(levels.astype(np.float32), (TEXTURE_PX, TEXTURE_PX), interpolation=flags)
    texture = np.empty((TEXTURE_PX, TEXTURE_PX, 4), np.uint8)
    texture[:, :, :3] = patches[:, :, None]
    texture[:, :, 3] = round(255 * float(rng.uniform(0.2, 0.95)))
    return texture
