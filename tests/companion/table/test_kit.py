"""The physical pieces are data; a kit in which a marker has no room or two meanings is refused by name."""

from __future__ import annotations

import re

import msgspec
import pytest

from companion.table.kit import BadKit, Kit, MarkedPiece, PieceSize, Standee, check_kit
from companion.table.layout import Anchor, Layout, Spot
from companion.table.sightings import BARE, MarkerId, PrintedMarker

MAT = Layout("test", 100, 60, (), (Anchor(0, 20, 20, 18),))
CARD = PieceSize(63, 88, 12.75, 12.75)
GOOD = Kit(18, {"card": CARD}, {"back": MarkedPiece("card", 4, is_shared=True), "ace": MarkedPiece("card", 5, 3)})


def test_a_kit_tells_kinds_markers_and_sizes() -> None:
    assert check_kit(GOOD, MAT) is GOOD
    assert GOOD.kinds == {4: "back", 5: "ace", 6: "ace", 7: "ace"}
    assert GOOD.markers("ace") == (5, 6, 7)
    assert GOOD.size("ace") == CARD
    assert GOOD.marker_area_mm == 22.5
    assert GOOD.printed[MarkerId(4)] == PrintedMarker(18, shared=True)
    assert GOOD.printed[MarkerId(7)] == PrintedMarker(18, shared=False)
    assert GOOD.printed[BARE] == PrintedMarker(18, shared=True, ground=True)
    with pytest.raises(KeyError, match="king"):
        GOOD.markers("king")


@pytest.mark.parametrize(
    ("piece", "text"),
    [
        (MarkedPiece("card", 7), "Marker 7 stands for piece 'ace' and for piece 'king'. Renumber one."),
        (MarkedPiece("card", 0), "Marker 0 stands for the corner of layout 'test' and for piece 'king'. Renumber one."),
        (MarkedPiece("card", 587), "Piece 'king' has marker 587; AprilTag 36h11 has 0 to 586. Renumber it."),
        (MarkedPiece("card", 586), "Marker 586 stands for bare ground and for piece 'king'. Renumber one."),
        (MarkedPiece("card", 495, 9), "Marker 500 stands for a mat and for piece 'king'. Renumber one."),
        (MarkedPiece("card", -1), "Piece 'king' has marker -1; AprilTag 36h11 has 0 to 586. Renumber it."),
        (MarkedPiece("card", 9, 0), "Piece 'king' has 0 markers. Give it at least one."),
        (MarkedPiece("tile", 9), "Piece 'king' has the size 'tile', which the kit does not list. Add it to sizes."),
    ],
)
def test_a_marker_stands_for_one_thing(piece: MarkedPiece, text: str) -> None:
    with pytest.raises(BadKit) as refused:
        check_kit(msgspec.structs.replace(GOOD, pieces={**GOOD.pieces, "king": piece}), MAT)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    "size",
    [
        PieceSize(63, 88, 11, 12.75),
        PieceSize(63, 88, 12.75, 77),
        PieceSize(20, 88, 10, 44),
        PieceSize(31, 31, 15.5, 15.5, is_round=True),
        PieceSize(40, 60, 20, 20, is_round=True),
    ],
)
def test_a_marker_with_its_white_edge_fits_on_its_piece(size: PieceSize) -> None:
    with pytest.raises(BadKit) as refused:
        check_kit(msgspec.structs.replace(GOOD, sizes={"card": size}), MAT)
    assert str(refused.value) == (
        "A marker of 22.5 mm, its white edge included, does not fit on size 'card'. "
        "Move the marker, or make the piece larger."
    )


def test_a_disc_of_34_mm_carries_a_marker() -> None:
    check_kit(msgspec.structs.replace(GOOD, sizes={"card": PieceSize(34, 34, 17, 17, is_round=True)}), MAT)


def small(side_mm: float, *bare: Spot, is_round: bool = True) -> Kit:
    """The kit with a disc of 22 mm, or a tile of 63 x 22, whose marker has that side."""
    disc = PieceSize(22 if is_round else 63, 22, 11, 11, is_round, bare=bare, marker_side_mm=side_mm)
    return msgspec.structs.replace(
        GOOD, sizes={"card": CARD, "disc": disc}, pieces={**GOOD.pieces, "coin": MarkedPiece("disc", 9, 2)}
    )


def test_a_size_may_have_markers_of_its_own_and_all_others_keep_the_kits() -> None:
    kit = check_kit(small(12), MAT)
    assert (kit.side_mm(kit.size("coin")), kit.print_mm(kit.size("coin"))) == (12, 15)
    assert (kit.side_mm(kit.size("ace")), kit.print_mm(kit.size("ace")), kit.marker_area_mm) == (18, 22.5, 22.5)
    assert kit.printed[MarkerId(10)] == PrintedMarker(12)
    assert kit.printed[MarkerId(5)] == PrintedMarker(18)
    assert kit.printed[BARE] == PrintedMarker(18, shared=True, ground=True)
    # A further print of such a piece is as large as the piece's own.
    assert kit.with_enrolled({MarkerId(300): "coin"}).printed[MarkerId(300)] == PrintedMarker(12)


