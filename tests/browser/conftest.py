"""A real companion on a free port, and the system's Chromium in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, expect, sync_playwright

from companion.games.registry import GAMES
from companion.home import Home
from companion.room import Room
from web.app import create_app
from web.server import PageServer

HOST_CODE = "TESTED"
expect.set_options(timeout=30_000)  # what is slow here is a loaded machine, not a page
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class Table:
    """A companion at work: a room and its pages."""

    def __init__(self, home: Home) -> None:
        self._home = home.make()
        self._open(port=0)

    def _open(self, port: int) -> None:
        self.room = Room(GAMES, self._home, pace_s=0.0)
        app = create_app(self.room, secret_key=b"key", host_code=HOST_CODE)
        self._server = PageServer(app, host="127.0.0.1", port=port)
        self.url = f"http://127.0.0.1:{self._server.port}/"

    def start(self) -> None:
        """Serve the pages."""
        self._server.start()

    def stop(self) -> None:
        """Stop serving, and let go of the game."""
        self._server.stop()
        self.room.close()

    def come_back(self) -> None:
        """Start again at the same address, with the game that was on the table."""
        game_id = self.room.session.game_id
        self._open(self._server.port)
        self.room.open_saved(game_id)
        self.start()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, headless."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("Chromium is not installed (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Opens tables: `serve(cards="own", seed=1)`, of Waves or another `game`; each is closed with the test."""
    opened: list[Table] = []

    def open_table(seed: int = 1, game: str = "waves", **options: object) -> Table:
        table = Table(Home(tmp_path / f"home{len(opened)}"))
        opened.append(table)
        table.room.open_new(game, options, seed)
        table.start()
        return table

    yield open_table
    for table in opened:
        table.stop()


@pytest.fixture
def new_context(chromium: Browser) -> Iterator[Callable[[int, int], BrowserContext]]:
    """Makes browser contexts, a device each; all are closed with the test."""
    made: list[BrowserContext] = []

    def make(width: int, height: int) -> BrowserContext:
        context = chromium.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(60_000)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


def sit_down(page: Page, table: Table, seat: int, name: str) -> None:
    """Take a seat (from 0) by its page, as a person does."""
    page.goto(f"{table.url}seat/{seat + 1}/")
    page.fill("input[name=name]", name)
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("[data-part=prompt]")


def open_host(page: Page, table: Table) -> None:
    """Open the host page by typing the host code."""
    page.goto(f"{table.url}host")
    page.fill("input[name=code]", HOST_CODE)
    page.get_by_role("button").first.click()
    page.wait_for_selector("[data-part=course]")


def tap_as_a_person(page: Page, button: Locator) -> None:
    """Tap until the page sends it.

    A button that has just come or moved under the finger does not count, and on a loaded machine the page may change
    between looking and tapping; a person looks again and taps again.
    """
    for _ in range(20):
        page.wait_for_timeout(360)
        try:
            with page.expect_request("**/tap", timeout=5000):
                button.click(timeout=4000)
            return
        except TimeoutError:
            continue
    raise AssertionError(f"no tap was sent in twenty tries: {button}")
