"""Every page on every usual screen: what a person reads or taps is seen whole, large enough, and told in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from companion.games.core import Choice
from companion.language.message import say, written
from companion.live.health import Health
from companion.live.requests import Client, TakeSeat
from companion.storage.home import Home
from companion.table.devices import DeviceHealth
from tests.browser.conftest import NewPage, fits, open_host, serving, take_seat
from tests.browser.legible import illegible
from tests.browser.test_virtual import IN_STATE, VirtualTable, publish
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import PlaceToken
from tests.web.sights import SIGHTS, show
from tests.web.views.test_setup import Told

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (1180, 820), (1024, 768), (1920, 1080), (390, 844))
SCREENS_MM = {(1280, 800): 217, (1920, 1080): 345}
"""How wide the smallest usual screen of so many pixels is: a tablet of 10 inches, a portable computer of 15.6."""
CAPITAL = 0.7
"""Height of a capital letter, in font sizes."""
FAR, NEAR = (1000, 16), (600, 10)
"""Read from a metre, and from an arm's length: the distance in mm, and arc minutes of a capital letter."""
PHONE, PHONE_MM, IN_HAND = (390, 844), 65, (350, 10)
"""A phone, how wide its screen is, and from where it is read."""
MAT_WORDS = """() => Array.from(document.querySelectorAll(".mat text"), (each) => [each.textContent,
  parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a,
  each.checkVisibility({ visibilityProperty: true })])
  .filter(([words, size, isSeen]) => isSeen && /\\w/.test(words))"""
SMALLEST = """selector => Math.min(...Array.from(document.querySelectorAll(selector), (each) =>
  parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM ? each.getScreenCTM().a : 1)))"""
HEADINGS = "Array.from(document.querySelectorAll('h1, h2, h3, h4'), (each) => Number(each.tagName[1]))"
SPOKEN = r"""() => [document.body.textContent, ...Array.from(document.querySelectorAll("*"), (each) =>
  ["aria-label", "alt", "title", "data-spoken"].map((name) => each.getAttribute(name)).join("\n"))].join("\n")"""
BROKEN_WORDS = r"""selector => Array.from(document.querySelectorAll(selector), (each) => {
  const range = document.createRange(), text = each.firstChild;
  return Array.from(text.data.matchAll(/[^\s-]+-?/g)).filter((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]);
}).flat()"""
"""Words that go over two lines of these elements, though no hyphen is in them."""
COUNT_TOLD = """() => { window.told = []; new MutationObserver((all) => all.forEach((each) =>
  window.told.push(each.target.textContent))).observe(document.getElementById("announce"), { childList: true }); }"""

STATES = {
    "settled": SIGHTS["settled"],
    "reaching": replace(
        SIGHTS["reaching"], covered=(say("Discard pile"), say("Maximilian's bid"), say("the prize"), say("the bowl"))
    ),
    "open": replace(
        SIGHTS["open"], question=(Choice(say("That is all"), (PlaceToken(2),), say("What was done?"), "token"),)
    ),
    "mismatch": replace(SIGHTS["mismatch"], done=SIGHTS["mismatch"].fixes[:1]),
    "question": SIGHTS["question"],
    "restoring": SIGHTS["restoring"],
}


class WholeTable(VirtualTable):
    """A table with all that has a page."""

    def fittings(self) -> dict[str, Any]:
        return {**super().fittings(), "setup": Told()}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WholeTable]:
    with serving(WholeTable(Home(tmp_path / "home"))) as made:
        made.room.session.submit(Client(), TakeSeat(1, "Maximilian Hohenstaufen", "key"))
        made.world.put("token", 300, 350)
        made.world.hold(0, ("card:2", "card:5"))
        yield made


def see(page: Page, table: WholeTable, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    show(monkeypatch, STATES[state])
    publish(table.room.session)
    page.wait_for_function(IN_STATE, arg=state)


def arc_minutes(font_px: float, size: tuple[int, int], distance_mm: float) -> float:
    """How large a capital letter is to the eye."""
    wide_mm = PHONE_MM if size == PHONE else SCREENS_MM[size]
    return 60 * math.degrees(math.atan(CAPITAL * font_px * wide_mm / size[0] / distance_mm))


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(SIZES[0], PHONE), pytest.param(SIZES[1:-1], marks=pytest.mark.slow)], ids=len)
def test_nothing_to_be_read_or_tapped_is_cut_or_covered(
    table: WholeTable, new_page: NewPage, monkeypatch: pytest.MonkeyPatch, sizes: tuple[tuple[int, int], ...]
) -> None:
    guest, host, anna = (new_page(*SIZES[0]) for _ in range(3))
    take_seat(anna, table, 0, "Annemarie-Charlotte")
    open_host(host, table)
    show(monkeypatch, STATES["settled"])
    found = dict[str, list[str]]()
    for page, path in ((guest, ""), (host, ""), (anna, "seat/1/"), (host, "host"), (guest, "virtual"), (host, "setup")):
        page.goto(f"{table.url}{path}", wait_until="domcontentloaded")
        has_sight = page.locator("[data-part=sight]").count() > 0
        for state in STATES if path in ("", "seat/1/") else ("mismatch",):
            if has_sight:
                see(page, table, state, monkeypatch)
            for size in sizes:
                assert fits(page, *size)
                if troubles := illegible(page):
                    found[f"{path or 'table'} {size} {state}"] = troubles
    assert found == {}


