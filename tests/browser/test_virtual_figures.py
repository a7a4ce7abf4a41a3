"""A pawn without a marker at a real virtual table: hands set it down once that is told, and a person drags it away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.test_virtual import done, drag, on_mat
from tests.browser.test_virtual_table import TURN_S, at_a_virtual_table, sight
from tests.games.sealed_bid.layout import layout_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PATIENCE_MS = TURN_S * 1000
LAYOUT = layout_of(3, props=True)
PAWN = "#lying [aria-label^=guard]"


def middle_mm(zone: str) -> tuple[float, float]:
    at = LAYOUT.find(zone)
    return at.x_mm + at.width_mm / 2, at.y_mm + at.height_mm / 2


def until(page: Page, words: str) -> None:
    expect(page.locator("[data-part=prompt]")).to_contain_text(words, timeout=PATIENCE_MS)


@pytest.mark.slow
def test_a_pawn_hides_the_prize_and_is_dragged_from_it_and_back(tmp_path: Path, new_page: NewPage) -> None:
    with at_a_virtual_table(tmp_path, "--auto", "--pawn", "true", "--line", "true", game="sealed_bid") as playing:
        host, table = new_page(1280, 800), new_page(390, 844)
        playing.open_host_page(host)
        host.goto(f"{playing.url}virtual")
        table.goto(playing.url)
        until(host, "Seal")
        expect(sight(host)).to_contain_text("Hidden: the prize.", timeout=PATIENCE_MS)
        expect(sight(host)).to_contain_text("Every piece that shows lies where the game has it.")
        expect(host.locator(PAWN)).to_have_attribute("aria-label", "guard, at the prize")
        expect(table.locator("#mat-words")).to_contain_text(re.compile(r"The prize: card \d; standing there: guard\."))
        # Dragged to where it hides nothing, and tapped back onto the prize.
        box = host.locator(PAWN).bounding_box()
        assert box is not None
        foot = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
        with done(host, "move"):
            drag(host, foot, on_mat(host, 520, 250))
        expect(host.locator(PAWN)).to_have_attribute("aria-label", "guard, on the mat")
        expect(sight(host)).not_to_contain_text("Hidden", timeout=PATIENCE_MS)
        with done(host, "move"):
            host.locator(PAWN).click(force=True)
            host.mouse.click(*on_mat(host, *middle_mm("prize")))
        expect(host.locator(PAWN)).to_have_attribute("aria-label", "guard, at the prize")
