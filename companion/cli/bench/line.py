"""`companion bench line`: what a bad line to the board, or a bad board, costs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Literal, cast

import msgspec

from companion.bench.line import BOARD_FAULTS, LINE_FAULTS, RATES, Cell, matrix_text
from companion.runtime.terminal import echo_json, echo_lines, progress
from companion.table.fault_plans import LineRates
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from hardware.virtual.trial import SETTINGS, STEP_S, BoardFault, Trial

Interpreter = Literal["auto", "micropython", "python"]
MATRIX: tuple[tuple[str, float | None], ...] = (
    *((fault, rate) for fault in LINE_FAULTS for rate in RATES),
    *((fault, None) for fault in BOARD_FAULTS),
)


def spoil_line(spells: int, times: int, seed: int, interpreter: Interpreter, shards: int, as_json: bool) -> None:
    """Print what faults cost; exit status 1 where a cell misses a goal. Raises `BoardProcessError`."""
    BoardProcess(interpreter).close()  # a missing interpreter is told before anything is measured
    with progress(len(MATRIX), "Spoiling the line", show_pos=True) as bar:
        cells = measure_matrix(spells, times, seed, interpreter, shards, lambda: bar.update(1))
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(cells), indent=2))
    else:
        echo_lines(matrix_text(cells))
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
