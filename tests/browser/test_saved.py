"""Saved games on a host page that stands open: they come as they are looked at, and are resumed from any page."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, Table, open_host
from tests.companion.tables import held_summaries, own
from web.render.saved import FEW

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_saved_games_come_as_they_are_looked_at_and_older_ones_are_a_page_away(
    table: Table, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = held_summaries(monkeypatch)
    room, first = table.room, table.room.session.game_id
    present = own(room).game_id
    for number in range(FEW):
        shutil.copy(room.home.journal(first), room.home.journal(f"copy-{number}"))
    page = new_page(1280, 800)
    open_host(page, table, "new")
    saved = page.locator("[data-part=saved]")
    expect(saved).to_contain_text(f"{FEW + 1} of {FEW + 1} saved games are still being looked at")
    assert room.session.game_id == present

    may_go_on.set()
    expect(saved).not_to_contain_text("looked at")
    expect(saved.get_by_role("button", name="Resume")).to_have_count(FEW)
    expect(saved).to_contain_text("0 acts · going on")

    saved.get_by_role("link", name=f"All {FEW + 1} saved games").click()
    expect(page.get_by_role("heading")).to_have_text(f"1 to {FEW + 1} of {FEW + 1}, the newest first")
    page.locator("form", has=page.locator(f"[value={first}]")).get_by_role("button").click()
    page.wait_for_url(f"{table.url}host")
    assert room.session.game_id == first
