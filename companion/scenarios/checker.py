"""Files of cases to verdicts: what each file holds, and how each case came out. No file stops another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games.game import AnyGame
from companion.scenarios.files import Scenario, ScenarioError, case_files, check_ids, load_scenario, variants
from companion.scenarios.json_lines import Line, ids_of, lines_of
from companion.scenarios.player import play

_NO_CASE = "No case is written in this file. Name a .toml or .jsonl file of cases; docs/scenarios.md shows one."
UNKNOWN_KIND = "No game of this version knows this kind of case."


class Result(Enum):
    """How a case came out."""

    AS_EXPECTED = "as expected"
    DIFFERENT = "different"
    UNPLAYABLE = "cannot be played"
    UNKNOWN = "unknown kind"


class Case(msgspec.Struct, frozen=True):
    """One case of a file: a scenario with its options settled, or one object of a line."""

    path: Path
    place: str
    """Which case of its file: its line, its options, or empty."""
    title: str
    rules: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    scenario: Scenario | None = None
    line: Line = Line(0)


class Verdict(msgspec.Struct, frozen=True):
    """How one case came out; a file that cannot be read is a case without a title."""

    path: Path
    place: str
    title: str
    result: Result
    texts: tuple[str, ...] = ()
    """The differences, or why it could not be played."""
    rules: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


def cases_of(path: Path) -> tuple[Case, ...]:
    """Every case of a file; a file that does not end in `.toml` is read line by line. Raises `ScenarioError`."""
    if path.suffix != ".toml":
        return tuple(_line_case(path, line) for line in lines_of(path))
    scenario = load_scenario(path)
    return tuple(
        Case(path, words, scenario.title, scenario.rules, scenario.entries, each) for words, each in variants(scenario)
    )


def _line_case(path: Path, line: Line) -> Case:
    title = line.raw.get("title", line.raw.get("id", ""))
    # Malformed ids are told of when the case is checked, so that the other lines still are.
    rules, entries = (_texts(line.raw.get(key)) for key in ("rules", "entries"))
    return Case(path, f"line {line.number}", str(title), rules, entries, line=line)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def differences_of(case: Case, registry: Mapping[str, AnyGame]) -> list[str] | None:
    """What came out differently; None where no game knows this kind of case. Raises `ScenarioError`."""
    if case.scenario is not None:
        return play(case.path, case.scenario, registry)
    if case.line.problem:
        raise ScenarioError(case.path, case.place, case.line.problem)
    rules, entries = (ids_of(case.path, case.place, case.line.raw, key) for key in ("rules", "entries"))
    if "rules" in case.line.raw or entries:
        check_ids(case.path, case.place, rules, entries)
    for game in registry.values():
        try:
            found = game.check_line(case.line.raw)
        except CompanionError as error:
            raise ScenarioError(case.path, case.place, str(error)) from error
        if found is not None:
            return list(found)
    return None


def check_case(case: Case, registry: Mapping[str, AnyGame]) -> Verdict:
    """How a case came out; nothing is raised, whatever it holds."""
    try:
        found = differences_of(case, registry)
    except ScenarioError as error:
        return _verdict(case, Result.UNPLAYABLE, str(error))
    except Exception as error:
        # A case may hold anything, and the other files are to be played all the same.
        text = f"Something went wrong that was not foreseen ({type(error).__name__}: {error}). Tell its makers."
        return _verdict(case, Result.UNPLAYABLE, text)
    if found is None:
        return _verdict(case, Result.UNKNOWN, UNKNOWN_KIND)
    return _verdict(case, Result.DIFFERENT if found else Result.AS_EXPECTED, *found)


def _verdict(case: Case, result: Result, *texts: str) -> Verdict:
    return Verdict(case.path, case.place, case.title, result, texts, case.rules, case.entries)


def check_files(paths: Iterable[Path], registry: Mapping[str, AnyGame]) -> Iterator[Verdict]:
    """How every case in these files and folders came out, one after the other."""
    for given in paths:
        try:
            files = tuple(case_files([given]))
        except (ScenarioError, OSError) as error:
            yield Verdict(given, "", "", Result.UNPLAYABLE, (str(error),))
            continue
        for path in files:
            yield from _check_file(path, registry)


def _check_file(path: Path, registry: Mapping[str, AnyGame]) -> Iterator[Verdict]:
    try:
        cases = cases_of(path)
    except ScenarioError as error:
        yield Verdict(path, "", "", Result.UNPLAYABLE, (str(error),))
        return
    if not cases:
        yield Verdict(path, "", "", Result.UNPLAYABLE, (_NO_CASE,))
    for case in cases:
        yield check_case(case, registry)


def record_of(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data, for one JSON object a line."""
    return {
        "file": str(verdict.path),
        "case": verdict.place,
        "title": verdict.title,
        "result": verdict.result.value,
        "differences": list(verdict.texts),
        "rules": list(verdict.rules),
        "entries": list(verdict.entries),
    }
