"""What can be wrong with a journal, in words (the tree is drawn in __init__.py)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from companion.errors import CompanionError
from companion.journal.rows import Row


class JournalError(CompanionError):
    """A journal that cannot be used as asked."""


class JournalMissing(JournalError, FileNotFoundError):
    """No journal of that name."""


class JournalNeverBegan(JournalError):
    """A file in which no row was ever accepted."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The game {path.stem} never began: the companion was stopped before anything of it was saved. "
            f"Start a new one.{_where_copied(path)}"
        )


def _where_copied(path: Path) -> str:
    """A game that is copied as it begins has its rows in SQLite's log alone; an empty file is no such copy."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() or not path.exists() or not path.stat().st_size:
        return ""
    return f" If this is a copy, its rows lie in {log.name} where it was copied from: copy that file too."


class JournalStrange(JournalError):
    """What lies there under a journal's name is no plain file, or holds more than a game can have."""


class JournalTooSlow(JournalError):
    """A file that is not read to its end in the time that a file may take."""

    def __init__(self, path: Path, limit_s: float) -> None:
        super().__init__(
            f"{path} is not read to its end within {limit_s:g} seconds: no game is that long. "
            "Move it out of the folder of games."
        )


class JournalBusy(JournalError, BlockingIOError):
    """Another process writes this journal."""


class JournalTooNew(JournalError):
    """The file was written by a version of the companion that this one does not know."""


class JournalNotWritable(JournalError, OSError):
    """The disk took nothing: what was to be written is not written, what was written before is safe."""


class JournalBroken(JournalError):
    """Row `number`, or another part of the file, is damaged; the `rows` before it are sound."""

    def __init__(self, path: Path, rows: Sequence[Row], what: str, part: str = "", *, is_changed: bool = False) -> None:
        """`part` says what is damaged where it is no row. `is_changed`: a row can be read, and is not what it was."""
        self.rows = tuple(rows)
        self.good = len(self.rows)
        self.number = self.good + 1
        self.what = what
        self.part = part
        self.is_changed = is_changed
        saved = "1 row" if self.good == 1 else f"{self.good} rows"
        where, saved = (
            (f"{part} of {path}", f"Its first {saved}")
            if part
            else (f"Row {self.number} of {path}", f"The {saved} before it")
        )
        super().__init__(
            f"{where} is damaged: {what}. {saved} can be saved. To go on from there, resume the game, or run: "
            f"companion verify {quote(path.stem)} --repair (the damaged file is kept beside it)."
            if self.good
            else f"{path} is damaged from its first row on: {what}. Nothing of this game can be saved; start a new one."
        )
