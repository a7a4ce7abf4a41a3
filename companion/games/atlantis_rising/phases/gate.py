"""Building on the Cosmic Gate: all on one build space pay together for one component (A-102 to A-117)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import Build, LeaveUnbuilt
from companion.games.atlantis_rising.box import NO_PRICE, POWER_CORE, Price, Resource
from companion.games.atlantis_rising.changes import pushed, returned, with_table
from companion.games.atlantis_rising.ground import able, at
from companion.games.atlantis_rising.model import BUILD_SPACES, AtlantisState, AtlantisView, Built, Table
from companion.games.atlantis_rising.outcomes import applied, belongs_to_one
from companion.games.atlantis_rising.phases.part import Part
from companion.games.atlantis_rising.steps import Endowing
from companion.games.atlantis_rising.vocabulary import paid_words, place_words
from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Label, put
from companion.language.message import Message, say
from companion.language.values import Name

Gated: TypeAlias = Build | LeaveUnbuilt
_WAIVED: tuple[Resource, ...] = ("gold", "crystal", "atlantium")
"""Resources that a price may have (A-088)."""


class Building(Part[Gated]):
    """Who pays what has too many ways to be listed: one example for each component that can be paid."""

    acts = (Build, LeaveUnbuilt)
    rule = "A-103"
    law = say("All on one build space pay together for one component")

    def legal(self, state: AtlantisState) -> tuple[Gated, ...]:
        table = state.table
        found = list[Gated]()
        for place in BUILD_SPACES:
            if any(at(table, place)):
                found += [Build(place, name, paid) for name, paid in payable(table, place)]
                found.append(LeaveUnbuilt(place))
        return tuple(found)

    def allows(self, state: AtlantisState, act: Gated) -> bool:
        if isinstance(act, LeaveUnbuilt):
            return act.place in BUILD_SPACES and any(at(state.table, act.place))
        return fault(state.table, act) is None

    def apply(self, state: AtlantisState, act: Gated) -> AtlantisState:
        table = returned(state.table, list(at(state.table, act.place)))
        if isinstance(act, LeaveUnbuilt):
            return with_table(state, table, "A-106", "A-107")
        reserves = tuple(owned.plus(paid, -1) for owned, paid in zip(table.reserves, act.paid, strict=True))
        where = next(place for place, each in enumerate(table.blueprint) if each.component == act.component)
        blueprint = put(table.blueprint, where, Built(act.component, table.round))
        table = replace(table, reserves=reserves, blueprint=blueprint)
        if act.component == POWER_CORE:
            return with_table(state, replace(table, steps=(), ended="won"), "A-113", "A-114", "A-115", "A-119")
        component = table.setup.box.components[act.component]
        payers = tuple(seat for seat, paid in enumerate(act.paid) if paid.total)
        why = ("A-103", "A-107", "A-109", *(("A-110",) if component.on_build else ()))
        if len(payers) > 1 and belongs_to_one(component.on_build):
            return with_table(state, pushed(table, Endowing(payers, act.component)), *why)
        return with_table(state, applied(table, component.on_build, payers[0], component.name), *why)

    def label(self, view: AtlantisView, act: Gated) -> Label:
        box = view.table.setup.box
        group = say("{place}", place=place_words(box, act.place))
        if isinstance(act, LeaveUnbuilt):
            return Label(say("Build nothing; all return"), group)
        name = Name(box.components[act.component].name)
        words = say("{component}: {paid}", component=name, paid=paid_words(view, act.paid))
        return Label(words, group, f"unbuilt:{act.component}")

    def told(self, before: AtlantisView, act: Gated) -> Message:
        box = before.table.setup.box
        if isinstance(act, LeaveUnbuilt):
            return say("Nothing is built on {place}.", place=place_words(box, act.place))
        name = Name(box.components[act.component].name)
        return say("{component} is built: {paid}.", component=name, paid=paid_words(before, act.paid))

    def refusal(self, state: AtlantisState, act: Gated, now: Message, is_moment: bool) -> IllegalAction:
        if is_moment and isinstance(act, Build):
            return fault(state.table, act) or super().refusal(state, act, now, is_moment)
        if is_moment:
            return IllegalAction("A-102", say("Nobody stands on that build space. Choose another."))
        return super().refusal(state, act, now, is_moment)


def waived(table: Table, place: str) -> int:
    """How many resources need not be paid there (section 4.3)."""
    return sum(n for _, n in able(table, "cost_minus", place))


def present(table: Table, place: str) -> tuple[Seat, ...]:
    """Who stands on a build space and may pay; the Automaton builds nothing (Q-53)."""
    return tuple(dict.fromkeys(each.seat for each in at(table, place) if each.kind != "automaton"))


def unbuilt(table: Table) -> tuple[str, ...]:
    """The components of the Blueprint that may be built now: the Power Core last (A-113)."""
    left = tuple(each.component for each in table.blueprint if not each.round)
    return left if left == (POWER_CORE,) else tuple(name for name in left if name != POWER_CORE)


def leaders_missing(table: Table, place: str) -> tuple[Seat, ...]:
    """The seats whose Leader does not stand there (A-114, Q-23)."""
    there = {each.seat for each in at(table, place) if each.kind == "leader"}
    return tuple(seat for seat in range(table.setup.players) if seat not in there)


def payable(table: Table, place: str) -> Iterator[tuple[str, tuple[Price, ...]]]:
    """What can be built there, each with one way to pay for it."""
    seats = present(table, place)
    if not seats:
        return
    free = waived(table, place)
    for name in unbuilt(table):
        if name == POWER_CORE and leaders_missing(table, place):
            continue
        paid = split(table, seats, table.setup.box.components[name].cost, free, must_all=name == POWER_CORE)
        if paid is not None:
            yield name, paid


def ways_to_pay(table: Table, act: Build) -> Iterator[Build]:
    """Other ways to pay the same: each of the others on that build space pays first, and as much as they have."""
    seats, cost = present(table, act.place), table.setup.box.components[act.component].cost
    met = {act.paid}
    for first in range(1, len(seats)):
        order = (*seats[first:], *seats[:first])
        paid = split(table, order, cost, waived(table, act.place), must_all=act.component == POWER_CORE)
        if paid is not None and paid not in met:
            met.add(paid)
            yield replace(act, paid=paid)


def split(table: Table, seats: tuple[Seat, ...], cost: Price, free: int, must_all: bool) -> tuple[Price, ...] | None:
    """One way for these seats to pay together, waiving first what they lack; None where there is none.

    With `must_all` each of them pays something, and no more is waived than what they lack.
    """
    together = NO_PRICE
    for seat in seats:
        together = together.plus(table.reserves[seat])
    if not _is_enough(together, cost, free):
        return None
    owned = {name: [getattr(table.reserves[seat], name) for seat in seats] for name in Price.__struct_fields__}
    want = {name: getattr(cost, name) for name in Price.__struct_fields__}
    for is_lacking in (True,) if must_all else (True, False):
        for name in _WAIVED:
            most = max(0, want[name] - sum(owned[name])) if is_lacking else want[name]
            cut = min(free, most, sum(want.values()) - 1)
            want[name], free = want[name] - cut, free - cut
    if any(want[name] > sum(owned[name]) for name in want):
        return None
    paid = [dict.fromkeys(want, 0) for _ in seats]
    if must_all and not _one_each(want, owned, paid):
        return None
    for kind in want:
        for place in range(len(seats)):
            more = min(want[kind], owned[kind][place])
            paid[place][kind] += more
            want[kind] -= more
    by_seat = dict(zip(seats, (Price(**each) for each in paid), strict=True))
    return tuple(by_seat.get(seat, NO_PRICE) for seat in range(table.setup.players))


def _is_enough(together: Price, cost: Price, free: int) -> bool:
    """Whether so much may suffice where so many resources need not be paid, however it is split."""
    lacking = sum(max(0, getattr(cost, name) - getattr(together, name)) for name in _WAIVED)
    return lacking <= free and together.energy >= cost.energy and together.ore >= cost.ore


def _one_each(want: dict[str, int], owned: dict[str, list[int]], paid: list[dict[str, int]]) -> bool:
    """Let each payer pay one thing of what is wanted (a matching by augmenting paths); whether that works.

    `want`, `owned` and `paid` are changed so.
    """
    taken = dict[int, str]()

    def give(payer: int, tried: set[str]) -> bool:
        for name in want:
            if owned[name][payer] and name not in tried:
                tried.add(name)
                holders = [each for each, held in taken.items() if held == name]
                if len(holders) < want[name] or any(give(each, tried) for each in holders):
                    taken[payer] = name
                    return True
        return False

    if not all(give(payer, set()) for payer in range(len(paid))):
        return False
    for payer, name in taken.items():
        paid[payer][name] += 1
        owned[name][payer] -= 1
        want[name] -= 1
    return True


def _is_price(paid: object) -> bool:
    """Whether that can be paid at all."""
    return isinstance(paid, Price) and paid.is_whole


def fault(table: Table, act: Build) -> IllegalAction | None:
    """Why this cannot be built so; None where it can."""
    seats = present(table, act.place) if act.place in BUILD_SPACES else ()
    if not seats:
        return IllegalAction("A-102", say("Nobody stands on that build space. Choose another."))
    if act.component == POWER_CORE and unbuilt(table) != (POWER_CORE,):
        return IllegalAction("A-113", say("The Power Core is built last, when all nine others are."))
    if act.component not in unbuilt(table):
        return IllegalAction("A-010", say("That component is not to be built in this game. Choose another."))
    if act.component == POWER_CORE and leaders_missing(table, act.place):
        return IllegalAction("A-114", say("For the Power Core every Leader has to stand on the same build space."))
    if len(act.paid) != table.setup.players or not all(map(_is_price, act.paid)):
        return IllegalAction("A-103", say("Say for each player what is paid."))
    if any(paid.total for seat, paid in enumerate(act.paid) if seat not in seats):
        return IllegalAction("A-105", say("Only players on that build space pay. Share the cost otherwise."))
    if not all(owned.covers(paid) for owned, paid in zip(table.reserves, act.paid, strict=True)):
        return IllegalAction("A-106", say("Somebody has not so much. Share the cost otherwise."))
    if act.component == POWER_CORE and not all(paid.total for paid in act.paid):
        cost, free = table.setup.box.components[POWER_CORE].cost, waived(table, act.place)
        if split(table, seats, cost, free, must_all=True) is None:
            words = say("Not every player can pay something of the Power Core. Build it in another round.")
            return IllegalAction("A-116", words)
        return IllegalAction("A-115", say("Of the Power Core every player pays at least one thing."))
    return _wrong_sum(table, act)


def _wrong_sum(table: Table, act: Build) -> IllegalAction | None:
    cost, together = table.setup.box.components[act.component].cost, NO_PRICE
    for paid in act.paid:
        together = together.plus(paid)
    lacking = cost.plus(together, -1)
    is_less = lacking.is_whole and not lacking.energy and lacking.total <= waived(table, act.place)
    if together.total and is_less:
        return None
    return IllegalAction("A-106", say("That is not what it costs. Pay it exactly, or build nothing."))
