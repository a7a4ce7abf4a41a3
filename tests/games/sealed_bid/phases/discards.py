"""Whoever did not win discards a card of its hand, face up, the seats in any order (B-010, B-013)."""

from __future__ import annotations

from companion.games.core import Memory, Seat
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, say
from tests.games.sealed_bid.model import BidState, BidView, Discard, Phase, Table, plus
from tests.games.sealed_bid.phases.part import Part, held, with_hand


class Discards(Part[Discard]):
    """Not after the last round."""

    titles = {Phase.DISCARD: say("Discards")}
    acts = (Discard,)
    rule = "B-013"
    law = say("Whoever did not win discards one card of its hand")

    def has_work(self, state: BidState) -> bool:
        return bool(owing(state.table))

    def legal(self, state: BidState) -> tuple[Discard, ...]:
        return tuple(Discard(seat, card) for seat in owing(state.table) for card in held(state, seat))

    def apply(self, state: BidState, act: Discard) -> BidState:
        table = state.table
        discard, owes = plus(table.discard, act.card), put(table.owes, act.seat, False)
        return with_hand(state, act.seat, act.card, -1, why=("B-013",), discard=discard, top=act.card, owes=owes)

    def asked(self, view: BidView) -> Asked:
        seats = owing(view.table)
        text = say("Still to discard a card: {seats}.", seats=people(view, seats))
        return Asked(seats, text, say("They did not win."), "B-013")

    def label(self, view: BidView, act: Discard) -> Label:
        group = say("Discard of {who}", who=view.who(act.seat))
        return Label(say("A {number}", number=act.card), group, f"card:{act.card}")

    def described(self, before: BidView, act: Discard) -> Message:
        return say("{who} discards a {number}.", who=before.who(act.seat), number=act.card)

    def memory(self, before: BidView, act: Discard) -> Memory:
        who = before.who(act.seat)
        seen = say("Everybody has seen the {number} that {who} discarded.", number=act.card, who=who)
        return Memory(seen, say("It goes back to the hand."))


def owing(table: Table) -> tuple[Seat, ...]:
    """Seats that have still to discard, clockwise from the token (B-010, B-013)."""
    return tuple(seat for seat in table.clockwise if table.owes[seat] and table.hands[seat] > 0)
