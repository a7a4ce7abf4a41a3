"""Flags for the options of the game on a command line: which there are, what they say, and what a game has not."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any, cast

import click
import pytest

from companion.cli.game_options import MOST_VALUES, GameCommand, with_game_options
from companion.cli.names import GAME
from companion.games.core import OptionField
from companion.games.deal import CARDS
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.language.message import lone, say
from tests.companion.commands import call
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.game import SealedBid

FIELDS = (
    OptionField("players", say("Players"), ((2, say("two")), (3, say("three")))),
    OptionField(
        "sea_state",
        say("The sea"),
        (("calm", say("calm")), ("rough", say("rough"))),
        say("It tosses the boats."),
        is_rare=True,
    ),
    OptionField("with_fog", say("Fog"), ((False, say("none")), (True, say("all day")))),
    OptionField("no_wind", say("Wind"), ((True, say("nobody sails")),)),
    OptionField("berth", say("Berth"), tuple((number, lone(number)) for number in range(MOST_VALUES + 1))),
    OptionField("seed", say("Seed"), ((1, say("one")), (2, say("two")))),
    CARDS,
)


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    """`sealed_bid` as if it had these options, and beside it another game with an option of its own."""
    other = SealedBid()
    monkeypatch.setattr(other, "title", "Other", raising=False)
    monkeypatch.setattr(
        other, "options", lambda: (OptionField("tide", say("Tide"), (("low", say("low")), ("high", say("high")))),)
    )
    monkeypatch.setattr(SEALED_BID, "options", lambda: FIELDS)
    monkeypatch.setitem(cast("MutableMapping[str, AnyGame]", GAMES), "other", other)


def typed(*arguments: str) -> Mapping[str, Any]:
    """What a command is given for this line; `click.UsageError` where it cannot be read."""
    found: dict[str, Any] = {}

    @click.command(cls=GameCommand)
    @click.argument("game", type=GAME)
    @click.option("--seed", type=int)
    @with_game_options
    def command(**given: Any) -> None:
        found.update(given)

    command.main(list(arguments), standalone_mode=False)
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        ("sealed_bid", "--players", "3", "--with-fog", "--sea-state", "rough"),
        ("--players", "3", "--sea-state", "rough", "--with-fog", "sealed_bid"),
        ("--players=3", "sealed_bid", "--with-fog", "--sea-state=rough"),
    ],
)
def test_each_option_of_the_game_is_a_flag_wherever_the_game_stands(arguments: tuple[str, ...]) -> None:
    given = typed(*arguments)
    assert given["typed"] == {"players": "3", "with_fog": "true", "sea_state": "rough"}
    assert (given["game"], given["seed"], given["others"]) == ("sealed_bid", None, ())


def test_what_is_not_typed_is_left_to_the_game() -> None:
    assert typed("sealed_bid")["typed"] == {}
    assert typed("other", "--tide", "high")["typed"] == {"tide": "high"}


def test_yes_and_no_are_flags_without_a_value() -> None:
    assert typed("sealed_bid", "--no-with-fog", "--no-wind")["typed"] == {"with_fog": "false", "no_wind": "true"}
    with pytest.raises(click.NoSuchOption):
        typed("sealed_bid", "--no-no-wind")


def test_values_are_left_to_the_game_to_judge() -> None:
    """So a list that none of the values names, or `every`, gets through."""
    assert typed("sealed_bid", "--players", "2,3")["typed"] == {"players": "2,3"}


def test_an_option_called_as_one_of_the_command_is_that_of_the_command() -> None:
    assert (typed("sealed_bid", "--seed", "7")["seed"], typed("sealed_bid", "--seed", "7")["typed"]) == (7, {})


def test_what_the_game_has_not_is_answered_with_what_it_has() -> None:
    own = "--players, --sea-state, --with-fog, --no-wind, --berth"
    with pytest.raises(click.NoSuchOption) as refused:
        typed("sealed_bid", "--tide", "high")
    assert refused.value.format_message() == f"Sealed Bid has no option --tide. It has: {own}."
    with pytest.raises(click.NoSuchOption) as refused:
        typed("--playres", "3", "sealed_bid")
    assert refused.value.format_message() == (
        f"Sealed Bid has no option --playres. It has: {own}. Did you mean '--players'?"
    )
    with pytest.raises(click.NoSuchOption, match=r"^Other has no option --cards\. It has: --tide\.$"):
        typed("other", "--cards", "own")


@pytest.mark.parametrize("arguments", [("--tide", "high"), ("--players", "3")])
def test_without_a_game_that_there_is_it_is_the_game_that_is_asked_for(arguments: tuple[str, ...]) -> None:
    with pytest.raises(click.MissingParameter):
        typed(*arguments)
    with pytest.raises(click.BadParameter, match="'chess' is not one of"):
        typed("chess", *arguments)


def test_the_help_of_a_command_has_what_is_usual_in_each_game_and_that_of_a_game_all_of_it() -> None:
    text = " ".join(call("simulate", "--help").output.split())
    assert "Options of Sealed Bid, all with sealed_bid --help: --players 2|3 Players. Default: two." in text
    assert "--sea-state" not in text
    assert "Options of Other: --tide low|high Tide. Default: low." in text
    text = " ".join(call("simulate", "sealed_bid", "--help").output.split())
    assert "--sea-state calm|rough The sea. It tosses the boats. Default: calm." in text
    assert "--with-fog / --no-with-fog Fog. Default: none." in text
    assert "--no-wind Wind. Nobody sails." in text
    assert "--berth VALUE Berth. Default: 0." in text
    assert "Options of Other" not in text
    assert "--cards" not in text
