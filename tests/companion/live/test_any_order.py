"""Where a prompt says that the order of its seats does not matter, whoever it names first did not probably act."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from msgspec.structs import replace

from companion.games.bots import Autopilot
from companion.games.core import Prompt
from companion.language.message import NOTHING
from companion.referee.explain import explain
from tests.companion.referee.positions import after, legal, table_of, where
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import Discard


class AnyOrder(SealedBid):
    """Sealed Bid whose prompts name seats in an order that means nothing."""

    def prompt(self, view: Any) -> Prompt:
        return replace(super().prompt(view), any_order=True)


GAME = SealedBid()
TWO_OWE = list(islice(where(lambda each: len({act.seat for act in legal(each, Discard)}) > 1), 8))
"""Positions in which several seats have a card to lay on the one pile."""


def test_a_card_on_the_pile_of_all_is_anybodys_where_the_order_does_not_matter() -> None:
    for state in TWO_OWE:
        first = GAME.prompt(GAME.view(state, None)).seats[0]
        act = next(act for act in legal(state, Discard) if act.seat == first and act.card != state.table.top)
        seen = table_of(after(state, act))
        assert explain(GAME, state, seen).acts == (act,), "in an order it is of whoever is asked first"
        found = explain(AnyOrder(), state, seen)
        assert found.verdict == "several"
        assert act in {way[0] for way in found.ways}
        assert len({way[0].actor for way in found.ways}) > 1


def test_a_bot_does_not_wait_for_who_is_named_before_it_where_the_order_does_not_matter() -> None:
    for state in TWO_OWE:
        dealt = GAME.simulation.determinize(state, random.Random(1))
        first, *others = GAME.prompt(GAME.view(dealt, None)).seats
        waits = Autopilot(GAME, 1).propose(dealt, 0, frozenset({first}))
        acts = Autopilot(AnyOrder(), 1).propose(dealt, 0, frozenset({first}))
        assert waits is None
        assert acts is not None
        assert acts[0].actor in others


def test_likely_seats_are_the_first_or_all() -> None:
    prompt = Prompt(NOTHING, (2, 0, 1), NOTHING, NOTHING, "")
    assert (prompt.likely_seats, replace(prompt, any_order=True).likely_seats) == ((2,), (2, 0, 1))
