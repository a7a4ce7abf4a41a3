"""What is legal in Sealed Bid, what each action changes, and why the rest is refused."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from tests.games.sealed_bid.model import (
    COPIES,
    DIE,
    HAND,
    LARGEST_BID,
    LUCKY,
    NOBODY,
    NUMBERS,
    ROUNDS,
    UNKNOWN,
    Bid,
    BidAction,
    BidState,
    Counts,
    Discard,
    Draw,
    Hidden,
    Number,
    PassToken,
    Phase,
    PlacePearls,
    PlaceToken,
    Reveal,
    Rolled,
    RollLuck,
    SealBid,
    Table,
    TakePrize,
    TurnUpPrize,
    plus,
)

# --- knowledge ---


def placed(table: Table) -> Counts:
    """Cards that lie open, by number."""
    counts = plus(table.discard, table.prize)
    for bid in table.bids:
        if bid is not None:
            counts = plus(counts, bid.face, bid.count)
    return tuple(map(sum, zip(counts, *table.won, strict=True)))


def at_large(state: BidState) -> Counts:
    """How many cards of each number may be in the deck or among cards nobody was told of (B-001)."""
    counts = placed(state.table)
    for bid, secret in zip(state.table.bids, state.secrets, strict=True):
        if secret is not None:
            sealed = plus(counts, secret.bid, bid.count if bid else 0)
            counts = tuple(map(sum, zip(sealed, secret.hand, strict=True)))
    return tuple(max(0, COPIES - count) for count in counts)


def possible(state: BidState, copies: int = 1) -> tuple[Number, ...]:
    """Numbers that so many hidden cards may have; all of them where the companion's knowledge does not add up."""
    left = at_large(state)
    numbers = tuple(number for number in NUMBERS if left[number - 1] >= copies)
    return NUMBERS if state.table.irregular or not numbers else numbers


# --- whose turn ---


def next_to_draw(table: Table) -> Seat | None:
    """The seat that takes the next card of the deck (B-002, B-014)."""
    seat = min(table.clockwise, key=lambda each: table.hands[each])
    return seat if table.hands[seat] < HAND and table.deck > 0 else None


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


def rolling(table: Table) -> tuple[Seat, ...]:
    """Seats that have still to roll a die, clockwise from the token (B-017)."""
    return tuple(seat for seat in table.clockwise if table.rolls[seat])


def owing(table: Table) -> tuple[Seat, ...]:
    """Seats that have still to discard, clockwise from the token (B-010, B-013)."""
    return tuple(seat for seat in table.clockwise if table.owes[seat] and table.hands[seat] > 0)


def best_bid(table: Table) -> Seat:
    """The seat with the highest bid that no other seat made, or NOBODY (B-006); of equal ones the first (B-016)."""
    values = {seat: bid.value for seat in table.clockwise if (bid := table.bids[seat]) is not None and bid.face}
    if table.setup.ties == "cancel":
        values = {seat: value for seat, value in values.items() if list(values.values()).count(value) == 1}
    return max(values, key=lambda seat: values[seat], default=NOBODY)


# --- legal actions ---


def legal_actions(state: BidState, seat: Seat | None = None) -> tuple[BidAction, ...]:
    """Every legal action; with a seat, that seat's and nobody's."""
    return tuple(action for action in _legal(state) if seat is None or action.actor in (None, seat))


def _legal(state: BidState) -> tuple[BidAction, ...]:
    table = state.table
    if table.over:
        return ()
    match table.phase:
        case Phase.TOKEN:
            return tuple(PlaceToken(seat) for seat in range(table.setup.players))
        case Phase.DEAL | Phase.DRAW:
            seat = next_to_draw(table)
            assert seat is not None  # the phase ends with the last card drawn
            return (Draw(seat),) if state.secrets[seat] is None else tuple(Draw(seat, card) for card in possible(state))
        case Phase.PRIZE:
            return tuple(TurnUpPrize(card) for card in possible(state))
        case Phase.PEARLS:
            return (PlacePearls(table.setup.pearls_for(table.prize)),)
        case Phase.SEAL:
            return tuple(SealBid(seat, cards) for seat in may_seal(table) for cards in _biddable(state, seat))
        case Phase.REVEAL:
            return tuple(Reveal(seat, card) for seat in face_down(table) for card in _faces(state, seat))
        case Phase.AWARD:
            return (TakePrize(best_bid(table)),)
        case Phase.LUCK:
            return tuple(RollLuck(seat, value) for seat in rolling(table) for value in DIE)
        case Phase.DISCARD:
            return tuple(Discard(seat, card) for seat in owing(table) for card in _held(state, seat))
        case Phase.PASS:
            return (PassToken((max(table.token, 0) + 1) % table.setup.players),)


