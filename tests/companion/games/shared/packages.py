"""A package of its own for a test, with the files of a game in it."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NUMBERS = itertools.count(1)


@contextmanager
def package_with(folder: Path, files: dict[str, str]) -> Iterator[str]:
    """The name of a package that has these files as its data and can be imported meanwhile; no two share it."""
    name = f"game_of_a_test_{next(_NUMBERS)}"
    package = folder / name
    package.mkdir()
    data = package / "data"
    data.mkdir()
    for made in (package, data):
        (made / "__init__.py").touch()
    for file, text in files.items():
        (data / file).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(package.parent))
    try:
        yield name
    finally:
        sys.path.remove(str(package.parent))
        sys.modules.pop(name, None)
        sys.modules.pop(f"{name}.data", None)
