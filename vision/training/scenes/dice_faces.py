"""How one face of a die looks before it is turned into the picture: body, pips, veins, glare."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.scenes.dice_models import DieModel
from vision.training.scenes.face_signs import draw_sign
from vision.training.scenes.paints import Bgr

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

TEXTURE_PX = 64
"""Side of a face's texture: twice `FACE_PX`, which the warp into the picture averages down."""

MOST_FADED = 0.5
"""However worn, a pip keeps half of its contrast: one that could not be seen would make its label a guess."""

_SHIFT = 4
_FINE = 1 << _SHIFT


@dataclass(frozen=True, eq=False)
class Reflection:
    """What a shiny face shows of a lamp."""

    lines: tuple[npt.NDArray[np.float64], ...]
    """Each (N, 2), right and up of the face's middle in shares of its side."""
    width: float
    """Of the lines, in the same shares."""
    strength: float
    """0 none … 1 the white of the lamp."""
    is_over_pips: bool
    """Painted pips mirror it as their face does; bowls break it."""


@dataclass(frozen=True)
class Finish:
    """What the light does to the paint of one face."""

    shade: float
    recess_turn: float
    """Radians: at which side of a pip's bowl its own shadow lies."""
    glare: float
    """0 none … 1 the white of the lamp."""
    glare_at: tuple[float, float]
    glare_size: tuple[float, float]
    sheen: float
    """A grey veil over the whole face."""
    reflections: tuple[Reflection, ...] = ()


def face_texture(model: DieModel, value: int, finish: Finish, rng: np.random.Generator) -> Pixels:
    """A face as seen straight from outside: BGR and opacity, (TEXTURE_PX, TEXTURE_PX, 4) uint8."""
    paint = _body(model, rng)
    for each in finish.reflections:
        if not each.is_over_pips:
            _mirror(paint, each)
    if value == model.logo_face:
        if model.sign == "logo":
            _draw_logo(paint, model, rng)
        else:
            draw_sign(paint, model.sign, model.pips, rng)
    else:
        for place in model.pip_places(value):
            _draw_pip(paint, model, value, place, finish, rng)
    paint *= finish.shade
    if finish.sheen > 0:
        paint += finish.sheen * (235 - paint)
    if finish.glare > 0:
        _glare(paint, finish)
    for each in finish.reflections:
        if each.is_over_pips:
            _mirror(paint, each)
    texture = np.empty((TEXTURE_PX, TEXTURE_PX, 4), np.uint8)
    texture[:, :, :3] = np.clip(paint, 0, 255)
    texture[:, :, 3] = _flat_part(model)
    return texture


def pips_only(model: DieModel, value: int, strength: float) -> Pixels:
    """The pips of a far face as they shimmer through a clear body: BGR and opacity."""
    texture = np.zeros((TEXTURE_PX, TEXTURE_PX, 4), np.uint8)
    texture[:, :, :3] = np.array(model.pip_paint(value), np.float32)
    if value == model.logo_face:
        return texture
    opacity = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    radius = model.one_radius if value == 1 else model.pip_radius
    for place in model.pip_places(value):
        cv2.circle(
            opacity, _at(place), round(radius * TEXTURE_PX * _FINE), int(255 * strength), -1, cv2.LINE_AA, _SHIFT
        )
    texture[:, :, 3] = opacity
    return texture


def _at(place: tuple[float, float]) -> tuple[int, int]:
    x, y = (0.5 + place[0]) * TEXTURE_PX - 0.5, (0.5 - place[1]) * TEXTURE_PX - 0.5
    return round(x * _FINE), round(y * _FINE)


def _body(model: DieModel, rng: np.random.Generator) -> Floats:
    paint = np.empty((TEXTURE_PX, TEXTURE_PX, 3), np.float32)
    paint[:] = model.body
    if model.material == "swirled":
        cells = int(rng.integers(3, 6))
        veins = cv2.resize(rng.standard_normal((cells, cells)).astype(np.float32), (TEXTURE_PX, TEXTURE_PX))
        share = np.clip(veins * rng.uniform(1.0, 2.5) + rng.uniform(-0.5, 0.0), 0, 0.95)[:, :, None]
        paint += share * (np.array(model.vein, np.float32) - paint)
    elif model.material == "transmissive":
        core = cv2.resize(np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]], np.float32), (TEXTURE_PX, TEXTURE_PX))
        core = cv2.GaussianBlur(core, (0, 0), 6)[:, :, None] * float(rng.uniform(0.1, 0.4))
        paint *= 0.75
        paint += core * (255 - paint) * np.array([0.55, 0.55, 0.7], np.float32)
    if model.wear > 0.2:
        dirt = cv2.resize(rng.standard_normal((16, 16)).astype(np.float32), (TEXTURE_PX, TEXTURE_PX))
        paint *= (1 - 0.12 * model.wear * np.clip(dirt, 0, 2))[:, :, None]
    return paint


