"""A file that can be read to its end."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def plain(path: Path) -> Path:
    """The same path, of a file or a folder. Raises OSError for all else: a pipe is waited for, a device has no end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "It is no plain file")
    return path
