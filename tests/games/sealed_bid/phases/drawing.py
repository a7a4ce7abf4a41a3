"""Cards come from the deck to the hands: three at the deal (B-002), and up to three after a round (B-014)."""

from __future__ import annotations

from companion.games.core import Memory, Seat
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from tests.games.sealed_bid.model import HAND, BidState, BidView, Draw, Phase, Table
from tests.games.sealed_bid.phases.part import ON_DECK, Part, possible, with_hand


class Drawing(Part[Draw]):
    """One card at a time, whoever has fewest first."""

    titles = {Phase.DEAL: say("Deal"), Phase.DRAW: say("Draw")}
    acts = (Draw,)
    rule = "B-002"
    law = say("Cards are taken one at a time, three to a hand")

    def has_work(self, state: BidState) -> bool:
        return next_to_draw(state.table) is not None

    def legal(self, state: BidState) -> tuple[Draw, ...]:
        seat = next_to_draw(state.table)
        assert seat is not None  # the phase ends with the last card drawn
        return (Draw(seat),) if state.secrets[seat] is None else tuple(Draw(seat, card) for card in possible(state))

    def apply(self, state: BidState, act: Draw) -> BidState:
        table = state.table
        rule = "B-002" if table.phase is Phase.DEAL else "B-014"
        return with_hand(state, act.seat, act.card, 1, why=(rule,), deck=table.deck - 1)

    def asked(self, view: BidView) -> Asked:
        seat = next_to_draw(view.table)
        seats = () if seat is None else (seat,)
        if view.table.phase is Phase.DEAL:
            return Asked(seats, say("Deal three cards to each player."), say("Hands are secret."), "B-002")
        return Asked(seats, say("Draw up to three cards."), say("Hands are filled again."), "B-014")

    def label(self, view: BidView, act: Draw) -> Label:
        return Label(say("{who} has drawn", who=view.who(act.seat)), say("One by one"))

    def described(self, before: BidView, act: Draw) -> Message:
        who = before.who(act.seat)
        return (
            say("{who} draws a {number}.", who=who, number=act.card)
            if act.card
            else say("{who} draws a card.", who=who)
        )

    def memory(self, before: BidView, act: Draw) -> Memory:
        if before.seat == act.seat:
            if act.card:
                return Memory(say("You have seen the card that you drew: a {number}.", number=act.card), ON_DECK)
            return Memory(say("You have seen the card that you drew."), ON_DECK)
        return Memory(say("{who} has seen the card drawn from the deck.", who=before.who(act.seat)), ON_DECK)


def next_to_draw(table: Table) -> Seat | None:
    """The seat that takes the next card of the deck (B-002, B-014)."""
    seat = min(table.clockwise, key=lambda each: table.hands[each])
    return seat if table.hands[seat] < HAND and table.deck > 0 else None
