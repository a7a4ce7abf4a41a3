"""Games that play themselves by the rules alone: `companion simulate`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.cli.checks.report import report_json, report_text
from companion.cli.chosen import chosen_runs, typed_options
from companion.cli.written import check_place, has_keys, write_own
from companion.games.faults import faults_named
from companion.games.game import package_of
from companion.games.offers import completed
from companion.games.registry import GAMES
from companion.laws.oracles import oracle_of
from companion.runtime.terminal import echo_lines, progress
from companion.simulation.self_play import simulate_runs

_IS_REPORT: Final = has_keys("game", "games", "acts", "rounds", "rules", "runs")
_CURE: Final = "Name another file with --report."


def simulate_games(game: str, count: int, seed: int, shards: int, report: Path | None, **typed: Any) -> None:
    """Play and print the report; exit status 1 where a law was broken."""
    if report is not None:
        check_place(report, _IS_REPORT, _CURE)
    started, played = time.monotonic(), GAMES[game]
    with faults_named(played.title, package_of(played)):
        oracle_of(played)  # laws that cannot be read, and what the game has not, are told before anything is played
        runs = chosen_runs(played, typed_options(**typed))
        for options in runs:
            played.new_game(completed(played, options), {})
    label = f"Playing {played.title}"
    with progress(count * len(runs), label, show_pos=True) as bar:
        found = simulate_runs(played, runs, count, seed, shards, bar.update)
    echo_lines(report_text(found, time.monotonic() - started))
    if report is not None:
        write_own(report, msgspec.json.format(msgspec.json.encode(report_json(found)), indent=2), _IS_REPORT, _CURE)
    if any(each.troubles for each in found):
        sys.exit(1)
