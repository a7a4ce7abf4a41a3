"""A file of TOML that a person wrote, read without waiting for what is no file."""

from __future__ import annotations

import errno
import stat
from pathlib import Path
from typing import Any

from companion.table.toml_text import parse_toml


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a file. Raises OSError, UnicodeDecodeError, and `tomllib.TOMLDecodeError` for all else."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe would be waited for, and a device may have no end
        raise OSError(errno.EINVAL, "It is no plain file")
    return parse_toml(path.read_text(encoding="utf-8"))
