"""The end of a game, as one page shows it: who won and what each had, and the way to another one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.core import Outcome, PlayerPanel, Seat


class Result(msgspec.Struct, frozen=True):
    """What one player had in the end."""

    seat: Seat
    lines: tuple[str, ...]
    has_won: bool


class Ending(msgspec.Struct, frozen=True):
    """How a game ended; the winners stand first."""

    results: tuple[Result, ...]
    may_play_again: bool
    """Whether whoever sees this may have the same game played once more."""


def ending_of(outcome: Outcome | None, panels: Sequence[PlayerPanel], is_host: bool) -> Ending | None:
    """The end of a game; None while it goes on. Where all win together, as an evening of dice, nobody is called out."""
    if outcome is None:
        return None
    winners = set(outcome.winners) if len(outcome.winners) < len(panels) else set()
    results = (Result(panel.seat, panel.lines, panel.seat in winners) for panel in panels)
    return Ending(tuple(sorted(results, key=lambda result: not result.has_won)), is_host)
