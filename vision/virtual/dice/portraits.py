"""The virtual table's dice as their owner shows them before play: every colour alone, on plain grey, in plain light."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.cameras.frames import Pixels
from vision.dice.bodies import Lab, measure_body, rgb_of
from vision.dice.colours import Reference, shipped_colours
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.projections import projected, projection
from vision.virtual.dice.records import LyingDie
from vision.virtual.shot import CameraPose, Shot

CLOTH_MM = (240.0, 72.0)
"""Width and height: room for one die of each make, in a row, none of them in another's shadow."""
SHOT = Shot(CameraPose(fill=1.0), width_px=480, height_px=144)
"""From straight above; a top face is then 2 px a mm and a little more, as in a tray's rectified picture."""
GREY = 128
"""Level of the cloth: of middle brightness and no hue, so that it lends the dice none."""
SHOWN = 2
"""The value on top, as an owner would turn them: few pips, and none in the middle."""


@lru_cache(maxsize=1)
def shown_colours() -> tuple[Reference, ...]:
    """The colours of the virtual table's dice by their names, as they are measured; no network takes part.

    They are those that come with the companion, in the same order. Each is the median over dice of all makes; a clear
    die is shown as one, and has no colour of its own.
    """
    return tuple(
        Reference(each.name, "enrolled", clear=True)
        if each.clear
        else Reference(each.name, "enrolled", _seen(each.name))
        for each in shipped_colours()
    )


def show_dice(colour: str) -> tuple[Pixels, tuple[LyingDie, ...]]:
    """A picture, BGR uint8, of dice of that colour, one of each make, and the dice. ValueError for a colour of none."""
    apart_mm, (width_mm, height_mm) = CLOTH_MM[0] / len(MAKES), CLOTH_MM
    dice = tuple(
        LyingDie(apart_mm * (make + 0.5), height_mm / 2, 15.0 * make, SHOWN, colour, make=make)
        for make in range(len(MAKES))
    )
    cloth = np.full((SHOT.height_px, SHOT.width_px, 3), GREY, np.uint8)
    return paint_dice(cloth, dice, projection(width_mm, height_mm, SHOT), Lamp()), dice


def _seen(colour: str) -> str:
    """Its body in such a picture, as "#rrggbb"."""
    pixels, dice = show_dice(colour)
    bodies = list[Lab]()
    for die in dice:
        on_top_mm = np.array([[die.x_mm, die.y_mm, die.size_mm], [die.x_mm + die.size_mm, die.y_mm, die.size_mm]])
        on_top = projected(projection(*CLOTH_MM, SHOT), on_top_mm)
        face_px = float(np.linalg.norm(on_top[1] - on_top[0]))
        body = measure_body(pixels, (float(on_top[0, 0]), float(on_top[0, 1])), face_px)
        assert body is not None  # the cloth is wider than what is measured
        bodies.append(body.body)
    lightness, right, up = np.median(bodies, axis=0).tolist()
    return rgb_of((lightness, right, up))
