"""TOML that a person wrote, to a table that all others can walk through, or one kind of error."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from companion.runtime.plain_text import MOST_BYTES
from companion.runtime.toml_signs import check_signs, stray

DEEPEST: Final = 32
"""Tables and lists within each other, and parts of a key; no file of ours needs more than six."""
MOST_TABLES: Final = 5_000
"""Tables and lists of a file; a playset of a hundred cards has some six hundred."""
MOST_KEYS: Final = 10_000
MOST_ELEMENTS: Final = 50_000
"""Commas between what stands in lists and braces."""
MOST_DOTS: Final = 50_000
"""Between the parts of keys, and in numbers: for each part the reader walks one table down."""
_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\.|""?(?!"))*+(?:"{3,5})?+|'
    r"'''(?:[^']|''?(?!'))*+(?:'{3,5})?+|"
    r'"(?:[^"\\\n]|\\.)*+"?+|'
    r"'[^'\n]*+'?+|"
    r"(?:#[^\n]*+\s*+)++|"
    r"[\[\]{}.,=]",
    re.DOTALL,
)
"""What stands for itself, such as texts and comments, and the signs between. Whatever is open at its end goes as far as
it can, so that nothing is read twice."""


class TooMuchToml(tomllib.TOMLDecodeError):
    """A text that may be TOML, but of which more must be kept than any file of ours has."""


def parse_toml(text: str) -> dict[str, Any]:
    """The table that a text holds, every sign of which can be shown.

    Raises `tomllib.TOMLDecodeError`, whatever is wrong with it.
    """
    table = parse_any_signs(text)
    check_signs(table, text)
    return table


def parse_any_signs(text: str) -> dict[str, Any]:
    """The same, for whoever tells of all signs that cannot be shown, and not of the first alone."""
    _bound(text)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise stray(error, text) from None
    except RecursionError:
        raise TooMuchToml(_TOO_DEEP) from None
    except ValueError as error:  # a number of more digits than Python reads
        raise tomllib.TOMLDecodeError(str(error)) from error
    _check(table)
    return table


_TOO_DEEP: Final = "Its tables or lists lie too deep within each other"


class _Counts:
    """How much a text holds, sign by sign."""

    def __init__(self) -> None:
        self.parts, self.depth = 1, 0
        self.tables = self.keys = self.elements = self.dots = 0

    def take(self, sign: str) -> None:
        """Count one of the signs that stand for themselves."""
        match sign:
            case ".":
                self.parts += 1
                self.dots += 1
                return
            case "[" | "{":
                self.depth += 1
                self.tables += 1
            case "]" | "}":
                self.depth -= 1
            case "=":
                self.keys += 1
            case ",":
                self.elements += 1
        self.parts = 1

    def what_is_too_much(self) -> str:
        """What there is too much of; "" for nothing."""
        if self.parts > DEEPEST or self.depth > DEEPEST:
            return _TOO_DEEP
        if self.tables > MOST_TABLES:
            return f"It has more than {MOST_TABLES} tables and lists"
        if self.keys > MOST_KEYS:
            return f"It has more than {MOST_KEYS} keys"
        if self.dots > MOST_DOTS:
            return f"It has more than {MOST_DOTS} dots between keys and in numbers"
        return f"Its lists have more than {MOST_ELEMENTS} elements" if self.elements > MOST_ELEMENTS else ""


def _bound(text: str) -> None:
    """Raises where a text holds more than any of ours: `tomllib` takes minutes over a key of many thousand parts."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise TooMuchToml(f"It has more than {MOST_BYTES // 1_000_000} MB")
    counts = _Counts()
    for token in _TOKEN.finditer(text):
        sign = token.group()
        if len(sign) == 1 and sign not in "\"'#":
            counts.take(sign)
            if too_much := counts.what_is_too_much():
                raise TooMuchToml(f"{too_much}{_at(text, token.start())}")


def _at(text: str, offset: int) -> str:
    """A place as `tomllib` says it."""
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return f" (at line {line}, column {column})"


def _check(table: dict[str, Any]) -> None:
    """Raises where something lies too deep for those who walk through it, or a text cannot name a file or a port."""
    left: list[tuple[Any, int]] = [(table, 0)]
    while left:
        value, depth = left.pop()
        if depth > DEEPEST:
            raise TooMuchToml(_TOO_DEEP)
        if isinstance(value, dict):
            left += ((each, depth + 1) for pair in value.items() for each in pair)
        elif isinstance(value, list):
            left += ((each, depth + 1) for each in value)
        elif isinstance(value, str) and "\0" in value:
            raise tomllib.TOMLDecodeError("A text in it holds the character NUL (\\u0000)")
