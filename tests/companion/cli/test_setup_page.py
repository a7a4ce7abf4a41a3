"""Eyes and strip of a table brought together: what keeps the strip's light from being measured, and a fitness."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.fittings import Fittings
from companion.cli.setup_page import SettingUp
from companion.lights.strip import StripSettings
from companion.storage.settings import Settings
from vision.cameras.frames import SystemClock


class Eyes:
    """Eyes that see nothing yet."""

    def __init__(self) -> None:
        self.bots = False

    def has_bots_at_work(self) -> bool:
        return self.bots

    def newest_picture(self) -> None:
        return None

    def fitness(self) -> None:
        return None


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
