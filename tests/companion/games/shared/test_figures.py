"""Figures: shipped, typed by the owner, corrected by the host; what is shown, kept and said of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.errors import BadOption
from companion.games.shared.facts import FactField
from companion.games.shared.figures import TYPED, Figure, OwnerFigure, OwnerFigures
from companion.language.message import say
from tests.said import said

CARD = OwnerFigures(
    "owner/pearls.toml",
    say("card of pearls"),
    say("Pearls on the card"),
    (OwnerFigure("low", "pearls.low", say("Pearls for a low prize"), say("low prizes"), 0, 5),
     OwnerFigure("high", "pearls.high", say("Pearls for a high prize"), say("high prizes"), 1, 9)),
)  # fmt: skip
SHIPPED = {"low": Figure(2, "assumed", "nobody knows"), "high": Figure(4, "rulebook", "page 3")}
PRESENT = (SHIPPED["low"], SHIPPED["high"])
PATH = ("card", "3")


def test_the_owners_numbers_win_over_the_shipped_ones() -> None:
    assert CARD.read(SHIPPED, {}, PATH) == PRESENT
    assert CARD.read(SHIPPED, {"card": {"4": {"low": 1}}}, PATH) == PRESENT
    assert CARD.read(SHIPPED, {"card": {"3": {"low": 5}}}, PATH) == (Figure(5, "owner", TYPED), SHIPPED["high"])


@pytest.mark.parametrize(
    ("owner", "told"),
    [
        ({"card": 7}, "card is 7 in owner/pearls.toml, not a table of numbers. Delete that line."),
        ({"card": {"3": []}}, "3 is [] in owner/pearls.toml, not a table of numbers. Delete that line."),
        (
            {"card": {"3": {"high": 10}}},
            "The card of pearls's number for high prizes is 10 in owner/pearls.toml. "
            "Write a whole number from 1 to 9, or delete the line.",
        ),
        (
            {"card": {"3": {"low": True}}},
            "The card of pearls's number for low prizes is True in owner/pearls.toml. "
            "Write a whole number from 0 to 5, or delete the line.",
        ),
        (
            {"card": {"3": {"lwo": 1}}},
            "The card of pearls has no number 'lwo', which stands in owner/pearls.toml. "
            "It has: low, high. Rename that line, or delete it.",
        ),
    ],
)
def test_an_owners_file_that_cannot_be_used_is_told_with_what_to_do(owner: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption) as caught:
        CARD.read(SHIPPED, owner, PATH)
    assert str(caught.value) == told


def test_what_the_host_gives_is_confirmed_shown_and_kept_where_it_is_read_from() -> None:
    facts = {"pearls.low": 2, "round": 3}
    corrected = CARD.corrected(PRESENT, facts)
    assert corrected == (Figure(2, "owner", TYPED), SHIPPED["high"])
    assert said(list(CARD.fact_fields(corrected))) == said(
        [
            FactField(
                "pearls.low",
                say("Pearls for a low prize"),
                say("card of pearls"),
                2,
                0,
                5,
                status="owner",
                short=say("low prizes"),
            ),
            FactField(
                "pearls.high",
                say("Pearls for a high prize"),
                say("card of pearls"),
                4,
                1,
                9,
                status="rulebook",
                short=say("high prizes"),
            ),
        ]
    )
    kept = CARD.owner_file(facts, PATH)
    assert kept == {"card": {"3": {"low": 2}}}
    assert CARD.read(SHIPPED, kept, PATH) == corrected
    assert CARD.owner_file({"round": 3}, PATH) == {}


def test_assumed_figures_are_said_and_confirmed_ones_are_not() -> None:
    assert said(CARD.assumed(PRESENT)) == ("Pearls on the card are assumed: low prizes 2.",)
    assert CARD.assumed(CARD.corrected(PRESENT, {"pearls.low": 2})) == ()


def test_a_figure_without_a_source_is_written_without_one() -> None:
    # Positions hold figures, and saved games know positions by their hash: see test_kept.
    assert msgspec.json.encode(Figure(2, "assumed")) == b'{"value":2,"status":"assumed"}'
    assert msgspec.json.encode(SHIPPED["high"]) == b'{"value":4,"status":"rulebook","source":"page 3"}'
