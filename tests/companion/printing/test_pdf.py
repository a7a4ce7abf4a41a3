"""The PDF as a printer gets it: every marker is read back with its id, place and size; equal kits are equal bytes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.printing.board import COLUMNS, MARKER_MM, ROWS, SQUARE_MM, board_sheet
from companion.printing.booklet import Job, booklet
from companion.printing.kits import KITS
from companion.printing.mats import mat_items
from companion.printing.paper import PAPERS
from companion.printing.pdf import draw_pdf
from companion.printing.shapes import Sheet, Window
from companion.table.geometry import Area
from companion.table.ink import Words, turned_ink
from tests.companion.printing.rendered import PX_PER_MM, check_page, pages, read
from vision.virtual.prints import MAT_PX_PER_MM, print_mat


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", KITS)
def test_every_marker_of_a_whole_kit_is_read_back(game: str, paper: str, tmp_path: Path) -> None:
    kit = KITS[game]
    made = booklet(Job(kit, PAPERS[paper], kit.default_mat))
    printed = pages(draw_pdf(made.sheets, "kit"), tmp_path)
    assert len(printed) == len(made.sheets)
    tags = sum(check_page(page, sheet) for page, sheet in zip(printed, made.sheets, strict=True))
    assert tags >= len(kit.pieces)


def test_every_marker_of_a_lost_card_and_tablet_is_read_back(tmp_path: Path) -> None:
    kit = KITS["waves"]
    job = Job(kit, PAPERS["a4"], only=(*kit.find("card:3#7"), *kit.find("120")))
    made = booklet(job)
    printed = pages(draw_pdf(made.sheets, "kit"), tmp_path)
    assert [check_page(page, sheet) for page, sheet in zip(printed, made.sheets, strict=True)] == [3, 3, 1]


def test_every_marker_of_a_whole_map_and_mini_board_is_read_back_and_none_on_a_screen(tmp_path: Path) -> None:
    kit = KITS["rolling_with_the_waves"]
    asked = ("map#3", "mini_board#1", "mini_board#2", "ship_screen:right#4")
    made = booklet(Job(kit, PAPERS["letter"], only=tuple(piece for each in asked for piece in kit.find(each))))
    printed = pages(draw_pdf(made.sheets, "kit"), tmp_path)
    assert [check_page(page, sheet) for page, sheet in zip(printed, made.sheets, strict=True)] == [1, 2, 0]


def test_words_upside_down_are_the_same_picture_turned(tmp_path: Path) -> None:
    # As large as whole pixels, so that half a turn falls on them.
    upright = Words(20, 12, "The ship of", 14, "middle")
    one, other = (
        pages(draw_pdf([Sheet(50.8, 25.4, "", "", (each,))], "words"), tmp_path)[0]
        for each in (upright, turned_ink(upright, 50.8, 25.4))
    )
    differ = (cv2.rotate(other, cv2.ROTATE_180) < 128) != (one < 128)
    assert not cv2.erode(differ.astype(np.uint8), np.ones((3, 3), np.uint8)).any()
    assert (one < 128).sum() > 100


def test_every_marker_of_a_sheet_of_the_mat_is_read_back(tmp_path: Path) -> None:
    kit = KITS["waves"]
    made = booklet(Job(kit, PAPERS["a4"], "all-vs-all-4"))
    fullest = max((each for each in made.sheets if "mat" in each.part), key=lambda each: len(list(each.tags())))
    (page,) = pages(draw_pdf([fullest], "kit"), tmp_path)
    assert check_page(page, fullest) >= 6


def test_a_printer_that_shrinks_to_97_percent_is_told_by_the_size_of_its_markers(tmp_path: Path) -> None:
    kit = KITS["waves"]
    (sheet, *_) = booklet(Job(kit, PAPERS["a4"], only=kit.find("card:3#7"))).sheets
    (page,) = pages(draw_pdf([sheet], "kit"), tmp_path)
    shrunk = cv2.resize(page, None, fx=0.97, fy=0.97, interpolation=cv2.INTER_AREA)
    sides = [each.side_mm for each in read(np.asarray(shrunk, dtype=np.uint8))]
    assert len(sides) == 3
    assert all(abs(side - 0.97 * 18) < 0.15 for side in sides)


def test_the_printed_mat_is_the_virtual_one(tmp_path: Path) -> None:
    """Rim, corners and bare ground: one sheet as large as the mat beside what the virtual camera sees of it."""
    kit = KITS["waves"]
    layout = kit.mats["all-vs-all-4"]
    whole = Area(0, 0, layout.width_mm, layout.height_mm)
    sheet = Sheet(layout.width_mm, layout.height_mm, "mat", "", (Window(whole, 0, 0, mat_items(layout, kit.kit)),))
    (page,) = pages(draw_pdf([sheet], "mat"), tmp_path)
    check_page(page, sheet)
    virtual = cv2.cvtColor(print_mat(layout, kit.kit), cv2.COLOR_BGR2GRAY)
    size = (round(layout.width_mm * MAT_PX_PER_MM), round(layout.height_mm * MAT_PX_PER_MM))
    printed = cv2.resize(page, size, interpolation=cv2.INTER_AREA)
    differ = (printed < 128) != (virtual < 100)
    # Edges fall between pixels; a marker or dash elsewhere is thousands of them in one place.
    kernel = np.ones((3, 3), np.uint8)
    assert not cv2.erode(differ.astype(np.uint8), kernel).any()
    assert (printed < 128).any()


def test_the_calibration_board_is_read_by_opencv(tmp_path: Path) -> None:
    (page,) = pages(draw_pdf([board_sheet(PAPERS["a4"])], "board"), tmp_path)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(page)
    assert sorted(np.asarray(ids).reshape(-1).tolist()) == list(range((COLUMNS - 1) * (ROWS - 1)))
    places = np.asarray(corners, dtype=np.float64).reshape(-1, 2) / PX_PER_MM
    assert abs(float(np.linalg.norm(places[1] - places[0])) - SQUARE_MM) < 0.1


def test_the_same_kit_is_the_same_bytes() -> None:
    kit = KITS["rolling_with_the_waves"]
    job = Job(kit, PAPERS["a4"], kit.default_mat)
    told: Counter[str] = Counter()

    def count(number: int) -> None:
        told["sheets"] += number

    sheets = booklet(job).sheets
    assert draw_pdf(sheets, "kit", count) == draw_pdf(booklet(job).sheets, "kit")
    assert told["sheets"] == len(sheets)


def test_letters_beyond_ascii_are_printed(tmp_path: Path) -> None:
    words = Words(10, 10, "é × – “fit”")
    one, other = (
        pages(draw_pdf([Sheet(60, 20, "", "", (text,))], "words"), tmp_path)[0]
        for text in (words, Words(10, 10, "? ? ? ?fit?"))
    )
    assert (one < 128).any()
    assert (one != other).any()
