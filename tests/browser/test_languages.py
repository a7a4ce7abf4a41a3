"""A German and an English browser at one table at the same time: each reads the game in its language."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.games.core import Action
from companion.live.requests import Client, Tap
from tests.browser.conftest import PATIENCE_MS, NewPage, Table, fits, open_host, sit_down
from tests.companion.tables import play_to
from tests.games.sealed_bid.model import PlaceToken

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
REFUSED = """async () => {
  const body = new URLSearchParams({actions: '[{"type":"TurnUpPrize","card":3}]', revision: "99"});
  const reply = await fetch("/tap", {method: "POST", body, headers: {Accept: "application/json"}});
  return (await reply.json()).text;
}"""


@pytest.fixture
def german(chromium: Browser) -> Iterator[Page]:
    """A phone whose browser asks for German."""
    context = chromium.new_context(locale="de-DE", viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def tell(table: Table, action: Action) -> None:
    session = table.room.session
    tap = Tap((msgspec.to_builtins(action),), session.snapshot().revision, f"told {session.snapshot().revision}")
    assert session.submit(Client("host"), tap).accepted


def newest(page: Page, words: str, code: str) -> None:
    """The newest line of the log says this, and is marked where it is in another language than the page."""
    line = page.locator("#log > li").first.locator("> span")
    expect(line).to_have_text(words)
    assert (line.get_attribute("lang") or "en") == code


@pytest.mark.slow
def test_each_reads_the_game_in_its_language_as_it_comes_and_after_a_reload(
    table: Table, new_page: NewPage, german: Page
) -> None:
    english, say = new_page(1280, 800), "h1.say"
    english.goto(table.url, wait_until="domcontentloaded")
    german.goto(table.url, wait_until="domcontentloaded")
    expect(german.locator(say)).to_have_text("Lost aus: Legt den Startstein vor die Person, die beginnt.")
    expect(english.locator(say)).to_have_text("Draw lots: lay the start token before whoever begins.")
    assert german.get_attribute(say, "lang") == "de"
    assert english.get_attribute(say, "lang") is None
    name = table.room.session.snapshot().names[0]
    tell(table, PlaceToken(0))
    for _ in range(2):  # as it has come, and as a page that is opened anew has it
        newest(german, f"{name} bekommt durch das Los den Startstein.", "de")
        newest(english, f"{name} gets the start token by lot.", "en")
        expect(german.locator(say)).to_have_text("Gebt jeder Person drei Karten.")
        expect(english.locator(say)).to_have_text("Deal three cards to each player.")
        german.reload(wait_until="domcontentloaded")
        english.reload(wait_until="domcontentloaded")
    sit_down(german, table, 0, "Anna")
    play_to(table.room.session, "seal")
    expect(german.locator(say)).to_have_text(
        "Lege eine deiner Karten verdeckt als Gebot hin oder zwei mit derselben Zahl."
    )
    expect(german.locator("[data-part=players] .me")).to_contain_text("3 Karten auf der Hand")
    expect(german.locator("legend").first).to_have_text("Gebot von Anna")
    assert fits(german, 390, 844)
    assert [each["id"] for each in Axe().run(german).response["violations"] if each["impact"] == "serious"] == []
    german.get_by_role("button", name="eine Karte").click()
    newest(german, "Anna legt ein Gebot verdeckt hin.", "de")
    newest(english, "Anna seals a bid.", "en")
    expect(english.locator("[data-part=players]")).to_contain_text("2 cards in hand")


def test_the_host_is_refused_and_corrects_in_german(table: Table, german: Page) -> None:
    open_host(german, table)
    expect(german.get_by_text("Lost aus: Legt den Startstein")).to_be_visible()
    law = "Zu Beginn einer Runde wird ein Preis aufgedeckt"
    assert law in german.evaluate(REFUSED)
    german.get_by_role("link", name="Mend").click()
    facts = german.locator("[data-part=facts]")
    facts.locator("summary", has_text="Runde").click()
    field = facts.get_by_label("Perlen in der Schale")
    field.fill("9")
    facts.get_by_role("button", name="Set the changed values").click()
    note = german.locator("[data-part=notes]")
    expect(note).to_contain_text("9 Perlen sind in der Schale, und in der Schachtel sind 5.")
    assert note.locator("[lang=de]").count() >= 1
