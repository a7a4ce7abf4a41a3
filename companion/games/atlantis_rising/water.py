"""Floods, tiles turned dry, barriers, and the end by water. Ledger: A-039 to A-044, A-097 to A-101, A-118."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.atlantis_rising.box import PENINSULAS, RINGS
from companion.games.atlantis_rising.changes import pushed, returned
from companion.games.atlantis_rising.ground import LEADERS, TILES, able, at, councilor_of, is_dry, tile
from companion.games.atlantis_rising.model import Table
from companion.games.atlantis_rising.steps import Flooding
from companion.games.core import RuleId, Seat
from companion.games.shared.phases import put

ALL: tuple[int, ...] = tuple(range(len(PENINSULAS)))


def floodable(table: Table) -> tuple[int, ...]:
    """The peninsulas with a dry tile: those that a free flood may take (Q-07)."""
    return tuple(each for each in ALL if table.dry[each])


def choosable(table: Table, step: Flooding) -> tuple[int, ...]:
    """The peninsulas that may be chosen: with a dry tile, and different ones where a card says so and there are any."""
    free = floodable(table)
    return tuple(each for each in free if each not in step.others) or free


def can_be_fenced(table: Table) -> tuple[int, ...]:
    """The peninsulas at which a barrier may be placed (A-098)."""
    return tuple(each for each in floodable(table) if each not in table.barriers)


def can_rise(table: Table) -> tuple[int, ...]:
    """The peninsulas with a flooded tile (A-101)."""
    return tuple(each for each in ALL if table.dry[each] < RINGS)


def flood(table: Table, peninsula: int, breaks_barrier: bool = False) -> tuple[Table, tuple[RuleId, ...]]:
    """The table after a flood of a peninsula with a dry tile, and the rules that were used.

    A barrier stops it (A-099); a Controlled Flood goes through it (A-044).
    """
    why: tuple[RuleId, ...] = ()
    if peninsula in table.barriers:
        table = replace(table, barriers=tuple(each for each in table.barriers if each != peninsula))
        if not breaks_barrier:
            return replace(table, stopped=put(table.stopped, peninsula, table.stopped[peninsula] + 1)), ("A-099",)
        why = ("A-044", "A-100")
    ring = table.dry[peninsula]
    place = tile(peninsula, ring)
    swept = [] if any(able(table, "act_although_flooded", place)) else list(at(table, place))
    hit = [piece for other in _seafarers_hit(table, peninsula, place) for piece in at(table, other)]
    table = replace(table, dry=put(table.dry, peninsula, ring - 1))
    hits: tuple[RuleId, ...] = ("A-174",) if hit else ()
    return returned(table, (*swept, *hit)), (*why, "A-040", *(("A-041",) if swept else ()), *hits)


def _seafarers_hit(table: Table, peninsula: int, flooding: str) -> tuple[str, ...]:
    """The tiles there with a Seafarer's Leader, which count as flooded too (A-174), so that a Champion holds them."""
    found = dict[str, None]()
    for piece in table.atlanteans:
        if piece.kind not in LEADERS or piece.place not in TILES or TILES[piece.place][0] != peninsula:
            continue
        name = councilor_of(table, piece)
        if not name or table.setup.box.councilors[name].effect.op != "may_use_flooded_tile":
            continue
        is_hit = piece.place != flooding and (not is_dry(table, piece.place) or table.setup.seafarer_hit_on_dry)
        if is_hit and not any(able(table, "act_although_flooded", piece.place)):
            found[piece.place] = None
    return tuple(found)


def told(before: Table, after: Table) -> Table:
    """The table after an act, with what came over the island by it: pages and the strip know no acts."""
    if after.dry is before.dry and after.barriers is before.barriers and not after.tide and not after.broken:
        return after
    tide = tuple(new - old for old, new in zip(before.dry, after.dry, strict=True))
    broken = tuple(each for each in before.barriers if each not in after.barriers)
    return replace(after, tide=tide if any(tide) else (), broken=broken)


def named(table: Table, peninsula: int, seat: Seat) -> tuple[Table, tuple[RuleId, ...]]:
    """The table after a card has named a peninsula that floods; a depleted one floods two others (A-042)."""
    if table.dry[peninsula]:
        after, why = flood(table, peninsula)
        return after, ("A-039", *why)
    return pushed(table, Flooding(seat, 2, "depleted")), ("A-042",)


def drowned(table: Table) -> Table:
    """The table after the centre has flooded: all have lost (A-043, A-118)."""
    return replace(table, steps=(), ended="lost")


def raised(table: Table, peninsula: int) -> Table:
    """The table with the flooded tile nearest to the centre turned dry (A-101)."""
    return replace(table, dry=put(table.dry, peninsula, table.dry[peninsula] + 1))


def fenced(table: Table, peninsula: int) -> Table:
    """The table with a barrier at a peninsula (A-098)."""
    return replace(table, barriers=tuple(sorted((*table.barriers, peninsula))))
