"""Each mode and number of players has its mat: who sits where, what is whose, and a camera that reads all of it."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from companion.games.waves.mat.layouts import LAYOUTS, layout_of
from companion.games.waves.mat.mat import KIT, PIECES
from companion.referee.fuse import zone_at
from companion.table.expected import Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.geometry import lay_table
from companion.table.layout import Layout, Spot, Zone
from companion.table.sightings import BARE
from tests.companion.games.waves.test_geometry import FEWER_COLLECTED, MATS, every_mat, most_rebels
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.virtual.painter import Painter
from vision.virtual.scene import lay_out
from vision.virtual.shot import CameraPose, Light, Shot

GAPS = [(layout_of("all_vs_all", 3, after), after) for after in range(3)]
SMALLEST_MARKER_PX = 26
NEAR_MM = 2.0


def seats_of(layout: Layout, kind: str) -> dict[str, int | None]:
    """The seat of each zone of that kind, by what follows its name."""
    zones = (zone for zone in layout.zones if zone.zone.startswith(f"{kind}."))
    return {zone.zone.partition(".")[2]: zone.seat for zone in zones}


def card_middle(zone: Zone) -> Spot:
    assert zone.first is not None
    size = KIT.size("card:1")
    return Spot(zone.first.x_mm + size.width_mm / 2, zone.first.y_mm + size.height_mm / 2)


def bearing_deg(layout: Layout, zone: str) -> float:
    """Where the card of a zone lies as seen from the mat's middle: 0 is straight below, clockwise, in [0, 360)."""
    at = card_middle(layout.find(zone))
    right, down = at.x_mm - layout.width_mm / 2, at.y_mm - layout.height_mm / 2
    return math.degrees(math.atan2(-right, down)) % 360


@pytest.mark.rule("W-005", "W-004")
def test_every_mode_has_a_mat_for_every_number_of_players() -> None:
    modes = {"head_to_head": (2,), "all_vs_all": (3, 4, 5, 6), "teams": (4, 5, 6)}
    assert set(LAYOUTS) == {(mode, players) for mode, counts in modes.items() for players in counts}
    assert len({layout.name for layout in LAYOUTS.values()}) == 8
    assert all(layout_of(*key) is layout for key, layout in LAYOUTS.items())


@pytest.mark.rule("W-010", "W-012", "W-014", "W-015", "W-034")
def test_every_mat_has_a_place_for_everything() -> None:
    once = {"centre", "supply", "tablet.active", "tablets", "deck", "discard"}
    sides = {("head_to_head", 2): 2, ("teams", 4): 2, ("teams", 5): 3, ("teams", 6): 2}
    for (mode, players), layout in LAYOUTS.items():
        slots = range(4 if mode == "head_to_head" else players)
        zones = once | {f"{kind}.{slot}" for kind in ("elder", "follower", "rebel", "token") for slot in slots}
        zones |= {f"collection.{side}" for side in range(sides.get((mode, players), players))}
        zones |= {"elder.gap"} if players == 3 else set()
        assert {zone.zone for zone in layout.zones} == zones


@pytest.mark.rule("W-100", "W-109")
def test_head_to_head_is_a_cross_whose_owners_alternate() -> None:
    layout = layout_of("head_to_head", 2)
    for kind in ("elder", "follower", "rebel", "token"):
        assert seats_of(layout, kind) == {"0": 0, "1": 1, "2": 0, "3": 1}
    assert seats_of(layout, "collection") == {"0": 0, "1": 1}
    below, left, above, right = (card_middle(layout.find(f"elder.{slot}")) for slot in range(4))
    assert below.x_mm == above.x_mm
    assert left.y_mm == right.y_mm
    assert above.y_mm < left.y_mm < below.y_mm
    assert left.x_mm < below.x_mm < right.x_mm


@pytest.mark.rule("W-019", "W-034")
def test_what_lies_at_a_seat_is_that_seats_and_the_rest_is_everybodys() -> None:
    for (mode, players), layout in LAYOUTS.items():
        if mode != "head_to_head":
            seats: dict[str, int | None] = {str(seat): seat for seat in range(players)}
            for kind in ("follower", "rebel", "token"):
                assert seats_of(layout, kind) == seats
            assert seats_of(layout, "elder") == seats | ({"gap": None} if players == 3 else {})
        collections = seats_of(layout, "collection").values()
        assert all(seat is None for seat in collections) if mode == "teams" else set(collections) == set(range(players))
        for zone in ("centre", "supply", "tablet.active", "tablets", "deck", "discard"):
            assert layout.find(zone).seat is None


