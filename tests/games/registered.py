"""The small game of the tests, put into the companion's registry: the one place where it is."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Final, cast

from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.laws.oracles import ORACLES, Oracle
from tests.games.sealed_bid.game import GAME
from tests.games.sealed_bid.invariants import wrong_step

SEALED_BID: Final[AnyGame] = GAME
PRODUCT_GAMES: Final = tuple(GAMES)
"""Names of the games that the product itself has."""


def register() -> None:
    """Let everything that looks a game up by its name find `sealed_bid` too."""
    cast("MutableMapping[str, AnyGame]", GAMES)[SEALED_BID.name] = SEALED_BID
    ORACLES[SEALED_BID.name] = Oracle((), wrong_step)
