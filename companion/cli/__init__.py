"""The `companion` command: the only place where games, journal, pages and devices are wired together."""

from __future__ import annotations

import sys
import traceback

from companion.cli.group import DataFolder, NoFolder, cli
from companion.errors import CompanionError
from companion.runtime.fsync import make_private, opener
from companion.runtime.stop import Stop
from companion.runtime.terminal import echo, guard_output, one_line

__all__ = ["cli", "main"]


def main() -> None:
    """Run the command; every error becomes a sentence, and the details of a fault go to a file."""
    data = DataFolder()
    try:
        guard_output()
        with Stop().listening():
            cli(obj=data)
    except CompanionError as error:
        echo(f"companion: {error}{_next_step(error, data)}", err=True)
        sys.exit(1)
    except Exception as error:
        kept = _keep_fault(data)
        echo(f"companion: something went wrong that was not foreseen ({type(error).__name__}). {kept}", err=True)
        sys.exit(70)


def _next_step(error: CompanionError, data: DataFolder) -> str:
    """What to type where there is no such saved game, for the folder that was asked for; empty after other errors."""
    from companion.journal.errors import JournalMissing  # after an error there is time for it

    if not isinstance(error, JournalMissing):
        return ""
    return f" List the saved games with: companion games{data.typed}"


def _keep_fault(data: DataFolder) -> str:
    """Write the traceback where its makers can find it; returns a sentence on where."""
    try:
        path = data.path / "fault.txt"
        make_private(path.parent)
        with open(path, "w", encoding="utf-8", opener=opener) as file:
            file.write("\n".join(map(one_line, traceback.format_exc().split("\n"))))
    except (OSError, NoFolder):
        return "The saved games are untouched. Start again; if it comes back, tell its makers what you did."
    return f"The saved games are untouched. Details for its makers are in {path}."
