"""The setup page in a browser: it keeps itself fresh, fits a phone, and lets the host alone measure the strip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.games.registry import GAMES
from companion.home import Home
from companion.room import Room
from companion.table.fitness import Check, StripMeasure, sum_up
from tests.browser.conftest import HOST_CODE
from tests.web.test_setup_page import CHECKS, DONE, RUNNING, Told
from web.app import create_app
from web.server import PageServer

pytestmark = pytest.mark.browser


class SetUp:
    """A table with a setup that says what the test tells it."""

    def __init__(self, home: Home) -> None:
        self.room = Room(GAMES, home.make(), pace_s=0.0)
        self.room.open_new("waves", {"cards": "own"}, 1)
        self.told = Told()
        app = create_app(
            self.room, secret_key=b"key", host_code=HOST_CODE, picture=lambda width_px: None, setup=self.told
        )
        self._server = PageServer(app, host="127.0.0.1", port=0)
        self.url = f"http://127.0.0.1:{self._server.port}/"
        self._server.start()

    def close(self) -> None:
        self._server.stop()
        self.room.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SetUp]:
    made = SetUp(Home(tmp_path / "home"))
    yield made
    made.close()


def opened(new_context: Callable[[int, int], BrowserContext], table: SetUp, width: int, *, host: bool) -> Page:
    page = new_context(width, 740).new_page()
    if host:
        page.goto(f"{table.url}host?code={HOST_CODE}")
    page.goto(f"{table.url}setup")
    return page


@pytest.mark.parametrize("width", [360, 1280])
def test_the_checks_change_by_themselves_and_the_verdict_is_announced(
    table: SetUp, new_context: Callable[[int, int], BrowserContext], width: int
) -> None:
    page = opened(new_context, table, width, host=False)
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    expect(page.get_by_role("heading", level=1)).to_have_text("One thing to mend: glare.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table.told.fit = sum_up(CHECKS[:1], 8)
    expect(page.get_by_role("heading", level=1)).to_have_text("The table can be read.")
    expect(page.locator("#announce")).to_have_text("The table can be read.")
    expect(page.get_by_role("button", name="Measure the strip's light")).to_have_count(0)
    assert errors == []


def test_the_host_measures_and_follows_it(table: SetUp, new_context: Callable[[int, int], BrowserContext]) -> None:
    page = opened(new_context, table, 360, host=True)
    page.get_by_role("button", name="Measure the strip's light").click()
    strip = page.get_by_role("region", name="The strip's light", exact=True)
    table.told.strip = RUNNING
    expect(strip).to_contain_text("Step 1 of 2: the strip is dark.")
    assert table.told.asked == 1
    table.told.strip = DONE
    expect(strip).to_contain_text("It does not disturb.")


def test_a_refusal_is_shown(table: SetUp, new_context: Callable[[int, int], BrowserContext]) -> None:
    table.told.refusal = "No strip is fitted to the board, so there is no light to be measured."
    page = opened(new_context, table, 1280, host=True)
    page.get_by_role("button", name="Measure the strip's light").click()
    expect(page.locator("#status")).to_have_text(table.told.refusal)


def test_without_script_the_page_shows_one_moment(
    table: SetUp, new_context: Callable[[int, int], BrowserContext]
) -> None:
    table.told.strip = StripMeasure("done", "", Check("strip", "The strip's light", "fit", "", "It does not disturb."))
    page = opened(new_context, table, 1280, host=False)
    page.route("**/setup.js", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("A lamp washes out the print at <corner marker 2>. Move the lamp.")).to_be_visible()
    expect(page.get_by_text("It does not disturb.")).to_be_visible()
