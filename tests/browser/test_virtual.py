"""Pieces moved by mouse, finger and keyboard on the page of a virtual table, and the camera's picture beside it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect

from companion.live.session import Session
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, fits, serving, take_seat
from tests.browser.test_lost import do_first
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.many import one_quick
from tests.web.sights import SIGHTS, show
from tests.web.world import SmallWorld

pytestmark = pytest.mark.browser

SIZES = TABLET, PHONE = ((1280, 800), (390, 844))
CARD, DOWN, TOKEN = 1, 2, 3
CARD_AT, DOWN_AT, FREE = (520, 250), (80, 350), (230, 340)
"""Where these lie, and where nothing does, in mm."""
NUMBER = "Number(document.querySelector('img[data-camera]').dataset.shown || 0)"
"""How many pictures the page has shown after the one that it came with."""
IN_STATE = "state => document.querySelector('[data-part=sight]').classList.contains(`is-${state}`)"
OVERHANG = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement, mat = document.querySelector("[data-part=mat]");
  const foot = document.querySelector("[data-part=waits]")?.getBoundingClientRect();
  const sight = document.querySelector("[data-part=sight]").getBoundingClientRect();
  const isHigh = (foot ? foot.bottom : scrollHeight) > innerHeight + 1, isSeen = sight.bottom <= innerHeight;
  return [scrollWidth > innerWidth, isHigh, isSeen, mat && JSON.stringify(mat.getBoundingClientRect())];
}"""
"""Whether the page hangs out at the side, whether its first screen does below, whether its sight is on the screen, and
where its mat lies."""


