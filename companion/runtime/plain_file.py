"""A file that can be read to its end, and its text."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

from companion.runtime.plain_text import plain_text


def plain(path: Path) -> Path:
    """The same path, of a file or a folder. Raises OSError for all else: a pipe is waited for, a device has no end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "It is no plain file")
    return path


def read_plain_text(path: Path) -> str:
    """The text of a file that a person wrote. Raises OSError and `NotUtf8`."""
    return plain_text(path.read_bytes())
