"""What is judged of a table, in words."""

from __future__ import annotations

from companion.referee.telling import Teller
from tests.companion.referee.positions import GAME, NAMES, legal, where
from tests.games.sealed_bid.model import Discard


def test_an_answer_tells_every_act_that_is_not_in_all_of_them() -> None:
    state = next(where(lambda each: {act.seat for act in legal(each, Discard)} == {0, 1}))
    teller, last = Teller(GAME, NAMES), Discard(1, 4)
    sight = teller.question(state, [(Discard(0, 1), last), (Discard(0, 2), last)])
    assert [choice.label for choice in sight.question] == ["Anna discards a 1.", "Anna discards a 2."]
    assert [choice.actions for choice in sight.question] == [(Discard(0, 1), last), (Discard(0, 2), last)]
    sight = teller.question(state, [(Discard(0, 1), last), (Discard(1, 3), Discard(0, 2))])
    assert [choice.label for choice in sight.question] == [
        "Anna discards a 1. Ben discards a 4.",
        "Ben discards a 3. Anna discards a 2.",
    ]
