"""A file that can be read to its end, and its text."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from companion.runtime.plain_text import MOST_BYTES, plain_text

_OPEN: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Without waiting: a pipe may have taken the file's place since it was looked at."""


def plain(path: Path) -> Path:
    """The same path, of a file or a folder. Raises OSError for all else: a pipe is waited for, a device has no end."""
    _check(path.stat().st_mode)
    return path


def read_plain(path: Path, most: int) -> bytes:
    """The content of a file of at most so many bytes. Raises OSError, also for what is no file or larger."""
    with open(plain(path), "rb", opener=lambda name, _: os.open(name, _OPEN)) as file:
        found = os.fstat(file.fileno())
        _check(found.st_mode)
        content = b"" if found.st_size > most else file.read(most + 1)
    if max(found.st_size, len(content)) > most:
        raise OSError(errno.EFBIG, f"It is larger than {most // 1_000_000} MB")
    return content


def read_plain_text(path: Path) -> str:
    """The text of a file that a person wrote. Raises OSError and `NotUtf8`."""
    return plain_text(read_plain(path, MOST_BYTES))


def _check(mode: int) -> None:
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "It is no plain file")
