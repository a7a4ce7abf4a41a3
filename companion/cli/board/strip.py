"""`companion board strip-test`: its pictures, and how they come onto the strip."""

from __future__ import annotations

from base64 import b64decode
from typing import Final

import msgspec

from companion.cli.board.cable import Cable, NoBoard
from companion.lights.lamp import Lamp
from companion.lights.strip import StripSettings
from companion.runtime.terminal import echo
from hardware.messages import Strip
from hardware.strips import BoardStrip

WHITE: Final = b"\xff\xff\xff"
DARK: Final = b"\0\0\0"

POINT_S: Final = 1.2
"""How long one pixel is lit."""
SWEEP_S: Final = 1.0
"""How long a colour takes from the first pixel to the last."""
HOLD_S: Final = 0.6
"""How long the whole strip then shows it."""
SWEEPS: Final = (
    ("Red from the first to the last.", b"\xff\0\0"),
    ("Green from the first to the last.", b"\0\xff\0"),
    ("Blue from the first to the last.", b"\0\0\xff"),
    ("Dark.", DARK),
)
"""Words and colour: one colour takes the place of the other, so a pixel changes once in each."""
DARK_S: Final = 5.0
"""Longest wait until the strip is dark."""


class Picture(msgspec.Struct, frozen=True):
    """One moment of the test; `colours` has three bytes a pixel, in the order in which they are wired."""

    words: str
    colours: bytes
    """Before gamma, brightness and budget."""


def picture(pixels: int, at_s: float) -> Picture | None:
    """What a strip of so many pixels shows after so many seconds; None once the test is over.

    No pixel changes more often than every 1.2 s, so nothing flashes.
    """
    if at_s < POINT_S:
        return Picture("First pixel: white.", WHITE + DARK * (pixels - 1))
    if at_s < 2 * POINT_S:
        return Picture("Last pixel: white.", DARK * (pixels - 1) + WHITE)
    number, since_s = divmod(at_s - 2 * POINT_S, SWEEP_S + HOLD_S)
    if number >= len(SWEEPS):
        return None
    words, colour = SWEEPS[int(number)]
    before = SWEEPS[int(number) - 1][1] if number else DARK
    reached = min(pixels, int(since_s / SWEEP_S * pixels) + 1)
    return Picture(words, colour * reached + before * (pixels - reached))


def length_words(pixels: int, settings: StripSettings) -> str:
    """How long the strip is, and that companion.toml says otherwise where it does."""
    words = f"The strip has {pixels} pixel{'' if pixels == 1 else 's'}, says the board."
    if pixels == settings.pixels:
        return words
    return f"{words} companion.toml says {settings.pixels}: mend pixels under [strip] there, or the board's settings."


def play(cable: Cable, pixels: int, settings: StripSettings) -> None:
    """Shows all pictures, in turn and in light; goes on where it was with a board that soon comes back.

    Raises `NoBoard` where one does not.
    """
    strip, lamp = BoardStrip(cable.link), Lamp(settings.gamma, settings.brightness, settings.max_ma)
    begin_s, told = cable.clock(), ""
    while (shown := picture(pixels, cable.clock() - begin_s)) is not None:
        if shown.words != told:
            told = shown.words
            echo(told)
        strip.show(lamp.light(shown.colours))
        cable.turn()
        begin_s += _away_s(cable)


def _away_s(cable: Cable) -> float:
    """Seconds that the board was away, 0 where it is there. Raises `NoBoard` where it does not soon come back."""
    since_s = cable.clock()
    if cable.link.hello() is not None:
        return 0.0
    try:
        cable.reach()
    except NoBoard as error:
        text = "The board went away in the middle of the test. Look at its cable, then do this again."
        raise NoBoard(text) from error
    return cable.clock() - since_s


def darken(cable: Cable, pixels: int) -> None:
    """Shows the dark, and waits some seconds until the board says that it does; not where no board is plugged in."""
    dark = bytes(3 * pixels)
    cable.link.show(dark)
    frame, until_s = 0, cable.clock() + DARK_S
    while cable.clock() < until_s and cable.link.is_plugged:
        # Not any frame: where the test was stopped in the middle of a turn, its last one comes out of the log first. A
        # board that has too much to do for an answer in time begins a new session, and is shown the dark once more.
        strips = (line.message for line in reversed(cable.lines()) if isinstance(line.message, Strip))
        frame = next((strip.n for strip in strips if b64decode(strip.pixels) == dark), frame)
        state = cable.link.state()
        if frame and state is not None and state.shown >= frame:
            break
        cable.turn()
