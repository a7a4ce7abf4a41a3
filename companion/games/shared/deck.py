"""A deck of cards by kinds: what is where, what a hidden card may be, and by which odds.

For a game whose table counts cards by their kinds, as `CardTable` and `Hand` do. A game says how many cards of each
kind there are and which lie open; where the others may be follows. `deck_moments.py`: how they leave it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, Kind, PublicTable, RuleId, Seat, Secret, Sense, State
from companion.games.shared.facts import Fact
from companion.games.shared.phases import put
from companion.games.shared.seats import OfSeat
from companion.language.message import Message, say
from companion.language.values import Name, Noun
from companion.table.pieces import PieceKind

Card: TypeAlias = str
"""The kind of a card, as "silk"."""
UNKNOWN: Final[Card] = ""
"""Of a card that was not told, or where none lies."""
Counts: TypeAlias = tuple[int, ...]
"""How many cards of each kind, in the order of the deck."""
MOST: Final = 99
"""More cards than these no host corrects at once."""


class CardTable(PublicTable, frozen=True, kw_only=True):
    """What everybody knows of hidden cards: how many there are. A game adds those that lie open."""

    is_dealt: bool = False
    """Whether the companion deals."""
    deck: Annotated[int, Fact(say("Cards in the deck"), say("Cards"), 0, MOST)]
    hands: Annotated[tuple[int, ...], Fact(say("Cards in hand"), low=0, high=MOST)]

    @property
    def deals(self) -> bool:
        return self.is_dealt


class Hand(Secret, frozen=True):
    """The cards of one seat, by their kinds."""

    hand: Counts


C = TypeVar("C", bound=CardTable)


class Draw(OfSeat, frozen=True):
    """A seat takes the top card of the deck into its hand; the others see that it has one more."""

    card: Card = UNKNOWN
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True
    on: ClassVar[tuple[str, ...]] = ("deck",)

    def public(self) -> Draw:
        return replace(self, card=UNKNOWN)


class TurnUp(Action, frozen=True):
    """The top card of the deck is laid open. A game's own class adds the zone to `on`, or a field that names it."""

    card: Card
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True
    on: ClassVar[tuple[str, ...]] = ("deck",)


