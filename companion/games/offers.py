"""Which modes and numbers of players a game offers, found by asking its rules."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from companion.games.errors import BadOption
from companion.games.game import AnyGame

COURSE = ("mode", "players")
"""The options that make another game of it: other seats, another mat."""


def combinations(game: AnyGame) -> tuple[dict[str, Any], ...]:
    """Every mode with every number of players that the game can be played with, its defaults first.

    A game that has only one of the two options, or neither, has combinations of what it has.
    """
    fields = [field for field in game.options() if field.key in COURSE]
    every = (
        {field.key: value for field, (value, _) in zip(fields, values, strict=True)}
        for values in product(*(field.choices for field in fields))
    )
    return tuple(each for each in every if is_offered(game, each))


def completed(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options with mode and players settled: where one is not chosen, it fits the other.

    Where none fits they stay as they are, for `new_game` to refuse.
    """
    for offer in combinations(game):
        if all(chosen.get(key, value) == value for key, value in offer.items()):
            return {**offer, **chosen}
    return dict(chosen)


def is_offered(game: AnyGame, options: Mapping[str, Any]) -> bool:
    """Whether a game can be begun with these options."""
    try:
        game.new_game(options, {})
    except BadOption:
        return False
    return True
