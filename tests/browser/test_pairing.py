"""The pairing button as people see it: two devices, one of which becomes the host's, and codes that are half typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.games.registry import GAMES
from companion.home import Home
from companion.room import Room
from tests.browser.conftest import HOST_CODE, Table
from web.app import create_app
from web.pairing import Pairing
from web.server import PageServer

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

NewContext = Callable[[int, int], BrowserContext]
HOW = "Or without the code: press the pairing button at the table. This page then shows a button for this device."
OPENED = "The pairing button was pressed. Empty the field above to pair without the code."
PAIR = "Pair this device"


class PairingTable(Table):
    """A companion with a pairing button. The minute that the window is open does not pass."""

    def _open(self, port: int) -> None:
        self.room = Room(GAMES, self._home)
        self.pairing = Pairing(clock=lambda: 0.0)
        app = create_app(self.room, secret_key=b"key", host_code=HOST_CODE, pairing=self.pairing)
        self._server = PageServer(app, host="127.0.0.1", port=port)
        self.url = f"http://127.0.0.1:{self._server.port}/"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PairingTable]:
    made = PairingTable(Home(tmp_path / "home"))
    made.room.open_new("waves", {"cards": "own"}, 1)
    made.start()
    yield made
    made.stop()


def open_locked(page: Page, table: PairingTable) -> None:
    """The host page on a device that is not the host's."""
    page.goto(f"{table.url}host")
    expect(page.get_by_role("status").filter(has_text=HOW)).to_be_visible()


def test_of_two_devices_one_is_paired_and_the_other_reads_why_it_is_not(
    table: PairingTable, new_context: NewContext
) -> None:
    first, second = (new_context(390, 844).new_page() for _ in range(2))
    for page in (first, second):
        open_locked(page, table)
    table.pairing.open()
    for page in (first, second):
        expect(page.get_by_role("heading", name=PAIR)).to_be_visible()
    first.get_by_role("button", name=PAIR).click()
    expect(first.locator("[data-part=course]")).to_be_visible()
    second.get_by_role("button", name=PAIR).click()
    expect(second.locator("#status")).to_have_text(
        "Pairing is not open: it closes after one device, and after 60 seconds. "
        "Press the pairing button at the table, then tap here."
    )
    table.pairing.open()
    second.get_by_role("button", name=PAIR).click()
    expect(second.locator("[data-part=course]")).to_be_visible()


def test_a_code_that_is_half_typed_is_kept_when_the_button_is_pressed(
    table: PairingTable, new_context: NewContext
) -> None:
    page = new_context(390, 844).new_page()
    open_locked(page, table)
    code = page.get_by_label("Host code")
    code.press_sequentially(HOST_CODE[:3])
    table.pairing.open()
    expect(page.get_by_text(OPENED)).to_be_visible()
    expect(code).to_have_value(HOST_CODE[:3])
    expect(code).to_be_focused()
    code.press_sequentially(HOST_CODE[3:])
    page.get_by_role("button", name="Open the host page").click()
    expect(page.locator("[data-part=course]")).to_be_visible()


@pytest.mark.slow
def test_an_emptied_field_lets_the_page_show_the_button_and_a_window_that_closed_is_told(
    table: PairingTable, new_context: NewContext
) -> None:
    page = new_context(390, 844).new_page()
    open_locked(page, table)
    page.get_by_label("Host code").fill("WRONG")
    table.pairing.open()
    expect(page.get_by_text(OPENED)).to_be_visible()
    assert table.pairing.claim(), "another device was quicker"
    expect(page.get_by_text(HOW)).to_be_visible()
    table.pairing.open()
    expect(page.get_by_text(OPENED)).to_be_visible()
    page.get_by_label("Host code").fill("")
    expect(page.get_by_role("button", name=PAIR)).to_be_visible()
