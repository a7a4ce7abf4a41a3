"""The pages of a table at which dice are rolled, laid out by a real browser."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games.rolling_with_the_waves.state.model import PoolRolled
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, fits, open_host, serving, sit_down
from tests.companion.live.test_rolls import read
from tests.companion.tables import HOST, tap_of

pytestmark = [pytest.mark.browser, pytest.mark.rolling_with_the_waves]

Box = dict[str, Any]

SIZES = ((1280, 800), (1280, 1600), (390, 844))
LEAST_PX = 30.0
"""A line of text and the part's rim around it: what is lower has lost what it shows."""
LEAST_WIDE_PX = 240.0
"""A sentence of a few lines, or a row of three dice."""
FAR_PX = 40.0
"""Between what ends and what begins below it."""
BOXES = """() => Array.from(document.querySelectorAll(".part:not(.folded .part, .sit)"), (part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [part.dataset.part || part.classList[1], part.checkVisibility() && { x, y, width, height }];
})"""


@pytest.mark.slow
def test_every_part_is_seen_whole_and_by_itself(tmp_path: Path, new_page: NewPage) -> None:
    guest, host, phone = (new_page(*SIZES[0]) for _ in range(3))
    with serving(Table(Home(tmp_path / "home")), "rolling_with_the_waves", players=2, score_only=True) as table:
        open_host(host, table)
        sit_down(phone, table, 0, "Anna")
        for page in (guest, host):
            page.goto(table.url)
        table.room.roll(read(3, 5, 1, 1, 6, 2))
        for page in (guest, host, phone):
            page.wait_for_selector("[data-part=roll] .dice")
            for size in SIZES:
                fits(page, *size)
                check_parts(boxes_of(page))


@pytest.mark.slow
def test_a_roll_lies_beside_the_boards_of_a_whole_game(tmp_path: Path, new_page: NewPage) -> None:
    guest, host, phone = (new_page(*SIZES[0]) for _ in range(3))
    with serving(Table(Home(tmp_path / "home")), "rolling_with_the_waves", players=2) as table:
        open_host(host, table)
        sit_down(phone, table, 0, "Anna")
        for page in (guest, host):
            page.goto(table.url)
        session = table.room.session
        roll = PoolRolled((4, 1, 2, 2, 6, 5), ("red", "red", "blue", "blue", "clear", "clear"))
        for acts in (session.snapshot().choices(None)[0].actions, (roll,)):
            assert session.submit(HOST, tap_of(acts, session.snapshot().revision)).accepted
        for page in (guest, host, phone):
            page.wait_for_selector("[data-part=roll] .dice", state="attached")
            for size in SIZES:
                fits(page, *size)
                boxes = boxes_of(page)
                # On a seat's page all that is not tapped is a fold.
                assert {"roll", "evening", "mat", "log"} <= {each.removesuffix("-shown") for each in boxes}
                assert any(each.startswith("board") for each in boxes)
                check_apart(boxes)


def check_parts(boxes: dict[str, Box]) -> None:
    """All parts are there; none is squeezed or covers another, and none lies far below those above it."""
    assert {"roll", "evening", "mat", "log"} <= {each.removesuffix("-shown") for each in boxes}
    check_apart(boxes)
    first, *tops = sorted(box["y"] for box in boxes.values())
    for top in [each for each in tops if each > first + 1]:
        above = max(box["y"] + box["height"] for box in boxes.values() if box["y"] < top - 1)
        assert top - above < FAR_PX


def check_apart(boxes: dict[str, Box]) -> None:
    """No part is squeezed or covers another."""
    assert {name: box["height"] for name, box in boxes.items() if box["height"] < LEAST_PX} == {}
    assert {name: box["width"] for name, box in boxes.items() if box["width"] < LEAST_WIDE_PX} == {}
    assert [pair for pair in combinations(boxes, 2) if overlap(boxes[pair[0]], boxes[pair[1]])] == []


def boxes_of(page: Page) -> dict[str, Box]:
    """Where each part of the page lies, by its name; parts that do not show are left out."""
    return {name: box for name, box in page.evaluate(BOXES) if box}


def overlap(one: Box, other: Box) -> bool:
    return all(
        one[at] + 1 < other[at] + other[size] and other[at] + 1 < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )
