"""How large the house of the rules is: `python -m tests.house` prints one table, to be compared before and after work.

A line of code is one that is not blank and has more on it than a comment or a docstring.
"""

from __future__ import annotations

import ast
import inspect
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeGuard

from companion.games.game import Game

ROOT: Final = Path(__file__).parent.parent
MOST_MODULES: Final = 20
"""A folder with more modules than these is hard to find one's way in."""
NO_CODE: Final = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
)


@dataclass
class Size:
    """What some modules come to."""

    modules: int = 0
    lines: int = 0
    code: int = 0
    imports: int = 0
    """Lines that import something; the table has their share of all lines."""
    folders: Counter[Path] = field(default_factory=Counter)
    """How many modules each folder has, `__init__.py` left out."""

    @property
    def crowded(self) -> dict[Path, int]:
        """The folders with too many modules."""
        return {folder: number for folder, number in self.folders.items() if number > MOST_MODULES}


def size_of(folder: Path) -> Size:
    """The size of all modules below a folder."""
    found = Size()
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        code = code_lines(path) - docstring_lines(tree)
        found.modules += 1
        found.lines += len(text.splitlines())
        found.code += len(code)
        found.imports += len(code & import_lines(tree))
        found.folders[path.parent] += path.name != "__init__.py"
    return found


def code_lines(path: Path) -> set[int]:
    """The lines on which anything but a comment stands, docstrings too."""
    with tokenize.open(path) as lines:
        tokens = [each for each in tokenize.generate_tokens(lines.readline) if each.type not in NO_CODE]
    return {line for each in tokens if each.string for line in range(each.start[0], each.end[0] + 1)}


def docstring_lines(tree: ast.AST) -> set[int]:
    """The lines of texts that stand alone: of modules, classes, functions, and below a field."""
    return {line for node in ast.walk(tree) if _is_text(node) for line in _span(node)}


def _is_text(node: ast.AST) -> TypeGuard[ast.Expr]:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def import_lines(tree: ast.AST) -> set[int]:
    """The lines of statements that import something."""
    return {line for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for line in _span(node)}


def _span(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def methods_of(kind: type[Any]) -> tuple[int, int]:
    """How many methods a class has that its users call, those of its parts among them, and how many are abstract."""
    public = [name for name, _ in inspect.getmembers(kind, inspect.isroutine) if not name.startswith("_")]
    own = [name for name in public if any(name in vars(each) for each in kind.__mro__ if _is_ours(each))]
    return len(own), len(getattr(kind, "__abstractmethods__", ()))


def _is_ours(kind: type[Any]) -> bool:
    return kind.__module__.startswith("companion.")


def rows() -> Iterator[tuple[str, Size]]:
    """Each row of the table: its name, and its size."""
    games = ROOT / "companion/games"
    packages = sorted(path for path in games.iterdir() if (path / "__init__.py").exists())
    for path in (*packages, games, ROOT / "companion/laws", ROOT / "companion"):
        if path.exists():
            yield path.relative_to(ROOT).as_posix(), size_of(path)


def table() -> Iterator[str]:
    """The table, a line each."""
    crowded = f"folders with more than {MOST_MODULES} modules"
    yield f"{'':<40} {'modules':>7} {'lines':>7} {'code':>7} {'imports':>8}  {crowded}"
    for name, size in rows():
        crowded = ", ".join(f"{path.name} {number}" for path, number in size.crowded.items())
        share = f"{size.imports / max(size.lines, 1):.1%}"
        line = f"{name:<40} {size.modules:>7} {size.lines:>7} {size.code:>7} {share:>8}  {crowded}"
        yield line.rstrip()
    methods, abstract = methods_of(Game)
    yield f"Game: {methods} methods, {abstract} of them abstract"


if __name__ == "__main__":
    print("\n".join(table()))
