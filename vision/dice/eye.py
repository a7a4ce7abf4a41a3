"""The dice's own thread: it takes the eye's newest picture whenever it is free, so that markers never wait for dice."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.table.devices import DeviceHealth
from companion.table.dice import DiceZone, RollSighting
from companion.table.evidence import Crop
from companion.table.fitness import Check
from companion.table.geometry import Area, zone_area
from companion.table.layout import Layout
from vision.crops import crop, part
from vision.dice.model import NoModel
from vision.dice.owners import BadDiceFile
from vision.dice.stopwatch import Stopwatch, check_pace
from vision.dice.tray_watch import Reader
from vision.dice.zone_watch import ZoneWatch
from vision.eye import Eye
from vision.looks import Picture

log = logging.getLogger(__name__)

WAIT_S = 0.25
"""Longest wait for a picture before the thread looks whether it is to end."""
NAME = "dice"

Tell = Callable[[RollSighting], None]
Zones = Callable[[], tuple[DiceZone, ...]]
"""Where dice are looked at now."""


@dataclass(frozen=True)
class _Mat:
    """What is looked at: a mat, and the zone of it in which dice are rolled."""

    layout: Layout
    tray: str


@dataclass(frozen=True, eq=False)
class _RollPicture:
    """The picture of a roll; of a zone beside the tray that part alone, as there are many and a picture is large."""

    picture: Picture
    zone: Area | None

    def shows(self, area: Area) -> bool:
        """Whether the area is in it."""
        return self.zone is None or self.zone.holds(area)


class DiceEye:
    """Reads the dice of the present game. `start` and `close` from one thread, the rest from any.

    Where dice are read more slowly than pictures come, pictures are passed over: the newest counts.
    """

    def __init__(self, eye: Eye, reader: Callable[[bool], Reader], tell: Tell, zones: Zones | None = None) -> None:
        """`reader` is asked in the dice's thread, and told whether clear dice may come. It may take its time, or raise
        `NoModel` or `BadDiceFile`; it is asked once, and again where that has changed or after `reload`. `tell` gets
        each roll in that thread and should only hand it on. `zones` is asked there with each picture; without it dice
        are looked at where they are rolled."""
        self._eye = eye
        self._reader = reader
        self._read: Reader | None = None
        self._tell = tell
        self._zones = zones
        self._wanted: _Mat | None = None
        self._watch: ZoneWatch | None = None
        self._anew = False
        self._has_clear = self._reads_clear = True
        """Whether clear dice may come in the present game, and whether the reader takes them for possible."""
        self._is_stale = False
        """Whether the reader goes by dice of the owner's that are others now."""
        self._told: dict[str, _RollPicture] = {}
        """The newest roll of each zone."""
        self._trouble = ""
        self._stopwatch = Stopwatch()
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=NAME, daemon=True)

    def start(self) -> DiceEye:
        """Begin; returns the eye."""
        self._thread.start()
        return self

    def watch(self, layout: Layout, zone: str, has_clear: bool = True) -> None:
        """Read the dice of a mat from now on that are rolled in that zone; "" reads none. What lies there is no roll.

        `has_clear` says whether clear dice come with the game.
        """
        with self._lock:
            self._wanted = _Mat(layout, layout.find(zone).zone) if zone else None
            self._has_clear, self._anew = has_clear, True

    def reload(self) -> None:
        """Ask for the reader once more, as the owner's dice are others now. What lies there by now is no roll."""
        with self._lock:
            self._is_stale = self._anew = True

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        """A photograph out of the picture in which a zone's newest roll was read; None where none was of that time."""
        for told in tuple(self._told.values()):
            reading = told.picture.look.reading
            if (reading.at_s, reading.frame) == (at_s, frame) and all(told.shows(each) for each in areas):
                jpeg = crop(told.picture, areas)
                return Crop(jpeg, frame, at_s) if jpeg else None
        return None

    def health(self) -> tuple[DeviceHealth, ...]:
        """Its line on the status page; none where the game has no dice."""
        if self._wanted is None:
            return ()
        if self._trouble:
            return (DeviceHealth(NAME, "failed", f"{self._trouble} Until then type each roll in."),)
        watch = self._watch.tray if self._watch is not None else None
        if watch is None or self._read is None:
            return (DeviceHealth(NAME, "absent", "The dice tray is about to be looked at."),)
        count = watch.count
        there = (
            "No die lies in the tray." if not count else f"{count} {'die lies' if count == 1 else 'dice lie'} there."
        )
        values, left = watch.so_far()
        if values:
            there += f" So far they show {', '.join(map(str, values))}."
        if values and left:
            there += " One is looked at once more." if left == 1 else f" {left} are looked at once more."
        return (DeviceHealth(NAME, "ok", f"The dice tray is looked at. {there}"),)

    def pace(self) -> Check | None:
        """How long a roll takes on this machine; None where the game has no dice, or they cannot be read."""
        return check_pace(self._stopwatch) if self._wanted is not None and not self._trouble else None

    def close(self) -> None:
        """End the thread. May be called twice, and without `start`."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        count = 0
        while not self._closing.is_set():
            with self._lock:
                mat, anew, self._anew = self._wanted, self._anew, False
                if self._is_stale or self._reads_clear != self._has_clear:
                    self._read, self._is_stale, self._reads_clear = None, False, self._has_clear
            if mat is None:
                self._closing.wait(WAIT_S)
                continue
            try:
                if not self._is_ready(mat, anew):
                    return
                before, (count, _) = count, self._eye.wait(count, WAIT_S)
                if count == before:
                    self._closing.wait(WAIT_S)  # an eye that has ended does not wait
                    continue
                self._look(self._eye.picture(), mat)
            except Exception:
                log.exception("the dice could not be read")
                self._trouble = "The dice cannot be read: a fault was logged. Start the companion again."
                return

    def _is_ready(self, mat: _Mat, anew: bool) -> bool:
        """Whether dice can be read; if so, a watch for the mat is at hand."""
        if self._read is None:
            try:
                self._read = self._reader(self._reads_clear)
            except (NoModel, BadDiceFile) as missing:
                log.error("%s", missing)
                self._trouble = str(missing)
                return False
        if anew or self._watch is None:
            self._watch, self._told = ZoneWatch(mat.layout, mat.tray, self._read), {}
        return True

    def _look(self, picture: Picture | None, mat: _Mat) -> None:
        if picture is None or self._watch is None or picture.layout != mat.layout:
            return
        zones = self._zones() if self._zones is not None else (DiceZone(mat.tray),)
        began_s = time.monotonic()
        seen = self._watch.look(picture, zones)
        # How long a roll takes is told of the tray alone; another zone that is read meanwhile is part of it.
        if seen.zone in (None, mat.tray):
            self._stopwatch.looked(began_s, time.monotonic(), seen.zone is not None, is_told=seen.roll is not None)
        if seen.zone is not None and seen.roll is not None and not self._anew:
            whole = picture if seen.zone == mat.tray else part(picture, zone_area(mat.layout.find(seen.zone)))
            self._told[seen.zone] = _RollPicture(
                whole, None if whole is picture else zone_area(mat.layout.find(seen.zone))
            )
            self._tell(seen.roll)
