"""What a record refuses of a table that a person wrote, in words, with its place; `msgspec` says it by its types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from companion.language.message import Message, listing, say
from companion.language.values import Name

Path: TypeAlias = tuple[str | int, ...]
_SAID: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<number>\d+|\.\.\.)\]")
_ANY: Final = "..."
"""A step of a path that `msgspec` does not tell: a key of a table."""
_KINDS: Final[Mapping[str, tuple[type, Message]]] = {
    "bool": (bool, say("true or false")),
    "int": (int, say("a whole number")),
    "str": (str, say('a text in "quotes"')),
    "float": (float, say("a number with a point")),
    "array": (list, say("a list in [ ]")),
    "object": (dict, say("a table in {{ }}")),
}


class Misfit(NamedTuple):
    """One thing that does not fit."""

    path: Path
    at: Literal["key", "value"]
    text: Message
    """Sentences: what is wrong, and what to do."""


def misfit(error: msgspec.ValidationError, table: Any, known: Any = None) -> Misfit:
    """What does not fit in the part of a record that a person wrote; `known`: what the record has without it."""
    said = _SAID.fullmatch(str(error))
    assert said is not None  # every text matches
    what, steps = said["what"], [_step(each) for each in _STEP.finditer(said["path"] or "")]
    found = [*_places(table, steps, ())]
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        path = next((path for path, value in found if isinstance(value, Mapping) and match[1] in value), ())
        return Misfit((*path, match[1]), "key", say("“{key}” is no key here. Leave it out.", key=Name(match[1])))
    if match := re.fullmatch(r"Object missing required field `(.*)`", what):
        new = (path for path, value in found if match[1] not in value and not _is_there(known, path))
        return Misfit(next(new, ()), "key", say("“{key}” is missing. Write it.", key=Name(match[1])))
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        kind = _KINDS.get(match[2])
        path = next((path for path, value in found if kind is not None and type(value) is kind[0]), ())
        return Misfit(path, "value", _of_kinds(match[1], match[2]))
    if match := re.fullmatch(r"Invalid enum value '?(.*?)'?", what):
        text = say("“{value}” means nothing here. Look up in docs/data.md what does.", value=Name(match[1]))
        if said["key"]:
            path = next((path for path, value in found if match[1] in value), ())
            return Misfit((*path, match[1]), "key", text)
        return Misfit(next((path for path, value in found if str(value) == match[1]), ()), "value", text)
    return Misfit(found[0][0] if found else (), "value", say("It cannot be read: {error}.", error=Name(what)))


def _of_kinds(wanted: str, got: str) -> Message:
    kinds = [_KINDS[each][1] for each in wanted.split(" | ") if each in _KINDS]
    there = _KINDS[got][1] if got in _KINDS else say("a date or a time")
    return say("Here stands {found}, and it should be {wanted}.", found=there, wanted=listing(kinds, "or"))


def _step(match: re.Match[str]) -> str | int:
    if match["key"]:
        return match["key"]
    return _ANY if match["number"] == _ANY else int(match["number"])


def _places(value: Any, steps: list[str | int], path: Path) -> Iterator[tuple[Path, Any]]:
    """Each place in a table to which these steps may lead, with what stands there."""
    if not steps:
        yield path, value
        return
    step, rest = steps[0], steps[1:]
    if isinstance(value, Mapping):
        for key in value if step == _ANY else (step,) if step in value else ():
            yield from _places(value[key], rest, (*path, key))
    elif isinstance(value, list | tuple):
        for number in range(len(value)) if step == _ANY else (step,):
            if isinstance(number, int) and number < len(value):
                yield from _places(value[number], rest, (*path, number))


def _is_there(known: Any, path: Path) -> bool:
    """Whether the record has that without what a person wrote; a list that was written stands for the whole list."""
    return not any(isinstance(step, int) for step in path) and any(True for _ in _places(known, [*path], ()))
