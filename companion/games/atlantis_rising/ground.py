"""Where Atlanteans may stand, and which number counts there. Ledger: 3.3, 3.7 to 3.11, A-162 to A-165."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.atlantis_rising.box import PENINSULAS, RINGS, PieceKind, Tiles
from companion.games.atlantis_rising.effects import Op
from companion.games.atlantis_rising.model import BUILD_SPACES, CENTRE, FIVE_PLUS, Atlantean, Setup, Table
from companion.games.core import RuleId, Seat

LEADERS: Final[tuple[PieceKind, ...]] = ("leader", "hologram")
"""Pieces with the ability of a councilor (A-048, A-138)."""
TILES: Final = {
    f"{name}_{ring}": (number, ring) for number, name in enumerate(PENINSULAS) for ring in range(1, RINGS + 1)
}
"""Every tile but the centre: its peninsula, from 0, and its ring."""
AUTOMATON_BONUS: Final = 2
"""A-152."""


class Space(msgspec.Struct, frozen=True):
    """A place for one Atlantean, or for two that are one activation; spaces that are equal are alike."""

    is_double: bool = False
    allow: tuple[PieceKind, ...] = ()
    """Who may stand there; empty for everybody."""
    need: PieceKind | None = None
    """Who has to be one of the two of a double space."""
    number: int = 0
    """On a tile, the number below it."""

    @property
    def room(self) -> int:
        """For how many it is."""
        return 2 if self.is_double else 1


def tile(peninsula: int, ring: int) -> str:
    """What a tile is called."""
    return f"{PENINSULAS[peninsula]}_{ring}"


def spaces(setup: Setup, place: str) -> tuple[Space, ...]:
    """The spaces of a tile or of a built component; none for the centre and the build spaces, which hold any number."""
    return _every_space(setup).get(place, ())


@lru_cache(maxsize=64)
def _every_space(setup: Setup) -> dict[str, tuple[Space, ...]]:
    """The spaces of every tile and component that has any: they hang on nothing but the set-up."""
    return {place: found for place in (*TILES, *setup.box.components) if (found := _spaces(setup, place))}


@lru_cache(maxsize=64)
def _every_vacant(setup: Setup) -> dict[str, tuple[int, ...]]:
    """Of the spaces of each of them, while nobody stands there, those that differ: of those alike the first."""
    return {
        place: tuple(number for number, room in enumerate(rooms) if room not in rooms[:number])
        for place, rooms in _every_space(setup).items()
    }


def vacant_spaces(setup: Setup, place: str) -> tuple[int, ...]:
    """What `free_spaces` says of a place on which nobody stands."""
    return (0,) if holds_any(place) else _every_vacant(setup).get(place, ())


def _spaces(setup: Setup, place: str) -> tuple[Space, ...]:
    if place in TILES:
        peninsula, ring = TILES[place]
        tiles = setup.box.tiles(peninsula)
        has_numbers, is_double = bool(tiles.number), tiles.kind == "cities"
        every = range(tiles.spaces[ring - 1])
        return tuple(Space(is_double, number=tiles.number_at(ring, each) if has_numbers else 0) for each in every)
    component = setup.box.components.get(place)
    if component is None or component.spaces is None:
        return ()
    found = component.spaces
    number = found.n + (found.n5 if setup.players >= FIVE_PLUS else 0)
    return (Space(found.kind == "double", found.allow, found.need),) * number


def marked_spaces(setup: Setup, place: str) -> range:
    """The spaces of a component that are for more players than there are (A-031)."""
    component = setup.box.components.get(place)
    if component is None or component.spaces is None or setup.players >= FIVE_PLUS:
        return range(0)
    return range(component.spaces.n, component.spaces.n + component.spaces.n5)


def holds_any(place: str) -> bool:
    """Whether any number may stand there (A-028, A-029)."""
    return place == CENTRE or place in BUILD_SPACES


def tiles_of(table: Table, place: str) -> Tiles | None:
    """The peninsula on which a place is; None where it is no tile of one."""
    return table.setup.box.tiles(TILES[place][0]) if place in TILES else None


def is_dry(table: Table, place: str) -> bool:
    """Whether a tile is dry."""
    peninsula, ring = TILES[place]
    return ring <= table.dry[peninsula]


def at(table: Table, place: str, space: int | None = None) -> Iterator[Atlantean]:
    """The pieces there; with a space, on that one."""
    return (each for each in table.atlanteans if each.place == place and space in (None, each.space))


def councilor_of(table: Table, piece: Atlantean) -> str:
    """Whose ability a piece has; "" for none."""
    if piece.kind == "leader":
        return table.councilors[piece.seat]
    return table.hologram if piece.kind == "hologram" else ""


def able(table: Table, op: Op, place: str, space: int | None = None) -> Iterator[tuple[Atlantean, int]]:
    """The Leaders near a place whose councilor does this, each with by how much (A-049, Q-39).

    Near is the same tile or build space; of a component the same space.
    """
    near = space if place not in TILES and not holds_any(place) else None
    for piece in at(table, place, near):
        if piece.kind in LEADERS and (name := councilor_of(table, piece)):
            effect = table.setup.box.councilors[name].effect
            if effect.op == op:
                yield piece, effect.n


def owns(table: Table, seat: Seat, op: Op) -> Iterator[tuple[int, str]]:
    """The artifacts of a seat that do this: by how much, and to what (A-084)."""
    hologram = (table.scholar_artifact,) if seat == table.starter else ()
    for card in (*table.hands[seat], *hologram):
        artifact = table.setup.box.artifacts.get(card)
        if artifact and artifact.effect.op == op:
            yield artifact.effect.n, artifact.effect.what


def number(table: Table, seat: Seat, place: str, space: int = 0) -> int:
    """What this seat has to reach on a space of a tile, with all that changes it, in the order of its taking effect.

    Ledger: A-162.
    """
    peninsula, ring = TILES[place]
    tiles = table.setup.box.tiles(peninsula)
    wanted = tiles.number_at(ring, space)
    is_wild = tiles.kind == "wild"
    wanted -= sum(n for n, what in owns(table, seat, "number_minus") if is_wild or not what)
    wanted += sum(table.numbers) if is_wild else 0
    return wanted - sum(n for _, n in able(table, "number_minus", place))


def extra_room(table: Table, place: str) -> int:
    """How many more than its spaces a tile holds (A-172)."""
    return sum(n for _, n in able(table, "extra_atlantean", place)) if place in TILES else 0


def is_closed(table: Table, place: str) -> RuleId | None:
    """The rule by which nobody may stand on a place now, whoever it is; None where somebody may."""
    setup = table.setup
    if place == CENTRE:
        return None
    if place in BUILD_SPACES:
        return "A-031" if place == BUILD_SPACES[-1] and setup.players < FIVE_PLUS else None
    if place in TILES:
        return None if is_dry(table, place) else "A-032"
    if not any(each.component == place and 0 < each.round < table.round for each in table.blueprint):
        return "A-111" if any(each.component == place and each.round for each in table.blueprint) else "A-030"
    return None


def unsound(table: Table, place: str) -> RuleId | None:
    """The rule by which the pieces on a place may not stand there together; None where they may."""
    pieces = list(at(table, place))
    if not pieces:
        return None
    if pieces == [each for each in pieces if each.kind == "automaton"]:
        return "A-153"
    if holds_any(place):
        return is_closed(table, place)
    if place in TILES and not is_dry(table, place) and not any(able(table, "may_use_flooded_tile", place)):
        return "A-032"
    rooms = spaces(table.setup, place)
    if place not in TILES and is_closed(table, place):
        return is_closed(table, place)
    on = dict[int, list[PieceKind]]()
    for piece in pieces:
        on.setdefault(piece.space, []).append(piece.kind)
    for space, kinds in on.items():
        if space < len(rooms) and (rule := _misfit(rooms[space], kinds)):
            return rule
    return "A-026" if _beyond(table, place) > extra_room(table, place) else None


def barred(table: Table, kind: PieceKind, place: str, space: int) -> RuleId | None:
    """The rule by which a piece of this kind may not come to a space, whoever it is; None where it may."""
    rooms = spaces(table.setup, place)
    if not 0 <= space < len(rooms) or not (rooms[space].allow or rooms[space].need):
        return None
    return _misfit(rooms[space], [*(each.kind for each in at(table, place, space)), kind])


def _misfit(room: Space, kinds: list[PieceKind]) -> RuleId | None:
    """The rule by which these may not be on a space together."""
    if room.allow and any(kind not in room.allow for kind in kinds):
        return "A-167"
    return "A-168" if room.need and len(kinds) > 1 and room.need not in kinds else None


def _beyond(table: Table, place: str) -> int:
    """How many stand on a place for whom its spaces have no room."""
    rooms = spaces(table.setup, place)
    taken = Counter(each.space for each in at(table, place))
    return sum(max(0, many - (rooms[space].room if space < len(rooms) else 0)) for space, many in taken.items())


def free_spaces(table: Table, place: str, more: int = 0) -> tuple[int, ...]:
    """The spaces of a place that somebody may come to, of those alike the first; one more where there is extra room.

    `more` is the room that whoever comes brings along (A-172).
    """
    if holds_any(place):
        return (0,)
    rooms, on = spaces(table.setup, place), [each.space for each in at(table, place)]
    if not on:
        return vacant_spaces(table.setup, place)
    found = [number for number, room in enumerate(rooms) if room.is_double and on.count(number) == 1]
    empty = [number for number in range(len(rooms)) if number not in on]
    found += dict(zip((rooms[number] for number in reversed(empty)), reversed(empty), strict=True)).values()
    if rooms and extra_room(table, place) + more > _beyond(table, place):
        if rooms[0].is_double:
            found += [number for number in range(len(rooms)) if on.count(number) == rooms[0].room][:1]
        elif not empty:
            found.append(len(rooms))
    return tuple(sorted(set(found)))


def every_place(table: Table) -> Iterator[str]:
    """Every place where anybody may stand now but flooded tiles: centre, gate, dry tiles, built components."""
    yield CENTRE
    yield from (place for place in BUILD_SPACES if is_closed(table, place) is None)
    for peninsula, dry in enumerate(table.dry):
        yield from (tile(peninsula, ring) for ring in range(1, dry + 1))
    for each in table.blueprint:
        if table.setup.box.components[each.component].spaces and is_closed(table, each.component) is None:
            yield each.component


def flooded_tiles(table: Table) -> Iterator[str]:
    """Every flooded tile."""
    for peninsula, dry in enumerate(table.dry):
        yield from (tile(peninsula, ring) for ring in range(dry + 1, RINGS + 1))
