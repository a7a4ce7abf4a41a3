"""“Show me” in a browser: the link comes with the act, and leads to what was seen and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, Table, fits, open_host
from tests.companion.seen import SeenTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(540)]

PHONE, TABLET = (360, 800), (1280, 800)


@pytest.mark.slow
def test_an_act_that_is_seen_can_be_shown_at_once(table: Table, new_page: NewPage) -> None:
    seen = SeenTable(table.room.session)
    page = new_page(*PHONE)
    open_host(page, table)
    expect(page.locator("#log-empty")).to_be_visible()
    told = seen.act()
    link = page.locator("#log a.show")
    for size in (TABLET, PHONE):
        assert fits(page, *size)
        expect(link).to_have_count(1)
        expect(link).to_have_attribute("href", f"/host/evidence/{seen.session.game_id}/2")
        link.click()
        expect(page.get_by_role("heading", level=1)).to_have_text(str(told.line.text))
        expect(page.locator("dd").first).to_have_text("the camera")
        assert fits(page, *size)
        page.get_by_role("link", name="Back").click()
        expect(link).to_have_count(1)
