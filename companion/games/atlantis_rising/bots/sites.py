"""What the team had best build, on which build space, and who has to stand there to pay for it."""

from __future__ import annotations

from itertools import combinations
from operator import mul
from typing import Final

import msgspec
from msgspec.structs import asdict, astuple, replace

from companion.games.atlantis_rising.bots.measures import Outlook, core_wants, gained, outlook
from companion.games.atlantis_rising.data import contents, effects
from companion.games.atlantis_rising.rules import acts, gate
from companion.games.atlantis_rising.state.ground import able_of, at, is_closed
from companion.games.atlantis_rising.state.model import BUILD_SPACES, POOL, Atlantean, Built, Table
from companion.games.core import Seat
from companion.games.shared.phases import put

MOST_PAYERS: Final = 4
BUILT: Final = 1.4
"""What it is worth that something is built now and not later."""
PIECE: Final = 0.5
"""What a piece brings elsewhere."""
_HOPED: Final = 1
"""So many things that are missing for the Power Core may be hoped for in a round in which all Leaders stand there."""
SPENT: Final[tuple[contents.PieceKind, ...]] = ("volunteer", "follower", "hologram", "leader")
"""Who is sent to a build space, the first that there is."""
_ENERGY: Final = contents.Price(energy=1)


class Site(msgspec.Struct, frozen=True):
    """What is to be built on a build space, and by whom."""

    place: str
    component: str
    seats: tuple[Seat, ...]


def ability(table: Table, seat: Seat, kind: contents.PieceKind, op: effects.Op) -> int:
    """By how much the councilor of a piece does this; 0 where it does not."""
    return sum(n for _, n in able_of(table, op, (Atlantean(seat, kind),)))


def sites(table: Table) -> tuple[Site, ...]:
    """What is to be built this round, where, and by whom."""
    free = [place for place in BUILD_SPACES if is_closed(table, place) is None and not any(at(table, place))]
    core = _core(table, free)
    if core:
        return core
    found, left, look = list[Site](), table, outlook(table)
    for place in free:
        before, ways = _before_core(left), list[tuple[float, Site]]()
        is_late = (len(before) + len(free) - 1) // len(free) >= look.rounds - 1.5
        for name in before:
            seats = _payers(left, name, SPENT)
            if seats is not None:
                value = BUILT + component_worth(left, look, name) - PIECE * len(seats) + (2.0 if is_late else 0.0)
                ways.append((value, Site(place, name, seats)))
        value, best = max(ways, key=lambda each: each[0], default=(0.0, None))
        if best is None or value <= 0:  # it had better wait
            break
        found.append(best)
        left = _after(left, best)
    return tuple(found)


def component_worth(table: Table, look: Outlook, name: str) -> float:
    """What a component gives at once and in the rounds to come, once it is built."""
    component = table.box.components[name]
    value = gained(table, look, component.on_build)
    if component.spaces is not None:
        many = component.spaces.n * (1 if component.spaces.kind == "single" else 0.5)
        value += many * max(0.0, gained(table, look, component.on_activate) - PIECE) * max(0.0, look.rounds - 2)
    return value


def _before_core(table: Table) -> list[str]:
    return [name for name in gate.unbuilt(table) if name != contents.POWER_CORE]


def _core(table: Table, free: list[str]) -> tuple[Site, ...]:
    """The Power Core, and whatever has yet to be built before it in the same round; none where that cannot be paid."""
    seats, before = tuple(range(table.players)), _before_core(table)
    if len(before) >= len(free) or not all(_has(table, seat, ("leader",)) for seat in seats):
        return ()
    found, left = list[Site](), table
    for place, name in zip(free[1:], before, strict=False):
        payers = _payers(left, name, SPENT[:-1])
        if payers is None:
            return ()
        found.append(Site(place, name, payers))
        left = _after(left, found[-1])
    is_payable = _missing_for_core(left) <= (_HOPED if not before else 0)
    return (Site(free[0], contents.POWER_CORE, seats), *found) if is_payable else ()


def shared_out(table: Table, build: acts.Build) -> acts.Build:
    """The same paid so that whoever has most pays, and as many as can keep something for the Power Core."""
    if build.component == contents.POWER_CORE:
        return build
    here = {each.seat for each in at(table, build.place) if each.kind != "automaton"}
    owned, paid = list(table.reserves), [contents.NO_PRICE] * table.players
    for name, many in sorted(asdict(contents.together(build.paid)).items(), key=lambda each: -each[1]):
        for _ in range(many):
            able = [each for each in here if owned[each][name]]
            seat = max(able, key=lambda each: (sum(owned[each][kept] for kept in contents.WAIVED), owned[each][name]))
            one = contents.Price(**{name: 1})
            owned[seat], paid[seat] = owned[seat].plus(one, -1), paid[seat].plus(one)
    return replace(build, paid=tuple(paid))


def _missing_for_core(table: Table) -> int:
    """How many things are missing before all can pay the Power Core, beside what the centre is sure to give."""
    for seat, wanted in core_wants(table).items():
        # Who got one before may have made it needless.
        is_wanted = "energy" in wanted and "energy" in core_wants(table).get(seat, ())
        if is_wanted and _has(table, seat, SPENT[:-1]):
            table = replace(table, reserves=put(table.reserves, seat, table.reserves[seat].plus(_ENERGY)))
    cost = table.box.components[contents.POWER_CORE].cost
    return cost.short_of(contents.together(table.reserves)).total + len(core_wants(table))


def _payers(table: Table, name: str, kinds: tuple[contents.PieceKind, ...]) -> tuple[Seat, ...] | None:
    """The fewest seats that can pay for a component together and have such a piece at hand; None for none."""
    cost = table.box.components[name].cost
    able = [seat for seat, owned in enumerate(table.reserves) if any(map(mul, astuple(cost), astuple(owned)))]
    seats = [seat for seat in able if _has(table, seat, kinds)]
    for many in range(1, min(MOST_PAYERS, len(seats)) + 1):
        for some in combinations(seats, many):
            waived = sum(_waives(table, seat) for seat in some)
            if cost.short_of(contents.together(table.reserves[seat] for seat in some)).total <= waived:
                return some
    return None


def _waives(table: Table, seat: Seat) -> int:
    return ability(table, seat, "leader", "cost_minus") if _has(table, seat, ("leader",)) else 0


def _after(table: Table, site: Site) -> Table:
    """The table as if that was built: paid, and a piece of each payer gone."""
    cost = table.box.components[site.component].cost
    waived = sum(_waives(table, seat) for seat in site.seats)
    paid = gate.shared(tuple(table.reserves[seat] for seat in site.seats), cost, waived, must_all=False)
    assert paid is not None
    pieces, reserves = list(table.atlanteans), list(table.reserves)
    for seat, each in zip(site.seats, paid, strict=True):
        reserves[seat] = reserves[seat].plus(each, -1)
        order = ("leader", *SPENT) if _waives(table, seat) else SPENT
        own = [each for each in pieces if each.seat == seat and each.place == POOL and each.kind in order]
        pieces.remove(min(own, key=lambda each: order.index(each.kind)))
    where = next(place for place, each in enumerate(table.blueprint) if each.component == site.component)
    return replace(
        table,
        reserves=tuple(reserves),
        atlanteans=tuple(pieces),
        blueprint=put(table.blueprint, where, Built(site.component, table.round)),
    )


def _has(table: Table, seat: Seat, kinds: tuple[contents.PieceKind, ...]) -> bool:
    return any(each.seat == seat and each.kind in kinds and each.place == POOL for each in table.atlanteans)
