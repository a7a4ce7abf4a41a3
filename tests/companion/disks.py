"""A disk that can be filled up and made read-only: a tiny tmpfs where the tests may mount one."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.journal import Journal


class TinyDisk:
    """A folder on a disk of eight mebibytes. Without root, the journal's own page limit is the disk's end."""

    def __init__(self, folder: Path, is_mounted: bool) -> None:
        self.folder = folder
        self.is_mounted = is_mounted

    def fill(self, journal: Journal) -> None:
        """Leave next to no room: after a few more rows nothing can be written."""
        if not self.is_mounted:
            pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
            journal._db.execute(f"PRAGMA max_page_count = {pages}")
            return
        with open(self.folder / "ballast", "wb", buffering=0) as ballast, suppress(OSError):
            while ballast.write(bytes(4096)):
                pass

    def free(self, journal: Journal) -> None:
        """Make room again."""
        if self.is_mounted:
            (self.folder / "ballast").unlink()
        else:
            journal._db.execute("PRAGMA max_page_count = 1073741823")

    def set_read_only(self) -> None:
        """From now on nothing can be written. Only where the disk is mounted."""
        subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True)


@contextmanager
def tiny_disk(folder: Path) -> Iterator[TinyDisk]:
    """The disk, mounted in a folder of its own below `folder`; unmounted at the end."""
    place = folder / "tiny disk"
    place.mkdir()
    may_mount = sys.platform == "linux" and os.geteuid() == 0
    mounted = (
        may_mount
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(place)], check=False, capture_output=True
        ).returncode
    )
    try:
        yield TinyDisk(place, mounted)
    finally:
        if mounted:
            # Lazily: a test that failed may have left a file open.
            ctypes.CDLL(None, use_errno=True).umount2(os.fsencode(place), 2)
