"""The lamps on a page: they move as the strip does, for those who look and want it, and words stand beside them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.lights.render import render
from companion.live.requests import Client, Tap
from companion.outputs.strip import scene_of
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.browser.conftest import NewPage, Table, serving
from tests.browser.test_lost import stop_clock
from web.render.strip import LAMPS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PHONE, TABLET = (390, 480), (1280, 800)
"""So low a phone shows no lamps before somebody scrolls."""
STRIP = DeviceHealth("strip", "ok", "It shines.")
SEATS = 3
SIDE = LAMPS // SEATS
"""Lamps of one seat."""
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


class QuietTable(Table):
    """A companion at a table with a strip, where nothing happens that is not tapped."""

    def devices(self) -> tuple[DeviceHealth, ...]:
        return (STRIP,)

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
def table(tmp_path: Path) -> Iterator[QuietTable]:
    with serving(QuietTable(Home(tmp_path / "home"))) as made:
        yield made


def look_at_lamps(page: Page, table: QuietTable) -> None:
    """Open the table's page, and scroll to where it has the lamps."""
    page.goto(table.url)
    page.locator(".lamps").scroll_into_view_if_needed()


def words(page: Page) -> Locator:
    return page.locator("[data-part=strip] p")


def shown(page: Page) -> list[str]:
    """The colours of the lamps."""
    colours: list[str] = page.locator(".lamp").evaluate_all("lamps => lamps.map((lamp) => lamp.getAttribute('fill'))")
    return colours


def changes(page: Page, seconds: int) -> bool:
    """Whether a lamp on a page whose clock stands is another one while so many seconds pass."""
    seen = set()
    for _ in range(5 * seconds):
        page.clock.run_for(200)
        seen.add(tuple(shown(page)))
    return len(seen) > 1


@pytest.mark.slow
def test_a_seat_whose_turn_it_is_breathes_and_the_others_stand_still(table: QuietTable, new_page: NewPage) -> None:
    table.play_to("Sealed bids", 2)
    page = new_page(*TABLET)
    look_at_lamps(page, table)
    expect(words(page)).to_contain_text("Lights: Seat 3 acts.")
    breathed = f"() => ({NOTE})()[{2 * SIDE + SIDE // 2}] >= 4"
    page.wait_for_function(breathed)
    page.evaluate("window.seen = []")  # the light that came with the page has faded in by now
    page.wait_for_function(breathed)
    colours: list[int] = page.evaluate(NOTE)
    assert min(colours[2 * SIDE + 4 : 3 * SIDE - 4]) >= 3
    assert set(colours[:SIDE]) == {1}, "nothing moves before seat 1"


@pytest.mark.slow
def test_a_wave_runs_over_the_lamps_and_is_told_beside_them(table: QuietTable, new_page: NewPage) -> None:
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


@pytest.mark.slow
def test_the_lamps_show_what_the_strip_does_and_nothing_is_asked_for(
    table: QuietTable, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(*TABLET)
    asked: list[str] = []
    look_at_lamps(page, table)
    stop_clock(page)
    for phase, seats in (("Sealed bids", (2,)), ("The token passes", ())):
        table.play_to(phase, *seats)
        expect(words(page)).to_contain_text("Seat 3 acts." if seats else "runs clockwise")
        now = table.room.session.snapshot()
        scene = scene_of(now, now.view(None))
        page.on("request", lambda request: asked.append(request.url))
        for _ in range(8):
            page.clock.run_for(200)
            at_s = page.evaluate("Date.now()") / 1000
            want = [f"#{bytes(pixel).hex()}" for pixel in render(scene, LAMPS, at_s)]
            assert far(shown(page), want) <= 1, "of 255; halves are rounded otherwise"
    assert asked == []


def far(one: list[str], other: list[str]) -> int:
    """The largest difference between two rows of lamps in red, green or blue."""
    pairs = zip(one, other, strict=True)
    return max(abs(x - y) for a, b in pairs for x, y in zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:]), strict=True))


@pytest.mark.slow
def test_nothing_moves_while_the_page_is_hidden_or_wants_less_motion(
    table: QuietTable, new_page_with_clock: NewPage
) -> None:
    table.play_to("The token passes")
    page = new_page_with_clock(*TABLET)
    page.emulate_media(reduced_motion="reduce")
    look_at_lamps(page, table)
    expect(words(page)).to_contain_text("runs clockwise")
    stop_clock(page)
    assert not changes(page, 2)
    page.emulate_media(reduced_motion="no-preference")
    assert changes(page, 2)
    page.evaluate(HIDE, True)
    assert not changes(page, 2)
    page.evaluate(HIDE, False)
    assert changes(page, 2)


@pytest.mark.slow
def test_nothing_moves_that_is_out_of_sight_or_rests(table: QuietTable, new_page_with_clock: NewPage) -> None:
    phone, tablet = (new_page_with_clock(*size) for size in (PHONE, TABLET))
    phone.goto(table.url)
    look_at_lamps(tablet, table)
    for page in (phone, tablet):
        expect(words(page)).to_contain_text("The strip rests.")
        stop_clock(page)
        assert not changes(page, 1)
    table.play_to("The token passes")
    for page in (phone, tablet):
        expect(words(page)).to_contain_text("runs clockwise")
    assert changes(tablet, 2)
    assert not changes(phone, 2)
    phone.evaluate("document.querySelector('.lamps').scrollIntoView()")  # at once: the page may be drawn anew
    phone.wait_for_function("document.querySelector('.lamps').getBoundingClientRect().top < innerHeight")
    assert changes(phone, 3)
