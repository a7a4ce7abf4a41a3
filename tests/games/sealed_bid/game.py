"""Sealed Bid as the companion's `Game`: the front door of this package."""

from __future__ import annotations

from companion.games.game import Game
from tests.games.sealed_bid.bot import BidSimulation
from tests.games.sealed_bid.dice import LuckDice
from tests.games.sealed_bid.model import BidAction, Hidden, Table
from tests.games.sealed_bid.rules import BidRules
from tests.games.sealed_bid.view import BidPresentation


class SealedBid(BidRules, BidPresentation, BidSimulation, Game[Table, Hidden, BidAction]):
    """Two to four seats bid for three prizes with sealed cards."""

    dice = LuckDice()


GAME = SealedBid()
