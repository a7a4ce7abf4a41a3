"""Games that play themselves: `companion simulate` by the rules alone, `companion soak` through pixels."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from companion.cli.group import cli
from companion.errors import CompanionError
from companion.games.core import AnyGame
from companion.games.registry import GAMES
from companion.simulate import Report, simulate
from companion.soak import Light, Soak, soak, summary
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from vision.virtual.headless import HeadlessTable


@cli.command(name="simulate")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first; each next is one higher."
)
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option(
    "--report", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the report as JSON as well."
)
def simulate_command(game: str, count: int, seed: int, players: int, report: Path | None) -> None:
    """Play whole games by bots, without pages, and check every position by laws written apart from the rules.

    Exit status 1 where a game broke a law; the report names its seed.
    """
    started = time.monotonic()
    with click.progressbar(length=count, label=f"Playing {GAMES[game].title}", file=sys.stderr) as bar:
        found = simulate(GAMES[game], count, seed, {"players": players}, lambda done: bar.update(1))
    click.echo(_report_text(found, time.monotonic() - started))
    if report is not None:
        try:
            report.write_bytes(msgspec.json.format(msgspec.json.encode(_report_json(found)), indent=2))
        except OSError as error:
            raise CompanionError(f"Cannot write {report}: {error.strerror}. Choose another file.") from error
    if found.troubles:
        sys.exit(1)


def _report_text(report: Report, took_s: float) -> str:
    rounds = sorted(report.rounds.elements())
    lines = [
        f"{report.games} games of {report.game} in {took_s:.1f} s",
        f"{report.acts} acts; {report.refused} illegal acts tried and refused",
        f"rounds: {rounds[0]} to {rounds[-1]}, median {rounds[len(rounds) // 2]}",
        "won by seat: " + ", ".join(f"{seat + 1}: {number}" for seat, number in sorted(report.winners.items())),
        "actions: " + ", ".join(f"{name} {number}" for name, number in sorted(report.actions.items())),
        "rules fired: " + ", ".join(f"{rule} {number}" for rule, number in sorted(report.rules.items())),
    ]
    lines += [f"TROUBLE in seed {each.seed}, act {each.act}: {each.text}" for each in report.troubles]
    lines.append("No law was broken." if not report.troubles else f"{len(report.troubles)} games broke a law.")
    return "\n".join(lines)


def _report_json(report: Report) -> dict[str, Any]:
    return {
        "game": report.game,
        "games": report.games,
        "acts": report.acts,
        "refused": report.refused,
        "rounds": dict(sorted(report.rounds.items())),
        "winners": dict(sorted(report.winners.items())),
        "actions": dict(sorted(report.actions.items())),
        "rules": dict(sorted(report.rules.items())),
        "troubles": report.troubles,
    }


@cli.command(name="soak")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--rounds", type=click.IntRange(1), default=10, show_default=True, help="How many rounds.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same rounds.")
@click.option(
    "--light",
    type=click.Choice(["normal", "hard"]),
    default="normal",
    show_default=True,
    help="hard: dim and one-sided, a slanted camera, more noise and blur.",
)
@click.option(
    "--shards",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that play at the same time.",
)
@click.option(
    "--keep",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/soak"),
    show_default=True,
    help="Folder of the finished units: a soak that was stopped goes on there.",
)
@click.option(
    "--board",
    type=click.Choice(["none", "micropython", "python"]),
    default="none",
    show_default=True,
    help="Play with a board beside the camera, its firmware run by that: a scale under the bowl, buttons for draws.",
)
@click.option(
    "--record",
    type=click.Path(file_okay=False, path_type=Path),
    help="Record each game into a folder of its own there, for `companion replay`; a round takes about 200 MB.",
)
@click.option("--afresh", is_flag=True, help="Play finished units once more; so it is where they are recorded.")
def soak_command(
    game: str,
    rounds: int,
    seed: int,
    light: Light,
    shards: int,
    folder: Path,
    board: Literal["none", "micropython", "python"],
    record: Path | None,
    afresh: bool,
) -> None:
    """Play rounds at a virtual table, look at it through a virtual camera, and hold what was understood against truth.

    Exit status 1 where anything was understood wrongly; the report names its seed.
    """
    board_of = None if board == "none" else partial(headless_board, board)
    if board_of:
        board_of().close()  # a missing interpreter is told before anything else is done
    task = Soak(game, rounds, seed, light, folder, record, "" if board == "none" else board)
    started = time.monotonic()
    if afresh or record:
        for number, count in task.units():
            task.file(number, count).unlink(missing_ok=True)
    label = f"{GAMES[game].title}, {rounds} rounds"
    with click.progressbar(length=rounds, label=label, file=sys.stderr, show_pos=True) as bar:
        units = soak(task, headless_table, shards, lambda unit: bar.update(unit.rounds), board_of)
    click.echo(summary(task, units, time.monotonic() - started))
    if any(unit.wrong for unit in units):
        sys.exit(1)


def headless_table(game: AnyGame, seed: int, light: Light) -> HeadlessTable:
    """The eyes of a soak: a virtual table for that game. Named here, because each process imports it anew."""
    view = game.view(game.new_game({"cards": "own"}, {}), None)
    return HeadlessTable(game.layout(view), game.kit(), game.piece_kinds(), seed, light)


def headless_board(interpreter: Literal["micropython", "python"]) -> HeadlessBoard:
    """The board of a soak, in the virtual table's time. Raises `BoardProcessError` where the interpreter is missing."""
    return HeadlessBoard(BoardProcess(interpreter))
