"""Rules cases as files: `companion check`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click
import msgspec

from companion.cli.group import cli
from companion.games.registry import GAMES
from companion.scenarios.checking import Result, Verdict, check_files, record_of

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


@cli.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="Print only the cases that fail, and the summary.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a case and line, without the summary.")
@click.option("--strict", is_flag=True, help="Let cases of a kind that no game knows fail too.")
def check(files: tuple[Path, ...], quiet: bool, as_json: bool, strict: bool) -> None:
    """Play rules cases and tell what came out otherwise than they expect.

    FILE is a case as TOML, a text with one-round objects a line, or a folder of such files. Exit status 1 where a case
    came out differently or cannot be played; the others are still played.
    """
    counts: Counter[Result] = Counter()
    failing = {Result.DIFFERENT, Result.UNPLAYABLE, *([Result.UNKNOWN] if strict else [])}
    for verdict in check_files(files, GAMES):
        counts[verdict.result] += 1
        if quiet and verdict.result not in failing:
            continue
        click.echo(msgspec.json.encode(record_of(verdict)) if as_json else _told(verdict))
    if not as_json:
        click.echo(_summary(counts))
    if any(counts[each] for each in failing):
        sys.exit(1)


def _told(verdict: Verdict) -> str:
    """A verdict as a person reads it: one line, and below it each difference on its own."""
    place = f" ({verdict.place})" if verdict.place else ""
    title = f": {verdict.title}" if verdict.title else ""
    texts = "".join(f"\n         {text}" for text in verdict.texts)
    return f"{_MARKS[verdict.result]:8} {verdict.path}{place}{title}{texts}"


def _summary(counts: Counter[Result]) -> str:
    total = sum(counts.values())
    others = "".join(f", {counts[each]} {words}" for each, words in _WORDS.items() if counts[each])
    return f"{total} case{'' if total == 1 else 's'}: {counts[Result.AS_EXPECTED]} as expected{others}."
