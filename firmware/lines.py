"""Lines of the protocol: a message to a line, bytes from the cable to messages.

A line is a body, a star, eight digits of check, perhaps a CR, and an LF (docs/protocol.md, "A line").
"""

import binascii
import json
from collections import OrderedDict

from micropython import const

MAX_BODY = 1000
_CRC_DIGITS = const(8)
_STAR = const(0x2A)
_CR = const(0x0D)
_FIRST_PRINTABLE = const(0x20)
_LAST_PRINTABLE = const(0x7E)
_MAX_LINE = const(1010)  # body, star, check, CR


def encode(pairs: list) -> bytes:
    """The line of a message given as (name, value) pairs, in that order; inner objects are `OrderedDict`s."""
    text = json.dumps(OrderedDict(pairs), separators=(",", ":"))
    body = text.encode()
    if not _is_printable(body):  # MicroPython's `json.dumps` leaves other characters as they are
        body = "".join(char if " " <= char <= "~" else _escaped(ord(char)) for char in text).encode()
    return body + b"*" + _check(body) + b"\n"


def decode(line: bytes) -> dict | None:
    """The message in a line (without its LF), or None where the line must be dropped."""
    if line and line[-1] == _CR:
        line = line[:-1]
    split = len(line) - _CRC_DIGITS - 1
    if split < 1 or split > MAX_BODY or line[split] != _STAR:
        return None
    body = line[:split]
    if line[split + 1 :] != _check(body) or not _is_printable(body):
        return None
    try:
        message = json.loads(body)
    except Exception:  # ValueError; nested too deeply RuntimeError, and the kinds differ between interpreters
        return None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return None
    return message


def _check(body: bytes) -> bytes:
    return f"{binascii.crc32(body):08x}".encode()


def _is_printable(body: bytes) -> bool:
    return min(body) >= _FIRST_PRINTABLE and max(body) <= _LAST_PRINTABLE


def _escaped(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000  # RFC 8259, section 7: two surrogates
    return f"\\u{0xD800 | code >> 10:04x}\\u{0xDC00 | code & 0x3FF:04x}"


class LineReader:
    """Puts lines together from bytes as they come; holds at most one line."""

    def __init__(self) -> None:
        self.bad = 0
        """Lines dropped so far."""
        self._held = b""
        self._is_too_long = False

    def feed(self, data: bytes) -> list:
        """The messages that are complete with these bytes, oldest first. Bad lines are counted in `bad`."""
        messages = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            self._hold(data[start:] if end < 0 else data[start:end])
            if end < 0:
                return messages
            message = self._take()
            if message is not None:
                messages.append(message)
            start = end + 1

    def _hold(self, part: bytes) -> None:
        if self._is_too_long or len(self._held) + len(part) > _MAX_LINE:
            self._is_too_long = True
            self._held = b""
        else:
            self._held += part

    def _take(self) -> dict | None:
        line, is_too_long = self._held, self._is_too_long
        self._held, self._is_too_long = b"", False
        if not is_too_long and line in (b"", b"\r"):
            return None
        message = None if is_too_long else decode(line)
        if message is None:
            self.bad += 1
        return message
