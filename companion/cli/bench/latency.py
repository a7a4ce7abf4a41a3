"""`companion bench latency`: how long it takes from the frame that completes settling to prompt and strip."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from companion.bench.figures import Figures
from companion.bench.latency import LatencyReport, Part, Shares, report_of
from companion.cli.bench.latency_browser import open_browser
from companion.cli.bench.latency_run import NotSeen, follow_acts, follow_flash
from companion.cli.bench.latency_table import LatencyTable
from companion.cli.written import check_place, has_keys, write_own
from companion.games.registry import GAMES
from companion.runtime.terminal import echo_lines, progress

_CURE: Final = "Name another file with --json."
_IS_FIGURES: Final = has_keys("game", "seed", "machine", "acts", "settling")
WIDTH: Final = 26
"""Of the column with the parts."""


def time_latency(
    game: str, count: int, flashes: int, seed: int, browser: bool, folder: Path | None, to: Path | None
) -> None:
    """Print how long acts took from frame to prompt and strip. Raises `NotSeen` and `NoBrowser`."""
    if to is not None:
        check_place(to, _IS_FIGURES, _CURE)  # rather told now than after minutes
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        report = _measure(game, count, flashes, seed, browser, home)
    if to is not None:
        write_own(to, msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n", _IS_FIGURES, _CURE)
    echo_lines(latency_text(report))


def _measure(game: str, count: int, flashes: int, seed: int, has_browser: bool, home: Path) -> LatencyReport:
    with ExitStack() as stack:
        running = LatencyTable(GAMES[game], seed, home)
        stack.enter_context(running.started())
        painted = stack.enter_context(open_browser(running.url)) if has_browser else None
        bar = stack.enter_context(progress(count + flashes, f"Following acts of {GAMES[game].title}"))
        acts = follow_acts(running, count, lambda: bar.update(1), painted)
        if not acts:
            raise NotSeen("No act was seen before the game was over. Choose another --seed.")
        seen = []
        for _ in range(flashes):
            seen.append(follow_flash(running))
            bar.update(1)
    return report_of(game, seed, acts, seen)


def latency_text(report: LatencyReport) -> str:
    """The report as people read it: times in milliseconds."""
    lines = [
        f"{report.game}: {report.acts} acts; seed {report.seed}; {report.machine}; time on the wall",
        *_disturbed(report),
        "",
        "Before",
        _HEAD,
        _row("settling", report.settling),
        _row("the picture is drawn", report.picture),
        "",
        "From the frame to the prompt",
        _HEAD,
        *_rows(report.parts),
        _row("the prompt, in all", report.prompt),
    ]
    if report.painting:
        lines += ["", "From there on in a browser", _HEAD, *_rows(report.painting)]
    if report.strip is not None and report.lighting is not None:
        lines += ["", "From the frame to the strip", _HEAD, _row("lighting, from publishing", report.lighting)]
        lines.append(_row("the first light, in all", report.strip))
    if report.unlit:
        lines.append(f"{report.unlit} of these acts left the light as it was.")
    lines += ["", "The floor", _HEAD, *_rows(report.floor), ""]
    lines.append(f"The prompt takes {_shares(report.prompt_shares)}.")
    if report.strip_shares is not None:
        lines.append(f"The strip takes {_shares(report.strip_shares)}.")
    if report.flashes:
        lines += ["", "A flash of the strip, from the wish to the camera", _HEAD, *_rows(report.flashes)]
    return "\n".join(lines)


def _disturbed(report: LatencyReport) -> list[str]:
    """What is told of acts in which the host took time."""
    if not report.is_quiet:
        return [
            "In each of them the host of this virtual machine gave its processors to others: the figures tell of the "
            "host. Measure again when it is quiet."
        ]
    left_out = report.followed - report.acts
    taken = "left out: the host of this virtual machine gave its processors to others meanwhile."
    return [f"{left_out} more {'is' if left_out == 1 else 'are'} {taken}"] if left_out else []


_HEAD = f"  {'':{WIDTH}}{'count':>7}{'median':>10}{'95 %':>10}  ms"


def _rows(parts: Sequence[Part]) -> list[str]:
    return [_row(part.name, part.figures) for part in parts]


def _row(name: str, each: Figures) -> str:
    return f"  {name:{WIDTH}} {each.count:>6} {each.median / 1000:>9.2f} {each.p95 / 1000:>9.2f}"


def _shares(shares: Shares) -> str:
    return f"{shares.median:.2f} times its floor in the median act, and {shares.p95:.2f} times in 19 of 20"
