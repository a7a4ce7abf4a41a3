"""Dice laid into a picture of the empty table: their shadows on it, then each die ray by ray, the farthest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.frames import Pixels
from vision.virtual.dice.bodies import Body, Bools, Floats, Matrix, march, turned
from vision.virtual.dice.glass import fresnel, way_through
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.paints import GAMMA, Paint, paint
from vision.virtual.dice.projections import middle_of, projected
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.shadows import CONTACT_MM, face_light, near, table_light

FINER = 2
"""Rays along each side of a pixel."""
COARSER = 2
"""Px along each side that share a ray of the table towards the lamp, smoothed: a shadow's edge is soft anyway."""
LEVELS = 4096
"""Steps of linear light on the way back to 8 bits."""
OPAQUE = 0.5
"""From so much ink on nothing is seen through a clear die."""
BOUNCE = 0.18
"""How bright the table is from below a die's sides, of a white card: cloth and wood throw back so much."""

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom in px, the last two exclusive."""

_TO_LINEAR = (np.arange(256) / 255) ** GAMMA
_TO_PIXEL = ((np.arange(LEVELS) / (LEVELS - 1)) ** (1 / GAMMA) * 255).round().astype(np.uint8)


@dataclass(frozen=True, eq=False)
class _View:
    """From where it is seen; the depth of what lies in front of the camera is over 0."""

    to_px: Matrix
    from_mm: Matrix

    def rays(self, x_px: Floats, y_px: Floats) -> Floats:
        """Unit directions (3, N) on the mat of what these px see."""
        across = turned(np.linalg.inv(self.to_px[:, :3]).astype(np.float32), np.stack([x_px, y_px, np.ones_like(x_px)]))
        return np.asarray(across / np.sqrt(np.einsum("kn,kn->n", across, across)), dtype=np.float32)

    def on_table(self, x_px: Floats, y_px: Floats) -> Floats:
        """Where (3, N) these px see the mat."""
        rays = self.rays(x_px, y_px)
        origin = self.from_mm.astype(np.float32)[:, None]
        return np.asarray(origin - rays * (origin[2] / rays[2]), dtype=np.float32)


def paint_dice(
    pixels: Pixels,
    dice: Sequence[LyingDie],
    projection: Matrix,
    light: Lamp,
    seed: int = 0,
    paints: Sequence[Paint] | None = None,
) -> Pixels:
    """The picture (H, W, 3) BGR uint8 of the empty table with dice and their shadows; `pixels` stays as it is.

    `projection` is (3, 4) from homogeneous mm over the mat (x right, y down, z up) to homogeneous px
    (`vision.virtual.dice.projections`). Each die has the paint of its colour, a little different by `seed`, or that out
    of `paints`. The same arguments give the same picture to the last bit.
    """
    picture = pixels.copy()
    if not dice:
        return picture
    bodies = [Body(die) for die in dice]
    view = _view(projection, bodies)
    coats = paints or [
        paint(body.die.colour, body.make, np.random.default_rng((seed, at))) for at, body in enumerate(bodies)
    ]
    height, width = pixels.shape[:2]
    shades = [_rect(_shade_px(body, view, light), width, height) for body in bodies]
    seen = [_rect(projected(view.to_px, body.corners_mm), width, height) for body in bodies]
    left, top, right, bottom = _around([each for each in (*shades, *seen) if each is not None])
    if right <= left or bottom <= top:
        return picture
    linear = np.asarray(cv2.LUT(picture[top:bottom, left:right], _TO_LINEAR.astype(np.float32)), dtype=np.float32)
    _shade(linear, (left, top), list(zip(bodies, shades, strict=True)), view, light)
    for at in sorted(range(len(bodies)), key=lambda at: -float(np.linalg.norm(bodies[at].middle_mm - view.from_mm))):
        where = seen[at]
        if where is not None:
            _lay(linear, (left, top), bodies[at], near(bodies[at], bodies, light), coats[at], where, view, light)
    steps = np.clip(linear * (LEVELS - 1), 0, LEVELS - 1).astype(np.uint16)
    picture[top:bottom, left:right] = _TO_PIXEL[steps]
    return picture


def _view(projection: Matrix, bodies: Sequence[Body]) -> _View:
    depth = float(projection[2] @ np.append(bodies[0].middle_mm, 1))
    return _View(np.asarray(projection * np.sign(depth), dtype=np.float64), middle_of(projection))


def _shade_px(body: Body, view: _View, lamp: Lamp) -> Matrix:
    """Points (N, 2) in px around all of the table that a die darkens."""
    corners = body.corners_mm
    towards = lamp.directions(12).astype(np.float64)
    thrown = (
        corners[:, None, :] - towards[None] * (np.maximum(corners[:, 2:], 0)[:, None] / towards[None, :, 2:])
    ).reshape(-1, 3)
    beside = 3 * CONTACT_MM
    low, high = corners.min(axis=0) - beside, corners.max(axis=0) + beside
    around = np.array([[x, y, 0] for x in (low[0], high[0]) for y in (low[1], high[1])])
    return projected(view.to_px, np.concatenate([thrown, around]))


def _rect(points_px: Matrix, width: int, height: int) -> Rect | None:
    """The whole px around points (N, 2), as far as they are in the picture; None where none is."""
    low, high = np.floor(points_px.min(axis=0)).astype(int) - 1, np.ceil(points_px.max(axis=0)).astype(int) + 2
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(width, int(high[0])), min(height, int(high[1]))
    return (left, top, right, bottom) if right > left and bottom > top else None


def _around(rects: Sequence[Rect]) -> Rect:
    if not rects:
        return 0, 0, 0, 0
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _shade(
    linear: Floats,
    corner: tuple[int, int],
    bodies: Sequence[tuple[Body, Rect | None]],
    view: _View,
    lamp: Lamp,
) -> None:
    """Darken the table where dice take its light away; two shadows are no darker than the table without any light."""
    lit = np.ones(linear.shape[:2], dtype=np.float32)
    room = np.ones_like(lit)
    for body, where in bodies:
        if where is None:
            continue
        left, top, right, bottom = where
        high, wide = bottom - top, right - left
        rows, columns = (np.arange(-(-length // COARSER)) * COARSER + (COARSER - 1) / 2 for length in (high, wide))
        y_px, x_px = (each.ravel() for each in np.meshgrid(rows + top, columns + left, indexing="ij"))
        points = view.on_table(x_px.astype(np.float32), y_px.astype(np.float32))
        place = np.s_[top - corner[1] : bottom - corner[1], left - corner[0] : right - corner[0]]
        for whole, own in zip((lit, room), table_light(body, points, lamp), strict=True):
            coarse, size = own.reshape(len(rows), len(columns)), (len(columns) * COARSER, len(rows) * COARSER)
            whole[place] *= cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)[:high, :wide]
    direct = ((1 - lamp.room) * lamp.lamp_colour).astype(np.float32)
    indirect = (lamp.room * lamp.room_colour).astype(np.float32)
    for channel in range(3):
        linear[:, :, channel] *= lit * direct[channel] + room * indirect[channel]


def _lay(
    linear: Floats,
    corner: tuple[int, int],
    body: Body,
    others: Sequence[Body],
    coat: Paint,
    where: Rect,
    view: _View,
    lamp: Lamp,
) -> None:
    """One die into the linear picture whose top left px is `corner`."""
    left, top, right, bottom = where
    wide, high = (right - left) * FINER, (bottom - top) * FINER
    row, column = np.nonzero(_outline(body, view, where))
    # A sample's place: px have their middles at whole numbers.
    x_px = (left - 0.5 + (column + 0.5) / FINER).astype(np.float32)
    y_px = (top - 0.5 + (row + 0.5) / FINER).astype(np.float32)
    rays = view.rays(x_px, y_px)
    origin = body.inwards(view.from_mm.astype(np.float32)[:, None])
    own_rays = body.turned_in(rays)
    along, met = march(body, origin, own_rays)
    points, own_rays, rays = (origin + own_rays * along)[:, met], own_rays[:, met], rays[:, met]
    row, column = row[met], column[met]
    points, normals, is_pip = body.into_pips(points, own_rays)
    outer = body.turned_out(normals)
    sample = (row % FINER) * FINER + column % FINER
    lit, room = face_light(others, body.outwards(points), outer, lamp, sample)
    colour = _opaque(body, coat, points, outer, is_pip, lit, room, lamp)
    if coat.clear:
        glass = ~is_pip & (body.ink(points) < OPAQUE)
        seen = _through(linear, corner, body, coat, points[:, glass], normals[:, glass], own_rays[:, glass], view, lamp)
        colour[:, glass] = 0.06 * colour[:, glass] + 0.94 * seen
    colour += _gloss(body, is_pip, rays, outer, lit, room, lamp)
    drawn = np.zeros((high, wide, 4), dtype=np.float32)
    drawn[row, column, :3] = colour.T
    drawn[row, column, 3] = 1
    drawn = np.asarray(cv2.resize(drawn, (wide // FINER, high // FINER), interpolation=cv2.INTER_AREA), np.float32)
    part = linear[top - corner[1] : bottom - corner[1], left - corner[0] : right - corner[0]]
    part *= 1 - drawn[:, :, 3:]
    part += drawn[:, :, :3]


def _along(direction: Floats, vectors: Floats) -> Floats:
    """How far (N,) vectors (3, N) go along one direction (3,)."""
    found = direction[0] * vectors[0] + direction[1] * vectors[1] + direction[2] * vectors[2]
    return np.asarray(found, dtype=np.float32)


def _outline(body: Body, view: _View, where: Rect) -> Bools:
    """Which samples may see the cube around a die."""
    left, top, right, bottom = where
    corners = (projected(view.to_px, body.corners_mm) - [left, top] + 0.5) * FINER - 0.5
    hull = cv2.convexHull(corners.astype(np.float32)).round().astype(np.int32)
    mask = np.zeros(((bottom - top) * FINER, (right - left) * FINER), dtype=np.uint8)
    cv2.fillConvexPoly(mask, hull, 1)
    cv2.polylines(mask, [hull], isClosed=True, color=1, thickness=2)
    return mask.astype(np.bool_)


def _opaque(
    body: Body,
    coat: Paint,
    points: Floats,
    outer: Floats,
    is_pip: Bools,
    lit: Floats,
    room: Floats,
    lamp: Lamp,
) -> Floats:
    """What body and pips throw back evenly (3, N): from the lamp, and from the room above and the table below."""
    facing = np.maximum(_along(lamp.direction, outer), 0) * np.float32(lamp.strength) * lit
    up = 0.5 + 0.5 * outer[2]
    # In a hollow, a part of room and lamp is hidden by its rim.
    open_ = np.where(is_pip, np.float32(1 - 0.45 * min(1.0, body.make.deep / 0.1)), np.float32(1))
    around = (up + (1 - up) * np.float32(BOUNCE)) * room * open_ * np.float32(lamp.room)
    facing *= 0.4 + 0.6 * open_
    albedo = np.where(is_pip, coat.pips[:, None], coat.body[:, None] * coat.texture(points))
    if body.die.sign is not None:
        albedo += body.ink(points) * (coat.pips[:, None] - albedo)
    light = lamp.lamp_colour[:, None] * facing + lamp.room_colour[:, None] * around
    return np.asarray(albedo * light, dtype=np.float32)


def _gloss(body: Body, is_pip: Bools, rays: Floats, outer: Floats, lit: Floats, room: Floats, lamp: Lamp) -> Floats:
    """What the surface mirrors (3, N): the room, and the lamp by Blinn's formula (SIGGRAPH 1977)."""
    gloss = body.make.gloss
    cosine = -np.einsum("kn,kn->n", rays, outer)
    mirrored = rays + 2 * cosine * outer
    shine = fresnel(cosine) * np.where(is_pip, np.float32(0.4), np.float32(1))
    half = lamp.direction[:, None] - rays
    half /= np.sqrt(np.einsum("kn,kn->n", half, half))
    power = np.float32(12 + 240 * gloss**2)
    spot = np.maximum(np.einsum("kn,kn->n", half, outer), 0) ** power * (power + 2) / 8
    facing = np.maximum(_along(lamp.direction, outer), 0)
    from_lamp = spot * shine * lit * facing * np.float32(lamp.strength)
    from_room = lamp.room_at(mirrored) * shine * room * np.float32(0.3 + 0.7 * gloss)
    return np.asarray(lamp.lamp_colour[:, None] * from_lamp + lamp.room_colour[:, None] * from_room, np.float32)


