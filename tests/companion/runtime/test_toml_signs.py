"""Signs in TOML that look right and are not, and those that nobody sees: each is named, with where it stands."""

from __future__ import annotations

import tomllib

import pytest

from companion.runtime.toml_text import parse_toml

BASE = "schema = 1\n"


def told(text: str) -> str:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        parse_toml(BASE + text)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "sign", "cure", "column"),
    [
        ("name = “Mine”", "“, U+201C (left double quotation mark),", "It is a curly quote: write the straight", 8),
        ('name = "Mine”', "”, U+201D (right double quotation mark),", "It is a curly quote", 13),
        ('names = ["a", "b”]\nx = 1', "”, U+201D (right double quotation mark),", "It is a curly quote", 17),
        ("name = 'Mine’  # so", "’, U+2019 (right single quotation mark),", "It is a curly quote", 13),
        ('name\u00a0= "Mine"', "U+00A0 (no-break space)", "It is a blank of another kind", 5),
        ("\u2003name = 1", "U+2003 (em space)", "It is a blank of another kind", 1),
        ("\u200bname = 1", "U+200B (zero width space)", "Nobody sees it: delete it", 1),
        ("positions = ３", "３, U+FF13 (fullwidth digit three),", "another script or width: write 3", 13),
        ("positions = ٣", "٣, U+0663 (arabic-indic digit three),", "another script or width: write 3", 13),
        ("positions = −3", "−, U+2212 (minus sign),", "It is a long dash: write the minus of the keyboard, -", 13),
        ("day = 2024–01–02", "–, U+2013 (en dash),", "It is a long dash", 11),
        ("key ＝ 3", "＝, U+FF1D (fullwidth equals sign),", "It is a wide sign: write =", 5),
        ("größe = 3", "ö, U+00F6 (latin small letter o with diaeresis),", "Put a text in quotes, and a key", 3),
    ],
)
def test_a_sign_that_looks_right_and_is_not_is_named_with_its_cure(
    text: str, sign: str, cure: str, column: int
) -> None:
    said = told(text)
    assert said.startswith(f"The sign {sign} is not read here. ")
    assert cure in said
    assert said.endswith(f" (at line 2, column {column})")


@pytest.mark.parametrize("text", ['name = "He said “hi” to', "x = ", 'x = "“sound”"\ny = '])
def test_other_faults_are_told_as_they_were(text: str) -> None:
    assert "sign" not in told(text)


def test_curly_quotes_within_a_text_are_read() -> None:
    assert parse_toml('x = "“so”"')["x"] == "“so”"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('x = "a\u202eb"', "line 2, column 7"),
        ('x = "a\\u202Eb"', "line 2, column 7"),
        ('y = 1\nx = ["a", "\\U0000202e"]', "line 3, column 12"),
        ('"\\u202e" = 1', "line 2, column 2"),
        ('x = """\na\nb \u202e"""', "line 4, column 3"),
        ('[[card]]\nname = "a"\n[[card]]\nname = "\u202e"', "line 5, column 9"),
    ],
)
def test_a_sign_that_nobody_sees_is_named_where_it_stands(text: str, place: str) -> None:
    assert told(text) == (
        "The sign U+202E (right-to-left override) cannot be shown. "
        f"Take it out, there and wherever else it stands (at {place})"
    )


def test_a_pile_of_marks_is_told_as_one() -> None:
    said = told('x = "Z' + "\u0327" * 9 + '"')
    assert said.startswith("The sign U+0327 (combining cedilla) is a mark too many on its letter, or has none.")
