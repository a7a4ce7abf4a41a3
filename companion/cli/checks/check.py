"""Rules cases as files: `companion check`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import msgspec

from companion.games.registry import GAMES
from companion.runtime.terminal import echo, echo_json
from companion.scenarios.checker import Result, Verdict, check_files, record_of

_MARKS = {
    Result.AS_EXPECTED: "ok",
    Result.DIFFERENT: "FAIL",
    Result.UNPLAYABLE: "ERROR",
    Result.UNKNOWN: "unknown",
}
_WORDS = {
    Result.DIFFERENT: "different",
    Result.UNPLAYABLE: "not playable",
    Result.UNKNOWN: "of an unknown kind",
}


def check_cases(files: tuple[Path, ...], quiet: bool, as_json: bool, strict: bool) -> None:
    """Print how each case came out; exit status 1 where one failed."""
    counts: Counter[Result] = Counter()
    failing = {Result.DIFFERENT, Result.UNPLAYABLE, *([Result.UNKNOWN] if strict else [])}
    for verdict in check_files(files, GAMES):
        counts[verdict.result] += 1
        if quiet and verdict.result not in failing:
            continue
        if as_json:
            echo_json(msgspec.json.encode(record_of(verdict)))
        else:
            echo(*_verdict_lines(verdict))
    if not as_json:
        echo(_summary(counts))
    if any(counts[each] for each in failing):
        sys.exit(1)


def _verdict_lines(verdict: Verdict) -> tuple[str, ...]:
    """A verdict as a person reads it: one line, and below it each difference on its own."""
    place = f" ({verdict.place})" if verdict.place else ""
    title = f": {verdict.title}" if verdict.title else ""
    texts = (f"         {text}" for text in verdict.texts)
    return f"{_MARKS[verdict.result]:8} {verdict.path}{place}{title}", *texts


def _summary(counts: Counter[Result]) -> str:
    total = sum(counts.values())
    others = "".join(f", {counts[each]} {words}" for each, words in _WORDS.items() if counts[each])
    return f"{total} case{'' if total == 1 else 's'}: {counts[Result.AS_EXPECTED]} as expected{others}."
