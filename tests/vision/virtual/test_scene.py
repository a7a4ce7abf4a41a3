"""From an expected table to pieces that lie there: which card stands for a class, what lies over what."""

from __future__ import annotations

import pytest

from companion.games.waves.mat import KIT
from companion.table.expected import Backs, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.sightings import MarkerId
from tests.companion.games.waves.mats import LAYOUT
from vision.virtual.scene import PhysicalPiece, Scene, first_free, lay_out


def laid(*zones: ExpectedZone) -> Scene:
    return lay_out(ExpectedTable(zones), LAYOUT, KIT)


def test_each_card_is_another_one_of_its_class_and_backs_are_alike() -> None:
    scene = laid(
        ExpectedZone("elder.0", Pieces(("card:3",))),
        ExpectedZone("collection.1", Pieces(("card:3", "card:1"))),
        ExpectedZone("rebel.0", Backs("back", 2)),
    )
    faces = sorted(int(piece.marker) for piece in scene.pieces if piece.face_up)
    assert faces == [20, 60, 61]
    assert [(piece.kind, piece.marker) for piece in scene.pieces if not piece.face_up] == [("back", 4)] * 2


def test_a_piece_lies_with_its_middle_where_the_layout_has_it() -> None:
    first = LAYOUT.find("elder.1").first
    assert first is not None
    (elder,) = laid(ExpectedZone("elder.1", Pieces(("card:2",)))).pieces
    assert elder == PhysicalPiece("card:2", MarkerId(40), first.x_mm + 31.5, first.y_mm + 44, layer=1)


def test_of_a_pile_the_top_card_lies_there() -> None:
    assert [piece.face_up for piece in laid(ExpectedZone("deck", Pile("back", 30))).pieces] == [False]
    assert [piece.kind for piece in laid(ExpectedZone("discard", Pile("back", 3, "card:5"))).pieces] == ["card:5"]
    assert laid(ExpectedZone("deck", Pile("back", 0))).pieces == ()


def test_the_caller_may_choose_which_card_lies_there() -> None:
    table = ExpectedTable((ExpectedZone("elder.0", Pieces(("card:1",))),))
    (card,) = lay_out(table, LAYOUT, KIT, lambda kind, kit, taken: kit.markers(kind)[-1]).pieces
    assert card.marker == 39


def test_a_kit_can_run_out() -> None:
    with pytest.raises(LookupError, match="All 1 pieces of kind 'token' already lie on the mat"):
        first_free("token", KIT, {MarkerId(5)})


def test_pieces_lie_by_layer_and_then_by_their_order() -> None:
    pieces = [PhysicalPiece("back", MarkerId(4), x, 0, layer=layer) for x, layer in ((1, 2), (2, 0), (3, 2), (4, 1))]
    assert [piece.x_mm for piece in Scene(tuple(pieces)).upwards()] == [2, 4, 1, 3]
