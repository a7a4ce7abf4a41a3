"""Options of a new game: how a game's options.toml says them, and what is chosen, checked against what each lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.games.core import OptionField, Seat
from companion.games.errors import BadOption
from companion.games.shared.files import read_as
from companion.language.message import NOTHING, Message, lone, names, say, written
from companion.language.values import Name

LONGEST_QUOTED = 40
"""More characters than that of a wrong name are not repeated."""


class OptionValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"value": "is"}):
    """What an option may be, and what is said of it."""

    value: Any
    label: str
    house_rule: str = ""
    """What the prompt says of a game with that value, where it is not the default."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a new game, as options.toml has it: its default is the first value."""

    label: str
    values: tuple[OptionValue, ...]
    help: str = ""
    side: str = ""
    """What `help` speaks of, for a game that fills its gaps."""
    is_rare: bool = False
    needs: dict[str, Any] = {}

    @property
    def allowed(self) -> tuple[Any, ...]:
        """What it may be, its default first."""
        return tuple(each.value for each in self.values)

    def field(self, key: str, help_words: Message | None = None) -> OptionField:
        """How it is asked; with `help_words` in place of its help where a game fills the gaps of it."""
        choices = tuple((each.value, written(each.label)) for each in self.values)
        help_words = help_words or (written(self.help) if self.help else NOTHING)
        return OptionField(key, written(self.label), choices, help_words, self.is_rare, tuple(self.needs.items()))


def read_options(package: str) -> dict[str, Option]:
    """The options of a game's options.toml by their keys. Raises `BadData`."""
    return read_as(package, "options.toml", dict[str, Option])


def option_fields(package: str, seats: Sequence[Seat]) -> tuple[OptionField, ...]:
    """How many play, the usual number first, and what else a game's options.toml lists. Raises `BadData`."""
    players = OptionField("players", say("Players"), tuple((each, lone(each)) for each in seats))
    return (players, *(each.field(key) for key, each in read_options(package).items()))


def complete(title: str, fields: Sequence[OptionField], chosen: Mapping[str, Any], rule: str = "") -> dict[str, Any]:
    """The value of every option, its default where none is chosen.

    Raises `BadOption` for an option that is no field, or a value that its field does not list; `rule` is the one that
    lists the values. What goes with what stays the game's to say.
    """
    allowed = {field.key: [value for value, _ in field.choices] for field in fields}
    for option, value in chosen.items():
        if option not in allowed:
            raise unknown_option(title, option, allowed)
        check_value(title, option, value, allowed[option], rule)
    return {**{option: values[0] for option, values in allowed.items()}, **chosen}


def check_value(title: str, option: str, value: object, allowed: Iterable[Any], rule: str = "") -> None:
    """Return nothing; raise `BadOption` where an option is none of these values, of their type: 1 is not True."""
    values = list(allowed)
    if not any(value == each and type(value) is type(each) for each in values):
        known = names((str(each).lower() if isinstance(each, bool) else str(each) for each in values), ",")
        game, key, wrong = Name(title), Name(option), Name(repr(value))
        raise BadOption(
            say(
                "{game} cannot be played with {option} {value}. Choose one of: {known} ({rule}).",
                game=game,
                option=key,
                value=wrong,
                known=known,
                rule=Name(rule),
            )
            if rule
            else say(
                "{game} cannot be played with {option} {value}. Choose one of: {known}.",
                game=game,
                option=key,
                value=wrong,
                known=known,
            )
        )


def unknown_option(title: str, option: str, known: Iterable[str]) -> BadOption:
    """What to raise for an option that the game of this title does not have; `known` are those that it has."""
    quoted, listed = Name(repr(option[:LONGEST_QUOTED])), list(known)
    if not listed:
        return BadOption(say("{game} has no option {option}. It has: none.", game=Name(title), option=quoted))
    return BadOption(
        say(
            "{game} has no option {option}. It has: {known}.", game=Name(title), option=quoted, known=names(listed, ",")
        )
    )
