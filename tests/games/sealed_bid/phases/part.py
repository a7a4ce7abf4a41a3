"""What every phase of Sealed Bid answers to, and the small steps that they share."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, Seat, State
from companion.games.errors import IllegalAction
from companion.games.shared import machine
from companion.games.shared.phases import put
from companion.language.message import Message, say
from companion.language.values import Noun
from tests.games.sealed_bid.model import COPIES, NUMBERS, ROUNDS, BidState, BidView, Counts, Number, Phase, Table, plus

PHASES: Final = tuple(Phase)
X = TypeVar("X", bound=Action)


class _Acts(machine.Acts[BidState, BidView, X]):
    """What all acts of this game share."""

    def allows(self, state: BidState, act: X) -> bool:
        listed = self.legal(state)
        is_untold = act.seals and any(act == each.public() for each in listed)
        return act in listed or is_untold or (act.is_open and self.admits(state, act))

    def admits(self, state: BidState, act: X) -> bool:
        """Whether an open act is legal though it is not listed."""
        return False

    def refusal(self, state: BidState, act: X, now: Message, is_on: bool) -> IllegalAction:
        if is_on:
            return IllegalAction(self.rule, say("{law}; this card or seat does not fit.", law=self.law))
        return IllegalAction(self.rule, say("{law}; now it is: {phase}.", law=self.law, phase=now))


class Aside(_Acts[X]):
    """Acts that may be done besides those of a phase; all are of one kind."""


class Part(_Acts[X], machine.Stretch[BidState, BidView, X]):
    """One phase; all in it are acts of one kind."""

    def left(self, state: BidState) -> BidState:
        """The next phase, or the end after the last round (B-008)."""
        table = state.table
        if table.phase is _last_phase(table) and table.round >= ROUNDS:
            return changed(state, over=True)
        return changed(state, phase=PHASES[PHASES.index(table.phase) + 1])


def _last_phase(table: Table) -> Phase:
    """The phase with which the last round ends."""
    setup = table.setup
    return Phase.LUCK if setup.luck else Phase.TITLE if setup.titles else Phase.PAY if setup.coins else Phase.AWARD


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
