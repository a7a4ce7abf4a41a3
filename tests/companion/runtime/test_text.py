"""What of a text is shown: cleaned where somebody types it, named where it stands in a file, spelled in a terminal.

Expected signs are those of Unicode 14 (UnicodeData.txt, emoji-zwj-sequences.txt); names in other scripts are real ones.
"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.runtime.text import cut, is_blank, odd_sign, printable, spelled

HONEST = (
    *("Ольга", "محمد", "李小龍", "Zoe\u0308", "Zoë", "नमस्ते", "क्\u200dष", "می\u200cخواهم", "שָׁלוֹם", "བསྒྲུབས", "Nguyễn Thị"),
    *(
        "👩\u200d👩\u200d👧 Ana",
        "👍🏽",
        "👩🏽\u200d⚕\ufe0f",
        "🏳\ufe0f\u200d🌈",
        "🇩🇪",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "葛\U000e0100城",
    ),
    "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
)


@pytest.mark.parametrize("name", HONEST)
def test_honest_names_of_any_script_and_pictures_stay_as_they_are(name: str) -> None:
    assert odd_sign(name, has_lines=False) is None
    assert printable(name) == unicodedata.normalize("NFC", name)
    assert spelled(name) == name


@pytest.mark.parametrize(
    ("text", "name", "kept"),
    [
        ("Rise \u202eTide", "U+202E (right-to-left override)", "Rise Tide"),
        ("\u2067x", "U+2067 (right-to-left isolate)", "x"),
        ("Ti\u200bde", "U+200B (zero width space)", "Tide"),
        ("\u0007Cinder\x1b[31m", "U+0007 (bell)", "Cinder[31m"),
        ("a\u2028b", "U+2028 (line separator)", "a b"),
        ("Ti\u00adde", "U+00AD (soft hyphen)", "Tide"),
        ("Tim\u3164", "U+3164 (hangul filler)", "Tim"),
        ("Tim\ufe0f", "U+FE0F (variation selector-16)", "Tim"),
        ("a\u200db", "U+200D (zero width joiner)", "ab"),
        ("👩\u200d", "U+200D (zero width joiner)", "👩"),
        ("\U000e0041x", "U+E0041 (tag latin capital letter a)", "x"),
        ("\ue000x", "U+E000", "x"),
        ("\ufeffx", "U+FEFF (zero width no-break space)", "x"),
        ("Z" + "\u0327" * 9, "U+0327 (combining cedilla)", "Z" + "\u0327" * 4),
        (" \u0301x", "U+0301 (combining acute accent)", "x"),
    ],
)
def test_what_nobody_sees_or_what_acts_on_the_rest_is_named_and_taken_out(text: str, name: str, kept: str) -> None:
    odd = odd_sign(text)
    assert odd is not None
    assert odd.name == name
    assert odd.is_mark is name.startswith(("U+03", "U+0301", "U+0327"))
    assert printable(text) == kept
    assert text[odd.at] not in spelled(text) or odd.is_mark


def test_lines_may_be_broken_in_a_text_and_not_in_a_name() -> None:
    assert odd_sign("one\n\ttwo") is None
    odd = odd_sign("one\ntwo", has_lines=False)
    assert odd is not None
    assert (odd.at, odd.name) == (3, "U+000A (line break)")
    assert odd_sign("one\rtwo") is not None


@pytest.mark.parametrize("text", [" ", "\u200b", "\u3164", "\u2800 \n", "\u0301"])
def test_a_text_that_shows_nothing_is_blank(text: str) -> None:
    assert is_blank(text)


def test_no_text_at_all_is_not_blank() -> None:
    assert not is_blank("")
    assert not is_blank("·")


def test_of_a_picture_that_is_cut_nothing_unseen_is_left() -> None:
    assert cut("ab👩\u200d👧", 4) == "ab👩"


@given(st.text(max_size=30))
def test_what_is_cleaned_is_sound_and_is_cleaned_once_for_all(raw: str) -> None:
    kept = printable(raw)
    assert odd_sign(kept, has_lines=False) is None
    assert printable(kept) == kept
    assert kept == kept.strip()
