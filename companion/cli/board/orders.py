"""The board told to do something, and asked whether it did."""

from __future__ import annotations

from typing import Final

from companion.cli.board.cable import Cable
from companion.cli.board.place import Place
from companion.cli.board.strip import darken, length_words, play
from companion.cli.board.view import scale_words, start_words
from companion.errors import CompanionError
from companion.runtime.terminal import echo
from hardware.messages import What
from hardware.messages_text import fitted_words

BACK_S: Final = 15.0
"""How long a board may be away while it restarts."""


class NotDone(CompanionError):
    """The board did not do what it was told; the text says why."""


def tare_scale(place: Place) -> None:
    """Have the scale take its bowl for empty. Raises `NoBoard` and `NotDone`, as the others here do."""
    with place.cable() as cable:
        _tell(cable, "tare", None, "Taring; leave the bowl alone …", "The scale is not tared.")
        echo(f"The scale is tared. It says: {scale_words(cable.settle().scale)}.".replace("..", "."))


def calibrate_scale(place: Place, count: int) -> None:
    """Have the scale take what lies in its bowl for so many equal pieces."""
    with place.cable() as cable:
        _tell(cable, "calibrate", count, "Calibrating; leave the bowl alone …", "The scale is not calibrated.")
        echo(f"The scale is calibrated. It says: {scale_words(cable.settle().scale)}.".replace("..", "."))


def restart_board(place: Place) -> None:
    """Restart the board and wait until it is back."""
    with place.cable() as cable:
        cable.reach()
        before = cable.link.hello()
        _tell(cable, "restart", None, "Restarting …", "The board does not restart.")
        until_s = cable.clock() + BACK_S
        while (hello := cable.link.hello()) is None or (before and hello.boot == before.boot):
            if cable.clock() >= until_s:
                raise NotDone(
                    f"The board on {cable.name} did not come back within {BACK_S:.0f} s. "
                    "Unplug it and plug it in again."
                )
            cable.turn()
        echo(f"The board is back: {start_words(hello.cause)}, firmware {hello.firmware}.")
        echo(fitted_words(hello.fitted))


def light_strip(place: Place) -> None:
    """Light each pixel of the strip in turn, and make it dark again."""
    settings = place.settings().strip
    with place.cable() as cable:
        cable.reach()
        hello = cable.link.hello()
        pixels = hello.fitted.strip if hello else 0
        if not pixels:
            raise NotDone(
                f"The board on {cable.name} has no strip. Where one hangs on it, name its pin and pixels in a settings "
                "file (docs/wiring.md) and type `companion flash --settings FILE`."
            )
        echo(length_words(pixels, settings))
        try:
            play(cable, pixels, settings)
        finally:
            darken(cable, pixels)
        echo("The strip is dark again. Missing or wrong colours: “Check each part” in docs/wiring.md.")


def _tell(cable: Cable, what: What, count: int | None, word: str, failed: str) -> None:
    """Has the board do this. Raises `NoBoard`, and `NotDone` with the board's own words."""
    cable.reach()
    echo(word, err=True)
    answer = cable.do(what, count)
    if not answer.ok:
        raise NotDone(f"{failed} {answer.text}")