@dataclass(frozen=True, kw_only=True)
class Deck(Generic[C]):
    """The cards of a game; all that is asked of a position follows from its counts."""

    copies: Mapping[Card, int]
    """How many cards of each kind there are."""
    lying: Callable[[C], Iterable[Card | Counts]]
    """The cards that lie open on a table: each by its kind, `UNKNOWN` for a place without one, or counted by kinds."""
    rule: RuleId
    """That no card is lost."""
    looks: Mapping[str, PieceKind]
    piece: str = "card"
    """The kinds of its pieces are this, a colon, and the kind of the card."""

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of its cards, in their order."""
        return tuple(self.copies)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.copies.values())

    @property
    def none(self) -> Counts:
        """No card at all."""
        return (0,) * len(self.copies)

    def counts(self, cards: Iterable[Card]) -> Counts:
        """So many of each kind; what is unknown is none."""
        found = Counter(cards)
        return tuple(found[kind] for kind in self.kinds)

    def cards(self, counts: Counts) -> tuple[Card, ...]:
        """The same cards one by one."""
        return tuple(kind for kind, number in zip(self.kinds, counts, strict=True) for _ in range(number))

    def plus(self, counts: Counts, card: Card, more: int = 1) -> Counts:
        """The counts with so many cards of a kind more; an unknown one changes nothing."""
        return put(counts, at, counts[at] + more) if (at := self._place(card)) is not None else counts

    def _place(self, card: Card) -> int | None:
        return self.kinds.index(card) if card in self.copies else None

    # --- pieces and words ---

    def piece_of(self, card: Card) -> str:
        """The kind of piece that a card is."""
        return f"{self.piece}:{card}"

    def pieces(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """The kinds of pieces that cards are; of a place without one, none."""
        return tuple(self.piece_of(card) for card in cards if card != UNKNOWN)

    def noun(self, card: Card) -> Noun:
        """What a card is called in a sentence."""
        return self.looks[self.piece_of(card)].noun

    def choices(self, nothing: Message) -> tuple[tuple[Card, Message], ...]:
        """What may lie at a place, for a fact that says it; `nothing` names a place without a card."""
        named = ((kind, say("{card:capital}", card=self.noun(kind))) for kind in self.kinds)
        return ((UNKNOWN, nothing), *named)

    def parts(self) -> tuple[tuple[str, Message], ...]:
        """The kinds as the parts of a fact that counts them."""
        return self.choices(say("none"))[1:]

    # --- what may be where ---

    def open_on(self, table: C) -> tuple[Card, ...]:
        """Every card that lies open, by its kind."""
        each = ((found,) if isinstance(found, str) else self.cards(found) for found in self.lying(table))
        return tuple(card for cards in each for card in cards if card != UNKNOWN)

    def at_large(self, state: State[C, Hand]) -> Counts:
        """Of each kind, how many cards may be in the deck or among those nobody was told of."""
        found = Counter(self.open_on(state.table))
        for secret in state.secrets:
            if secret is not None:
                found.update(self.cards(secret.hand))
        return tuple(max(0, number - found[kind]) for kind, number in self.copies.items())

    def possible(self, state: State[C, Hand]) -> tuple[Card, ...]:
        """The kinds that a hidden card may be of; every one where what is known does not add up."""
        left = tuple(kind for kind, number in zip(self.kinds, self.at_large(state), strict=True) if number)
        return self.kinds if state.table.irregular or not left else left

    def held(self, state: State[C, Hand], seat: Seat) -> tuple[Card, ...]:
        """The kinds of which a seat may have a card in its hand: those it has, where the companion was told."""
        secret = state.secrets[seat]
        if not state.table.hands[seat]:
            return ()
        if secret is None:
            return self.possible(state)
        return tuple(kind for kind, number in zip(self.kinds, secret.hand, strict=True) if number)

    # --- steps ---

    def secrets(self, seats: int, *, is_dealt: bool) -> tuple[Hand | None, ...]:
        """What each seat knows as a game begins: an empty hand, and nothing that the companion is told of own cards."""
        return (Hand(self.none) if is_dealt else None,) * seats

    def with_hand(self, state: State[C, Hand], seat: Seat, card: Card, more: int, **changes: Any) -> State[C, Hand]:
        """The state in which a hand has so many cards more, of that kind where it is known; `changes` of the table."""
        hands, secret = state.table.hands, state.secrets[seat]
        table = replace(state.table, hands=put(hands, seat, hands[seat] + more), **changes)
        after = None if secret is None else replace(secret, hand=self.plus(secret.hand, card, more))
        return State(table, put(state.secrets, seat, after), state.sealed)

    # --- for a game's `simulation` ---

    def deal(self, state: State[C, Hand], acts: Sequence[Any], rng: random.Random) -> Any:
        """One of these acts of chance, those with a card by the odds of the hidden ones."""
        left = dict(zip(self.kinds, self.at_large(state), strict=True))
        weights = [float(left.get(getattr(act, "card", UNKNOWN), 1)) for act in acts]
        return rng.choices(list(acts), weights if sum(weights) else None)[0]

    def determinize(self, state: State[C, Hand], rng: random.Random) -> State[C, Hand]:
        """Hands as they may truly be, of a state in which nobody was told any: to everybody's eyes the same table."""
        pool = list(self.cards(self.at_large(state)))
        rng.shuffle(pool)
        hands = (self.counts(pool.pop() for _ in range(min(count, len(pool)))) for count in state.table.hands)
        return State(replace(state.table, is_dealt=True), tuple(map(Hand, hands)), state.sealed)

    def violations(self, state: State[C, Hand]) -> Iterator[Message]:
        """That cards are lost, or more than there are; and that a hand is another than was told."""
        table, rule = state.table, Name(self.rule)
        lying = self.open_on(table)
        counted = table.deck + sum(table.hands) + len(lying)
        if counted != self.size:
            yield say("{cards} cards are counted instead of {all} ({rule}).", cards=counted, all=self.size, rule=rule)
        known = Counter(lying)
        for seat, secret in enumerate(state.secrets):
            if secret is not None:
                known.update(self.cards(secret.hand))
                if sum(secret.hand) != table.hands[seat]:
                    yield say("Seat {seat} holds other cards than it was dealt ({rule}).", seat=seat + 1, rule=rule)
        for kind, number in self.copies.items():
            if known[kind] > number:
                noun = self.noun(kind)
                yield say(
                    "There are too many cards “{card}”, {number} ({rule}).", card=noun, number=known[kind], rule=rule
                )
