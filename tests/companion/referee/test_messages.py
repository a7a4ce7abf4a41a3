"""What is judged of a table, in words."""

from __future__ import annotations

from companion.referee.comparison import position_of
from companion.referee.messages import question
from tests.companion.referee.positions import GAME, NAMES, legal, where
from tests.games.sealed_bid.model import Discard
from tests.said import said


def test_an_answer_tells_every_act_that_is_not_in_all_of_them() -> None:
    state = next(where(lambda each: {act.seat for act in legal(each, Discard)} == {0, 1}))
    position, last = position_of(GAME, state, NAMES), Discard(1, 4)
    sight = question(position, [(Discard(0, 1), last), (Discard(0, 2), last)])
    assert said([choice.label for choice in sight.question]) == ["Anna discards a 1.", "Anna discards a 2."]
    assert [choice.actions for choice in sight.question] == [(Discard(0, 1), last), (Discard(0, 2), last)]
    sight = question(position, [(Discard(0, 1), last), (Discard(1, 3), Discard(0, 2))])
    assert said([choice.label for choice in sight.question]) == [
        "Anna discards a 1. Ben discards a 4.",
        "Ben discards a 3. Anna discards a 2.",
    ]
