"""Where pieces come to lie: by fan and layer, one over the other, and what is then hidden or astray."""

from __future__ import annotations

from companion.table.expected import (
    Anything,
    Backs,
    Content,
    ExpectedTable,
    ExpectedZone,
    InOrder,
    Pieces,
    Pile,
    Worth,
)
from companion.table.geometry import Area, LaidPiece, astray, hidden, lay_table, lay_zone
from companion.table.kit import Kit, MarkedPiece, PieceSize
from companion.table.layout import Fan, Layout, Spot, Zone

KIT = Kit(
    18,
    {"card": PieceSize(63, 88, 12.75, 12.75), "disc": PieceSize(34, 34, 17, 17, is_round=True)},
    {
        "back": MarkedPiece("card", 4),
        "ace": MarkedPiece("card", 5, 20),
        "shell": MarkedPiece("disc", 30, 9),
        "fire:1": MarkedPiece("disc", 40, 9),
        "fire:5": MarkedPiece("disc", 50, 9),
    },
)
ROW = Zone("row", 100, 100, 180, 40, Spot(104, 104), Fan(dx_mm=26))


def corners(pieces: tuple[LaidPiece, ...]) -> list[tuple[float, float]]:
    return [(piece.area.x_mm, piece.area.y_mm) for piece in pieces]


def test_a_fan_runs_from_its_first_piece_and_shows_every_marker() -> None:
    pieces = lay_zone(ROW, Pieces(("ace",) * 3), KIT)
    assert corners(pieces) == [(104, 104), (130, 104), (156, 104)]
    assert pieces[1].area == Area(130, 104, 63, 88)
    assert pieces[1].marker == Area(131.5, 105.5, 22.5, 22.5)
    assert hidden(pieces) == ()


def test_a_new_row_begins_after_so_many_pieces() -> None:
    zone = Zone("centre", 0, 0, 122, 86, Spot(6, 7), Fan(dx_mm=38, row=3, row_dy_mm=38))
    assert corners(lay_zone(zone, Pieces(("shell",) * 5), KIT)) == [(6, 7), (44, 7), (82, 7), (6, 45), (44, 45)]


def test_without_a_first_spot_the_marker_lies_in_the_middle() -> None:
    (piece,) = lay_zone(Zone("token", 10, 20, 40, 40), Pieces(("ace",)), KIT)
    assert piece.marker == Area(18.75, 28.75, 22.5, 22.5)
    assert piece.area == Area(17.25, 27.25, 63, 88)


def test_too_many_pieces_lie_closer_so_that_their_markers_stay_in_the_zone() -> None:
    mat = Layout("test", 900, 600, (ROW,))
    pieces = lay_zone(ROW, Pieces(("ace",) * 20), KIT)
    assert astray(pieces, mat) == ()
    assert pieces[-1].marker.x_mm + 22.5 == 280
    assert len(hidden(pieces)) == 19


def test_what_shows_of_each_content() -> None:
    def shown(content: Content) -> list[tuple[str, bool]]:
        return [(piece.kind, piece.face_up) for piece in lay_zone(ROW, content, KIT)]

    assert shown(Backs("back", 2)) == [("back", False), ("back", False)]
    assert shown(Pile("back", 9)) == [("back", False)]
    assert shown(Pile("back", 9, "ace")) == [("ace", True)]
    assert shown(Pile("back", 0)) == []
    assert shown(Anything()) == []


def test_a_sum_is_shown_by_the_fewest_discs_along_the_rows_of_its_fan() -> None:
    zone = Zone("tracker", 0, 0, 122, 86, Spot(6, 7), Fan(dx_mm=38, row=3, row_dy_mm=38))
    pieces = lay_zone(zone, Worth((("fire", 8),), (5, 1)), KIT)
    assert [piece.kind for piece in pieces] == ["fire:5", "fire:1", "fire:1", "fire:1"]
    assert corners(pieces) == [(6, 7), (44, 7), (82, 7), (6, 45)]


def test_pieces_lie_in_the_order_that_is_asked_and_others_after_them() -> None:
    order = InOrder(("shell", "ace", "fire:1", "ace"))
    pieces = lay_zone(ROW, Pieces(("ace", "ace", "fire:5", "shell")), KIT, (order,))
    assert [piece.kind for piece in pieces] == ["shell", "ace", "ace", "fire:5"]
    assert [x_mm for x_mm, _ in corners(pieces)] == [104, 130, 156, 182]


def test_a_small_marker_lies_where_its_own_size_has_it() -> None:
    small = PieceSize(22, 22, 11, 11, is_round=True, marker_side_mm=12)
    kit = Kit(18, {**KIT.sizes, "small": small}, {**KIT.pieces, "coin": MarkedPiece("small", 60, 9)})
    (coin, ace) = lay_zone(ROW, Pieces(("coin", "ace")), kit)
    assert coin.marker == Area(107.5, 107.5, 15, 15)
    assert ace.marker == Area(131.5, 105.5, 22.5, 22.5)
    # More than there is room for lie closer, up to where their own prints leave the zone.
    assert lay_zone(ROW, Pieces(("coin",) * 9), kit)[-1].marker.x_mm + 15 == 280


def test_higher_layers_lie_over_lower_ones_and_may_hide_them() -> None:
    over, under = (Zone(name, x, 0, 40, 30, layer=layer) for name, x, layer in (("over", 0, 1), ("under", 40, 0)))
    table = ExpectedTable((ExpectedZone("over", Pieces(("ace",))), ExpectedZone("under", Pieces(("ace",)))))
    pieces = lay_table(table, Layout("test", 900, 600, (over, under)), KIT)
    assert [piece.zone for piece in pieces] == ["under", "over"]
    assert [piece.zone for piece in hidden(pieces)] == ["under"]


def test_areas_that_touch_do_not_overlap() -> None:
    one = Area(0, 0, 10, 10)
    assert not one.overlaps(Area(10, 0, 5, 5))
    assert one.overlaps(Area(9.9, 9.9, 5, 5))
    assert one.holds(Area(0, 0, 10, 10))
    assert not one.holds(Area(0, 0, 10, 10.1))
