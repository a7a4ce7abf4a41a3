"""The boards of a game: the island and its outlook for the tablet that all share, and each seat's own for its phone."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.atlantis_rising.blueprint_board import draw_blueprint
from companion.games.atlantis_rising.board_cells import Taps
from companion.games.atlantis_rising.island_board import draw_island
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisView
from companion.games.atlantis_rising.outlook_board import draw_outlook, draw_sea
from companion.games.atlantis_rising.own_board import draw_own
from companion.games.atlantis_rising.place_board import draw_places
from companion.games.atlantis_rising.reserves_board import draw_reserves
from companion.games.atlantis_rising.standing_board import draw_attempt, draw_standing
from companion.games.board import Board
from companion.games.core import Choice


def boards(view: AtlantisView, choices: Sequence[Choice[AtlantisAction]]) -> tuple[Board, ...]:
    """What is drawn beside the mat for these eyes, what is to be done now in front.

    A cell's choice is the one of `choices` that begins with the act of that cell.
    """
    taps = Taps(choices)
    drawn: tuple[Board | None, ...] = (draw_attempt(view, taps), draw_places(view, taps))
    if view.seat is None:
        drawn += (draw_island(view, taps), draw_standing(view, taps), draw_blueprint(view, taps))
        drawn += (draw_sea(view, taps), draw_reserves(view, taps), draw_outlook(view, taps))
    else:
        drawn += (draw_own(view, taps), draw_standing(view, taps), draw_island(view, taps))
        drawn += (draw_blueprint(view, taps),)
    return tuple(each for each in drawn if each is not None)
