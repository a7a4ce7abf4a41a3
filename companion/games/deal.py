"""Who deals: the people their own cards, or the companion its own, which only it knows until they are turned up.

A game whose cards the companion can deal has `CARDS` among its options. Every other game is played with what is in its
box, and nobody asks of it whose cards those are.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.games.core import OptionField, State
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.language.message import say
from companion.language.values import Name

OWN: Final = "own"
DEALT: Final = "virtual"
NOTHING_TYPED: Final[Mapping[str, Any]] = MappingProxyType({})
CARDS: Final = OptionField("cards", say("Cards"), ((OWN, say("our own cards")), (DEALT, say("virtual cards"))))


def can_deal(game: AnyGame) -> bool:
    """Whether the companion can deal the cards of this game itself."""
    return any(field.key == CARDS.key for field in game.options())


def with_cards(game: AnyGame, options: Mapping[str, Any], cards: str) -> dict[str, Any]:
    """The options of a new game with these cards. Raises `BadOption` where the companion cannot deal them."""
    others = {key: value for key, value in options.items() if key != CARDS.key}
    if can_deal(game):
        return {**others, CARDS.key: cards}
    if cards != OWN:
        raise BadOption(
            say("The companion deals nothing in {game}: play it with what is in its box.", game=Name(game.title))
        )
    return others


def open_virtual(
    game: AnyGame, options: Mapping[str, Any], rng: random.Random, owner: Mapping[str, Any] = NOTHING_TYPED
) -> State[Any, Any]:
    """The start of a game that plays itself: dealt by the companion, or with what nobody sees imagined.

    `owner` is the content of the owner's file.
    """
    if can_deal(game):
        return game.new_game(with_cards(game, options, DEALT), owner)
    start = game.new_game(with_cards(game, options, OWN), owner)
    return game.bound(start).simulation.determinize(start, rng)
