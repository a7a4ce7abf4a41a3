"""One word, one thing: names of modules, classes and functions hold to the table of docs/words.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ("companion", "hardware", "vision", "web")
ROW = re.compile(r"^\| \*\*(\w+)\*\* \|.*\| ([^|]*) \|$", re.MULTILINE)
"""A row of the table: its word, and the places where names may have it."""


def places(page: str) -> Mapping[str, tuple[str, ...]]:
    """Of each word of the table the files and folders whose names may have it."""
    return {word: tuple(re.findall(r"`([^`]+)`", where)) for word, where in ROW.findall(page)}


def words_of(name: str) -> set[str]:
    """The words of which a name is made."""
    return {each.lower() for each in re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).split("_") if each}


@cache
def names(module: Path) -> tuple[tuple[int, str], ...]:
    """The names of a module, its classes and functions, with their lines."""
    nodes = ast.walk(ast.parse(module.read_text(encoding="utf-8")))
    within = (node for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef)))
    return ((1, module.stem), *((node.lineno, node.name) for node in within))


def strays(root: Path, allowed: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Each name that has a word of the table elsewhere than where it may be, with file and line."""
    for module in sorted(each for folder in CODE for each in (root / folder).rglob("*.py")):
        path = module.relative_to(root).as_posix()
        for line, name in names(module) if "node_modules" not in path else ():
            for word in sorted(words_of(name) & allowed.keys()):
                if not path.startswith(allowed[word]):
                    yield f"{path}:{line} {name}: see {word} in docs/words.md"


def idle(root: Path, allowed: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Each place of the table in which no name has its word."""
    for word, where in allowed.items():
        for place in where:
            path = root / place
            modules = [path] if path.suffix == ".py" and path.exists() else [*path.rglob("*.py")]
            if not any(word in words_of(name) for module in modules for _, name in names(module)):
                yield f"{word}: {place}"


PAGE = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")


def test_a_word_of_the_table_stands_for_its_thing_alone() -> None:
    assert len(places(PAGE)) >= 5
    assert list(strays(ROOT, places(PAGE))) == []
    assert list(idle(ROOT, places(PAGE))) == []


@pytest.mark.parametrize(("source", "found"), [("class PartOfIt: ...", 1), ("def partly(): ...", 0), ("x = 1", 0)])
def test_a_stray_name_is_found_by_its_words(tmp_path: Path, source: str, found: int) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "some.py").write_text(source, encoding="utf-8")
    table = places("| **part** | a piece | not a phase | `companion/other.py` |")
    assert len(list(strays(tmp_path, table))) == found
    assert list(idle(tmp_path, table)) == ["part: companion/other.py"]
