"""A page that changes under a finger: the tap does not count, and the page says so; and what stays where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, Table, sit_down
from tests.browser.moments.moment import load
from tests.browser.moments.place import at_moment
from tests.companion.tables import HOST, tap_of

pytestmark = pytest.mark.browser

PLACES = "lines => lines.map((line) => [line.textContent, line.offsetTop - line.parentElement.offsetTop])"
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


@pytest.mark.slow
@pytest.mark.rolling_with_the_waves
def test_what_is_done_of_a_list_stays_in_its_place_struck_out(tmp_path: Path, new_page: NewPage) -> None:
    moment = next(each for each in load().moments if each.key == "rolling-write-raise")
    page = new_page(390, 844)
    with at_moment(moment, tmp_path / "home") as table:
        sit_down(page, table, 0, "Anna")
        lines = page.locator(".own-steps li")
        before = lines.evaluate_all(PLACES)
        assert len(before) > 1
        now = table.room.session.snapshot()
        first = next(each for each in now.choices(0) if len(each.actions) == 1)
        assert table.room.session.submit(HOST, tap_of(first.actions, now.revision)).accepted
        expect(page.locator(".own-steps .ticked")).to_have_count(1)
        assert lines.evaluate_all(PLACES) == before
