"""What games say of seats: their colours, and which acts are of one."""

from __future__ import annotations

from companion.games.core import Action, Seat

SEAT_COLOURS = ("#f2a65a", "#5ec8d8", "#e58fb1", "#b7d968", "#9a8cf0", "#d9d2c3")
"""Light of each of up to six seats; its number stands beside it wherever it is used."""


class OfSeat(Action, frozen=True):
    """An act of one seat."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        return self.seat
