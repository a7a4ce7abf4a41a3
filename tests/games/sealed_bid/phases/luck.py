"""Whoever did not take the prize rolls a die, all at once; a six is one more point (B-017)."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, say
from tests.games.sealed_bid.model import DIE, DIE_COLOURS, LUCKY, BidState, BidView, Phase, Rolled, RollLuck, Table
from tests.games.sealed_bid.phases.part import Part, changed


class Luck(Part[RollLuck]):
    """In any order: nobody's die is before another's."""

    titles = {Phase.LUCK: say("Luck")}
    acts = (RollLuck,)
    rule = "B-017"
    law = say("After the award each seat that did not take the prize rolls one die")

    def has_work(self, state: BidState) -> bool:
        return bool(rolling(state.table))

    def legal(self, state: BidState) -> tuple[RollLuck, ...]:
        return tuple(RollLuck(seat, value) for seat in rolling(state.table) for value in DIE)

    def apply(self, state: BidState, act: RollLuck) -> BidState:
        table, seat = state.table, act.seat
        luck = put(table.luck, seat, table.luck[seat] + (act.value == LUCKY))
        rolled = (*table.rolled, Rolled(seat, act.value))
        return changed(state, why=("B-017",), rolls=put(table.rolls, seat, False), luck=luck, rolled=rolled)

    def asked(self, view: BidView) -> Asked:
        seats = rolling(view.table)
        text = say("Roll a die each: {seats}.", seats=people(view, seats))
        return Asked(seats, text, say("A {number} is one more point.", number=LUCKY), "B-017", any_order=True)

    def label(self, view: BidView, act: RollLuck) -> Label:
        who = view.who(act.seat)
        text = say("{who} rolls a {number}", who=who, number=act.value)
        return Label(text, say("Die of {who}", who=who), f"die:{DIE_COLOURS[act.seat]}")

    def described(self, before: BidView, act: RollLuck) -> Message:
        who = before.who(act.seat)
        if act.value == LUCKY:
            return say("{who} rolls a {number} and gets a point.", who=who, number=act.value)
        return say("{who} rolls a {number}.", who=who, number=act.value)

    def refusal(self, state: BidState, act: RollLuck, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if not table.setup.luck:
            return IllegalAction("B-017", say("Nobody rolls a die: this game is played without luck."))
        if act.value not in DIE:
            return IllegalAction("B-017", say("A die shows 1 to 6. Look at it again."))
        return super().refusal(state, act, now, is_on)


def rolling(table: Table) -> tuple[Seat, ...]:
    """Seats that have still to roll a die, clockwise from the token (B-017)."""
    return tuple(seat for seat in table.clockwise if table.rolls[seat])
