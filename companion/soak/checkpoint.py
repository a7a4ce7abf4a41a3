"""Finished units of a soak, a file each: a soak that was stopped goes on with those that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.games.option_text import option_text

Unit = TypeVar("Unit", bound=msgspec.Struct)


def unit_name(game: str, options: Mapping[str, Any], light: str) -> str:
    """The game, its options and the light, for the names of files."""
    return "-".join((game, *(f"{key}={option_text(value)}" for key, value in sorted(options.items())), light))


def kept(file: Path, kind: type[Unit]) -> Unit | None:
    """The unit that was kept in a file; None where there is none, or one of another version."""
    with suppress(FileNotFoundError, msgspec.DecodeError, RecursionError):
        return msgspec.json.decode(file.read_bytes(), type=kind)
    return None


def forget(files: Iterable[Path]) -> None:
    """Remove what was kept in these files, as far as it was."""
    for file in files:
        file.unlink(missing_ok=True)


def keep(file: Path, unit: msgspec.Struct) -> None:
    """Keep a unit, whole or not at all."""
    new = file.with_suffix(".new")
    try:
        new.write_bytes(msgspec.json.encode(unit))
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise
