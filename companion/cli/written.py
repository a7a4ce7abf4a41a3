"""Files that a command writes where somebody has said: whole or not at all, and over nothing but its own.

A report is written over the last one of its kind. Whatever else lies there was made by somebody else, and a slip of the
finger must not cost it. By a mark in it a file is known; JSON is known by its keys.
"""

from __future__ import annotations

import json
import stat
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from companion.errors import CompanionError
from companion.runtime.fsync import OPEN_FILE, replace_file

MARK: Final = "Written by the table companion"
"""In each file that a command writes and that is no JSON."""
LARGEST: Final = 64_000_000
"""Bytes of a file that is looked at; no report of ours is larger."""
IsOurs: TypeAlias = Callable[[bytes], bool]
_PNG_HEAD: Final = 8 + 25
"""The signature of a PNG and its first chunk."""


class NotOurs(CompanionError, OSError):
    """A file that this command did not write lies where it is to write; the message names it, and the cure."""


class NotWritten(CompanionError, OSError):
    """A file that cannot be written; the message names it, and the cure."""


def is_marked(content: bytes) -> bool:
    """Whether a file has the mark."""
    return MARK.encode() in content


def has_keys(*keys: str) -> IsOurs:
    """Whether a file is JSON with these keys, or a list of objects with them."""

    def is_ours(content: bytes) -> bool:
        with suppress(ValueError, RecursionError):
            found = json.loads(content)
            objects = found if isinstance(found, list) else [found]
            return all(isinstance(each, dict) and each.keys() >= {*keys} for each in objects)
        return False

    return is_ours


def check_place(path: Path, is_ours: IsOurs, cure: str) -> None:
    """Raise `NotOurs` where something else lies there, and `NotWritten` where nothing can: rather now than after hours.

    `cure` is the sentence that ends both, such as “Name another file with --out.” An empty file is nobody's; what is
    no plain file, such as a terminal, is written to and replaced by nothing.
    """
    try:
        there = path.stat()
        if stat.S_ISDIR(there.st_mode):
            raise NotWritten(f"{path} is a folder. {cure}")
        if not stat.S_ISREG(there.st_mode) or not there.st_size:
            return
        ours = there.st_size <= LARGEST and is_ours(path.read_bytes())
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise NotWritten(f"{path} cannot be written: there is no folder {path.parent}. {cure}") from None
        return
    except NotWritten:
        raise
    except (OSError, ValueError) as error:
        raise _not_written(path, error, cure) from error
    if not ours:
        raise NotOurs(f"{path} is there already, and this command did not write it, so it is left as it is. {cure}")


def write_own(path: Path, content: bytes, is_ours: IsOurs, cure: str) -> None:
    """Write the file, whole or not at all. Raises `NotOurs` and `NotWritten`."""
    check_place(path, is_ours, cure)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            replace_file(path.resolve(), content, OPEN_FILE)
    except (OSError, ValueError) as error:
        raise _not_written(path, error, cure) from error


def _not_written(path: Path, error: Exception, cure: str) -> NotWritten:
    why = error.strerror if isinstance(error, OSError) else "that is no name of a file"
    return NotWritten(f"{path} cannot be written: {why}. {cure}")


def marked_png(content: bytes) -> bytes:
    """A PNG with the mark in it, which nobody sees."""
    chunk = b"tEXt" + b"Software\0" + MARK.encode()
    whole = (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    return content[:_PNG_HEAD] + whole + content[_PNG_HEAD:]


def marked_jpeg(content: bytes) -> bytes:
    """The same of a JPEG: a comment behind its first segment."""
    at = 4 + int.from_bytes(content[4:6], "big")
    return content[:at] + b"\xff\xfe" + (len(MARK) + 2).to_bytes(2, "big") + MARK.encode() + content[at:]
