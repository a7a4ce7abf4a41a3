"""The lamps on a page: they move as the strip does, for those who look and want it, and words stand beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.games.registry import GAMES
from companion.home import Home
from companion.lighting import Lighting
from companion.lights.strip import StripSettings
from companion.requests import Client, Tap
from companion.room import Room
from tests.browser.conftest import HOST_CODE, Table
from web.app import create_app
from web.server import PageServer
from web.strip import LAMPS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

NewContext = Callable[[int, int], BrowserContext]
SIDE = LAMPS // 4
"""Lamps of one of four seats."""
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

    def _open(self, port: int) -> None:
        self.room = Room(GAMES, self._home)
        self.lighting = Lighting(lambda: self.room.session.snapshot(), (), StripSettings(pixels=LAMPS))
        app = create_app(self.room, secret_key=b"key", host_code=HOST_CODE, strip=self.lighting.now)
        self._server = PageServer(app, host="127.0.0.1", port=port)
        self.url = f"http://127.0.0.1:{self._server.port}/"

    def start(self) -> None:
        self.lighting.start()
        super().start()

    def stop(self) -> None:
        self.lighting.close()
        super().stop()

    def play_to(self, phase: str, seat: int) -> None:
        """Tap the first thing offered until somebody is to act in a phase."""
        for number in range(200):
            now = self.room.session.snapshot()
            view = now.view(None)
            prompt = now.game.prompt(view)
            if phase in prompt.phase and prompt.seats == (seat,):
                return
            acts = tuple(msgspec.to_builtins(act) for act in now.game.choices(view)[0].actions)
            assert self.room.session.submit(Client("host"), Tap(acts, now.revision, f"tap{number}")).accepted
        raise AssertionError(f"the game never came to {phase}, seat {seat + 1}")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LitTable]:
    made = LitTable(Home(tmp_path / "home"))
    made.room.open_new("waves", {"cards": "own"}, 1)
    made.start()
    yield made
    made.stop()


def words(page: Page) -> Locator:
    return page.locator("[data-part=strip] p")


def looks(page: Page) -> list[str]:
    """A list to which each look at the strip is added."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/strip.json") else None)
    return asked


def test_a_seat_whose_turn_it_is_breathes_and_the_others_stand_still(table: LitTable, new_context: NewContext) -> None:
    table.play_to("Playing Agents", 2)
    page = new_context(1280, 800).new_page()
    page.goto(table.url)
    expect(words(page)).to_contain_text("Lights: Seat 3 plays.")
    breathed = f"() => ({NOTE})()[{2 * SIDE + SIDE // 2}] >= 6"
    page.wait_for_function(breathed)
    page.evaluate("window.seen = []")  # the light that came with the page has faded in by now
    page.wait_for_function(breathed)
    colours: list[int] = page.evaluate(NOTE)
    assert min(colours[2 * SIDE + 4 : 3 * SIDE - 4]) >= 3
    assert set(colours[:SIDE]) == {1}, "nothing moves before seat 1"


def test_a_wave_runs_over_the_lamps_and_is_told_beside_them(table: LitTable, new_context: NewContext) -> None:
    table.play_to("Wave", 2)
    page = new_context(820, 1180).new_page()
    page.goto(table.url)
    expect(words(page)).to_contain_text("The 1st Wave runs round the table, clockwise: one crest of light.")
    page.locator(".lamps").scroll_into_view_if_needed()
    # At every seat: no breath reaches so far.
    page.wait_for_function(
        f"() => {{ const colours = ({NOTE})(); return [0, 1, 2, 3].every((seat) =>"
        f" colours.slice(seat * {SIDE}, (seat + 1) * {SIDE}).filter((number) => number > 2).length > {SIDE // 3}); }}"
    )


def test_it_stands_still_for_who_asked_for_less_motion(table: LitTable, new_context: NewContext) -> None:
    table.play_to("Wave", 2)
    page = new_context(1280, 800).new_page()
    asked = looks(page)
    page.clock.install()
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.url)
    expect(words(page)).to_contain_text("runs round the table")
    page.evaluate(NOTE)
    page.clock.run_for(5000)
    assert page.evaluate(NOTE) == [1] * LAMPS
    assert asked == []
    with page.expect_request("**/strip.json"):
        page.emulate_media(reduced_motion="no-preference")


def test_nobody_asks_while_the_page_is_hidden(table: LitTable, new_context: NewContext) -> None:
    table.play_to("Wave", 2)
    page = new_context(1280, 800).new_page()
    asked = looks(page)
    page.clock.install()
    with page.expect_request("**/strip.json"):
        page.goto(table.url)
    page.evaluate(HIDE, True)
    page.clock.run_for(1000)  # a look that was on its way has come
    until_now = len(asked)
    page.clock.run_for(10_000)
    assert len(asked) == until_now
    with page.expect_request("**/strip.json"):
        page.evaluate(HIDE, False)


def test_nobody_asks_for_what_is_out_of_sight_or_does_not_move(table: LitTable, new_context: NewContext) -> None:
    phone, tablet = new_context(390, 844).new_page(), new_context(1280, 800).new_page()
    asked = looks(phone), looks(tablet)
    for page in (phone, tablet):
        page.clock.install()
        page.goto(table.url)
        expect(words(page)).to_contain_text("The strip rests.")
        page.clock.run_for(5000)
    assert asked == ([], [])
    with tablet.expect_request("**/strip.json"):
        table.play_to("Wave", 2)
    expect(words(phone)).to_contain_text("runs round the table")
    phone.clock.run_for(5000)
    assert asked[0] == []
    with phone.expect_request("**/strip.json"):
        phone.evaluate("document.querySelector('.lamps').scrollIntoView()")  # at once: the page may be drawn anew
