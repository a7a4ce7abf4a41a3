"""The sentences of a game, as `companion/conformance` reads them, by the game; and what a file imports."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from companion.conformance import languages, sentences
from companion.conformance.findings import Finding
from companion.games.game import AnyGame, package_of

ROOT: Final = Path(__file__).parents[3]


def files_of(package: str) -> tuple[Path, ...]:
    """The modules of a package and of those below it."""
    return tuple(sorted((ROOT / package.replace(".", "/")).rglob("*.py")))


def shown(path: Path) -> str:
    """A file as it is told."""
    return str(path.relative_to(ROOT))


def said_in(files: tuple[Path, ...]) -> tuple[tuple[sentences.Said, ...], tuple[Finding, ...]]:
    """Each text that modules say, and what is wrong with how they do."""
    return sentences.said_in(files, shown)


def taken_from(path: Path, module: str) -> frozenset[str]:
    """What a file imports from a module, by its names there."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    taken = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == module)
    return frozenset(name.name for node in taken for name in node.names)


def own_texts(game: AnyGame) -> frozenset[str]:
    """Every text that the package of a game says, and that has words."""
    return languages.own_texts(files_of(package_of(game)))


def own_nouns(game: AnyGame) -> frozenset[str]:
    """Every noun of a game: those in its code, and its pieces."""
    return languages.own_nouns(game, files_of(package_of(game)))


def data_texts(game: AnyGame) -> frozenset[str]:
    """Every text in the data files of a game but those of its languages."""
    return languages.data_texts(ROOT / package_of(game).replace(".", "/"))
