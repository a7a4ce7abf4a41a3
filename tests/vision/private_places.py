"""What the tests of private zones share: a table on which a board with dice lies in one, and how bright a place is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.table.layout import Layout
from vision.cameras.frames import Pixels
from vision.lens import Lens
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat, place
from vision.virtual.dice.records import LyingDie
from vision.virtual.painter import Painter
from vision.virtual.scene import PhysicalPiece, Scene
from vision.virtual.shot import Shot

GAME: Final[AnyGame] = GAMES["rolling_with_the_waves"]
KIT = GAME.mat.kit
LAYOUT = GAME.mat.layout(GAME.view(GAME.new_game({}, {}), None))
BOARDS: Final = tuple(zone.zone for zone in LAYOUT.zones if zone.private)
BOARD: Final = "mini_board"
BLACK_MOST: Final = 40
"""Of 255: what a JPEG makes of black beside white, at most. Paper in dim light has over 100."""


def board_in(zone: str, angle_deg: float = 0.0) -> PhysicalPiece:
    """A mini board in its place, turned so far."""
    at, size = LAYOUT.find(zone), KIT.size(BOARD)
    x_mm, y_mm = at.x_mm + at.width_mm / 2, at.y_mm + at.height_mm / 2
    assert size.width_mm <= at.width_mm
    return PhysicalPiece(BOARD, KIT.markers(BOARD)[BOARDS.index(zone)], x_mm, y_mm, angle_deg)


def laden(*zones: str, angle_deg: float = 0.0, colour: str = "white") -> Scene:
    """A board in each of these zones, with three dice on each: one at its edge, one in the middle, one at a corner."""
    boards = tuple(board_in(zone, angle_deg) for zone in zones)
    steps = ((-54.0, 10.0), (5.0, -8.0), (52.0, -42.0))
    dice = tuple(
        LyingDie(each.x_mm + right, each.y_mm + down, 20.0 * value, value, colour)
        for each in boards
        for value, (right, down) in enumerate(steps, 3)
    )
    return Scene(boards, dice=dice)


@lru_cache(maxsize=2)
def painter(shot: Shot) -> Painter:
    """What draws the mat with the private zones in pictures that are taken so."""
    return Painter(LAYOUT, KIT, GAME.mat.pieces, shot)


def brightest(picture: Pixels | bytes, zone: str, layout: Layout = LAYOUT, lens: Lens | None = None) -> int:
    """The brightest level, 0 to 255, in a zone of the mat in a picture, or a JPEG, that shows the mat's corners.

    Of a picture in which the mat cannot be found it is the brightest of all of it: nothing of it may be shown.
    """
    pixels = picture if isinstance(picture, np.ndarray) else decoded(picture)
    markers = MarkerFinder().find(pixels)
    mat = find_mat(lens.straight_markers(markers) if lens else markers, layout)
    if not isinstance(mat, Mat):
        return int(pixels.max())
    at = layout.find(zone)
    right, bottom = at.x_mm + at.width_mm, at.y_mm + at.height_mm
    corners = np.array([[at.x_mm, at.y_mm], [right, at.y_mm], [right, bottom], [at.x_mm, bottom]])
    outline = place(np.asarray(np.linalg.inv(mat.to_mm)), corners)
    inside = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillPoly(inside, [(lens.bend(outline) if lens else outline).round().astype(np.int32)], 1)
    return int(pixels[inside > 0].max())


def decoded(jpeg: bytes) -> Pixels:
    """The pixels (H, W, 3) of a JPEG."""
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return np.asarray(pixels, np.uint8)
