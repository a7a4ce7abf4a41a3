"""When the file of a game is made whole: once the table rests, and every few seconds while it does not."""

from __future__ import annotations

from typing import Final

QUIET_S: Final = 1.0
"""After a row, without another: the table rests."""
NEVER: Final = float("inf")
LONGEST_S: Final = 5.0
"""After the first row that is in SQLite's log alone, however busy the table is: a copy lacks no more than that."""


class Rest:
    """Keeps the time of rows that were written and of the last time that the file was made whole; knows no clock."""

    def __init__(self, row: int, now_s: float) -> None:
        """So many rows are written already, and perhaps not in the file itself yet."""
        self._row = row
        self._since_s = now_s
        self.due_s = now_s + QUIET_S
        """When the file should be made whole; never, where it is."""

    def saw(self, row: int, now_s: float) -> None:
        """That is the last row that was written."""
        if row == self._row:
            return
        self._row = row
        if self.due_s == NEVER:
            self._since_s = now_s
        self.due_s = min(now_s + QUIET_S, self._since_s + LONGEST_S)

    def done(self, is_whole: bool, now_s: float) -> None:
        """The file was to be made whole. Where it could not be, that is tried again later."""
        self._since_s = now_s
        self.due_s = NEVER if is_whole else now_s + LONGEST_S
