"""The form of a new game, made from the options that the game offers, and what comes back from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from companion.games.core import OptionField
from companion.games.deal import CARDS, DEALT
from companion.games.game import AnyGame
from companion.games.offers import combinations, completed
from companion.games.option_text import option_text, read_options, settle
from companion.language.message import Message
from web.http.speech import said

ASK, USUAL = "ask", "usual"
NO_OPTIONS = ("game", ASK, USUAL)
"""What a form sends beside the options."""
LONG: Final = 24
"""Letters that a list of values shows beside another option."""
FIRST = ("players", "mode")
"""Options that are chosen first: they say which game it is, and not how it is varied."""


class Value(msgspec.Struct, frozen=True):
    """One value of an option: as it is sent, and what it means."""

    text: str
    label: Message
    is_default: bool
    is_dealt: bool = False
    """That the companion deals, which it does not at a virtual table."""


class Option(msgspec.Struct, frozen=True):
    """One option as it is shown."""

    key: str
    label: Message
    help: Message
    values: tuple[Value, ...]
    needs: str
    """The options without which it means nothing, with their values, such as "mode=teams&players=5"; empty where it
    stands alone."""
    meanings: tuple[tuple[Message, tuple[Message, ...]], ...] = ()
    """Values by their labels, and what they stand for, a line each."""

    @property
    def is_long(self) -> bool:
        """Whether some value has more letters than half the width of the form has room for."""
        return any(len(said(value.label)) > LONG for value in self.values)

    def chosen(self, begun: Mapping[str, str]) -> str:
        """The value to begin with: that of the game that was begun so, or the default."""
        usual = next(value.text for value in self.values if value.is_default)
        chosen = begun.get(self.key, usual)
        return chosen if any(value.text == chosen for value in self.values) else usual


class NewGame(msgspec.Struct, frozen=True):
    """The form of one game."""

    name: str
    title: str
    common: tuple[Option, ...]
    rare: tuple[Option, ...]
    offers: tuple[dict[str, str], ...]
    """Which of these options go together; of those that are not named here, all do."""

    def has_rare(self, begun: Mapping[str, str]) -> bool:
        """Whether a game that was begun so has a rare option off its default."""
        return any(option.chosen(begun) != option.chosen({}) for option in self.rare)

    def varies(self, begun: Mapping[str, str]) -> bool:
        """Whether a game that was begun so is played otherwise than usual, whoever plays."""
        options = (option for option in (*self.common, *self.rare) if option.key not in (*FIRST, CARDS.key))
        return any(option.chosen(begun) != option.chosen({}) for option in options)


def new_games(games: Iterable[AnyGame]) -> tuple[NewGame, ...]:
    """A form for each game."""
    return tuple(_new_game(game) for game in games)


def as_sent(options: Mapping[str, Any]) -> dict[str, str]:
    """Options of a game as a form of theirs sends them."""
    return {key: option_text(value) for key, value in options.items()}


def chosen_options(game: AnyGame, form: Mapping[str, str]) -> dict[str, Any]:
    """The options in a form; a field left out or empty has its default. With `usual` all have but who plays, and cards.

    Raises `BadOption` for an option that the game lacks, or a value that it cannot have, or not beside the others.
    """
    typed = {key: text for key, text in form.items() if key not in NO_OPTIONS and text}
    if form.get(USUAL):
        typed = {key: text for key, text in typed.items() if key in (*FIRST, CARDS.key)}
    return settle(game, completed(game, read_options(game, typed)))


@cache  # a page is drawn at every act, and a game offers the same for ever
def _new_game(game: AnyGame) -> NewGame:
    fields = game.options()
    return NewGame(
        game.name,
        game.title,
        tuple(_option(field) for field in fields if not field.is_rare),
        tuple(_option(field) for field in fields if field.is_rare),
        tuple({key: option_text(value) for key, value in offer.items()} for offer in combinations(game)),
    )


def _option(field: OptionField) -> Option:
    default = field.choices[0][0]
    # Numbers are looked for in their order; the default among them is chosen already.
    are_numbers = all(type(value) is int for value, _ in field.choices)
    choices = sorted(field.choices, key=lambda choice: choice[0]) if are_numbers else field.choices
    is_about_cards = field.key == CARDS.key
    values = tuple(
        Value(option_text(value), label, value == default, is_about_cards and value == DEALT)
        for value, label in choices
    )
    needs = "&".join(f"{key}={option_text(value)}" for key, value in field.needs)
    labels = dict(field.choices)
    meanings = tuple((labels[value], lines) for value, lines in field.meanings)
    return Option(field.key, field.label, field.help, values, needs, meanings)
