"""Text in UTF-8 from bytes that some editor saved: its mark is left out, and other text is named with its cure.

Windows' Notepad begins a file with a byte order mark ("UTF-8 with BOM") or writes UTF-16 ("Unicode"). No reader of TOML
or JSON takes either, and what it says of the first line helps nobody.
"""

from __future__ import annotations

import codecs
from typing import Final

MOST_BYTES: Final = 1_000_000
"""Of a file that a person wrote; a box and a playset of a hundred cards have thirty thousand."""


class NotUtf8(UnicodeError):
    """Bytes that are no text in UTF-8; its text is a sentence with the cure, without the full stop."""


def plain_text(data: bytes) -> str:
    """The text, its lines ending as Python's do, without a mark. Raises `NotUtf8`."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if kind := _of_another_kind(data):
        raise NotUtf8(f"It is text in {kind}. Save it as UTF-8")
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotUtf8(
            f"Line {line} is no text in UTF-8 (byte 0x{data[error.start]:02x}). Save the file as UTF-8"
        ) from None


_UTF_16: Final = "UTF-16, which Windows' Notepad calls “Unicode”"


def _of_another_kind(data: bytes) -> str:
    """The name of an encoding that is not UTF-8, as far as marks or the zeros between letters tell it."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):  # the first begins as that of UTF-16 does
        return "UTF-32"
    first, second = data[0:8:2], data[1:8:2]
    has_zeros = len(data) >= 4 and any(not any(zeros) and all(letters) for zeros, letters in _either(first, second))
    return _UTF_16 if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or has_zeros else ""


def _either(first: bytes, second: bytes) -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]:
    return (first, second), (second, first)
