"""Standing pieces: where their feet are, and the zones of which they may hide a marker."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from msgspec.structs import replace

from companion.table.expected import ExpectedZone, Pieces
from companion.table.kit import Kit, MarkedPiece, PieceSize, Standee
from companion.table.layout import Layout, Zone
from companion.table.standees import LEAN, feet, veiled

TILE = PieceSize(40, 40, 20, 20)
KIT = Kit(
    18,
    {"tile": TILE},
    {"dry": MarkedPiece("tile", 5, 40)},
    standees={"man": Standee(12, 20, 9), "tower": Standee(20, 60)},
)


def zone(name: str, x_mm: float) -> Zone:
    return Zone(name, x_mm, 10, 60, 60, lays="tile")


def row(*x_mm: float) -> Layout:
    return Layout("row", 600, 80, tuple(zone(f"tile.{index}", at) for index, at in enumerate(x_mm)))


def expected(layout: Layout, standing: tuple[str, ...]) -> list[ExpectedZone]:
    zones = [ExpectedZone(each.zone, Pieces(("dry",))) for each in layout.zones]
    return [replace(zones[0], standing=standing), *zones[1:]]


def test_the_first_stands_on_the_marker_and_the_others_beside_it_in_their_zone() -> None:
    there = zone("tile.0", 10)
    assert feet(there, [], KIT) == []
    at = feet(there, ["man"] * 6, KIT)
    assert (at[0].x_mm, at[0].y_mm) == (40, 40)
    assert all(there.x_mm < each.x_mm < 70 and there.y_mm < each.y_mm < 70 for each in at)
    assert all(math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) > 11 for a, b in combinations(at, 2))
    # More than there is room for come closer, and still stand in it.
    crowd = feet(there, ["man"] * 30, KIT)
    assert all(10 < each.x_mm < 70 and 10 < each.y_mm < 70 for each in crowd)
    assert all(a != b for a, b in pairwise(crowd))


def test_zones_are_veiled_in_which_it_stands_and_over_which_it_leans() -> None:
    near, far = row(10, 80, 300), row(10, 200)
    assert veiled(expected(near, ()), near, KIT) == frozenset()
    # A marker begins 18.75 mm inside the next zone, which begins 10 mm beside this one.
    assert 12 / 2 + LEAN * 20 < 28.75 < 20 / 2 + LEAN * 60
    assert veiled(expected(near, ("man",)), near, KIT) == {"tile.0"}
    assert veiled(expected(near, ("man", "tower")), near, KIT) == {"tile.0", "tile.1"}
    assert veiled(expected(far, ("tower",)), far, KIT) == {"tile.0"}
