"""What just happened, on two devices: told at once, without anything moving, faded on the table, opened by a tap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.games.rolling_with_the_waves.state.model import Draft, PoolRolled, TakeBag
from companion.live.requests import Client
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, serving, sit_down
from tests.companion.tables import tap_of

pytestmark = pytest.mark.browser

FADED_MS = 9_000


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with serving(Table(Home(tmp_path / "home")), "rolling_with_the_waves", players=2) as made:
        yield made


def do(table: Table, *acts: object) -> None:
    for act in acts:
        session = table.room.session
        assert session.submit(Client("host"), tap_of([act], session.snapshot().revision)).accepted


def test_news_come_to_table_and_phone_and_move_nothing(table: Table, new_page_with_clock: NewPage) -> None:
    big, phone = new_page_with_clock(1280, 800), new_page_with_clock(390, 844)
    do(table, TakeBag(0), PoolRolled((1, 2, 3, 4, 5, 6), ("red", "blue", "clear", "clear", "red", "blue")))
    sit_down(phone, table, 1, "Bea")
    big.goto(table.url)
    before = [page.locator("[data-part=news]").bounding_box() for page in (big, phone)]
    do(table, Draft(0, "blue", 2, "pay"))
    for page in (big, phone):
        line = page.locator(".news-words")
        expect(line).to_contain_text("Seat 1 takes the blue 2 and pays 2 Infamy.")
        expect(line.locator(".name.seat-1").first).to_have_text("Seat 1")
        expect(page.locator(".news-piece circle")).to_have_count(2)
    for page, was in zip((big, phone), before, strict=True):  # less than a pixel is no move
        assert page.locator("[data-part=news]").bounding_box() == pytest.approx(was, abs=1)
    expect(phone.locator("body > p[aria-live=polite].unseen").last).to_contain_text("Seat 1 takes the blue 2")

    expect(big.locator(".news")).not_to_have_class(re.compile("old"))
    big.clock.run_for(FADED_MS)
    expect(big.locator(".news")).to_have_class(re.compile("old"))
    phone.clock.run_for(FADED_MS)
    expect(phone.locator(".news")).not_to_have_class(re.compile("old"))

    phone.locator("#more-news summary").click()
    expect(phone.locator(".older-news li")).to_have_count(4)
    expect(phone.locator(".older-news li.unread")).to_have_count(1)

    def draft(seat: int) -> None:
        acts = (choice.actions[0] for choice in table.room.session.snapshot().choices(seat) if choice.actions)
        do(table, next(act for act in acts if isinstance(act, Draft)))

    draft(1)
    expect(phone.locator(".turn.others")).to_be_visible()
    expect(phone.locator("#more-news")).to_have_attribute("open", "")
    draft(0)
    expect(phone.locator(".turn.mine")).to_be_visible()
    expect(phone.locator("#more-news"), "it would lie over what is to be tapped").not_to_have_attribute("open", "")