def _held(state: BidState, seat: Seat) -> tuple[Number, ...]:
    """Numbers that a seat may have in its hand."""
    secret = state.secrets[seat]
    return possible(state) if secret is None else tuple(card for card in NUMBERS if secret.hand[card - 1])


def _biddable(state: BidState, seat: Seat) -> tuple[tuple[Number, ...], ...]:
    secret, held = state.secrets[seat], state.table.hands[seat]
    if secret is None:
        return tuple((UNKNOWN,) * count for count in range(1, min(LARGEST_BID, held) + 1))
    return tuple((card,) * count for card in NUMBERS for count in range(1, min(LARGEST_BID, secret.hand[card - 1]) + 1))


def _faces(state: BidState, seat: Seat) -> tuple[Number, ...]:
    secret, bid = state.secrets[seat], state.table.bids[seat]
    assert bid is not None  # only a bid that lies there is turned up
    return possible(state, bid.count) if secret is None else (secret.bid,)


# --- transitions ---


def apply_action(state: BidState, action: BidAction) -> BidState:
    """The next state. Raises `IllegalAction`."""
    if action not in _legal(state):
        raise refusal(state, action)
    return settle(_transition(state, action))


def settle(state: BidState) -> BidState:
    """The state moved on to the first phase in which something is to be done, or to its end (B-008)."""
    phases = list(Phase)
    while not state.table.over and not _has_work(state.table):
        table = state.table
        if table.phase is Phase.PRIZE and table.prize == UNKNOWN:
            state = _with(state, over=True)  # no card is left to turn up
        elif table.phase is (Phase.LUCK if table.setup.luck else Phase.AWARD) and table.round >= ROUNDS:
            state = _with(state, over=True)
        else:
            state = _with(state, phase=phases[phases.index(table.phase) + 1])
    return state


def _has_work(table: Table) -> bool:
    match table.phase:
        case Phase.TOKEN:
            return table.token == NOBODY
        case Phase.DEAL | Phase.DRAW:
            return next_to_draw(table) is not None
        case Phase.PRIZE:
            return table.prize == UNKNOWN and table.deck > 0
        case Phase.PEARLS:
            return table.prize != UNKNOWN
        case Phase.SEAL:
            return bool(unsealed(table))
        case Phase.REVEAL:
            return bool(face_down(table))
        case Phase.AWARD:
            return table.prize != UNKNOWN or any(bid is not None for bid in table.bids)
        case Phase.LUCK:
            return bool(rolling(table))
        case Phase.DISCARD:
            return bool(owing(table))
        case Phase.PASS:
            return True


def _with(state: BidState, **changes: Any) -> BidState:
    return State(replace(state.table, **changes), state.secrets)


def _put(cells: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*cells[:seat], value, *cells[seat + 1 :])


def _with_hand(state: BidState, seat: Seat, card: Number, more: int, **changes: Any) -> BidState:
    """The state in which a seat has so many cards more, of that number where it was told of its hand."""
    table, secret = state.table, state.secrets[seat]
    after = replace(table, hands=_put(table.hands, seat, table.hands[seat] + more), **changes)
    told = None if secret is None else replace(secret, hand=plus(secret.hand, card, more))
    return State(after, _put(state.secrets, seat, told))


def _with_sealed(state: BidState, seat: Seat, number: Number) -> BidState:
    """The state in which a seat that was told of its hand knows what its bid is, or has nothing sealed (UNKNOWN)."""
    secret = state.secrets[seat]
    told = None if secret is None else Hidden(secret.hand, number)
    return State(state.table, _put(state.secrets, seat, told))


def _transition(state: BidState, action: BidAction) -> BidState:
    table = state.table
    match action:
        case PlaceToken(seat):
            return _with(state, why=("B-011",), token=seat)
        case Draw(seat, card):
            rule = "B-002" if table.phase is Phase.DEAL else "B-014"
            return _with_hand(state, seat, card, 1, why=(rule,), deck=table.deck - 1)
        case TurnUpPrize(card):
            return _with(state, why=("B-003",), prize=card, deck=table.deck - 1)
        case PlacePearls(count):
            return _with(state, why=("B-012",), pearls=count, phase=Phase.SEAL)
        case SealBid(seat, cards):
            bids = _put(table.bids, seat, Bid(UNKNOWN, len(cards)))
            after = _with_hand(state, seat, cards[0], -len(cards), why=("B-004",), bids=bids)
            return _with_sealed(after, seat, cards[0])
        case Reveal(seat, card):
            turned = replace(_bid_of(table, seat), face=card)
            return _with_sealed(_with(state, why=("B-005",), bids=_put(table.bids, seat, turned)), seat, UNKNOWN)
        case TakePrize(seat):
            return _award(state, seat)
        case RollLuck(seat, value):
            return _roll(state, seat, value)
        case Discard(seat, card):
            discard, owes = plus(table.discard, card), _put(table.owes, seat, False)
            return _with_hand(state, seat, card, -1, why=("B-013",), discard=discard, top=card, owes=owes)
        case PassToken(seat):
            return _with(state, why=("B-011",), token=seat, round=table.round + 1, phase=Phase.PRIZE)


