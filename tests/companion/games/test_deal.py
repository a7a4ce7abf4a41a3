"""Games that play themselves begin as what their options make them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.core import OptionField
from companion.games.deal import open_virtual
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from tests.games.registered import PRODUCT_GAMES


def _chosen(game: AnyGame, field: OptionField, value: Any) -> dict[str, Any]:
    return {**dict(field.needs), field.key: value}


@pytest.mark.parametrize("name", [pytest.param(name, marks=getattr(pytest.mark, name)) for name in PRODUCT_GAMES])
def test_a_virtual_game_begins_with_every_value_of_every_option(name: str) -> None:
    """Without its cards and players, which go with what else is chosen."""
    game, rng = GAMES[name], random.Random(1)
    for field in game.options():
        for value, _ in field.choices if field.key not in ("cards", "players") else ():
            start = open_virtual(game, _chosen(game, field, value), rng)
            assert game.bound(start).legal_actions(start)
