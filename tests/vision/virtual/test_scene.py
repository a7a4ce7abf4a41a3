"""From an expected table to pieces that lie there: which card stands for a class, what lies over what."""

from __future__ import annotations

import pytest

from companion.table.expected import Backs, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.sightings import MarkerId
from tests.vision.virtual.mats import KIT, LAYERED, LAYOUT
from vision.virtual.scene import PhysicalPiece, Scene, first_free, lay_out


def laid(*zones: ExpectedZone) -> Scene:
    return lay_out(ExpectedTable(zones), LAYERED, KIT)


def test_each_card_is_another_one_of_its_class_and_backs_are_alike() -> None:
    scene = laid(
        ExpectedZone("prize", Pieces(("card:3",))),
        ExpectedZone("won.1", Pieces(("card:3", "card:1"))),
        ExpectedZone("bid.0", Backs("back", 2)),
    )
    faces = sorted(int(piece.marker) for piece in scene.pieces if piece.face_up)
    assert faces == [*KIT.markers("card:1")[:1], *KIT.markers("card:3")[:2]]
    backs = [(piece.kind, piece.marker) for piece in scene.pieces if not piece.face_up]
    assert backs == [("back", KIT.markers("back")[0])] * 2


def test_a_piece_lies_with_its_middle_where_the_layout_has_it() -> None:
    for zone, layer in (("prize", 0), ("bid.1", 1)):
        first, size = LAYOUT.find(zone).first, KIT.size("card:2")
        assert first is not None
        (card,) = laid(ExpectedZone(zone, Pieces(("card:2",)))).pieces
        at = (first.x_mm + size.width_mm / 2, first.y_mm + size.height_mm / 2)
        assert card == PhysicalPiece("card:2", KIT.markers("card:2")[0], *at, layer=layer)


def test_of_a_pile_the_top_card_lies_there() -> None:
    assert [piece.face_up for piece in laid(ExpectedZone("deck", Pile("back", 30))).pieces] == [False]
    assert [piece.kind for piece in laid(ExpectedZone("discard", Pile("back", 3, "card:5"))).pieces] == ["card:5"]
    assert laid(ExpectedZone("deck", Pile("back", 0))).pieces == ()


def test_the_caller_may_choose_which_card_lies_there() -> None:
    table = ExpectedTable((ExpectedZone("prize", Pieces(("card:1",))),))
    (card,) = lay_out(table, LAYOUT, KIT, lambda kind, kit, taken: kit.markers(kind)[-1]).pieces
    assert card.marker == KIT.markers("card:1")[-1]


def test_a_kit_can_run_out() -> None:
    with pytest.raises(LookupError, match="All 1 pieces of kind 'token' already lie on the mat"):
        first_free("token", KIT, {MarkerId(5)})


def test_pieces_lie_by_layer_and_then_by_their_order() -> None:
    pieces = [PhysicalPiece("back", MarkerId(4), x, 0, layer=layer) for x, layer in ((1, 2), (2, 0), (3, 2), (4, 1))]
    assert [piece.x_mm for piece in Scene(tuple(pieces)).upwards()] == [2, 4, 1, 3]
