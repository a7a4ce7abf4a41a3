"""The mats of Waves hold their pieces: whatever the rules lay there, every marker shows, in its own zone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from companion.games.waves.data.figures import DATA, DECK_OF_CLASS, SHELLS
from companion.games.waves.mat.layouts import LAYOUTS, layout_of
from companion.games.waves.mat.mat import KIT, PIECES
from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.geometry import Area, astray, bare_places, hidden, lay_table
from companion.table.kit import check_kit
from companion.table.layout import Layout, Spot, check_layout
from tests.companion.games.waves.positions import GAME, game_of

LAYOUT = layout_of("all_vs_all", 4)
MATS = (*LAYOUTS.values(), layout_of("all_vs_all", 3, 0), layout_of("all_vs_all", 3, 1))
"""Every mat: of three players one for each place of the unassociated Elder."""
MOST_REBELS = {"waves-head-to-head-2": 6, "waves-teams-5": 6}
"""Five cards are dealt; the solo player has six (W-013), as has who follows at the first of two slots and draws two
(W-106)."""
FEWER_COLLECTED = {"waves-all-vs-all-4": 6, "waves-all-vs-all-5": 6, "waves-all-vs-all-6": 6}
"""W-032: six Elders win, so nobody has more; elsewhere a side may need seven (W-031)."""
SIDES = tuple(kind for kind in PIECES if kind.startswith("tablet:"))


def worst(slot: tuple[int, int, int, bool], discard: int = 30, layout: Layout = LAYOUT) -> dict[str, Content]:
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
    counts = {
        "elder": ("card:1", elder),
        "token": ("token", 1),
        "collection": ("card:2", FEWER_COLLECTED.get(layout.name, 7)),
    }
    agents = {"follower": follower, "rebel": rebels}
    for zone in (each.zone for each in layout.zones if each.zone not in content):
        kind = zone.partition(".")[0]
        if kind in agents:
            content[zone] = Pieces(("card:3",) * agents[kind]) if face_up else Backs("back", agents[kind])
        else:
            piece, count = counts[kind]
            content[zone] = Pieces((piece,) * count)
    return content


def table(content: dict[str, Content], layout: Layout = LAYOUT) -> ExpectedTable:
    return ExpectedTable(tuple(ExpectedZone(zone.zone, content[zone.zone]) for zone in layout.zones))


def most_rebels(layout: Layout) -> int:
    return MOST_REBELS.get(layout.name, 5)


def fullest(layout: Layout) -> ExpectedTable:
    return table(worst((1, 1, most_rebels(layout), False), layout=layout), layout)


def faults(layout: Layout) -> Iterator[str]:
    """Markers that another piece covers, that lie outside their zone, and pieces that leave the mat, at the worst."""
    mat = Area(0, 0, layout.width_mm, layout.height_mm)
    slots = itertools.product((0, 1), (0, 1), range(most_rebels(layout) + 1), (False, True))
    for slot in slots:
        pieces = lay_table(table(worst(slot, layout=layout), layout), layout, KIT)
        yield from (f"{piece.zone} hidden" for piece in hidden(pieces))
        yield from (f"{piece.zone} astray" for piece in astray(pieces, layout))
        yield from (f"{piece.zone} off the mat" for piece in pieces if not mat.holds(piece.area))


def block(zone: str) -> str:
    """What lies together: a slot's Elder, Agents and token; every other zone is by itself."""
    kind, _, number = zone.partition(".")
    return f"slot {number}" if kind in ("elder", "follower", "rebel", "token") and number.isdecimal() else zone


every_mat = pytest.mark.parametrize("layout", MATS, ids=lambda layout: layout.name)


@every_mat
@pytest.mark.rule("W-052", "W-053", "W-031", "W-032", "W-033", "W-016")
def test_every_marker_shows_in_its_zone_in_every_fan(layout: Layout) -> None:
    assert set(faults(layout)) == set()


@every_mat
def test_what_lies_at_one_place_touches_nothing_of_another(layout: Layout) -> None:
    pieces = lay_table(fullest(layout), layout, KIT)
    for one, other in itertools.combinations(pieces, 2):
        if block(one.zone) != block(other.zone):
            assert not one.area.overlaps(other.area), (one.zone, other.zone)


@every_mat
def test_nothing_hides_the_bare_ground_of_another_place(layout: Layout) -> None:
    pieces, half = lay_table(fullest(layout), layout, KIT), KIT.marker_area_mm / 2
    for place in bare_places(layout, KIT):
        bare = Area(place.centre.x_mm - half, place.centre.y_mm - half, 2 * half, 2 * half)
        over = {block(piece.zone) for piece in pieces if piece.area.overlaps(bare)}
        assert over <= {block(place.zone)}, place


