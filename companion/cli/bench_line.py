"""`companion bench line`: what a bad line to the board, or a bad board, costs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Literal, cast

import click
import msgspec

from companion.bench.line import BOARD_FAULTS, LINE_FAULTS, RATES, Cell, matrix_text
from companion.cli.bench import bench
from companion.cli.soak import SHARDS
from companion.table.fault_plans import LineRates
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from hardware.virtual.trial import SETTINGS, STEP_S, BoardFault, Trial

Interpreter = Literal["auto", "micropython", "python"]
MATRIX: tuple[tuple[str, float | None], ...] = (
    *((fault, rate) for fault in LINE_FAULTS for rate in RATES),
    *((fault, None) for fault in BOARD_FAULTS),
)


@bench.command()
@click.option(
    "--spells",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    help="Stretches of 5 s on a bad line, in each cell.",
)
@click.option(
    "--times", type=click.IntRange(1), default=100, show_default=True, help="How often the board fails, in each way."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed, the same faults.")
@click.option(
    "--board",
    "interpreter",
    type=click.Choice(["auto", "micropython", "python"]),
    default="auto",
    show_default=True,
    help="What runs the firmware; auto: MicroPython where it is installed.",
)
@SHARDS
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects instead of a table.")
def line(spells: int, times: int, seed: int, interpreter: Interpreter, shards: int, as_json: bool) -> None:
    """Hold what the companion is told against what was done, on a bad line and with a bad board.

    In a time of their own: nothing here waits. docs/faults.md has the terms and the last matrix. Exit status 1 where a
    cell misses a goal: nothing wrong, no event lost, all known again within 2 s in 99 of 100 cases.
    """
    BoardProcess(interpreter).close()  # a missing interpreter is told before anything is measured
    with click.progressbar(length=len(MATRIX), label="Spoiling the line", file=sys.stderr, show_pos=True) as bar:
        cells = measure_matrix(spells, times, seed, interpreter, shards, lambda: bar.update(1))
    click.echo(msgspec.json.format(msgspec.json.encode(cells), indent=2) if as_json else matrix_text(cells))
    if not all(cell.is_met for cell in cells):
        sys.exit(1)


def measure_matrix(
    spells: int, times: int, seed: int, interpreter: Interpreter, shards: int, progress: Callable[[], object]
) -> list[Cell]:
    """All cells of the matrix, in its order. `progress` is called after each."""
    with ProcessPoolExecutor(shards, mp_context=get_context("spawn")) as pool:
        running = [
            pool.submit(measure_cell, fault, rate, times if rate is None else spells, seed, interpreter)
            for fault, rate in MATRIX
        ]
        for _ in as_completed(running):
            progress()
        return [each.result() for each in running]


def measure_cell(fault: str, rate: float | None, times: int, seed: int, interpreter: Interpreter) -> Cell:
    """One cell: a board of its own, and so many faults of the board or stretches on a bad line.

    Raises `BoardProcessError` where the board's process ends.
    """
    board = HeadlessBoard(BoardProcess(interpreter, settings=SETTINGS), slice_s=STEP_S)
    try:
        trial = Trial(board, f"{seed}/{fault}/{rate}")
        for _ in range(times):
            if rate is None:
                trial.fail(cast(BoardFault, fault))
            else:
                trial.spell(LineRates(**{fault: rate}))
    finally:
        board.close()
    tally = trial.tally
    return Cell(
        fault,
        rate,
        tally.faults if rate is None else trial.line_faults(),
        tuple(tally.recoveries_s),
        tally.presses + tally.loads,
        tally.away,
        tally.sessions,
        tuple(tally.wrong),
        tuple(tally.lost),
        tally.repeated / tally.seconds,
        tally.bytes / tally.seconds,
    )
