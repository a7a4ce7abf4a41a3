"""A roll of which the camera cannot read every die: photographed, and asked about."""

from __future__ import annotations

from itertools import cycle
from typing import Final

import cv2
import numpy as np

from companion.games.game import AnyGame
from companion.table.dice import DieSighting, RollSighting
from companion.table.evidence import PHOTO_MARGIN_MM, Crop
from companion.table.geometry import Area
from companion.table.layout import Layout
from tests.browser.conftest import Table
from tests.companion.tables import wait_for
from vision.dice.tray import Tray
from vision.virtual.dice.records import LyingDie
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene
from vision.virtual.shot import CameraPose, Shot, mat_to_picture

DOUBTED: Final = 2
"""So many dice of the roll are not read for certain, or the only one."""
STEP_MM: Final = 45.0
IN_ROW: Final = 4
COLOURS: Final = ("red", "blue", "green", "clear")


class Photographer:
    """Has the photograph of the dice that lie in the tray, as soon as some do."""

    jpeg = b""

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        return Crop(self.jpeg, frame, at_s) if self.jpeg else None


def ask(table: Table, photographer: Photographer, many: int) -> None:
    """Roll so many dice at this table, and wait until it is asked what they show."""
    session = table.room.session
    now = session.snapshot()
    dice = now.game.dice
    assert dice is not None
    layout = now.game.mat.layout(now.view(None))
    tray = Tray.of(layout.find(dice.zone))
    colours = cycle(COLOURS)
    lying = tuple(
        LyingDie(
            tray.left_mm + 25 + STEP_MM * (at % IN_ROW),
            tray.top_mm + 25 + STEP_MM * (at // IN_ROW),
            17.0 * at,
            1 + at % 6,
            next(colours),
        )
        for at in range(many)
    )
    photographer.jpeg = _photograph(now.game, layout, tray, lying)
    doubted = many - min(DOUBTED, many)
    seen = tuple(
        DieSighting(
            each.value if at < doubted else None, (each.value, 1 + each.value % 6), each.colour, each.x_mm, each.y_mm,
            0.9, "read" if at < doubted else "doubtful",
        )
        for at, each in enumerate(lying)
    )  # fmt: skip
    text = "A die cannot be read for certain: say what it shows, or turn it into the light."
    table.room.roll(RollSighting(1.0, 10, "doubtful", seen, text))
    wait_for(session, lambda then: then.roll.state == "question")


def _photograph(game: AnyGame, layout: Layout, tray: Tray, lying: tuple[LyingDie, ...]) -> bytes:
    """The tray and a little around it, seen straight from above, as a JPEG."""
    shot = Shot(CameraPose(6.0), width_px=1280, height_px=720)
    pixels = Painter(layout, game.mat.kit, game.mat.pieces, shot).render(Scene(dice=lying))
    to_mm = np.linalg.inv(mat_to_picture(layout.width_mm, layout.height_mm, shot))
    wider = tray.wider(PHOTO_MARGIN_MM)
    size = round(2 * wider.width_mm), round(2 * wider.height_mm)
    return cv2.imencode(".jpg", cv2.warpPerspective(pixels, wider.to_px() @ to_mm, size))[1].tobytes()
