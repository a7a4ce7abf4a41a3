"""Dealt cards and a die, in a real browser: the phone of whoever rolls has one button for it, and no other has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.cli.table.eyes import NO_TRAY
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.browser.conftest import NewPage, Table, fits, serving, take_seat
from tests.companion.tables import play_dealt_to, virtual
from tests.games.sealed_bid.model import Phase

pytestmark = pytest.mark.browser

PHONE = (390, 844)
NAMES = ("Ada", "Ben", "Cleo")


class DealtTable(Table):
    """A companion that deals, without a camera."""

    def devices(self) -> tuple[DeviceHealth, ...]:
        return (DeviceHealth("dice", "absent", NO_TRAY),)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[DealtTable]:
    with serving(DealtTable(Home(tmp_path / "home"))) as made:
        yield made


@pytest.mark.slow
def test_the_phone_of_whoever_rolls_has_one_button_for_it(table: DealtTable, new_page: NewPage) -> None:
    pages = [new_page(*PHONE) for _ in NAMES]
    addresses = [take_seat(page, table, seat, NAMES[seat]) for seat, page in enumerate(pages)]
    now = play_dealt_to(virtual(table.room, luck=True), Phase.LUCK.value)
    rollers = now.prompt(now.view(None)).seats
    for page, address in zip(pages, addresses, strict=True):
        page.goto(address)
    idle = next(page for seat, page in enumerate(pages) if seat not in rollers)
    expect(idle.locator("[data-part=settle]")).to_have_count(0)
    expect(idle.locator("[data-part=roll]")).to_contain_text("Whoever rolls taps it on their own page.")
    first = pages[rollers[0]]
    assert fits(first, *PHONE)
    button = first.locator("[data-part=settle] button")
    expect(button).to_have_text(["Roll your die for a point"])
    expect(first.locator("[data-part=choices]")).to_contain_text("Tap what is yours to do, above.")
    for wrong in ("type each roll in", "Roll the dice into the tray", "Tap whose roll comes next"):
        expect(first.locator("main")).not_to_contain_text(wrong)
    button.click()
    expect(idle.locator("#log li").first).to_contain_text(f"{NAMES[rollers[0]]} rolls a ")
    expect(first.locator("[data-part=settle]")).to_have_count(0)
