"""Where Atlanteans may stand, and which number counts there. Ledger: 3.3, 3.7 to 3.11, A-162 to A-165."""

from __future__ import annotations

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
    """A place for one Atlantean, or for two that are one activation."""

    is_double: bool = False
    allow: tuple[PieceKind, ...] = ()
    """Who may stand there; empty for everybody."""


def tile(peninsula: int, ring: int) -> str:
    """What a tile is called."""
    return f"{PENINSULAS[peninsula]}_{ring}"


@lru_cache(maxsize=512)
def spaces(setup: Setup, place: str) -> tuple[Space, ...]:
    """The spaces of a tile or of a built component; none for the centre and the build spaces, which hold any number."""
    if place in TILES:
        peninsula, ring = TILES[place]
        tiles = setup.box.tiles(peninsula)
        return (Space(is_double=tiles.kind == "cities"),) * tiles.spaces[ring - 1]
    component = setup.box.components.get(place)
    if component is None or component.spaces is None:
        return ()
    found = component.spaces
    number = found.n + (found.n5 if setup.players >= FIVE_PLUS else 0)
    return (Space(found.kind == "double", found.allow),) * number


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


def number(table: Table, seat: Seat, place: str) -> int:
    """What this seat has to reach on a tile, with all that changes it, in the order in which that happens (A-162)."""
    peninsula, ring = TILES[place]
    tiles = table.setup.box.tiles(peninsula)
    wanted = tiles.number[ring - 1]
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
    beyond = 0
    for space, kinds in on.items():
        room = 0 if space >= len(rooms) else 2 if rooms[space].is_double else 1
        beyond += max(0, len(kinds) - room)
        allowed = rooms[space].allow if space < len(rooms) else ()
        if allowed and any(kind not in allowed for kind in kinds):
            return "A-167"
    return "A-026" if beyond > extra_room(table, place) else None


def free_spaces(table: Table, place: str) -> tuple[int, ...]:
    """The spaces of a place that somebody may come to, of those alike the first; one more where there is extra room."""
    if holds_any(place):
        return (0,)
    rooms = spaces(table.setup, place)
    taken = [0] * (len(rooms) + 1)
    for piece in at(table, place):
        taken[min(piece.space, len(rooms))] += 1
    found = list[int]()
    halves = [number for number, room in enumerate(rooms) if room.is_double and taken[number] == 1]
    empty = [number for number in range(len(rooms)) if not taken[number]]
    found += halves + empty[:1]
    beyond = taken[-1] + sum(max(0, taken[number] - 2) for number, room in enumerate(rooms) if room.is_double)
    if extra_room(table, place) > beyond and rooms:
        if rooms[0].is_double:
            found += [number for number in range(len(rooms)) if taken[number] >= 2][:1]
        elif not empty:
            found.append(len(rooms))
    return tuple(dict.fromkeys(found))


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
