"""The newest moment of a table, swapped under a condition, and whoever waits for another one."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.games.core import Seat
from companion.live.snapshot import Moment, Snapshot
from companion.live.tracing import Mark


class Newest:
    """One snapshot at a time. The referee thread alone gives another; any thread reads and waits."""

    def __init__(self, first: Snapshot, mark: Mark, is_closed: Callable[[], bool]) -> None:
        """`mark` is told of each moment that all are told of, before anybody can have read it. Once the table
        `is_closed`, nobody waits.
        """
        self.now = first
        self._mark = mark
        self._is_closed = is_closed
        self._changed = threading.Condition()

    def publish(self, fresh: Snapshot) -> None:
        """The moment that is now, where anything that it shows has changed; where a draft alone has, only its seat is
        told."""
        now = self.now
        if not fresh.shows_the_same_as(now):
            with self._changed:
                self._mark("published", fresh.last_row)
                self.now = fresh
                self._changed.notify_all()
        elif fresh.drafts != now.drafts:
            self.now = fresh.but_for_drafts(now)
            self.wake()

    def wake(self) -> None:
        """Whoever waits looks again."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, change: int, timeout_s: float) -> Snapshot:
        """The newest moment, as soon as its `change` is another than given, or after the timeout."""
        return self._wait(lambda: self.now.change != change, timeout_s)

    def wait_for_seat(self, seat: Seat | None, moment: Moment, timeout_s: float) -> Snapshot:
        """The same for whoever looks with the eyes of a seat: as soon as its `moment` is another, its draft included.

        Nobody else wakes where a draft alone has changed.
        """
        return self._wait(lambda: self.now.moment(seat) != moment, timeout_s)

    def _wait(self, is_due: Callable[[], bool], timeout_s: float) -> Snapshot:
        with self._changed:
            self._changed.wait_for(lambda: is_due() or self._is_closed(), timeout_s)
            return self.now