class Shots:
    """A camera that sees a number, which a test sets."""

    def __init__(self) -> None:
        self.taken = 1
        self._lock = threading.Lock()

    def seen(self) -> int:
        return self.taken

    def __call__(self, width_px: int) -> tuple[int, bytes]:
        with self._lock:
            frame = np.full((width_px * 2 // 3, width_px, 3), (70, 90, 60), np.uint8)
            cv2.putText(frame, f"look {self.taken}", (20, width_px // 3), cv2.FONT_HERSHEY_SIMPLEX, 2, (255,) * 3, 3)
            found, jpeg = cv2.imencode(".jpg", frame)
            assert found
            return self.taken, jpeg.tobytes()


class VirtualTable(Table):
    """A companion with a camera and a virtual table."""

    def fittings(self) -> dict[str, Any]:
        self.world, self.shots = SmallWorld(LAYOUT, KIT), Shots()
        return {"picture": self.shots, "seen": self.shots.seen, "world": lambda: self.world}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """A virtual table with a few pieces on it, and two cards in Anna's hand (seat 1)."""
    with serving(VirtualTable(Home(tmp_path / "home"))) as made:
        made.world.put("card:1", *CARD_AT)
        made.world.put("card:3", *DOWN_AT, face_up=False, angle_deg=20)
        made.world.put("token", 300, 350)
        made.world.put("pearl", 470, 60)
        made.world.hold(0, ("card:2", "card:5"))
        yield made


def open_seat(page: Page, table: VirtualTable) -> None:
    """Anna sits in seat 1 and opens the page with the pieces."""
    page.goto(f"{take_seat(page, table, 0, 'Anna')}virtual")


def on_mat(page: Page, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a point of the mat is in the window, in pixels."""
    x, y = page.evaluate(
        "([x, y]) => { const at = new DOMPoint(x, y).matrixTransform(document.getElementById('mat').getScreenCTM());"
        " return [at.x, at.y]; }",
        [x_mm, y_mm],
    )
    return x, y


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, move in steps, let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(locator: Locator) -> tuple[float, float]:
    """The middle of an element in the window."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def done(page: Page, act: str) -> AbstractContextManager[object]:
    """Wait for the companion's answer to one thing done inside the block."""
    return page.expect_response(lambda reply: reply.url.endswith(f"/virtual/{act}") and reply.ok)


@pytest.mark.slow
def test_a_piece_that_is_dragged_lies_there_in_the_world(table: VirtualTable, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    open_seat(page, table)
    for size, start, end in ((TABLET, CARD_AT, FREE), (PHONE, FREE, CARD_AT)):
        assert fits(page, *size)
        with done(page, "move"):
            drag(page, on_mat(page, *start), on_mat(page, *end))
        now = table.world.where(CARD)
        # A pixel of the small screen is 1.6 mm.
        assert [now.x_mm, now.y_mm] == pytest.approx(end, abs=2)
        assert [each.piece for each in table.world.lying()][-1] == CARD
        expect(page.locator("#lying > g").last).to_have_attribute("data-piece", str(CARD))


@pytest.mark.slow
def test_a_drag_is_not_disturbed_when_somebody_else_moves_a_piece(table: VirtualTable, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    open_seat(page, table)
    page.mouse.move(*on_mat(page, *CARD_AT))
    page.mouse.down()
    page.mouse.move(*on_mat(page, 400, 230), steps=4)
    held = page.locator(f"[data-piece='{CARD}']").get_attribute("transform")
    table.world.move(TOKEN, 100, 390)
    expect(page.locator(f"[data-piece='{TOKEN}']")).to_have_attribute("transform", "translate(100.0 390.0) rotate(0.0)")
    assert page.locator(f"[data-piece='{CARD}']").get_attribute("transform") == held
    with done(page, "move"):
        page.mouse.up()
    assert table.world.where(CARD).x_mm == pytest.approx(400, abs=2)


@pytest.mark.slow
def test_a_double_click_and_the_f_key_turn_a_card_over(table: VirtualTable, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    open_seat(page, table)
    down = page.locator(f"[data-piece='{DOWN}']")
    with done(page, "turn"):
        page.mouse.dblclick(*on_mat(page, *DOWN_AT))
    assert table.world.where(DOWN).kind == "card:3"
    expect(down).to_have_attribute("aria-label", re.compile("^card 3, face up"))
    with done(page, "turn"):
        down.press("f")
    assert table.world.where(DOWN).kind == "back"
    expect(page.locator("#chosen")).to_contain_text("face-down card")


@pytest.mark.slow
def test_arrow_keys_move_a_piece_by_five_millimetres_and_with_shift_by_one(
    table: VirtualTable, new_page: NewPage
) -> None:
    page = new_page(*TABLET)
    table.world.move(CARD, 50, 194)
    open_seat(page, table)
    card = page.locator(f"[data-piece='{CARD}']")
    page.keyboard.press("Tab")
    card.focus()
    words = "card 1, face up, at Anna's bid. Arrow keys move it, F turns it over, H takes it."
    expect(page.locator("#chosen")).to_have_text(words)
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown", "ArrowUp"):
        card.press(key)
    expect(card).to_have_attribute("transform", "translate(60.0 190.0) rotate(0.0)")
    page.wait_for_function(
        "() => fetch('/virtual.json').then(r => r.json()).then(t => t.pieces.some(p => p.y_mm === 190))"
    )
    assert table.world.where(CARD).x_mm == 60
    expect(card).to_be_focused()


def test_a_card_goes_out_of_the_hand_and_back(table: VirtualTable, new_page: NewPage) -> None:
    page, guest = (new_page(*TABLET) for _ in range(2))
    open_seat(page, table)
    cards = page.locator("#cards .held")
    expect(cards).to_have_count(2)
    with done(page, "play"):
        drag(page, middle(cards.first), on_mat(page, *FREE))
    laid, card = table.world.lying()[-1], KIT.size("card:2")
    assert (laid.kind, laid.face_up) == ("back", False)
    # Its marker is where the mouse was.
    marker = [laid.x_mm - card.width_mm / 2 + card.marker_x_mm, laid.y_mm - card.height_mm / 2 + card.marker_y_mm]
    assert marker == pytest.approx(FREE, abs=2)
    expect(cards).to_have_count(1)
    guest.goto(f"{table.url}virtual")
    expect(guest.locator("#hands li").first).to_contain_text("1")
    with done(page, "take"):
        drag(page, on_mat(page, laid.x_mm, laid.y_mm), middle(page.locator("#hand")))
    assert table.world.held(0) == ("card:2", "card:5")
    expect(cards).to_have_count(2)
    page.get_by_label("Lay cards face up").check()
    with done(page, "play"):
        cards.last.press("Enter")
    assert table.world.lying()[-1].kind == "card:5"
    expect(guest.locator("#lying > g")).to_have_count(5)


@pytest.mark.slow
def test_a_card_that_is_about_to_be_played_stays_the_same_though_another_comes_before_it(
    table: VirtualTable, new_page: NewPage
) -> None:
    table.world.hold(0, ("card:5",))
    page = new_page(*TABLET)
    open_seat(page, table)
    cards = page.locator("#cards .held")
    cards.focus()
    table.world.hold(0, ("card:2", "card:5"))
    expect(cards).to_have_count(2)
    expect(cards.last).to_be_focused()
    with done(page, "play"):
        page.keyboard.press("Enter")
    assert table.world.held(0) == ("card:2",)


@pytest.mark.slow
def test_the_place_that_a_piece_would_come_to_is_marked_and_named(table: VirtualTable, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    open_seat(page, table)
    target, words = page.locator("#target"), page.locator("#chosen")
    bid = next(zone for zone in LAYOUT.zones if zone.zone == "bid.0")
    page.mouse.move(*middle(page.locator("#cards .held").first))
    page.mouse.down()
    page.mouse.move(*on_mat(page, bid.x_mm + 20, bid.y_mm + 20), steps=4)
    expect(words).to_have_text("To Anna's bid.")
    shown = [float(target.get_attribute(name) or 0) for name in ("x", "y", "width", "height")]
    assert shown == [bid.x_mm, bid.y_mm, bid.width_mm, bid.height_mm]
    page.mouse.move(*on_mat(page, *FREE), steps=4)
    expect(words).to_have_text("To no marked place.")
    page.mouse.move(*middle(page.locator("#hand")), steps=4)
    expect(words).to_have_text("Into your hand.")
    page.mouse.up()
    expect(words).to_have_text("Tap a piece, then its place, or drag it. Tapped twice it turns over.")
    # A piece that lies there is held anywhere; what counts is its marker.
    page.mouse.move(*on_mat(page, CARD_AT[0], CARD_AT[1] + 30))
    page.mouse.down()
    page.mouse.move(*on_mat(page, bid.x_mm + 50, bid.y_mm + 80), steps=4)
    expect(words).to_have_text("To Anna's bid.")
    token = page.locator(f'[data-piece="{TOKEN}"]')
    table.world.move(TOKEN, *FREE)  # somebody else moves a piece meanwhile
    expect(token).to_have_attribute("transform", f"translate({FREE[0]:.1f} {FREE[1]:.1f}) rotate(0.0)")
    assert words.inner_text() == "To Anna's bid."
    page.mouse.up()
    expect(target).to_have_attribute("width", "0")


@pytest.mark.slow
def test_a_finger_drags_too(table: VirtualTable, chromium: Browser) -> None:
    width, height = PHONE
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_seat(page, table)
    (x, y), (to_x, to_y) = on_mat(page, *CARD_AT), on_mat(page, *FREE)
    finger = context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        at = {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    with done(page, "move"):
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert table.world.where(CARD).x_mm == pytest.approx(FREE[0], abs=4)
    context.close()


def test_a_finger_taps_a_piece_and_then_its_place(table: VirtualTable, chromium: Browser) -> None:
    """What is dragged can be tapped as well (WCAG 2.2, 2.5.7), and a finger need not be exact (2.5.8)."""
    width, height = PHONE
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_seat(page, table)
    cards, words, size = page.locator("#cards .held"), page.locator("#chosen"), KIT.size("card:2")
    box = page.locator("#hand").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, "the hand is on the first screen"
    # A card of the hand, to a place: it lies there squarely, wherever in it the finger was.
    cards.first.tap()
    expect(words).to_have_text("card 2, in your hand. Tap its place, or tap it again to let go.")
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    bid = next(zone for zone in LAYOUT.zones if zone.zone == "bid.0")
    with done(page, "play"):
        page.touchscreen.tap(*on_mat(page, bid.x_mm + bid.width_mm - 6, bid.y_mm + 6))
    laid = table.world.lying()[-1]
    assert bid.first is not None
    corner = (laid.x_mm - size.width_mm / 2, laid.y_mm - size.height_mm / 2)
    assert laid.kind == "back"
    assert corner == pytest.approx((bid.first.x_mm, bid.first.y_mm))
    # A piece on the mat, though the finger came down beside it: a disc is 19 pixels wide here.
    x, y = on_mat(page, 300, 350)
    page.touchscreen.tap(x + 17, y)
    expect(words).to_have_text("start token, on the mat. Tap its place, or tap it again to let go.")
    to = next(zone for zone in LAYOUT.zones if zone.zone == "token.1")
    with done(page, "move"):
        page.touchscreen.tap(*on_mat(page, to.x_mm + 4, to.y_mm + 35))
    assert to.first is not None
    token = table.world.where(TOKEN)
    assert (token.x_mm, token.y_mm) == pytest.approx((to.first.x_mm + 17, to.first.y_mm + 17))
    drawn = f"translate({token.x_mm:.1f} {token.y_mm:.1f}) rotate(0.0)"
    expect(page.locator(f"[data-piece='{TOKEN}']")).to_have_attribute("transform", drawn)
    # Let go: the next tap is for another piece. And a card of the mat, into the hand.
    page.touchscreen.tap(*on_mat(page, token.x_mm, token.y_mm))
    expect(words).to_contain_text("Tap its place")
    page.keyboard.press("Escape")
    expect(words).to_contain_text("Arrow keys move it, F turns")
    page.touchscreen.tap(*on_mat(page, *CARD_AT))
    with done(page, "take"):
        page.locator("#hand h2").tap()
    assert "card:1" in table.world.held(0)
    context.close()


@pytest.mark.slow
def test_a_guest_sees_the_pieces_and_has_no_handle(table: VirtualTable, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    page.goto(f"{table.url}virtual")
    drag(page, on_mat(page, *CARD_AT), on_mat(page, *FREE))
    table.world.move(TOKEN, 100, 390)
    expect(page.locator(f"[data-piece='{TOKEN}']")).to_have_attribute("transform", "translate(100.0 390.0) rotate(0.0)")
    assert (table.world.where(CARD).x_mm, table.world.where(CARD).y_mm) == CARD_AT


def is_same(answer: Response) -> bool:
    """Whether a page was told that it has the picture already."""
    return "camera.jpg" in answer.url and answer.status == 304


@pytest.mark.slow
def test_the_camera_picture_comes_when_it_changed_and_is_in_view(table: VirtualTable, new_page: NewPage) -> None:
    page = new_page(*TABLET)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "camera.jpg?" in request.url else None)
    page.goto(table.url)
    image = page.locator("img[data-camera]")
    for number in (1, 2):
        page.wait_for_function(f"() => {NUMBER} === {number}")
        table.shots.taken += 1
    page.wait_for_function(f"() => {NUMBER} === 3")
    widths = [int(url.partition("width=")[2]) for url in asked[1:]]
    shown = image.evaluate("image => Math.min(image.clientWidth, image.clientHeight * 1.5)")
    assert all(shown <= width <= max(160, shown + 80) for width in widths), "no larger than it is shown"

    page.locator("#camera summary").click()
    page.wait_for_function("() => Object.values(sessionStorage).includes('no')")  # the fold is told after the click
    page.reload()
    expect(image).to_be_hidden()
    table.shots.taken += 1
    do_first(table)
    expect(page.locator("#log li")).to_have_count(1)
    assert page.evaluate(NUMBER) == 0, "nothing more is asked for while it is folded"
    page.locator("#camera summary").click()
    page.wait_for_function(f"() => {NUMBER} === 1")

    # Large, for whoever looks what the camera sees: again and again.
    with page.expect_response(is_same):
        page.goto(f"{table.url}camera")
    with page.expect_response(is_same):
        pass
    assert page.evaluate(NUMBER) <= 1, "what is the same is not sent again"
    table.shots.taken += 1
    page.wait_for_function(f"() => {NUMBER} >= 1")


def publish(session: Session) -> None:
    """Another moment, of which every page is told though nothing has happened."""
    newest = session._newest
    with newest._changed:
        newest.now = session._moments.take(session.game_id, newest.now.change + 1, newest.now.lobby)
        newest._changed.notify_all()


@pytest.mark.slow
@pytest.mark.parametrize("path", one_quick(["", "seat/1/virtual", "camera", "virtual", "seat/1/"], 2))
def test_pages_fit_their_screens_in_every_state_of_the_sight(
    table: VirtualTable, new_page: NewPage, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    page = new_page(*TABLET)
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    take_seat(page, table, 0, "Anna")
    show(monkeypatch, SIGHTS["mismatch"])
    page.goto(f"{table.url}{path}")
    for size in SIZES:
        assert fits(page, *size)
        mats = set()
        for state, sight in SIGHTS.items():
            show(monkeypatch, sight)
            publish(table.room.session)
            page.wait_for_function(IN_STATE, arg=state)
            assert page.locator("[data-part=sight]").is_visible() == (state != "off")
            is_wide, is_high, is_seen, mat = page.evaluate(OVERHANG)
            assert not is_wide, (state, size)
            mats.add(mat)
            if path == "" and size == TABLET:
                assert is_seen, state
                # What has to be put right goes before the players, who may be scrolled to.
                assert not is_high or state in ("mismatch", "restoring", "question"), state
                assert len(mats) == 1, "the mat on the table page stays where it is"
    assert troubles == []
