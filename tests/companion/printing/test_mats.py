"""A mat in sheets: they cover it, overlap for the glue, and no cut goes through a marker that can be spared."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from companion.games.drawings import PLAIN
from companion.printing.kits import KITS
from companion.printing.mats import (
    OVERLAP_MM,
    Tile,
    _note,
    mat_items,
    mat_sheets,
    mat_tags,
    mat_words,
    tiling,
    zone_words,
)
from companion.printing.paper import PAPERS
from companion.printing.shapes import tag_area
from companion.printing.words import length_mm
from companion.table.geometry import Area, zone_area
from companion.table.ink import Field, Outline, Words
from companion.table.sightings import MAT_CORNERS
from tests.companion.printing.measured import extent

ALL = [(game, mat, paper) for game, kit in KITS.items() for mat in kit.mats for paper in PAPERS]


@pytest.mark.parametrize(("game", "mat", "paper"), ALL)
def test_the_sheets_cover_the_mat_and_overlap(game: str, mat: str, paper: str) -> None:
    kit = KITS[game]
    layout = kit.mats[mat]
    tiles = tiling(layout, kit.kit, PAPERS[paper]).tiles
    rows = [[tile for tile in tiles if tile.row == row] for row in range(tiles[-1].row + 1)]
    for above, below in pairwise(rows):
        assert above[0].area.y_mm + above[0].area.height_mm >= below[0].area.y_mm + OVERLAP_MM - 1e-6
    assert rows[0][0].area.y_mm == 0
    assert rows[-1][0].area.y_mm + rows[-1][0].area.height_mm == layout.height_mm
    for row in rows:
        assert row[0].area.x_mm == 0
        assert row[-1].area.x_mm + row[-1].area.width_mm == layout.width_mm
        for left, right in pairwise(row):
            assert left.area.x_mm < right.area.x_mm
            assert left.area.x_mm + left.area.width_mm >= right.area.x_mm + OVERLAP_MM - 1e-6


@pytest.mark.parametrize(("game", "mat", "paper"), ALL)
def test_markers_are_whole_but_for_those_that_a_cut_goes_through(game: str, mat: str, paper: str) -> None:
    kit = KITS[game]
    made = tiling(kit.mats[mat], kit.kit, PAPERS[paper])
    tags = mat_tags(kit.mats[mat], kit.kit)
    torn = [tag for tag in tags if not any(_visible(tile, made.tiles).holds(tag_area(tag)) for tile in made.tiles)]
    assert len(torn) <= made.cut
    # The nexus has ninety places close together; the other mats spare nearly all.
    assert made.cut <= {"nexus": 7, "clans": 4}.get(mat, 3)
    assert not any(tag.marker < MAT_CORNERS for tag in torn)


def _visible(tile: Tile, tiles: tuple[Tile, ...]) -> Area:
    """What is seen of a sheet once the next ones lie over it."""
    area = tile.area
    ends = [each.area.x_mm for each in tiles if each.row == tile.row and each.column == tile.column + 1]
    floors = [each.area.y_mm for each in tiles if each.row == tile.row + 1]
    right = min([*ends, area.x_mm + area.width_mm])
    below = min([*floors, area.y_mm + area.height_mm])
    return Area(area.x_mm, area.y_mm, right - area.x_mm, below - area.y_mm)


def test_each_sheet_says_what_is_cut_and_what_it_is_glued_over() -> None:
    kit = KITS["waves"]
    sheets = mat_sheets(kit.mats["all-vs-all-4"], kit.kit, PAPERS["a4"], "the mat")
    told = {
        sheet.about.split(",")[0]: [item.text for item in sheet.items if isinstance(item, Words)] for sheet in sheets
    }
    assert told["sheet A1"] == ["the mat · sheet A1, 1 of 16", "Begins row A."]
    assert told["sheet A2"][1] == "Cut: left. Glue over A1."
    assert told["sheet B2"][1] == "Cut: left and upper. Glue over B1."
    assert told["sheet D1"][1] == "Cut: upper. Begins row D. Glue the whole row over row C."


@pytest.mark.parametrize(("game", "mat"), sorted({(game, mat) for game, mat, _ in ALL}))
def test_every_zone_is_named_and_no_words_lie_over_a_marker(game: str, mat: str) -> None:
    kit = KITS[game]
    layout = kit.mats[mat]
    drawn = kit.prints.get(mat, PLAIN)
    items = mat_items(layout, kit.kit, drawn)
    words = [item for item in items if isinstance(item, Words)]
    others = [*drawn.ink, *(line for zone in layout.zones for line in _note(zone))]
    named = {mat_words(zone, drawn) for zone in layout.zones}
    assert {each.text for each in words if each not in others} == named
    taken = [tag_area(tag) for tag in mat_tags(layout, kit.kit)]
    for each in words:
        assert not any(extent(each).overlaps(tag) for tag in taken), each


def test_words_of_the_seat_above_are_read_from_there_in_the_rectangle_that_they_would_take() -> None:
    kit = KITS["manawave"]
    layout, drawn = kit.mats["clans"], kit.prints["clans"]
    plain = msgspec.structs.replace(
        layout, zones=tuple(msgspec.structs.replace(zone, turned=False) for zone in layout.zones)
    )
    turned, upright = (
        [item for item in mat_items(each, kit.kit, drawn) if isinstance(item, Words) and item not in drawn.ink]
        for each in (layout, plain)
    )
    seats = [zone.seat for zone in layout.zones]
    assert sum(item.upside_down for item in turned) == seats.count(1) == seats.count(0)
    for one, other in zip(turned, upright, strict=True):
        # Letters are a hundredth higher by their own measure than by that of the mat.
        assert all(
            abs(getattr(extent(one), side) - getattr(extent(other), side)) < 0.1 for side in Area.__struct_fields__
        )


def test_the_wave_is_seen_from_the_source_to_the_sink_and_positions_and_lines_are_named_for_both_sides() -> None:
    kit = KITS["manawave"]
    for mat, names in (("clans", ("1", "2", "3")), ("nexus", ("N0", "N0.5", "N1", "N3.5", "N4"))):
        layout, ink = kit.mats[mat], kit.prints[mat].ink
        for name in names:
            words = [item for item in ink if isinstance(item, Words) and item.text == name]
            assert sorted(item.upside_down for item in words) == [False, True]
        heads = [item for item in ink if isinstance(item, Outline)]
        source, sink = layout.find("source"), layout.find("sink")
        assert max(corner.x_mm for corner in heads[-1].corners) < sink.x_mm + 5
        # Every arrow points to the right, on one height, between the two.
        for head in heads:
            back, tip, other = head.corners
            assert source.x_mm + source.width_mm < back.x_mm == other.x_mm < tip.x_mm
            assert tip.y_mm == heads[0].corners[1].y_mm


@pytest.mark.parametrize(("game", "mat"), sorted({(game, mat) for game, mat, _ in ALL}))
def test_what_is_done_in_a_zone_is_said_in_it_below_its_name(game: str, mat: str) -> None:
    kit = KITS[game]
    layout = kit.mats[mat]
    drawn = kit.prints.get(mat, PLAIN)
    words = [item for item in mat_items(layout, kit.kit, drawn) if isinstance(item, Words)]
    for zone in layout.zones:
        lines = _note(zone)
        assert " ".join(each.text for each in lines) == zone.note
        if not lines:
            continue
        boxes = [_box(each) for each in lines]
        (name,) = [each for each in words if each.text == mat_words(zone, drawn)]
        assert all(zone_area(zone).holds(each) and not each.overlaps(_box(name)) for each in boxes)
        assert all(each in words for each in lines)


def _box(words: Words) -> Area:
    high = words.size_pt * 0.26
    return Area(words.x_mm, words.y_mm - high, length_mm(words.text, words.size_pt), high)


def test_on_the_mat_of_rolling_with_the_waves_five_boards_are_pushed_to_their_places_and_maps_lie_beside_them() -> None:
    kit = KITS["rolling_with_the_waves"]
    layout = kit.mats["harbour-side"]
    told = [zone.zone for zone in layout.zones if zone.note == "Push your mini board here when all have called."]
    assert told == [f"board.{seat}" for seat in range(5)]
    size = kit.kit.sizes["map"]
    for seat in range(5):
        zone = layout.find(f"map.{seat}")
        assert zone.first is not None
        laid = Area(zone.first.x_mm, zone.first.y_mm, size.width_mm, size.height_mm)
        assert laid in {item.area for item in mat_items(layout, kit.kit) if isinstance(item, Field) and item.dash_mm}
        assert not [each.zone for each in layout.zones if each is not zone and zone_area(each).overlaps(laid)]


def test_the_outlines_of_a_fan_lie_where_its_cards_will() -> None:
    kit = KITS["waves"]
    layout = kit.mats["all-vs-all-4"]
    zone = layout.find("rebel.0")
    assert zone.first is not None
    boxes = {item.area for item in mat_items(layout, kit.kit) if isinstance(item, Field) and item.dash_mm}
    first = Area(zone.first.x_mm, zone.first.y_mm, 63, 88)
    assert first in boxes
    assert msgspec.structs.replace(first, x_mm=first.x_mm + 4 * 26) in boxes
    assert msgspec.structs.replace(first, x_mm=first.x_mm + 5 * 26) not in boxes


def test_zones_are_named_for_people() -> None:
    assert zone_words("rebel.0") == "Rebel 1"
    assert zone_words("misfortune_discards") == "Misfortune discards"
    assert zone_words("tile.1.0.4") == "Tile 2 1 5"
