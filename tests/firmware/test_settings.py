"""`firmware/settings.py` by itself: what it takes, and the sentences about what it does not."""

from __future__ import annotations

import importlib
import json
import re
from typing import Any

import pytest

from .driven import EVERYTHING, REPOSITORY


def read(text: str | None) -> Any:
    return importlib.import_module("settings").Settings(text)


@pytest.mark.usefixtures("firmware_path")
def test_everything_is_read() -> None:
    settings = read(json.dumps(EVERYTHING))
    assert settings.faults == []
    assert settings.scale == EVERYTHING["scale"]
    assert settings.buttons == list(EVERYTHING["buttons"].items())
    assert settings.strip == EVERYTHING["strip"]
    assert settings.reader == EVERYTHING["reader"]


@pytest.mark.usefixtures("firmware_path")
def test_the_example_of_the_readme_is_right() -> None:
    readme = (REPOSITORY / "firmware" / "README.md").read_text()
    example = re.search(r"```json\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    settings = read(example[1])
    assert settings.faults == []
    assert settings.scale
    assert settings.buttons
    assert settings.strip
    assert settings.reader


@pytest.mark.usefixtures("firmware_path")
def test_defaults() -> None:
    settings = read('{"strip": {"pin": 1, "pixels": 30}}')
    assert settings.strip == {"pin": 1, "pixels": 30, "max_ma": 400}
    assert (settings.scale, settings.buttons, settings.reader) == (None, [], None)


@pytest.mark.usefixtures("firmware_path")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (None, "There is no settings.json on the board. Flash it with its settings."),
        ("{", "settings.json on the board: This is no JSON object. Correct it and flash again."),
        ("[]", "settings.json on the board: This is no JSON object. Correct it and flash again."),
        (
            '{"lamp": {}}',
            'settings.json on the board: "lamp" is no part: known are scale, buttons, strip and reader.',
        ),
        ('{"scale": 7}', "settings.json on the board: scale must be an object. Correct it and flash again."),
        (
            '{"scale": {"data": 29, "clock": 1}}',
            "settings.json on the board: scale.data must be a number from 0 to 28. Correct it and flash again.",
        ),
        (
            '{"scale": {"data": 24, "clock": 1}}',
            "settings.json on the board: scale.data is 24, but pins 23 to 25 are not led out. "
            "Correct it and flash again.",
        ),
        (
            '{"scale": {"data": 4, "clock": 4}}',
            "settings.json on the board: scale.data and scale.clock both have pin 4. Correct it and flash again.",
        ),
        (
            '{"strip": {"pin": 4, "pixels": 231}}',
            "settings.json on the board: strip.pixels must be a number from 1 to 230. Correct it and flash again.",
        ),
        (
            '{"strip": {"pin": 4, "pixels": true}}',
            "settings.json on the board: strip.pixels must be a number from 1 to 230. Correct it and flash again.",
        ),
        (
            '{"strip": {"pin": 4, "pixels": 4, "colour": 1}}',
            'settings.json on the board: strip has no "colour": known are pin, pixels, max_ma. '
            "Correct it and flash again.",
        ),
        (
            '{"reader": {"spi": 0, "sck": 10, "mosi": 19, "miso": 16, "select": 17}}',
            "settings.json on the board: reader.sck of spi 0 must be one of 2, 6, 18, 22, not 10. "
            "Correct it and flash again.",
        ),
    ],
)
def test_what_is_wrong_is_left_out_and_told(text: str | None, fault: str) -> None:
    settings = read(text)
    assert settings.faults == [fault]
    assert (settings.scale, settings.buttons, settings.strip, settings.reader) == (None, [], None, None)


@pytest.mark.usefixtures("firmware_path")
def test_a_wrong_part_takes_no_pins_from_the_others() -> None:
    settings = read('{"scale": {"data": 4, "clock": 99}, "strip": {"pin": 4, "pixels": 9}}')
    assert settings.scale is None
    assert settings.strip == {"pin": 4, "pixels": 9, "max_ma": 400}
