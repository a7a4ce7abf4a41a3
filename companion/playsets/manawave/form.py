"""The form of a playset: each key that is unknown or missing, each value of the wrong kind, all of them at once.

`msgspec` stops at the first. This goes through the whole table by the types of the same records, so it knows every key
that they know; what it finds wrong it leaves out, so that what is right can still be read and looked through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.games.manawave.data.playset import ClansPlayset, Edition, NexusPlayset
from companion.language.message import Message, names, say
from companion.language.values import Name
from companion.playsets.core import Part, Path, Remark

BIGGEST: Final = 999
"""No number of a playset is larger: a game with more of anything is not played with counters."""
LONGEST: Final = 400
"""Letters of a text."""
QUOTED: Final = 40
"""Letters of a value that a sentence quotes."""
EXAMPLES: Final[Mapping[str, str]] = {
    "edition": 'edition = "clans"',
    "faction": 'faction = "ember"',
    "id": 'id = "river_folk"',
    "modality": "modality = [ {cost = 0, effects = []} ]",
    "resolve": "resolve = {min_round = 7}",
    "type": 'type = "tribe"',
    "op": 'op = "add"',
    "mana": "mana = 1",
    "metric": 'metric = "population"',
    "scope": 'scope = "tribe"',
    "at_most": "at_most = 0",
    "query": 'query = "round"',
    "cmp": 'cmp = ">="',
}
"""What to write for a key that is missing."""
_KINDS: Final[tuple[tuple[type, Message], ...]] = (
    (bool, say("true or false")),
    (int, say("a whole number")),
    (str, say('a text in "quotes"')),
    (float, say("a number with a point")),
    (list, say("a list in [ ]")),
    (dict, say("a table in {{ }}")),
)
"""What people call the kinds of values; `bool` before `int`, of which it is one."""
_DATE: Final = say("a date or a time")
TAG: Final = "edition"
"""The key that says of which state of the design a playset is."""


class Form:
    """One table, gone through."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.faults: list[Remark] = []
        self._mended = set[Path]()
        """Where something was left out or put in, so that the rest could be read."""
        self._around = set[Path]()
        """In what that was."""
        record = NexusPlayset if table.get("edition") == "nexus" else ClansPlayset
        self.table: Any = self._record(dict(table), record, ())

    def _wrong(self, path: Path, text: Message, at: Part = "value") -> None:
        self.faults.append(Remark(path, text, at))
        self._mended.add(path)
        self._around.add(path[:-1])

    def _read(self, value: Any, kind: Any, path: Path) -> Any:
        """The value, or what may stand for it where it is wrong."""
        choices = _choices(kind)
        words = _words(choices)
        for each in choices:
            if get_origin(each) is tuple and isinstance(value, list):
                element = get_args(each)[0]
                return [self._read(one, element, (*path, index)) for index, one in enumerate(value)]
            if get_origin(each) is dict and isinstance(value, dict):
                return {key: self._read(one, get_args(each)[1], (*path, key)) for key, one in value.items()}
            if _is_record(each) and isinstance(value, dict):
                return self._record(value, each, path)
            if each in (bool, int, str) and type(value) is each:
                return self._sized(value, kind, path)
        if words and isinstance(value, str):
            if value not in words:
                self._wrong(path, _unknown_word(value, words))
                return _stand_in(kind)
            return value
        text = say(
            "Here stands {found}, and it should be {wanted}.",
            found=_kind_of(value),
            wanted=_wanted(choices),
        )
        self._wrong(path, text)
        return _stand_in(kind)

    def _sized(self, value: Any, kind: Any, path: Path) -> Any:
        if type(value) is int and abs(value) > BIGGEST:
            self._wrong(path, say("That number is too large. Say {most} at most.", most=BIGGEST))
            return _stand_in(kind)
        if isinstance(value, str) and len(value) > LONGEST:
            self._wrong(
                path, say("This text has {count} letters. Write {most} at most.", count=len(value), most=LONGEST)
            )
            return _stand_in(kind)
        return value

    def _record(self, table: dict[str, Any], record: type[msgspec.Struct], path: Path) -> dict[str, Any]:
        kinds, found = _kinds(record), dict[str, Any]()
        for key, value in table.items():
            if key in kinds:
                found[key] = self._read(value, kinds[key], (*path, key))
            else:
                self._wrong((*path, key), _unknown_key(key, kinds), "key")
        if TAG in kinds and TAG not in found:
            text = say("“{key}” is missing. Write for example: {example}", key=Name(TAG), example=Name(EXAMPLES[TAG]))
            self._wrong((TAG,), text, "key")
            found[TAG] = _stand_in(kinds[TAG])
        for each in _fields(record):
            if each.required and each.name not in found:
                example = Name(
                    EXAMPLES.get(each.name, "") if path else f'[[{each.name}]] and below it id = "river_folk"'
                )
                text = say("“{key}” is missing. Write for example: {example}", key=Name(each.name), example=example)
                self._wrong((*path, each.name), text, "key")
                found[each.name] = "this card" if each.name == "id" else _stand_in(kinds[each.name])
        return found

    def hides(self, path: Path) -> bool:
        """Whether what is said of a place may come of something that was left out or put in there."""
        return path in self._around or any(path[:length] in self._mended for length in range(len(path) + 1))


