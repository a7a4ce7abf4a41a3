"""Options of a new game as they are typed: read, refused with what is allowed, and completed by what fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.core import OptionField
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.games.offers import combinations, completed
from companion.games.option_text import fitting, option_text, options_text, parse_option, read_options, settle
from companion.language.message import say
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import BidState

FIELDS = (
    OptionField("mode", say("Mode"), (("alone", say("alone")), ("pairs", say("in pairs")))),
    OptionField("players", say("Players"), ((3, say("3")), (2, say("2")), (4, say("4")))),
    OptionField("swaps", say("Swaps"), ((False, say("no swaps")), (True, say("swaps"))), needs=(("mode", "pairs"),)),
    OptionField("place", say("Place"), (("", say("as usual")), ("left", say("on the left"))), is_rare=True),
)
SEATS = {"alone": (2, 3), "pairs": (4,)}


class Modes(SealedBid):
    """Sealed bids, but with more to choose: what is chosen changes nothing but who may play."""

    def options(self) -> tuple[OptionField, ...]:
        return FIELDS

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
        if options.get("players", 3) not in SEATS[options.get("mode", "alone")]:
            raise BadOption(say("not so many"))
        return super().new_game({}, owner)


class NoOptions(SealedBid):
    """Sealed bids with nothing to choose."""

    def options(self) -> tuple[OptionField, ...]:
        return ()


GAME: AnyGame = Modes()


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (False, "false"), (3, "3"), ("own", "own"), ("", ""), (["A", "B"], "A,B")]
)
def test_values_are_written_so(value: object, text: str) -> None:
    assert option_text(value) == text


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (FIELDS[0], " pairs ", "pairs"),
        (FIELDS[1], "2", 2),
        (FIELDS[2], "true", True),
        (FIELDS[2], "false", False),
        (FIELDS[3], "", ""),
    ],
)
def test_a_text_is_read_as_its_value(field: OptionField, text: str, value: object) -> None:
    read = parse_option(field, text)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_every_value_is_read_from_its_own_text(field: OptionField) -> None:
    assert [parse_option(field, option_text(value)) for value, _ in field.choices] == [v for v, _ in field.choices]


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        (FIELDS[1], "5", "Players (players) cannot be '5'. Choose one of: 3, 2, 4."),
        (FIELDS[1], "two", "Players (players) cannot be 'two'. Choose one of: 3, 2, 4."),
        (FIELDS[2], "1", "Swaps (swaps) cannot be '1'. Choose one of: false, true."),
        (FIELDS[2], "True", "Swaps (swaps) cannot be 'True'. Choose one of: false, true."),
        (FIELDS[3], "up", "Place (place) cannot be 'up'. Choose one of: \"\" (as usual), left."),
        (FIELDS[0], "x" * 1000, f"Mode (mode) cannot be '{'x' * 40}'. Choose one of: alone, pairs."),
    ],
)
def test_another_text_is_refused_with_what_is_allowed(field: OptionField, text: str, told: str) -> None:
    with pytest.raises(BadOption) as refused:
        parse_option(field, text)
    assert str(refused.value) == told


def test_an_option_that_the_game_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(BadOption, match=r"Sealed Bid has no option 'mod'\. It has: mode, players, swaps, place"):
        read_options(GAME, {"mod": "pairs"})
    with pytest.raises(BadOption, match=r"has no option 'mode'\. It has: none"):
        read_options(NoOptions(), {"mode": "pairs"})


def test_what_needs_another_value_is_left_out_at_its_default_and_refused_otherwise() -> None:
    assert settle(GAME, {"mode": "pairs", "swaps": True}) == {"mode": "pairs", "swaps": True}
    assert settle(GAME, {"mode": "alone", "swaps": False, "place": "left"}) == {"mode": "alone", "place": "left"}
    for chosen in ({"mode": "alone", "swaps": True}, {"swaps": True}):
        with pytest.raises(BadOption) as refused:
            settle(GAME, chosen)
        assert str(refused.value) == (
            "Swaps (swaps) cannot be 'true' here: it means something only with Mode (mode) “in pairs”. "
            "Choose that, or leave swaps out."
        )
    assert fitting(GAME, {"mode": "alone", "swaps": True}) == {"mode": "alone"}


def test_the_combinations_are_those_that_the_rules_accept() -> None:
    assert combinations(GAME) == (
        {"mode": "alone", "players": 3},
        {"mode": "alone", "players": 2},
        {"mode": "pairs", "players": 4},
    )
    assert combinations(SealedBid()) == ({"players": 3}, {"players": 2}, {"players": 4})
    assert combinations(NoOptions()) == ({},)


@pytest.mark.parametrize(
    ("chosen", "whole"),
    [
        ({}, {"mode": "alone", "players": 3}),
        ({"mode": "pairs"}, {"mode": "pairs", "players": 4}),
        ({"players": 2}, {"mode": "alone", "players": 2}),
        ({"players": 4, "place": "left"}, {"mode": "pairs", "players": 4, "place": "left"}),
        ({"mode": "pairs", "players": 2}, {"mode": "pairs", "players": 2}),
        ({"players": 9}, {"players": 9}),
    ],
)
def test_mode_and_players_are_completed_by_what_fits(chosen: dict[str, Any], whole: dict[str, Any]) -> None:
    assert completed(GAME, chosen) == whole


def test_options_are_told_in_one_line() -> None:
    assert options_text({"mode": "teams", "players": 5, "swaps": True}) == "mode teams, players 5, swaps true"
