"""From the first address to the start, on small phones and a tablet: where to sit is in the first screen, always."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.live.lobby import Lobby
from companion.storage.home import Home
from tests.browser.conftest import HOST_CODE, NewPage, Table
from tests.companion.tables import tap_first
from tests.games.registered import SEALED_BID

pytestmark = pytest.mark.browser

PHONE, LARGER, TABLET = (320, 568), (390, 844), (1280, 800)
TARGET_PX, LARGE_PX = 44, 56


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Table]:
    """A table in its lobby."""
    table = Table(Home(tmp_path / "home"))
    table.room.open_new(SEALED_BID.name, {"cards": "own"}, seed=1, lobby=Lobby("waiting").kind)
    table.start()
    yield table
    table.stop()


def check_targets(places: Locator, count: int, least_px: int) -> None:
    """So many, each whole in the first screen and high enough for a finger."""
    expect(places).to_have_count(count)
    for each in places.all():
        expect(each).to_be_in_viewport(ratio=1)
        box = each.bounding_box()
        assert box is not None
        assert round(box["height"]) >= least_px, box


def check_nothing_hangs_out(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_from_the_first_address_to_the_start(waiting: Table, new_page: NewPage) -> None:
    tablet, anna, guest = new_page(*TABLET), new_page(*PHONE), new_page(*LARGER)
    for page in (tablet, anna, guest):
        page.goto(waiting.url)
        check_targets(page.locator("a.place"), 3, LARGE_PX)
        check_nothing_hangs_out(page)
    width = anna.locator("a.place").first.bounding_box()
    assert width is not None
    assert width["width"] > 0.8 * PHONE[0], "as wide as the phone"

    anna.locator("a.place").nth(1).click()
    expect(anna.get_by_label("Your name")).to_be_in_viewport()
    anna.get_by_label("Your name").fill("Anna")
    anna.get_by_role("button", name="Sit down").click()
    start = anna.get_by_role("button", name="Start")
    expect(start).to_be_in_viewport(ratio=1)
    check_nothing_hangs_out(anna)
    for page in (tablet, guest):
        expect(page.locator(".place", has_text="Anna")).to_be_in_viewport()
        expect(page.locator("a.place", has_text="Sit here")).to_have_count(2)
    assert waiting.room.session.snapshot().last_row == 2, "nothing but a seat was told"

    start.click()
    for page in (tablet, anna, guest):
        expect(page.locator("[data-part=lobby]")).to_have_count(0)
        expect(page.locator("[data-part=prompt]")).to_be_in_viewport()
    for page in (tablet, guest, new_page(*PHONE)):
        page.goto(waiting.url)
        check_targets(page.locator(".sit a.place"), 2, TARGET_PX)
        check_nothing_hangs_out(page)

    anna.goto(waiting.url)
    expect(anna.locator(".sit")).to_be_hidden()  # who has a seat needs none
    guest.get_by_text("Just watch").click()
    expect(guest.locator(".sit a.place").first).to_be_hidden()
    guest.get_by_text("Sit down").click()
    expect(guest.locator(".sit a.place").first).to_be_visible()


PARTS = {"now": "course", "mend": "facts", "new": "new", "system": "devices"}
"""Of the host page, each with something that stands in it alone."""


@pytest.mark.slow
def test_the_host_page_has_four_parts_of_two_screens_and_asks_before_a_game_is_left(
    waiting: Table, new_page: NewPage
) -> None:
    phone = new_page(*LARGER)
    phone.goto(f"{waiting.url}host")
    phone.get_by_label("Host code").fill("WRONG1")
    phone.get_by_role("button", name="Open the host page").click()
    expect(phone.locator("[data-answer]")).to_contain_text("This is not the host code.")
    phone.get_by_label("Host code").fill(HOST_CODE)
    phone.get_by_role("button", name="Open the host page").click()
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator("[data-part=lobby]")).to_have_count(0)
    for name, part in PARTS.items():
        phone.locator(f".tabs a[href='/host#{name}']").click()
        for each in PARTS.values():
            expect(phone.locator(f"[data-part={each}]")).to_be_visible(visible=each == part)
        assert phone.evaluate("document.documentElement.scrollHeight") <= 2 * LARGER[1], name
        check_nothing_hangs_out(phone)

    assert tap_first(waiting.room.session).accepted
    before = waiting.room.session.game_id
    phone.goto(f"{waiting.url}host#new")
    phone.locator("#new-sealed_bid > summary").click()
    phone.get_by_role("button", name="Start a new game of Sealed Bid").click()
    expect(phone.get_by_role("heading")).to_have_text("Leave this game for Sealed Bid?")
    assert waiting.room.session.game_id == before
    phone.get_by_role("button", name="Yes, begin Sealed Bid").click()
    expect(phone.locator("[data-part=course]")).to_be_visible()
    assert waiting.room.session.game_id != before
