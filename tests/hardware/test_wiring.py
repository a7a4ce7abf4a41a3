"""docs/wiring.md names the pins that the firmware's settings and the header's have, and counts its current right."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import gpiozero
import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from companion.lights.power import CHANNEL_MA, IDLE_MA
from companion.lights.strip import StripSettings, check_strip
from companion.table.header import HeaderPins
from hardware.flash import FIRMWARE
from hardware.spi import StripTooLongForBus, check_length

ROOT = Path(__file__).parents[2]
WIRING = (ROOT / "docs/wiring.md").read_text(encoding="utf-8")
SETTINGS: dict[str, Any] = json.loads((FIRMWARE / "settings.json").read_bytes())


def table(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    part = WIRING.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


# Raspberry Pi Pico datasheet, "Pico pinout": the GPIO at each place of the rim
PICO_RIM = dict(
    zip(
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        (*range(23), 26, 27, 28),
        strict=True,
    )
)


def test_the_picos_table_is_the_firmwares_settings() -> None:
    told: dict[str, dict[str, int]] = {}
    for part, wire, gpio, _ in table("Pins of the Pico"):
        told.setdefault(part, {})[wire] = int(gpio)
    others = {"pixels", "max_ma", "spi"}
    given = {part: {wire: pin for wire, pin in wires.items() if wire not in others} for part, wires in SETTINGS.items()}
    assert told == given


def test_each_gpio_of_the_pico_is_at_its_place_on_the_rim() -> None:
    for _, _, gpio, pin in table("Pins of the Pico"):
        assert PICO_RIM[int(pin)] == int(gpio)


def test_the_headers_table_is_the_default_of_the_settings() -> None:
    told = {part: int(gpio) for part, gpio, _, _ in table("Pins of the Raspberry Pi's header")}
    assert told == msgspec.to_builtins(HeaderPins())


@pytest.mark.parametrize("revision", ["c03111", "d04170"])  # Raspberry Pi 4 B 4 GB, Raspberry Pi 5 8 GB
def test_each_gpio_of_the_header_is_at_its_place(revision: str) -> None:
    header = MockFactory(revision=revision).board_info.headers["J8"]
    for _, gpio, pin, ground in table("Pins of the Raspberry Pi's header"):
        assert header.pins[int(pin)].name == f"GPIO{gpio}"
        assert header.pins[int(ground)].name == "GND"
    assert header.pins[17].name == "3V3"
    assert gpiozero.Device.pin_factory is None


def test_the_example_of_the_headers_settings_can_be_read() -> None:
    (header,) = [each["header"] for each in examples() if "header" in each]
    assert msgspec.convert(header, HeaderPins) == HeaderPins(next=5, buzzer="none")


def test_the_examples_of_other_strips_can_be_used() -> None:
    strips = [check_strip(msgspec.convert(each["strip"], StripSettings)) for each in examples() if "strip" in each]
    assert [strip.driver for strip in strips] == ["wled", "spi"]


def examples() -> list[dict[str, Any]]:
    """What the page shows of companion.toml."""
    return [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", WIRING, re.DOTALL)]


def test_the_pixels_that_the_kernels_buffer_takes_are_those_that_are_checked() -> None:
    for bufsiz, most in ((4096, 321), (8192, 662)):
        assert f"{most} pixels" in WIRING
        check_length(most, "ws2812", bufsiz)
        with pytest.raises(StripTooLongForBus):
            check_length(most + 1, "ws2812", bufsiz)


def test_the_settings_in_the_firmwares_readme_are_those_that_are_copied() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", (FIRMWARE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert json.loads(example) == SETTINGS


def test_the_current_is_counted_with_the_lights_own_figures() -> None:
    pixels, budget = SETTINGS["strip"]["pixels"], SETTINGS["strip"]["max_ma"]
    white_ma = 3 * CHANNEL_MA + IDLE_MA
    told = dict(table("Current"))
    assert told["one pixel, white at full"] == f"3 × {CHANNEL_MA:.0f} mA + {IDLE_MA:.0f} mA = {white_ma:.0f} mA"
    assert told["60 pixels, white at full"] == f"{pixels} × {white_ma:.0f} mA = {pixels * white_ma:.0f} mA"
    assert told["60 pixels, dark"] == f"{pixels} × {IDLE_MA:.0f} mA = {pixels * IDLE_MA:.0f} mA"
    each_ma = (budget - pixels * IDLE_MA) / pixels
    assert f"({budget} − {pixels * IDLE_MA:.0f}) mA / {pixels} = {each_ma:.1f} mA a pixel" in WIRING
