"""What pages take from the network, in bytes with the heads of requests and answers; no times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, open_host, serving, sit_down
from tests.browser.test_lost import do_first, stop_clock
from tests.browser.test_virtual import NUMBER, Shots
from tests.browser.traffic import Meter
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.many import one_quick
from tests.web.world import SmallWorld

pytestmark = pytest.mark.browser

MOST_AT_REST = 2_500
"""Bytes: two or three heartbeats of 30, a question of the test with its answer, and room for a line of devices."""
ACTS = 5
MOST_OF_AN_ACT = 2_750
"""Of a small game, with a small picture and the news. The page alone is 4 to 17 kB compressed."""
PAGES = ("", "seat/1/", "host", "virtual")
REST_MS = 3_000
"""Of the page's clock: 10 s after the last heartbeat, which the real clock brings, it would open another stream."""
TELL_PLACE = """window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    for (const last of ["page", "beat"]) this.addEventListener(last, (event) => { window.place = event.lastEventId; });
  }
};"""
"""Of what the stream sends for a row, one of these comes last: `window.place` is the row that is wholly there."""


class WatchedTable(Table):
    """A companion with a camera and a virtual table."""

    def fittings(self) -> dict[str, Any]:
        self.world, self.shots = SmallWorld(LAYOUT, KIT), Shots()
        return {"picture": self.shots, "seen": self.shots.seen, "world": lambda: self.world}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WatchedTable]:
    with serving(WatchedTable(Home(tmp_path / "home"))) as made:
        for number in range(12):
            made.world.put(f"card:{number % 5 + 1}", 40 + 45 * number, 350)
        yield made


@pytest.fixture
def meter(table: WatchedTable) -> Iterator[Meter]:
    made = Meter(urlsplit(table.url).port or 0)
    yield made
    made.close()


def open_page(page: Page, table: WatchedTable, path: str) -> None:
    """Open a page as whoever may."""
    if path == "host":
        open_host(page, table)
    elif path.startswith("seat"):
        sit_down(page, table, 0, "Anna")
    else:
        page.goto(table.url + path)
    expect(page.locator("[data-part=prompt]")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("path", one_quick(PAGES))
def test_a_page_asks_for_nothing_at_rest_and_an_act_sends_what_it_changed(
    table: WatchedTable, meter: Meter, new_page_with_clock: NewPage, path: str
) -> None:
    page = new_page_with_clock(1280, 800)
    shows_camera, shows_pieces = path in ("", "virtual"), path == "virtual"
    table.url = meter.url
    page.add_init_script(TELL_PLACE)
    open_page(page, table, path)
    if shows_camera:  # the first picture of the right size: all that a page asks for as it opens
        page.wait_for_function(f"() => {NUMBER} === 1")
    do_first(table)
    expect(page.locator(".say")).to_contain_text("Deal")
    page.wait_for_function(
        "row => String(window.place).endsWith(`:${row}`)", arg=table.room.session.snapshot().last_row
    )
    stop_clock(page)
    asked: list[str] = []
    page.on("request", lambda request: None if "blob:" in request.url else asked.append(urlsplit(request.url).path))
    before = meter.passed
    page.clock.run_for(REST_MS)  # whoever asks again and again does so meanwhile
    page.evaluate("fetch('/health.json').then((reply) => reply.text())")  # after whatever was asked before
    assert asked == ["/health.json"]
    assert meter.passed - before < MOST_AT_REST

    before = meter.passed
    for number in range(ACTS):
        table.shots.taken += 1
        table.world.move(1, 400, 200 + number)
        do_first(table)
    words = table.room.session.snapshot().log(None)[-1].text
    if not shows_pieces:
        expect(page.locator("#log li").first).to_contain_text(str(words))
    else:
        at = f"translate(400.0 {199 + ACTS}.0) rotate(0.0)"
        expect(page.locator('[data-piece="1"]')).to_have_attribute("transform", at)
    page.clock.run_for(1_000)
    if shows_camera:
        page.wait_for_function(f"() => {NUMBER} === 2")
    assert meter.passed - before < ACTS * MOST_OF_AN_ACT
    assert asked[1:] == ["/camera.jpg"] * shows_camera, "one picture, of what the hands have left"
