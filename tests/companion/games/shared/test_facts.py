"""The host's facts: set beside those that stay, or refused in a sentence."""

from __future__ import annotations

import pytest

from companion.games.core import FactValue
from companion.games.errors import IllegalAction
from companion.games.shared.facts import FactField, with_facts
from companion.language.message import say
from tests.said import said

FIELDS = (
    FactField("round", say("Round"), say("Table"), 3, 1, 9),
    FactField("token", say("Token"), say("Table"), 0, choices=((-1, say("nobody")), (0, say("Ann")))),
)


def test_every_fact_has_a_value_set_or_as_it_is() -> None:
    assert with_facts("Shells", FIELDS, {}) == {"round": 3, "token": 0}
    assert with_facts("Shells", FIELDS, {"token": -1}) == {"round": 3, "token": -1}


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("weather", 1, "Shells has no fact 'weather'. Pick one from the host page's list."),
        ("round", 10, "Round cannot be 10. Give a whole number from 1 to 9."),
        ("token", 1, "Token cannot be 1. Choose one of: -1, 0."),
    ],
)
def test_what_is_no_fact_or_none_of_its_values_is_refused(key: str, value: FactValue, told: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        with_facts("Shells", FIELDS, {"round": 4, key: value})
    assert said((caught.value.rule, caught.value.reason)) == ("host", told)
