"""The start token: the lot gives it to a seat, and after a round it passes on (B-011)."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, lone, say
from tests.games.sealed_bid.model import NOBODY, BidState, BidView, PassToken, Phase, PlaceToken, Table
from tests.games.sealed_bid.phases.part import Part, changed


class Lot(Part[PlaceToken]):
    """Before the cards are dealt."""

    titles = {Phase.TOKEN: say("The lot")}
    acts = (PlaceToken,)
    rule = "B-011"
    law = say("The lot gives the token once, before the cards are dealt")

    def has_work(self, state: BidState) -> bool:
        return state.table.token == NOBODY

    def legal(self, state: BidState) -> tuple[PlaceToken, ...]:
        return tuple(PlaceToken(seat) for seat in range(state.table.setup.players))

    def apply(self, state: BidState, act: PlaceToken) -> BidState:
        return changed(state, why=("B-011",), token=act.seat)

    def asked(self, view: BidView) -> Asked:
        text = say("Draw lots: lay the start token before whoever begins.")
        return Asked((), text, say("Chance begins."), "B-011")

    def label(self, view: BidView, act: PlaceToken) -> Label:
        return Label(lone(view.who(act.seat)), say("Who gets the start token?"), "token")

    def described(self, before: BidView, act: PlaceToken) -> Message:
        return say("{who} gets the start token by lot.", who=before.who(act.seat))


class Passing(Part[PassToken]):
    """After a round; the next one then begins."""

    titles = {Phase.PASS: say("The token passes")}
    acts = (PassToken,)
    rule = "B-011"
    law = say("After a round the token passes to the next seat")

    def has_work(self, state: BidState) -> bool:
        return True

    def legal(self, state: BidState) -> tuple[PassToken, ...]:
        return (PassToken(following(state.table)),)

    def apply(self, state: BidState, act: PassToken) -> BidState:
        return changed(state, why=("B-011",), token=act.seat, round=state.table.round + 1, phase=Phase.PRIZE)

    def asked(self, view: BidView) -> Asked:
        text = say("Pass the start token to {who}.", who=view.who(following(view.table)))
        return Asked((), text, say("The round is over."), "B-011")

    def label(self, view: BidView, act: PassToken) -> Label:
        return Label(say("{who} has the start token", who=view.who(act.seat)), say("The token"), "token")

    def described(self, before: BidView, act: PassToken) -> Message:
        return say("The start token goes to {who}.", who=before.who(act.seat))


def following(table: Table) -> Seat:
    """The seat that gets the token next."""
    return (max(table.token, 0) + 1) % table.setup.players
