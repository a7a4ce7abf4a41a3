"""Lines on the serial cable: a body, a star, its check (docs/protocol.md)."""

from __future__ import annotations

import re
import zlib
from typing import Final

MAX_BODY: Final = 1000
"""Bytes of the longest body."""

_LONGEST: Final = MAX_BODY + len("*00000000\r")
_LINE: Final = re.compile(rb"([\x20-\x7e]{1,%d})\*([0-9a-f]{8})\r?" % MAX_BODY)


def format_line(body: bytes) -> bytes:
    """The body as a line, with its LF. Raises `ValueError` for one that is empty, too long, or not printable ASCII."""
    line = b"%b*%08x" % (body, zlib.crc32(body))
    if not _LINE.fullmatch(line):
        raise ValueError(f"A body is 1 to {MAX_BODY} bytes of printable ASCII, not {len(body)} of {body[:40]!r}.")
    return line + b"\n"


class LineReader:
    """Bodies of the lines in a stream of bytes; holds no more than one line, whatever comes."""

    def __init__(self) -> None:
        self.bad = 0
        """Lines dropped so far: too long, not printable, or of another check."""
        self._rest = b""
        self._is_skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """Bodies of the good lines that end in these bytes, oldest first."""
        *ended, rest = (self._rest + data).split(b"\n")
        bodies = [body for line in ended if (body := self._body(line)) is not None]
        if len(rest) > _LONGEST:
            # Only the fact that it is too long is kept, so an endless line takes no memory.
            self._is_skipping, rest = True, b""
        self._rest = rest
        return bodies

    def _body(self, line: bytes) -> bytes | None:
        was_skipping, self._is_skipping = self._is_skipping, False
        if not was_skipping and line in (b"", b"\r"):
            return None
        match = None if was_skipping else _LINE.fullmatch(line)
        if match is None or int(match[2], 16) != zlib.crc32(match[1]):
            self.bad += 1
            return None
        return match[1]
