"""Text that somebody sent, or that the disk has as a name, made fit to be kept and shown."""

from __future__ import annotations

import unicodedata


def printable(raw: str) -> str:
    """The text without control and formatting characters, and with single spaces."""
    # Composed, so that two names that look the same are the same.
    composed = unicodedata.normalize("NFC", raw)
    # Category C also holds the characters that turn the writing direction of everything after them.
    kept = (" " if char.isspace() else char for char in composed)
    return " ".join("".join(char for char in kept if char == " " or unicodedata.category(char)[0] not in "CZ").split())


def encodable(text: str) -> str:
    """The text so that it can be written as UTF-8: a name that is none on the disk has its odd bytes spelled out."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text
