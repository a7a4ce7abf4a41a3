"""The pages of a table at which dice are rolled, laid out by a real browser."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Table, open_host, sit_down
from tests.companion.test_dicing import read

Serve = Callable[..., Table]
NewContext = Callable[[int, int], BrowserContext]
Box = dict[str, Any]

LEAST_PX = 30.0
"""A line of text and the part's rim around it: what is lower has lost what it shows."""
FAR_PX = 40.0
"""Between what ends and what begins below it."""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1280, 1600), (390, 844)])
@pytest.mark.parametrize("path", ["", "host's table", "seat/1/"])
def test_every_part_is_seen_whole_and_by_itself(
    serve: Serve, new_context: NewContext, width: int, height: int, path: str
) -> None:
    table = serve(game="rolling_with_the_waves", cards="own", players=2)
    page = new_context(width, height).new_page()
    if path == "host's table":
        open_host(page, table)
    if path.startswith("seat"):
        sit_down(page, table, 0, "Anna")
    else:
        page.goto(table.url)
    table.room.roll(read(3, 5, 1, 1, 6, 2))
    page.wait_for_selector("[data-part=roll] .dice")
    boxes = boxes_of(page)
    assert {"roll", "evening", "mat", "log"} <= boxes.keys()
    assert {name: box["height"] for name, box in boxes.items() if box["height"] < LEAST_PX} == {}
    assert [pair for pair in combinations(boxes, 2) if overlap(boxes[pair[0]], boxes[pair[1]])] == []
    first, *tops = sorted(box["y"] for box in boxes.values())
    for top in [each for each in tops if each > first + 1]:
        above = max(box["y"] + box["height"] for box in boxes.values() if box["y"] < top - 1)
        assert top - above < FAR_PX


def boxes_of(page: Page) -> dict[str, Box]:
    """Where each part of the page lies, by its name; parts that do not show are left out."""
    found = {}
    for part in page.locator(".part").all():
        box = part.bounding_box()
        if box is not None:
            name = part.get_attribute("data-part") or str(part.get_attribute("class")).split()[1]
            found[name] = dict(box)
    return found


def overlap(one: Box, other: Box) -> bool:
    return all(
        one[at] + 1 < other[at] + other[size] and other[at] + 1 < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )
