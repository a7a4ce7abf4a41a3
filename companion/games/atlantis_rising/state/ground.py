"""Where Atlanteans may stand, and which number counts there. Ledger: 3.3, 3.7 to 3.11, A-162 to A-165."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.atlantis_rising.data.contents import PENINSULAS, RINGS, PieceKind, Tiles
from companion.games.atlantis_rising.data.effects import Op
from companion.games.atlantis_rising.state import model
from companion.games.core import RuleId, Seat

LEADERS: Final[tuple[PieceKind, ...]] = ("leader", "hologram")
"""Pieces with the ability of a councilor (A-048, A-138)."""
_ARMS: Final = tuple(tuple(f"{name}_{ring}" for ring in range(1, RINGS + 1)) for name in PENINSULAS)
TILES: Final = {place: (number, ring) for number, arm in enumerate(_ARMS) for ring, place in enumerate(arm, 1)}
"""Every tile but the centre: its peninsula, from 0, and its ring."""
AUTOMATON_BONUS: Final = 2
"""A-152."""


class Space(msgspec.Struct, frozen=True, cache_hash=True):
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
    return _ARMS[peninsula][ring - 1]


def spaces(setup: model.Setup, place: str) -> tuple[Space, ...]:
    """The spaces of a tile or of a built component; none for the centre and the build spaces, which hold any number."""
    return every_space(setup).get(place, ())


@lru_cache(maxsize=64)
def every_space(setup: model.Setup) -> dict[str, tuple[Space, ...]]:
    """The spaces of every tile and component that has any: they hang on nothing but the set-up."""
    return {place: found for place in (*TILES, *setup.box.components) if (found := _spaces(setup, place))}


@lru_cache(maxsize=64)
def vacant(setup: model.Setup) -> dict[str, tuple[int, ...]]:
    """What `free_spaces` says of each place while nobody stands there."""
    found: dict[str, tuple[int, ...]] = dict.fromkeys((model.CENTRE, *model.BUILD_SPACES), (0,))
    for place, rooms in every_space(setup).items():
        found[place] = tuple(number for number, room in enumerate(rooms) if room not in rooms[:number])
    return found


def _spaces(setup: model.Setup, place: str) -> tuple[Space, ...]:
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
    number = found.n + (found.n5 if setup.players >= model.FIVE_PLUS else 0)
    return (Space(found.kind == "double", found.allow, found.need),) * number


def holds_any(place: str) -> bool:
    """Whether any number may stand there (A-028, A-029)."""
    return place == model.CENTRE or place in model.BUILD_SPACES


def tiles_of(table: model.Table, place: str) -> Tiles | None:
    """The peninsula on which a place is; None where it is no tile of one."""
    return table.box.tiles(TILES[place][0]) if place in TILES else None


def is_dry(table: model.Table, place: str) -> bool:
    """Whether a tile is dry."""
    peninsula, ring = TILES[place]
    return ring <= table.dry[peninsula]


def at(table: model.Table, place: str, space: int | None = None) -> Iterator[model.Atlantean]:
    """The pieces there; with a space, on that one."""
    return (each for each in table.atlanteans if each.place == place and space in (None, each.space))


def standing(table: model.Table) -> dict[str, list[model.Atlantean]]:
    """The pieces of each place on which anybody stands."""
    found = dict[str, list[model.Atlantean]]()
    for each in table.atlanteans:
        if each.place != model.POOL:
            found.setdefault(each.place, []).append(each)
    return found


def councilor_of(table: model.Table, piece: model.Atlantean) -> str:
    """Whose ability a piece has; "" for none."""
    if piece.kind == "leader":
        return table.councilors[piece.seat]
    return table.hologram if piece.kind == "hologram" else ""


def able(table: model.Table, op: Op, place: str, space: int | None = None) -> Iterator[tuple[model.Atlantean, int]]:
    """The Leaders near a place whose councilor does this, each with by how much (A-049, Q-39).

    Near is the same tile or build space; of a component the same space.
    """
    return able_of(table, op, at(table, place, space if place not in TILES and not holds_any(place) else None))


def able_of(table: model.Table, op: Op, pieces: Iterable[model.Atlantean]) -> Iterator[tuple[model.Atlantean, int]]:
    """The Leaders among these whose councilor does this, each with by how much."""
    for piece in pieces:
        if piece.kind in LEADERS and (name := councilor_of(table, piece)):
            effect = table.box.councilors[name].effect
            if effect.op == op:
                yield piece, effect.n


def owns(table: model.Table, seat: Seat, op: Op) -> Iterator[tuple[int, str]]:
    """The artifacts of a seat that do this: by how much, and to what (A-084)."""
    hologram = (table.scholar_artifact,) if seat == table.starter else ()
    for card in (*table.hands[seat], *hologram):
        artifact = table.box.artifacts.get(card)
        if artifact and artifact.effect.op == op:
            yield artifact.effect.n, artifact.effect.what


def number(table: model.Table, seat: Seat, place: str, space: int = 0) -> int:
    """What this seat has to reach on a space of a tile, with all that changes it, in the order of its taking effect.

    Ledger: A-162.
    """
    peninsula, ring = TILES[place]
    tiles = table.box.tiles(peninsula)
    wanted = tiles.number_at(ring, space)
    is_wild = tiles.kind == "wild"
    wanted -= sum(n for n, what in owns(table, seat, "number_minus") if is_wild or not what)
    wanted += sum(table.numbers) if is_wild else 0
    return wanted - sum(n for _, n in able(table, "number_minus", place))


def extra_room(table: model.Table, place: str, pieces: Iterable[model.Atlantean] | None = None) -> int:
    """How many more than its spaces a tile holds (A-172), with these pieces, or with those that stand there."""
    there = at(table, place) if pieces is None else pieces
    return sum([n for _, n in able_of(table, "extra_atlantean", there)]) if place in TILES else 0


def is_closed(table: model.Table, place: str) -> RuleId | None:
    """The rule by which nobody may stand on a place now, whoever it is; None where somebody may."""
    setup = table.setup
    if place == model.CENTRE:
        return None
    if place in model.BUILD_SPACES:
        return "A-031" if place == model.BUILD_SPACES[-1] and setup.players < model.FIVE_PLUS else None
    if place in TILES:
        return None if is_dry(table, place) else "A-032"
    built = next((each.round for each in table.blueprint if each.component == place), 0)
    if 0 < built < table.round:
        return None
    return "A-111" if built else "A-030"


def unsound(table: model.Table, place: str, pieces: Sequence[model.Atlantean]) -> RuleId | None:
    """The rule by which these pieces may not stand on a place together; None where they may."""
    if not pieces:
        return None
    if {each.kind for each in pieces} == {"automaton"}:
        return "A-153"
    closed = is_closed(table, place)
    if holds_any(place):
        return closed
    if closed and (place not in TILES or not any(able_of(table, "may_use_flooded_tile", pieces))):
        return closed
    rooms = spaces(table.setup, place)
    on = dict[int, list[PieceKind]]()
    for piece in pieces:
        on.setdefault(piece.space, []).append(piece.kind)
    beyond = 0
    for space, kinds in on.items():
        if space < len(rooms) and (rule := _misfit(rooms[space], kinds)):
            return rule
        beyond += max(0, len(kinds) - (rooms[space].room if space < len(rooms) else 0))
    return "A-026" if beyond and beyond > extra_room(table, place, pieces) else None


def barred(table: model.Table, kind: PieceKind, place: str, space: int) -> RuleId | None:
    """The rule by which a piece of this kind may not come to a space, whoever it is; None where it may."""
    rooms = spaces(table.setup, place)
    if not 0 <= space < len(rooms) or not (rooms[space].allow or rooms[space].need):
        return None
    return _misfit(rooms[space], [*(each.kind for each in at(table, place, space)), kind])


def _misfit(room: Space, kinds: list[PieceKind]) -> RuleId | None:
    """The rule by which these may not be on a space together."""
    if room.allow and not set(kinds).issubset(room.allow):
        return "A-167"
    return "A-168" if room.need and len(kinds) > 1 and room.need not in kinds else None


def free_spaces(
    table: model.Table, place: str, more: int = 0, pieces: Sequence[model.Atlantean] | None = None
) -> tuple[int, ...]:
    """The spaces of a place that somebody may come to, of those alike the first; one more where there is extra room.

    `more` is the room that whoever comes brings along (A-172). `pieces` stand there, if that is known already.
    """
    pieces = list(at(table, place)) if pieces is None else pieces
    if not pieces or holds_any(place):
        return vacant(table.setup).get(place, ())
    rooms, on = spaces(table.setup, place), [each.space for each in pieces]
    found = {number for number, room in enumerate(rooms) if room.is_double and on.count(number) == 1}
    empty = [number for number in range(len(rooms)) if number not in on]
    found.update({rooms[number]: number for number in reversed(empty)}.values())
    extra = extra_room(table, place, pieces) + more if rooms else 0
    if extra and extra > sum(
        max(0, on.count(each) - (rooms[each].room if each < len(rooms) else 0)) for each in set(on)
    ):
        if rooms[0].is_double:
            found.update([number for number in range(len(rooms)) if on.count(number) == rooms[0].room][:1])
        elif not empty:
            found.add(len(rooms))
    return tuple(sorted(found))


def every_place(table: model.Table) -> tuple[str, ...]:
    """Every place where anybody may stand now but flooded tiles: centre, gate, dry tiles, built components."""
    components = table.box.components
    built = [each.component for each in table.blueprint if 0 < each.round < table.round]
    return (*_unbuilt_places(table.players, table.dry), *(name for name in built if components[name].spaces))


@lru_cache(maxsize=1024)
def _unbuilt_places(players: int, dry: tuple[int, ...]) -> tuple[str, ...]:
    gate = model.BUILD_SPACES if players >= model.FIVE_PLUS else model.BUILD_SPACES[:-1]
    return (model.CENTRE, *gate, *(place for place, (peninsula, ring) in TILES.items() if ring <= dry[peninsula]))


def flooded_tiles(table: model.Table) -> Iterator[str]:
    """Every flooded tile."""
    return (place for place in TILES if not is_dry(table, place))