@pytest.mark.slow
def test_prompt_mat_and_who_is_waited_for_are_one_screen_whatever_there_is_to_note(
    table: WholeTable, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, host = (new_page(*SIZES[0]) for _ in range(2))
    open_host(host, table)
    plain, long = SealedBid.prompt, "The prizes of this game are assumed, and nobody has confirmed them yet. " * 3
    monkeypatch.setattr(
        SealedBid, "prompt", lambda self, view: replace(plain(self, view), assumed=(written(long), written(long)))
    )
    publish(table.room.session)
    for page in (guest, host):
        page.goto(table.url, wait_until="domcontentloaded")
        for size in ((1280, 800), (1180, 820), (1024, 768), (1920, 1080)):
            assert fits(page, *size)
            ends = {part: page.locator(f"[data-part={part}]").bounding_box() for part in ("prompt", "mat", "waits")}
            assert [part for part, box in ends.items() if not box or box["y"] + box["height"] > size[1]] == [], size
            assert illegible(page) == []
        page.get_by_role("link", name="2 notes below").click()
        page.wait_for_function("document.getElementById('notes').getBoundingClientRect().bottom <= innerHeight + 1")


@pytest.mark.slow
def test_name_sign_and_log_are_whole_on_the_table_page_also_after_an_undo(
    table: WholeTable, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, lines = DeviceHealth("deal", "noted", "What is dealt may be foreseen."), Health.lines
    monkeypatch.setattr(Health, "lines", lambda self, *rest: (*lines(self, *rest), noted))
    table.room.session.submit(Client(), TakeSeat(0, "Max von Hohenstaufen", "another"))
    guest, host = (new_page(*SIZES[0]) for _ in range(2))
    open_host(host, table)
    for page in (guest, host):
        page.goto(table.url, wait_until="domcontentloaded")
        see(page, table, "restoring", monkeypatch)
        expect(page.locator("#log")).to_be_visible()
        for size in ((1280, 800), (1024, 768)):
            assert fits(page, *size)
            assert illegible(page) == []
            assert page.evaluate(BROKEN_WORDS, ".player h2") == [], size
            sign, name = (page.locator(f".health li.noted {part}").bounding_box() for part in (".mark", "b"))
            assert sign is not None
            assert name is not None
            assert sign["x"] + sign["width"] <= name["x"], size


@pytest.mark.slow
def test_letters_grow_with_the_screen_and_are_read_from_where_people_sit(
    table: WholeTable, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, plain = new_page(*SIZES[0]), SealedBid.prompt
    monkeypatch.setattr(SealedBid, "prompt", lambda self, view: replace(plain(self, view), seats=(0,)))
    for seat in (0, 2):  # no line of free seats stands above the mat
        assert table.room.session.submit(Client(), TakeSeat(seat, f"Player {seat + 1}", f"key {seat}")).accepted
    page.goto(table.url, wait_until="domcontentloaded")
    sizes_px = dict[tuple[int, int], list[float]]()
    for size in SCREENS_MM:
        fits(page, *size)
        far = [page.evaluate(SMALLEST, selector) for selector in (".say", ".waited .name", ".score")]
        assert max(far) < math.inf
        near = page.evaluate(SMALLEST, ".zone-label")
        sizes_px[size] = [*far, near]
        assert min(arc_minutes(each, size, FAR[0]) for each in far) >= FAR[1], (size, far)
        assert arc_minutes(near, size, NEAR[0]) >= NEAR[1], (size, near)
    assert all(large > small for small, large in zip(*sizes_px.values(), strict=True))


@pytest.mark.slow
def test_what_stands_on_the_mat_of_a_phone_is_read_in_a_hand(table: WholeTable, new_page: NewPage) -> None:
    page = new_page(*PHONE)
    address = take_seat(page, table, 0, "Anna")
    page.goto(address, wait_until="domcontentloaded")
    page.locator("#fold-mat-shown > summary").click()
    seen = {words: arc_minutes(size, PHONE, IN_HAND[0]) for words, size, _ in page.evaluate(MAT_WORDS)}
    assert {words for words, minutes in seen.items() if minutes < IN_HAND[1]} == set()
    assert "Deck" in str(seen) or "Bowl" in seen, seen
    page.get_by_text("The mat in words").click()
    told = page.locator(".in-words").inner_text()
    assert "Anna's bid: empty." in told
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".in-words")).to_be_hidden()
    expect(page.locator(".near")).to_be_hidden()


@pytest.mark.slow
def test_what_a_screen_reader_says_is_in_order_in_words_and_said_again(
    table: WholeTable, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, anna = (new_page(*SIZES[0]) for _ in range(2))
    take_seat(anna, table, 0, "Anna")
    open_host(host, table)
    paths = "", "host", "setup", "camera", "enrol", "virtual", "host/end"
    zones = [
        zone.zone
        for zone in table.room.session.snapshot().game.mat.layout(table.room.session.snapshot().view(None)).zones
    ]
    for page, path in (
        *((host, each) for each in paths),
        (anna, "seat/1/"),
        (anna, "seat/1/virtual"),
        (anna, "seat/2/"),
    ):
        page.goto(f"{table.url}{path}", wait_until="domcontentloaded")
        levels = page.evaluate(HEADINGS)
        assert levels[0] == 1, path
        assert all(level <= before + 1 for before, level in pairwise(levels)), (path, levels)
        said = page.evaluate(SPOKEN)
        assert [zone for zone in zones if "." in zone and zone in said] == [], path
    anna.goto(f"{table.url}seat/1/", wait_until="domcontentloaded")
    anna.evaluate(COUNT_TOLD)
    for state in ("mismatch", "settled", "mismatch"):
        see(anna, table, state, monkeypatch)
    expect(anna.locator("#announce")).to_contain_text("No legal act leads to this table.")
    first, second = anna.evaluate("window.told")
    assert first.strip() == second.strip()
    assert first != second, "the same words once more are a change, which is told"
