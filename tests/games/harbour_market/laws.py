"""The laws of Harbour Market's positions, written apart from its rules."""

from __future__ import annotations

from collections.abc import Iterator

from companion.language.message import Message, say
from companion.language.values import Count
from tests.games.harbour_market.model import DECK, HAND, SHELL, SHELLS, MarketState


def violations(state: MarketState) -> Iterator[Message]:
    """The broken laws, each a sentence with its rule."""
    table = state.table
    yield from DECK.violations(state)
    if (known := table.bowl + sum(table.shells)) > SHELLS:
        yield say("There are {shells}, and the box has {all} (H-016).", shells=Count(known, SHELL), all=SHELLS)
    if max(table.hands) > HAND:
        yield say("A seat holds more than {most} wares (H-011).", most=HAND)
    if (table.top != "") != any(table.discard) or (table.top and not table.discard[DECK.kinds.index(table.top)]):
        yield say("On top of what is sold lies what nobody has sold (H-009).")
