"""`companion bench line`: a cell by the real firmware, and the table that people read."""

from __future__ import annotations

import pytest

from companion.bench.line import Cell, matrix_text
from companion.cli.bench.line import MATRIX, measure_cell


def cell(rate: float | None = 0.5, **changed: tuple[str, ...]) -> Cell:
    times = tuple(number / 100 for number in range(1, 201))
    given = {"wrong": (), "lost": (), **changed}
    return Cell("lost", rate, 12, times, 40, 3, 0, given["wrong"], given["lost"], 100.4, 3000.0)


def test_the_matrix_has_every_cell() -> None:
    # Five faults of the line at 0.1, 1, 10 and 50 %, and three of the board.
    assert len(MATRIX) == 5 * 4 + 3
    assert ("late", 0.5) in MATRIX
    assert ("hang", None) in MATRIX


def test_percentiles_are_recoveries_that_were() -> None:
    assert cell().p99_s == 1.98
    assert cell().median_s == 1.005


def test_the_table_says_whether_the_goals_are_met() -> None:
    text = matrix_text([cell()])
    assert "| lost  | 50.0%       | 12    | 40     | 3    | 0     | 0    | 0      | 1.00 s | 1.98 s |" in text
    assert text.endswith("Every cell reached the goals.")
    text = matrix_text([cell(), cell(wrong=("1.00 s: next was told",))])
    assert text.endswith("lost 50.0%: 1.00 s: next was told\nGoals missed in lost 50.0%.")


@pytest.mark.slow
def test_cells_are_measured_with_the_firmware() -> None:
    line = measure_cell("lost", 0.5, 2, 1, "python")
    assert (line.wrong, line.lost, len(line.recoveries_s)) == ((), (), 2)
    assert line.faults > 50
    board = measure_cell("reboot", None, 2, 1, "python")
    assert (board.wrong, board.lost, board.faults) == ((), (), 2)