@cache
def _fields(record: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(record)


@cache
def _kinds(record: type[msgspec.Struct]) -> dict[str, Any]:
    """The keys of a record with their types."""
    hints = get_type_hints(record)
    kinds = {each.encode_name: hints[each.name] for each in _fields(record)}
    return {**kinds, TAG: Edition} if record.__struct_config__.tag_field == TAG else kinds


def _choices(kind: Any) -> tuple[Any, ...]:
    """The types of which a value may be one."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _words(choices: Iterable[Any]) -> tuple[str, ...]:
    """The words that a value may be, where it is one of some."""
    return tuple(word for each in choices if get_origin(each) is Literal for word in get_args(each) if word)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _stand_in(kind: Any) -> Any:
    """Something of that type, to go on with."""
    choices = _choices(kind)
    if type(None) in choices:
        return None
    first = choices[0]
    if words := _words(choices):
        return words[0]
    if get_origin(first) is tuple:
        return []
    if get_origin(first) is dict:
        return {}
    if _is_record(first):
        return {each.name: _stand_in(_kinds(first)[each.name]) for each in _fields(first) if each.required}
    return first()


def _kind_of(value: Any) -> Message:
    return next((words for kind, words in _KINDS if isinstance(value, kind)), _DATE)


def _wanted(choices: Iterable[Any]) -> Message:
    """What should stand there, in words."""
    found = list[Message]()
    for each in choices:
        if each is type(None):
            continue
        if get_origin(each) is Literal:
            found.append(say("one of: {words}", words=names(_words((each,)), ",")))
        else:
            plain = {tuple: list, dict: dict}.get(get_origin(each) or each, dict if _is_record(each) else each)
            found.append(next((words for kind, words in _KINDS if kind is plain), _DATE))
    one, *others = dict.fromkeys(found)
    return say("{one} or {other}", one=one, other=others[0]) if others else one


def _unknown_key(key: str, known: Iterable[str]) -> Message:
    near = get_close_matches(key, list(known), 1)
    if near:
        return say("“{key}” is no key here. Did you mean “{near}”?", key=Name(key[:QUOTED]), near=Name(near[0]))
    listed = names(sorted(known), ",")
    return say("“{key}” is no key here. Leave it out, or take one of: {known}.", key=Name(key[:QUOTED]), known=listed)


def _unknown_word(word: str, known: tuple[str, ...]) -> Message:
    near, quoted = get_close_matches(word, known, 1), Name(word[:QUOTED])
    listed = names(known, ",")
    if near:
        return say(
            "“{word}” means nothing here. Did you mean “{near}”? There are: {known}.",
            word=quoted,
            near=Name(near[0]),
            known=listed,
        )
    return say("“{word}” means nothing here. Choose one of: {known}.", word=quoted, known=listed)
