"""What several may pay together with energy: a barrier, and a tile turned dry (A-092 to A-094)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import BuyBarrier, BuyUnflood
from companion.games.atlantis_rising.box import Price
from companion.games.atlantis_rising.changes import with_table
from companion.games.atlantis_rising.model import BARRIER_COST, UNFLOOD_COST, AtlantisState, AtlantisView, Phase, Table
from companion.games.atlantis_rising.phases.part import Part
from companion.games.atlantis_rising.vocabulary import PENINSULA_WORDS, paid_words, tile_words
from companion.games.atlantis_rising.water import can_be_fenced, can_rise, fenced, raised
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Label
from companion.language.message import Message, say

Bought: TypeAlias = BuyBarrier | BuyUnflood
BARRIER_PHASES = (Phase.PLACE, Phase.ACTIONS)
"""A-092."""


class Purchases(Part[Bought]):
    """Who pays how much has too many ways to be listed: examples are, and any other is taken or refused."""

    acts = (BuyBarrier, BuyUnflood)
    rule = "A-094"
    law = say("Several may pay together for a barrier or for a tile that is turned dry")

    def legal(self, state: AtlantisState) -> tuple[Bought, ...]:
        table = state.table
        found = list[Bought]()
        if table.phase in BARRIER_PHASES and (spots := can_be_fenced(table)):
            ways = list(_ways(table, BARRIER_COST))
            found += [BuyBarrier(spot, paid) for spot in spots for paid in ways]
        if spots := can_rise(table):
            ways = list(_ways(table, UNFLOOD_COST))
            found += [BuyUnflood(spot, paid) for spot in spots for paid in ways]
        return tuple(found)

    def allows(self, state: AtlantisState, act: Bought) -> bool:
        return _fault(state.table, act) is None

    def apply(self, state: AtlantisState, act: Bought) -> AtlantisState:
        table = state.table
        reserves = tuple(
            reserve.plus(Price(energy=-paid)) for reserve, paid in zip(table.reserves, act.paid, strict=True)
        )
        table = replace(table, reserves=reserves)
        shared = ("A-094",) if sum(bool(each) for each in act.paid) > 1 else ()
        if isinstance(act, BuyBarrier):
            return with_table(state, fenced(table, act.peninsula), "A-092", "A-098", *shared)
        return with_table(state, raised(table, act.peninsula), "A-093", "A-101", *shared)

    def label(self, view: AtlantisView, act: Bought) -> Label:
        paid = paid_words(view, (Price(energy=each) for each in act.paid))
        if isinstance(act, BuyBarrier):
            return Label(
                say("{where}: {paid}", where=PENINSULA_WORDS[act.peninsula], paid=paid),
                say("A barrier for {cost} energy", cost=BARRIER_COST),
                "barrier",
            )
        where = tile_words(act.peninsula, view.table.dry[act.peninsula] + 1)
        group = say("Turn a tile dry for {cost} energy", cost=UNFLOOD_COST)
        return Label(say("{where}: {paid}", where=where, paid=paid), group)

    def told(self, before: AtlantisView, act: Bought) -> Message:
        paid = paid_words(before, (Price(energy=each) for each in act.paid))
        if isinstance(act, BuyBarrier):
            return say("A barrier protects {where}: {paid}.", where=PENINSULA_WORDS[act.peninsula], paid=paid)
        where = tile_words(act.peninsula, before.table.dry[act.peninsula] + 1)
        return say("{tile} is dry again: {paid}.", tile=where, paid=paid)

    def refusal(self, state: AtlantisState, act: Bought, now: Message, is_moment: bool) -> IllegalAction:
        if not is_moment:
            words = say("Not while something else is being dealt with. Finish that first.")
            return IllegalAction("A-096", words)
        return _fault(state.table, act) or super().refusal(state, act, now, is_moment)


def _ways(table: Table, cost: int) -> Iterator[tuple[int, ...]]:
    """Examples of who pays: each alone who can, else those with the most together."""
    owned = [reserve.energy for reserve in table.reserves]
    alone = [seat for seat, energy in enumerate(owned) if energy >= cost]
    for seat in alone:
        yield tuple(cost if each == seat else 0 for each in range(len(owned)))
    if alone or sum(owned) < cost:
        return
    paid, left = [0] * len(owned), cost
    for seat in sorted(range(len(owned)), key=lambda each: -owned[each]):
        paid[seat] = min(owned[seat], left)
        left -= paid[seat]
    yield tuple(paid)


def _fault(table: Table, act: Bought) -> IllegalAction | None:
    """Why this cannot be bought so; None where it can."""
    is_barrier = isinstance(act, BuyBarrier)
    cost = BARRIER_COST if is_barrier else UNFLOOD_COST
    if is_barrier and table.phase not in BARRIER_PHASES:
        words = say("A barrier is bought while Atlanteans are placed or actions are taken. Wait for that.")
        return IllegalAction("A-092", words)
    if is_barrier and act.peninsula not in can_be_fenced(table):
        return IllegalAction(
            "A-098", say("A barrier goes to a peninsula with a dry tile and no barrier. Choose another.")
        )
    if not is_barrier and act.peninsula not in can_rise(table):
        return IllegalAction("A-101", say("No tile of that peninsula is flooded. Choose another."))
    if len(act.paid) != table.setup.players or any(
        not 0 <= paid <= reserve.energy for paid, reserve in zip(act.paid, table.reserves, strict=False)
    ):
        return IllegalAction("A-094", say("Somebody has not so much energy. Share the cost otherwise."))
    if sum(act.paid) != cost:
        rule = "A-092" if is_barrier else "A-093"
        return IllegalAction(rule, say("That costs {cost} energy together. Share it so that it fits.", cost=cost))
    return None
