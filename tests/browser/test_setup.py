"""The setup page in a browser: it keeps itself fresh, fits a phone, and lets the host alone measure the strip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.storage.home import Home
from companion.table.dice import ClearDice
from companion.table.fitness import Check, StripMeasure, sum_up
from tests.browser.conftest import NewPage, Table, fits, open_host, serving
from tests.web.views.test_setup import CHECKS, DONE, RUNNING, Told

pytestmark = pytest.mark.browser

PHONE, TABLET = (360, 740), (1280, 740)


class SetUp(Table):
    """A table with a setup that says what the test tells it."""

    def fittings(self) -> dict[str, Any]:
        self.told = Told()
        return {"picture": lambda width_px: None, "setup": self.told}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SetUp]:
    with serving(SetUp(Home(tmp_path / "home"))) as made:
        yield made


def look_again(page: Page) -> None:
    """The page is looked at after a while, and so asks at once for what is new."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.slow
def test_the_checks_change_by_themselves_and_the_verdict_is_announced(table: SetUp, new_page: NewPage) -> None:
    page = new_page(*PHONE)
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{table.url}setup")
    expect(page.get_by_role("heading", level=1)).to_have_text("One thing to mend: glare.")
    assert fits(page, *TABLET)
    assert fits(page, *PHONE)
    table.told.fit = sum_up(CHECKS[:1], 8)
    expect(page.get_by_role("heading", level=1)).to_have_text("The table can be read.")
    expect(page.locator("#announce")).to_have_text("The table can be read.")
    expect(page.get_by_role("button", name="Measure the strip's light")).to_have_count(0)
    assert errors == []


def test_the_host_measures_and_follows_it_or_reads_why_not(table: SetUp, new_page: NewPage) -> None:
    page = new_page(*PHONE)
    open_host(page, table)
    page.goto(f"{table.url}setup")
    table.told.refusal = "No strip is fitted to the board, so there is no light to be measured."
    measure = page.get_by_role("button", name="Measure the strip's light")
    measure.click()
    expect(page.locator("#status")).to_have_text(table.told.refusal)
    asked, table.told.refusal = table.told.asked, ""

    with page.expect_navigation():
        measure.click()
    strip = page.get_by_role("region", name="The strip's light", exact=True)
    table.told.strip = RUNNING
    look_again(page)
    expect(strip).to_contain_text("Step 1 of 2: the strip is dark.")
    assert table.told.asked == asked + 1
    table.told.strip = DONE
    look_again(page)
    expect(strip).to_contain_text("It does not disturb.")


@pytest.mark.slow
def test_without_script_the_page_shows_one_moment(table: SetUp, new_page: NewPage) -> None:
    table.told.strip = StripMeasure("done", "", Check("strip", "The strip's light", "fit", "", "It does not disturb."))
    page = new_page(*TABLET)
    page.route("**/setup.js", lambda route: route.abort())
    page.goto(f"{table.url}setup")
    expect(page.get_by_text("A lamp washes out the print at <corner marker 2>. Move the lamp.")).to_be_visible()
    expect(page.get_by_text("It does not disturb.")).to_be_visible()


@pytest.mark.slow
def test_the_host_says_that_no_die_is_clear(table: SetUp, new_page: NewPage) -> None:
    table.told.dice = ClearDice(True, None, True)
    page = new_page(*PHONE)
    open_host(page, table)
    page.goto(f"{table.url}setup")
    dice = page.get_by_role("region", name="Your dice")
    expect(dice.get_by_role("button", name="As in the game’s box: yes")).to_have_attribute("aria-pressed", "true")
    assert fits(page, *PHONE)
    with page.expect_navigation():
        dice.get_by_role("button", name="No", exact=True).click()
    expect(dice.get_by_role("button", name="No", exact=True)).to_have_attribute("aria-pressed", "true")
    assert table.told.dice == ClearDice(False, False, True)
