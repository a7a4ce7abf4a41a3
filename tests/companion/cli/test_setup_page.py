"""Eyes and strip of a table brought together: what keeps the strip's light from being measured, and a fitness."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.table.dice_box import DiceBox
from companion.cli.table.fittings import Fittings
from companion.cli.table.setup_page import SettingUp
from companion.lights.strip import StripSettings
from companion.storage.home import Home
from companion.storage.settings import Settings
from companion.table.dice import ClearDice
from vision.cameras.frames import SystemClock
from vision.dice.owners import OwnDice, OwnDie


class Eyes:
    """Eyes that see nothing yet."""

    def __init__(self) -> None:
        self.bots = False
        self.asked: bool | None = None

    def has_bots_at_work(self) -> bool:
        return self.bots

    def newest_picture(self) -> None:
        return None

    def fitness(self, may_be_clear: bool | None = None) -> None:
        self.asked = may_be_clear


def fittings(board: str = "none", **strip: Any) -> Fittings:
    return Fittings(Settings(strip=StripSettings(**strip)), board, SystemClock(), is_virtual=board == "virtual")


def link(pixels: int | None) -> Any:
    """A line to a board with so many pixels; None: the board is away."""
    hello = None if pixels is None else SimpleNamespace(fitted=SimpleNamespace(strip=pixels))
    return SimpleNamespace(hello=lambda: hello)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (None, "No board is used, so there is no strip to be measured. Start the companion with one."),
        (link(None), "The board is not there, so its strip cannot be measured. Look at its cable, then measure again."),
        (link(0), "No strip is fitted to the board, so there is no light to be measured."),
    ],
)
def test_without_a_strip_it_is_refused(made: Any, text: str) -> None:
    fitted = fittings()
    fitted._link = made
    setup = SettingUp(Eyes(), fitted)  # type: ignore[arg-type]
    assert setup.measure() == text
    assert setup.measuring().stage == "idle"


def test_bots_are_to_be_held_and_the_camera_must_see() -> None:
    fitted, eyes = fittings(), Eyes()
    fitted._link = link(60)
    setup = SettingUp(eyes, fitted)  # type: ignore[arg-type]
    eyes.bots = True
    assert setup.measure() == "The bots move pieces meanwhile. Hold them on the host page first, then measure."
    eyes.bots = False
    assert setup.measure() == (
        "The camera gives no picture, so the strip's light cannot be measured. Look at the camera first."
    )
    assert setup.fitness() is None


def test_full_light_is_what_brightness_and_current_allow() -> None:
    assert fittings(brightness=0.4, max_ma=60_000).full_light == pytest.approx(0.4, abs=0.002)
    # 60 pixels: 400 mA less 60 for their own electronics, of 60 mA each in full white.
    assert fittings(brightness=0.5, max_ma=400).full_light == pytest.approx(340 / 3600, abs=0.004)


def test_what_is_said_of_the_box_is_kept_told_and_goes_into_the_fitness(tmp_path: Path) -> None:
    home, eyes, changes = Home(tmp_path).make(), Eyes(), list[int]()
    box = DiceBox(home, lambda: True, lambda: changes.append(1))
    setup = SettingUp(eyes, fittings(), box)  # type: ignore[arg-type]
    assert setup.clear_dice() == ClearDice(True, None, True)
    said = setup.say_clear(False)
    assert said == (True, "The box has no clear dice: nothing is asked because it might be clear.")
    assert (setup.clear_dice(), len(changes)) == (ClearDice(False, False, True), 1)
    setup.fitness()
    assert eyes.asked is False
    setup.say_clear(False)
    assert len(changes) == 1  # nothing is read anew for what was known
    home.keep_dice(OwnDice((OwnDie("glass", "owner", clear=True),)).tables())
    assert setup.say_clear(False) == (
        False,
        "glass was enrolled as clear dice, so the box has some. Forget them first: companion enrol-dice --forget glass",
    )
    home.dice.write_text("[[die", encoding="utf-8")
    assert setup.clear_dice() is None
    is_kept, why = setup.say_clear(False)
    assert not is_kept
    assert "cannot be used" in why


def test_a_virtual_table_and_a_game_without_dice_have_nothing_to_say(tmp_path: Path) -> None:
    setup = SettingUp(Eyes(), fittings())  # type: ignore[arg-type]
    assert setup.clear_dice() is None
    assert not setup.say_clear(True)[0]
    assert DiceBox(Home(tmp_path).make(), lambda: None, lambda: None).now() is None
