"""A virtual board's process that one test after another has: to start MicroPython takes longer than most tests."""

from __future__ import annotations

from hardware.virtual.process import BoardProcess, Interpreter


class Lent(BoardProcess):
    """A process that outlives the test that has it; `renew` before the next has it."""

    def renew(self) -> None:
        """The next step begins with a new board, on a table on which nothing lies."""
        self._settings, self._given = "", {}

    def close(self) -> None:
        """It goes back to whoever lent it; `end` ends it."""

    def end(self) -> None:
        """Ends the process."""
        super().close()

    @property
    def has_ended(self) -> bool:
        """Whether nobody can have it any more."""
        return self._child is None or self._child.poll() is not None


class Lender:
    """Has one process an interpreter, and starts another where that one has ended."""

    def __init__(self) -> None:
        self._processes: dict[Interpreter, Lent] = {}

    def lend(self, interpreter: Interpreter) -> Lent:
        """A process with a new board, fitted with everything. Raises `BoardProcessError`."""
        process = self._processes.get(interpreter)
        if process is None or process.has_ended:
            self._end(interpreter)
            process = self._processes[interpreter] = Lent(interpreter)
            process.step(0.0)  # it is up before anybody's clock begins
        process.renew()
        return process

    def close(self) -> None:
        """Ends them all."""
        for interpreter in tuple(self._processes):
            self._end(interpreter)

    def _end(self, interpreter: Interpreter) -> None:
        if process := self._processes.pop(interpreter, None):
            process.end()
