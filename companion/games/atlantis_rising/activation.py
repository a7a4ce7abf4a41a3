"""The action of a place: who may take it, and what it does at once. Ledger: A-046 to A-089, A-112, A-150 to A-154."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import Activate
from companion.games.atlantis_rising.box import PENINSULAS, Price
from companion.games.atlantis_rising.changes import earn, energy, exchanged, one, pushed
from companion.games.atlantis_rising.decisions import Repeat
from companion.games.atlantis_rising.ground import (
    AUTOMATON_BONUS,
    LEADERS,
    TILES,
    able,
    at,
    councilor_of,
    number,
    owns,
    spaces,
    tiles_of,
)
from companion.games.atlantis_rising.model import BUILD_SPACES, CENTRE, POOL, TEAM, Atlantean, Table
from companion.games.atlantis_rising.outcomes import applied, belongs_to_one
from companion.games.atlantis_rising.steps import Attempt, Drawing, Recruiting, Repeating, Sacrificing, Sharing
from companion.games.core import RuleId, Seat

CARDS_DRAWN = 2
"""A-074."""
_PAIR = 2


def activations(table: Table, only: str | None = None) -> Iterator[Activate]:
    """Every action that a piece may take now, or of those on one place; of a space for two, one for each seat there."""
    for group in _complete_groups(table, only):
        others = [each for each in group if each.kind != "automaton"]
        if any(each.acted for each in others):
            continue
        for seat in dict.fromkeys(each.seat for each in others):
            piece = next(each for each in others if each.seat == seat)
            for rollers in _rollers(table, group):
                yield Activate(seat, piece.kind, piece.place, piece.space, rollers)


def due(table: Table) -> Iterator[Activate]:
    """Those of them that are not a matter of choice (A-046): rolls, draws and energy at the centre.

    Ore may be kept (A-085), a component need not be used (A-111), and what gives nothing needs no act.
    """
    for act in activations(table):
        tiles = tiles_of(table, act.place)
        if act.place == CENTRE:
            yield act
        elif tiles is None or tiles.kind == "forges" or PENINSULAS[TILES[act.place][0]] in table.forbidden:
            continue
        elif tiles.kind != "libraries" or table.library.count:
            yield act


def repeats(table: Table, step: Repeating) -> Iterator[Repeat]:
    """Every piece of a seat that has acted and may do so once more; of a space for two all there act again (A-166)."""
    for group in _complete_groups(table):
        for piece in dict.fromkeys(group):
            if piece.seat == step.seat and piece.acted and (piece.kind in LEADERS or not step.is_leader):
                for rollers in _rollers(table, group):
                    yield Repeat(piece.seat, piece.kind, piece.place, piece.space, rollers)


def _complete_groups(table: Table, only: str | None = None) -> Iterator[list[Atlantean]]:
    """Pieces that act together, as many as their space wants and with whoever has to be among them."""
    for group in _groups(table, only):
        is_whole = len(group) >= _PAIR or not _is_double(table, group[0])
        if is_whole and any(each.kind != "automaton" for each in group) and _has_needed(table, group):
            yield group


def _groups(table: Table, only: str | None) -> Iterator[list[Atlantean]]:
    """Pieces that act together: those of one space for two, else each alone; of equal ones the first."""
    doubles = dict[tuple[str, int], list[Atlantean]]()
    for piece in dict.fromkeys(table.atlanteans if only is None else at(table, only)):
        if piece.place == POOL or piece.place in BUILD_SPACES:
            continue
        if not _is_double(table, piece):
            yield [piece]
        else:
            doubles.setdefault((piece.place, piece.space), list(at(table, piece.place, piece.space)))
    yield from doubles.values()


def _is_double(table: Table, piece: Atlantean) -> bool:
    rooms = spaces(table.setup, piece.place)
    return piece.space < len(rooms) and rooms[piece.space].is_double


def _has_needed(table: Table, group: list[Atlantean]) -> bool:
    """Whether whoever has to be among the two is there (A-168)."""
    component = table.setup.box.components.get(group[0].place)
    if component is None or component.spaces is None or component.spaces.need is None:
        return True
    return any(each.kind == component.spaces.need for each in group)


def _rollers(table: Table, group: list[Atlantean]) -> tuple[tuple[Seat, ...], ...]:
    """Who may roll: nothing to say but where three stand in the Cities (Q-45)."""
    owners = [each.seat for each in group if each.kind != "automaton"]
    if group[0].place not in TILES or len(owners) <= _PAIR:
        return ((),)
    return tuple(dict.fromkeys(tuple(sorted(pair)) for pair in combinations(owners, _PAIR)))


def activate(table: Table, act: Activate) -> tuple[Table, tuple[RuleId, ...]]:
    """The table after a piece, or the two of a space, began its action, and the rules used."""
    group = [Atlantean(act.seat, act.piece, act.place, act.space)]
    if _is_double(table, group[0]):
        group = list(at(table, act.place, act.space))
    for each in group:
        if each.kind != "automaton" and not each.acted:
            table = exchanged(table, each, replace(each, acted=True))
    return does(table, act)


def does(table: Table, act: Activate) -> tuple[Table, tuple[RuleId, ...]]:
    """What the action of a place does, whoever has acted before."""
    tiles = tiles_of(table, act.place)
    if act.place == CENTRE:
        return _at_centre(table, act.seat)
    if tiles is None:
        return _component(table, act)
    if PENINSULAS[TILES[act.place][0]] in table.forbidden:
        return table, ("A-036", "A-046")
    ring = TILES[act.place][1]
    if tiles.kind == "wild":
        return _wild(table, act)
    if tiles.kind == "cities":
        return _cities(table, act)
    if tiles.kind == "libraries":
        free = sum(n for _, n in able(table, "keep_extra_card", act.place))
        free += sum(n for n, _ in owns(table, act.seat, "keep_extra_card"))
        icon = tiles.icon[ring - 1]
        rule = {"both": "A-075", "one_discard": "A-076", "one_bottom": "A-077"}[icon]
        return pushed(table, Drawing(act.seat, CARDS_DRAWN, icon, free=free)), ("A-074", rule)
    if not table.reserves[act.seat].ore:
        return table, ("A-086",)
    gained = earn(table, act.seat, Price(ore=-1, atlantium=tiles.number_at(ring, act.space)))
    return gained, ("A-085",)


def _at_centre(table: Table, seat: Seat) -> tuple[Table, tuple[RuleId, ...]]:
    gained, used = 1, table.used
    why: tuple[RuleId, ...] = ("A-089",)
    for piece, more in able(table, "extra_energy_at_centre", CENTRE):
        token = TEAM if piece.kind == "hologram" else piece.seat
        if piece.seat != seat:
            continue
        if table.setup.box.councilors[councilor_of(table, piece)].effect.per == "atlantean":
            gained, why = gained + more, ("A-089", "A-049")
        elif token not in used:
            gained, used, why = gained + more, (*used, token), ("A-089", "A-049")
    return replace(earn(table, seat, energy(gained)), used=used), why


def _wild(table: Table, act: Activate) -> tuple[Table, tuple[RuleId, ...]]:
    if number(table, act.seat, act.place, act.space) < 1:
        after, why = found(table, act.place, act.seat)
        return after, ("A-165", *why)
    helped = AUTOMATON_BONUS if any(each.kind == "automaton" for each in at(table, act.place)) else 0
    attempt = Attempt(act.place, act.space, (act.seat,), (helped,), rolls=(0,))
    return pushed(table, attempt), ("A-058", *(("A-152",) if helped else ()))


def _cities(table: Table, act: Activate) -> tuple[Table, tuple[RuleId, ...]]:
    group = list(at(table, act.place, act.space))
    owners = [each.seat for each in group if each.kind != "automaton"]
    helped = AUTOMATON_BONUS if len(owners) < len(group) else 0
    if number(table, act.seat, act.place, act.space) < 1:
        return recruited(table, act.place, act.space), ("A-165", "A-068")
    rollers = act.rollers or tuple(owners * _PAIR if len(owners) == 1 else owners)
    # The die that is rolled in the Automaton's place gets nothing; with an Emissary both may have owners.
    bonus = (helped, helped if len(owners) > 1 else 0)
    attempt = Attempt(act.place, act.space, rollers, bonus, rolls=(0, 1))
    return pushed(table, attempt), ("A-064", "A-065", *(("A-154",) if helped else ()))


def found(table: Table, place: str, roller: Seat) -> tuple[Table, tuple[RuleId, ...]]:
    """The table after a success on a wild tile: one resource (A-060), once a round more where a councilor gives it."""
    tiles = tiles_of(table, place)
    assert tiles is not None
    assert tiles.resource is not None
    gained, used = 1, table.used
    for piece, more in able(table, "extra_resource", place):
        token = TEAM if piece.kind == "hologram" else piece.seat
        if token not in used:
            gained, used = gained + more, (*used, token)
    after = earn(table, roller, one(tiles.resource), gained)
    return replace(after, used=used), ("A-059", "A-060", *(("A-049",) if gained > 1 else ()))


def recruited(table: Table, place: str, space: int) -> Table:
    """The table after a success in the Cities: somebody there gets a follower (A-068, Q-17)."""
    seats = tuple(dict.fromkeys(each.seat for each in at(table, place, space)))
    return pushed(table, Recruiting(seats))


def _component(table: Table, act: Activate) -> tuple[Table, tuple[RuleId, ...]]:
    component = table.setup.box.components[act.place]
    assert component.spaces is not None
    group = list(at(table, act.place, act.space)) if component.spaces.kind == "double" else []
    seats = tuple(dict.fromkeys(each.seat for each in group if each.kind != "automaton")) or (act.seat,)
    why: tuple[RuleId, ...] = ("A-112",) if component.spaces.kind == "double" else ("A-111",)
    if len(seats) > 1 and belongs_to_one(component.on_activate):
        table = pushed(table, Sharing(seats, act.place))
    else:
        table = applied(table, component.on_activate, act.seat, component.name)
    if component.spaces.removes:
        givers = tuple(dict.fromkeys(each.seat for each in group if each.kind == component.spaces.need))
        table, why = pushed(table, Sacrificing(givers, act.place, act.space)), (*why, "A-168")
    return table, why
