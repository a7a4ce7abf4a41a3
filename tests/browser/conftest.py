"""A real companion on a free port, and the system's Chromium in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect, sync_playwright

from companion.games.deal import CARDS, OWN, can_deal
from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.games.registered import SEALED_BID
from web.app import create_app
from web.http.server import PageServer

HOST_CODE = "TESTED"
expect.set_options(timeout=30_000)  # what is slow here is a loaded machine, not a page
PATIENCE_MS = 60_000
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NewPage = Callable[[int, int], Page]


class Table:
    """A companion at work: a room and its pages. A subclass says what there is besides."""

    def __init__(self, home: Home) -> None:
        self._home = home.make()
        self._open(port=0)

    def _open(self, port: int) -> None:
        self.room = Room(GAMES, self._home, pace_s=0.0, probe=self.devices)
        app = create_app(self.room, secret_key=b"key", host_code=HOST_CODE, **self.fittings())
        self._server = PageServer(app, host="127.0.0.1", port=port)
        self.url = f"http://127.0.0.1:{self._server.port}/"

    def fittings(self) -> dict[str, Any]:
        """What the pages are given besides the room."""
        return {}

    def devices(self) -> tuple[DeviceHealth, ...]:
        """How the devices are that this table has."""
        return ()

    def start(self) -> None:
        """Serve the pages."""
        self._server.start()

    def stop(self) -> None:
        """Let go of the game, and stop serving: streams of a game that is closed end at once."""
        self.room.close()
        self._server.stop()

    def come_back(self) -> None:
        """Start again at the same address, with the game that was on the table."""
        game_id = self.room.session.game_id
        self._open(self._server.port)
        self.room.open_saved(game_id)
        self.start()


T = TypeVar("T", bound=Table)


@contextmanager
def serving(table: T, game: str = SEALED_BID.name, seed: int = 1, **options: object) -> Iterator[T]:
    """The table with a new game on it, own cards unless the options say otherwise."""
    try:
        cards = {CARDS.key: OWN} if can_deal(GAMES[game]) else {}
        table.room.open_new(game, {**cards, **options}, seed)
        table.start()
        yield table
    finally:
        table.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table of Sealed Bid with own cards."""
    with serving(Table(Home(tmp_path / "home"))) as made:
        yield made


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


class Shelf:
    """Devices, each with its page, that no test has now. A new one costs as much as three pages that are opened."""

    def __init__(self, chromium: Browser, *, has_clock: bool = False) -> None:
        """With `has_clock` tests may set the clock of each page; until then it goes as ever."""
        self._chromium, self._has_clock = chromium, has_clock
        self._pages: list[Page] = []

    @contextmanager
    def lending(self) -> Iterator[NewPage]:
        """Takes pages for one test, as new, by width and height."""
        lent: list[Page] = []

        def take(width: int, height: int) -> Page:
            lent.append(self._pages.pop() if self._pages else self._make())
            lent[-1].set_viewport_size({"width": width, "height": height})
            return lent[-1]

        yield take
        for page in lent:
            if not page.is_closed():
                self._leave_as_new(page)
                self._pages.append(page)

    def _make(self) -> Page:
        context = self._chromium.new_context()
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        if self._has_clock:
            page.clock.install()
        return page

    def _leave_as_new(self, page: Page) -> None:
        """Forget where it was, and its cookies: all else it keeps for an address, and each table has its own.

        What listened to it belongs to a test that is over.
        """
        if self._has_clock:
            page.clock.resume()
        page.mouse.up()
        page.emulate_media(reduced_motion="null")
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")
        page.context.clear_cookies()


@pytest.fixture(scope="session")
def _shelf(chromium: Browser) -> Shelf:
    return Shelf(chromium)


@pytest.fixture(scope="session")
def _shelf_with_clocks(chromium: Browser) -> Shelf:
    return Shelf(chromium, has_clock=True)


@pytest.fixture
def new_page(_shelf: Shelf) -> Iterator[NewPage]:
    """Takes a page of a device of its own. Devices are for all tests, one after another."""
    with _shelf.lending() as take:
        yield take


@pytest.fixture
def new_page_with_clock(_shelf_with_clocks: Shelf) -> Iterator[NewPage]:
    """The same, for tests that set the page's clock."""
    with _shelf_with_clocks.lending() as take:
        yield take


def take_seat(page: Page, table: Table, seat: int, name: str) -> str:
    """Take a seat (from 0) for this device; returns the address of the seat's page."""
    address = f"{table.url}seat/{seat + 1}/"
    reply = page.request.post(f"{address}take", form={"name": name}, headers={"Accept": "application/json"})
    assert reply.json()["accepted"], reply.text()
    return address


def sit_down(page: Page, table: Table, seat: int, name: str) -> None:
    """Take a seat (from 0), and open its page."""
    page.goto(take_seat(page, table, seat, name))


def sit_down_by_hand(page: Page, address: str, seat: int, name: str) -> None:
    """Take a seat (from 0) by its page, as a person does."""
    page.goto(f"{address}seat/{seat + 1}/")
    page.fill("input[name=name]", name)
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("[data-part=prompt]")


def open_host(page: Page, table: Table, part: str = "now") -> None:
    """Open a part of the host page on a device that has sent the host code."""
    page.context.request.post(f"{table.url}host/unlock", form={"code": HOST_CODE})
    page.goto(f"{table.url}host#{part}")
    page.wait_for_selector("[data-part=course]", state="attached")


def fits(page: Page, width: int, height: int) -> bool:
    """Whether nothing hangs out at the side, once the window has this size."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


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
