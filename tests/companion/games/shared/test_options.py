"""Options of a new game: completed by their defaults, or refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import OptionField
from companion.games.errors import BadOption
from companion.games.shared.options import complete
from companion.language.message import say

FIELDS = (
    OptionField("players", say("Players"), ((3, say("3")), (2, say("2")))),
    OptionField("swaps", say("Swaps"), ((False, say("none")), (True, say("one each")))),
)


def test_what_is_not_chosen_has_its_default() -> None:
    assert complete("Shells", FIELDS, {}) == {"players": 3, "swaps": False}
    assert complete("Shells", FIELDS, {"players": 2}) == {"players": 2, "swaps": False}


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"seats": 3}, "Shells has no option 'seats'. It has: players, swaps."),
        ({"s" * 99: 3}, f"Shells has no option '{'s' * 40}'. It has: players, swaps."),
        ({"players": 4}, "Shells cannot be played with players 4. Choose one of: 3, 2 (S-001)."),
        ({"players": "2"}, "Shells cannot be played with players '2'. Choose one of: 3, 2 (S-001)."),
        ({"swaps": 1}, "Shells cannot be played with swaps 1. Choose one of: false, true (S-001)."),
    ],
)
def test_what_is_no_option_or_none_of_its_values_is_named_with_what_is(chosen: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption) as caught:
        complete("Shells", FIELDS, chosen, "S-001")
    assert str(caught.value) == told


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match=r"^Shells has no option 'players'\. It has: none\.$"):
        complete("Shells", (), {"players": 2})
