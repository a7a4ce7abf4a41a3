"""Face-down decks: what may come out of them, what is known of them. Ledger: A-079, A-080, Q-02, Q-09, Q-34."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.games.atlantis_rising.box import (
    ARTIFACT,
    ARTIFACTS_IN_DECK,
    CALM,
    CONTROLLED,
    HIDDEN,
    PENINSULAS,
    Box,
    Level,
)
from companion.games.atlantis_rising.model import Deck, Table


def counted(cards: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """How many there are of each, by name, without those of which there are none."""
    return tuple(sorted((name, number) for name, number in cards.items() if number))


def misfortune_deck(box: Box, level: Level) -> Deck:
    """The misfortune deck of a level, shuffled (A-006)."""
    cards = {f"basic_{name}": getattr(box.basic, name) for name in PENINSULAS}
    cards |= {name: card.copies for name, card in box.special.items()}
    return Deck(counted(cards | {CALM: level.calm_seas, CONTROLLED: level.controlled_floods}))


def library_deck(box: Box) -> Deck:
    """The library deck with four artifacts that nobody has seen (A-004, A-005)."""
    return Deck(counted({name: card.copies for name, card in box.library.items()} | {ARTIFACT: ARTIFACTS_IN_DECK}))


def next_cards(deck: Deck) -> tuple[str, ...]:
    """The names that the next card may have; empty where none is left."""
    if deck.top:
        return deck.top[:1]
    return tuple(name for name, _ in deck.cards) or deck.bottom[:1]


def without(deck: Deck, name: str) -> Deck:
    """The deck after this card was drawn, which is one of `next_cards`."""
    if deck.top:
        return replace(deck, top=deck.top[1:])
    if not deck.cards:
        return replace(deck, bottom=deck.bottom[1:])
    return replace(deck, cards=counted(dict(deck.cards) | {name: dict(deck.cards)[name] - 1}))


def shuffled_in(deck: Deck, cards: Iterable[str]) -> Deck:
    """The deck with these shuffled into it: nothing is known of its order any more."""
    below = [card for card in deck.bottom if not card.startswith(HIDDEN)]
    every = Counter(dict(deck.cards)) + Counter(deck.top) + Counter(below) + Counter(cards)
    hidden = deck.hidden - (len(deck.bottom) - len(below))
    return replace(deck, cards=counted(every), top=(), bottom=(), hidden=hidden)


def renewed(deck: Deck) -> Deck:
    """The deck made anew of its discards."""
    return replace(shuffled_in(deck, deck.discards), discards=())


def next_library_cards(table: Table) -> tuple[str, ...]:
    """The library cards that may be drawn next; an artifact by its name."""
    found = next_cards(table.library)
    if ARTIFACT not in found:
        return found
    return (*(name for name in found if name != ARTIFACT), *table.artifacts)


def library_card_drawn(table: Table, card: str) -> Table:
    """The table after this library card was drawn."""
    if card in table.artifacts:
        left = tuple(each for each in table.artifacts if each != card)
        return replace(table, library=without(table.library, ARTIFACT), artifacts=left)
    return replace(table, library=without(table.library, card))


def next_misfortunes(table: Table) -> tuple[str, ...]:
    """The misfortunes that may be drawn next; where the deck is empty it is made anew at once (Q-09)."""
    deck = table.misfortunes
    return next_cards(deck) or next_cards(renewed(deck))


def misfortune_drawn(table: Table, card: str) -> Table:
    """The table after this misfortune was drawn: it lies on the discards."""
    deck = table.misfortunes if table.misfortunes.count else renewed(table.misfortunes)
    deck = without(deck, card)
    return replace(table, misfortunes=replace(deck, discards=(*deck.discards, card)))
