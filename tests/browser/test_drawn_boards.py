"""Boards in a browser: one on the tablet that all share, another on a phone; tapped by finger and by keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.games.core import Action
from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.live.requests import Client, Tap
from companion.storage.home import Home
from tests.browser.accessible import barriers
from tests.browser.conftest import NewPage, Table, fits, open_host, serving, sit_down, tap_as_a_person
from tests.browser.test_whole_game import Cards
from tests.games.sealed_bid.model import Discard, SealBid

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
HOST = Client("host")
SIZES = ((1280, 800), (390, 844), (320, 640))
MEASURED = """() => ({
  letters: Math.min(...Array.from(document.querySelectorAll(".drawn .cell > text"), (each) =>
    parseFloat(each.getAttribute("font-size")) * each.getScreenCTM().a)),
  taps: Math.min(Infinity, ...Array.from(document.querySelectorAll(".drawn [data-actions] > .ground"), (each) =>
    Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height))),
})"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with serving(Table(Home(tmp_path / "home")), board=True) as made:
        yield made


def tell(table: Table, action: Action) -> None:
    """An act that somebody else at the table tells."""
    session = table.room.session
    tap = Tap((msgspec.to_builtins(action),), session.snapshot().revision, f"told {session.snapshot().revision}")
    assert session.submit(HOST, tap).accepted


def cell_of(action: Action) -> str:
    """The selector of the cell that stands for this act."""
    return f"[data-actions='{msgspec.json.encode((action,)).decode()}']"


@pytest.mark.slow
def test_a_game_is_played_on_the_board_of_a_phone(new_page: NewPage, table: Table) -> None:
    phone, tablet = new_page(390, 844), new_page(1280, 800)
    sit_down(phone, table, 0, "Anna")
    tablet.goto(table.url)
    cards, by_board = Cards(seed=12), 0
    while (action := cards.next()) is not None:
        if action.actor != 0 or not isinstance(action, SealBid | Discard):
            tell(table, action)
            continue
        cell = phone.locator(cell_of(action)).first
        cell.wait_for()
        if by_board == 0:
            look_at_all_sizes(phone, tablet)
        if by_board % 2:
            tap_as_a_person(phone, cell)
        else:
            by_keyboard(phone, cell_of(action))
        by_board += 1
        expect(phone.locator(cell_of(action))).to_have_count(0)
    assert by_board >= 4
    assert table.room.session.snapshot().outcome is not None
    expect(tablet.get_by_role("group", name="Round 3")).to_be_visible()
    expect(tablet.get_by_role("img", name=re.compile(r"^Anna has \d+ points?\.$"))).to_have_count(1)
    assert tablet.locator("[data-actions]").count() == 0


def by_keyboard(page: Page, selector: str) -> None:
    """Go to a cell by the Tab key alone, and press it."""
    page.wait_for_timeout(400)  # a button that has just come is not yet meant
    page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError("no Tab leads to the cell")


def look_at_all_sizes(phone: Page, tablet: Page) -> None:
    """Nothing hangs out, letters and cells are large enough, each is told in words, and axe has nothing to say."""
    expect(phone.get_by_role("group", name="Your hand")).to_be_visible()
    expect(phone.get_by_role("button", name="one card")).to_be_visible()
    expect(tablet.get_by_role("img", name="Anna has still to bid.")).to_have_count(1)
    assert tablet.locator("[data-actions]").count() == 0  # nobody is the host there
    assert "one card" not in tablet.inner_html("[data-part=boards]")
    for width, height in SIZES:
        for page in (phone, tablet):
            assert fits(page, width, height)
            measured = page.evaluate(MEASURED)
            assert measured["letters"] >= 10.5, (width, measured)
            assert measured["taps"] >= 24, (width, measured)
    assert barriers(phone) == []
    phone.set_viewport_size({"width": 390, "height": 844})
    tablet.set_viewport_size({"width": 1280, "height": 800})
    assert barriers(tablet) == []


@pytest.mark.slow
@pytest.mark.rolling_with_the_waves
def test_mini_boards_stand_whole_beside_one_another_on_a_tablet(new_page: NewPage, tmp_path: Path) -> None:
    game, rng, tablet = GAMES["rolling_with_the_waves"], random.Random(3), new_page(1280, 800)
    with serving(Table(Home(tmp_path / "home")), game.name, players=4, allocation="board") as table:
        session = table.room.session
        while (state := session.snapshot()._state).table.whole.phase is not Phase.REVEAL:
            tell(table, rng.choice([act for act in game.legal_actions(state) if not (act.takes_back or act.opens)]))
        tablet.goto(table.url)
        expect(tablet.get_by_role("heading", name=re.compile("mini board$"))).to_have_count(4)
        cut = (
            "() => Array.from(document.querySelectorAll('.pan')).filter((each) => each.scrollWidth > each.clientWidth)"
        )
        assert tablet.evaluate(f"({cut})().length") == 0


@pytest.mark.slow
@pytest.mark.manawave
@pytest.mark.parametrize("is_host", [False, True])
def test_the_mat_keeps_its_place_where_there_are_figures_and_no_boards_yet(
    new_page: NewPage, tmp_path: Path, is_host: bool
) -> None:
    tablet = new_page(1280, 800)
    with serving(Table(Home(tmp_path / "manawave")), game="manawave") as table:
        if is_host:
            open_host(tablet, table)
        tablet.goto(table.url)
        figures, mat = tablet.locator("[data-part=diagrams]"), tablet.locator("[data-part=mat]")
        assert tablet.locator(".boards").count() == 0
        places = figures.bounding_box(), mat.bounding_box()
        assert places[0] is not None
        assert places[1] is not None
        assert places[0]["width"] > 1200
        assert places[1]["width"] > 500
        assert places[0]["y"] > places[1]["y"] + places[1]["height"]
