"""Coins: whoever took the prize is paid for it, and the others give a gold back (B-020)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, say
from tests.games.sealed_bid.model import NOBODY, UNKNOWN, BidState, BidView, PayGold, Phase, Purses, Table
from tests.games.sealed_bid.phases.part import GOLD_NOUN, Part, changed


class Payment(Part[PayGold]):
    """One act for all that it moves."""

    titles = {Phase.PAY: say("The payment")}
    acts = (PayGold,)
    rule = "B-020"
    law = say("Whoever takes a prize is paid once, and everybody else gives a gold back")

    def has_work(self, state: BidState) -> bool:
        return isinstance(state.table.purses, Purses) and state.table.purses.due != NOBODY

    def legal(self, state: BidState) -> tuple[PayGold, ...]:
        purses = state.table.purses
        return (PayGold(purses.due),) if isinstance(purses, Purses) else ()

    def apply(self, state: BidState, act: PayGold) -> BidState:
        purses = state.table.purses
        assert isinstance(purses, Purses)
        gold = tuple(has + purses.owed if seat == act.seat else max(0, has - 1) for seat, has in enumerate(purses.gold))
        return changed(state, why=("B-020",), purses=replace(purses, gold=gold, due=NOBODY, owed=0))

    def asked(self, view: BidView) -> Asked:
        purses = view.table.purses
        assert isinstance(purses, Purses)
        text = say(
            "{who} is paid {number} {gold}; everybody else who has gold gives one back.",
            who=view.who(purses.due),
            number=purses.owed,
            gold=GOLD_NOUN,
        )
        return Asked((purses.due,), text, say("A prize is worth its number."), "B-020")

    def label(self, view: BidView, act: PayGold) -> Label:
        return Label(say("{who} is paid", who=view.who(act.seat)), say("The payment"), "gold:1")

    def described(self, before: BidView, act: PayGold) -> Message:
        purses = before.table.purses
        assert isinstance(purses, Purses)
        return say("{who} is paid {number} {gold}.", who=before.who(act.seat), number=purses.owed, gold=GOLD_NOUN)

    def refusal(self, state: BidState, act: PayGold, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.purses is UNSET:
            return IllegalAction("B-020", say("Nobody is paid: this game is played without coins."))
        return super().refusal(state, act, now, is_on)


def earned(table: Table, winner: Seat) -> Purses | UnsetType:
    """The purses once a seat has taken the prize: it lies on the left of its row (B-021), and is yet to be paid."""
    purses = table.purses
    if not isinstance(purses, Purses) or winner == NOBODY or table.prize == UNKNOWN:  # a host may have taken it away
        return purses
    row = (table.prize, *purses.rows[winner])
    return replace(purses, rows=put(purses.rows, winner, row), due=winner, owed=table.prize)
