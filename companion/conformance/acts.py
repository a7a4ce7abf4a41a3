"""The acts of a game as its classes say them: in the union, in a phase, in zones that there are, among the laws."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, get_args, get_type_hints

import msgspec

from companion.conformance.findings import Finding
from companion.conformance.source import Source, among
from companion.games.core import OFF_MAT, Action, is_zone, types_of
from companion.games.game import AnyGame
from companion.games.shared.machine import Acts, Moment, Phases

ANY: Final = "*"


def look(game: AnyGame, source: Source) -> Iterator[Finding]:
    """What is at odds between acts, phases and zones, as far as it can be told without playing."""
    yield from _look_at_union(game, source)
    yield from _look_at_phases(game, source)
    for act in types_of(game.action_type):
        yield from _look_at_zones(game, source, act)
        if act.sense == "rolled" and game.dice is None:
            text = (
                f"The act {act.__name__} is rolled, and the game has no part `dice`: no page and no tray tells of it."
            )
            yield Finding(
                source.of_class(act), text, "Give the game its `dice`, as OneRoll (companion/games/shared/die.py)."
            )


# --- acts and phases --------------------------------------------------------------------------------------------------


def _look_at_union(game: AnyGame, source: Source) -> Iterator[Finding]:
    listed = types_of(game.action_type)
    for act in _leaves(Action, source):
        if act not in listed:
            text = f"The act {act.__name__} is not in the union action_type, so it can be kept in no journal."
            yield Finding(source.of_class(act), text, "Add it to the union, or take the class out.")


def _look_at_phases(game: AnyGame, source: Source) -> Iterator[Finding]:
    groups = [each for each in _leaves(Acts, source) if hasattr(each, "acts")]
    for each in _leaves(Acts, source):
        if not hasattr(each, "acts"):
            text = f"{each.__name__} has no `acts`."
            yield Finding(source.of_class(each), text, "List there the acts that belong to it.")
    named = {act for each in groups for act in each.acts}
    for act in types_of(game.action_type) if groups else ():
        if act not in named:
            text = f"No phase names the act {act.__name__}."
            yield Finding(source.of_class(act), text, "Add it to the `acts` of the phase to which it belongs.")
    yield from _look_at_titles(game, source)


def _look_at_titles(game: AnyGame, source: Source) -> Iterator[Finding]:
    """Of a machine that lists its moments: phases that none of them has, and moments that no phase leads to."""
    if not isinstance(game.course, Phases):
        return
    table = get_args(game.state_type)[0]
    titled = {phase for each in game.course.moments for phase in each.titles}
    for each in game.course.moments:
        if isinstance(each, Moment) and not each.titles:
            text = f"The phase {type(each).__name__} has no title, so no table ever comes to it."
            cure = "Give its `titles` the phase of the table, and what people call it."
            yield Finding(source.of_class(type(each)), text, cure)
    for phase in _phases_of(table):
        if phase not in titled:
            text = f"The phase {_word(phase)} of the table has no title: no moment has it."
            cure = "Add it to the `titles` of the moment that is on then."
            yield Finding(source.of_member(table, "phase"), text, cure)


def _phases_of(table: type[Any]) -> tuple[object, ...]:
    """The phases that a table may be in, where its class says so."""
    kind = get_type_hints(table).get("phase")
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    words = get_args(kind)
    if words and all(isinstance(word, str) for word in words):
        return words
    fixed = getattr(table, "phase", None)
    return (fixed,) if isinstance(fixed, str | Enum) else ()


def _word(phase: object) -> str:
    return phase.name if isinstance(phase, Enum) else repr(phase)


def _leaves(kind: type[Any], source: Source) -> Iterator[type[Any]]:
    """The classes of a package that are of this kind and that no other class of it is made from."""
    for each in kind.__subclasses__():
        yield from _leaves(each, source)
        below = [one for one in each.__subclasses__() if source.owns(one)]
        if source.owns(each) and not below and not each.__name__.startswith("_"):
            yield each


# --- zones ------------------------------------------------------------------------------------------------------------


def _look_at_zones(game: AnyGame, source: Source, act: type[Action]) -> Iterator[Finding]:
    place = source.of_member(act, "on")
    says_itself = act.zones is not Action.zones
    if not act.on and not says_itself and act.sense not in OFF_MAT:
        text = f"The act {act.__name__} is {act.sense}, and names no zone of the mat."
        yield Finding(place, text, 'Name in `on` the zones that it changes, or let its sense be "told".')
    for zone in act.on:
        yield from _look_at_zone(game, act, place, zone)


def _look_at_zone(game: AnyGame, act: type[Action], place: str, zone: str) -> Iterator[Finding]:
    fields = [word[1:] for word in zone.split(".") if word.startswith(":")]
    for field in fields:
        if field not in act.__struct_fields__ and not hasattr(act, field):
            text = f"The act {act.__name__} names the zone {zone}, and has no field {field}."
            yield Finding(place, text, f"Its fields are: {', '.join(act.__struct_fields__) or 'none'}.")
            return
    zones = {each.zone for layout in game.mat.layouts.values() for each in layout.zones}
    if not any(_is_named(zone, each) for each in zones):
        text = f"The act {act.__name__} names the zone {zone}, which no mat of the game has."
        yield Finding(place, text, f"Name one of: {among(sorted(zones), 8)}.")


def _is_named(pattern: str, zone: str) -> bool:
    """Whether a zone of `on` may mean this one: a field may have any value, and `*` at the end stands for any rest."""
    words, there = pattern.split("."), zone.split(".")
    if words[-1] == ANY:
        words = words[:-1]
        there = there[: len(words)]
    if len(words) != len(there) and not any(word.startswith(":") for word in words):
        return False
    pairs = zip(words, there, strict=False)
    return len(words) <= len(there) and all(word.startswith(":") or word == other for word, other in pairs)


def covers(zones: tuple[str, ...], zone: str) -> bool:
    """Whether a list of zones names this one; `elder.*` names every zone that starts so."""
    return any(is_zone(each, zone) for each in zones)


# --- records ----------------------------------------------------------------------------------------------------------

_PLAIN: Final = (int, str, float, bool, type(None))


def mutable_part(value: object, path: str = "state") -> str | None:
    """Where a record holds something that can be changed in place, or None."""
    if isinstance(value, msgspec.Struct):
        if not type(value).__struct_config__.frozen:
            return f"{path}: {type(value).__name__} is not frozen"
        fields = ((f"{path}.{name}", getattr(value, name)) for name in value.__struct_fields__)
        return next((found for name, part in fields if (found := mutable_part(part, name))), None)
    if isinstance(value, tuple):
        parts = ((f"{path}[{index}]", part) for index, part in enumerate(value))
        return next((found for name, part in parts if (found := mutable_part(part, name))), None)
    if isinstance(value, _PLAIN) or value is msgspec.UNSET or hasattr(type(value), "__members__"):
        return None
    return f"{path}: a {type(value).__name__}"
