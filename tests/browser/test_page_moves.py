"""A page that changes under a finger: the tap does not count, and the page says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, Table, sit_down

pytestmark = pytest.mark.browser

CHANGED = "The page has just changed. Look, then tap again."


def test_a_tap_right_after_a_change_is_not_meant_and_the_page_says_so(
    table: Table, new_page_with_clock: NewPage
) -> None:
    page = new_page_with_clock(390, 844)
    sit_down(page, table, 0, "Anna")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)  # from here on no time passes on the page
    session = table.room.session
    first, second = (page.locator("button[name=actions]").nth(index) for index in (0, 1))
    act = second.get_attribute("value")
    with page.expect_request("**/tap"):
        first.click()
    expect(page.locator(f"button[name=actions][value='{act}']")).to_have_count(0)

    counted = session.snapshot().revision
    page.locator("button[name=actions]").first.click()
    expect(page.locator("#status")).to_have_text(CHANGED)
    assert session.snapshot().revision == counted

    page.clock.run_for(400)
    with page.expect_request("**/tap"):
        page.locator("button[name=actions]").first.click()
    expect(page.locator("#status")).to_have_text("")
