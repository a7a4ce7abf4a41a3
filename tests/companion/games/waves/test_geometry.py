"""The mat of Waves holds its pieces: whatever the rules lay there, every marker shows, in its own zone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec
import pytest

from companion.games.waves.data import DATA, DECK_OF_CLASS, SHELLS
from companion.games.waves.mat import KIT, LAYOUT, PIECES
from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.kit import check_kit
from companion.table.laying import Area, astray, hidden, lay_table
from companion.table.layout import Layout, Spot, check_layout
from tests.companion.games.waves.positions import GAME, game_of

MAT = Area(0, 0, LAYOUT.width_mm, LAYOUT.height_mm)
MOST_REBELS = 5
MOST_COLLECTED = 6
"""W-032: six Elders win, so nobody has more."""
SIDES = tuple(kind for kind in PIECES if kind.startswith("tablet:"))


def worst(slot: tuple[int, int, int, bool], discard: int = 30) -> dict[str, Content]:
    """The fullest mat, with so many Elders, Followers and Rebels at every slot, face up or down."""
    elder, follower, rebels, face_up = slot
    content: dict[str, Content] = {
        "centre": Pieces(("shell",) * SHELLS),
        "supply": Pieces(("shell",) * SHELLS),
        "tablet.active": Pieces((SIDES[0],)),
        "tablets": Pieces(SIDES[:5]),
        "deck": Pile("back", 40),
        "discard": Pile("back", discard, "card:5"),
    }
    for seat in range(4):
        content[f"elder.{seat}"] = Pieces(("card:1",) * elder)
        for zone, count in (("follower", follower), ("rebel", rebels)):
            content[f"{zone}.{seat}"] = Pieces(("card:3",) * count) if face_up else Backs("back", count)
        content[f"token.{seat}"] = Pieces(("token",))
        content[f"collection.{seat}"] = Pieces(("card:2",) * MOST_COLLECTED)
    return content


def table(content: dict[str, Content], layout: Layout = LAYOUT) -> ExpectedTable:
    return ExpectedTable(tuple(ExpectedZone(zone.zone, content[zone.zone]) for zone in layout.zones))


def faults(layout: Layout) -> Iterator[str]:
    """Markers that another piece covers, that lie outside their zone, and pieces that leave the mat, at the worst."""
    slots = itertools.product((0, 1), (0, 1), range(MOST_REBELS + 1), (False, True))
    for slot in slots:
        pieces = lay_table(table(worst(slot), layout), layout, KIT)
        yield from (f"{piece.zone} hidden" for piece in hidden(pieces))
        yield from (f"{piece.zone} astray" for piece in astray(pieces, layout))
        yield from (f"{piece.zone} off the mat" for piece in pieces if not MAT.holds(piece.area))


@pytest.mark.rule("W-052", "W-053")
def test_every_marker_shows_in_its_zone_in_every_fan() -> None:
    assert set(faults(LAYOUT)) == set()


@pytest.mark.rule("W-053")
def test_five_rebels_leave_the_elder_and_each_other_readable_and_cover_the_rest() -> None:
    pieces = lay_table(table(worst((1, 1, 5, False))), LAYOUT, KIT)
    follower, elder, *rebels = (piece for piece in pieces if piece.zone in ("follower.0", "elder.0", "rebel.0"))
    assert [piece.zone for piece in rebels] == ["rebel.0"] * 5
    assert elder.area.overlaps(follower.area)
    assert rebels[0].area.overlaps(elder.area)
    assert follower.marker.y_mm < elder.area.y_mm < rebels[0].area.y_mm
    assert [piece.area.x_mm - rebels[0].area.x_mm for piece in rebels] == [0, 26, 52, 78, 104]


def test_corner_markers_stay_free() -> None:
    for piece in lay_table(table(worst((1, 1, 5, False))), LAYOUT, KIT):
        for anchor in (each.area() for each in LAYOUT.anchors):
            corner = Area(anchor.x_mm, anchor.y_mm, anchor.width_mm, anchor.height_mm)
            assert not piece.area.overlaps(corner), piece.zone


def moved(zone: str, **change: object) -> Layout:
    zones = tuple(msgspec.structs.replace(each, **change) if each.zone == zone else each for each in LAYOUT.zones)
    return msgspec.structs.replace(LAYOUT, zones=zones)


def test_a_planted_bad_layout_is_found() -> None:
    rebel = LAYOUT.find("rebel.1")
    narrow = moved("rebel.1", fan=msgspec.structs.replace(rebel.fan, dx_mm=20))
    assert set(faults(check_layout(narrow))) == {"rebel.1 hidden"}
    assert rebel.first is not None
    high = moved("rebel.1", first=Spot(rebel.first.x_mm, rebel.first.y_mm - 10))
    assert set(faults(check_layout(high))) == {"elder.1 hidden", "rebel.1 astray"}
    below = moved("elder.1", layer=3)
    assert set(faults(check_layout(below))) == {"rebel.1 hidden"}
    outside = moved("collection.0", first=Spot(200, 530), y_mm=530)
    assert set(faults(check_layout(outside))) == {"collection.0 off the mat"}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_game_lays_on_the_mat_shows(seed: int) -> None:
    for state, _ in game_of(seed):
        pieces = lay_table(GAME.expected_table(GAME.view(state, None)), LAYOUT, KIT)
        assert hidden(pieces) == ()
        assert astray(pieces, LAYOUT) == ()


def test_the_kit_has_every_piece_and_enough_of_each() -> None:
    assert check_kit(KIT, LAYOUT) is GAME.kit()
    assert set(KIT.pieces) == set(PIECES)
    counts = {kind: len(KIT.markers(kind)) for kind in PIECES}
    assert [counts[f"card:{cls}"] for cls in range(1, 6)] == [DECK_OF_CLASS] * 5
    assert (counts["shell"], counts["token"], counts["back"]) == (SHELLS, 1, 1)
    assert [kind for kind, piece in KIT.pieces.items() if piece.is_shared] == ["back"]


def test_marker_ids_stay_as_they_were_printed() -> None:
    assert [anchor.id for anchor in LAYOUT.anchors] == [0, 1, 2, 3]
    assert KIT.markers("back") + KIT.markers("token") + KIT.markers("shell") == (4, 5, 6, 7, 8, 9, 10)
    assert [KIT.markers(f"card:{cls}")[0] for cls in range(1, 6)] == [20, 40, 60, 80, 100]
    assert [KIT.markers(f"tablet:{side}") for side in DATA.tablets] == [(120 + n,) for n in range(len(DATA.tablets))]
