"""Sentences of a game in its room `data`: those that go by a name, and `words.<code>.toml`, in other languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import asdict

from companion.games.core import RuleId
from companion.games.errors import BadData
from companion.games.shared.files import read_as, room_of_data
from companion.language.catalogue import Catalogue, Language
from companion.language.message import Message, Value, filled

FIRST: Final = "words."
LAST: Final = ".toml"
_RULE: Final = re.compile(r"\(([A-Z]-\d{3})\)\.$", re.MULTILINE)
PARTS: Final = ("articles", "joined_by", "nouns", "sentences")
"""What the files of several games put together."""


@cache
def read_catalogues(package: str) -> Mapping[str, Language]:
    """The languages of a package by their codes; English needs no file. Raises `BadData`."""
    room = room_of_data(package)
    names = sorted(each.name for each in resources.files(room).iterdir())
    files = {name[len(FIRST) : -len(LAST)]: name for name in names if name.startswith(FIRST) and name.endswith(LAST)}
    found = {code: read_as(package, name, Catalogue) for code, name in files.items()}
    for code, catalogue in found.items():
        if catalogue.code != code:
            raise BadData(f"{room.replace('.', '/')}/{files[code]} says code = {catalogue.code!r}. Write {code!r}.")
    return MappingProxyType({code: Language(catalogue) for code, catalogue in found.items()})


def merged(catalogues: Iterable[Mapping[str, Language]]) -> Mapping[str, Language]:
    """The languages of several games together: the same English is the same sentence, or noun, in each of them.

    Raises `BadData` where two games have it differently: which one a page would say would hang on their order.
    """
    found: dict[str, dict[str, Any]] = {}
    for languages in catalogues:
        for code, language in languages.items():
            more = asdict(language.catalogue)
            first = found.setdefault(code, more)
            found[code] = {**first, **{key: _one(code, first[key], more[key]) for key in PARTS}}
    return MappingProxyType({code: Language(Catalogue(**fields)) for code, fields in found.items()})


def _one(code: str, first: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    for key in first.keys() & more.keys():
        if first[key] != more[key]:
            raise BadData(f"Two games say {key!r} differently in words.{code}.toml. Let both say the same.")
    return {**first, **more}


class Sentences:
    """The sentences of one file, in tables; a name that it has not is a mistake in the game."""

    def __init__(self, package: str, file: str) -> None:
        self._tables = read_as(package, file, dict[str, dict[str, str]]).values()
        self._texts = {name: text for table in self._tables for name, text in table.items()}

    @property
    def rules(self) -> tuple[RuleId, ...]:
        """The rules that end these sentences, each once a table, in the order of the file."""
        found = (dict.fromkeys(_RULE.findall("\n".join(table.values()))) for table in self._tables)
        return tuple(rule for table in found for rule in table)

    def where(self, name: str, is_so: object, /, **given: Value) -> Message | None:
        """The sentence of this name, with these values in its gaps; None where it is not so."""
        return filled(self._texts[name], **given) if is_so else None
