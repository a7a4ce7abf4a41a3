"""How far pieces are apart: by geometry that anybody can do on paper."""

from __future__ import annotations

import math

import pytest

from companion.table.contact import Lie, gap, pushed
from companion.table.kit import PieceSize

TILE, DISC = PieceSize(40, 40, 20, 20), PieceSize(34, 34, 17, 17, is_round=True)
HEX = PieceSize(46, 40, 23, 20, is_hex=True)


def lie(x_mm: float, y_mm: float = 0.0, angle_deg: float = 0.0) -> Lie:
    return Lie("piece", "zone", x_mm, y_mm, angle_deg)


@pytest.mark.parametrize(
    ("one", "size", "other", "other_size", "way"),
    [
        (lie(0), TILE, lie(52), TILE, (12, 0)),
        (lie(52), TILE, lie(0), TILE, (-12, 0)),
        (lie(0), TILE, lie(40), TILE, (0, 0)),
        (lie(0), TILE, lie(30, 10), TILE, (0, 0)),
        (lie(0), TILE, lie(10, 3), HEX, (0, 0)),
        # Corner to corner.
        (lie(0), TILE, lie(43, 44), TILE, (3, 4)),
        # Turned by 45 degrees its corner comes forward by half a diagonal.
        (lie(0), TILE, lie(60, 0, 45), TILE, (60 - 20 - math.sqrt(2) * 20, 0)),
        (lie(0), DISC, lie(0, 50), DISC, (0, 16)),
        (lie(0), DISC, lie(20), DISC, (0, 0)),
        (lie(0), DISC, lie(45), TILE, (8, 0)),
        (lie(45), TILE, lie(0), DISC, (-8, 0)),
        (lie(0), DISC, lie(5), TILE, (0, 0)),
        # Hexagons stand on an edge: their points lie to the left and right, their edges above and below.
        (lie(0), HEX, lie(0, 47), HEX, (0, 7)),
        (lie(0), HEX, lie(50), HEX, (4, 0)),
    ],
)
def test_the_gap_is_the_shortest_way_from_edge_to_edge(
    one: Lie, size: PieceSize, other: Lie, other_size: PieceSize, way: tuple[float, float]
) -> None:
    found = gap(one, size, other, other_size)
    assert (found.right_mm, found.down_mm) == pytest.approx(way, abs=1e-9)
    assert found.mm == pytest.approx(math.hypot(*way), abs=1e-9)


@pytest.mark.parametrize(("x_mm", "y_mm", "angle_deg"), [(120, 0, 0), (-90, 70, 10), (3, 150, 30), (41, 0, 0)])
@pytest.mark.parametrize("size", [TILE, DISC, HEX])
def test_a_piece_pushed_towards_another_touches_it_and_has_not_turned(
    size: PieceSize, x_mm: float, y_mm: float, angle_deg: float
) -> None:
    at = pushed(lie(x_mm, y_mm, angle_deg), size, lie(0), TILE)
    assert 0 <= gap(at, size, lie(0), TILE).mm < 0.1
    assert at.angle_deg == angle_deg
    # On the straight way there.
    assert at.x_mm * y_mm == pytest.approx(at.y_mm * x_mm, abs=1e-6)
    assert pushed(at, size, lie(0), TILE) == at
