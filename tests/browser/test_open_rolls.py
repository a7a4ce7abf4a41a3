"""Several rolls open at once, in a real browser: whose comes next is tapped, and a person throws the own die."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.live.inputs import Tumbled
from companion.storage.home import Home
from companion.table.dice import TrueDie
from tests.browser.conftest import NewPage, Table, fits, open_host, serving, take_seat
from tests.browser.test_dice import boxes_of, overlap
from tests.browser.test_virtual import Shots
from tests.companion.lucky import die, to_luck
from tests.games.sealed_bid.layout import KIT, layout_of
from tests.web.world import SmallWorld

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (390, 844))


class TrayWorld(SmallWorld):
    """A world with a tray, which notes what is thrown."""

    def __init__(self) -> None:
        super().__init__(layout_of(3, luck=True), KIT)
        self.thrown: list[tuple[str, tuple[str, ...], tuple[int, ...] | None]] = []

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None) -> None:
        self.thrown.append((zone, colours, values))

    def rolled(self) -> tuple[TrueDie, ...]:
        return ()


class LuckyTable(Table):
    """A companion with a virtual table that has a tray."""

    def fittings(self) -> dict[str, Any]:
        self.world = TrayWorld()
        return {"picture": Shots(), "world": lambda: self.world}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LuckyTable]:
    """The first seat and the third are to roll a die each."""
    with serving(LuckyTable(Home(tmp_path / "home")), luck=True) as made:
        yield made


def press(page: Page, name: str) -> None:
    """A button that has just come under the finger does not count: look, then tap."""
    button = page.locator("[data-part=roll]").get_by_role("button", name=re.compile(name))
    expect(button).to_be_enabled()
    button.click()


@pytest.mark.slow
def test_whose_roll_comes_next_is_tapped_and_it_counts(table: LuckyTable, new_page: NewPage) -> None:
    ada, host = (new_page(*SIZES[0]) for _ in range(2))
    address = take_seat(ada, table, 0, "Ada")
    open_host(host, table)
    to_luck(table.room.session)
    ada.goto(address)
    host.goto(table.url)
    for page in (ada, host):
        for size in SIZES:
            assert fits(page, *size)
            boxes = [box for box in boxes_of(page).values() if box["height"]]
            assert not any(overlap(one, other) for one in boxes for other in boxes if one is not other)
    expect(ada.locator(".naming button")).to_have_text(["Ada rolls"])
    expect(host.locator(".naming button")).to_have_text(["Ada rolls", "Seat 3 rolls"])
    press(ada, "Ada rolls")
    # Everybody sees which it is, at once.
    expect(host.locator(".naming button[aria-pressed=true]")).to_have_text("Ada rolls next")
    table.room.session.tell(Tumbled(die(4)))
    expect(host.locator("#log li").first).to_contain_text("Ada rolls a 4")
    expect(host.locator(".naming")).to_have_count(0)


def test_whose_a_roll_was_is_tapped_while_it_is_asked_about(table: LuckyTable, new_page: NewPage) -> None:
    host = new_page(*SIZES[1])
    open_host(host, table)
    to_luck(table.room.session)
    host.goto(table.url)
    table.room.session.tell(Tumbled(die(2)))
    expect(host.locator("[data-part=roll]")).to_contain_text("Several rolls are open. Tap whose this one is.")
    press(host, "Seat 3 rolls")
    expect(host.locator("#log li").first).to_contain_text("Seat 3 rolls a 2")


@pytest.mark.slow
def test_a_person_throws_the_own_die_and_it_is_named(table: LuckyTable, new_page: NewPage) -> None:
    ada = new_page(*SIZES[1])
    address = take_seat(ada, table, 0, "Ada")
    to_luck(table.room.session)
    ada.goto(f"{address}virtual")
    throws = ada.locator("#rolls button")
    expect(throws).to_have_text(["Ada rolls"])
    with ada.expect_response(lambda reply: reply.url.endswith("/virtual/roll") and reply.ok):
        throws.click()
    assert table.world.thrown == [("tray", ("red",), None)]
    assert table.room.session.snapshot().roll.named == "seat0"
    table.room.session.tell(Tumbled(die(6, "red")))
    expect(ada.locator("#rolls")).to_be_hidden()
