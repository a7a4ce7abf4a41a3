"""What shows the light: the strip on the board, one that writes everything down, or none."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.errors import CompanionError
from hardware.endpoint import MOST_PIXELS


class StripTooLong(CompanionError, ValueError):
    """More pixels than one message to the board can carry."""


class BadStripRecording(CompanionError, ValueError):
    """A file that is no recording of a strip; the message names file and line."""


class Strip(Protocol):
    """Anything that can show pixels."""

    def show(self, pixels: bytes) -> None:
        """Show this from now on: three bytes (red, green, blue) a pixel."""


class NoStrip:
    """No strip is fitted: what is shown is let go."""

    def show(self, pixels: bytes) -> None:
        """Nothing happens."""


class BoardStrip:
    """The strip on the board, through whatever link has a `show`."""

    def __init__(self, link: Strip) -> None:
        self._link = link

    def show(self, pixels: bytes) -> None:
        """Send it. Raises `StripTooLong`, and whatever the link raises."""
        count = len(pixels) // 3
        if count > MOST_PIXELS:
            raise StripTooLong(
                f"A strip of {count} pixels does not fit into one message to the board, which carries {MOST_PIXELS}. "
                "Set pixels under [strip] in companion.toml to what the board has."
            )
        self._link.show(pixels)


@dataclass(frozen=True)
class Shown:
    """What a strip showed from one moment on. `at_s` is the clock's time in seconds."""

    at_s: float
    pixels: bytes


class StripRecorder:
    """A strip that shows nothing and remembers the last frames, `most` of them: five minutes of motion by default."""

    def __init__(self, clock: Callable[[], float], most: int = 9000) -> None:
        self._clock = clock
        self._shown: deque[Shown] = deque(maxlen=most)

    def show(self, pixels: bytes) -> None:
        """Remember it with the time."""
        self._shown.append(Shown(self._clock(), bytes(pixels)))

    def shown(self) -> tuple[Shown, ...]:
        """Everything remembered, oldest first."""
        return tuple(self._shown)


def write_recording(path: Path, shown: Iterable[Shown]) -> None:
    """Write a file with one JSON object a line: `at_s`, and `pixels` in hexadecimal digits."""
    lines = [json.dumps({"at_s": each.at_s, "pixels": each.pixels.hex()}) for each in shown]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def read_recording(path: Path) -> tuple[Shown, ...]:
    """What such a file holds. Raises `BadStripRecording` naming the line, and OSError where there is no such file."""
    shown = []
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        try:
            row = json.loads(line)
            shown.append(Shown(float(row["at_s"]), bytes.fromhex(row["pixels"])))
        except (ValueError, KeyError, TypeError) as error:
            raise BadStripRecording(
                f"{path}, line {number} is no frame of a strip. Delete the line, or record the strip again."
            ) from error
    return tuple(shown)
