"""What is legal in Sealed Bid, what each action changes, and why the rest is refused."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from tests.games.sealed_bid.model import (
    COPIES,
    HAND,
    NO_BID,
    NOBODY,
    NUMBERS,
    ROUNDS,
    UNKNOWN,
    BidAction,
    BidState,
    Counts,
    Draw,
    Hidden,
    Number,
    Phase,
    Reveal,
    SealBid,
    Table,
    TakePrize,
    TurnUpPrize,
    plus,
)

TITLES: dict[Phase, str] = {
    Phase.DEAL: "Deal",
    Phase.PRIZE: "The prize",
    Phase.SEAL: "Sealed bids",
    Phase.REVEAL: "Turning up the bids",
    Phase.AWARD: "The award",
}

# --- knowledge ---


def placed(table: Table) -> Counts:
    """Cards that lie open, by number."""
    counts = plus(table.discard, table.prize)
    for bid in table.bids:
        counts = plus(counts, bid)
    return tuple(map(sum, zip(counts, *table.won, strict=True)))


def at_large(state: BidState) -> Counts:
    """How many cards of each number may be in the deck or among cards nobody was told of (B-001)."""
    counts = placed(state.table)
    for secret in state.secrets:
        if secret is not None:
            counts = tuple(map(sum, zip(plus(counts, secret.bid), secret.hand, strict=True)))
    return tuple(max(0, COPIES - count) for count in counts)


def possible(state: BidState) -> tuple[Number, ...]:
    """Numbers that a hidden card may have; all of them where the companion's knowledge does not add up."""
    left = at_large(state)
    numbers = tuple(number for number in NUMBERS if left[number - 1])
    return NUMBERS if state.table.irregular or not numbers else numbers


# --- legal actions ---


def next_to_deal(table: Table) -> Seat | None:
    """The seat that is dealt the next card (B-002)."""
    seat = min(range(len(table.hands)), key=lambda each: table.hands[each])
    return seat if table.hands[seat] < HAND else None


def unsealed(table: Table) -> tuple[Seat, ...]:
    """Seats that have cards and no bid yet (B-004, B-010)."""
    return tuple(seat for seat, bid in enumerate(table.bids) if bid == NO_BID and table.hands[seat] > 0)


def face_down(table: Table) -> tuple[Seat, ...]:
    """Seats whose bid is still to be turned up (B-005)."""
    return tuple(seat for seat, bid in enumerate(table.bids) if bid == UNKNOWN)


def best_bid(table: Table) -> Seat:
    """The seat with the highest bid that no other seat made, or NOBODY (B-006)."""
    alone = [seat for seat, bid in enumerate(table.bids) if bid > 0 and table.bids.count(bid) == 1]
    return max(alone, key=lambda seat: table.bids[seat], default=NOBODY)


def legal_actions(state: BidState, seat: Seat | None = None) -> tuple[BidAction, ...]:
    """Every legal action; with a seat, that seat's and nobody's."""
    return tuple(action for action in _legal(state) if seat is None or action.actor in (None, seat))


def _legal(state: BidState) -> tuple[BidAction, ...]:
    table = state.table
    if table.over:
        return ()
    if table.phase is Phase.DEAL:
        seat = next_to_deal(table)
        assert seat is not None  # the phase ends with the last card dealt
        told = state.secrets[seat] is not None
        return tuple(Draw(seat, number) for number in possible(state)) if told else (Draw(seat),)
    if table.phase is Phase.PRIZE:
        return tuple(TurnUpPrize(number) for number in possible(state))
    if table.phase is Phase.SEAL:
        return tuple(SealBid(seat, number) for seat in unsealed(table) for number in _biddable(state, seat))
    if table.phase is Phase.REVEAL:
        return tuple(Reveal(seat, number) for seat in face_down(table) for number in _faces(state, seat))
    return (TakePrize(best_bid(table)),)


def _biddable(state: BidState, seat: Seat) -> tuple[Number, ...]:
    secret = state.secrets[seat]
    return (UNKNOWN,) if secret is None else tuple(number for number in NUMBERS if secret.hand[number - 1])


def _faces(state: BidState, seat: Seat) -> tuple[Number, ...]:
    secret = state.secrets[seat]
    return possible(state) if secret is None else (secret.bid,)


# --- transitions ---


def apply_action(state: BidState, action: BidAction) -> BidState:
    """The next state. Raises `IllegalAction`."""
    if action not in _legal(state):
        raise refusal(state, action)
    return settle(_transition(state, action))


