"""A position as everybody knows it, and a table held against it: made once, handed to all who judge it or tell of it.

Nothing here has a secret in it, so that what is told from it has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from companion.games.core import Action, State, View
from companion.games.game import AnyGame
from companion.games.openings import past_openings
from companion.language.message import Message, lone
from companion.language.values import Name
from companion.table.expected import Content, ExpectedZone, Pile, Worth
from companion.table.layout import Layout
from companion.table.seen import TableView, ZoneView, fits, is_on_the_way, show
from companion.table.standees import veiled

AnyState: TypeAlias = State[Any, Any]
AnyView: TypeAlias = View[Any, Any]
Look: TypeAlias = Mapping[str, Content]


class Position(msgspec.Struct, frozen=True, dict=True):
    """One position as everybody knows it, and what the table must show of it."""

    game: AnyGame
    names: tuple[str, ...]
    view: AnyView
    """What everybody knows of it."""
    state: AnyState
    """The same as a state, in which the seats' secrets are not told."""
    layout: Layout
    zones: tuple[ExpectedZone, ...]
    """What each zone must hold, in the layout's order, with the names of people in its words."""
    look: Look
    """What each zone must hold, by its name; not to be changed."""

    @cached_property  # dear, and asked for only where something is hidden
    def veiled(self) -> frozenset[str]:
        """Zones that pieces without a marker may hide, which stand there by the rules: nobody has to take them away."""
        return veiled(self.zones, self.layout, self.game.mat.kit)

    def at(self, state: AnyState) -> Position:
        """Another position of this game, for the same people."""
        return self if state is self.state else position_of(self.game, state, self.names)

    def after(self, act: Action) -> Position:
        """The position after one of the acts that are legal in this one, once what is due in it is opened."""
        return self.at(self.game.apply_legal(past_openings(self.game, self.state), act))

    def labels(self, zones: frozenset[str]) -> tuple[Message, ...]:
        """What to call these zones in the middle of a sentence, in the layout's order."""
        return tuple(name_of(zone) for zone in self.zones if zone.zone in zones)


class Comparison(msgspec.Struct, frozen=True):
    """A table held against a position."""

    position: Position
    seen: TableView
    differs: frozenset[str]
    """The zones that are seen to hold something else than they must."""

    @property
    def look(self) -> Look:
        """What each zone must hold."""
        return self.position.look

    def at(self, state: AnyState) -> Comparison:
        """The same table held against another position of this game."""
        return self if state is self.position.state else compare(self.position.at(state), self.seen)

    def after(self, act: Action) -> Comparison:
        """The same table held against the position after one of the acts that are legal in this one."""
        return compare(self.position.after(act), self.seen)

    def hiding(self, zones: frozenset[str]) -> Comparison:
        """As if something hid these zones."""
        hidden = (ZoneView(each.zone, covered=True) if each.zone in zones else each for each in self.seen.zones)
        return Comparison(self.position, TableView(tuple(hidden)), self.differs - zones)

    def zone(self, name: str) -> ZoneView:
        """What is seen in a zone."""
        return next(zone for zone in self.seen.zones if zone.zone == name)

    def wrong(self) -> Iterator[tuple[ExpectedZone, ZoneView]]:
        """Each zone that differs, as it must be and as it is seen, in the layout's order."""
        looks = {zone.zone: zone for zone in self.seen.zones}
        return ((zone, looks[zone.zone]) for zone in self.position.zones if zone.zone in self.differs)


def position_of(game: AnyGame, state: AnyState, names: tuple[str, ...] = ()) -> Position:
    """What everybody knows of a state; without `names` the words call each seat by its number."""
    view = game.view(state, None, names)
    zones = game.mat.expected(view).zones
    return Position(game, names, view, game.known(view), game.mat.layout(view), zones, _by_name(zones))


def compare(position: Position, seen: TableView) -> Comparison:
    """This table held against this position."""
    return Comparison(position, seen, differing(position.look, seen.zones))


def look_of(game: AnyGame, state: AnyState) -> Look:
    """What each zone holds in this state, by public knowledge."""
    return _by_name(game.mat.expected(game.view(state, None)).zones)


def tops_of(position: Position) -> dict[str, str]:
    """The kind of the card that lies face up on each pile, by its zone."""
    look = position.look.items()
    return {zone: content.top for zone, content in look if isinstance(content, Pile) and content.top}


def differing(look: Look, seen: Iterable[ZoneView]) -> frozenset[str]:
    """The zones that are seen to hold something else than they must."""
    return frozenset(zone.zone for zone in seen if zone.zone in look and not fits(look[zone.zone], zone))


def same_look(one: Look, other: Look) -> bool:
    """Whether a camera cannot tell two tables apart."""
    return all(looks_alike(name, one, other) for name in one)


def looks_alike(zone: str, one: Look, other: Look) -> bool:
    """Whether a camera cannot tell two tables apart by this zone."""
    return show(zone, one[zone]) == show(zone, other[zone])


def is_between(zone: ZoneView, before: Content, after: Content, may_be_empty: bool = False) -> bool:
    """Whether a zone shows what was there, what will be there, or what of it is there in the middle of the act."""
    if fits(before, zone) or fits(after, zone):
        return True
    return is_on_the_way(show(zone.zone, before), zone, show(zone.zone, after), may_be_empty, values_of(before, after))


def values_of(*contents: Content) -> tuple[int, ...]:
    """By which values the discs in a zone are counted that has one of these contents; none where they are not."""
    return next((content.values for content in contents if isinstance(content, Worth)), ())


def name_of(zone: ExpectedZone) -> Message:
    """What to call a zone in the middle of a sentence."""
    words = zone.name or zone.label
    return words if words else lone(Name(zone.zone))


def _by_name(zones: Iterable[ExpectedZone]) -> Look:
    return {zone.zone: zone.content for zone in zones}
