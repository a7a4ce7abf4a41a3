"""Who may tap what: with cards of their own, and where the companion deals."""

from __future__ import annotations

import pytest

from companion.games.core import Seat
from companion.games.deal import DEALT, OWN
from companion.games.shared.reporters import may_report
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import MoveGuard, PassToken, SealBid


@pytest.mark.parametrize(
    ("seat", "is_dealt", "own", "others", "dealers", "by_hand"),
    [
        (None, False, True, True, True, True),
        (0, False, True, False, True, True),
        (None, True, False, False, False, True),
        (0, True, True, False, False, True),
    ],
)
def test_a_seat_taps_its_own_choices_and_what_anyone_sees(
    seat: Seat | None, is_dealt: bool, own: bool, others: bool, dealers: bool, by_hand: bool
) -> None:
    """Where the companion deals, what people do beside the cards is theirs to tell: a pawn has no marker."""
    view = SEALED_BID.view(SEALED_BID.new_game({"cards": DEALT if is_dealt else OWN}, {}), seat)
    acts = SealBid(0, (3,)), SealBid(1, (3,)), PassToken(1), MoveGuard(True)
    assert tuple(may_report(view, act) for act in acts) == (own, others, dealers, by_hand)
