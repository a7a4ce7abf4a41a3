"""The pairing button as people see it: a device that is let in, two that ask at once, and codes that are half typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.storage.home import Home
from tests.browser.conftest import HOST_CODE, NewPage, Table, serving
from web.http.pairing import Pairing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

OPENED = "The button was pressed. Empty the field below to pair without the code."
ASK = "Ask to pair this device"
PRESS = "Press the pairing button 4 times"
PAIR = "Pair this device"
BESIDE = "Another device asked to be paired at the same time, so neither is."


class PairingTable(Table):
    """A companion with a pairing button. Its time passes when a test says so."""

    now_s = 0.0

    def fittings(self) -> dict[str, Any]:
        self.pairing = Pairing(lambda: self.now_s, lambda: 4)
        return {"pairing": self.pairing}

    def press(self) -> None:
        """The button is pressed four times, and then no more."""
        self.now_s += 1
        for _ in range(4):
            self.pairing.press()
        self.now_s += 3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PairingTable]:
    with serving(PairingTable(Home(tmp_path / "home"))) as made:
        yield made


def asking(new_page_with_clock: NewPage, table: PairingTable) -> Page:
    """The host page on a device that asks to be paired. Time passes on it as ever, and when `look_again` says so."""
    page = new_page_with_clock(390, 844)
    page.goto(f"{table.url}host")
    page.get_by_role("button", name=ASK).click()
    expect(page.get_by_role("heading", name=PRESS)).to_be_visible()
    return page


def look_again(*pages: Page) -> None:
    """Three seconds pass on the pages, after which they look whether the button was pressed."""
    for page in pages:
        page.clock.run_for(3000)


def test_a_device_is_paired_by_as_many_presses_as_it_shows(table: PairingTable, new_page_with_clock: NewPage) -> None:
    page = asking(new_page_with_clock, table)
    table.press()
    look_again(page)
    page.get_by_role("button", name=PAIR).click()
    expect(page.locator("[data-part=course]")).to_be_visible()


@pytest.mark.slow
def test_of_two_devices_that_ask_neither_is_paired_and_both_read_why(
    table: PairingTable, new_page_with_clock: NewPage
) -> None:
    pages = [asking(new_page_with_clock, table) for _ in range(2)]
    table.press()
    look_again(*pages)
    for page in pages:
        expect(page.get_by_text(BESIDE)).to_be_visible()


@pytest.mark.slow
def test_a_code_that_is_half_typed_is_kept_when_the_button_is_pressed(
    table: PairingTable, new_page_with_clock: NewPage
) -> None:
    page = asking(new_page_with_clock, table)
    code = page.get_by_label("Host code")
    code.press_sequentially(HOST_CODE[:3])
    table.press()
    look_again(page)
    expect(page.get_by_text(OPENED)).to_be_visible()
    expect(code).to_have_value(HOST_CODE[:3])
    expect(code).to_be_focused()
    code.press_sequentially(HOST_CODE[3:])
    page.get_by_role("button", name="Open the host page").click()
    expect(page.locator("[data-part=course]")).to_be_visible()


@pytest.mark.slow
def test_an_emptied_field_lets_the_page_show_the_button(table: PairingTable, new_page_with_clock: NewPage) -> None:
    page = asking(new_page_with_clock, table)
    page.get_by_label("Host code").fill("WRONG")
    table.press()
    look_again(page)
    expect(page.get_by_text(OPENED)).to_be_visible()
    page.get_by_label("Host code").fill("")
    look_again(page)
    expect(page.get_by_role("button", name=PAIR)).to_be_visible()
