"""The pairing button as people see it: two devices, one of which becomes the host's, and codes that are half typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.home import Home
from tests.browser.conftest import HOST_CODE, NewPage, Table, serving
from web.pairing import Pairing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

HOW = "Or without the code: press the pairing button at the table. This page then shows a button for this device."
OPENED = "The pairing button was pressed. Empty the field above to pair without the code."
PAIR = "Pair this device"


class PairingTable(Table):
    """A companion with a pairing button. The minute that the window is open does not pass."""

    def fittings(self) -> dict[str, Any]:
        self.pairing = Pairing(clock=lambda: 0.0)
        return {"pairing": self.pairing}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PairingTable]:
    with serving(PairingTable(Home(tmp_path / "home"))) as made:
        yield made


def open_locked(new_page_with_clock: NewPage, table: PairingTable) -> Page:
    """The host page on a device that is not the host's. Time passes on it as ever, and when `look_again` says so."""
    page = new_page_with_clock(390, 844)
    page.goto(f"{table.url}host")
    expect(page.get_by_role("status").filter(has_text=HOW)).to_be_visible()
    return page


def look_again(*pages: Page) -> None:
    """Three seconds pass on the pages, after which they look whether the button was pressed."""
    for page in pages:
        page.clock.run_for(3000)


def test_of_two_devices_one_is_paired_and_the_other_reads_why_it_is_not(
    table: PairingTable, new_page_with_clock: NewPage
) -> None:
    first, second = (open_locked(new_page_with_clock, table) for _ in range(2))
    table.pairing.open()
    look_again(first, second)
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
    table: PairingTable, new_page_with_clock: NewPage
) -> None:
    page = open_locked(new_page_with_clock, table)
    code = page.get_by_label("Host code")
    code.press_sequentially(HOST_CODE[:3])
    table.pairing.open()
    look_again(page)
    expect(page.get_by_text(OPENED)).to_be_visible()
    expect(code).to_have_value(HOST_CODE[:3])
    expect(code).to_be_focused()
    code.press_sequentially(HOST_CODE[3:])
    page.get_by_role("button", name="Open the host page").click()
    expect(page.locator("[data-part=course]")).to_be_visible()


@pytest.mark.slow
def test_an_emptied_field_lets_the_page_show_the_button_and_a_window_that_closed_is_told(
    table: PairingTable, new_page_with_clock: NewPage
) -> None:
    page = open_locked(new_page_with_clock, table)
    page.get_by_label("Host code").fill("WRONG")
    table.pairing.open()
    look_again(page)
    expect(page.get_by_text(OPENED)).to_be_visible()
    assert table.pairing.claim(), "another device was quicker"
    look_again(page)
    expect(page.get_by_text(HOW)).to_be_visible()
    table.pairing.open()
    look_again(page)
    expect(page.get_by_text(OPENED)).to_be_visible()
    page.get_by_label("Host code").fill("")
    look_again(page)
    expect(page.get_by_role("button", name=PAIR)).to_be_visible()
