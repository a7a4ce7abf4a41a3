"""Barriers and tiles turned dry: gained, or bought together with energy (A-092 to A-094, A-098, A-101)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import BARRIER_COST, UNFLOOD_COST
from companion.games.atlantis_rising.rules.acts import Bought, BuyBarrier, BuyUnflood
from companion.games.atlantis_rising.rules.decisions import PlaceBarrier, Unflood
from companion.games.atlantis_rising.rules.moments import Refusing, StepMoment
from companion.games.atlantis_rising.state import changes, model
from companion.games.atlantis_rising.state.steps import Fencing, Unflooding
from companion.games.errors import IllegalAction
from companion.language.message import Message, say

BARRIER_PHASES = (model.Phase.PLACE, model.Phase.ACTIONS)
"""A-092."""


class Fences(StepMoment[Fencing, PlaceBarrier]):
    """A barrier that was gained is placed at once."""

    rule = "A-098"
    law = say("A barrier goes to a peninsula with a dry tile and no barrier, and at once")

    def legal(self, state: model.AtlantisState) -> tuple[PlaceBarrier, ...]:
        return tuple(PlaceBarrier(each) for each in changes.can_be_fenced(state.table))

    def apply(self, state: model.AtlantisState, act: PlaceBarrier) -> model.AtlantisState:
        table = changes.one_less(state.table)
        return changes.with_table(state, changes.fenced(table, act.peninsula), "A-097", "A-098")


class Rises(StepMoment[Unflooding, Unflood]):
    """Of a peninsula the flooded tile nearest to the centre."""

    rule = "A-101"
    law = say("Of a peninsula the flooded tile nearest to the centre is turned dry")

    def legal(self, state: model.AtlantisState) -> tuple[Unflood, ...]:
        return tuple(Unflood(each) for each in changes.can_rise(state.table))

    def apply(self, state: model.AtlantisState, act: Unflood) -> model.AtlantisState:
        table = changes.one_less(state.table)
        return changes.with_table(state, changes.raised(table, act.peninsula), "A-101")


class Purchases(Refusing[Bought]):
    """Who pays how much has too many ways to be listed: examples are, and any other is taken or refused."""

    rule = "A-094"
    law = say("Several may pay together for a barrier or for a tile that is turned dry")

    def legal(self, state: model.AtlantisState) -> tuple[Bought, ...]:
        table = state.table
        found = list[Bought]()
        if table.phase in BARRIER_PHASES and (spots := changes.can_be_fenced(table)):
            ways = list(_ways(table, BARRIER_COST))
            found += [BuyBarrier(spot, paid) for spot in spots for paid in ways]
        if spots := changes.can_rise(table):
            ways = list(_ways(table, UNFLOOD_COST))
            found += [BuyUnflood(spot, paid) for spot in spots for paid in ways]
        return tuple(found)

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
        return IllegalAction("A-096", say("Not while something else is being dealt with. Finish that first."))

    def fault(self, state: model.AtlantisState, act: Bought) -> IllegalAction | None:
        table = state.table
        is_barrier = isinstance(act, BuyBarrier)
        cost = BARRIER_COST if is_barrier else UNFLOOD_COST
        if is_barrier and table.phase not in BARRIER_PHASES:
            words = say("A barrier is bought while Atlanteans are placed or actions are taken. Wait for that.")
            return IllegalAction("A-092", words)
        if is_barrier and act.peninsula not in changes.can_be_fenced(table):
            words = say("A barrier goes to a peninsula with a dry tile and no barrier. Choose another.")
            return IllegalAction("A-098", words)
        if not is_barrier and act.peninsula not in changes.can_rise(table):
            return IllegalAction("A-101", say("No tile of that peninsula is flooded. Choose another."))
        owned = (0 <= paid <= reserve.energy for paid, reserve in zip(act.paid, table.reserves, strict=False))
        if len(act.paid) != table.players or not all(owned):
            return IllegalAction("A-094", say("Somebody has not so much energy. Share the cost otherwise."))
        words = say("That costs {cost} energy together. Share it so that it fits.", cost=cost)
        return IllegalAction("A-092" if is_barrier else "A-093", words) if sum(act.paid) != cost else None


def _ways(table: model.Table, cost: int) -> Iterator[tuple[int, ...]]:
    """Examples of who pays: each alone who can, else those with the most together."""
    owned = [reserve.energy for reserve in table.reserves]
    alone = [seat for seat, energy in enumerate(owned) if energy >= cost]
    yield from (tuple(cost if each == seat else 0 for each in range(len(owned))) for seat in alone)
    if alone or sum(owned) < cost:
        return
    paid, left = [0] * len(owned), cost
    for seat in sorted(range(len(owned)), key=lambda each: -owned[each]):
        paid[seat] = min(owned[seat], left)
        left -= paid[seat]
    yield tuple(paid)
