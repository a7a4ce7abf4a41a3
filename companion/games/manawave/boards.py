"""The boards of Manawave: of the tablet that both share, and of each phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.board import Board
from companion.games.manawave.board_cells import PHONE, TABLET, Tap, Taps
from companion.games.manawave.columns_board import columns_board, monuments_board
from companion.games.manawave.forecast_board import forecast_board
from companion.games.manawave.founding_board import founding_board
from companion.games.manawave.lines_board import lines_board
from companion.games.manawave.model import ManaView, Phase
from companion.games.manawave.purchases_board import purchases_board


def boards(view: ManaView, choices: Sequence[Tap]) -> tuple[Board, ...]:
    """What is drawn for these eyes, with what they may tap."""
    return tuple(_boards(view, Taps(choices)))


def _boards(view: ManaView, taps: Taps) -> Iterator[Board]:
    width = TABLET if view.seat is None else PHONE
    if view.table.is_clans:
        if view.seat is not None:
            put_together = (founding_board(view, taps, width), purchases_board(view, taps, width))
            yield from (each for each in put_together if each is not None)
        if view.table.phase is not Phase.WORLD or view.table.clans.monuments:
            yield columns_board(view, taps, width)
    else:
        yield lines_board(view, taps, width)
    monuments = monuments_board(view, width) if view.table.is_clans else None
    yield from (each for each in (forecast_board(view, width), monuments) if each is not None)
