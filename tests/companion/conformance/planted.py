"""Copies of the small games of the tests in which somebody has made a mistake."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.conformance.check import look, play, source_of
from companion.conformance.findings import Finding, Findings

GAMES: Final = Path(__file__).parents[2] / "games"
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "scenarios")
_NUMBERS: Final = itertools.count()
Edit = tuple[str, str, str]
"""A file of the package, what stands there, and what stands there now; a new line stands before it where that is so."""


def plant(folder: Path, edits: Iterable[Edit] = (), game: str = "last_tile") -> Path:
    """A copy of a game with these edits, under a name that nothing was imported by; its README names each module."""
    package = folder / f"planted_{game}_{next(_NUMBERS)}"
    shutil.copytree(GAMES / game, package, ignore=LEFT_OUT)
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f"tests.games.{game}", package.name), encoding="utf-8")
    modules = [path.relative_to(package).as_posix() for path in sorted(package.rglob("*.py"))]
    (package / "README.md").write_text("\n".join(f"`{module}`" for module in modules) + "\n", encoding="utf-8")
    for file, old, new in edits:
        path = package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")
    return package


def found_in(package: Path, games: int = 2, seed: int = 1) -> tuple[Finding, ...]:
    """What is wrong in it, each place told from the folder in which the package lies."""
    source, found = source_of(str(package), package.parent), Findings()
    game = look(source, found)
    if game is not None:
        play(game, source, found, games, seed, lambda done: None)
    return tuple(found)


def faults_in(package: Path, games: int = 2, seed: int = 1) -> tuple[Finding, ...]:
    """The same without what is only worth knowing."""
    return tuple(each for each in found_in(package, games, seed) if each.weight == "fault")


def place(package: Path, file: str, line: str) -> str:
    """Where the one line of a file stands that begins so, as findings tell it."""
    lines = (package / file).read_text(encoding="utf-8").splitlines()
    (number,) = (number for number, each in enumerate(lines, 1) if each.lstrip().startswith(line))
    return f"{package.name}/{file}:{number}"