def test_a_marker_of_its_own_is_checked_at_its_own_size_and_bare_ground_on_the_piece_at_the_kits() -> None:
    for side_mm, text in ((0, "A marker of 22.5 mm"), (13, "A marker of 16.25 mm")):
        with pytest.raises(BadKit, match=f"{text}, its white edge included, does not fit on size 'disc'"):
            check_kit(small(side_mm), MAT)
    with pytest.raises(BadKit, match=r"The markers of size 'disc' are -1 mm wide\. Give them a side over 0\."):
        check_kit(small(-1), MAT)
    with pytest.raises(BadKit, match=r"A marker of 22\.5 mm, its white edge included, does not fit on size 'disc'"):
        check_kit(small(12, Spot(40, 11), is_round=False), MAT)
    tall = msgspec.structs.replace(small(12), sizes={"card": CARD, "disc": PieceSize(63, 30, 11, 11)})
    for bare_mm, fits in ((30, True), (29, False)):
        disc = PieceSize(63, 30, 11, 11, bare=(Spot(bare_mm, 15),), marker_side_mm=12)
        wide = msgspec.structs.replace(tall, sizes={"card": CARD, "disc": disc})
        if fits:
            assert check_kit(wide, MAT) is wide
        else:
            with pytest.raises(BadKit, match="Two markers on size 'disc' overlap"):
                check_kit(wide, MAT)


def test_a_size_is_over_nothing() -> None:
    with pytest.raises(BadKit, match=r"Size 'card' is 0 x 88 mm\. Give it a width and a height over 0\."):
        check_kit(msgspec.structs.replace(GOOD, sizes={"card": PieceSize(0, 88, 0, 0)}), MAT)
    with pytest.raises(BadKit, match=r"The kit's markers are 0 mm wide\. Give them a side over 0\."):
        check_kit(msgspec.structs.replace(GOOD, marker_side_mm=0), MAT)


def test_a_kit_with_further_prints_reads_them_and_the_kit_itself_does_not() -> None:
    assert GOOD.printed  # what a kit remembers of its markers is not its wider one's
    wide = GOOD.with_enrolled({MarkerId(90): "ace", MarkerId(2): "ace", MarkerId(91): "back"})
    assert wide.markers("ace") == (2, 5, 6, 7, 90)
    assert {int(each): kind for each, kind in wide.kinds.items()} == {
        4: "back",
        5: "ace",
        6: "ace",
        7: "ace",
        2: "ace",
        90: "ace",
        91: "back",
    }
    assert wide.single == {2: "ace", 5: "ace", 6: "ace", 7: "ace", 90: "ace"}
    assert wide.printed == {
        **GOOD.printed,
        MarkerId(2): PrintedMarker(18),
        MarkerId(90): PrintedMarker(18),
        MarkerId(91): PrintedMarker(18, shared=True),
    }
    assert 90 not in GOOD.kinds
    assert GOOD.with_enrolled({}) is GOOD
    with pytest.raises(KeyError, match="king"):
        GOOD.with_enrolled({MarkerId(90): "king"})


@pytest.mark.parametrize(
    ("tag", "kind", "text"),
    [
        ("04A2", "ace", "Tag '04A2' is no identity of a card. Write 1 to 40 hexadecimal digits in lower case."),
        ("", "ace", "Tag '' is no identity of a card. Write 1 to 40 hexadecimal digits in lower case."),
        ("04a2\n", "ace", "Tag '04a2\\n' is no identity of a card. Write 1 to 40 hexadecimal digits in lower case."),
        ("08a1b2c3", "ace", "Tag '08a1b2c3' is drawn anew at each look. List a card whose tag stays the same."),
        ("04a2", "king", "Tag '04a2' stands for 'king', which the kit does not list. Add it to pieces."),
    ],
)
def test_a_tag_is_one_that_a_reader_tells_of_and_stands_for_a_piece(tag: str, kind: str, text: str) -> None:
    tagged = msgspec.structs.replace(GOOD, tags={"04a2b1": "ace", "04ff": "ace"})
    assert check_kit(tagged, MAT) is tagged
    assert tagged.with_enrolled({MarkerId(90): "ace"}).tags == tagged.tags
    with pytest.raises(BadKit) as refused:
        check_kit(msgspec.structs.replace(GOOD, tags={tag: kind}), MAT)
    assert str(refused.value) == text


def test_a_standee_has_a_foot_and_no_marker() -> None:
    kit = msgspec.structs.replace(GOOD, standees={"pawn": Standee(20, 40)})
    assert check_kit(kit, MAT) is kit
    assert kit.size("pawn") == PieceSize(20, 20, 10, 10, is_round=True)
    assert "pawn" not in kit.kinds.values()
    assert kit.with_enrolled({MarkerId(500): "ace"}).standees == kit.standees


@pytest.mark.parametrize(
    ("kind", "standee", "text"),
    [
        ("ace", Standee(20, 40), "Piece 'ace' both carries a marker and is a standee. Leave it in one of the two."),
        (
            "pawn",
            Standee(0, 40),
            "Standee 'pawn' has no size or no number. Give it a foot, a height and a count over 0.",
        ),
        ("pawn", Standee(20, 40, 0), "Standee 'pawn' has no size or no number."),
    ],
)
def test_a_bad_standee_is_refused(kind: str, standee: Standee, text: str) -> None:
    with pytest.raises(BadKit, match=re.escape(text)):
        check_kit(msgspec.structs.replace(GOOD, standees={kind: standee}), MAT)
