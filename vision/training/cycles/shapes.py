"""The mesh of a die: a cube with rounded edges and bowls for pips, closed, so that light bends through it. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.training.cycles.looks import Look

CELLS = 44
"""Across the flat part of a face: a small pip is six of them wide."""
ROUNDS = 4
"""From the flat part to the middle of a rounded edge."""
DEEPEST = 0.55
"""Depth of a deep bowl, in radii of its pip."""
SHALLOWEST = 0.04
"""Even a pip that is painted on lies a little sunk, so that its rim catches light."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Mesh:
    """Corners (N, 3) of a die of side 2 about its middle, and quads (M, 4) of them, counter-clockwise from outside."""

    points: Floats
    quads: npt.NDArray[np.int64]
    pips: npt.NDArray[np.int64]
    """For each quad the value of the face to whose pips it belongs; 0 for the body."""


def die_mesh(look: Look) -> Mesh:
    """A die in its model's own frame."""
    faces = [_face(look, value) for value in range(1, 7)]
    points = [face for face, _, _ in faces]
    starts = np.cumsum([0, *(len(face) for face in points)])
    quads = [cells + start for (_, cells, _), start in zip(faces, starts, strict=False)]
    pips = [np.where(marked, value, 0) for value, (_, _, marked) in enumerate(faces, start=1)]
    # Neighbouring faces end on the same line: one set of points there, so that light sees no seam.
    merged, index = np.unique(np.round(np.concatenate(points), 6) + 0.0, axis=0, return_inverse=True)
    return Mesh(merged, index.reshape(-1)[np.concatenate(quads)], np.concatenate(pips))


def _face(look: Look, value: int) -> tuple[Floats, npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """One face out to the middle of its edges: points, quads, and whether each quad is of a pip."""
    model = look.model
    round_by = 2 * model.corner_radius
    core = 1 - round_by
    turns = np.tan(np.linspace(0, math.pi / 4, ROUNDS + 1)[1:])
    steps = np.concatenate(
        [-core - round_by * turns[::-1], np.linspace(-core, core, CELLS + 1), core + round_by * turns]
    )
    x, y = (each.reshape(-1) for each in np.meshgrid(steps, steps, indexing="ij"))
    places = 2 * np.array(model.pip_places(value))
    radius = 2 * (model.one_radius if value == 1 else model.pip_radius)
    x, y, far = _snapped(x, y, places, radius, core / CELLS)
    depth = radius * (SHALLOWEST + (DEEPEST - SHALLOWEST) * model.recess)
    sunk = depth * np.clip(1 - (far / radius) ** 2, 0, None)
    right, up = model.face_axes(value)
    cube = np.outer(x, right) + np.outer(y, up) + model.normal(value)
    inner = np.clip(cube, -core, core)
    out = cube - inner
    points = inner + round_by * out / np.linalg.norm(out, axis=1, keepdims=True)
    length = np.linalg.norm(points, axis=1, keepdims=True)
    points = points * np.minimum(1, look.roundness / length) - np.outer(sunk, model.normal(value))
    count = len(steps)
    corner = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).reshape(-1)
    quads = np.stack([corner, corner + count, corner + count + 1, corner + 1], axis=1)
    is_pip = np.all(far[quads] <= radius * (1 + 1e-9), axis=1)
    return points, quads, is_pip


def _snapped(x: Floats, y: Floats, places: Floats, radius: float, near: float) -> tuple[Floats, Floats, Floats]:
    """The grid with points next to a pip's rim moved onto it, and how far each then is from its nearest pip."""
    away = np.stack([x, y], axis=1)[:, None] - places
    far = np.linalg.norm(away, axis=2)
    nearest = far.argmin(axis=1)
    every = np.arange(len(x))
    away, far = away[every, nearest], far[every, nearest]
    is_near = np.abs(far - radius) < near
    stretch = np.where(is_near, radius / np.maximum(far, 1e-9), 1.0)
    moved = places[nearest] + away * stretch[:, None]
    return moved[:, 0], moved[:, 1], np.where(is_near, radius, far)
