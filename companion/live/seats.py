"""Who may sit where: names, and clients that wait for the host's consent. Pure but for what it remembers."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.core import Seat
from companion.live.requests import Asking
from companion.runtime.look_alikes import look_of
from companion.runtime.text import cut

LONGEST_NAME = 24
MOST_ASKING = 8
"""Clients that may wait for one seat; more would only be a prank."""


def clean_name(raw: str, seat: Seat, taken: Collection[str]) -> str:
    """A name fit to show: without signs that nobody sees, at most 24 long, never empty, and unlike the names taken.

    Unlike is what looks otherwise: “Ada” in Cyrillic letters is “Ada”.
    """
    name = cut(raw, LONGEST_NAME) or f"Player {seat + 1}"
    looks = {look_of(each) for each in taken}
    number, unique = 2, name
    while look_of(unique) in looks:
        unique = f"{cut(name, LONGEST_NAME - 3)} {number}"
        number += 1
    return unique


class WaitingList:
    """Clients that asked for a seat where somebody sits. Forgotten when the companion stops: they just ask again."""

    def __init__(self) -> None:
        self._asked: dict[Seat, dict[str, tuple[Asking, str]]] = {}
        self._count = 0

    def add(self, seat: Seat, name: str, key_hash: str) -> bool:
        """Remember a client; False where too many wait already."""
        waiting = self._asked.setdefault(seat, {})
        if any(known == key_hash for _, known in waiting.values()):
            return True
        if len(waiting) >= MOST_ASKING:
            return False
        self._count += 1
        waiting[str(self._count)] = (Asking(str(self._count), name), key_hash)
        return True

    def of(self, seat: Seat) -> tuple[Asking, ...]:
        """Who waits for a seat, first come first."""
        return tuple(asking for asking, _ in self._asked.get(seat, {}).values())

    def keys(self) -> frozenset[tuple[Seat, str]]:
        """Each seat that somebody waits for, with the hash of their key."""
        return frozenset((seat, key) for seat, waiting in self._asked.items() for _, key in waiting.values())

    def find(self, seat: Seat, asking: str) -> tuple[str, str] | None:
        """Name and key hash of one client; None where it does not wait (any more)."""
        found = self._asked.get(seat, {}).get(asking)
        return None if found is None else (found[0].name, found[1])

    def drop(self, seat: Seat, asking: str) -> None:
        """Forget one client."""
        self._asked.get(seat, {}).pop(asking, None)

    def clear(self, seat: Seat) -> None:
        """Forget everyone who waits for a seat."""
        self._asked.pop(seat, None)
