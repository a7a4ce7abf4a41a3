"""Where things stand in a text of TOML: line and column of each key and value, by its path.

`tomllib`, `tomlkit` and their kin keep no places; `spanned-toml` has had no version since 2022, and tree-sitter with
its grammar would be two more compiled libraries. So the text is gone through once more, after `tomllib` has found it
sound: nothing is checked here.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and numbers from 0 of what stands in lists and of tables under `[[...]]`."""
_BLANK: Final = re.compile(r"[ \t]*")
_GAP: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE: Final = re.compile(r"[^,\]}\n#]*")
_BASIC: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL: Final = re.compile(r"'[^'\n]*'")
_LONG_BASIC: Final = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}(?!")', re.DOTALL)
_LONG_LITERAL: Final = re.compile(r"'''.*?'{3,5}(?!')", re.DOTALL)
_SAID_AT: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")
_SAID_END: Final = " (at end of document)"


class Place(msgspec.Struct, frozen=True, order=True):
    """A line and a column, both from 1; a column is a sign, not a byte."""

    line: int
    column: int


TOP: Final = Place(1, 1)


class Places:
    """Where each key and each value of a text stands."""

    def __init__(self, text: str) -> None:
        """`text` is one that `tomllib` reads, with its lines ending as Python's do."""
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        scanner = _Scanner(text)
        scanner.scan()
        self._keys, self._values = scanner.keys, scanner.values

    def key(self, path: Path) -> Place:
        """Where its key is written; of what stands in a list, where it begins; of what is not there, what it is in."""
        return self._at(self._keys, path)

    def value(self, path: Path) -> Place:
        """Where its value begins; of a table with a header, where the header does."""
        return self._at(self._values, path)

    def _at(self, found: dict[Path, int], path: Path) -> Place:
        for length in range(len(path), 0, -1):
            if path[:length] in found:
                return self._place(found[path[:length]])
        return TOP

    def _place(self, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)


def said_place(error: tomllib.TOMLDecodeError, text: str) -> tuple[str, Place]:
    """What `tomllib` says is wrong, and where it says so; where it names no place, the beginning."""
    said = str(error)
    if match := _SAID_AT.search(said):
        return said[: match.start()], Place(int(match[1]), int(match[2]))
    if said.endswith(_SAID_END):
        lines = text.split("\n")
        return said.removesuffix(_SAID_END), Place(len(lines), len(lines[-1]) + 1)
    return said, TOP


class _Scanner:
    """Goes through a sound text once, and keeps where keys and values begin."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._lists: dict[Path, int] = {}
        """How many tables each list under `[[...]]` has by now."""
        self.keys: dict[Path, int] = {}
        self.values: dict[Path, int] = {}

    def scan(self) -> None:
        table: Path = ()
        while True:
            self._skip(_GAP)
            if self._at >= len(self._text):
                return
            if self._text.startswith("[[", self._at):
                table = self._list_header()
            elif self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip(self, what: re.Pattern[str]) -> str:
        match = what.match(self._text, self._at)
        if match is None:
            raise AssertionError(f"no sound TOML at {self._at}")
        self._at = match.end()
        return match.group()

    def _header(self) -> Path:
        start = self._at
        self._at += 1
        path = self._within(self._key())
        self._skip(_BLANK)
        self._at += 1
        self._keep(path, start, start)
        return path

    def _list_header(self) -> Path:
        start = self._at
        self._at += 2
        *above, last = self._key()
        path = (*self._within(above), last)
        self._skip(_BLANK)
        self._at += 2
        number = self._lists.get(path, 0)
        self._lists[path] = number + 1
        self._keep(path, start, start)
        self._keep((*path, number), start, start)
        return (*path, number)

    def _within(self, parts: list[str]) -> Path:
        """The path that a header means: of a list of tables the newest."""
        path: Path = ()
        for part in parts:
            path = (*path, part)
            if path in self._lists:
                path = (*path, self._lists[path] - 1)
        return path

    def _pair(self, table: Path) -> None:
        """`key = value`, in a table that may be written in braces."""
        start = self._at
        path = table
        for part in self._key():
            path = (*path, part)
            self._keep(path, start, start)
        self._skip(_BLANK)
        self._at += 1  # the sign =
        self._skip(_BLANK)
        self.values[path] = self._at
        self._value(path)

    def _key(self) -> list[str]:
        """The parts of a key with dots."""
        parts = []
        while True:
            self._skip(_BLANK)
            parts.append(self._key_part())
            self._skip(_BLANK)
            if not self._text.startswith(".", self._at):
                return parts
            self._at += 1

    def _key_part(self) -> str:
        if self._text[self._at] == '"':
            return str(tomllib.loads(f"x = {self._skip(_BASIC)}")["x"])
        if self._text[self._at] == "'":
            return self._skip(_LITERAL)[1:-1]
        return self._skip(_BARE_KEY)

    def _value(self, path: Path) -> None:
        match self._text[self._at]:
            case "[":
                self._list(path)
            case "{":
                self._until("}", lambda number: self._pair(path))
            case '"':
                self._skip(_LONG_BASIC if self._text.startswith('"""', self._at) else _BASIC)
            case "'":
                self._skip(_LONG_LITERAL if self._text.startswith("'''", self._at) else _LITERAL)
            case _:
                self._skip(_BARE_VALUE)

    def _list(self, path: Path) -> None:
        def element(number: int) -> None:
            self._keep((*path, number), self._at, self._at)
            self._value((*path, number))

        self._until("]", element)

    def _until(self, end: str, each: Callable[[int], None]) -> None:
        """What stands between commas, up to the closing sign."""
        self._at += 1
        number = 0
        while True:
            self._skip(_GAP)
            if self._text[self._at] == end:
                self._at += 1
                return
            if self._text[self._at] == ",":
                self._at += 1
                continue
            each(number)
            number += 1

    def _keep(self, path: Path, key: int, value: int) -> None:
        """Keep where something begins; a table that is written in several places begins at the first."""
        self.keys.setdefault(path, key)
        self.values.setdefault(path, value)
