"""Turns: so many requests of each party are answered at once, and the others wait for one of these to end."""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

from web.http.parties import Party

T = TypeVar("T")


class Turn:
    """One request's turn; it is over once, however often that is said."""

    def __init__(self, over: Callable[[], None]) -> None:
        self._over = over
        self._is_over = threading.Lock()

    def end(self) -> None:
        """Let the party's next request begin."""
        if self._is_over.acquire(blocking=False):
            self._over()


class Turns(Generic[T]):
    """Who is answered, and who waits, by party. From any thread."""

    def __init__(self, begin: Callable[[T, Turn], None]) -> None:
        """`begin` is called for each request as its turn comes, with the turn, which it must see to the end of."""
        self._begin = begin
        self._lock = threading.Lock()
        self._running: dict[Party, int] = defaultdict(int)
        self._waiting: dict[Party, deque[T]] = {}

    def ask(self, wanted: T, party: Party, most: int) -> None:
        """Begin now, or once fewer than `most` of the party's requests run."""
        with self._lock:
            if self._running[party] >= most:
                self._waiting.setdefault(party, deque()).append(wanted)
                return
            self._running[party] += 1
        self._start(wanted, party)

    def _start(self, wanted: T, party: Party) -> None:
        self._begin(wanted, Turn(lambda: self._next(party)))

    def _next(self, party: Party) -> None:
        with self._lock:
            waiting = self._waiting.get(party)
            if waiting is None:
                self._running[party] -= 1
                if not self._running[party]:
                    del self._running[party]  # nothing is kept of a party that has gone
                return
            wanted = waiting.popleft()
            if not waiting:
                del self._waiting[party]
        self._start(wanted, party)
