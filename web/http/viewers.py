"""Who holds an open stream: places for all, for each party and for people whom nobody knows."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Final

from companion.storage.limits import Limits
from web.http.net import NO_NET, Net
from web.http.parties import Party, most_streams
from web.http.refusals import Refused

MOST_STREAMS: Final = 64
CURE: Final = "Close the companion's page on a device that nobody needs."


class Streams:
    """Counts the open streams, by whom they are open for, and ends them all when the server stops.

    Seats and the host keep places of their own: people whom nobody knows have some of all places together, and where
    these are taken, whoever has the most of them gives up the oldest.
    """

    def __init__(self, most: int = MOST_STREAMS, limits: Limits | None = None, net: Net = NO_NET) -> None:
        self._most = most
        self.net = net
        """What catches whatever breaks in a stream."""
        self._open: list[Viewer] = []
        """The oldest first."""
        self._lock = threading.Lock()
        self.limits = limits or Limits()
        self.stopping = threading.Event()

    @property
    def open(self) -> int:
        """How many streams are open."""
        return len(self._open)

    def enter(self, party: Party, has_gone: Callable[[], bool] = lambda: False) -> Viewer:
        """Count one stream more, until its `leave`. Raises `Refused` where its party, or all, have what they may.

        A stream whose `has_gone` says so counts no more: a page that is reloaded comes before its last one is missed.
        """
        with self._lock:
            self._open = [each for each in self._open if not each.has_gone()]
            self._refuse_too_many(party)
            if not party.is_known:
                self._make_room(party)
            if len(self._open) >= self._most or self.stopping.is_set():
                raise Refused(503, f"All {self._most} live connections are in use. {CURE}", "busy")
            viewer = Viewer(party, has_gone, self._forget)
            self._open.append(viewer)
            return viewer

    def _refuse_too_many(self, party: Party) -> None:
        most = most_streams(self.limits, party)
        if sum(each.party == party for each in self._open) >= most:
            whose = f"All {most} live connections that this device's {'seat' if party.is_known else 'address'} may have"
            more = CURE if party.is_known else f"{CURE} Or take a seat: a seat has its own."
            raise Refused(503, f"{whose} are in use. {more}", "busy")

    def _make_room(self, party: Party) -> None:
        """Where strangers have all that they may together, end the oldest of whoever has the most. Raises `Refused`."""
        strangers = [each for each in self._open if not each.party.is_known]
        if len(strangers) < self.limits.all_streams:
            return
        counts = Counter(each.party for each in strangers)
        greedy, most = counts.most_common(1)[0]
        if most < counts[party] + 2:
            raise Refused(
                503, f"All {len(strangers)} live connections for people without a seat are in use. {CURE}", "busy"
            )
        oldest = next(each for each in strangers if each.party == greedy)
        oldest.is_ended = True
        self._open.remove(oldest)

    def _forget(self, viewer: Viewer) -> None:
        with self._lock:
            if viewer in self._open:
                self._open.remove(viewer)


class Viewer:
    """One open stream."""

    def __init__(self, party: Party, has_gone: Callable[[], bool], forget: Callable[[Viewer], None]) -> None:
        self.party, self.has_gone, self._forget = party, has_gone, forget
        self.is_ended = False

    def leave(self) -> None:
        """Count it off, once."""
        self._forget(self)
