"""What a simulation showed, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.games.core import Seat
from companion.games.option_text import options_text
from companion.simulation.self_play import Report, total


def report_text(reports: Sequence[Report], took_s: float) -> str:
    """The reports of the runs of one game, which took so many seconds together."""
    whole = total(reports[0].game, reports)
    pace = whole.games / max(took_s, 1e-9)
    lines = [f"{whole.games} games of {whole.game} in {took_s:.1f} s, {pace:.1f} games a second"]
    for report in reports:
        lines += ["", *_run_lines(report)] if len(reports) > 1 else _run_lines(report)
    lines += [""] if len(reports) > 1 else []
    lines.append("No law was broken." if not whole.troubles else f"{len(whole.troubles)} games broke a law.")
    return "\n".join(lines)


def _run_lines(report: Report) -> list[str]:
    rounds = sorted(report.rounds.elements())
    teams = any(len(side) > 1 for side in report.sides)
    lost = report.sides[()]
    return [
        options_text(report.options) or "players and options drawn for each game",
        f"{report.acts} acts; {report.refused} illegal acts tried and refused"
        + (f"; {report.corrected} corrections by a host" if report.corrected else ""),
        *([f"rounds: {rounds[0]} to {rounds[-1]}, median {rounds[len(rounds) // 2]}"] if rounds else []),
        "won by seat: " + ", ".join(f"{seat + 1}: {number}" for seat, number in sorted(report.winners.items())),
        *([f"lost by all: {lost}"] if lost else []),
        *([f"won by side: {_sides_text(report.sides)}"] if teams else []),
        f"actions: {_counted(report.actions)}",
        f"rules fired: {_counted(report.rules)}",
        *([f"laws held against positions: {_counted(report.laws)}"] if report.laws else []),
        *(f"TROUBLE in seed {each.seed}, act {each.act}: {each.text}" for each in report.troubles),
    ]


def _sides_text(sides: Counter[tuple[Seat, ...]]) -> str:
    return ", ".join(f"{_side(side, 1)}: {number}" for side, number in sorted(sides.items()) if side)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))


def _side(side: tuple[Seat, ...], first: int) -> str:
    """The seats of a side, the first seat of the table being called so."""
    return "+".join(str(seat + first) for seat in side)


def report_json(reports: Sequence[Report]) -> dict[str, Any]:
    """The sums of all runs, and in `runs` the same of each; seats count from 0."""
    return {**_json(total(reports[0].game, reports)), "runs": [_run_json(report) for report in reports]}


def _run_json(report: Report) -> dict[str, Any]:
    return {
        "mode": report.options.get("mode"),
        "players": report.options.get("players"),
        "options": report.options,
        **_json(report),
    }


def _json(report: Report) -> dict[str, Any]:
    return {
        "game": report.game,
        "games": report.games,
        "acts": report.acts,
        "refused": report.refused,
        "corrected": report.corrected,
        "rounds": dict(sorted(report.rounds.items())),
        "winners": dict(sorted(report.winners.items())),
        "sides": {_side(side, 0): number for side, number in sorted(report.sides.items())},
        "actions": dict(sorted(report.actions.items())),
        "rules": dict(sorted(report.rules.items())),
        "laws": dict(sorted(report.laws.items())),
        "troubles": report.troubles,
    }
