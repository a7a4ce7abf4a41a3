"""Words, pages, lines and pictures of `companion board`, without a board."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import click
import msgspec
import pytest

from companion.cli.board.cable import Line, busy, read_line
from companion.cli.board.log import format_row
from companion.cli.board.strip import DARK, HOLD_S, POINT_S, SWEEP_S, SWEEPS, WHITE, picture
from companion.cli.board.view import Changes, Look, page, time_words
from companion.lights.flashes import FlashGuard, luminance
from companion.table.devices import DeviceHealth
from hardware.linelog import LineLog, Logged
from hardware.lines import format_line
from hardware.messages import Fitted, Hello, Reader, Scale, State

NOON = datetime(2025, 1, 1, 12, 0, 0, 120_000, tzinfo=UTC)
HELLO = Hello(
    session=7,
    protocol=1,
    firmware="1.2.3",
    board="e661",
    boot=5,
    cause="watchdog",
    fitted=Fitted(scale=True, buttons=("seat1", "next"), strip=60, reader="mfrc522"),
)
STATE = State(
    session=7,
    n=1,
    up_ms=7_384_000,
    events=(),
    held=("next",),
    shown=12,
    bad=3,
    scale=Scale(3, 3.02, 0.96),
    reader=Reader(),
)
OK = DeviceHealth("board", "ok", "Scale, 2 buttons, 60 lights and card reader.")
LOOK = Look(NOON, "/dev/ttyACM0", OK, HELLO, STATE, bad=2)


def scaled(scale: Scale) -> Look:
    return msgspec.structs.replace(LOOK, state=msgspec.structs.replace(STATE, scale=scale))


def away(seconds: int) -> Look:
    text = f"The board has been away for {seconds} s."
    return Look(NOON, "/dev/ttyACM0", DeviceHealth("board", "failed", text), None, None, bad=0)


def plain(lines: list[str]) -> list[str]:
    return [click.unstyle(line).rstrip() for line in lines]


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page() -> None:
    presses = [(NOON, "next"), (NOON - timedelta(seconds=2), "seat1")]
    assert plain(page(LOOK, 80, presses)) == [
        "Board on /dev/ttyACM0",
        "  health      Scale, 2 buttons, 60 lights and card reader.",
        "  started     restarted by its watchdog, for it hung, 2 h 3 min ago",
        "  firmware    1.2.3, protocol 1",
        "  serial no.  e661",
        "",
        "  scale       3 pieces",
        "              load 3.02, 96 % sure",
        "  reader      no card",
        "  buttons     seat1, next",
        "  held        next",
        "  pressed     12:00:00  next",
        "              11:59:58  seat1",
        "",
        "",
        "",
        "  strip       60 pixels, shows frame 12",
        "  bad lines   2 of the board's, 3 of ours",
    ]


def test_the_page_of_a_board_that_carries_nothing() -> None:
    state = msgspec.structs.replace(STATE, held=(), scale=None, reader=None)
    look = msgspec.structs.replace(LOOK, hello=msgspec.structs.replace(HELLO, fitted=Fitted()), state=state)
    lines = plain(page(look, 80, []))
    assert lines[6:10] == [f"  {part:<10}  not fitted" for part in ("scale", "reader", "buttons", "strip")]


def test_the_page_while_the_board_is_away() -> None:
    assert plain(page(away(3), 80, [])) == ["Board on /dev/ttyACM0", "  health      The board has been away for 3 s."]


@pytest.mark.parametrize("columns", [40, 57, 80])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    fault = "The scale's converter (HX711) does not answer. Check its power and its data and clock wires."
    lines = plain(page(scaled(Scale(fault=fault)), columns, []))
    assert max(map(len, lines)) <= columns
    assert fault in " ".join(" ".join(lines).split())


@pytest.mark.parametrize(
    ("time_s", "words"), [(0.9, "0 s"), (59.9, "59 s"), (133, "2 min 13 s"), (3600, "1 h 0 min"), (90061, "25 h 1 min")]
)
def test_times_as_people_say_them(time_s: float, words: str) -> None:
    assert time_words(time_s) == words


# --- changes ----------------------------------------------------------------------------------------------------------


def told(changes: Changes, look: Look) -> list[str]:
    return [line.removeprefix("12:00:00  ") for line in changes.lines(look)]


def test_the_first_look_tells_everything_and_the_next_what_is_new() -> None:
    changes = Changes()
    assert told(changes, LOOK) == [
        "board      /dev/ttyACM0: firmware 1.2.3, protocol 1, serial no. e661, restarted by its watchdog, for it hung",
        "health     Scale, 2 buttons, 60 lights and card reader.",
        "scale      3 pieces (load 3.02, 96 % sure)",
        "reader     no card",
        "held       next",
        "strip      60 pixels, shows frame 12",
        "bad lines  2 of the board's, 3 of ours",
    ]
    assert told(changes, LOOK) == []
    assert told(changes, msgspec.structs.replace(LOOK, pressed=("next", "next"))) == ["pressed    next"] * 2
    assert told(changes, msgspec.structs.replace(LOOK, bad=3)) == ["bad lines  3 of the board's, 3 of ours"]


def test_noise_is_no_change_and_a_load_that_moves_is() -> None:
    changes = Changes()
    changes.lines(scaled(Scale(3, 3.0, 0.9)))
    assert told(changes, scaled(Scale(3, 3.04, 0.8))) == []
    moving = "scale      no count: the load moves or is no whole number of pieces (load 3.40, 0 % sure)"
    assert told(changes, scaled(Scale(None, 3.4, 0.0))) == [moving]
    assert told(changes, scaled(Scale(None, 3.45, 0.1))) == []
    assert len(told(changes, scaled(Scale(None, 3.9, 0.0)))) == 1
    assert told(changes, scaled(Scale(4, 4.0, 0.9))) == ["scale      4 pieces (load 4.00, 90 % sure)"]
    assert told(changes, scaled(Scale(fault="It broke."))) == ["scale      It broke."]


def test_an_absence_is_told_once_and_everything_again_after_it() -> None:
    changes = Changes()
    first = told(changes, LOOK)
    assert told(changes, away(1)) == ["health     The board has been away for 1 s."]
    assert told(changes, away(2)) == []
    assert told(changes, LOOK) == first


# --- the log ----------------------------------------------------------------------------------------------------------


def logged(data: bytes, way: str = "in") -> Line:
    log = LineLog()
    log.add("in" if way == "in" else "out", data, 1.0)
    (line,) = log.lines()
    return Line(line, read_line(line.text))


@pytest.mark.parametrize(
    ("data", "way", "row"),
    [
        (
            format_line(b'{"type":"beat","session":7,"n":3,"seen":0}'),
            "out",
            "12:00:00.120  → board  beat    session 7, n 3, seen 0",
        ),
        (
            format_line(b'{"type":"done","session":7,"n":4,"id":1,"ok":false,"text":"No, \\u2026"}'),
            "in",
            "12:00:00.120  board →  done    session 7, n 4, id 1, ok false, text No, …",
        ),
        (
            format_line(b'{"type":"strip","session":7,"n":5,"pixels":"AAAAAAAA"}'),
            "out",
            "12:00:00.120  → board  strip   session 7, n 5, pixels (2)",
        ),
        (format_line(b'{"type":"smell","nose":1}'), "in", "12:00:00.120  board →  smell   nose 1"),
        (b"Traceback:\x1b[2J\n", "in", "12:00:00.120  board →  spoilt  Traceback:\\x1b[2J"),
        (
            format_line(b'{"type":"smell","nose":"\\u001b[2J\\n\\u202e"}'),
            "in",
            "12:00:00.120  board →  smell   nose \\x1b[2J\\n\\u202e",
        ),
        (b'{"type":"who"}*00000000\n', "in", '12:00:00.120  board →  spoilt  {"type":"who"}*00000000'),
        (format_line(b'{"type":"beat"}'), "in", '12:00:00.120  board →  spoilt  {"type":"beat"}*'),
    ],
)
def test_a_line_as_people_read_it(data: bytes, way: str, row: str) -> None:
    assert click.unstyle(format_row(logged(data, way), NOON)).startswith(row)


# --- the strip test ---------------------------------------------------------------------------------------------------

ALL_S = 2 * POINT_S + len(SWEEPS) * (SWEEP_S + HOLD_S)
FRAME_S = 1 / 30


def frames(pixels: int) -> list[tuple[float, bytes]]:
    made = []
    for number in range(round(ALL_S / FRAME_S) + 2):
        shown = picture(pixels, number * FRAME_S)
        if shown is not None:
            made.append((number * FRAME_S, shown.colours))
    return made


@pytest.mark.parametrize("pixels", [1, 2, 60, 230])
def test_each_pixel_is_seen_in_each_colour(pixels: int) -> None:
    seen = {colours for _, colours in frames(pixels)}
    assert {len(colours) for colours in seen} == {3 * pixels}
    assert WHITE + DARK * (pixels - 1) in seen
    assert DARK * (pixels - 1) + WHITE in seen
    for colour in (b"\xff\0\0", b"\0\xff\0", b"\0\0\xff", DARK):
        assert colour * pixels in seen


def test_the_test_ends() -> None:
    assert picture(60, ALL_S - 0.001) is not None
    assert picture(60, ALL_S + 0.001) is None


@pytest.mark.parametrize("pixels", [1, 60])
def test_no_pixel_flashes_more_than_three_times_a_second(pixels: int) -> None:
    guard = FlashGuard(pixels, 1)
    changes = 0
    for (_, before), (at_s, after) in pairwise([(0.0, bytes(3 * pixels)), *frames(pixels)]):
        for pixel in range(pixels):
            red, green, blue = after[3 * pixel : 3 * pixel + 3]
            value = (luminance(red / 255, green / 255, blue / 255),)
            assert guard.allows(pixel, value, at_s)
            guard.take(pixel, value, at_s)
        changes += before != after
    assert changes >= 5


def test_the_words_tell_the_pictures_in_turn() -> None:
    words = []
    for at_s, _ in frames(60):
        shown = picture(60, at_s)
        assert shown is not None
        if shown.words not in words:
            words.append(shown.words)
    assert [re.split(r"\W", word)[0] for word in words] == ["First", "Last", "Red", "Green", "Blue", "Dark"]


def test_the_time_of_a_line_is_that_of_the_clock() -> None:
    line = Line(Logged(1.0, "in", ""), None)
    assert format_row(line, NOON.replace(microsecond=7_000)).startswith("12:00:00.007")


# --- who holds the port -----------------------------------------------------------------------------------------------


def test_a_table_that_is_played_at_tells_of_the_board_itself() -> None:
    assert busy("/dev/ttyACM0", "`companion play` (process 812)") == (
        "`companion play` (process 812) holds /dev/ttyACM0. Stop it with Ctrl-C, then do this again. "
        "While it runs, its host page tells of the board."
    )
