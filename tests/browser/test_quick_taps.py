"""Taps on one's own drawing that follow one another at once all count; what others did stays a reason to look again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.model import Allocate
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.storage.home import Home
from tests.browser.conftest import NewPage, Table, serving, sit_down
from tests.browser.test_drawn_boards import tell

pytestmark = [pytest.mark.browser, pytest.mark.rolling_with_the_waves]

THREE = """() => {
    for (const icon of ["chest1", "hull", "ports"]) {
        const cell = document.querySelector(`[data-key="board/mini/${icon}"]`);
        cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    }
}"""
PLACES = (
    "() => ['.main-step', '.drawn'].map((each) => Math.round(document.querySelector(each).getBoundingClientRect().top))"
)


def test_three_dice_are_laid_on_three_icons_by_one_gesture(tmp_path: Path, new_page: NewPage) -> None:
    game, rng, phone = GAMES["rolling_with_the_waves"], random.Random(3), new_page(320, 568)
    with serving(Table(Home(tmp_path / "home")), game.name, players=2) as table:
        session = table.room.session
        while (state := session.snapshot()._state).table.whole.phase is not Phase.ALLOCATE:
            tell(table, rng.choice([act for act in game.legal_actions(state) if not (act.takes_back or act.opens)]))
        sit_down(phone, table, 0, "Anna")
        expect(phone.locator("[data-key='board/mini/hull'][data-actions]")).to_be_visible()
        phone.wait_for_timeout(400)  # the page has just come
        before = phone.evaluate(PLACES)
        phone.evaluate(THREE)
        call = phone.get_by_role("button", name="YARRR", exact=True)
        expect(call).to_be_visible()
        laid = (Allocate(0, "chest1"), Allocate(0, "hull"), Allocate(0, "ports"))
        assert session.snapshot().view(0).own_sealed == laid
        assert phone.evaluate(PLACES) == before, "nothing moves under the finger between two taps of one step"
        for place in (call, phone.locator(".drawn").first):
            box = place.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 568
            assert box["x"] + box["width"] <= 320
