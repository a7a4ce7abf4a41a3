"""Bids are sealed, in any order or in turn (B-004, B-010, B-015), and then turned up one by one (B-005)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, lone, say
from tests.games.sealed_bid.model import (
    LARGEST_BID,
    NUMBERS,
    UNKNOWN,
    Bid,
    BidState,
    BidView,
    Hidden,
    Number,
    Phase,
    Reveal,
    SealBid,
    Table,
)
from tests.games.sealed_bid.phases.part import Part, changed, possible, with_hand


class Sealing(Part[SealBid]):
    """Every seat that has cards."""

    titles = {Phase.SEAL: say("Sealed bids")}
    acts = (SealBid,)
    rule = "B-004"
    law = say("Each seat seals one card of its hand a round, or two of one number")

    def has_work(self, state: BidState) -> bool:
        return bool(unsealed(state.table))

    def legal(self, state: BidState) -> tuple[SealBid, ...]:
        return tuple(SealBid(seat, cards) for seat in may_seal(state.table) for cards in _biddable(state, seat))

    def apply(self, state: BidState, act: SealBid) -> BidState:
        bids = put(state.table.bids, act.seat, Bid(UNKNOWN, len(act.cards)))
        after = with_hand(state, act.seat, act.cards[0], -len(act.cards), why=("B-004",), bids=bids)
        return _with_sealed(after, act.seat, act.cards[0])

    def asked(self, view: BidView) -> Asked:
        seats = may_seal(view.table)
        text = (
            say("Seal one of your cards as your bid, or two of one number.")
            if view.seat in seats
            else say("Still to bid: {seats}.", seats=people(view, seats))
        )
        why = say("The prize is worth {points}.", points=view.table.prize)
        return Asked(seats, text, why, "B-004", any_order=True)

    def label(self, view: BidView, act: SealBid) -> Label:
        if act.cards[0] == UNKNOWN:
            count = say("one card") if len(act.cards) == 1 else say("two cards")
            return Label(count, say("Bid of {who}", who=view.who(act.seat)), "back")
        number = act.cards[0]
        text = say("a pair of {number}", number=number) if len(act.cards) > 1 else lone(number)
        return Label(text, say("Your bid"), f"card:{number}")

    def described(self, before: BidView, act: SealBid) -> Message:
        who, number, is_pair = before.who(act.seat), act.cards[0], len(act.cards) > 1
        if number == UNKNOWN:
            return say("{who} seals a bid of two cards.", who=who) if is_pair else say("{who} seals a bid.", who=who)
        if is_pair:
            return say("{who} seals a bid of two cards ({number}).", who=who, number=number)
        return say("{who} seals a bid ({number}).", who=who, number=number)

    def refusal(self, state: BidState, act: SealBid, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.phase is Phase.SEAL and table.setup.order == "turn" and act.seat in unsealed(table)[1:]:
            first = unsealed(table)[0] + 1
            return IllegalAction("B-015", say("Bids are sealed in turn; first comes seat {seat}.", seat=first))
        return super().refusal(state, act, now, is_on)


class TurningUp(Part[Reveal]):
    """Once all are sealed."""

    titles = {Phase.REVEAL: say("Turning up the bids")}
    acts = (Reveal,)
    rule = "B-005"
    law = say("Each sealed bid is turned up once")

    def has_work(self, state: BidState) -> bool:
        return bool(face_down(state.table))

    def legal(self, state: BidState) -> tuple[Reveal, ...]:
        return tuple(Reveal(seat, card) for seat in face_down(state.table) for card in _faces(state, seat))

    def apply(self, state: BidState, act: Reveal) -> BidState:
        turned = replace(_bid_of(state.table, act.seat), face=act.card)
        after = changed(state, why=("B-005",), bids=put(state.table.bids, act.seat, turned))
        return _with_sealed(after, act.seat, UNKNOWN)

    def asked(self, view: BidView) -> Asked:
        seats = face_down(view.table)
        text = say("Turn up the bids of {seats}.", seats=people(view, seats))
        return Asked(seats, text, say("All have bid."), "B-005", any_order=True)

    def label(self, view: BidView, act: Reveal) -> Label:
        group = say("Bid of {who}", who=view.who(act.seat))
        return Label(say("A {number}", number=act.card), group, f"card:{act.card}")

    def described(self, before: BidView, act: Reveal) -> Message:
        bid, who = before.table.bids[act.seat], before.who(act.seat)
        if bid and bid.count > 1:
            return say("{who} has bid two of {number}.", who=who, number=act.card)
        return say("{who} has bid {number}.", who=who, number=act.card)

    def memory(self, before: BidView, act: Reveal) -> Memory:
        seen = say("Everybody has seen the bid of {who}: {number}.", who=before.who(act.seat), number=act.card)
        return Memory(seen, say("Turn it face down again and play on with it."))


def unsealed(table: Table) -> tuple[Seat, ...]:
    """Seats that have cards and no bid yet, clockwise from the token (B-004, B-010)."""
    return tuple(seat for seat in table.clockwise if table.bids[seat] is None and table.hands[seat] > 0)


def may_seal(table: Table) -> tuple[Seat, ...]:
    """Seats that may seal a bid now (B-004, B-015)."""
    seats = unsealed(table)
    return seats[:1] if table.setup.order == "turn" else seats


def face_down(table: Table) -> tuple[Seat, ...]:
    """Seats whose bid is still to be turned up (B-005)."""
    return tuple(seat for seat, bid in enumerate(table.bids) if bid is not None and bid.face == UNKNOWN)


def _biddable(state: BidState, seat: Seat) -> tuple[tuple[Number, ...], ...]:
    secret, held = state.secrets[seat], state.table.hands[seat]
    if secret is None:
        return tuple((UNKNOWN,) * count for count in range(1, min(LARGEST_BID, held) + 1))
    return tuple((card,) * count for card in NUMBERS for count in range(1, min(LARGEST_BID, secret.hand[card - 1]) + 1))


def _faces(state: BidState, seat: Seat) -> tuple[Number, ...]:
    secret, bid = state.secrets[seat], _bid_of(state.table, seat)
    return possible(state, bid.count) if secret is None else (secret.bid,)


def _bid_of(table: Table, seat: Seat) -> Bid:
    bid = table.bids[seat]
    assert bid is not None  # only a bid that lies there is turned up
    return bid


def _with_sealed(state: BidState, seat: Seat, number: Number) -> BidState:
    """The state in which a seat that was told of its hand knows what its bid is, or has nothing sealed (UNKNOWN)."""
    secret = state.secrets[seat]
    told = None if secret is None else Hidden(secret.hand, number)
    return replace(state, secrets=put(state.secrets, seat, told))
