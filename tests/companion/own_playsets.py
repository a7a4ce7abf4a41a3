"""Playsets of somebody's own, for tests: the demonstration sets with another card in them."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

ANOTHER = "family:glass_dancers"
"""What the first Family is called instead, with eight copies for both players."""


def playset_text(edition: str = "clans") -> str:
    """A file's content: the set that is shipped for this state of the design, with one card of another name."""
    text = resources.files("companion.games.manawave.data").joinpath(f"{edition}.toml").read_text(encoding="utf-8")
    changed = text.replace("cinder_spears", "glass_dancers").replace("Cinder Spears", "Glass Dancers")
    return changed.replace("river_camp", "ferry_camp").replace("River Camp", "Ferry Camp")


def playset(edition: str = "clans") -> dict[str, Any]:
    """The same as a table."""
    return tomllib.loads(playset_text(edition))


def playset_file(folder: Path, edition: str = "clans") -> Path:
    """The same as a file."""
    path = folder / f"{edition}.toml"
    path.write_text(playset_text(edition), encoding="utf-8")
    return path
