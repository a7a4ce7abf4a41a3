"""What a die is, as several makers mould it: which face is where, where its pips sit, how round and of what it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from vision.training.scenes.paints import Bgr, any_body, any_pips

Vector = npt.NDArray[np.float64]
Material = Literal["opaque", "swirled", "transmissive", "clear"]
PipShape = Literal["round", "square", "star"]
FaceSign = Literal["logo", "nothing", "scratches", "figure", "letters", "shape", "strokes", "disc"]

WESTERN: dict[int, tuple[int, int, int]] = {
    1: (0, 0, 1), 6: (0, 0, -1), 2: (0, -1, 0), 5: (0, 1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)
}  # fmt: skip
"""Which way each face looks. About the corner that 1, 2 and 3 share they follow each other against the clock."""

SHARE_ASIAN = 0.3
SHARE_LOGO = 0.05
LARGEST_PIP = 0.24
"""Radius of the largest ones of Asian dice."""


@dataclass(frozen=True)
class DieModel:
    """One die as moulded; lengths are shares of its side."""

    is_asian: bool
    """1, 2, 3 follow each other with the clock about their corner."""
    spread: float
    """From the face's middle to the row of pips at its side."""
    six_spread: float
    """The same across the two rows of a 6, which some makers move together."""
    pip_radius: float
    one_radius: float
    pip_shape: PipShape
    turns: tuple[int, int, int, int, int, int]
    """Quarter turns of the pips of 1 to 6: makers lay the 2, the 3 and the 6 either way."""
    corner_radius: float
    """How far edges are rounded."""
    face_radius: float
    """How round the corners of a flat face are: 0.1 nearly square, 0.5 a disc, as ball-tumbled dice have it."""
    material: Material
    colour: str
    body: Bgr
    vein: Bgr
    """The second colour of a swirled body."""
    pips: Bgr
    special_pips: Bgr
    """Of the faces `special_faces`."""
    special_faces: frozenset[int]
    recess: float
    """0 pips painted flat … 1 deep bowls with a shaded rim."""
    wear: float
    """0 new … 1 paint gone from some pips and edges."""
    gloss: float
    logo_face: int | None
    """A face that shows a sign in place of pips; its value cannot be read off."""
    sign: FaceSign = "logo"
    """Which one."""

    def normal(self, value: int) -> Vector:
        """Which way the face of a value looks, in the die's own frame: x, y, z."""
        x, y, z = WESTERN[value]
        return np.array([-x if self.is_asian else x, y, z], dtype=np.float64)

    def face_axes(self, value: int) -> tuple[Vector, Vector]:
        """The face's own right and up, as one sees them who looks at it from outside."""
        normal = self.normal(value)
        right = np.array([0.0, 0.0, 1.0]) if abs(normal[2]) < 0.5 else np.array([1.0, 0.0, 0.0])
        for _ in range(self.turns[value - 1]):
            right = np.cross(normal, right)
        return right, np.cross(normal, right)

    def pip_places(self, value: int) -> list[tuple[float, float]]:
        """Where the pips of a face sit, right and up of its middle, in shares of the side."""
        far, near = self.spread, self.six_spread
        corners = [(-far, far), (far, -far), (far, far), (-far, -far)]
        if value == 6:
            return [(x, y) for x in (-near, near) for y in (-far, 0.0, far)]
        middle = [(0.0, 0.0)] if value % 2 else []
        return middle + corners[: value - value % 2]

    def pip_paint(self, value: int) -> Bgr:
        """The colour of the pips of a face."""
        return self.special_pips if value in self.special_faces else self.pips


def up_turned(model: DieModel, value: int, yaw: float) -> Vector:
    """The rotation (3, 3) from the die's frame to the ground's: a value on top, turned by `yaw` radians."""
    up = model.normal(value)
    side = model.face_axes(value)[0]
    upright = np.stack([side, np.cross(up, side), up])
    cos, sin = np.cos(yaw), np.sin(yaw)
    turned: Vector = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]) @ upright
    return turned


def any_die(rng: np.random.Generator, also_clear: float = 0.0) -> DieModel:
    """A die at random; a third of them are white, as most dice are, and the others harder to read.

    `also_clear` as in `any_body`.
    """
    is_asian = bool(rng.random() < SHARE_ASIAN)
    material, colour, body, vein = any_body(rng, also_clear)
    pips, special, faces = any_pips(rng, colour, body, vein if material == "swirled" else body, is_asian)
    spread = float(rng.uniform(0.21, 0.29))
    radius = min(0.45 * spread, float(rng.uniform(0.065, 0.12)))
    is_big = rng.random() < (0.6 if is_asian else 0.2)
    shape: PipShape = "round" if rng.random() < 0.96 else ("square" if rng.random() < 0.6 else "star")
    return DieModel(
        is_asian=is_asian,
        spread=spread,
        six_spread=spread * float(rng.uniform(0.72, 1.0)),
        pip_radius=radius,
        one_radius=min(LARGEST_PIP, radius * float(rng.uniform(1.4, 2.3) if is_big else rng.uniform(1.0, 1.2))),
        pip_shape=shape,
        turns=_turns(rng),
        corner_radius=float(rng.uniform(0.02, 0.16)),
        face_radius=float(rng.uniform(0.3, 0.5) if rng.random() < 0.35 else rng.uniform(0.08, 0.3)),
        material=material,
        colour=colour,
        body=body,
        vein=vein,
        pips=pips,
        special_pips=special,
        special_faces=faces,
        recess=float(rng.random()),
        wear=float(rng.random() ** 2 if rng.random() < 0.3 else 0.0),
        gloss=float(rng.random()),
        logo_face=int(rng.choice([1, 6])) if rng.random() < SHARE_LOGO else None,
    )


def _turns(rng: np.random.Generator) -> tuple[int, int, int, int, int, int]:
    one, two, three, four, five, six = (int(turn) for turn in rng.integers(0, 4, 6))
    return one, two, three, four, five, six
