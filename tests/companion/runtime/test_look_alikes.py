"""Names that look like others, and what the pages call a role. Pairs are those of Unicode's confusables."""

from __future__ import annotations

import pytest

from companion.runtime.look_alikes import is_a_role, look_of


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Seat 2",
            "seat\u00a02",
            "\u0405eat 2",
            "S\u0435\u0430t 2",
            "Ｓｅａｔ ２",
            "Seat ٢",
            "seat",
            "Player 10",
            "P1ayer",
        ),
        *("host", "the host", "The \u041dost", "ʜᴏꜱᴛ", "🇭🇴🇸🇹", "🅗🅞🅢🅣", "\U0001d573ost", "ho\u0323st", "h\u0585st"),
        *(
            "companion",
            "the \u0421ompanion",
            "dealer",
            "The dealer!",
            "bots",
            "You",
            "y\u03bfu",
            "everyone",
            "No one",
            "Both",
            "All Players",
            "ꓢeat 1",
        ),
    ],
)
def test_a_role_is_one_in_whatever_letters_it_is_written(name: str) -> None:
    assert is_a_role(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Ghost", "Seatbelt", "Hostess", "Dealers", "Playerone", "Your", "Youssef", "Ольга", "Хост", "Бот", "Вова"),
        *("Høst", "Höst", "محمد", "李", "", "🎲", "Everett", "Nobo", "Camera Obscura", "Seaton"),
    ],
)
def test_a_name_that_only_has_a_role_in_it_is_none(name: str) -> None:
    assert not is_a_role(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "\u0410d\u0430"), ("Al", "AI"), ("Ada", "Ａｄａ"), ("Ava", "A\u03bda"), ("O1", "\u041e|")],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Вова", "Boba"), ("Ada", "ada"), ("Zoë", "Zoe"), ("Ada 2", "Ada 3")])
def test_names_that_look_different_are_not(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)
