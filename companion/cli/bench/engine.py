"""`companion bench engine`: how long the rules take to list the legal acts and to apply one."""

from __future__ import annotations

import msgspec

from companion.bench.engine import Chess, Report, measure
from companion.bench.figures import Figures
from companion.cli.bench.tables import WIDTH, counted_games, tables_of
from companion.games.registry import GAMES
from companion.runtime.terminal import echo_json, echo_lines, progress


def time_engine(game: str, count: int, seed: int, as_json: bool) -> None:
    """Print how long the rules took."""
    rival, played = Chess(seed), GAMES[game]
    tables = tables_of(played, count, seed)
    with progress(2 * len(tables), f"Timing {played.title}") as bar:
        report = measure(played, tables, seed, rival, progress=lambda: bar.update(1))
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(report), indent=2))
    else:
        echo_lines(engine_text(report))


def engine_text(report: Report) -> str:
    """The report as people read it: times in microseconds, a table for each mode and sort of cards."""
    lines = [
        f"{report.game}: {report.acts.count} acts in {sum(table.games for table in report.tables)} games; "
        f"seed {report.seed}; {report.machine}"
    ]
    for table in report.tables:
        lines += ["", f"{table.title}, {table.cards} cards, {counted_games(table.games)}", _HEAD]
        lines += [_row(kind, each) for kind, each in table.kinds.items()]
        lines.append(_row("every act", table.acts))
    lines += [
        "",
        "All tables, and beside them",
        _HEAD,
        _row("every act", report.acts),
        _row(report.rival, report.moves),
    ]
    lines += ["", f"The median act takes {report.ratio:.2f} times as long as the median move in {report.rival}."]
    return "\n".join(lines)


_HEAD = f"  {'':{WIDTH}}{'count':>8}{'median':>10}{'mean':>10}{'95 %':>10}{'99 %':>10}  µs"


def _row(name: str, each: Figures) -> str:
    times = (each.median, each.mean, each.p95, each.p99)
    return f"  {name:{WIDTH}} {each.count:>7}" + "".join(f" {time:>9.1f}" for time in times)
