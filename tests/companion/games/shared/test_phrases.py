"""Lists, numbers of things, and names of seats, as sentences have them."""

from __future__ import annotations

import pytest

from companion.games.core import seat_name
from companion.games.shared.phrases import counted, listing, plural
from companion.games.shared.seats import SEAT_COLOURS


@pytest.mark.parametrize(
    ("words", "text"),
    [(["Ann"], "Ann"), (["Ann", "Ben"], "Ann and Ben"), (["Ann", "Ben", "Cleo"], "Ann, Ben and Cleo")],
)
def test_words_are_listed_as_in_a_sentence(words: list[str], text: str) -> None:
    assert listing(words) == text


def test_one_thing_is_called_otherwise_than_none_or_several() -> None:
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [counted(number, "die lies", "dice lie") for number in (1, 3)] == ["1 die lies", "3 dice lie"]
    assert [plural(number, "is", "are") for number in (0, 1, 2)] == ["are", "is", "are"]


def test_a_seat_has_its_name_or_its_number_and_a_light_of_its_own() -> None:
    assert [seat_name(("Ann", "Ben"), seat) for seat in range(3)] == ["Ann", "Ben", "Seat 3"]
    assert len(set(SEAT_COLOURS)) == 6
