"""The files of a game's package: where a class, a field, a text or an entry of its data stands."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from companion.games.faults import line_of_class
from companion.games.shared.files import ROOM
from companion.runtime.plain_text import NotUtf8, plain_text
from companion.runtime.toml_places import TOP, Places
from companion.runtime.toml_places import Path as Keys
from companion.runtime.toml_text import parse_toml

FRONT: Final = "game.py"


class Source:
    """A package as it lies on the disk."""

    def __init__(self, package: str, folder: Path, base: Path) -> None:
        """`package` is its name, by which it is imported; files below `base` are told by their way from there."""
        self.package, self.folder = package, folder
        self._base = base
        self._places: dict[Path, Places] = {}

    # --- files ---

    @cached_property
    def modules(self) -> tuple[Path, ...]:
        """Every module of the package, in the order of their names."""
        return tuple(sorted(each for each in self.folder.rglob("*.py") if "__pycache__" not in each.parts))

    def name_of(self, module: Path) -> str:
        """By which name a module of the package is imported."""
        parts = module.relative_to(self.folder).with_suffix("").parts
        return ".".join((self.package, *parts)).removesuffix(".__init__")

    def data(self, file: str) -> Path:
        """A file of its room `data`, whether it is there or not."""
        return self.folder / ROOM / file

    def shown(self, path: Path | str) -> str:
        """A file as it is told: from the folder where the command was typed, if it lies below that."""
        path = Path(path)
        if not path.is_absolute():  # named by the package: what stands before the package's own name is known
            path = Path(*self.folder.parts[: len(self.folder.parts) - len(self.package.split("."))]) / path
        return path.relative_to(self._base).as_posix() if path.is_relative_to(self._base) else path.as_posix()

    def place(self, path: Path | str, line: int = 0) -> str:
        """A file and a line of it."""
        return f"{self.shown(path)}:{line}" if line else self.shown(path)

    @property
    def front(self) -> str:
        """Where all that has no better place is told: the module with its `GAME`, else the folder."""
        return self.place(self.folder / FRONT if (self.folder / FRONT).exists() else self.folder)

    # --- code ---

    def of_class(self, kind: type[Any]) -> str:
        """Where a class of the package begins."""
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        return self.place(file, line_of_class(file, kind.__name__)) if file else self.front

    def of_member(self, kind: type[Any], name: str) -> str:
        """Where a class of the package, or a base of it there, says this of itself; else where the class begins."""
        for each in kind.__mro__:
            file = getattr(sys.modules.get(each.__module__), "__file__", None)
            if self.owns(each) and file and (line := _line_of_member(file, each.__name__, name)):
                return self.place(file, line)
        return self.of_class(kind) if self.owns(kind) else self.front

    def of_function(self, function: Any) -> str:
        """Where a function of the package begins; else its front."""
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is None or not Path(code.co_filename).is_relative_to(self.folder):
            return self.front
        return self.place(code.co_filename, code.co_firstlineno)

    def of_text(self, text: str) -> str:
        """Where a literal of this text stands in a module, or a line with it in a data file; else its front."""
        for path in self.modules:
            for node in ast.walk(tree_of(path)):
                if isinstance(node, ast.Constant) and node.value == text:
                    return self.place(path, node.lineno)
        for path in sorted((self.folder / ROOM).glob("*.toml")):
            for number, line in enumerate(text_of(path).splitlines(), 1):
                if text and text in line:
                    return self.place(path, number)
        return self.front

    def owns(self, kind: type[Any]) -> bool:
        """Whether a class is one of the package."""
        return kind.__module__ == self.package or kind.__module__.startswith(f"{self.package}.")

    # --- data ---

    def of_entry(self, file: str, keys: Keys) -> str:
        """Where an entry of a data file stands; the file where it has none, and the front where there is no file."""
        path = self.data(file)
        if not path.exists():
            return self.front
        if path not in self._places:
            text = text_of(path)
            try:
                parse_toml(text)
            except ValueError:  # no TOML, which is told elsewhere
                return self.place(path)
            self._places[path] = Places(text)
        found = self._places[path].key(keys)
        return self.place(path, 0 if found is TOP else found.line)


def text_of(path: Path) -> str:
    """What stands in a file; nothing where it is no text, which is told elsewhere."""
    try:
        return plain_text(path.read_bytes())
    except (NotUtf8, OSError):
        return ""


@cache
def tree_of(path: Path) -> ast.Module:
    """A module as it is written; an empty one where it is no Python, which is told elsewhere."""
    try:
        return ast.parse(text_of(path))
    except (SyntaxError, ValueError):  # the latter for a NUL
        return ast.Module([], [])


@cache
def _line_of_member(file: str, kind: str, name: str) -> int:
    for node in ast.walk(tree_of(Path(file))):
        if isinstance(node, ast.ClassDef) and node.name == kind:
            return next((each.lineno for each in node.body if name in _names(each)), 0)
    return 0


def _names(node: ast.stmt) -> Iterator[str]:
    """What a statement of a class's body gives a name to."""
    match node:
        case ast.FunctionDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def among(names: Sequence[str], most: int = 4) -> str:
    """Some of these names for a sentence, and how many more there are."""
    more = len(names) - most
    listed = ", ".join(names[:most])
    return f"{listed} and {more} more" if more > 0 else listed
