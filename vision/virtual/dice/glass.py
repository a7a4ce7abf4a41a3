"""Clear dice: light goes in by Snell's law, along one straight way through the body, and out again."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.virtual.dice.bodies import Body, Bools, Floats, through_box

Sees = npt.NDArray[np.float32]

INDEX = 1.49
"""Of refraction, of acrylic glass."""
BACKS = 0.55
"""How bright pips are seen from inside, of what they are from outside: their paint has its front there."""
LOSS_PER_MM = np.array([0.012, 0.010, 0.013], np.float32)
"""Of light on its way through the body, BGR: moulded dice are not optical glass."""


def fresnel(cosine: Floats, index: float = INDEX) -> Floats:
    """The part (N,) of light that a surface throws back, by the angle to its normal (Schlick 1994)."""
    straight = np.float32(((index - 1) / (index + 1)) ** 2)
    slant = 1 - np.minimum(np.maximum(cosine, 0), 1)
    square = slant * slant
    return np.asarray(straight + (1 - straight) * square * square * slant, dtype=np.float32)


def refracted(rays: Floats, normals: Floats, ratio: float) -> tuple[Floats, Bools]:
    """Unit rays (3, N) past a surface whose normals look at them, and which (N,) pass; the others are thrown back.

    `ratio` is the index that they come from over that which they go into.
    """
    cosine = -np.einsum("kn,kn->n", rays, normals)
    square = 1 - np.float32(ratio**2) * (1 - cosine**2)
    passes = square > 0
    through = np.float32(ratio) * rays + (np.float32(ratio) * cosine - np.sqrt(np.maximum(square, 0))) * normals
    back = rays + 2 * cosine * normals
    return np.asarray(np.where(passes, through, back), dtype=np.float32), passes


def pip_within(body: Body, points: Floats, rays: Floats, until: Floats) -> Floats:
    """How far (N,) along rays within the body the next pip's hollow is met from inside; infinite where none is.

    All in the body's own frame; `until` (N,) is where the rays leave it.
    """
    found = np.full(points.shape[1], np.inf, dtype=np.float32)
    bowl = np.float32(body.half_mm * body.make.bowl)
    for middle in body.bowls_mm:
        to_middle = middle[:, None] - points
        ahead = np.einsum("kn,kn->n", to_middle, rays)
        beside = np.einsum("kn,kn->n", to_middle, to_middle) - ahead**2
        enters = ahead - np.sqrt(np.maximum(bowl**2 - beside, 0))
        # A shallow bowl's ball is mostly outside the body: it is met only in front of the face.
        meets = (beside < bowl**2) & (enters > 0.5) & (enters < until + np.float32(0.05)) & (enters < found)
        found[meets] = enters[meets]
    return found


def way_through(
    body: Body, points: Floats, normals: Floats, rays: Floats, index: float = INDEX
) -> tuple[Floats, Floats, Floats, Floats]:
    """Rays that meet the surface, and where they come out: exit points and directions (3, N), mm inside, mm to a pip.

    All in the body's own frame. A ray that cannot leave where it first comes is thrown back once, and then leaves as it
    goes: of later ways little light is left.
    """
    inside, _ = refracted(rays, normals, 1 / index)
    _, leaves = through_box(points, inside, body.half_mm)
    leaves = np.maximum(leaves, np.float32(0.01))
    pip = pip_within(body, points, inside, leaves)
    exits = points + inside * leaves
    out, passes = refracted(inside, -body.hull_normals(exits), index)
    _, again = through_box(exits - body.hull_normals(exits) * np.float32(0.02), out, body.half_mm)
    again = np.where(passes, 0, np.maximum(again, 0)).astype(np.float32)
    return exits + out * again, out, leaves + again, pip
