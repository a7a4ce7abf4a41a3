"""A scenario file as records, every key of it checked; and the files in a folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_text import parse_toml

MOST_RULES = 6
SUFFIXES = (".toml", ".jsonl")
"""What counts as a file of cases in a folder; a file named by itself may be called anything."""
_ENTRY = re.compile(r"[XSDAIET]-\d{2}")


class ScenarioError(CompanionError, ValueError):
    """A scenario file that is not understood; the text names the file, the key and what to do."""

    def __init__(self, path: Path, key: str, problem: str) -> None:
        super().__init__(f"{path}: {key}: {problem}" if key else f"{path}: {problem}")


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that must be refused, by this rule, once `after` actions have been played (all of them if left out)."""

    action: dict[str, Any]
    rule: str
    after: int = -1


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One zone that must be named as wrong: by this rule, in these words, with these words in its remedy, if given."""

    zone: str
    rule: str = ""
    contains: str | tuple[str, ...] = ()
    fix_contains: str | tuple[str, ...] = ()


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the sensors show once `after` actions have been played: the expected table, but for these zones."""

    zones: dict[str, Any]
    """Kinds of pieces by zone; "back" is a face-down one."""
    expect: tuple[Wrong, ...]
    """Every zone that must be named as wrong, and no other."""
    after: int = -1


class Midway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold once `after` actions have been played; the keys are those of [expect]."""

    after: int
    expect: dict[str, Any]


class NotOffered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options, in place of the scenario's own where both give one, for which no game may be made."""

    options: dict[str, Any]
    contains: str | tuple[str, ...] = ()
    """Words of the refusal, such as the rule's id."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case: a position, actions, and what must come of them. Nested tables of facts are the same as dotted keys."""

    title: str
    game: str
    rules: tuple[str, ...]
    expect: dict[str, Any]
    source: str = ""
    entries: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    each: dict[str, Any] = {}
    before: dict[str, Any] = {}
    secrets: dict[str, dict[str, Any]] = {}
    actions: tuple[dict[str, Any], ...] = ()
    refused: tuple[Refused, ...] = ()
    midway: tuple[Midway, ...] = ()
    not_offered: tuple[NotOffered, ...] = ()
    seen: tuple[Seen, ...] = ()


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file. Raises `ScenarioError` where the file cannot be read, is not TOML, or has a wrong key."""
    try:
        scenario = msgspec.convert(parse_toml(text_of(path)), Scenario)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(path, "", f"This is not TOML: {error}. Mend that line.") from error
    except msgspec.ValidationError as error:
        raise ScenarioError(path, "", f"{error}. Compare with docs/scenarios.md.") from error
    check_ids(path, "", scenario.rules, scenario.entries)
    for key, values in scenario.each.items():
        if not isinstance(values, list) or not values:
            raise ScenarioError(path, f"each.{key}", f"{values!r} is no list of values. Write them in brackets.")
        if key in scenario.options:
            raise ScenarioError(path, f"each.{key}", "It stands in [options] too. Keep one of the two.")
    return scenario


def text_of(path: Path) -> str:
    """A file's text. Raises `ScenarioError` where it cannot be read or is no text."""
    try:
        return read_plain_text(path)
    except OSError as error:
        raise ScenarioError(path, "", f"The file cannot be read ({error.strerror}). Check the path.") from error
    except NotUtf8 as error:
        raise ScenarioError(path, "", f"{error}.") from error


def check_ids(path: Path, where: str, rules: tuple[str, ...], entries: tuple[str, ...]) -> None:
    """Return nothing; raise `ScenarioError` for too few or too many rules, or what is no entry of a ledger."""
    place = f"{where}: " if where else ""
    if not 1 <= len(rules) <= MOST_RULES:
        text = f"{len(rules)} ids. Name 1 to {MOST_RULES}, or split the scenario."
        raise ScenarioError(path, f"{place}rules", text)
    for entry in entries:
        if not _ENTRY.fullmatch(entry):
            raise ScenarioError(path, f"{place}entries", f"{entry!r} is no entry. Write it like S-23, D-03 or X-01.")


def variants(scenario: Scenario) -> tuple[tuple[str, Scenario], ...]:
    """One scenario for each choice out of `each`, with words that say which; itself where nothing is to choose."""
    if not scenario.each:
        return (("", scenario),)
    found = []
    for values in product(*scenario.each.values()):
        chosen = dict(zip(scenario.each, values, strict=True))
        words = ", ".join(f"{key} {_shown(value)}" for key, value in chosen.items())
        options = {**scenario.options, **chosen}
        found.append((words, msgspec.structs.replace(scenario, options=options, each={})))
    return tuple(found)


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def case_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and every file of cases in and below the folders; raises `ScenarioError` at one without any."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
        if not found:
            raise ScenarioError(path, "", f"No file of cases lies in this folder ({', '.join(SUFFIXES)}).")
        yield from found


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys: TOML reads `elder.0 = 4` as a table in a table."""
    keys: dict[str, Any] = {}
    for key, value in table.items():
        keys.update(flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value})
    return keys


def action_words(raw: Mapping[str, Any]) -> str:
    """An action as a person reads it: its type, then its parts."""
    parts = ", ".join(f"{key} {value}" for key, value in raw.items() if key != "type")
    return f"{raw.get('type', 'an action without type')}({parts})"


def texts(words: object) -> tuple[str, ...]:
    """One text or a list of texts as a list."""
    return (words,) if isinstance(words, str) else tuple(map(str, words)) if isinstance(words, list | tuple) else ()
