"""TOML that a person wrote, to a table that all others can walk through, or one kind of error."""

from __future__ import annotations

import tomllib
from typing import Any

from companion.runtime.toml_signs import check_signs, stray

DEEPEST = 32
"""Tables and lists within each other; no file of ours needs more than six."""


def parse_toml(text: str) -> dict[str, Any]:
    """The table that a text holds, every sign of which can be shown.

    Raises `tomllib.TOMLDecodeError`, whatever is wrong with it.
    """
    table = parse_any_signs(text)
    check_signs(table, text)
    return table


def parse_any_signs(text: str) -> dict[str, Any]:
    """The same, for whoever tells of all signs that cannot be shown, and not of the first alone."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise stray(error, text) from None
    except RecursionError:
        raise tomllib.TOMLDecodeError(_TOO_DEEP) from None
    except ValueError as error:  # a number of more digits than Python reads
        raise tomllib.TOMLDecodeError(str(error)) from error
    _check(table)
    return table


_TOO_DEEP = "Its tables or lists lie too deep within each other"


def _check(table: dict[str, Any]) -> None:
    """Raises where something lies too deep for those who walk through it, or a text cannot name a file or a port."""
    left: list[tuple[Any, int]] = [(table, 0)]
    while left:
        value, depth = left.pop()
        if depth > DEEPEST:
            raise tomllib.TOMLDecodeError(_TOO_DEEP)
        if isinstance(value, dict):
            left += ((each, depth + 1) for pair in value.items() for each in pair)
        elif isinstance(value, list):
            left += ((each, depth + 1) for each in value)
        elif isinstance(value, str) and "\0" in value:
            raise tomllib.TOMLDecodeError("A text in it holds the character NUL (\\u0000)")
