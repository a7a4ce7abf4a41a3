"""A file that can be read to its end, and its text."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

from companion.runtime.plain_text import MOST_BYTES, plain_text


class NotPlain(OSError):
    """A pipe, a device or a socket: it is waited for, or has no end."""


class TooLarge(OSError):
    """A file of more bytes than any of its kind has."""


_OPEN: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Without waiting: a pipe may have taken the file's place since it was looked at."""


def plain(path: Path) -> Path:
    """The same path, of a file or a folder. Raises `NotPlain` for all else, and OSError."""
    _check(path.stat().st_mode)
    return path


def read_plain(path: Path, most: int) -> bytes:
    """The content of a file of at most so many bytes. Raises `NotPlain`, `TooLarge` and OSError."""
    with open(plain(path), "rb", opener=lambda name, _: os.open(name, _OPEN)) as file:
        found = os.fstat(file.fileno())
        _check(found.st_mode)
        content = b"" if found.st_size > most else file.read(most + 1)
    if max(found.st_size, len(content)) > most:
        raise TooLarge(errno.EFBIG, f"It is larger than {most // 1_000_000} MB")
    return content


def whole_lines(content: bytes) -> tuple[Iterable[bytes], bytes]:
    """The lines that have an end, without it, one after another; and what stands behind the last end.

    Not split at once: a file of nothing but ends is a list of a hundred times its size.
    """
    end = content.rfind(b"\n") + 1
    return (line[:-1] for line in BytesIO(content[:end])), content[end:]


def read_plain_text(path: Path) -> str:
    """The text of a file that a person wrote. Raises OSError and `NotUtf8`."""
    return plain_text(read_plain(path, MOST_BYTES))


def _check(mode: int) -> None:
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NotPlain(errno.EINVAL, "It is no plain file")
