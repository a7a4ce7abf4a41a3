"""Nothing is printed within 5 mm of a paper's edge, which many printers do not reach: marks, rulers, mats, words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.printing.booklet import Job, booklet
from companion.printing.kits import KITS
from companion.printing.mats import mat_sheets
from companion.printing.paper import PAPERS
from companion.printing.pdf import draw_pdf
from companion.printing.shapes import Item, Sheet, Tag, Window, tag_area
from companion.table.geometry import Area
from tests.companion.printing.measured import extent
from tests.companion.printing.rendered import PX_PER_MM, pages

EDGE_MM = 5.0


def taken(item: Item) -> Area:
    match item:
        case Window(area):
            return area
        case Tag():
            return tag_area(item)
        case _:
            return extent(item)


def beyond(sheet: Sheet) -> list[Item]:
    """What of a sheet reaches into its edge."""
    inner = Area(EDGE_MM, EDGE_MM, sheet.width_mm - 2 * EDGE_MM, sheet.height_mm - 2 * EDGE_MM)
    return [item for item in sheet.items if not inner.holds(taken(item))]


def check_edges(sheets: Sequence[Sheet], folder: Path) -> None:
    """As a printer gets them: the edges of every page are white."""
    edge = int(EDGE_MM * PX_PER_MM)
    printed = pages(draw_pdf(sheets, "kit"), folder)
    for sheet, page in zip(sheets, printed, strict=True):
        edges = (page[:edge], page[-edge:], page[:, :edge], page[:, -edge:])
        assert min(int(each.min()) for each in edges) == 255, (sheet.part, sheet.about)


@pytest.mark.parametrize(("game", "paper"), [("waves", "letter"), ("rolling_with_the_waves", "a4")])
def test_no_item_of_a_sheet_reaches_into_its_edge(game: str, paper: str) -> None:
    kit = KITS[game]
    for sheet in booklet(Job(kit, PAPERS[paper], kit.default_mat)).sheets:
        assert not beyond(sheet), (sheet.part, sheet.about)


def test_the_edges_of_one_sheet_of_each_part_are_white(tmp_path: Path) -> None:
    kit = KITS["rolling_with_the_waves"]
    made = booklet(Job(kit, PAPERS["letter"], kit.default_mat))
    check_edges(list({sheet.part: sheet for sheet in made.sheets}.values()), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", KITS)
def test_the_edges_of_all_sheets_of_a_kit_and_of_all_mats_are_white(game: str, paper: str, tmp_path: Path) -> None:
    kit = KITS[game]
    sheets = [
        *booklet(Job(kit, PAPERS[paper])).sheets,
        *booklet(Job(kit, PAPERS[paper], stickers=True)).sheets,
        *(sheet for mat in kit.mats.values() for sheet in mat_sheets(mat, kit.kit, PAPERS[paper], "mat")),
    ]
    assert not [(sheet.part, sheet.about) for sheet in sheets if beyond(sheet)]
    check_edges(sheets, tmp_path)
