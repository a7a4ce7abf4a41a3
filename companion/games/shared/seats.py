"""The seats of a table as every game shows them: the light of each, and what to call one."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.core import Seat

SEAT_COLOURS = ("#f2a65a", "#5ec8d8", "#e58fb1", "#b7d968", "#9a8cf0", "#d9d2c3")
"""Light of each of up to six seats; its number stands beside it wherever it is used."""


def seat_name(names: Sequence[str], seat: Seat) -> str:
    """What to call a seat; "Seat 1" and so on where no name is known, as `View.name` does."""
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"
