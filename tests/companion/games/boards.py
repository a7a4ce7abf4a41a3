"""The drawings of a view, with what may be tapped on them."""

from __future__ import annotations

from typing import Any

from companion.games.board import Board
from companion.games.core import View
from companion.games.game import AnyGame


def boards_of(game: AnyGame, view: View[Any, Any]) -> tuple[Board, ...]:
    """What is drawn beside the mat for these eyes."""
    return game.screen.boards(view, game.choices(view))
