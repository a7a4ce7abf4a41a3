"""The strip of a whole board: what it shows, and how much current that takes at most (WS2812B data sheet)."""

from __future__ import annotations

import base64

import pytest

from .driven import Driven


def pixels(*colors: tuple[int, int, int]) -> str:
    return base64.b64encode(bytes(value for color in colors for value in color)).decode()


def milliamperes(shown: str) -> float:
    """Worst case: 20 mA a channel at 255, and 1 mA a pixel for its controller."""
    values = bytes.fromhex(shown)
    return len(values) // 3 + sum(values) * 20 / 255


def test_the_newest_of_several_frames_is_shown(board: Driven) -> None:
    board.join()
    for red in (10, 20, 30):
        board.say("strip", pixels=pixels((red, 0, 0)))
    board.run(100)
    assert board.pixels == "1e0000" + "000000" * 59
    assert board.last()["shown"] == 3


def test_the_strip_goes_dark_where_the_host_is_silent(board: Driven) -> None:
    board.join()
    board.say("strip", pixels=pixels((1, 2, 3)))
    board.run(1400)
    assert board.pixels.startswith("010203")
    board.run(200)
    assert set(board.pixels) == {"0"}


def test_another_session_begins_dark(board: Driven) -> None:
    board.join()
    board.say("strip", pixels=pixels((1, 2, 3)))
    board.run(100)
    board.join(8)
    assert set(board.pixels) == {"0"}
    assert board.last()["shown"] == 0


@pytest.mark.parametrize("max_ma", [30, 61, 100, 500, 2000])
def test_white_is_dimmed_to_the_current_that_is_allowed(interpreter: Driven, max_ma: int) -> None:
    interpreter.boot({"strip": {"pin": 0, "pixels": 60, "max_ma": max_ma}})
    interpreter.join()
    interpreter.say("strip", pixels=pixels(*[(255, 255, 255)] * 60))
    interpreter.run(100)
    # 60 mA go to the controllers alone; rounding down may waste up to one step of each channel
    assert milliamperes(interpreter.pixels) <= max(60, max_ma)
    assert milliamperes(interpreter.pixels) >= min(max_ma, 60) or max_ma < 60
    assert milliamperes(interpreter.pixels) > max_ma - 180 * 20 / 255 - 1


def test_colours_keep_their_hue_when_dimmed(interpreter: Driven) -> None:
    interpreter.boot({"strip": {"pin": 0, "pixels": 60, "max_ma": 660}})
    interpreter.join()
    interpreter.say("strip", pixels=pixels(*[(200, 100, 0)] * 60))
    interpreter.run(100)
    # 660 - 60 = 600 mA for light; wanted 60 * 300 * 20 / 255 = 1411.8 mA: 42.5 % of 200 and of 100
    assert interpreter.pixels == "552a00" * 60


def test_what_fits_is_shown_as_it_is(interpreter: Driven) -> None:
    interpreter.boot({"strip": {"pin": 0, "pixels": 4, "max_ma": 244}})
    interpreter.join()
    interpreter.say("strip", pixels=pixels(*[(255, 255, 255)] * 4))
    interpreter.run(100)
    assert interpreter.pixels == "ffffff" * 4