@every_mat
@pytest.mark.rule("W-052", "W-053")
def test_cards_of_a_fan_lie_as_far_apart_as_their_bare_markers(layout: Layout) -> None:
    """More than a zone has room for would lie closer."""
    pieces = lay_table(fullest(layout), layout, KIT)
    for zone in (each for each in layout.zones if each.zone.partition(".")[0] in ("rebel", "collection")):
        places = [(piece.area.x_mm, piece.area.y_mm) for piece in pieces if piece.zone == zone.zone]
        steps = {(after[0] - before[0], after[1] - before[1]) for before, after in itertools.pairwise(places)}
        assert len(places) >= 5
        assert steps in ({(26.0, 0.0)}, {(0.0, 26.0)}), zone.zone


@pytest.mark.rule("W-053")
def test_five_rebels_leave_the_elder_and_each_other_readable_and_cover_the_rest() -> None:
    pieces = lay_table(table(worst((1, 1, 5, False))), LAYOUT, KIT)
    follower, elder, *rebels = (piece for piece in pieces if piece.zone in ("follower.0", "elder.0", "rebel.0"))
    assert [piece.zone for piece in rebels] == ["rebel.0"] * 5
    assert elder.area.overlaps(follower.area)
    assert rebels[0].area.overlaps(elder.area)
    assert follower.marker.y_mm < elder.area.y_mm < rebels[0].area.y_mm
    assert [piece.area.x_mm - rebels[0].area.x_mm for piece in rebels] == [0, 26, 52, 78, 104]


@every_mat
def test_corner_markers_and_the_rim_stay_free(layout: Layout) -> None:
    rim = layout.rim_mm
    inside = Area(rim, rim, layout.width_mm - 2 * rim, layout.height_mm - 2 * rim)
    for piece in lay_table(fullest(layout), layout, KIT):
        assert inside.holds(piece.area), piece.zone
        for anchor in (each.area() for each in layout.anchors):
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_game_lays_on_the_mat_shows(seed: int) -> None:
    for state, _ in game_of(seed):
        pieces = lay_table(GAME.mat.expected(GAME.view(state, None)), LAYOUT, KIT)
        assert hidden(pieces) == ()
        assert astray(pieces, LAYOUT) == ()


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "players"), LAYOUTS)
def test_whatever_a_game_of_any_mode_lays_on_its_mat_shows(mode: str, players: int) -> None:
    rng = random.Random(f"{mode}/{players}")
    options = {"mode": mode, "players": players, "cards": "virtual"}
    gap = rng.randrange(3) if players == 3 else -1
    state = GAME.new_game(options | ({"gap_after_seat": gap} if players == 3 else {}), {})
    while legal := GAME.legal_actions(state):
        view = GAME.view(state, None)
        layout = GAME.mat.layout(view)
        assert layout is layout_of(mode, players, gap)
        pieces = lay_table(GAME.mat.expected(view), layout, KIT)
        assert hidden(pieces) == ()
        assert astray(pieces, layout) == ()
        action = GAME.simulation.deal(state, legal, rng) if legal[0].kind == "chance" else rng.choice(legal)
        state = GAME.apply_action(state, action)
    assert state.table.winner >= 0


def test_the_kit_has_every_piece_and_enough_of_each() -> None:
    for layout in MATS:
        assert check_kit(KIT, layout) is GAME.mat.kit
    assert set(KIT.pieces) == set(PIECES)
    counts = {kind: len(KIT.markers(kind)) for kind in PIECES}
    assert [counts[f"card:{cls}"] for cls in range(1, 6)] == [DECK_OF_CLASS] * 5
    assert [counts[f"tablet:{side}"] for side in DATA.tablets] == [1] * 16
    assert (counts["shell"], counts["token"], counts["back"]) == (SHELLS, 1, 1)
    assert [kind for kind, piece in KIT.pieces.items() if piece.is_shared] == ["back"]


PRINTED = ("SCH-B", "KEE-B", "KNI-B1", "KNI-B2", "KNI-C", "SEE-B1", "SEE-B2", "SEE-B3", "NOB-B1", "NOB-B2", "NOB-C")
"""Tablet sides in the order of their markers, from 120 on; the advanced ones follow."""
ADVANCED = ("SCH-A", "KEE-A", "KNI-A", "SEE-A", "NOB-A")


def test_marker_ids_stay_as_they_were_printed() -> None:
    assert {tuple(anchor.id for anchor in layout.anchors) for layout in MATS} == {(0, 1, 2, 3)}
    assert KIT.markers("back") + KIT.markers("token") + KIT.markers("shell") == (4, 5, 6, 7, 8, 9, 10)
    assert [KIT.markers(f"card:{cls}")[0] for cls in range(1, 6)] == [20, 40, 60, 80, 100]
    tablets = [KIT.markers(f"tablet:{side}") for side in (*PRINTED, *ADVANCED)]
    assert tablets == [(marker,) for marker in range(120, 136)]
