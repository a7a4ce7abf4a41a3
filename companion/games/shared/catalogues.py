"""The sentences of a game in other languages: the files `words.<code>.toml` of its room `data`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import asdict

from companion.games.errors import BadData
from companion.games.shared.files import read_as, room_of_data
from companion.language.catalogue import Catalogue, Language

FIRST: Final = "words."
LAST: Final = ".toml"
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
