"""A kit as sheets: what there is of each part, backs behind their faces, and what the first sheet tells."""

from __future__ import annotations

from functools import cache

import pytest

from companion.printing.booklet import Booklet, Job, booklet
from companion.printing.figures import MINUTES
from companion.printing.kits import KITS
from companion.printing.paper import PAPERS
from companion.printing.shapes import Line, Sheet, Tag, Words, tag_area
from companion.table.geometry import Area
from companion.table.sightings import BARE

A4, LETTER = PAPERS["a4"], PAPERS["letter"]


@cache
def waves(**options: object) -> Booklet:
    return booklet(Job(KITS["waves"], A4, "all-vs-all-4", **options))  # type: ignore[arg-type]


def text_of(sheet: Sheet) -> str:
    return " ".join(item.text.strip() for item in sheet.items if isinstance(item, Words))


def test_a_whole_kit_has_all_its_parts() -> None:
    made = waves()
    assert made.parts == (
        ("What to do", 1),
        ("Waves, cards", 24),
        ("Waves, discs of 34 mm", 1),
        ("Waves, labels", 1),
        ("Waves, mat all-vs-all-4", 16),
        ("Calibration board", 1),
    )
    assert len(made.sheets) == sum(number for _, number in made.parts) == 44


def test_the_first_sheet_says_how_many_sheets_and_minutes_what_to_buy_and_in_what_order() -> None:
    made = waves()
    text = text_of(made.sheets[0])
    assert "43 sheets of A4 after this one; about 200 minutes of work (assumed: nobody has timed it yet)." in text
    assert made.minutes == 200
    assert MINUTES.is_assumed
    assert "This line must be 100 mm long" in text
    assert "Pages 2 to 25: Waves, cards" in text
    assert "100 sleeves for cards of 63 × 88 mm, clear in front." in text
    for number, step in enumerate(made.order, 1):
        assert f"{number}. {step[:30]}" in text
    assert "860 mm along and 560 mm across" in text


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_first_sheet_holds_all_it_says(game: str, paper: str) -> None:
    kit = KITS[game]
    made = booklet(Job(kit, PAPERS[paper], kit.default_mat))
    for sheet in made.sheets:
        for item in sheet.items:
            if isinstance(item, Words):
                assert 0 < item.x_mm < sheet.width_mm
                assert 0 < item.y_mm < sheet.height_mm - 2


def test_the_rulers_are_100_mm() -> None:
    lines = [item for item in waves().sheets[0].items if isinstance(item, Line)]
    assert sum(abs(line.x2_mm - line.x1_mm - 100) < 1e-9 and line.y1_mm == line.y2_mm for line in lines) == 1
    assert sum(abs(line.y2_mm - line.y1_mm - 100) < 1e-9 and line.x1_mm == line.x2_mm for line in lines) == 1
    assert all(
        any(isinstance(item, Line) and abs(item.x2_mm - item.x1_mm - 100) < 1e-9 for item in sheet.items)
        for sheet in waves().sheets
        if "mat" not in sheet.part
    )


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_turned_on_the_long_edge_each_back_lies_behind_its_face(paper: object) -> None:
    kit = KITS["waves"]
    sheets = [each for each in booklet(Job(kit, paper)).sheets if each.part == "Waves, cards"]  # type: ignore[arg-type]
    size = kit.kit.sizes["card"]
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.about.rpartition(", ")[2], back.about.rpartition(", ")[2]) == ("face", "back")
        corners = {(round(x, 3), round(y, 3)) for x, y in _cards(front, size.marker_x_mm)}
        behind = {(round(back.width_mm - x - size.width_mm, 3), round(y, 3)) for x, y in _cards(back, size.marker_x_mm)}
        assert corners == behind


def _cards(sheet: Sheet, marker_mm: float) -> list[tuple[float, float]]:
    """Top left corner of each card of a sheet."""
    return [(tag.x_mm - marker_mm, tag.y_mm - marker_mm) for tag in sheet.tags() if tag.marker != BARE]


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("stickers", [False, True])
def test_no_words_and_no_cut_lie_over_a_marker(game: str, stickers: bool) -> None:
    kit = KITS[game]
    for sheet in booklet(Job(kit, A4, stickers=stickers)).sheets:
        areas = [tag_area(tag) for tag in sheet.items if isinstance(tag, Tag) and not tag.board]
        for item in sheet.items:
            if isinstance(item, Line):
                left, top = min(item.x1_mm, item.x2_mm), min(item.y1_mm, item.y2_mm)
                # A hundredth short of it: a label ends where its white edge does.
                box = Area(left, top + 0.01, abs(item.x2_mm - item.x1_mm), abs(item.y2_mm - item.y1_mm) - 0.02)
                assert not any(box.overlaps(area) for area in areas), (sheet.about, item)
            if isinstance(item, Words) and item.anchor == "middle":
                assert not any(Area(item.x_mm - 1, item.y_mm - 1, 2, 1).overlaps(area) for area in areas), item
        for index, one in enumerate(areas):
            assert not any(one.overlaps(other) for other in areas[index + 1 :])


def test_stickers_are_labels_for_both_sides_and_for_bare_ground() -> None:
    made = waves(stickers=True)
    tags = [tag.marker for sheet in made.sheets if sheet.part == "Waves, labels" for tag in sheet.tags()]
    assert tags.count(4) == 100
    assert tags.count(BARE) == 400
    assert len(tags) == 616
    assert not any("sleeves" in each for each in made.buy)
    assert any("those named bare at 38.75, 12.75 mm and 12.75, 38.75 mm" in each for each in made.order)


def test_lost_pieces_are_printed_alone() -> None:
    kit = KITS["waves"]
    made = waves(only=(*kit.find("card:3#7"), *kit.find("shell#2")))
    assert made.parts == (("Waves, cards", 2), ("Waves, discs of 34 mm", 1))
    assert [[tag.marker for tag in sheet.tags() if tag.marker != BARE] for sheet in made.sheets] == [[66], [4], [7]]


def test_tiles_get_a_label_on_each_side() -> None:
    kit = KITS["atlantis_rising"]
    (sheet,) = booklet(Job(kit, A4, only=kit.find("dry:forests_4"))).sheets
    assert [tag.marker for tag in sheet.tags()] == [26, 66]
    assert "Forests 4, flooded" in text_of(sheet)
