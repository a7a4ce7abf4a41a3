"""What acts of several games are alike in."""

from __future__ import annotations

from companion.games.core import Action, Seat


class OfSeat(Action, frozen=True):
    """An act of one seat."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        return self.seat
