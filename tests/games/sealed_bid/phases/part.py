"""What every phase of Sealed Bid answers to, and the small steps that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, Memory, RuleId, Seat, State
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import NOTHING, Message, say
from companion.language.values import Noun
from tests.games.sealed_bid.model import COPIES, NUMBERS, BidState, BidView, Counts, Number, Phase, Table, plus

X = TypeVar("X", bound=Action)


class Part(ABC, Generic[X]):
    """One phase, or two in which the same is done; all in it is one kind of act."""

    titles: ClassVar[dict[Phase, Message]]
    """Its phases, and what people call them."""
    act: ClassVar[type[Action]]
    rule: ClassVar[RuleId]
    law: ClassVar[Message]
    """What the rule says, where an act is refused."""

    @abstractmethod
    def has_work(self, table: Table) -> bool:
        """Whether anything is to be done in it."""

    @abstractmethod
    def legal(self, state: BidState) -> tuple[X, ...]:
        """Every legal act."""

    def admits(self, state: BidState, act: X) -> bool:
        """Whether an open act is legal though it is not listed."""
        return False

    @abstractmethod
    def apply(self, state: BidState, act: X) -> BidState:
        """The state after a legal act."""

    @abstractmethod
    def asked(self, view: BidView) -> Asked:
        """What the table is to do."""

    @abstractmethod
    def label(self, view: BidView, act: X) -> Label:
        """What to tap for an act."""

    def ask(self, view: BidView, act: X) -> Message:
        """The button by which a seat lets chance settle the act; empty where there is none."""
        return NOTHING

    @abstractmethod
    def told(self, before: BidView, act: X) -> Message:
        """The act in a sentence, for the log."""

    def memory(self, before: BidView, act: X) -> Memory | None:
        """What cannot be unseen; None where the act reveals nothing."""
        return None

    def refusal(self, table: Table, act: X, now: Message) -> IllegalAction:
        """Why an act is not legal, from public knowledge alone; `now` is what people call the present phase."""
        if table.phase in self.titles:
            return IllegalAction(self.rule, say("{law}; this card or seat does not fit.", law=self.law))
        return IllegalAction(self.rule, say("{law}; now it is: {phase}.", law=self.law, phase=now))


# --- what may be hidden ---


def possible(state: BidState, copies: int = 1) -> tuple[Number, ...]:
    """Numbers that so many hidden cards may have; all of them where the companion's knowledge does not add up."""
    left = at_large(state)
    numbers = tuple(number for number in NUMBERS if left[number - 1] >= copies)
    return NUMBERS if state.table.irregular or not numbers else numbers


def at_large(state: BidState) -> Counts:
    """How many cards of each number may be in the deck or among cards nobody was told of (B-001)."""
    counts = _placed(state.table)
    for bid, secret in zip(state.table.bids, state.secrets, strict=True):
        if secret is not None:
            sealed = plus(counts, secret.bid, bid.count if bid else 0)
            counts = tuple(map(sum, zip(sealed, secret.hand, strict=True)))
    return tuple(max(0, COPIES - count) for count in counts)


def held(state: BidState, seat: Seat) -> tuple[Number, ...]:
    """Numbers that a seat may have in its hand."""
    secret = state.secrets[seat]
    return possible(state) if secret is None else tuple(card for card in NUMBERS if secret.hand[card - 1])


def _placed(table: Table) -> Counts:
    """Cards that lie open, by number."""
    counts = plus(table.discard, table.prize)
    for bid in table.bids:
        if bid is not None:
            counts = plus(counts, bid.face, bid.count)
    return tuple(map(sum, zip(counts, *table.won, strict=True)))


# --- small steps ---


def changed(state: BidState, **changes: Any) -> BidState:
    """The state with fields of its table changed."""
    return State(replace(state.table, **changes), state.secrets, state.sealed)


def with_hand(state: BidState, seat: Seat, card: Number, more: int, **changes: Any) -> BidState:
    """The state in which a seat has so many cards more, of that number where it was told of its hand."""
    table, secret = state.table, state.secrets[seat]
    after = replace(table, hands=put(table.hands, seat, table.hands[seat] + more), **changes)
    told = None if secret is None else replace(secret, hand=plus(secret.hand, card, more))
    return State(after, put(state.secrets, seat, told), state.sealed)


# --- words ---

PEARL = Noun("pearl")
GOLD_NOUN = Noun("gold")
ON_DECK = say("It goes face down on top of the deck again.")
