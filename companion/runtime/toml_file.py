"""A file of TOML that a person wrote: the one door by which such files come in, with bounds at each step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.runtime.plain_file import read_plain_text
from companion.runtime.toml_text import parse_toml


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a file. Raises OSError, `NotUtf8`, and `tomllib.TOMLDecodeError` for all else."""
    return parse_toml(read_plain_text(path))
