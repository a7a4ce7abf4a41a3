"""The data files of a game, found in its room `data`: a module hands in its own `__package__` and the file's name."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final, TypeVar

import msgspec

from companion.games.errors import BadData
from companion.runtime.plain_text import NotUtf8, plain_text
from companion.runtime.toml_text import parse_toml

R = TypeVar("R")
ROOM: Final = "data"
"""The room of a game in which its data lies."""


@cache
def room_of_data(package: str) -> str:
    """The package with the data of the game to which a package belongs: its own room `data`, or the next above it."""
    parts = package.split(".")
    above = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    found = (each for each in above if resources.files(each).joinpath(ROOM).is_dir())
    return f"{next(found, package)}.{ROOM}"


def has_data(package: str, file: str) -> bool:
    """Whether the game of a package has such a file."""
    return resources.files(package).joinpath(ROOM, file).is_file()


def read_data(package: str, file: str) -> dict[str, Any]:
    """The table in a TOML file of a game. Raises `BadData`, which names the file and what is wrong with it."""
    try:
        return parse_toml(plain_text(resources.files(room_of_data(package)).joinpath(file).read_bytes()))
    except (FileNotFoundError, ModuleNotFoundError) as error:
        raise BadData(f"{_named(package, file)} is missing. Write it; docs/games.md says what stands there.") from error
    except NotUtf8 as error:
        raise BadData(f"{_named(package, file)} cannot be used: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{_named(package, file)} is no TOML: {error}. Put that line right.") from error


def read_as(package: str, file: str, record: type[R]) -> R:
    """The same as a record that says what must stand there. Raises `BadData`, which names the place in the file too."""
    try:
        return msgspec.convert(read_data(package, file), record)
    except msgspec.ValidationError as error:
        raise BadData(f"{_named(package, file)}: {error}. Put that entry right.") from error


def _named(package: str, file: str) -> str:
    return f"{room_of_data(package).replace('.', '/')}/{file}"
