"""Gamma and brightness, and the way a strip is wired."""

from __future__ import annotations

import pytest

from companion.lights.lamp import Lamp, gamma_table
from companion.lights.strip import BadStrip, StripSettings, as_wired, check_strip


def test_the_gamma_table_has_the_values_of_the_formula() -> None:
    table = gamma_table(2.8, 1.0)
    # 255 * (v / 255) ** 2.8 by hand: 0.5019608 ** 2.8 = 0.145134, 0.2509804 ** 2.8 = 0.020839.
    assert (table[0], table[64], table[128], table[255]) == (0, 5, 37, 255)
    assert list(table) == sorted(table)


def test_brightness_is_a_share_of_the_light() -> None:
    assert (gamma_table(1.0, 0.5)[255], gamma_table(1.0, 0.5)[100]) == (128, 50)
    assert gamma_table(1.0, 1.0) == bytes(range(256))


def test_a_lamp_keeps_to_the_budget() -> None:
    lamp = Lamp(1.0, 1.0, max_ma=41.0)
    # One white pixel wants 60 mA of light and may have 40: two thirds of 255.
    assert lamp.light(b"\xff\xff\xff") == b"\xaa\xaa\xaa"
    assert (lamp.brightest, Lamp(1.0, 0.001, 41.0).brightest) == (255, 1)


RING = bytes(range(12))
"""Four pixels: 0 1 2, 3 4 5, 6 7 8, 9 10 11."""


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        (StripSettings(pixels=4), [0, 1, 2, 3]),
        (StripSettings(pixels=4, first=1), [3, 0, 1, 2]),
        (StripSettings(pixels=4, clockwise=False), [3, 2, 1, 0]),
        # The first seat's side begins between wired pixels 0 and 1 and goes down from 0.
        (StripSettings(pixels=4, first=1, clockwise=False), [0, 3, 2, 1]),
    ],
)
def test_pixels_are_sent_in_the_order_in_which_they_are_wired(settings: StripSettings, order: list[int]) -> None:
    assert as_wired(RING, settings) == b"".join(RING[3 * place : 3 * place + 3] for place in order)


def test_a_strip_that_cannot_keep_to_its_budget_is_refused_with_the_setting() -> None:
    with pytest.raises(BadStrip) as refused:
        check_strip(StripSettings(pixels=200, max_ma=150))
    assert str(refused.value) == (
        "A strip of 200 pixels draws 200 mA even while it is dark, and max_ma allows 150. "
        "Raise max_ma under [strip] in companion.toml, if its supply gives that much."
    )


def test_a_first_pixel_beyond_the_strip_is_refused_with_the_setting() -> None:
    with pytest.raises(BadStrip) as refused:
        check_strip(StripSettings(pixels=30, first=30))
    assert str(refused.value) == (
        "The strip has 30 pixels, numbered from 0: first cannot be 30. "
        "Mend first or pixels under [strip] in companion.toml."
    )
    assert check_strip(StripSettings()) == StripSettings()
