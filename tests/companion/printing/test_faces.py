"""One printed piece: a hexagon is cut along its edges, and its words and marker lie inside."""

from __future__ import annotations

from companion.printing.faces import face
from companion.printing.kits import PrintedPiece, PrintSet
from companion.printing.shapes import Tag, tag_area
from companion.table.geometry import Area
from companion.table.ink import Line, Words
from companion.table.kit import Kit, MarkedPiece, PieceSize
from companion.table.sightings import MarkerId

KIT = Kit(18, {"field": PieceSize(46, 40, 23, 20)}, {"field": MarkedPiece("field", 30)})
FIELD = PrintedPiece("field", 1, 1, MarkerId(30), "Forest", PrintSet("Fields", "field", "whole"), shape="hex")


def test_a_hexagon_has_six_edges_that_meet_and_the_words_inside() -> None:
    cell = face(FIELD, KIT)
    edges = [item for item in cell.items if isinstance(item, Line)]
    assert len(edges) == 6
    assert [(each.x2_mm, each.y2_mm) for each in edges] == [(each.x1_mm, each.y1_mm) for each in (*edges[1:], edges[0])]
    (words,) = [item for item in cell.items if isinstance(item, Words)]
    assert words.text == "Forest"
    assert words.room_mm <= 23
    (tag,) = [item for item in cell.items if isinstance(item, Tag)]
    assert Area(0, 0, cell.width_mm, cell.height_mm).holds(tag_area(tag))


COINS = Kit(
    18,
    {"coin": PieceSize(22, 22, 11, 11, True, marker_side_mm=12), "tile": PieceSize(60, 40, 20, 20, marker_side_mm=12)},
    {"coin": MarkedPiece("coin", 30), "tile": MarkedPiece("tile", 31)},
)


def test_a_marker_of_a_size_of_its_own_is_printed_at_that_size() -> None:
    coin = PrintedPiece("coin", 1, 1, MarkerId(30), "Coin of 1", PrintSet("Coins", "coin", "disc"), shape="disc")
    cell = face(coin, COINS)
    (tag,) = [item for item in cell.items if isinstance(item, Tag)]
    assert (tag.side_mm, tag.x_mm, tag.y_mm) == (12, 11, 11)
    # Its words stand on the disc, below the white edge of the marker.
    (words,) = [item for item in cell.items if isinstance(item, Words)]
    assert 11 + 7.5 < words.y_mm < 22
    assert words.room_mm > 5


def test_another_piece_of_that_size_has_no_such_edges() -> None:
    plain = PrintedPiece("field", 1, 1, MarkerId(30), "Forest", PrintSet("Fields", "field", "whole"), shape="tile")
    assert not [item for item in face(plain, KIT).items if isinstance(item, Line)]
