"""What a view shows besides mat and boards: a line a player."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.atlantis_rising.model import POOL, AtlantisView
from companion.games.atlantis_rising.vocabulary import ATLANTEAN, CARD, price_words
from companion.games.core import PlayerPanel, Seat
from companion.language.message import Message, say
from companion.language.values import Count, Name


def panels(view: AtlantisView) -> tuple[PlayerPanel, ...]:
    """Reserve, cards and Atlanteans of each player."""
    return tuple(PlayerPanel(seat, tuple(_lines(view, seat))) for seat in range(view.table.setup.players))


def _lines(view: AtlantisView, seat: Seat) -> Iterator[Message]:
    table = view.table
    yield say("Has {reserve}", reserve=price_words(table.reserves[seat]))
    own = [each for each in table.atlanteans if each.seat == seat]
    at_hand = sum(each.place == POOL for each in own)
    if own:
        yield say("{many}, {here} at hand", many=Count(len(own), ATLANTEAN), here=at_hand)
    if table.hands[seat]:
        yield say("{many} of the library", many=Count(len(table.hands[seat]), CARD))
    if table.councilors[seat]:
        yield say("{name}", name=Name(table.setup.box.councilors[table.councilors[seat]].name))