@every_mat
@pytest.mark.rule("W-050", "W-104")
def test_slots_run_clockwise_from_the_one_below(layout: Layout) -> None:
    slots = [zone.zone for zone in layout.zones if zone.zone.startswith("elder.") and zone.zone != "elder.gap"]
    bearings = [bearing_deg(layout, slot) for slot in slots]
    # The first may lie a little to the right of straight below.
    first, *others = ((bearing + 45) % 360 for bearing in bearings)
    assert first < 90
    assert [first, *others] == sorted([first, *others])


@pytest.mark.rule("W-016")
@pytest.mark.parametrize(("layout", "after"), GAPS)
def test_the_unassociated_elder_lies_between_the_two_seats_that_were_chosen(layout: Layout, after: int) -> None:
    gap = bearing_deg(layout, "elder.gap")
    before, behind = (bearing_deg(layout, f"elder.{seat % 3}") for seat in (after, after + 1))
    assert 0 < (gap - before) % 360 < (behind - before) % 360


@pytest.mark.rule("W-016")
def test_the_gap_is_before_the_first_seat_where_nobody_chose() -> None:
    assert layout_of("all_vs_all", 3) == layout_of("all_vs_all", 3, 2)
    places = {layout.find("elder.gap").first for layout, _ in GAPS}
    assert len(places) == 3
    for layout, _ in GAPS:
        rest = [zone for zone in layout.zones if zone.zone != "elder.gap"]
        assert rest == [zone for zone in layout_of("all_vs_all", 3).zones if zone.zone != "elder.gap"]
    with pytest.raises(IndexError):
        layout_of("all_vs_all", 3, 3)


@pytest.mark.parametrize(("mode", "players"), [("head_to_head", 3), ("all_vs_all", 2), ("teams", 3), ("solo", 1)])
def test_no_mat_for_what_is_not_played(mode: str, players: int) -> None:
    with pytest.raises(KeyError):
        layout_of(mode, players)


@pytest.mark.rule("W-011", "W-034")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_teams_pool_lies_between_two_neighbours(players: int) -> None:
    """Neighbours are never of one team, so that no seating makes a pool lie before the other team."""
    layout = layout_of("teams", players)
    for zone in (each for each in layout.zones if each.zone.startswith("collection.")):
        pool = bearing_deg(layout, zone.zone)
        slots = [bearing_deg(layout, f"elder.{slot}") for slot in range(players)]
        gaps = [min((pool - slot) % 360, (slot - pool) % 360) for slot in slots]
        one, other = sorted(range(players), key=lambda slot: gaps[slot])[:2]
        assert (one - other) % players in (1, players - 1)
        assert min(gaps[one], gaps[other]) > 10


@every_mat
def test_a_marker_is_large_enough_in_an_ordinary_picture(layout: Layout) -> None:
    share = min(1920 / layout.width_mm, 1080 / layout.height_mm)
    assert KIT.marker_side_mm * share >= SMALLEST_MARKER_PX
    assert all(anchor.side_mm * share >= SMALLEST_MARKER_PX for anchor in layout.anchors)


@every_mat
def test_the_centre_lies_in_the_middle(layout: Layout) -> None:
    centre = layout.find("centre")
    assert centre.x_mm + centre.width_mm / 2 == layout.width_mm / 2
    # On the mat for four, whose numbers stay, it lies 18 mm above.
    assert abs(centre.y_mm + centre.height_mm / 2 - layout.height_mm / 2) <= 18


@every_mat
@pytest.mark.rule("W-052", "W-053")
def test_the_block_of_a_slot_is_the_same_everywhere(layout: Layout) -> None:
    for slot in (zone.zone.partition(".")[2] for zone in layout.zones if zone.zone.startswith("token.")):
        elder = layout.find(f"elder.{slot}").first
        assert elder is not None
        for kind, down in (("follower", -26), ("rebel", 26)):
            assert layout.find(f"{kind}.{slot}").first == Spot(elder.x_mm, elder.y_mm + down)
        token = layout.find(f"token.{slot}")
        assert (token.x_mm - elder.x_mm, token.y_mm - elder.y_mm) == (-46, 26)
        assert [layout.find(f"{kind}.{slot}").layer for kind in ("follower", "elder", "rebel")] == [0, 1, 2]


