"""Options of a new game as people write them: on a form, or on a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.core import OptionField
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.games.shared.options import LONGEST_QUOTED, unknown_option
from companion.language.message import Message, listing, lone, say
from companion.language.values import Name


def option_text(value: object) -> str:
    """A value as it is written: `true` and `false`, numbers by their digits, several values joined by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(option_text, value))
    return str(value)


def options_text(options: Mapping[str, Any]) -> str:
    """Options in one line for a report, such as "mode teams, players 5"."""
    return ", ".join(f"{key} {option_text(value)}" for key, value in options.items())


def parse_option(field: OptionField, text: str) -> Any:
    """The value of an option that is written so. Raises `BadOption` naming option, text and what is allowed."""
    wanted = text.strip()
    for value, _ in field.choices:
        if option_text(value) == wanted:
            return value
    allowed = (
        lone(Name(option_text(value))) if option_text(value) else say('"" ({label})', label=label)
        for value, label in field.choices
    )
    raise BadOption(
        say(
            "{label} ({key}) cannot be {value}. Choose one of: {allowed}.",
            label=field.label,
            key=Name(field.key),
            value=Name(repr(wanted[:LONGEST_QUOTED])),
            allowed=listing(allowed, ","),
        )
    )


def find_option(game: AnyGame, key: str) -> OptionField:
    """The option of a game that is called so. Raises `BadOption` naming those that it has."""
    fields = {field.key: field for field in game.options()}
    if key not in fields:
        raise unknown_option(game.title, key, fields)
    return fields[key]


def read_options(game: AnyGame, typed: Mapping[str, str]) -> dict[str, Any]:
    """The values of the options typed. Raises `BadOption` for an option the game lacks, or a value it cannot have."""
    return {key: parse_option(find_option(game, key), text) for key, text in typed.items()}


def is_needed(field: OptionField, fields: Sequence[OptionField], chosen: Mapping[str, Any]) -> bool:
    """Whether an option means something beside the others chosen; what is not chosen has its default."""
    defaults = {each.key: each.choices[0][0] for each in fields}
    return all(chosen.get(key, defaults.get(key)) == value for key, value in field.needs)


def fitting(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that mean something beside one another; the others are left out."""
    fields = game.options()
    idle = {field.key for field in fields if not is_needed(field, fields, chosen)}
    return {key: value for key, value in chosen.items() if key not in idle}


def settle(game: AnyGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The same options without defaults of those that mean nothing beside the others.

    Raises `BadOption` where one off its default means nothing.
    """
    fields = game.options()
    for field in fields:
        if field.key in chosen and chosen[field.key] != field.choices[0][0] and not is_needed(field, fields, chosen):
            raise BadOption(
                say(
                    "{label} ({key}) cannot be {value} here: it means something only with {needed}. "
                    "Choose that, or leave {key} out.",
                    label=field.label,
                    key=Name(field.key),
                    value=Name(repr(option_text(chosen[field.key]))),
                    needed=listing(_needed(fields, *need) for need in field.needs),
                )
            )
    return fitting(game, chosen)


def _needed(fields: Sequence[OptionField], key: str, value: Any) -> Message:
    """Another option with the value that is needed, in words."""
    other = next(each for each in fields if each.key == key)
    label = next((words for known, words in other.choices if known == value), Name(option_text(value)))
    return say("{option} ({key}) “{label}”", option=other.label, key=Name(other.key), label=label)
