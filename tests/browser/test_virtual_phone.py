"""The page with the pieces on a phone: nothing is covered, nothing moves under a finger, and what is picked is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from companion.live.requests import Client, TakeSeat
from companion.storage.home import Home
from tests.browser.conftest import serving
from tests.browser.legible import illegible
from tests.browser.test_virtual import CARD, IN_STATE, TOKEN, VirtualTable, open_seat, publish
from tests.games.sealed_bid.layout import LAYOUT
from tests.web.sights import SIGHTS, show

pytestmark = pytest.mark.browser

PHONES = ((390, 844), (360, 640), (320, 568))
PLAYED_WITH = "#mat", "#chosen", "#turn", "#take", "#face-up", "#cards .held"
HIDDEN = """selectors => selectors.flatMap((selector) => Array.from(document.querySelectorAll(selector), (each) => {
  const box = each.getBoundingClientRect();
  const isIn = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const isFree = [0.1, 0.5, 0.9].every((share) => {
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height * share);
    return hit && (each.contains(hit) || hit.contains(each));
  });
  return isIn && isFree ? "" : `${selector} ${JSON.stringify(box)}`;
}).filter((words) => words))"""
"""What of the page is not on the screen as it is now, or has something over it."""
WHERE = """selectors => selectors.map((selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [selector, Math.round(x), Math.round(y), Math.round(width), Math.round(height)].join(" ");
})"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """A virtual table with a card and a token on it, and five cards in Anna's hand (seat 1)."""
    with serving(VirtualTable(Home(tmp_path / "home"))) as made:
        made.room.session.submit(Client(), TakeSeat(1, "Maximilian Hohenstaufen", "key"))
        bid = next(zone for zone in LAYOUT.zones if zone.zone == "bid.1")
        made.world.put("card:1", bid.x_mm + 40, bid.y_mm + 50)
        made.world.put("pearl", 470, 60)
        made.world.put("token", 300, 350)
        made.world.hold(0, ("card:2", "card:5", "card:3", "card:4", "card:6"))
        yield made


@pytest.fixture
def phone(table: VirtualTable, chromium: Browser) -> Iterator[Page]:
    """Anna's phone, with the page open."""
    width, height = PHONES[0]
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_seat(page, table)
    expect(page.locator("#cards .held")).to_have_count(5)
    yield page
    context.close()


@pytest.mark.slow
def test_mat_hint_buttons_and_hand_are_whole_on_the_first_screen_and_nothing_moves_them(
    table: VirtualTable, phone: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    for width, height in PHONES:
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_function("width => innerWidth === width", arg=width)
        places = [phone.evaluate(WHERE, PLAYED_WITH)]
        for selector, words in (("#cards .held >> nth=1", "Tap its place"), (f"[data-piece='{CARD}']", "Maximilian")):
            phone.locator(selector).tap()
            expect(phone.locator("#chosen")).to_contain_text(words)
            assert phone.evaluate(HIDDEN, PLAYED_WITH) == [], (width, words)
            places.append(phone.evaluate(WHERE, PLAYED_WITH))
            phone.locator(selector).tap()
            phone.wait_for_timeout(400)  # twice at once would turn it over
        for state in ("mismatch", "settled"):
            show(monkeypatch, replace(SIGHTS[state]))
            publish(table.room.session)
            phone.wait_for_function(IN_STATE, arg=state)
            places.append(phone.evaluate(WHERE, PLAYED_WITH))
        assert len({tuple(each) for each in places}) == 1, (width, places)
        assert illegible(phone) == []


def grey(page: Page, locator: Locator) -> npt.NDArray[np.int16]:
    """An element as it is seen without colours, and what is round it."""
    box = locator.bounding_box()
    assert box is not None
    clip = {"x": box["x"] - 4, "y": box["y"] - 10, "width": box["width"] + 8, "height": box["height"] + 14}
    shot = np.frombuffer(page.screenshot(clip=clip), np.uint8)  # type: ignore[arg-type]
    read = cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE)
    assert read is not None
    return read.astype(np.int16)


def differ(one: npt.NDArray[np.int16], other: npt.NDArray[np.int16]) -> float:
    """The share of pixels that are clearly lighter or darker."""
    rows, columns = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    return float(np.mean(np.abs(one[:rows, :columns] - other[:rows, :columns]) > 50))


@pytest.mark.slow
def test_what_is_picked_is_seen_without_colours_and_is_not_where_the_keyboard_is(phone: Page) -> None:
    for selector in ("#cards .held >> nth=1", f"[data-piece='{CARD}']"):
        node = phone.locator(selector)
        plain = grey(phone, node)
        node.tap()
        expect(node).to_have_attribute("aria-pressed", "true")
        picked = grey(phone, node)
        phone.keyboard.press("Escape")
        phone.keyboard.press("Tab")
        node.focus()
        expect(node).not_to_have_attribute("aria-pressed", "true")
        focused = grey(phone, node)
        assert differ(plain, picked) > 0.1, selector
        assert differ(focused, picked) > 0.1, selector
        assert differ(plain, focused) > 0.02, selector
        phone.locator("h1").tap()


@pytest.mark.slow
def test_keys_are_spoken_of_where_keys_are_used(phone: Page) -> None:
    token, words = phone.locator(f"[data-piece='{TOKEN}']"), phone.locator("#chosen")
    token.tap()
    expect(words).to_have_text("start token, on the mat. Tap its place, or tap it again to let go.")
    phone.wait_for_timeout(400)  # twice at once would turn it over
    token.tap()
    expect(words).to_have_text("start token, on the mat. Tap it to pick it up.")
    expect(phone.locator("#turn kbd")).to_be_hidden()
    expect(token).to_have_accessible_description(
        "Arrow keys move it by 5 mm, with Shift by 1 mm. F turns it over. H takes it into your hand."
    )
    phone.keyboard.press("Tab")
    token.focus()
    phone.keyboard.press("Escape")
    phone.keyboard.press("ArrowLeft")
    expect(words).to_have_text("start token, on the mat. Arrow keys move it, F turns it over, H takes it.")


@pytest.mark.slow
def test_a_refusal_covers_neither_what_is_played_with_nor_the_prompt_and_a_tap_puts_it_away(phone: Page) -> None:
    text = "The card is in the hand of Seat 3. Lay your own."
    refusal = {"accepted": False, "code": "refused", "text": text}
    phone.route("**/virtual/*", lambda route: route.fulfill(json=refusal, headers={"Companion-At": "1"}))
    phone.locator("#cards .held >> nth=1").tap()
    phone.locator(f"[data-piece='{CARD}']").tap()
    status = phone.locator("#status")
    expect(status).to_have_text(text)
    over = status.bounding_box()
    hint = phone.locator("#chosen").bounding_box()
    assert over is not None
    assert hint is not None
    assert over["y"] + over["height"] < hint["y"]
    status.tap()
    expect(status).to_be_hidden()
