"""The last lines that went over the cable, for people who look for a fault."""

from __future__ import annotations

from collections import deque
from typing import Literal

import msgspec

Way = Literal["in", "out"]

KEPT = 200
"""Lines kept."""

_WIDEST = 1100
"""Characters of a line that are kept: more than any line of the protocol."""


class Logged(msgspec.Struct, frozen=True):
    """One line, without its line end. `in` came from the board; what is no text is shown as \\xNN."""

    at_s: float
    way: Way
    text: str


class LineLog:
    """The last lines both ways, also those that are no lines of the protocol, such as a traceback of the firmware."""

    def __init__(self) -> None:
        self._lines: deque[Logged] = deque(maxlen=KEPT)
        self._rest: dict[Way, bytes] = {"in": b"", "out": b""}

    def add(self, way: Way, data: bytes, now_s: float) -> None:
        """Adds the lines that end in these bytes."""
        *ended, rest = (self._rest[way] + data).split(b"\n")
        if len(rest) > _WIDEST:
            ended, rest = [*ended, rest], b""
        self._rest[way] = rest
        for line in ended:
            self._lines.append(Logged(now_s, way, _shown(line[:_WIDEST].rstrip(b"\r"))))

    def lines(self) -> tuple[Logged, ...]:
        """The lines, oldest first."""
        return tuple(self._lines)


def _shown(line: bytes) -> str:
    """The bytes as text. Control characters too are spelled out: a terminal would obey them."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}" for byte in line)
