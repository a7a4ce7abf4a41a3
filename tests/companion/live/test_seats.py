"""Names fit to show, and who waits for a seat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.live.requests import Asking
from companion.live.seats import LONGEST_NAME, MOST_ASKING, WaitingList, clean_name
from companion.runtime.look_alikes import look_of
from companion.runtime.text import odd_sign


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria\n", "Ana Maria"),
        ("", "Player 3"),
        (" \u00a0\u2003\t", "Player 3"),
        ("\u202eevil", "evil"),  # would turn the writing direction of everything after it
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("\ud800", "Player 3"),  # half a character
        ("Zoë", "Zoë"),
        ("小明", "小明"),
        ("<b>&\"'", "<b>&\"'"),  # the pages escape
        ("Zo" + "\u0301" * 40, "Z\u00f3" + "\u0301" * 4),
        ("a\u200db 👩\u200d👧", "ab 👩\u200d👧"),
        ("x" * 23 + "👩\u200d👧", "x" * 23 + "👩"),
        ("x" * 25, "x" * 24),
        ("x" * 23 + "  y", "x" * 23),
    ],
)
def test_a_name_is_cleaned(raw: str, shown: str) -> None:
    assert clean_name(raw, 2, []) == shown


def test_a_name_that_is_taken_gets_a_number() -> None:
    taken = ["Ana", "Ana 2"]
    assert clean_name("Ana", 0, taken) == "Ana 3"
    assert clean_name("x" * 24, 0, ["x" * 24]) == "x" * 21 + " 2"
    assert clean_name("", 1, ["Player 2"]) == "Player 2 2"


def test_names_that_look_the_same_are_the_same() -> None:
    assert clean_name("A\u03bda", 0, ["Ava"]) == "A\u03bda 2"
    assert clean_name("AI", 0, ["Al"]) == "AI 2"
    assert clean_name("Вова", 0, ["Boba"]) == "Вова"
    assert clean_name("Zoe\u0308", 0, ["Zo\u00eb"]) == "Zo\u00eb 2"


@given(raw=st.text(st.characters(), max_size=60), taken=st.lists(st.text(max_size=24), max_size=5))
def test_every_name_can_be_shown_and_is_unlike_the_others(raw: str, taken: list[str]) -> None:
    name = clean_name(raw, 0, taken)
    assert 1 <= len(name) <= LONGEST_NAME
    assert look_of(name) not in map(look_of, taken)
    assert name == name.strip()
    assert odd_sign(name, has_lines=False) is None
    name.encode()


def test_those_who_wait_are_listed_first_come_first() -> None:
    waiting = WaitingList()
    assert waiting.of(1) == ()
    assert waiting.add(1, "Ana", "a")
    assert waiting.add(1, "Ben", "b")
    assert waiting.add(0, "Cleo", "c")
    assert waiting.of(1) == (Asking("1", "Ana"), Asking("2", "Ben"))
    assert waiting.find(1, "2") == ("Ben", "b")
    assert waiting.find(1, "3") is None
    assert waiting.find(0, "2") is None
    waiting.drop(1, "1")
    assert waiting.of(1) == (Asking("2", "Ben"),)
    waiting.clear(1)
    assert waiting.of(1) == ()
    assert waiting.of(0) == (Asking("3", "Cleo"),)


def test_who_asks_twice_waits_once() -> None:
    waiting = WaitingList()
    for _ in range(MOST_ASKING + 5):
        assert waiting.add(0, "Ana", "a")
    assert len(waiting.of(0)) == 1


def test_so_many_wait_and_no_more() -> None:
    waiting = WaitingList()
    added = [waiting.add(0, "Ana", f"key {number}") for number in range(MOST_ASKING + 2)]
    assert added == [True] * MOST_ASKING + [False, False]
    assert waiting.add(1, "Ana", "another seat")
