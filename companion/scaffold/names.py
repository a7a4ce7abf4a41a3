"""The name of a new game: whether it may have it, and what is made of it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

MARKERS: Final = frozenset(("browser", "rule", "shared", "slow"))
"""Markers of tests: a game has one of its own name."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


class BadName(CompanionError, ValueError):
    """A name that no new game may have; the message says why, and what to do."""


def check_name(name: str, known: Collection[str], root: Path) -> None:
    """Return nothing; raise `BadName` where this is no name of a module, or something has it already.

    `known` are the names of all games, `root` the folder of the companion's source.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadName(
            f"{name!r} is no name for a game: it is a module, so small letters, digits and _ make it up, and a letter "
            "comes first. Choose one like tide_pool."
        )
    if name in known:
        raise BadName(f"There is a game {name} already. Choose another name.")
    if name in MARKERS:
        raise BadName(f"{name} is a marker of tests, and a game has one of its own name. Choose another name.")
    games = Path("companion") / "games"
    for taken in (games / name, games / f"{name}.py"):
        if (root / taken).exists():
            raise BadName(f"{taken.as_posix()} is there already. Choose another name.")


def title_of(name: str) -> str:
    """What people call it at first: "tide_pool" is "Tide Pool"."""
    return " ".join(word.capitalize() for word in name.split("_") if word)


def class_of(name: str) -> str:
    """The name of its class: "TidePool"."""
    return title_of(name).replace(" ", "")
