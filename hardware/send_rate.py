"""When to send more often: while the other side misses what is sent (docs/protocol.md, "A bad line")."""

from __future__ import annotations

from typing import Final

HASTE_FOR_S: Final = 2.0
"""So long a side hurries after the line was last found bad, and over so long it counts."""
HASTE_AT: Final = 4
"""Messages of about 20 in that time: with one in ten lost a session lives for years as it is; with one in two it would
break once in an hour, because 15 in a row are all that come in 1500 ms."""


class SendRate:
    """Whether the other side misses so much that it is worth telling twice as often."""

    def __init__(self, now_s: float) -> None:
        self._mark = (now_s, 0)
        """When counting began, and what was missed by then."""
        self._until_s = float("-inf")

    def hear(self, missed: int, now_s: float) -> None:
        """So many messages of ours the other side says it has missed so far in this session."""
        since_s, before = self._mark
        if missed - before >= HASTE_AT:
            self._until_s = now_s + HASTE_FOR_S
        if missed - before >= HASTE_AT or now_s - since_s >= HASTE_FOR_S:
            self._mark = (now_s, missed)

    def is_on(self, now_s: float) -> bool:
        """Whether to hurry."""
        return now_s < self._until_s
