"""The highest bid made by one seat alone takes the prize (B-006, B-016), and all bids are discarded (B-007)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from tests.games.sealed_bid.model import (
    NOBODY,
    ROUNDS,
    UNKNOWN,
    BidState,
    BidView,
    Phase,
    Table,
    TakePrize,
    plus,
    titles_of,
)
from tests.games.sealed_bid.phases.guesses import settled
from tests.games.sealed_bid.phases.part import PEARL, Part, changed
from tests.games.sealed_bid.phases.payment import earned
from tests.games.sealed_bid.phases.wagers import settled_wagers


class Award(Part[TakePrize]):
    """One act for all that it moves."""

    titles = {Phase.AWARD: say("The award")}
    acts = (TakePrize,)
    rule = "B-006"
    law = say("The highest bid made by one seat alone takes the prize")

    def has_work(self, state: BidState) -> bool:
        return state.table.prize != UNKNOWN or any(bid is not None for bid in state.table.bids)

    def legal(self, state: BidState) -> tuple[TakePrize, ...]:
        return (TakePrize(best_bid(state.table)),)

    def apply(self, state: BidState, act: TakePrize) -> BidState:
        table, winner, discard, top = state.table, act.seat, state.table.discard, state.table.top
        for bid in table.bids:
            if bid is not None:
                discard, top = plus(discard, bid.face, bid.count), bid.face
        if winner == NOBODY and table.prize != UNKNOWN:
            discard, top = plus(discard, table.prize), table.prize
        seats = range(table.setup.players)
        return changed(
            state,
            why=("B-006", "B-007"),
            won=tuple(plus(pile, table.prize) if seat == winner else pile for seat, pile in enumerate(table.won)),
            pearls=table.pearls - (winner != NOBODY and table.pearls > 0),
            discard=discard,
            top=top,
            prize=UNKNOWN,
            bids=(None,) * table.setup.players,
            owes=tuple(seat != winner and table.round < ROUNDS for seat in seats),
            titles=replace(titles_of(table), due=winner) if table.setup.titles else UNSET,
            rolls=tuple(seat != winner and table.setup.luck for seat in seats),
            guesses=settled(table, winner) or table.guesses,
            wagers=settled_wagers(table, winner) or table.wagers,
            purses=earned(table, winner),
        )

    def asked(self, view: BidView) -> Asked:
        winner = best_bid(view.table)
        if winner == NOBODY:
            text = say("Nobody takes the prize: discard it and all bids.")
            return Asked((), text, say("Equal bids cancel."), "B-006")
        text = say("{who} takes the prize and a {pearl}. Discard all bids.", who=view.who(winner), pearl=PEARL)
        return Asked((winner,), text, say("The highest bid wins."), "B-006")

    def label(self, view: BidView, act: TakePrize) -> Label:
        if act.seat == NOBODY:
            return Label(say("Nobody takes the prize"), say("The award"))
        return Label(say("{who} has taken the prize", who=view.who(act.seat)), say("The award"))

    def described(self, before: BidView, act: TakePrize) -> Message:
        if act.seat == NOBODY:
            return say("Nobody takes the prize.")
        return say("{who} takes the prize.", who=before.who(act.seat))


def best_bid(table: Table) -> Seat:
    """The seat with the highest bid that no other seat made, or NOBODY (B-006); of equal ones the first (B-016)."""
    values = {seat: bid.value for seat in table.clockwise if (bid := table.bids[seat]) is not None and bid.face}
    if table.setup.ties == "cancel":
        values = {seat: value for seat, value in values.items() if list(values.values()).count(value) == 1}
    return max(values, key=lambda seat: values[seat], default=NOBODY)
