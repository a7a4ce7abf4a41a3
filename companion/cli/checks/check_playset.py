"""A playset read, tried and reported: `companion check-playset`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.cli.playset_file import MOST_TOLD, PlacedRemark, PlaysetFile, playsets_of, read_playset
from companion.cli.written import check_place, has_keys, write_own
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.playsets.core import Bots, Finding, Playsets, TrialReport
from companion.runtime.terminal import echo, progress, say_if_heard
from companion.simulation.trials import Wanted, forget, try_playset
from web.render.playset_report import draw_report

_CURE: Final = "Name another file with --html."
_IS_KEPT: Final = has_keys("key", "done", "tallies")
"""Games that were played before a run was stopped."""
MOST_FINDINGS: Final = 12
"""So many are told in the terminal; the file has all."""
_MARKS: Final = {"fault": "!!", "warning": " !", "note": "  "}


def check_playset(
    file: Path,
    games: int,
    greedy: int,
    seed: int,
    jobs: int,
    html: Path | None,
    anew: bool,
    playsets: Playsets | None = None,
) -> None:
    """Read, play and report; exit status 1 where the playset cannot be played. `playsets`: of which game."""
    asked = playsets if playsets is not None else playsets_of(GAMES)
    read = read_playset(file, asked)
    echo(*_reading_lines(file, read))
    if read.faults:
        sys.exit(1)
    wanted = Wanted(read.table, {"random": games, "greedy": greedy}, seed)
    total = games + greedy
    if not total:
        return
    report_file = html if html is not None else Path(f"{file.stem}-report.html")
    kept = report_file.with_name(f"{report_file.name}.games")
    if report_file.exists() and report_file.samefile(file):
        raise CompanionError(f"{report_file} is the playset itself. {_CURE}")
    check_place(report_file, _is_report, _CURE)
    check_place(kept, _IS_KEPT, _CURE)
    if anew:
        forget(kept)
    started = time.monotonic()
    report = asked.report(read.reading.playset, _tried(asked, wanted, jobs, kept, total))
    title = read.reading.title or file.stem
    page = draw_report(
        title, report, [(each.place.line, each.text) for each in read.warnings], read.line, _facts(wanted)
    )
    write_own(report_file, page.encode(), _is_report, f"The games are kept: type the same once it can be. {_CURE}")
    forget(kept)
    echo(*_report_lines(report, read.line))
    echo("", f"The whole report with its pictures: {report_file} ({time.monotonic() - started:.0f} s)")
    if any(each.weight == "fault" for each in report.findings):
        sys.exit(1)


def _is_report(content: bytes) -> bool:
    return b": a playset tried</title>" in content


def _tried(playsets: Playsets, wanted: Wanted, jobs: int, kept: Path, total: int) -> dict[Bots, dict[str, int]]:
    try:
        with progress(total, "Playing", show_pos=True) as bar:
            return try_playset(playsets, wanted, jobs, kept, bar.update)
    except KeyboardInterrupt:
        words = f"Stopped. What was played is kept in {kept}: type the same again to go on."
        say_if_heard(lambda: echo("", words, err=True))
        raise


def _facts(wanted: Wanted) -> str:
    """What was played, to be played again."""
    return " ".join(
        f"--{key} {number}"
        for key, number in (
            ("games", wanted.games.get("random", 0)),
            ("greedy", wanted.games.get("greedy", 0)),
            ("seed", wanted.seed),
        )
    )


def _reading_lines(file: Path, read: PlaysetFile) -> list[str]:
    """What reading alone has shown."""
    if read.faults:
        lines = [_line_of(file, "", each) for each in read.faults[:MOST_TOLD]]
        more = len(read.faults) - MOST_TOLD
        lines += [f"and {more} more"] if more > 0 else []
        number = len(read.faults)
        return [*lines, f"{number} fault{'' if number == 1 else 's'}: no game can be played with it yet."]
    lines = [_line_of(file, "warning: ", each) for each in read.warnings]
    return [*lines, f"{file} reads well." if not lines else f"{file} can be played; {len(lines)} things in it are odd."]


def _line_of(file: Path, kind: str, told: PlacedRemark) -> str:
    return f"{file}, line {told.place.line}, column {told.place.column}: {kind}{told.text}"


def _report_lines(report: TrialReport, line: Callable[[tuple[str | int, ...]], int]) -> list[str]:
    """What the games have shown, the most important first."""
    lines = ["", str(report.lead), ""]
    if not report.findings:
        return [*lines, "Nothing stands out."]
    lines += [_finding(each, line) for each in report.findings[:MOST_FINDINGS]]
    more = len(report.findings) - MOST_FINDINGS
    return [*lines, *([f"   and {more} more in the report"] if more > 0 else [])]


def _finding(finding: Finding, line: Callable[[tuple[str | int, ...]], int]) -> str:
    number = line(finding.path)
    return f"{_MARKS[finding.weight]} {finding.text}{f' (line {number})' if number else ''}"