def _draw_pip(
    paint: Floats, model: DieModel, value: int, place: tuple[float, float], finish: Finish, rng: np.random.Generator
) -> None:
    radius = (model.one_radius if value == 1 else model.pip_radius) * TEXTURE_PX
    faded = float(min(MOST_FADED, model.wear * rng.uniform(0, 0.8)))
    colour = _mixed(model.pip_paint(value), model.body, faded)
    if model.pip_shape != "round" and value != 1:
        _draw_cornered(paint, model.pip_shape == "star", place, radius, colour)
        return
    x, y = _at(place)
    if model.recess < 0.25:
        cv2.circle(paint, (x, y), round(radius * _FINE), colour, -1, cv2.LINE_AA, _SHIFT)
        return
    # A bowl: its near wall in its own shadow, its far wall lit, the floor between them.
    dx, dy = np.cos(finish.recess_turn) * radius, np.sin(finish.recess_turn) * radius
    rim = _mixed(colour, (0.0, 0.0, 0.0), 0.45 * model.recess)
    lit = _mixed(colour, (255.0, 255.0, 255.0), 0.3 * model.recess)
    cv2.circle(paint, (x, y), round(radius * _FINE), rim, -1, cv2.LINE_AA, _SHIFT)
    far = (round(x + dx * 0.16 * _FINE), round(y + dy * 0.16 * _FINE))
    cv2.circle(paint, far, round(radius * 0.84 * _FINE), lit, -1, cv2.LINE_AA, _SHIFT)
    cv2.circle(paint, (x, y), round(radius * 0.76 * _FINE), colour, -1, cv2.LINE_AA, _SHIFT)
    if model.gloss > 0.5:
        spot = (round(x + dx * 0.4 * _FINE), round(y + dy * 0.4 * _FINE))
        cv2.circle(
            paint, spot, round(radius * 0.25 * _FINE), _mixed(colour, (255.0, 255.0, 255.0), 0.5), -1, 16, _SHIFT
        )


def _draw_cornered(paint: Floats, is_star: bool, place: tuple[float, float], radius: float, colour: Bgr) -> None:
    count = 10 if is_star else 4
    around = np.arange(count) * (2 * np.pi / count) + np.pi / 4
    reach = np.where(np.arange(count) % 2, 0.5, 1.25) if is_star else np.full(count, 1.2)
    points = np.column_stack([np.cos(around), np.sin(around)]) * (reach * radius * _FINE)[:, None] + _at(place)
    cv2.fillPoly(paint, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA, _SHIFT)


def _draw_logo(paint: Floats, model: DieModel, rng: np.random.Generator) -> None:
    middle = TEXTURE_PX / 2
    kind = rng.random()
    if kind < 0.4:
        points = middle + rng.uniform(-20, 20, (int(rng.integers(5, 9)), 2))
        cv2.fillPoly(paint, [np.round(points * _FINE).astype(np.int32)], model.pips, cv2.LINE_AA, _SHIFT)
    elif kind < 0.7:
        letters = "".join(rng.choice(list("ABCEGHKMRSWX"), int(rng.integers(1, 4))))
        at = (int(middle - 9 * len(letters)), int(middle + 8))
        cv2.putText(paint, letters, at, cv2.FONT_HERSHEY_DUPLEX, 0.8, model.pips, 2, cv2.LINE_AA)
    else:
        axes = (int(rng.integers(12, 22)), int(rng.integers(6, 20)))
        cv2.ellipse(
            paint, (32, 32), axes, float(rng.uniform(0, 180)), 0, int(rng.integers(200, 360)), model.pips, 4, 16
        )
        points = middle + rng.uniform(-9, 9, (3, 2))
        cv2.fillPoly(paint, [np.round(points * _FINE).astype(np.int32)], model.pips, cv2.LINE_AA, _SHIFT)


def _glare(paint: Floats, finish: Finish) -> None:
    steps = (np.arange(TEXTURE_PX, dtype=np.float32) + 0.5) / TEXTURE_PX - 0.5
    across = np.exp(-0.5 * ((steps - finish.glare_at[0]) / finish.glare_size[0]) ** 2)
    down = np.exp(-0.5 * ((steps - finish.glare_at[1]) / finish.glare_size[1]) ** 2)
    blob = np.clip(1.5 * down[:, None] * across[None, :], 0, 1)[:, :, None] * finish.glare
    paint += blob * (252 - paint)


def _mirror(paint: Floats, seen: Reflection) -> None:
    """A lamp onto a face, in place."""
    cover = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    lines = [np.array([_at((float(x), float(y))) for x, y in line], np.int32) for line in seen.lines]
    cv2.polylines(cover, lines, False, 255, max(1, round(seen.width * TEXTURE_PX)), cv2.LINE_AA, _SHIFT)
    soft = cv2.GaussianBlur(cover, (0, 0), 0.8)[:, :, None].astype(np.float32) * (seen.strength / 255)
    paint += soft * (252 - paint)


def _flat_part(model: DieModel) -> Pixels:
    """Opacity of a face's texture: full on the flat part, falling off over the rounded edge."""
    inset = 1 + 0.55 * model.corner_radius * TEXTURE_PX
    side = TEXTURE_PX - 2 * inset
    radius = min(model.face_radius, 0.5) * side
    low, high = inset + radius - 0.5, TEXTURE_PX - inset - radius - 0.5
    mask = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    corners = np.array([[low, low], [high, low], [high, high], [low, high]]) * _FINE
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    cv2.polylines(mask, [np.round(corners).astype(np.int32)], True, 255, max(1, round(2 * radius)), cv2.LINE_AA, _SHIFT)
    soft: Pixels = np.asarray(cv2.blur(mask, (3, 3)), np.uint8)
    soft[0], soft[-1], soft[:, 0], soft[:, -1] = 0, 0, 0, 0
    return soft


def _mixed(colour: Bgr, other: Bgr, share: float) -> Bgr:
    blue, green, red = ((1 - share) * one + share * two for one, two in zip(colour, other, strict=True))
    return blue, green, red
