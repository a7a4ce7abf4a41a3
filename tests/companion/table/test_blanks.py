"""Blank cards: a kind for each until the owner names it, a name for each in the box, and what a kit may not say."""

from __future__ import annotations

import msgspec
import pytest

from companion.table.blanks import blanks, groups, in_the_box, names_left, names_of, spread
from companion.table.kit import BadKit, Kit, MarkedPiece, PieceSize, check_kit
from companion.table.layout import Layout
from companion.table.sightings import MarkerId

MAT = Layout("test", 300, 200, ())
PIECES = {
    "card": MarkedPiece("card", 10, 2),
    "title": MarkedPiece("card", 20, 3, named=True),
    "title:crown": MarkedPiece("card", name_of="title"),
    "title:ring": MarkedPiece("card", name_of="title", copies=2),
}
KIT = Kit(18, {"card": PieceSize(63, 88, 12.75, 12.75)}, spread(PIECES))


def test_each_blank_card_is_a_kind_and_a_name_has_no_marker() -> None:
    assert check_kit(KIT, MAT) is KIT
    assert KIT.kinds == {10: "card", 11: "card", 20: "title#1", 21: "title#2", 22: "title#3"}
    assert blanks(KIT) == {20: "title#1", 21: "title#2", 22: "title#3"}
    assert (groups(KIT), names_of(KIT, "title")) == ({"title": 3}, ("title:crown", "title:ring"))
    assert KIT.markers("title:crown") == ()
    assert set(KIT.printed) >= {20, 21, 22}
    assert spread(KIT.pieces) == KIT.pieces


def test_a_name_takes_the_marker_over_and_may_be_given_as_often_as_there_are_copies() -> None:
    one = KIT.with_enrolled({MarkerId(21): "title:ring"})
    assert one.kinds == {10: "card", 11: "card", 20: "title#1", 21: "title:ring", 22: "title#3"}
    assert names_left(one, "title") == ("title:crown", "title:ring")
    both = one.with_enrolled({MarkerId(20): "title:ring"})
    assert names_left(both, "title") == ("title:crown",)
    assert (groups(both), both.printed.keys()) == ({"title": 3}, KIT.printed.keys())


def test_in_a_box_every_card_is_some_card_those_that_are_named_as_they_are_named() -> None:
    box = in_the_box(KIT.with_enrolled({MarkerId(20): "title:ring"}))
    assert {marker: box.kinds[MarkerId(marker)] for marker in (20, 21, 22)} == {
        20: "title:ring",
        21: "title:crown",
        22: "title:ring",
    }
    assert blanks(box) == {}


def test_a_name_of_no_group_is_refused() -> None:
    pieces = {**KIT.pieces, "text:oath": MarkedPiece("card", name_of="text")}
    with pytest.raises(BadKit) as refused:
        check_kit(msgspec.structs.replace(KIT, pieces=pieces), MAT)
    assert str(refused.value) == (
        "Piece 'text:oath' is a name of 'text', and the kit has no such group. Add it, with named = true."
    )
