"""Names that last through a power cut, and files that are their owner's alone.

What is in SQLite's own files, SQLite sees to; it gives what it lays beside a file the mode of that file.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE_FOLDER: Final = 0o700
PRIVATE_FILE: Final = 0o600
OPEN_FILE: Final = 0o666
"""Whatever the umask allows."""


def make_private(folder: Path) -> None:
    """The folder is there; where it was not, nobody else on this machine may look into it. Raises OSError."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)  # those above it get the usual mode


def opener(path: str, flags: int) -> int:
    """For `open`: a file that is new is its owner's alone. One that was there keeps its mode."""
    return os.open(path, flags, PRIVATE_FILE)


def open_to_others(path: Path) -> int:
    """The mode of a file or folder that others on this machine may read or write, else 0; 0 where nothing is there."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0
    return mode if mode & (stat.S_IRWXG | stat.S_IRWXO) else 0


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last, and that others are gone. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folders_above(folder: Path) -> None:
    """Make the names of a folder and of those around it last.

    Without that, a disk may forget a folder that was just made, with the first game in it.
    """
    for above in folder.absolute().parents:
        with suppress(OSError):  # one that we may not read is older than the companion
            sync_folder(above)


def draft_of(path: Path) -> Path:
    """Where new content of a file is written before it takes its place: beside it, under a name that no file has."""
    return path.with_name(f".{path.name}.new")


def replace_file(path: Path, content: bytes, mode: int = PRIVATE_FILE) -> None:
    """The whole content or nothing, even when the plug is pulled; its owner's alone. Raises OSError.

    With another `mode` it is open to others as far as the umask says.
    """
    new = draft_of(path)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            if mode == PRIVATE_FILE:
                os.fchmod(handle, mode)  # one that was left there may be wider
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)  # on a full disk it would take the room that is to be freed
        raise
    sync_folder(path.parent)
