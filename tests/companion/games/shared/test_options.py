"""Options of a new game: completed by their defaults, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.core import OptionField
from companion.games.errors import BadData, BadOption
from companion.games.shared.options import complete, option_fields
from companion.language.message import NOTHING, lone, say
from tests.companion.games.shared.packages import package_with

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


SWAPS = """
[swaps]
label = "Swaps"
help = "One each is usual."
is_rare = true
needs = { players = 3 }
values = [
    { is = false, label = "none" },
    { is = true, label = "one each" },
]
"""


def test_labels_and_values_stand_in_a_file(tmp_path: Path) -> None:
    with package_with(tmp_path, {"options.toml": SWAPS}) as package:
        players, swaps = option_fields(package, (3, 2))
    assert players == OptionField("players", say("Players"), ((3, lone(3)), (2, lone(2))), NOTHING)
    choices = ((False, say("none")), (True, say("one each")))
    help_words = say("One each is usual.")
    assert swaps == OptionField("swaps", say("Swaps"), choices, help_words, is_rare=True, needs=(("players", 3),))


def test_an_option_that_is_spelled_otherwise_is_named_with_its_file(tmp_path: Path) -> None:
    files = {"options.toml": SWAPS.replace("is_rare", "rare")}
    with package_with(tmp_path, files) as package, pytest.raises(BadData) as caught:
        option_fields(package, (2,))
    told = f"{package}/data/options.toml: Object contains unknown field `rare` - at `$[...]`. Put that entry right."
    assert str(caught.value) == told
