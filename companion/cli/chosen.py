"""What was typed of a game's options, brought to what the game takes, for every command that begins games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import CompanionError
from companion.games.deal import CARDS
from companion.games.game import AnyGame
from companion.games.offers import COURSE, combinations, completed
from companion.games.option_text import find_option, fitting, read_options, settle

EVERY = "every"
"""As a mode or a number of players: each mode with each number of players that fits what else was typed."""


class Mistyped(CompanionError, ValueError):
    """Options that a command line cannot have so; the text says which, and how to write them."""


def typed_options(typed: Mapping[str, str], others: tuple[str, ...]) -> dict[str, str]:
    """The options that were typed, by their keys: those by flags of their own, and those by `-o`.

    Raises `Mistyped` for one without a value, or typed twice.
    """
    every = dict(typed)
    for other in others:
        key, sign, value = other.partition("=")
        key = key.strip()
        if not sign or not key:
            raise Mistyped(f"-o {other!r} cannot be read. Write it as -o KEY=VALUE, such as -o players=4.")
        if key == CARDS.key:
            raise Mistyped(
                "Which cards are played with is chosen by --cards, where the command has it. Leave out -o cards."
            )
        if key in every:
            raise Mistyped(f"The option {key} is given twice. Leave one out.")
        every[key] = value
    return every


def chosen_options(game: AnyGame, typed: Mapping[str, str]) -> dict[str, Any]:
    """The options of one new game, its mode and players settled. Raises `BadOption` for what the game has not."""
    return settle(game, completed(game, _values(game, typed)))


def chosen_runs(game: AnyGame, typed: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """The options of each run of a simulation: one, or one a mode and number of players where either is `every`.

    What is not chosen is drawn for each game, mode and players too, but where either is `every`. Then options
    that mean nothing in a mode are left out there; a game without modes has one. Raises `BadOption` for what the game
    has not, and `Mistyped` for a number of players that no mode has.
    """
    if all(typed.get(key) != EVERY for key in COURSE):
        return (settle(game, _values(game, typed)),)
    values = _values(game, {key: text for key, text in typed.items() if key not in COURSE or text != EVERY})
    offers = [each for each in combinations(game) if all(values.get(key, each[key]) == each[key] for key in each)]
    if not offers:
        raise Mistyped(f"{game.title} is not played by {values.get('players')} in any mode. Choose another number.")
    return tuple(fitting(game, {**offer, **values}) for offer in offers)


def _values(game: AnyGame, typed: Mapping[str, str]) -> dict[str, Any]:
    """What was typed as values; several joined by commas are a list, for the game itself to judge."""
    lists = {key: text.split(",") for key, text in typed.items() if "," in text and find_option(game, key)}
    return {**read_options(game, {key: text for key, text in typed.items() if key not in lists}), **lists}