def _bid_of(table: Table, seat: Seat) -> Bid:
    bid = table.bids[seat]
    assert bid is not None  # the action is legal
    return bid


def _award(state: BidState, winner: Seat) -> BidState:
    table, discard, top = state.table, state.table.discard, state.table.top
    for bid in table.bids:
        if bid is not None:
            discard, top = plus(discard, bid.face, bid.count), bid.face
    if winner == NOBODY and table.prize != UNKNOWN:
        discard, top = plus(discard, table.prize), table.prize
    seats = range(table.setup.players)
    return _with(
        state,
        why=("B-006", "B-007"),
        won=tuple(plus(pile, table.prize) if seat == winner else pile for seat, pile in enumerate(table.won)),
        pearls=table.pearls - (winner != NOBODY and table.pearls > 0),
        discard=discard,
        top=top,
        prize=UNKNOWN,
        bids=(None,) * table.setup.players,
        owes=tuple(seat != winner and table.round < ROUNDS for seat in seats),
        rolls=tuple(seat != winner and table.setup.luck for seat in seats),
    )


def _roll(state: BidState, seat: Seat, value: int) -> BidState:
    table = state.table
    luck = _put(table.luck, seat, table.luck[seat] + (value == LUCKY))
    rolled = (*table.rolled, Rolled(seat, value))
    return _with(state, why=("B-017",), rolls=_put(table.rolls, seat, False), luck=luck, rolled=rolled)


def points(table: Table) -> tuple[int, ...]:
    """Points of each seat: of its prizes (B-008) and of its luck (B-017)."""
    prizes = (sum(number * count for number, count in zip(NUMBERS, pile, strict=True)) for pile in table.won)
    return tuple(prize + luck for prize, luck in zip(prizes, table.luck, strict=True))


# --- refusals ---

TITLES: dict[Phase, str] = {
    Phase.TOKEN: "The lot",
    Phase.DEAL: "Deal",
    Phase.PRIZE: "The prize",
    Phase.PEARLS: "Pearls",
    Phase.SEAL: "Sealed bids",
    Phase.REVEAL: "Turning up the bids",
    Phase.AWARD: "The award",
    Phase.LUCK: "Luck",
    Phase.DISCARD: "Discards",
    Phase.DRAW: "Draw",
    Phase.PASS: "The token passes",
}
_RULE: dict[type, tuple[str, tuple[Phase, ...], str]] = {
    PlaceToken: ("B-011", (Phase.TOKEN,), "The lot gives the token once, before the cards are dealt"),
    Draw: ("B-002", (Phase.DEAL, Phase.DRAW), "Cards are taken one at a time, three to a hand"),
    TurnUpPrize: ("B-003", (Phase.PRIZE,), "One prize is turned up at the start of a round"),
    PlacePearls: ("B-012", (Phase.PEARLS,), "The bowl gets the pearls of its prize"),
    SealBid: ("B-004", (Phase.SEAL,), "Each seat seals one card of its hand a round, or two of one number"),
    Reveal: ("B-005", (Phase.REVEAL,), "Each sealed bid is turned up once"),
    TakePrize: ("B-006", (Phase.AWARD,), "The highest bid made by one seat alone takes the prize"),
    RollLuck: ("B-017", (Phase.LUCK,), "After the award each seat that did not take the prize rolls one die"),
    Discard: ("B-013", (Phase.DISCARD,), "Whoever did not win discards one card of its hand"),
    PassToken: ("B-011", (Phase.PASS,), "After a round the token passes to the next seat"),
}


def refusal(state: BidState, action: BidAction) -> IllegalAction:
    """The error for an action that is not legal, from public knowledge alone."""
    table = state.table
    if table.over:
        return IllegalAction("B-008", "The game is over. Undo the last act or start a new game.")
    rule, phases, text = _RULE[type(action)]
    is_early = isinstance(action, SealBid) and action.seat in unsealed(table)[1:]
    if is_early and table.phase is Phase.SEAL and table.setup.order == "turn":
        return IllegalAction("B-015", f"Bids are sealed in turn; first comes seat {unsealed(table)[0] + 1}.")
    if isinstance(action, RollLuck) and not table.setup.luck:
        return IllegalAction("B-017", "Nobody rolls a die: this game is played without luck.")
    if isinstance(action, RollLuck) and action.value not in DIE:
        return IllegalAction("B-017", "A die shows 1 to 6. Look at it again.")
    reason = "this card or seat does not fit" if table.phase in phases else f"now it is: {TITLES[table.phase]}"
    return IllegalAction(rule, f"{text}; {reason}.")
