"""A file of TOML that a person wrote, read without waiting for what is no file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.runtime.plain_file import plain
from companion.runtime.toml_text import parse_toml


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a file. Raises OSError, UnicodeDecodeError, and `tomllib.TOMLDecodeError` for all else."""
    return parse_toml(plain(path).read_text(encoding="utf-8"))
