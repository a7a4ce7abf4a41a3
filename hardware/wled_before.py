"""How a WLED shone before the companion took it, on the disk: it outlives a companion that is ended by force."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import msgspec

from companion.runtime.fsync import replace_file
from companion.runtime.plain_file import read_plain
from companion.runtime.plain_text import MOST_BYTES
from hardware.wled_pages import NoAnswer, NoWled, Shine, WledPages

_log = logging.getLogger(__name__)

MOST_KEPT: Final = 16
"""WLEDs that are remembered, the newest: whoever answers at an address may say that it is another each time."""


class Kept(Shine, frozen=True):
    """How one shone, and which it is: addresses change."""

    mac: str = ""
    host: str = ""
    """Where it was, should another be kept under that address."""


class Before:
    """What is kept of one WLED in a file that several share; without a file nothing is. Not for two threads at once."""

    def __init__(self, path: Path | None = None, host: str = "") -> None:
        self._path: Final = path
        self._host: Final = host

    def is_any(self) -> bool:
        """Whether anything is kept of any WLED."""
        return bool(self._all())

    def kept(self, mac: str = "") -> Shine | None:
        """How it shone, also where it had another address then; None where it was given back, or never taken."""
        known = self._all()
        found = next((known[key] for key in (self._host, *known) if self._is_it(key, known, mac)), None)
        return None if found is None else Shine(found.on, found.bri, found.lor, found.ps)

    def keep(self, shine: Shine, mac: str = "") -> None:
        """Keep how it shines. Never raises: without a disk it is given back at the end of this run alone."""
        others = self._others(mac)
        if (other := others.pop(self._host, None)) is not None:  # another WLED had this address
            others[other.mac] = msgspec.structs.replace(other, host=self._host)
        kept = {**others, self._host: Kept(shine.on, shine.bri, shine.lor, shine.ps, mac)}
        self._write(dict(list(kept.items())[-MOST_KEPT:]))

    def forget(self, mac: str = "") -> None:
        """It was given back. Never raises."""
        known, others = self._all(), self._others(mac)
        if others != known:
            self._write(others)

    def give_back_others(self, mac: str = "") -> None:
        """Let those that were left bright shine as before, where they answer and nobody lights them. Never raises.

        Such a one is behind when a companion was ended by force and companion.toml names another strip since then.
        Waits a few seconds at most for each.
        """
        for key, kept in self._others(mac).items():
            if (kept.host or key) == self._host:  # there is this one now
                continue
            try:
                if not _is_given_back(WledPages(kept.host or key), kept):
                    continue
            except (NoAnswer, NoWled):  # switched off, or somebody else is there: it may come back
                continue
            self._write({each: known for each, known in self._all().items() if each != key})

    def _others(self, mac: str) -> dict[str, Kept]:
        known = self._all()
        return {key: kept for key, kept in known.items() if not self._is_it(key, known, mac)}

    def _is_it(self, key: str, known: dict[str, Kept], mac: str) -> bool:
        if key not in known:
            return False
        return known[key].mac == mac if mac and known[key].mac else key == self._host

    def _all(self) -> dict[str, Kept]:
        if self._path is None:
            return {}
        try:
            return msgspec.json.decode(read_plain(self._path, MOST_BYTES), type=dict[str, Kept])
        except (OSError, msgspec.MsgspecError, RecursionError):  # none yet, or damaged: it is how it shines that counts
            return {}

    def _write(self, known: dict[str, Kept]) -> None:
        if self._path is None:
            return
        try:
            replace_file(self._path, msgspec.json.encode(known))
        except OSError as error:
            _log.warning("How the WLED shone before is not kept: %s cannot be written: %s.", self._path, error.strerror)


def _is_given_back(pages: WledPages, kept: Kept) -> bool:
    """Whether nothing is left to be given back there. Raises `NoAnswer` and `NoWled`."""
    info = pages.info()
    if info.live or (info.mac != kept.mac and info.mac and kept.mac):  # another companion lights it; another WLED
        return False
    if pages.shine().is_taken:
        pages.give_back(kept)
        _log.info("A WLED that an earlier run had left bright shines as before.")
    return True  # else a person has set it since
