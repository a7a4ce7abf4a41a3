"""The virtual board's buttons on the page of a virtual table: a real process, the real firmware, and who reads what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import NewPage, sit_down_by_hand, tap_as_a_person
from tests.browser.test_virtual_table import Play, at_a_virtual_table
from tests.games.registered import SEALED_BID

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

TABLET, PHONE = (1280, 800), (390, 844)
THREE_WAYS = "Button “next”: there are 3 ways to go on. Tap the one you mean."
NOT_BENS = "Button of seat 2: nothing of Ben waits to be confirmed now. Look at the prompt."
READING_MS = 1000
"""Who presses sooner after a refusal cannot have read it: that press does not count."""


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Its bots wait a minute: what happens is what the test does."""
    with at_a_virtual_table(tmp_path, "--pace", "60", game=SEALED_BID.name) as playing:
        yield playing


def open_as_host(page: Page, play: Play) -> None:
    """The host's page with the pieces, once the companion is in touch with the board; the bots hold still."""
    play.open_host_page(page)
    page.get_by_role("button", name="Open a table of your own").click()
    page.get_by_role("button", name="Start", exact=False).first.click()
    expect(page.locator("[data-part=lobby]")).to_have_count(0)
    # On a loaded machine the two may have lost each other for a moment, which is noted for a minute.
    expect(page.locator(".health li:is(.ok, .noted)", has_text="board")).to_be_attached()
    page.get_by_role("button", name="Hold the bots").click()
    expect(page.get_by_role("button", name="Let them go on")).to_be_visible()
    page.get_by_role("link", name="Move pieces").click()


def buttons(page: Page) -> Locator:
    return page.get_by_role("group", name="Table buttons").get_by_role("button")


def press(page: Page, name: str, until: Locator) -> None:
    """Press, and again where nothing comes of it: a press made while board and companion lost each other is lost."""
    button = buttons(page).filter(has_text=name)
    for _ in range(4):
        button.focus()
        page.keyboard.press("Enter")
        try:
            until.first.wait_for(timeout=10_000)
            return
        except TimeoutError:
            continue
    raise AssertionError(f"nothing came of pressing {name}")


def refusal(page: Page) -> Locator:
    return page.locator("[data-part=prompt] .pressed")


@pytest.mark.slow
def test_a_press_does_the_act_or_every_page_says_why_not(play: Play, new_page: NewPage) -> None:
    host, tablet, phone = (new_page(*size) for size in (TABLET, TABLET, PHONE))
    open_as_host(host, play)
    expect(buttons(host)).to_have_text(["Seat 1", "Seat 2", "Seat 3", "Next", "Undo"])
    sit_down_by_hand(phone, play.url, 1, "Ben")
    expect(phone.locator("[data-part=prompt]")).to_contain_text("Draw lots")
    check_own_button(phone)
    check_guest(tablet, play)

    phone.goto(f"{play.url}seat/2/")
    tablet.goto(play.url)
    press(host, "Next", refusal(host).filter(has_text=THREE_WAYS))
    for page in (host, tablet, phone):
        expect(refusal(page)).to_be_visible()
        expect(refusal(page)).to_have_text(re.compile(THREE_WAYS))
        expect(page.locator("#announce[aria-live=polite]")).to_have_text(THREE_WAYS)

    # What chance settles no seat says at a table with bots; the host may, as they hold still.
    pieces = host.url
    host.goto(play.url)
    tap_as_a_person(host, host.locator("[data-part=choices]").get_by_role("button", name="Ben"))
    host.goto(pieces)
    for page in (host, tablet, phone):
        expect(refusal(page)).to_have_count(0)

    expect(phone.locator("[data-part=prompt]")).to_contain_text("Deal three cards to each player")
    press(host, "Next", tablet.locator("#log li", has_text="Ben draws a card."))
    for page in (tablet, phone):
        expect(page.locator("#log")).to_contain_text("Ben draws a card.")
        expect(page.locator("[data-part=prompt]")).to_contain_text("Turn up the top card")
    press(host, "Undo", refusal(tablet))
    for page in (host, tablet, phone):
        expect(refusal(page)).to_contain_text("That cannot be unseen. Press again to take it back all the same.")
    host.wait_for_timeout(READING_MS)
    press(host, "Undo", tablet.locator("#log .undo"))
    expect(tablet.locator("#log .undo")).to_contain_text("1 act is taken back")
    expect(refusal(tablet)).to_have_count(0)


def check_own_button(phone: Page) -> None:
    """A phone at a seat has its own button and “next”, and reads why a press changed nothing."""
    phone.get_by_role("link", name="Pieces").click()
    expect(buttons(phone)).to_have_text(["Seat 2", "Next"])
    buttons(phone).first.scroll_into_view_if_needed()
    before = buttons(phone).first.bounding_box()
    press(phone, "Seat 2", refusal(phone))
    expect(refusal(phone)).to_have_text(re.compile(NOT_BENS))
    expect(phone.locator("#announce")).to_have_text(NOT_BENS)
    expect(buttons(phone).first).to_be_focused()
    assert buttons(phone).first.bounding_box() == before, "nothing moves under the finger"


def check_guest(page: Page, play: Play) -> None:
    """Whoever has no seat sees the pieces, and nothing to press."""
    page.goto(f"{play.url}virtual")
    expect(page.locator("#lying")).to_be_visible()
    expect(page.locator("[data-press]")).to_have_count(0)
