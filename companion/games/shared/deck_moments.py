"""Moments in which cards leave a deck: into hands, one at a time, or open onto the table.

Each is a phase of a game's machine that says who draws, or what is wanted. Acts, words and memory are the same in every
game.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from companion.games.core import Memory, Seat, State, View
from companion.games.shared.deck import UNKNOWN, C, Card, Deck, Draw, Hand, TurnUp
from companion.games.shared.machine import Stretch
from companion.games.shared.phases import Label
from companion.language.message import NOTHING, Message, say

X = TypeVar("X", bound=TurnUp)
ON_DECK = say("It goes face down on top of the deck again.")


def _memory(seen: Message, view: View[Any, Any]) -> Memory:
    """Where the companion deals it puts the card back itself."""
    return Memory(seen, NOTHING if view.table.deals else ON_DECK)


class Drawing(Stretch[State[C, Hand], View[C, Hand], Draw], Generic[C]):
    """Seats draw, one card at a time, as long as there are any."""

    acts = (Draw,)
    law = say("Cards are drawn one at a time, each by its turn")
    deck: ClassVar[Deck[Any]]

    @abstractmethod
    def drawer(self, table: C) -> Seat | None:
        """The seat that draws the next card; None once all have."""

    def has_work(self, state: State[C, Hand]) -> bool:
        return state.table.deck > 0 and self.drawer(state.table) is not None

    def legal(self, state: State[C, Hand]) -> tuple[Draw, ...]:
        seat = self.drawer(state.table)
        if seat is None or not self.has_work(state):
            return ()
        cards = (UNKNOWN,) if state.secrets[seat] is None else self.deck.possible(state)
        return tuple(Draw(seat, card) for card in cards)

    def apply(self, state: State[C, Hand], act: Draw) -> State[C, Hand]:
        return self.deck.with_hand(state, act.seat, act.card, 1, deck=state.table.deck - 1, why=(self.rule,))

    def label(self, view: View[C, Hand], act: Draw) -> Label:
        return Label(say("{who} has drawn", who=view.who(act.seat)), say("One by one"))

    def described(self, before: View[C, Hand], act: Draw) -> Message:
        who = before.who(act.seat)
        if act.card == UNKNOWN:
            return say("{who} draws a card.", who=who)
        return say("{who} draws the card “{card}”.", who=who, card=self.deck.noun(act.card))

    def memory(self, before: View[C, Hand], act: Draw) -> Memory:
        if before.seat != act.seat:
            return _memory(say("{who} has seen the card drawn from the deck.", who=before.who(act.seat)), before)
        if act.card == UNKNOWN:
            return _memory(say("You have seen the card that you drew."), before)
        return _memory(say("You have seen the card that you drew: “{card}”.", card=self.deck.noun(act.card)), before)


class TurningUp(Stretch[State[C, Hand], View[C, Hand], X], Generic[C, X]):
    """Cards are laid open until no more are wanted, or the deck has none."""

    law = say("Cards are turned up from the deck, one at a time")
    deck: ClassVar[Deck[Any]]

    @abstractmethod
    def is_wanted(self, table: C) -> bool:
        """Whether another card is turned up."""

    @abstractmethod
    def made(self, table: C, card: Card) -> X:
        """The act that turns up a card of this kind."""

    @abstractmethod
    def lay(self, table: C, act: X) -> C:
        """The table with the card in its place; the deck has given it already."""

    def has_work(self, state: State[C, Hand]) -> bool:
        return state.table.deck > 0 and self.is_wanted(state.table)

    def legal(self, state: State[C, Hand]) -> tuple[X, ...]:
        if not self.has_work(state):
            return ()
        return tuple(self.made(state.table, card) for card in self.deck.possible(state))

    def apply(self, state: State[C, Hand], act: X) -> State[C, Hand]:
        table = replace(state.table, deck=state.table.deck - 1, why=(self.rule,))
        return State(self.lay(table, act), state.secrets, state.sealed)

    def label(self, view: View[C, Hand], act: X) -> Label:
        card = self.deck.noun(act.card)
        return Label(say("It is “{card}”", card=card), say("The card turned up"), self.deck.piece_of(act.card))

    def described(self, before: View[C, Hand], act: X) -> Message:
        return say("“{card}” is turned up.", card=self.deck.noun(act.card))

    def memory(self, before: View[C, Hand], act: X) -> Memory:
        return _memory(say("Everybody has seen the card “{card}”.", card=self.deck.noun(act.card)), before)