def settle(state: BidState) -> BidState:
    """The state moved on to the first phase in which something is to be done, or to its end (B-007, B-008)."""
    while not state.table.over and not _has_work(state.table):
        table = state.table
        if table.phase is Phase.PRIZE and table.prize == UNKNOWN:
            state = _with(state, over=True)  # no card is left to turn up
        elif table.phase is not Phase.AWARD:
            phases = list(Phase)
            state = _with(state, phase=phases[phases.index(table.phase) + 1])
        elif table.round < ROUNDS:
            state = _with(state, phase=Phase.PRIZE, round=table.round + 1)
        else:
            state = _with(state, over=True)
    return state


def _has_work(table: Table) -> bool:
    return {
        Phase.DEAL: next_to_deal(table) is not None and table.deck > 0,
        Phase.PRIZE: table.prize == UNKNOWN and table.deck > 0,
        Phase.SEAL: bool(unsealed(table)),
        Phase.REVEAL: bool(face_down(table)),
        Phase.AWARD: table.prize != UNKNOWN or any(bid != NO_BID for bid in table.bids),
    }[table.phase]


def _with(state: BidState, **changes: Any) -> BidState:
    return State(replace(state.table, **changes), state.secrets)


def _put(cells: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*cells[:seat], value, *cells[seat + 1 :])


def _tell(state: BidState, seat: Seat, card: Number, more: int, bid: Number | None = None) -> BidState:
    """The state in which a told seat's hand is changed, and its sealed bid if one is given."""
    secret = state.secrets[seat]
    if secret is None:
        return state
    told = Hidden(plus(secret.hand, card, more), secret.bid if bid is None else bid)
    return State(state.table, (*state.secrets[:seat], told, *state.secrets[seat + 1 :]))


def _transition(state: BidState, action: BidAction) -> BidState:
    table = state.table
    match action:
        case Draw(seat, card):
            hands = _put(table.hands, seat, table.hands[seat] + 1)
            return _tell(_with(state, why=("B-002",), hands=hands, deck=table.deck - 1), seat, card, 1)
        case TurnUpPrize(card):
            return _with(state, why=("B-003",), prize=card, deck=table.deck - 1)
        case SealBid(seat, card):
            hands, bids = _put(table.hands, seat, table.hands[seat] - 1), _put(table.bids, seat, UNKNOWN)
            return _tell(_with(state, why=("B-004",), hands=hands, bids=bids), seat, card, -1, card)
        case Reveal(seat, card):
            return _tell(_with(state, why=("B-005",), bids=_put(table.bids, seat, card)), seat, UNKNOWN, 0, UNKNOWN)
        case TakePrize(seat):
            return _award(state, seat)


def _award(state: BidState, winner: Seat) -> BidState:
    table, discard = state.table, state.table.discard
    for bid in table.bids:
        discard = plus(discard, bid)
    if winner == NOBODY:
        discard = plus(discard, table.prize)
    won = tuple(plus(pile, table.prize) if seat == winner else pile for seat, pile in enumerate(table.won))
    return _with(
        state, why=("B-006", "B-007"), won=won, discard=discard, prize=UNKNOWN, bids=(NO_BID,) * len(table.bids)
    )


def points(table: Table) -> tuple[int, ...]:
    """Prize points of each seat (B-008)."""
    return tuple(sum(number * count for number, count in zip(NUMBERS, pile, strict=True)) for pile in table.won)


_RULE: dict[type, tuple[str, Phase, str]] = {
    Draw: ("B-002", Phase.DEAL, "Cards are dealt one at a time, clockwise, three to a seat"),
    TurnUpPrize: ("B-003", Phase.PRIZE, "One prize is turned up at the start of a round"),
    SealBid: ("B-004", Phase.SEAL, "Each seat seals one card of its hand a round"),
    Reveal: ("B-005", Phase.REVEAL, "Each sealed bid is turned up once"),
    TakePrize: ("B-006", Phase.AWARD, "The highest bid made by one seat alone takes the prize"),
}


def refusal(state: BidState, action: BidAction) -> IllegalAction:
    """The error for an action that is not legal, from public knowledge alone."""
    if state.table.over:
        return IllegalAction("B-008", "The game is over. Undo the last act or start a new game.")
    rule, phase, text = _RULE[type(action)]
    now = TITLES[state.table.phase]
    reason = "this card or seat does not fit" if state.table.phase is phase else f"now it is: {now}"
    return IllegalAction(rule, f"{text}; {reason}.")
