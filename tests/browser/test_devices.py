"""What happens between several devices at one table, in a real browser."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.live.requests import Client, TakeSeat
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, fits, open_host, serving, sit_down, sit_down_by_hand
from tests.browser.people import People, button_of
from tests.games.sealed_bid.model import PlaceToken

pytestmark = pytest.mark.browser

TABLET, PHONE = (1280, 800), (390, 844)


@pytest.mark.slow
def test_phone_catches_up_after_the_companion_was_away(table: Table, new_page: NewPage) -> None:
    phone = new_page(*PHONE)
    sit_down_by_hand(phone, table.url, 0, "Anna")
    assert table.room.session.submit(Client(), TakeSeat(1, "Ben", "key")).accepted
    table.stop()
    expect(phone.locator("#link")).to_be_visible()
    table.come_back()
    expect(phone.locator("#link")).to_be_hidden(timeout=15_000)
    People(table.room.session).tap(phone, (PlaceToken(2),))
    expect(phone.locator("#log")).to_contain_text("Seat 3 gets the start token by lot.")
    expect(phone.locator("#log li")).to_have_count(3)


@pytest.mark.slow
def test_seat_goes_to_another_device_only_when_the_host_agrees(table: Table, new_page: NewPage) -> None:
    anna, stranger, host = (new_page(*PHONE) for _ in range(3))
    sit_down(anna, table, 0, "Anna")
    stranger.goto(f"{table.url}seat/1/")
    expect(stranger.get_by_role("heading")).to_have_text("Anna sits here")
    stranger.fill("input[name=name]", "Zoe")
    stranger.get_by_role("button", name="Ask for this seat").click()
    expect(stranger.get_by_role("heading")).to_have_text("Waiting for the host")
    open_host(host, table)
    host.get_by_role("button", name="Give it to Zoe").click()
    expect(stranger.locator(".bar .name")).to_have_text("Zoe", timeout=15_000)
    expect(anna.get_by_role("heading", name="Zoe sits here")).to_be_visible(timeout=15_000)


@pytest.mark.slow
def test_without_script_forms_are_sent_all_the_same(table: Table, chromium: Browser) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{table.url}seat/1/")
        page.fill("input[name=name]", "Anna")
        page.get_by_role("button", name="Take this seat").click()
        expect(page.locator(".bar .name")).to_have_text("Anna")


def test_same_act_tapped_on_two_phones_is_done_once_and_said(table: Table, new_page: NewPage) -> None:
    quick, slow = (new_page(*PHONE) for _ in range(2))
    slow.route("**/stream*", lambda route: route.abort())  # this phone's page stays as it was drawn
    for seat, phone in enumerate((quick, slow)):
        sit_down(phone, table, seat, f"P{seat}")
    stale = button_of(slow, PlaceToken(0))
    People(table.room.session).tap(quick, (PlaceToken(0),))
    expect(quick.locator("#log")).to_contain_text("P0 gets the start token by lot.")
    stale.click()
    expect(slow.locator("#status")).to_contain_text("Somebody else has just tapped that. Nothing was done twice.")
    assert sum(line.kind == "act" for line in table.room.session.snapshot().log(None)) == 1


@pytest.mark.slow
def test_host_types_the_figures_and_corrects_the_table(table: Table, new_page: NewPage) -> None:
    tablet = new_page(*TABLET)
    open_host(tablet, table, "mend")
    card = tablet.locator("[data-part=card]")
    for figure, pearls in (("low", 1), ("high", 5)):
        card.locator(f"input[name='fact:pearls.{figure}']").fill(str(pearls))
    card.get_by_role("button", name="Keep these numbers").click()
    # Not by what the page shows of them: pages are told before the file is written, and this is said after it.
    expect(tablet.locator("#status")).to_have_text("That is kept for this game and later ones like it.")
    expect(tablet.locator("[data-part=notes]")).to_be_hidden()
    assert table.room.home.owner_figures("sealed_bid")["pearls"] == {"low": 1, "high": 5}

    facts = tablet.locator("[data-part=facts]")
    facts.get_by_text("Round", exact=True).first.click()
    facts.locator("input[name='fact:pearls']").fill("4")
    facts.get_by_role("button", name="Set the changed values").click()
    expect(tablet.locator("#log")).to_contain_text("The host corrects Round: Pearls in the bowl 4.")
    assert table.room.session.snapshot().view(None).table.pearls == 4


@pytest.mark.slow
def test_name_is_text_and_never_markup(table: Table, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    for address in ("seat/1/", ""):
        if address:
            sit_down_by_hand(page, table.url, 0, "<img src=x onerror=1>")
        page.goto(table.url + address)
        expect(page.locator("#live")).to_contain_text("<img src=x onerror=1>")
        assert page.locator("[onerror]").count() == 0


@pytest.mark.slow
@pytest.mark.waves
def test_pages_fit_their_screens_and_ask_nobody_else(tmp_path: Path, new_page: NewPage) -> None:
    page = new_page(*PHONE)
    asked: set[str] = set()
    troubles: list[str] = []
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    with serving(Table(Home(tmp_path / "waves")), game="waves") as table:
        page.goto(table.url)
        assert fits(page, *PHONE)
        assert fits(page, *TABLET)
        for part in ("prompt", "mat", "players", "waits"):
            assert_on_screen(page, part)
        expect(page.locator("[data-part=strip]")).to_have_count(0)  # there is none
        sit_down(page, table, 0, "Anna")
        assert fits(page, *TABLET)
        assert fits(page, *PHONE)
        assert_on_screen(page, "prompt")
        open_host(page, table)
        assert fits(page, *PHONE)
        assert fits(page, *TABLET)
        assert asked == {urlsplit(table.url).netloc}
    assert troubles == []


def assert_on_screen(page: Page, part: str) -> None:
    """The part is seen without scrolling."""
    box, size = page.locator(f"[data-part={part}]").first.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["y"] + box["height"] <= size["height"], f"{part} ends at {box['y'] + box['height']:.0f} px"
