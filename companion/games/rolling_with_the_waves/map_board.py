"""The boards of a whole game: every Pirate Map as on paper, and the own mini board while dice are allocated."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.board import Board
from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.map_drawing import draw_map
from companion.games.rolling_with_the_waves.mini_drawing import draw_mini
from companion.games.rolling_with_the_waves.model import Aim, DiceAction, DiceView
from companion.games.rolling_with_the_waves.paperwork import strokes_now
from companion.games.rolling_with_the_waves.whole import Phase


def boards(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> tuple[Board, ...]:
    """All maps for everybody, and for a seat its own first, with its mini board while it allocates.

    Where the seat fires, the maps that it may rob come before its own.
    """
    whole, done = view.table.played, strokes_now(view)
    maps = [draw_map(view, seat, choices, done[seat]) for seat in _order(view, choices)]
    if view.seat is not None and whole.phase is Phase.ALLOCATE and not view.table.over:
        return (draw_mini(view, view.seat, choices), *maps)
    return tuple(maps)


def _order(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> list[Seat]:
    acts = [choice.actions[0] for choice in choices]
    aims = {act.target for act in acts if isinstance(act, Aim) and act.seat == view.seat}
    seats = range(len(view.table.played.maps))
    return sorted(seats, key=lambda seat: (seat not in aims, seat != view.seat, seat))
