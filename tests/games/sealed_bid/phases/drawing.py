"""Cards come from the deck to the hands: three at the deal (B-002), and up to three after a round (B-014)."""

from __future__ import annotations

from companion.games.core import Memory, Seat
from tests.games.sealed_bid.model import HAND, BidState, BidView, Draw, Phase, Table
from tests.games.sealed_bid.phases.part import ON_DECK, Asked, Label, Part, possible, with_hand


class Drawing(Part[Draw]):
    """One card at a time, whoever has fewest first."""

    titles = {Phase.DEAL: "Deal", Phase.DRAW: "Draw"}
    act = Draw
    rule = "B-002"
    law = "Cards are taken one at a time, three to a hand"

    def has_work(self, table: Table) -> bool:
        return next_to_draw(table) is not None

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
            return Asked(seats, "Deal three cards to each player.", "Hands are secret.", "B-002")
        return Asked(seats, "Draw up to three cards.", "Hands are filled again.", "B-014")

    def label(self, view: BidView, act: Draw) -> Label:
        return Label(f"{view.name(act.seat)} has drawn", "One by one")

    def told(self, before: BidView, act: Draw) -> str:
        return f"{before.name(act.seat)} draws {f'a {act.card}' if act.card else 'a card'}."

    def memory(self, before: BidView, act: Draw) -> Memory:
        if before.seat == act.seat:
            return Memory(f"You have seen the card that you drew{f': a {act.card}' if act.card else ''}.", ON_DECK)
        return Memory(f"{before.name(act.seat)} has seen the card drawn from the deck.", ON_DECK)


def next_to_draw(table: Table) -> Seat | None:
    """The seat that takes the next card of the deck (B-002, B-014)."""
    seat = min(table.clockwise, key=lambda each: table.hands[each])
    return seat if table.hands[seat] < HAND and table.deck > 0 else None
