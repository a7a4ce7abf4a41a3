"""The log of a page in a browser: one sign a line opens the rules behind it, also of a line that has just come."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.live.requests import Client, Tap
from tests.browser.conftest import NewPage, Table
from tests.games.sealed_bid.words import RULES

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_line_that_has_come_opens_its_rules_in_words_as_after_a_reload(table: Table, new_page: NewPage) -> None:
    page = new_page(390, 844)
    page.goto(table.url, wait_until="domcontentloaded")
    assert table.room.session.submit(Client("host"), Tap(({"type": "PlaceToken", "seat": 0},), 1, "t")).accepted
    line = page.locator("#log > li").first
    expect(line.locator("summary")).to_have_count(1)
    came = line.inner_html()
    for _ in range(2):
        rule = line.get_by_text(str(RULES["B-011"]))
        expect(rule).to_be_hidden()
        line.locator("summary").click()
        expect(rule).to_be_visible()
        expect(line.locator(".rule")).to_have_text("B-011")
        page.reload(wait_until="domcontentloaded")
    assert "".join(line.inner_html().split()) == "".join(came.split()), "drawn by the script as by the companion"