def test_the_mat_of_four_players_stays_as_it_was() -> None:
    layout = layout_of("all_vs_all", 4)
    assert (layout.name, layout.width_mm, layout.height_mm, layout.rim_mm) == ("waves-all-vs-all-4", 900, 600, 6)
    kinds = ("elder", "follower", "rebel", "token", "collection")
    at_seats = [f"{kind}.{seat}" for seat in range(4) for kind in kinds]
    others = ["centre", "supply", "tablet.active", "tablets", "deck", "discard"]
    assert [zone.zone for zone in layout.zones] == at_seats + others
    areas = {zone.zone: (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm) for zone in layout.zones}
    assert [areas[f"elder.{seat}"][:2] for seat in range(4)] == [(358, 382), (142, 248), (358, 122), (582, 248)]
    assert [areas[zone] for zone in ("follower.1", "rebel.2", "token.3")] == [
        (142, 216, 71, 32),
        (358, 148, 146, 44),
        (544, 274, 38, 38),
    ]
    assert [areas[f"collection.{seat}"] for seat in range(4)] == [
        (192, 500, 222, 44),
        (12, 154, 44, 200),
        (634, 10, 190, 44),
        (809, 154, 44, 200),
    ]
    assert [areas[zone] for zone in others] == [
        (389, 239, 122, 86),
        (634, 494, 122, 84),
        (196, 108, 92, 64),
        (184, 4, 440, 64),
        (44, 12, 70, 96),
        (44, 480, 70, 96),
    ]
    assert layout.find("collection.3").label == Spot(768, 136)
    assert layout.find("rebel.0").first == Spot(366, 408)
    assert [zone.zone for zone in layout.zones if zone.weighs] == ["centre"]
    assert {zone.zone: zone.bare for zone in layout.zones if zone.bare != 1} == {"centre": 5, "supply": 0, "tablets": 5}
    assert [(anchor.x_mm, anchor.y_mm) for anchor in layout.anchors] == [(20, 20), (880, 20), (880, 580), (20, 580)]


def full_table(layout: Layout) -> ExpectedTable:
    """Every place as full as it may be, within the pieces of one kit: 20 cards a class, five shells, one Wave token."""
    content: dict[str, Content] = {
        "centre": Pieces(("shell",) * 5),
        "supply": Pieces(()),
        "tablet.active": Pieces(("tablet:SCH-B",)),
        "tablets": Pieces(("tablet:KEE-B", "tablet:KNI-C", "tablet:SEE-B1", "tablet:NOB-C")),
        "deck": Pile("back", 40),
        "discard": Pile("back", 9, "card:5"),
        "elder.gap": Pieces(("card:5",)),
    }
    for number in range(6):
        faces = f"card:{1 + number // 2}"
        rebels, collected = most_rebels(layout), FEWER_COLLECTED.get(layout.name, 7)
        content[f"elder.{number}"] = Pieces(("card:5",))
        # Every other slot has turned its Agents up.
        content[f"follower.{number}"] = Backs("back", 1) if number % 2 else Pieces((faces,))
        content[f"rebel.{number}"] = Backs("back", rebels) if number % 2 else Pieces((faces,) * rebels)
        content[f"token.{number}"] = Pieces(("token",) if number == 1 else ())
        content[f"collection.{number}"] = Pieces((f"card:{(4, 4, 1, 2, 3, 1)[number]}",) * collected)
    return ExpectedTable(tuple(ExpectedZone(zone.zone, content[zone.zone]) for zone in layout.zones))


LEANING = Shot(CameraPose(20, 178), Light(0.8, 0.4, 250), 4.0, 0.8)
READ_ALWAYS = {"waves-head-to-head-2", "waves-all-vs-all-6"}
"""The cross, and the fullest mat."""


def read_mats() -> list[Any]:
    """Every mat in a picture by a camera that leans; by one that is larger and does not they are read in slow tests."""
    shots = {"leaning": LEANING, "full HD": Shot(width_px=1920, height_px=1080)}
    return [
        pytest.param(layout, shot, id=f"{layout.name}-{name}", marks=() if is_quick else pytest.mark.slow)
        for layout in MATS
        for name, shot in shots.items()
        for is_quick in [shot is LEANING and layout.name in READ_ALWAYS]
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "shot"), read_mats())
def test_a_camera_reads_every_piece_of_a_full_mat_in_its_zone(layout: Layout, shot: Shot) -> None:
    table = full_table(layout)
    scene = lay_out(table, layout, KIT)
    pixels = Painter(layout, KIT, PIECES, shot).render(scene, 1)
    look = Looker(layout, KIT.printed).look(Frame(pixels, 0.0, 1), "Camera")
    assert (look.state, look.rejected) == ("in view", ())
    seen = [each for each in look.sightings if each.marker != BARE]
    assert Counter(int(each.marker) for each in seen) == Counter(int(piece.marker) for piece in scene.pieces)
    half = KIT.marker_area_mm / 2
    for piece in lay_table(table, layout, KIT):
        x_mm, y_mm = piece.marker.x_mm + half, piece.marker.y_mm + half
        kinds = [
            (KIT.kinds[each.marker], zone_at(layout, each.x_mm, each.y_mm))
            for each in seen
            if math.dist((each.x_mm, each.y_mm), (x_mm, y_mm)) < NEAR_MM
        ]
        assert kinds == [(piece.kind, layout.find(piece.zone))]
