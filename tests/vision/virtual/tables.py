"""What the tests of the virtual camera share: scenes of Waves, and what marker detection makes of their pictures."""

from __future__ import annotations

import random
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from companion.games.waves.mat import KIT, PIECES
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.laying import lay_table
from companion.table.sightings import BARE, MarkerId
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.games.waves.positions import GAME, game_of
from vision.frames import Pixels
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat
from vision.virtual.painter import Painter
from vision.virtual.scene import Choose
from vision.virtual.shot import Shot


@dataclass(frozen=True)
class Found:
    """A marker on the mat: its middle and its side in mm, the upper edge's angle clockwise in degrees."""

    marker: int
    x_mm: float
    y_mm: float
    side_mm: float
    angle_deg: float


def painter(shot: Shot) -> Painter:
    return Painter(LAYOUT, KIT, PIECES, shot)


def look(pixels: Pixels) -> list[Found]:
    """Every piece's marker in a picture, on the mat; fails where the mat is not found."""
    markers = MarkerFinder().find(pixels)
    mat = find_mat(markers, LAYOUT)
    assert isinstance(mat, Mat), mat
    assert (mat.missing, mat.astray) == ((), ())
    found = []
    ground = {BARE, *(anchor.id for anchor in LAYOUT.anchors)}
    for marker, corners_px in zip(markers.ids.tolist(), markers.corners_px, strict=True):
        if marker not in ground:
            corners = mat.place(corners_px)
            x_mm, y_mm = corners.mean(axis=0).tolist()
            edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
            right, down = (corners[1] - corners[0]).tolist()
            angle = float(np.degrees(np.arctan2(down, right)))
            found.append(Found(marker, x_mm, y_mm, float(edges.mean()), angle))
    return found


def random_tables(seed: int, count: int) -> list[ExpectedTable]:
    """Tables out of the middle and the end of one random game."""
    states = [state for state, _ in game_of(seed)]
    rng = random.Random(seed)
    chosen = [states[-1], *(rng.choice(states) for _ in range(count - 1))]
    return [GAME.expected_table(GAME.view(state, None)) for state in chosen]


def any_free(rng: random.Random) -> Choose:
    """Any card of the class, not the lowest."""

    def choose(kind: str, kit: Kit, taken: AbstractSet[MarkerId]) -> MarkerId:
        free = [each for each in kit.markers(kind) if each not in taken or kit.pieces[kind].is_shared]
        return rng.choice(free)

    return choose


def zone_at(x_mm: float, y_mm: float) -> str:
    """The zone that a point lies in; "" outside all."""
    for zone in LAYOUT.zones:
        if 0 <= x_mm - zone.x_mm <= zone.width_mm and 0 <= y_mm - zone.y_mm <= zone.height_mm:
            return zone.zone
    return ""


def expected_markers(table: ExpectedTable) -> list[tuple[str, str, float, float]]:
    """Zone, kind and the middle of the marker (mm) of every piece that must be seen."""
    half = KIT.marker_area_mm / 2
    laid = lay_table(table, LAYOUT, KIT)
    return [(piece.zone, piece.kind, piece.marker.x_mm + half, piece.marker.y_mm + half) for piece in laid]
