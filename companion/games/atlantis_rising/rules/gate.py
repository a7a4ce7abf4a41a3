"""What several pay for together: components of the Cosmic Gate, barriers, and tiles turned dry.

Ledger: A-092 to A-094, A-098, A-101 to A-117.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.rules.activation import applied, belongs_to_one
from companion.games.atlantis_rising.rules.acts import Bought, Build, BuyBarrier, BuyUnflood, Gated, LeaveUnbuilt
from companion.games.atlantis_rising.rules.moments import Refusing
from companion.games.atlantis_rising.state import changes, model
from companion.games.atlantis_rising.state.changes import returned
from companion.games.atlantis_rising.state.ground import able, at
from companion.games.atlantis_rising.state.steps import Endowing
from companion.games.atlantis_rising.words.vocabulary import refused
from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import put
from companion.language.message import Message

BARRIER_PHASES = (model.Phase.PLACE, model.Phase.ACTIONS)
"""A-092."""
Paid: TypeAlias = tuple[contents.Price, ...]
"""What each seat pays."""


class Building(Refusing[Gated]):
    """Who pays what has too many ways to be listed: one example for each component that can be paid."""

    def legal(self, state: model.AtlantisState) -> tuple[Gated, ...]:
        table = state.table
        found, taken = list[Gated](), {each.place for each in table.atlanteans}
        for place in model.BUILD_SPACES:
            if place in taken:
                found += [Build(place, name, paid) for name, paid in payable(table, place)]
                found.append(LeaveUnbuilt(place))
        return tuple(found)

    def allows(self, state: model.AtlantisState, act: Gated) -> bool:
        return self.fault(state, act) is None

    def apply(self, state: model.AtlantisState, act: Gated) -> model.AtlantisState:
        table = returned(state.table, list(at(state.table, act.place)))
        if isinstance(act, LeaveUnbuilt):
            return changes.with_table(state, table, "A-106", "A-107")
        reserves = tuple(owned.plus(paid, -1) for owned, paid in zip(table.reserves, act.paid, strict=True))
        where = next(place for place, each in enumerate(table.blueprint) if each.component == act.component)
        blueprint = put(table.blueprint, where, model.Built(act.component, table.round))
        table = replace(table, reserves=reserves, blueprint=blueprint)
        if act.component == contents.POWER_CORE:
            return changes.with_table(state, replace(table, steps=(), ended="won"), "A-113", "A-114", "A-115", "A-119")
        component = table.box.components[act.component]
        payers = tuple(seat for seat, paid in enumerate(act.paid) if paid.total)
        why = ("A-103", "A-107", "A-109", *(("A-110",) if component.on_build else ()))
        if len(payers) > 1 and belongs_to_one(component.on_build):
            return changes.with_table(state, changes.pushed(table, Endowing(payers, act.component)), *why)
        return changes.with_table(state, applied(table, component.on_build, payers[0], component.name), *why)

    def fault(self, state: model.AtlantisState, act: Gated) -> IllegalAction | None:
        table = state.table
        seats = present(table, act.place)
        is_there = bool(seats) if isinstance(act, Build) else any(at(table, act.place))
        if act.place not in model.BUILD_SPACES or not is_there:
            return refused("nobody_builds")
        if isinstance(act, LeaveUnbuilt):
            return None
        if act.component == contents.POWER_CORE and unbuilt(table) != (contents.POWER_CORE,):
            return refused("core_last")
        if act.component not in unbuilt(table):
            return refused("no_component")
        if act.component == contents.POWER_CORE and leaders_missing(table, act.place):
            return refused("leaders")
        prices = [each for each in act.paid if isinstance(each, contents.Price) and each.is_whole]
        if len(prices) != table.players or len(act.paid) != table.players:
            return refused("each_pays")
        if any(paid.total for seat, paid in enumerate(act.paid) if seat not in seats):
            return refused("elsewhere")
        if not all(owned.covers(paid) for owned, paid in zip(table.reserves, act.paid, strict=True)):
            return refused("too_little")
        if act.component == contents.POWER_CORE and not all(paid.total for paid in act.paid):
            is_payable = split(table, seats, act.component, waived(table, act.place)) is not None
            return refused("all_pay" if is_payable else "not_all_can_pay")
        paid = contents.together(act.paid)
        lacking = table.box.components[act.component].cost.plus(paid, -1)
        is_less = lacking.is_whole and not lacking.energy and lacking.total <= waived(table, act.place)
        return None if paid.total and is_less else refused("exactly")


def waived(table: model.Table, place: str) -> int:
    """How many resources need not be paid there (section 4.3)."""
    return sum(n for _, n in able(table, "cost_minus", place))


def present(table: model.Table, place: str) -> tuple[Seat, ...]:
    """Who stands on a build space and may pay; the Automaton builds nothing (Q-53)."""
    return tuple(dict.fromkeys(each.seat for each in at(table, place) if each.kind != "automaton"))


def unbuilt(table: model.Table) -> tuple[str, ...]:
    """The components of the Blueprint that may be built now: the Power Core last (A-113)."""
    left = tuple(each.component for each in table.blueprint if not each.round)
    return left if left == (contents.POWER_CORE,) else tuple(name for name in left if name != contents.POWER_CORE)


def leaders_missing(table: model.Table, place: str) -> tuple[Seat, ...]:
    """The seats whose Leader does not stand there (A-114, Q-23)."""
    there = {each.seat for each in at(table, place) if each.kind == "leader"}
    return tuple(seat for seat in range(table.players) if seat not in there)


def payable(table: model.Table, place: str) -> Iterator[tuple[str, Paid]]:
    """What can be built there, each with one way to pay for it."""
    seats, free = present(table, place), waived(table, place)
    for name in unbuilt(table) if seats else ():
        if name != contents.POWER_CORE or not leaders_missing(table, place):
            paid = split(table, seats, name, free)
            if paid is not None:
                yield name, paid


def ways_to_pay(table: model.Table, act: Build) -> Iterator[Build]:
    """Other ways to pay the same: each of the others on that build space pays first, and as much as they have."""
    seats, free = present(table, act.place), waived(table, act.place)
    orders = ((*seats[first:], *seats[:first]) for first in range(1, len(seats)))
    ways = dict.fromkeys(split(table, order, act.component, free) for order in orders)
    yield from (replace(act, paid=paid) for paid in ways if paid is not None and paid != act.paid)


def split(table: model.Table, seats: tuple[Seat, ...], name: str, free: int) -> Paid | None:
    """One way for these seats to pay a component together, waiving first what they lack; None where there is none.

    Each of them pays something of the Power Core, and no more of it is waived than what they lack.
    """
    owned, cost = tuple(table.reserves[seat] for seat in seats), table.box.components[name].cost
    paid = shared(owned, cost, free, must_all=name == contents.POWER_CORE)
    if paid is None:
        return None
    by_seat = dict(zip(seats, paid, strict=True))
    return tuple(by_seat.get(seat, contents.NO_PRICE) for seat in range(table.players))


@lru_cache(maxsize=4096)  # the same is asked again in every position until somebody has earned something
def shared(payers: Paid, cost: contents.Price, free: int, *, must_all: bool) -> Paid | None:
    """What each of the payers pays, by what they own; with `must_all` each of them pays something."""
    together = contents.together(payers)
    if not together.covers(cost) and (not free or cost.short_of(together, free).total):
        return None
    want = {name: number for name in contents.GOODS if (number := cost[name])}
    owned = {name: [each[name] for each in payers] for name in want}
    for is_lacking in (True,) if must_all else (True, False):
        for name in [each for each in contents.WAIVED if free and each in want]:
            most = max(0, want[name] - sum(owned[name])) if is_lacking else want[name]
            cut = min(free, most, sum(want.values()) - 1)
            want[name], free = want[name] - cut, free - cut
    if any(want[name] > sum(owned[name]) for name in want):
        return None
    paid = [dict.fromkeys(want, 0) for _ in payers]
    if must_all:
        first = matched([[name for name in want if owned[name][payer]] for payer in range(len(payers))], want)
        if len(first) < len(payers):
            return None
        for payer, thing in first.items():
            paid[payer][thing] += 1
            owned[thing][payer] -= 1
            want[thing] -= 1
    for kind in want:
        for place in range(len(payers)):
            more = min(want[kind], owned[kind][place])
            paid[place][kind] += more
            want[kind] -= more
    return tuple(contents.Price(**each) for each in paid)


def matched(offers: Sequence[Iterable[str]], most: Mapping[str, int]) -> dict[int, str]:
    """To each payer one of the things that it offers, of each no more than that: to as many payers as may be.

    A matching by augmenting paths.
    """
    taken = dict[int, str]()

    def gives(payer: int, tried: set[str]) -> bool:
        for name in offers[payer]:
            if name not in tried:
                tried.add(name)
                holders = [each for each, held in taken.items() if held == name]
                if len(holders) < most[name] or any(gives(each, tried) for each in holders):
                    taken[payer] = name
                    return True
        return False

    for payer in range(len(offers)):
        gives(payer, set())
    return taken


class Purchases(Refusing[Bought]):
    """Who pays how much has too many ways to be listed: examples are, and any other is taken or refused."""

    def legal(self, state: model.AtlantisState) -> tuple[Bought, ...]:
        table = state.table
        owned = tuple([reserve.energy for reserve in table.reserves])
        spots = changes.can_be_fenced(table) if table.phase in BARRIER_PHASES else ()
        barriers = [BuyBarrier(*way) for way in product(spots, _payers(owned, model.BARRIER_COST))]
        rises = [BuyUnflood(*way) for way in product(changes.can_rise(table), _payers(owned, model.UNFLOOD_COST))]
        return (*barriers, *rises)

    def allows(self, state: model.AtlantisState, act: Bought) -> bool:
        return self.fault(state, act) is None

    def apply(self, state: model.AtlantisState, act: Bought) -> model.AtlantisState:
        paid = zip(state.table.reserves, map(changes.energy, act.paid), strict=True)
        table = replace(state.table, reserves=tuple(reserve.plus(energy, -1) for reserve, energy in paid))
        shared = ("A-094",) if sum(bool(each) for each in act.paid) > 1 else ()
        if isinstance(act, BuyBarrier):
            return changes.with_table(state, changes.fenced(table, act.peninsula), "A-092", "A-098", *shared)
        return changes.with_table(state, changes.raised(table, act.peninsula), "A-093", "A-101", *shared)

    def refusal(self, state: model.AtlantisState, act: Bought, now: Message, is_on: bool) -> IllegalAction:
        if is_on:
            return super().refusal(state, act, now, is_on)
        return refused("not_now")

    def fault(self, state: model.AtlantisState, act: Bought) -> IllegalAction | None:
        table = state.table
        is_barrier = isinstance(act, BuyBarrier)
        cost = model.BARRIER_COST if is_barrier else model.UNFLOOD_COST
        if is_barrier and table.phase not in BARRIER_PHASES:
            return refused("barrier_phase")
        if is_barrier and act.peninsula not in changes.can_be_fenced(table):
            return refused("barrier_place")
        if not is_barrier and act.peninsula not in changes.can_rise(table):
            return refused("no_flooded")
        owned = (0 <= paid <= reserve.energy for paid, reserve in zip(act.paid, table.reserves, strict=False))
        if len(act.paid) != table.players or not all(owned):
            return refused("energy_short")
        name = "barrier_cost" if is_barrier else "unflood_cost"
        return refused(name, cost=cost) if sum(act.paid) != cost else None


@lru_cache(maxsize=1024)
def _payers(owned: tuple[int, ...], cost: int) -> tuple[tuple[int, ...], ...]:
    """Examples of who of these pays: each alone who can, else those with the most together."""
    if alone := [seat for seat, energy in enumerate(owned) if energy >= cost]:
        return tuple(tuple(cost if each == seat else 0 for each in range(len(owned))) for seat in alone)
    paid, left = [0] * len(owned), cost
    for seat in sorted(range(len(owned)), key=lambda each: -owned[each]):
        paid[seat] = min(owned[seat], left)
        left -= paid[seat]
    return () if left else (tuple(paid),)
