"""A kit as sheets: what there is of each part, backs behind their faces, and what the first sheet tells."""

from __future__ import annotations

from functools import cache

import pytest

from companion.printing.booklet import Booklet, Job, booklet
from companion.printing.figures import MINUTES
from companion.printing.kits import KITS, GameKit, PrintSet
from companion.printing.paper import PAPERS, Paper
from companion.printing.shapes import Sheet, Tag, Window, tag_area
from companion.table.geometry import Area
from companion.table.ink import Line, Words
from companion.table.kit import Kit, MarkedPiece, PieceSize
from companion.table.sightings import BARE
from tests.companion.printing.measured import extent

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
        tags = [tag for tag in sheet.items if isinstance(tag, Tag) and not tag.board]
        if any(tag.turn_deg for tag in tags):
            continue  # the box around a turned one is larger than it: its game's test measures it as it lies
        areas = [tag_area(tag) for tag in tags]
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


def rolling(paper: Paper = A4, **options: object) -> Booklet:
    return booklet(Job(KITS["rolling_with_the_waves"], paper, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_whole_pieces_are_printed_as_their_game_draws_them_each_with_its_marker(paper: Paper) -> None:
    made = rolling(paper)
    assert made.parts[1:] == (
        ("Rolling with the Waves, Pirate Maps", 5),
        ("Rolling with the Waves, Mini boards", 3),
        ("Rolling with the Waves, Ship Screens, left", 5),
        ("Rolling with the Waves, Ship Screens, right", 5),
        ("Calibration board", 1),
    )
    tags = [tag.marker for sheet in made.sheets for tag in sheet.tags() if not tag.board]
    assert tags == list(range(10, 20))
    for sheet in made.sheets:
        assert sorted((sheet.width_mm, sheet.height_mm)) == sorted((paper.width_mm, paper.height_mm))
        room = Area(0, 0, sheet.width_mm, sheet.height_mm)
        assert all(room.holds(extent(item)) for item in sheet.items if not isinstance(item, Tag | Window)), sheet.about


def test_the_first_sheets_say_who_needs_them_what_else_to_buy_and_by_which_figures_they_were_drawn() -> None:
    made = rolling(mat="harbour-side")
    assert made.parts[0] == ("What to do", 2)
    text = " ".join(map(text_of, made.sheets[:2]))
    assert "35 sheets of A4 after these 2;" in text
    assert "Pages 3 to 7: Rolling with the Waves, Pirate Maps" in text
    assert "Page 37: Calibration board" in text
    assert "Who has no box of Rolling with the Waves: here are its pieces, whole." in text
    assert "companion print rolling_with_the_waves --stickers" in text
    # Ledger, section 2: 25 crew dice in 5 colours, 6 Freebooters, one bag.
    assert "5 each of red, blue, green, yellow and purple, and 6 of a sixth colour" in text
    assert "Opaque dice are read better than clear ones." in text
    assert "– A bag that nobody sees into" in text
    assert "Figures of the Pirate Map are assumed: circles of Infamy 18" in text
    assert "Typed by the owner" not in text
    own = KITS["rolling_with_the_waves"].by_figures({"map": {"infamy_cap": 24}})
    typed = booklet(Job(own, A4))
    assert "Typed by the owner: circles of Infamy 24." in " ".join(map(text_of, typed.sheets[:2]))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_no_heading_stands_alone_at_the_end_of_a_first_sheet(paper: Paper) -> None:
    sheets = rolling(paper, mat="harbour-side").sheets[:2]
    lines = [[each for each in sheet.items if isinstance(each, Words) and each.x_mm == 20] for sheet in sheets]
    assert not any(sheet[-1].bold for sheet in lines)


def test_whoever_has_the_real_pieces_prints_labels_for_those_with_a_marker_and_is_told_so() -> None:
    made = rolling(stickers=True)
    assert made.parts == (("What to do", 1), ("Rolling with the Waves, labels", 1), ("Calibration board", 1))
    assert [tag.marker for tag in made.sheets[1].tags()] == list(range(10, 20))
    text = text_of(made.sheets[0])
    assert "Who owns the box of Rolling with the Waves: these labels are for its own pieces." in text
    assert "Who does not prints the pieces whole: companion print rolling_with_the_waves" in text
    assert "Matt label paper for 10 labels" in text
    assert made.figures == ()
    assert not any("dice" in each.casefold() for each in made.buy)
    assert "14 mm from the left and 14 mm from the top (map)" in " ".join(made.order)


def test_a_lost_map_is_printed_alone_and_buys_no_dice() -> None:
    made = rolling(only=KITS["rolling_with_the_waves"].find("Pirate Map, green"))
    assert made.parts == (("Rolling with the Waves, Pirate Maps", 1),)
    assert [tag.marker for tag in made.sheets[0].tags()] == [12]
    assert not any("Dice" in each for each in made.buy)
    assert made.figures


def test_of_a_game_that_draws_nothing_nobody_is_asked_for_a_box() -> None:
    assert "Who needs these sheets" not in text_of(waves().sheets[0])
    assert "By which figures" not in text_of(waves().sheets[0])


def test_labels_of_two_sizes_are_on_sheets_of_their_own_and_the_first_sheet_names_both_sides() -> None:
    sizes = {"coin": PieceSize(22, 22, 11, 11, True, marker_side_mm=12), "tile": PieceSize(60, 40, 20, 20)}
    kit = Kit(18, sizes, {"coin": MarkedPiece("coin", 30), "tile": MarkedPiece("tile", 31, 2)})
    sets = (PrintSet("Coins", "coin", "label"), PrintSet("Tiles", "tile", "label"))
    made = booklet(Job(GameKit("small", "", "Small", kit, {}, "", sets, {}), A4))
    assert made.parts[1:3] == (("Small, labels of 22.5 mm", 1), ("Small, labels of 15 mm", 1))
    sides = [
        {item.side_mm for item in sheet.items if isinstance(item, Tag)}
        for sheet in made.sheets
        if sheet.part[:1] == "S"
    ]
    assert sides == [{18}, {12}]
    assert "18 mm from black edge to black edge, 12 mm on each coin." in text_of(made.sheets[0])
