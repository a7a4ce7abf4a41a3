"""Options of a new game, checked: each is one of the game's `OptionField`s, with a value that its field lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.core import OptionField
from companion.games.errors import BadOption
from companion.language.message import names, say
from companion.language.values import Name

LONGEST_QUOTED = 40
"""More characters than that of a wrong name are not repeated."""


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
