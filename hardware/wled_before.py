"""How a WLED shone before the companion took it, on the disk: it outlives a companion that is ended by force."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import msgspec

from companion.runtime.fsync import replace_file
from companion.runtime.plain_file import plain
from hardware.wled_pages import Shine

_log = logging.getLogger(__name__)


class Before:
    """What is kept of one WLED in a file that several share; without a file nothing is. Not for two threads at once."""

    def __init__(self, path: Path | None = None, host: str = "") -> None:
        self._path: Final = path
        self._host: Final = host

    def kept(self) -> Shine | None:
        """How it shone; None where it was given back, or never taken."""
        return self._all().get(self._host)

    def keep(self, shine: Shine) -> None:
        """Keep how it shines. Never raises: without a disk it is given back at the end of this run alone."""
        self._write({**self._all(), self._host: shine})

    def forget(self) -> None:
        """It was given back. Never raises."""
        known = self._all()
        if known.pop(self._host, None) is not None:
            self._write(known)

    def _all(self) -> dict[str, Shine]:
        if self._path is None:
            return {}
        try:
            return msgspec.json.decode(plain(self._path).read_bytes(), type=dict[str, Shine])
        except (OSError, msgspec.MsgspecError, RecursionError):  # none yet, or damaged: it is how it shines that counts
            return {}

    def _write(self, known: dict[str, Shine]) -> None:
        if self._path is None:
            return
        try:
            replace_file(self._path, msgspec.json.encode(known))
        except OSError as error:
            _log.warning("How the WLED shone before is not kept: %s cannot be written: %s.", self._path, error.strerror)
