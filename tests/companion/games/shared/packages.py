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
    """The name of a package that holds these files and can be imported meanwhile; no two have the same name."""
    name = f"game_of_a_test_{next(_NUMBERS)}"
    package = folder / name
    package.mkdir()
    (package / "__init__.py").touch()
    for file, text in files.items():
        (package / file).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield name
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
