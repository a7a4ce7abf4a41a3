"""Sealed Bid: a small game with real secrets, made to keep the framework honest. Positions and actions, as records.

B-001  Three seats; a deck of the numbers 1 to 9, two cards of each.
B-002  Each seat is dealt three cards, one at a time, clockwise from the first seat; only that seat sees them.
B-003  A round begins with a prize: the top card of the deck, turned up.
B-004  Then each seat seals one card of its hand as its bid, face down, the seats in any order; one bid a seat a round.
B-005  When all have sealed, the bids are turned up one by one, in any order.
B-006  The highest number bid by one seat alone takes the prize. Equal bids cancel; without a winner it is discarded.
B-007  All bids are discarded, and the next round begins.
B-008  After three rounds, or when no card is left to turn up, whoever has most prize points wins; a tie is shared.
B-009  Conservation: eighteen cards, never more than two of a number.
B-010  A seat without cards bids nothing (after a correction only).
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Literal, TypeAlias

from companion.games.core import Action, Kind, PublicTable, Seat, Secret, Sense, State, View

Number: TypeAlias = int
"""1 to 9; 0 where the number is not known, or no card lies there."""
Counts: TypeAlias = tuple[int, ...]
"""How many cards of each number, 1 first."""

SEATS, HAND, ROUNDS, COPIES = 3, 3, 3, 2
NUMBERS: tuple[Number, ...] = tuple(range(1, 10))
DECK_SIZE = COPIES * len(NUMBERS)
UNKNOWN: Number = 0
NO_BID = -1
NOBODY: Seat = -1
NONE: Counts = (0,) * len(NUMBERS)


def plus(counts: Counts, number: Number, more: int = 1) -> Counts:
    """The multiset with `more` cards of a number; an unknown number changes nothing."""
    return tuple(count + (more if number == each else 0) for each, count in zip(NUMBERS, counts, strict=True))


class Phase(Enum):
    """Where the game stands, in the order of play."""

    DEAL = "deal"
    PRIZE = "prize"
    SEAL = "seal"
    REVEAL = "reveal"
    AWARD = "award"


class Table(PublicTable, frozen=True, kw_only=True):
    """What everybody knows."""

    cards: Literal["own", "virtual"]
    phase: Phase = Phase.DEAL
    round: int = 1
    hands: tuple[int, ...] = (0,) * SEATS
    bids: tuple[int, ...] = (NO_BID,) * SEATS
    """A number where the bid lies open, UNKNOWN where it lies face down, NO_BID where there is none."""
    prize: Number = UNKNOWN
    won: tuple[Counts, ...] = (NONE,) * SEATS
    discard: Counts = NONE
    deck: int = DECK_SIZE
    over: bool = False


class Hidden(Secret, frozen=True):
    """What one seat alone knows: its hand, and its bid while that lies face down."""

    hand: Counts = NONE
    bid: Number = UNKNOWN


BidState: TypeAlias = State[Table, Hidden]
BidView: TypeAlias = View[Table, Hidden]


class Draw(Action, frozen=True):
    """A seat takes the top card of the deck (B-002)."""

    seat: Seat
    card: Number = UNKNOWN
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return ("deck",)

    def public(self) -> Draw:
        return Draw(self.seat)


class TurnUpPrize(Action, frozen=True):
    """The top card of the deck becomes the prize (B-003)."""

    card: Number
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("deck", "prize")


class SealBid(Action, frozen=True):
    """A seat lays one card face down as its bid (B-004)."""

    seat: Seat
    card: Number
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return (f"bid.{self.seat}",)

    def public(self) -> SealBid:
        return SealBid(self.seat, UNKNOWN)


class Reveal(Action, frozen=True):
    """A sealed bid is turned up (B-005)."""

    seat: Seat
    card: Number
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"bid.{self.seat}",)


class TakePrize(Action, frozen=True):
    """The winner of the round takes the prize, or nobody does; all bids are discarded (B-006, B-007)."""

    seat: Seat
    sense: ClassVar[Sense] = "seen"

    def zones(self) -> tuple[str, ...]:
        return ("prize", "bid.*", "won.*", "discard")


BidAction: TypeAlias = Draw | TurnUpPrize | SealBid | Reveal | TakePrize