def _through(
    linear: Floats,
    corner: tuple[int, int],
    body: Body,
    coat: Paint,
    points: Floats,
    normals: Floats,
    own_rays: Floats,
    view: _View,
    lamp: Lamp,
) -> Floats:
    """What is seen (3, N) through a clear die: pips of its other faces from inside, else the table or the room."""
    exits, out, inside_mm, pip_mm = way_through(body, points, normals, own_rays, coat.index)
    on_mat, away = body.outwards(exits), body.turned_out(out)
    down = away[2] < -0.02
    fall = np.where(down, on_mat[2] / np.maximum(-away[2], np.float32(0.02)), 0)
    ground = on_mat + away * fall
    where = projected(view.to_px, ground.T) - corner
    table = cv2.remap(
        linear,
        np.asarray(where[:, 0], np.float32)[None],
        np.asarray(where[:, 1], np.float32)[None],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    room = lamp.room_at(away) * np.float32(0.7)
    seen = np.where(down, np.asarray(table, dtype=np.float32).reshape(-1, 3).T, room)
    is_pip = np.isfinite(pip_mm)
    seen = np.where(is_pip, coat.pips[:, None] * np.float32(coat.backs), seen)
    length = np.where(is_pip, np.minimum(pip_mm, inside_mm), inside_mm)
    thrown_back = fresnel(-np.einsum("kn,kn->n", own_rays, normals), coat.index)
    return np.asarray(seen * np.exp(-coat.loss_per_mm[:, None] * length) * (1 - thrown_back), dtype=np.float32)
