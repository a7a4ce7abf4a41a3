"""A roll that is asked about, in a real browser: values on its photograph, one tap for all; dice tapped to others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.games.registry import GAMES
from companion.live.room import Room
from companion.storage.home import Home
from companion.table.dice import DieSighting, RollSighting
from companion.table.evidence import PHOTO_MARGIN_MM, Crop
from companion.table.geometry import Area
from tests.browser.conftest import NewPage, Table, fits, serving, sit_down
from tests.companion.tables import wait_for
from vision.dice.tray import Tray
from vision.virtual.dice.records import LyingDie
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene
from vision.virtual.shot import CameraPose, Shot, mat_to_picture

pytestmark = [pytest.mark.browser, pytest.mark.rolling_with_the_waves]

GAME = GAMES["rolling_with_the_waves"]
LAYOUT = GAME.mat.layout(GAME.view(GAME.new_game({"score_only": True}, {}), None))
TRAY = Tray.of(LAYOUT.find(GAME.dice.zone if GAME.dice else ""))
PLACES_MM = ((30.0, 30.0), (60.0, 34.0), (76.5, 40.0), (120.0, 90.0), (150.0, 120.0), (195.0, 60.0))
"""From the tray's top left. The second and the third touch."""
LAID = tuple(
    LyingDie(TRAY.left_mm + x, TRAY.top_mm + y, 17.0 * value, value, "blue" if value > 3 else "red")
    for value, (x, y) in enumerate(PLACES_MM, 1)
)
WIDTHS = ((1280, 800), (390, 844), (320, 640))
LEAST_PX = 44
SMALL = """() => Array.from(document.querySelectorAll("[data-part=roll] :is(button, summary)"))
  .filter((each) => each.checkVisibility())
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([words]) => words)"""


@cache
def photograph() -> bytes:
    """The tray and a little around it, seen straight from above, as a JPEG."""
    shot = Shot(CameraPose(6.0), width_px=1280, height_px=720)
    pixels = Painter(LAYOUT, GAME.mat.kit, GAME.mat.pieces, shot).render(Scene(dice=LAID))
    to_mm = np.linalg.inv(mat_to_picture(LAYOUT.width_mm, LAYOUT.height_mm, shot))
    wider = TRAY.wider(PHOTO_MARGIN_MM)
    size = round(2 * wider.width_mm), round(2 * wider.height_mm)
    return cv2.imencode(".jpg", cv2.warpPerspective(pixels, wider.to_px() @ to_mm, size))[1].tobytes()


class Photographer:
    """Has the photograph of the dice that are drawn."""

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        return Crop(photograph(), frame, at_s)


class PhotographedTable(Table):
    """A table whose rolls are photographed."""

    def _open(self, port: int) -> None:
        super()._open(port)
        self.room._wiring = msgspec.structs.replace(self.room._wiring, photographer=Photographer())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PhotographedTable]:
    with serving(
        PhotographedTable(Home(tmp_path / "home")), "rolling_with_the_waves", players=2, score_only=True
    ) as made:
        yield made


def seen(*read: int | None, guesses: dict[int, int] | None = None) -> RollSighting:
    """The dice that are drawn, of which those without a value here are in doubt; likeliest is what they show."""
    dice = tuple(
        DieSighting(
            value, ((guesses or {}).get(die.value, die.value),), die.colour, die.x_mm, die.y_mm, 0.9,
            "read" if value else "doubtful",
        )
        for die, value in zip(LAID, read, strict=True)
    )  # fmt: skip
    text = "One die cannot be read for certain: say what it shows, or turn it into the light."
    return RollSighting(1.0, 10, "doubtful", dice, text)


def ask(room: Room, roll: RollSighting) -> None:
    before = room.session.snapshot().roll.number
    room.roll(roll)
    wait_for(room.session, lambda now: now.roll.number > before)


def rolled(room: Room) -> list[tuple[int, ...]]:
    return [each.values for each in room.session.snapshot().view(None).table.rolls]


def roll_of(page: Page, name: str) -> None:
    """A tap on a button of the roll: it is a tap once the page has rested."""
    page.wait_for_function("document.querySelector('svg.roll-photo image')")
    page.wait_for_timeout(400)
    page.locator("[data-part=roll]").get_by_role("button", name=re.compile(name)).click()


@pytest.mark.slow
def test_all_is_right_by_one_tap_on_every_screen(table: PhotographedTable, new_page: NewPage) -> None:
    page = new_page(*WIDTHS[0])
    sit_down(page, table, 0, "Anna")
    ask(table.room, seen(1, 2, 3, 4, None, 6))
    expect(page.locator("svg.roll-photo")).to_be_visible()
    for width, height in WIDTHS:
        assert fits(page, width, height), (width, height)
        assert page.evaluate(SMALL) == []
        button = page.get_by_role("button", name="All right: 1, 2, 3, 4, 5, 6")
        expect(button).to_be_visible()
    roll_of(page, "All right")
    expect(page.locator("#status")).to_have_text("Counted.")
    assert rolled(table.room) == [(1, 2, 3, 4, 5, 6)]


@pytest.mark.slow
def test_a_die_is_tapped_on_the_photograph_to_another_value(table: PhotographedTable, new_page: NewPage) -> None:
    page = new_page(*WIDTHS[1])
    sit_down(page, table, 0, "Anna")
    ask(table.room, seen(1, None, None, None, 5, 6, guesses={3: 6}))
    die = page.locator("[data-die=asked-1-3]")
    expect(page.get_by_role("button", name="Die 3 shows 3")).to_be_hidden()
    die.scroll_into_view_if_needed()
    box = die.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    three = page.get_by_role("button", name="Die 3 shows 3")
    expect(three).to_be_visible()
    expect(page.locator("#asked-1-3 summary")).to_be_focused()
    assert fits(page, *WIDTHS[2])
    assert page.evaluate(SMALL) == []
    three.click()
    expect(page.get_by_role("button", name="All right: 1, 2, 3, 4, 5, 6")).to_be_visible()
    roll_of(page, "All right")
    expect(page.locator("#status")).to_have_text("Counted.")
    assert rolled(table.room) == [(1, 2, 3, 4, 5, 6)]


@pytest.mark.slow
def test_keys_alone_say_what_a_die_shows(table: PhotographedTable, new_page: NewPage) -> None:
    page = new_page(*WIDTHS[0])
    sit_down(page, table, 0, "Anna")
    ask(table.room, seen(1, None, None, None, 5, 6, guesses={2: 5}))
    summary = page.locator("#asked-1-2 summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Die 2 shows 1")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(summary).to_contain_text("2 red")
    page.get_by_role("button", name=re.compile("All right")).focus()
    page.wait_for_timeout(400)
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Counted.")
    assert rolled(table.room) == [(1, 2, 3, 4, 5, 6)]


@pytest.mark.slow
def test_without_script_forms_say_it_too(table: PhotographedTable, new_page: NewPage) -> None:
    page = new_page(*WIDTHS[1])
    page.route(re.compile(r"live[^/]*\.js"), lambda route: route.abort())
    sit_down(page, table, 0, "Anna")
    ask(table.room, seen(1, 2, None, None, None, 6, guesses={4: 1}))
    page.reload()
    page.locator("#asked-1-4 summary").click()
    page.get_by_role("button", name="Die 4 shows 4").click()
    page.get_by_role("button", name="All right: 1, 2, 3, 4, 5, 6").click()
    expect(page.locator("[data-part=roll]")).to_contain_text("Roll 1")
    assert rolled(table.room) == [(1, 2, 3, 4, 5, 6)]
