"""What tests of news share: an act told as the pages tell it, with what came of it."""

from __future__ import annotations

from typing import Any

from companion.games.core import Action, Seat, State
from companion.games.game import AnyGame

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")


def told(game: AnyGame, state: State[Any, Any], act: Action, seat: Seat | None = None) -> tuple[str, str]:
    """An act as the log tells it, and what came of it, to that seat or to all; the second is "" where that is all."""
    before, after = (game.view(each, seat, NAMES) for each in (state, game.apply_action(state, act)))
    seen = game.view_action(act, seat)
    return str(game.describe(before, seen)), str(game.came_of(before, seen, after) or "")
