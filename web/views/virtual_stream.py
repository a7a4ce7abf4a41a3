"""What a stream tells of a virtual table: the pieces that lie otherwise than it told last."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.live.snapshot import Snapshot
from companion.table.world import World
from web.http.refusals import Refused
from web.render.virtual_table import Moved, VirtualTable, what_moved


def present() -> int:
    """The time of `Moved.at`: it rises, and means nothing to anybody else."""
    return time.monotonic_ns() // 1000


class Movements:
    """Tells one stream what has moved."""

    event, every_s = "moved", 0.2

    def __init__(self, world: Callable[[], World | None], look: Callable[[], VirtualTable]) -> None:
        """`look` gives the table for the eyes of this stream. It may raise `Refused`: then nothing is told."""
        self._world, self._look = world, look
        self._seen: tuple[object, ...] = ()
        self._told: VirtualTable | None = None

    def news(self, snapshot: Snapshot, *, at_once: bool) -> Moved | None:
        """The pieces that lie otherwise; all of them at first."""
        at, world = present(), self._world()
        if world is None:
            return None
        seats = range(len(snapshot.names))
        seen = (snapshot.change, world.lying(), tuple(world.held(seat) for seat in seats))
        if seen == self._seen:
            return None  # to draw it takes much longer
        try:
            now = self._look()
        except Refused:
            return None
        moved = what_moved(self._told, now, at)
        self._seen, self._told = seen, now
        return moved
