"""What the tests of the virtual camera share: tables of games, and what marker detection makes of their pictures."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.geometry import Area, lay_table
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.sightings import BARE, MAT_MARKS, MarkerId
from tests.games.sealed_bid.model import LARGEST_BID, NUMBERS, PEARLS, ROUNDS, BidState
from tests.vision.virtual.mats import GAME, KIT, LAYOUT
from vision.cameras.frames import Pixels
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat
from vision.virtual.scene import Choose, Scene


@dataclass(frozen=True)
class Found:
    """A marker on the mat: its middle and its side in mm, the upper edge's angle clockwise in degrees."""

    marker: int
    x_mm: float
    y_mm: float
    side_mm: float
    angle_deg: float


def look(pixels: Pixels, layout: Layout = LAYOUT) -> list[Found]:
    """Every piece's marker in a picture, on the mat; fails where the mat is not found."""
    markers = MarkerFinder().find(pixels)
    mat = find_mat(markers, layout)
    assert isinstance(mat, Mat), mat
    assert (mat.missing, mat.astray) == ((), ())
    found = []
    ground = {BARE, *MAT_MARKS, *(anchor.id for anchor in layout.anchors)}
    for marker, corners_px in zip(markers.ids.tolist(), markers.corners_px, strict=True):
        if marker not in ground:
            corners = mat.place(corners_px)
            x_mm, y_mm = corners.mean(axis=0).tolist()
            edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
            right, down = (corners[1] - corners[0]).tolist()
            angle = float(np.degrees(np.arctan2(down, right)))
            found.append(Found(marker, x_mm, y_mm, float(edges.mean()), angle))
    return found


@cache
def random_tables(seed: int, count: int) -> tuple[ExpectedTable, ...]:
    """Tables out of the middle and the end of one random game."""
    states = list(_game_of(seed))
    rng = random.Random(seed)
    chosen = [states[-1], *(rng.choice(states) for _ in range(count - 1))]
    return tuple(GAME.mat.expected(GAME.view(state, None)) for state in chosen)


def _game_of(seed: int) -> Iterator[BidState]:
    """The positions of a random game with virtual cards, but the last one."""
    rng = random.Random(seed)
    state = GAME.new_game({"cards": "virtual"}, {})
    while legal := GAME.legal_actions(state):
        yield state
        action = GAME.simulation.deal(state, legal, rng) if legal[0].kind == "chance" else rng.choice(legal)
        state = GAME.apply_action(state, action)


def fullest(face_up: bool = True) -> ExpectedTable:
    """Every zone as full as the rules allow; bids show their faces or their backs."""
    content: dict[str, Content] = {
        "deck": Pile("back", 9),
        "prize": Pieces(("card:6",)),
        "discard": Pile("back", 12, "card:5"),
        "bowl": Pieces(("pearl",) * PEARLS),
        "supply": Pieces(()),
    }
    for seat, number in enumerate(NUMBERS[: GAME.seat_count(GAME.new_game({}, {}).table)]):
        faces = Pieces((f"card:{number}",) * LARGEST_BID)
        content[f"bid.{seat}"] = faces if face_up else Backs("back", LARGEST_BID)
        content[f"token.{seat}"] = Pieces(("token",) if seat == 1 else ())
        content[f"won.{seat}"] = Pieces((f"card:{number}",) * ROUNDS)
    return ExpectedTable(tuple(ExpectedZone(zone.zone, content[zone.zone]) for zone in LAYOUT.zones))


def any_free(rng: random.Random) -> Choose:
    """Any card of the class, not the lowest."""

    def choose(kind: str, kit: Kit, taken: AbstractSet[MarkerId]) -> MarkerId:
        free = [each for each in kit.markers(kind) if each not in taken or kit.pieces[kind].is_shared]
        return rng.choice(free)

    return choose


def zone_at(x_mm: float, y_mm: float, layout: Layout = LAYOUT) -> str:
    """The zone that a point lies in; "" outside all."""
    for zone in layout.zones:
        if 0 <= x_mm - zone.x_mm <= zone.width_mm and 0 <= y_mm - zone.y_mm <= zone.height_mm:
            return zone.zone
    return ""


def expected_markers(
    table: ExpectedTable, layout: Layout = LAYOUT, kit: Kit = KIT
) -> list[tuple[str, str, float, float]]:
    """Zone, kind and the middle of the marker (mm) of every piece that must be seen."""
    laid = lay_table(table, layout, kit)
    return [(piece.zone, piece.kind, *_middle(piece.marker)) for piece in laid]


def _middle(area: Area) -> tuple[float, float]:
    return area.x_mm + area.width_mm / 2, area.y_mm + area.height_mm / 2


NEAR_MM = 2.0
SIDE_OFF = 0.08
"""Further off its printed side a marker is no fact (DESIGN 3)."""


def check_read(pixels: Pixels, scene: Scene, table: ExpectedTable, layout: Layout, kit: Kit) -> int:
    """Everything expected is found in a picture where it belongs, and nothing else; how many pieces there are."""
    found = look(pixels, layout)
    seen, there = Counter(each.marker for each in found), Counter(int(piece.marker) for piece in scene.pieces)
    assert seen == there
    left = list(found)
    for zone, kind, x_mm, y_mm in expected_markers(table, layout, kit):
        near = [
            each
            for each in left
            if kit.kinds.get(MarkerId(each.marker)) == kind and math.hypot(each.x_mm - x_mm, each.y_mm - y_mm) < NEAR_MM
        ]
        assert len(near) == 1, (zone, kind, near)
        assert zone_at(near[0].x_mm, near[0].y_mm, layout) == zone
        assert near[0].side_mm == pytest.approx(kit.side_mm(kit.size(kind)), rel=SIDE_OFF)
        left.remove(near[0])
    assert left == []
    return len(scene.pieces)
