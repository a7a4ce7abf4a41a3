"""How pieces look: the outline of a hexagon, which print, pages and virtual table share."""

from __future__ import annotations

from companion.table.pieces import hexagon


def test_a_hexagon_stands_on_an_edge_half_as_long_as_it_is_wide() -> None:
    assert hexagon(46, 40) == ((0, 20), (11.5, 0), (34.5, 0), (46, 20), (34.5, 40), (11.5, 40))
