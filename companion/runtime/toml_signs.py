"""Signs in TOML that look right and are not, as chats and phones put them in, and those that nobody would see.

`tomllib` says what it expected, and not what stands there; and it reads what turns the writing of a whole page.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.runtime.text import OddSign, named, odd_sign
from companion.runtime.toml_places import Path, Place, Places, said_place

NAMED: Final = "The sign "
"""How an error begins that names a sign, with its cure."""
_DOUBLE: Final = "“”„‟«»″〝〞＂"
_SINGLE: Final = "‘’‚‛‹›′`´＇"
_MINUS: Final = "\N{MINUS SIGN}"
_CLOSED: Final = re.compile(rf"[{_DOUBLE}{_SINGLE}](?=[\s,\]}}]*(?:#.*)?$)")
"""A quote that was meant to end a text at the end of its line."""


def stray(error: tomllib.TOMLDecodeError, text: str) -> tomllib.TOMLDecodeError:
    """The error in words that name the sign where it was met, if that is one of no keyboard; else as it is."""
    said, place = said_place(error, text)
    line = text.split("\n")[place.line - 1]
    at = place.column - 1
    if said.startswith(("Illegal character", "Unterminated", "Expected '\"'", 'Expected "\'"')):
        found = _CLOSED.search(line)
        at = found.start() if found else len(line)
    if line[at : at + 1].isascii():  # or nothing
        return error
    return _error(f"{NAMED}{_shown(line[at])} is not read here. {_cure(line[at])}", Place(place.line, at + 1))


def check_signs(table: Mapping[str, Any], text: str) -> None:
    """Raise `tomllib.TOMLDecodeError` for the first sign in a key or a text of a table that must not be shown."""
    if text.isascii() and "\\" not in text:
        return  # TOML itself lets no such sign stand in it, other than as an escape
    found = next(odd_texts(table), None)
    if found is not None:
        path, is_key, odd = found
        why = "is a mark too many on its letter, or has none" if odd.is_mark else "cannot be shown"
        said = f"{NAMED}{odd.name} {why}. Take it out, there and wherever else it stands"
        raise _error(said, _place_of(text, path, is_key, odd))


def odd_texts(table: Mapping[str, Any]) -> Iterator[tuple[Path, bool, OddSign]]:
    """Each key (True) and each text (False) that has a sign which must not be shown, with the first of them."""
    left: list[tuple[Path, Any]] = [((), table)]
    while left:
        path, value = left.pop()
        if isinstance(value, Mapping):
            for key in value:
                if odd := odd_sign(str(key)):
                    yield (*path, str(key)), True, odd
            left += [((*path, str(key)), inner) for key, inner in reversed([*value.items()])]
        elif isinstance(value, list | tuple):
            left += [((*path, number), inner) for number, inner in reversed([*enumerate(value)])]
        elif isinstance(value, str) and (odd := odd_sign(value)):
            yield path, False, odd


def _place_of(text: str, path: Path, is_key: bool, odd: OddSign) -> Place:
    """Where the sign itself stands, by itself or as an escape; the beginning of what it is in where it is not found."""
    places = Places(text)
    place = places.key(path) if is_key else places.value(path)
    rest = text.split("\n")[place.line - 1 :]
    code = int(odd.name[2:].split()[0], 16)
    wanted = re.compile(rf"{re.escape(chr(code))}|\\[uU]0*{code:x}|{_SHORT.get(code, '(?!)')}", re.IGNORECASE)
    for number, line in enumerate(rest):
        if match := wanted.search(line, place.column - 1 if not number else 0):
            return Place(place.line + number, match.start() + 1)
    return place


_SHORT: Final = {0x08: r"\\b", 0x0C: r"\\f", 0x0D: r"\\r", 0x1B: r"\\e"}
"""Escapes by a letter."""


def _error(said: str, place: Place) -> tomllib.TOMLDecodeError:
    """An error that says where, as those of `tomllib` do."""
    return tomllib.TOMLDecodeError(f"{said} (at line {place.line}, column {place.column})")


def _shown(char: str) -> str:
    return f"{char}, {named(char)}," if char.isprintable() and not char.isspace() else named(char)


def _cure(char: str) -> str:
    """What to write for a sign that looks like another, or where to put one that belongs into a text."""
    plain = unicodedata.normalize("NFKC", char)
    if char in _DOUBLE or char in _SINGLE:
        return 'It is a curly quote: write the straight one of the keyboard, "'
    if char.isspace():
        return "It is a blank of another kind, such as one that does not break: write a plain one"
    if not char.isprintable():
        return "Nobody sees it: delete it"
    if char == _MINUS or unicodedata.category(char) == "Pd":
        return "It is a long dash: write the minus of the keyboard, -"
    if char.isdecimal():
        return f"It is a digit of another script or width: write {unicodedata.decimal(char)}"
    if plain.isascii() and plain.isprintable():
        return f"It is a wide sign: write {plain}"
    return "Put a text in quotes, and a key with such letters too"
