"""A sealed choice in the browser: seen on the phone of its seat alone, and opened for all at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, open_host, serving, sit_down
from tests.companion.tables import person, play_to, tap_of
from tests.games.sealed_bid.model import NOBODY, Guess


def _guess(table: Table, seat: int, of: int) -> None:
    session = table.room.session
    assert session.submit(person(seat), tap_of([Guess(seat, of)], session.snapshot().revision)).accepted


@pytest.mark.slow
def test_a_guess_is_on_no_page_but_that_seats_until_all_are_opened(tmp_path: Path, new_page: NewPage) -> None:
    with serving(Table(Home(tmp_path / "home")), players=2, guess=True) as table:
        ada, bo, public, host = new_page(390, 844), new_page(390, 844), new_page(1280, 800), new_page(1280, 800)
        for seat, (page, name) in enumerate(((ada, "Ada"), (bo, "Bo"))):
            sit_down(page, table, seat, name)
        public.goto(table.url)
        open_host(host, table)
        play_to(table.room.session, "guess")
        expect(ada.get_by_role("heading", name="Seal your guess on your phone")).to_be_visible()
        expect(ada.get_by_role("button", name="Bo", exact=True)).to_be_visible()
        _guess(table, 0, 1)
        expect(ada.get_by_role("heading", name="You have guessed: Bo.")).to_be_visible()
        for page in (bo, public, host):
            expect(page.get_by_text("Ada seals a guess.").first).to_be_attached()
            assert "Ada seals a guess: Bo" not in page.content()
            assert "your guess: Bo" not in page.content()
        expect(host.get_by_role("button", name="Take my guess back")).to_have_count(0)
        expect(ada.get_by_role("button", name="Take my guess back")).to_be_visible()
        _guess(table, 1, NOBODY)
        play_to(table.room.session, "reveal")
        for page in (ada, bo, public, host):
            expect(page.get_by_text("Ada has guessed: Bo.").first).to_be_attached()
            expect(page.get_by_text("Bo has guessed: nobody.").first).to_be_attached()
