"""The lamps on a page: they move as the strip does, for those who look and want it, and words stand beside them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.lights.strip import StripSettings
from companion.live.requests import Client, Tap
from companion.outputs.strip import Lighting
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, serving
from web.render.strip import LAMPS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PHONE, TABLET = (390, 480), (1280, 800)
"""So low a phone shows no lamps before somebody scrolls."""
SEATS = 3
SIDE = LAMPS // SEATS
"""Lamps of one seat."""
HASTE = 3.0
"""How much faster than at a table the light moves here."""
NOTE = """() => {
  const seen = window.seen || (window.seen = []);
  document.querySelectorAll('.lamp').forEach((lamp, place) => {
    (seen[place] || (seen[place] = new Set())).add(lamp.getAttribute('fill'));
  });
  return seen.map((colours) => colours.size);
}"""
"""Notes each lamp's colour; returns how many each has had so far."""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""The page as it is told that it is hidden: a headless browser hides none."""


class LitTable(Table):
    """A companion whose light is played, at a table where nothing happens that is not tapped."""

    def fittings(self) -> dict[str, Any]:
        self.lighting = Lighting(
            lambda: self.room.session.snapshot(),
            (),
            StripSettings(pixels=LAMPS),
            clock=lambda: HASTE * time.monotonic(),
        )
        return {"strip": self.lighting.now}

    def start(self) -> None:
        self.lighting.start()
        super().start()

    def stop(self) -> None:
        self.lighting.close()
        super().stop()

    def play_to(self, phase: str, *seats: int) -> None:
        """Tap the first thing offered until a phase has come, and nobody but these seats is to act in it."""
        for number in range(60):
            now = self.room.session.snapshot()
            view = now.view(None)
            prompt = now.game.prompt(view)
            if phase in str(prompt.phase) and prompt.seats == seats:
                return
            acts = tuple(msgspec.to_builtins(act) for act in now.game.choices(view)[0].actions)
            assert self.room.session.submit(Client("host"), Tap(acts, now.revision, f"tap{number}")).accepted
        raise AssertionError(f"the game never came to {phase}, {seats}")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LitTable]:
    with serving(LitTable(Home(tmp_path / "home"))) as made:
        yield made


def words(page: Page) -> Locator:
    return page.locator("[data-part=strip] p")


def looks(page: Page) -> list[str]:
    """A list to which each look at the strip is added."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/strip.json") else None)
    return asked


def pass_time(page: Page, seconds: int) -> None:
    """Let seconds pass on the page, and what it has asked for in each of them come."""
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.evaluate("fetch('/table.json', { cache: 'no-store' }).then((reply) => reply.text())")


def test_a_seat_whose_turn_it_is_breathes_and_the_others_stand_still(table: LitTable, new_page: NewPage) -> None:
    table.play_to("Sealed bids", 2)
    page = new_page(*TABLET)
    page.goto(table.url)
    expect(words(page)).to_contain_text("Lights: Seat 3 acts.")
    breathed = f"() => ({NOTE})()[{2 * SIDE + SIDE // 2}] >= 4"
    page.wait_for_function(breathed)
    page.evaluate("window.seen = []")  # the light that came with the page has faded in by now
    page.wait_for_function(breathed)
    colours: list[int] = page.evaluate(NOTE)
    assert min(colours[2 * SIDE + 4 : 3 * SIDE - 4]) >= 3
    assert set(colours[:SIDE]) == {1}, "nothing moves before seat 1"


def test_a_wave_runs_over_the_lamps_and_is_told_beside_them(table: LitTable, new_page: NewPage) -> None:
    table.play_to("The token passes")
    page = new_page(820, 1180)
    page.goto(table.url)
    expect(words(page)).to_contain_text("The token runs clockwise to the next seat.")
    page.locator(".lamps").scroll_into_view_if_needed()
    page.wait_for_function(f"() => Math.max(...({NOTE})()) > 2")
    page.evaluate("window.seen = []")  # the light that came with the page has faded in by now
    # At every seat: no breath reaches so far.
    page.wait_for_function(
        f"() => {{ const colours = ({NOTE})(); return [...Array({SEATS}).keys()].every((seat) =>"
        f" colours.slice(seat * {SIDE}, (seat + 1) * {SIDE}).filter((number) => number > 1).length > {SIDE // 3}); }}"
    )


def test_nobody_asks_while_the_page_is_hidden_or_wants_less_motion(
    table: LitTable, new_page_with_clock: NewPage
) -> None:
    table.play_to("The token passes")
    page = new_page_with_clock(*TABLET)
    asked = looks(page)
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.url)
    expect(words(page)).to_contain_text("runs clockwise")
    page.evaluate(NOTE)
    pass_time(page, 3)
    assert page.evaluate(NOTE) == [1] * LAMPS
    assert asked == []
    with page.expect_request("**/strip.json"):
        page.emulate_media(reduced_motion="no-preference")

    page.evaluate(HIDE, True)
    pass_time(page, 1)  # a look that was on its way has come
    until_now = len(asked)
    pass_time(page, 4)
    assert len(asked) == until_now
    with page.expect_request("**/strip.json"):
        page.evaluate(HIDE, False)


def test_nobody_asks_for_what_is_out_of_sight_or_does_not_move(table: LitTable, new_page_with_clock: NewPage) -> None:
    phone, tablet = (new_page_with_clock(*size) for size in (PHONE, TABLET))
    asked = looks(phone), looks(tablet)
    for page in (phone, tablet):
        page.goto(table.url)
        expect(words(page)).to_contain_text("The strip rests.")
        pass_time(page, 3)
    assert asked == ([], [])
    with tablet.expect_request("**/strip.json"):
        table.play_to("The token passes")
    expect(words(phone)).to_contain_text("runs clockwise")
    pass_time(phone, 3)
    assert asked[0] == []
    with phone.expect_request("**/strip.json"):
        phone.evaluate("document.querySelector('.lamps').scrollIntoView()")  # at once: the page may be drawn anew
