"""“Show me” in a browser: the link comes with the act, and leads to what was seen and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Table, open_host
from tests.companion.seen import SeenTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(540)]


@pytest.mark.parametrize("width", [360, 1280])
def test_an_act_that_is_seen_can_be_shown_at_once(
    serve: Callable[..., Table], new_context: Callable[[int, int], BrowserContext], width: int
) -> None:
    table = serve(cards="own", seed=1)
    seen = SeenTable(table.room.session)
    page = new_context(width, 800).new_page()
    open_host(page, table)
    expect(page.locator("#log-empty")).to_be_visible()
    told = seen.act()
    link = page.locator("#log a.show")
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", f"/host/evidence/{seen.session.game_id}/2")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(told.line.text)
    expect(page.locator("dd").first).to_have_text("the camera")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#log a.show")).to_have_count(1)
