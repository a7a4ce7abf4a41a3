"""What makes the names of files and folders last through a power cut; SQLite sees to what is in its own files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


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
