"""What `[strip]` may say of the thing that the strip hangs on, and the sentence where it says something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.lights.power import IDLE_MA
from companion.lights.strip import MOST, BadStrip, StripSettings, check_strip
from companion.storage.settings import BadSettings, load_settings
from hardware.endpoint import MOST_PIXELS
from hardware.spi_codes import ORDERS


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"driver": "none"},
        {"pixels": 230},
        {"driver": "wled", "address": "wled.local"},
        {"driver": "wled", "address": "192.168.1.20:8080", "pixels": 1000, "max_ma": 4000},
        {"driver": "wled", "address": "w"},
        {"driver": "spi", "pixels": 300},
        {"driver": "spi", "chip": "apa102", "device": "/dev/spidev1.0", "order": "rgb"},
    ],
)
def test_what_may_be_is_taken_as_it_is(settings: dict[str, Any]) -> None:
    made = StripSettings(**settings)
    assert check_strip(made) is made


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (
            {"driver": "led"},
            "driver cannot be 'led': it is one of board, wled, spi, none. Mend driver under [strip] in companion.toml.",
        ),
        (
            {"chip": "ws2811"},
            "chip cannot be 'ws2811': it is one of ws2812, apa102. Mend chip under [strip] in companion.toml.",
        ),
        (
            {"order": "grbw"},
            "order cannot be 'grbw': it is one of rgb, rbg, grb, gbr, brg, bgr. Mend order under [strip] in "
            "companion.toml.",
        ),
        (
            {"pixels": 231},
            "A strip on the board has 230 pixels at most, and pixels says 231. Mend pixels under [strip] in "
            "companion.toml, or set driver to wled or spi.",
        ),
        (
            {"driver": "wled"},
            "With driver = \"wled\", address must be the name or the address of the WLED, and it is ''. Set address = "
            '"wled.local" or the like under [strip] in companion.toml.',
        ),
    ],
)
def test_what_cannot_be_is_told_with_the_setting(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(BadStrip) as bad:
        check_strip(StripSettings(**settings))
    assert str(bad.value) == told


@pytest.mark.parametrize("address", ["http://wled.local", "wled.local/json", "a b", "-x", "wled:123456", "user@wled"])
def test_an_address_is_a_host_and_nothing_more(address: str) -> None:
    with pytest.raises(BadStrip, match="address must be"):
        check_strip(StripSettings(driver="wled", address=address))


def test_the_file_says_it_all(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[strip]\ndriver = "wled"\naddress = "wled.local"\npixels = 480\nmax_ma = 3000\n')
    strip = load_settings(file).strip
    assert (strip.driver, strip.address, strip.pixels) == ("wled", "wled.local", 480)
    file.write_text('[strip]\ndriver = "wlde"\n')
    with pytest.raises(BadStrip, match="driver cannot be 'wlde'"):
        load_settings(file)
    file.write_text("[strip]\npixels = 1001\n")
    with pytest.raises(BadSettings, match=r"`\$\.strip\.pixels`"):
        load_settings(file)


def test_the_limits_are_those_of_the_devices() -> None:
    assert MOST_PIXELS == 230
    assert MOST * 24 * 1.25e-6 <= 1 / 30, "a WS2812B takes 1.25 us a bit, and there are 30 frames a second"
    assert MOST * IDLE_MA <= 60_000
    assert ORDERS == {"ws2812": "grb", "apa102": "bgr"}
