"""Atlanteans are placed on a phone: taken up and put down by two taps, by keyboard, or dragged; and a round by taps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.atlantis_rising.state.model import POOL
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, open_host, serving, sit_down
from tests.browser.islanders import Islanders

pytestmark = [pytest.mark.browser, pytest.mark.atlantis_rising, pytest.mark.slow, pytest.mark.timeout(540)]

NAMES = ("Anna", "Ben", "Cleo")
PHONE, TABLET = (390, 844), (1280, 800)
MOST_OF_A_ROUND = 60


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with serving(Table(Home(tmp_path / "home")), "atlantis_rising", players=len(NAMES)) as made:
        yield made


def crew_of(table: Table, new_page: NewPage) -> tuple[Islanders, list[Page], Page]:
    """Everybody with a phone at a seat, and the host's tablet, set up to the first round."""
    phones, tablet = [new_page(*PHONE) for _ in NAMES], new_page(*TABLET)
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        sit_down(phone, table, seat, name)
    open_host(tablet, table)
    tablet.goto(table.url)
    crew = Islanders(table.room.session, tablet, phones, seed=5)
    while not crew.table.round:
        crew.step()
    return crew, phones, tablet


def piece(page: Page, kind: str, seat: int = 0) -> Locator:
    return page.locator(f"[data-key='board/place/{kind}.{seat}']")


def place(page: Page, where: str) -> Locator:
    return page.locator(f"[data-key='board/place/{where}']")


def standing(crew: Islanders, seat: int) -> dict[str, str]:
    """Where the placed pieces of a seat stand, by their kinds."""
    return {each.place: each.kind for each in crew.table.atlanteans if each.seat == seat and each.place != POOL}


def test_a_piece_is_taken_up_and_put_down_by_finger_mouse_and_keyboard(table: Table, new_page: NewPage) -> None:
    crew, (anna, *_), tablet = crew_of(table, new_page)
    expect(piece(anna, "follower")).to_have_attribute("aria-pressed", "true")
    crew.click(place(anna, "hills_1"))
    expect(anna.locator("#log")).to_contain_text("follower is placed on Hills 1.")

    piece(anna, "leader").click()
    expect(piece(anna, "leader")).to_have_attribute("aria-pressed", "true")
    crew.send(anna, lambda: place(anna, "centre").press("Enter"))
    expect(anna.locator("#log")).to_contain_text("Leader is placed on the centre.")

    crew.send(anna, lambda: piece(anna, "follower").drag_to(place(anna, "forests_2")))
    expect(anna.locator("#log")).to_contain_text("follower is placed on Forests 2.")
    assert standing(crew, 0) == {"hills_1": "follower", "centre": "leader", "forests_2": "follower"}
    # The host's tablet places for everybody; who only looks on is shown no such board.
    expect(piece(tablet, "leader", 1)).to_be_visible()
    guest = new_page(*TABLET)
    guest.goto(table.url)
    expect(guest.locator("#board-island")).to_be_visible()
    expect(guest.locator("#board-place")).to_have_count(0)


def test_a_round_of_three_takes_a_tap_a_decision(table: Table, new_page: NewPage) -> None:
    crew, _, _ = crew_of(table, new_page)
    crew.play(rounds=1)
    assert crew.table.round == 2
    assert crew.taps[1] <= MOST_OF_A_ROUND
