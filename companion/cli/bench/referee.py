"""`companion bench referee`: how long it takes to understand a table."""

from __future__ import annotations

import msgspec

from companion.bench.figures import Figures
from companion.bench.referee import RefereeReport, measure_referee
from companion.cli.bench.tables import WIDTH, counted_games, tables_of
from companion.games.registry import GAMES
from companion.runtime.terminal import echo_json, echo_lines, progress


def time_referee(game: str, count: int, seed: int, as_json: bool) -> None:
    """Print how long it took to understand tables."""
    played = GAMES[game]
    tables = tables_of(played, count, seed)
    with progress(len(tables), f"Timing the referee of {played.title}") as bar:
        report = measure_referee(played, tables, seed, progress=lambda: bar.update(1))
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(report), indent=2))
    else:
        echo_lines(referee_text(report))


def referee_text(report: RefereeReport) -> str:
    """The report as people read it: times in milliseconds."""
    rows = [("1 act" if number == 1 else f"{number} acts", each) for number, each in report.acts.items()]
    rows += [("a wrong table", report.wrong)] if report.wrong else []
    lines = [
        f"{report.game}: {report.tables} tables of {counted_games(report.games)} explained; "
        f"seed {report.seed}; {report.machine}",
        "",
        _HEAD_MS,
        *(_row_ms(name, each) for name, each in rows),
        _row_ms("a slice of these", report.slices),
        _row_ms("an act, by the rules", report.engine),
        "",
        f"The longest slice, for which a tap may have to wait, took {report.longest_slice / 1000:.1f} ms.",
    ]
    return "\n".join(lines)


_HEAD_MS = f"  {'':{WIDTH}}{'count':>8}{'median':>10}{'99 %':>10}  ms"


def _row_ms(name: str, each: Figures) -> str:
    return f"  {name:{WIDTH}} {each.count:>7} {each.median / 1000:>9.2f} {each.p99 / 1000:>9.2f}"
