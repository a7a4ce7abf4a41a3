"""All zones in which dice are looked at, from picture to picture: which are watched, and which one is read next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.table.dice import DiceZone, RollSighting
from companion.table.layout import Layout
from vision.dice.tray import Tray
from vision.dice.tray_watch import Reader, TrayWatch
from vision.looks import Picture

FIRST_READS = 5
"""So often in a row the tray is read before all else: at ten looks a second a roll has come to rest by then. What is in
doubt for longer, or changes all evening, takes turns with the other zones."""


@dataclass(frozen=True)
class Seen:
    """What one picture came to: the zone in which dice were read, if in one, and what is told of it."""

    zone: str | None = None
    roll: RollSighting | None = None


@dataclass
class _Watched:
    """One zone and its watch."""

    watch: TrayWatch
    turns: int = 0
    """How often it was read since it wants to be."""
    read_at: int = 0
    """The count of all readings when this one was read last."""


class ZoneWatch:
    """What one camera has shown of the dice on one mat. One thread uses it.

    Of the zone in which dice are rolled only what comes to rest is told, unless more is asked. Of each other one all
    that lies there, also after dice were taken away.
    """

    def __init__(self, layout: Layout, tray: str, read: Reader) -> None:
        """`tray` is the zone in which dice are rolled."""
        self._layout = layout
        self._tray = tray
        self._read = read
        self._reads = 0
        self._zones: dict[str, _Watched] = {}

    @property
    def tray(self) -> TrayWatch | None:
        """The watch of the zone in which dice are rolled; None where it is not looked at."""
        watched = self._zones.get(self._tray)
        return watched.watch if watched is not None else None

    def look(self, picture: Picture, zones: Iterable[DiceZone]) -> Seen:
        """After one more picture, in which these zones are asked for: at most one of them is read.

        One that is asked for no more is forgotten; asked for again it begins anew. A zone that is closed in the picture
        is passed over, and so is one that the mat has not.
        """
        self._take_up(zones)
        wanting = list[str]()
        for zone, each in self._zones.items():
            if zone not in picture.closed and each.watch.wants(picture):
                wanting.append(zone)
            else:
                each.turns = 0
        if not wanting:
            return Seen()
        zone = min(wanting, key=self._rank)
        watched = self._zones[zone]
        self._reads += 1
        watched.read_at, watched.turns = self._reads, watched.turns + 1
        return Seen(zone, watched.watch.read(picture))

    def _rank(self, zone: str) -> tuple[bool, int]:
        """The lowest is read: the tray at first, then what was not read for longest."""
        watched = self._zones[zone]
        return zone != self._tray or watched.turns >= FIRST_READS, watched.read_at

    def _take_up(self, zones: Iterable[DiceZone]) -> None:
        there = {zone.zone for zone in self._layout.zones}
        asked = {each.zone: each for each in zones if each.zone in there}
        self._zones = {zone: each for zone, each in self._zones.items() if zone in asked}
        for zone, each in asked.items():
            known = self._zones.get(zone)
            if known is None or (each.counts_first and not known.watch.counts_first):
                known = self._zones[zone] = _Watched(self._new(each))
            known.watch.tell_gone(each.tells_gone or zone != self._tray)

    def _new(self, asked: DiceZone) -> TrayWatch:
        zone, first = self._layout.find(asked.zone), asked.counts_first
        if asked.zone == self._tray:
            return TrayWatch(Tray.of(zone), self._read, counts_first=first)
        # Nests and boards have no walls: where a die's middle lies is where it is.
        return TrayWatch(Tray.of(zone, inner_mm=0.0), self._read, asked.zone, counts_first=first)
