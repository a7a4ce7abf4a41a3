"""Sealed Bid as the companion's `Game`: the front door of this package."""

from __future__ import annotations

from companion.games.game import Game
from companion.language.message import Message
from tests.games.sealed_bid.bot import BidSimulation
from tests.games.sealed_bid.course import part_for
from tests.games.sealed_bid.dice import LuckDice
from tests.games.sealed_bid.model import BidAction, BidView, Hidden, Table
from tests.games.sealed_bid.rules import BidRules
from tests.games.sealed_bid.view import BidPresentation


class SealedBid(BidRules, BidPresentation, BidSimulation, Game[Table, Hidden, BidAction]):
    """Two to four seats bid for three prizes with sealed cards."""

    dice = LuckDice()

    def settle_words(self, view: BidView, action: BidAction) -> Message:
        return super().settle_words(view, action) or part_for(action).ask(view, action)


GAME = SealedBid()
