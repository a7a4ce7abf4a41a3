"""What happens between several devices at one table, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.games.waves.actions import PlaceToken
from tests.browser.conftest import Table, open_host, sit_down
from tests.browser.test_whole_game import tap, wait_for_button

pytestmark = pytest.mark.browser

Serve = Callable[..., Table]
NewContext = Callable[[int, int], BrowserContext]


def test_phone_catches_up_after_the_companion_was_away(serve: Serve, new_context: NewContext) -> None:
    table = serve(cards="own")
    phone, other = (new_context(390, 844).new_page() for _ in range(2))
    sit_down(phone, table, 0, "Anna")
    sit_down(other, table, 1, "Ben")
    table.stop()
    expect(phone.locator("#link")).to_be_visible()
    table.come_back()
    expect(phone.locator("#link")).to_be_hidden(timeout=15_000)
    tap(other, PlaceToken(2))
    expect(phone.locator("#log")).to_contain_text("Seat 3 gets the Wave token by lot.")
    expect(phone.locator("#log li")).to_have_count(3)


def test_seat_goes_to_another_device_only_when_the_host_agrees(serve: Serve, new_context: NewContext) -> None:
    table = serve(cards="own")
    anna, stranger, host = (new_context(390, 844).new_page() for _ in range(3))
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


def test_without_script_forms_are_sent_all_the_same(serve: Serve, chromium: Browser) -> None:
    table = serve(cards="own")
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{table.url}seat/1/")
        page.fill("input[name=name]", "Anna")
        page.get_by_role("button", name="Take this seat").click()
        expect(page.locator(".bar .name")).to_have_text("Anna")


def test_same_act_tapped_on_two_phones_is_done_once_and_said(serve: Serve, new_context: NewContext) -> None:
    table = serve(cards="own")
    quick, slow = (new_context(390, 844).new_page() for _ in range(2))
    slow.route("**/stream*", lambda route: route.abort())  # this phone's page stays as it was drawn
    for seat, phone in enumerate((quick, slow)):
        sit_down(phone, table, seat, f"P{seat}")
    stale = wait_for_button(slow, PlaceToken(0))
    tap(quick, PlaceToken(0))
    expect(quick.locator("#log")).to_contain_text("P0 gets the Wave token by lot.")
    stale.click()
    expect(slow.locator("#status")).to_contain_text("Somebody else has just tapped that. Nothing was done twice.")
    assert sum(line.kind == "act" for line in table.room.session.snapshot().log(None)) == 1


def test_host_types_the_council_card_and_corrects_the_table(serve: Serve, new_context: NewContext) -> None:
    table = serve(cards="own")
    tablet = new_context(1280, 800).new_page()
    open_host(tablet, table)
    card = tablet.locator("[data-part=card]")
    for number, shells in enumerate((3, 2, 2, 2, 1), 1):
        card.locator(f"input[name='fact:council_card.{number}']").fill(str(shells))
    card.get_by_role("button", name="Keep these numbers").click()
    # Not by what the page shows of them: pages are told before the file is written, and this is said after it.
    expect(tablet.locator("#status")).to_have_text("The numbers are kept for this game and all later ones.")
    expect(tablet.locator("[data-part=notes]")).to_be_hidden()
    assert table.room.home.owner_figures("waves")["council_card"]["all_vs_all"]["4"]["keeper"] == 2

    facts = tablet.locator("[data-part=facts]")
    facts.get_by_text("Round", exact=True).first.click()
    facts.locator("input[name='fact:shells']").fill("4")
    facts.get_by_role("button", name="Set the changed values").click()
    expect(tablet.locator("#log")).to_contain_text("The host corrects Round, Shells in the centre: 4.")
    assert table.room.session.snapshot().view(None).table.shells == 4


def test_name_is_text_and_never_markup(serve: Serve, new_context: NewContext) -> None:
    table = serve(cards="own")
    phone, tablet = new_context(390, 844).new_page(), new_context(1280, 800).new_page()
    sit_down(phone, table, 0, "<img src=x onerror=1>")
    tablet.goto(table.url)
    expect(tablet.locator("[data-part=players]")).to_contain_text("<img src=x onerror=1>")
    assert tablet.locator("[onerror]").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("path", ["", "seat/1/", "host"])
def test_page_fits_its_screen_and_asks_nobody_else(
    serve: Serve, new_context: NewContext, width: int, height: int, path: str
) -> None:
    table = serve(cards="own")
    page = new_context(width, height).new_page()
    asked: set[str] = set()
    troubles: list[str] = []
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    if path == "host":
        open_host(page, table)
    elif path:
        sit_down(page, table, 0, "Anna")
    else:
        page.goto(table.url)
        page.wait_for_selector("[data-part=prompt]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == {urlsplit(table.url).netloc}
    assert troubles == []
    if (width, path) == (1280, ""):
        for part in ("prompt", "mat", "players", "strip", "health"):
            assert_on_screen(page, part, height)
    if (width, path) == (390, "seat/1/"):
        assert_on_screen(page, "prompt", height)


def assert_on_screen(page: Page, part: str, height: int) -> None:
    """The part is seen without scrolling."""
    box = page.locator(f"[data-part={part}]").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, f"{part} ends at {box['y'] + box['height']:.0f} px"
