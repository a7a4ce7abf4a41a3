"""The fault matrix of the line to a board: what each cell showed, whether it reached the goals, and its table."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final

import msgspec

LINE_FAULTS: Final = ("lost", "spoilt", "twice", "swapped", "late")
"""Fields of `LineRates`."""
RATES: Final = (0.001, 0.01, 0.1, 0.5)
"""Of all messages, each direction."""
BOARD_FAULTS: Final = ("reboot", "unplug", "hang")
RECOVERED_S: Final = 2.0
"""Goal for the 99th percentile of the time from a fault's end until the companion knows all again."""


class Cell(msgspec.Struct, frozen=True):
    """One kind of fault at one rate."""

    fault: str
    rate: float | None
    """Share of messages; None for a fault of the board."""
    faults: int
    """How often it happened."""
    recoveries_s: tuple[float, ...]
    """Each from the end of the fault, or of a stretch of faults, until all was known again."""
    events: int
    """Presses and loads."""
    away: int
    """Presses while the board was away: they are to be lost."""
    sessions: int
    """Sessions that broke though only the line was bad."""
    wrong: tuple[str, ...]
    lost: tuple[str, ...]
    repeated_per_s: float
    """Bytes both ways that said nothing new."""
    bytes_per_s: float

    @property
    def median_s(self) -> float:
        """The median recovery."""
        return statistics.median(self.recoveries_s)

    @property
    def p99_s(self) -> float:
        """99 of 100 recoveries took no longer; always one of them."""
        return sorted(self.recoveries_s)[math.ceil(len(self.recoveries_s) * 0.99) - 1]

    @property
    def is_met(self) -> bool:
        """Whether the cell reached all goals."""
        return not self.wrong and not self.lost and self.p99_s <= RECOVERED_S


def matrix_text(cells: Sequence[Cell]) -> str:
    """The matrix as a Markdown table, and below it what was wrong or lost, a line each."""
    head = ("fault", "of messages", "times", "events", "away", "wrong", "lost", "broken", "median", "99 %", "repeated")
    rows = [head, ("---",) + ("---:",) * (len(head) - 1), *(_row(cell) for cell in cells)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = [
        "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    told = [f"{_name(cell)}: {text}" for cell in cells for text in (*cell.wrong, *cell.lost)]
    missed = [_name(cell) for cell in cells if not cell.is_met]
    goal = f"Goals missed in {', '.join(missed)}." if missed else "Every cell reached the goals."
    return "\n".join([*lines, "", *told, goal])


def _row(cell: Cell) -> tuple[str, ...]:
    return (
        cell.fault,
        "" if cell.rate is None else f"{cell.rate:.1%}",
        f"{cell.faults}",
        f"{cell.events}",
        f"{cell.away}",
        f"{len(cell.wrong)}",
        f"{len(cell.lost)}",
        "" if cell.rate is None else f"{cell.sessions}",
        f"{cell.median_s:.2f} s",
        f"{cell.p99_s:.2f} s",
        f"{cell.repeated_per_s:.0f} of {cell.bytes_per_s:.0f} B/s",
    )


def _name(cell: Cell) -> str:
    return cell.fault if cell.rate is None else f"{cell.fault} {cell.rate:.1%}"
