"""Tables for a terminal: no cell touches the next, however long it is and whatever its letters are."""

from __future__ import annotations

from companion.cli.columns import in_columns


def test_columns_are_as_wide_as_their_widest_cell_with_a_gap() -> None:
    assert in_columns([("a", 1, "x"), ("a long one", 1000, "y")], right=(1,)) == [
        "a              1  x",
        "a long one  1000  y",
    ]


def test_the_last_cell_of_a_row_makes_no_column_wider() -> None:
    told = in_columns([("id", "cannot be opened at all"), ("id 2", "x", "y")])
    assert told == ["id    cannot be opened at all", "id 2  x  y"]


def test_wide_letters_take_two_places_and_marks_none() -> None:
    assert in_columns([("李", "x"), ("ab", "x"), ("e\u0301", "x")]) == ["李  x", "ab  x", "e\u0301   x"]


def test_what_a_terminal_would_obey_is_counted_as_it_is_spelled() -> None:
    assert in_columns([("a\nb", "x"), ("abcd", "x")]) == ["a\\nb  x", "abcd  x"]
