"""The boards of a whole game: every Pirate Map as on paper, and the own mini board while dice are allocated."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.board import Board
from companion.games.core import Choice, Seat
from companion.games.rolling_with_the_waves.map_cells import draw_map
from companion.games.rolling_with_the_waves.mini_cells import draw_mini
from companion.games.rolling_with_the_waves.model import Aim, DiceAction, DiceView
from companion.games.rolling_with_the_waves.paperwork import strokes_now
from companion.games.rolling_with_the_waves.whole import Phase


def boards(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> tuple[Board, ...]:
    """All maps for everybody, and for a seat its own first, with its mini board while it allocates or says how it lay.

    Where the seat fires, the maps that it may rob come before its own.
    """
    done = strokes_now(view)
    maps = [draw_map(view, seat, choices, done[seat]) for seat in _order(view, choices)]
    return (*(draw_mini(view, seat, choices) for seat in _minis(view)), *maps)


def _minis(view: DiceView) -> tuple[Seat, ...]:
    """The seats whose mini boards are drawn: one's own while dice are laid, and those of which is still to be told."""
    whole = view.table.played
    if view.table.over:
        return ()
    if whole.phase is Phase.ALLOCATE:
        return () if view.seat is None or whole.setup.by_board else (view.seat,)
    shown = whole.screened if whole.phase is Phase.REVEAL else ()
    return tuple(seat for seat in shown if view.seat in (None, seat))


def _order(view: DiceView, choices: Sequence[Choice[DiceAction]]) -> list[Seat]:
    acts = [choice.actions[0] for choice in choices]
    aims = {act.target for act in acts if isinstance(act, Aim) and act.seat == view.seat}
    seats = range(len(view.table.played.maps))
    return sorted(seats, key=lambda seat: (seat not in aims, seat != view.seat, seat))
