"""A pawn without a marker at a real virtual table: hands set it down once that is told, and a person drags it away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, sit_down_by_hand
from tests.browser.test_virtual import done, drag, on_mat
from tests.browser.test_virtual_table import TURN_S, at_a_virtual_table, sight
from tests.games.sealed_bid.layout import layout_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PATIENCE_MS = TURN_S * 1000
LAYOUT = layout_of(3, props=True)
FREE = (250.0, 340.0)
"""Between the places, in mm."""
PAWN = "#lying [aria-label^=guard]"


def middle_mm(zone: str) -> tuple[float, float]:
    at = LAYOUT.find(zone)
    return at.x_mm + at.width_mm / 2, at.y_mm + at.height_mm / 2


def foot_of(page: Page) -> tuple[float, float]:
    """Where in the window the pawn stands, in pixels, once it stands still there."""
    page.locator(PAWN).hover(trial=True)
    box = page.locator(PAWN).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8


def until(page: Page, words: str) -> None:
    expect(page.locator("[data-part=prompt]")).to_contain_text(words, timeout=PATIENCE_MS)


@pytest.mark.slow
def test_a_pawn_hides_the_prize_and_is_dragged_from_it_and_back(tmp_path: Path, new_page: NewPage) -> None:
    with at_a_virtual_table(tmp_path, "--auto", "-o", "pawn=true", "-o", "line=true", game="sealed_bid") as playing:
        anna, table = new_page(1280, 800), new_page(390, 844)
        sit_down_by_hand(anna, playing.url, 0, "Anna")  # all wait for her bid
        anna.get_by_role("link", name="Pieces").click()
        table.goto(playing.url)
        until(anna, "Seal one of your cards")
        expect(sight(anna)).to_contain_text("Hidden: the prize.", timeout=PATIENCE_MS)
        expect(sight(anna)).to_contain_text("Every piece that shows lies where the game has it.")
        expect(anna.locator(PAWN)).to_have_attribute("aria-label", "guard, at the prize")
        words = re.compile(r"The prize: card \d; standing there: guard\.")
        expect(table.locator("#mat-words")).to_contain_text(words)
        # Dragged to where it hides nothing, and tapped back onto the prize.
        with done(anna, "move"):
            drag(anna, foot_of(anna), on_mat(anna, *FREE))
        expect(anna.locator(PAWN)).to_have_attribute("aria-label", "guard, on the mat")
        expect(sight(anna)).not_to_contain_text("Hidden", timeout=PATIENCE_MS)
        anna.mouse.click(*foot_of(anna))
        with done(anna, "move"):
            anna.mouse.click(*on_mat(anna, *middle_mm("prize")))
        expect(anna.locator(PAWN)).to_have_attribute("aria-label", "guard, at the prize")
        expect(sight(anna)).to_contain_text("Hidden: the prize.", timeout=PATIENCE_MS)
