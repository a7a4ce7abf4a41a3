"""The lines of a session's status page: the devices, the deal, the disk, enrolled markers and the recording."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec

from companion.language.message import Text
from companion.runtime.text import encodable
from companion.table.devices import DeviceHealth

log = logging.getLogger(__name__)

Probe = Callable[[], tuple[DeviceHealth, ...]]

PROBE_EVERY_S = 5.0

_NO_LOOK = (DeviceHealth("devices", "failed", "They could not be looked at. Tap what they would tell."),)
_GUESSABLE = DeviceHealth(
    "deal",
    "noted",
    "What is dealt follows from a number that was typed as the companion was started, or from a short one of an older "
    "companion: whoever knows it, or tries all of them, knows every card. A new game begun here is drawn by lot.",
)


class Noted(msgspec.Struct, frozen=True):
    """What stands on the status page from the beginning."""

    is_guessable: bool = False
    """Whether somebody could find out what is dealt."""
    mended: str = ""
    """What was done to a damaged file before it was opened."""
    unread: str = ""
    """Why not all that the host said of markers in earlier games could be read."""


class Health:
    """What people should know of the devices and the disk of one session."""

    def __init__(self, probe: Probe, noted: Noted, recording: Callable[[], DeviceHealth] | None) -> None:
        self.probe = probe
        self.due_s = time.monotonic() + PROBE_EVERY_S
        """When to look at the devices next."""
        self._noted = noted
        self._recording = recording
        self._devices: tuple[DeviceHealth, ...] = ()
        self.look()

    def look(self) -> None:
        """Look at the devices. Never raises."""
        try:
            self._devices = self.probe()
        except Exception:
            if self._devices != _NO_LOOK:  # once, not every few seconds
                log.exception("the devices could not be looked at")
            self._devices = _NO_LOOK

    def is_due(self) -> bool:
        """Whether it is time to look again; the next time is later."""
        now_s = time.monotonic()
        is_due = now_s >= self.due_s
        if is_due:
            self.due_s = now_s + PROBE_EVERY_S
        return is_due

    def lines(self, disk: str, saved_anew: str, unopened: Text = "") -> tuple[DeviceHealth, ...]:
        """Everything as it is now. `disk` is why it took nothing, `saved_anew` what became of the game's file.

        `unopened` is what lies there sealed and cannot be opened.
        """
        noted = self._noted
        lines = (
            *self._devices,
            *((_GUESSABLE,) if noted.is_guessable else ()),
            *((DeviceHealth("sealed", "failed", str(unopened)),) if unopened else ()),
            self._disk(disk, saved_anew or noted.mended),
            *((DeviceHealth("markers", "failed", noted.unread),) if noted.unread else ()),
            *((self._recording(),) if self._recording is not None else ()),
        )
        # A camera or a file may have a name that is no UTF-8: it ends no page, and no stream.
        return tuple(DeviceHealth(each.device, each.status, encodable(each.text)) for each in lines)

    @staticmethod
    def _disk(trouble: str, told: str) -> DeviceHealth:
        if trouble:
            return DeviceHealth("disk", "failed", trouble)
        return DeviceHealth("disk", "noted", told) if told else DeviceHealth("disk", "ok", "Every act is saved.")
