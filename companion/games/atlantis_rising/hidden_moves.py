"""Closed hands: cards that come into sight or go out of it, and what seats have told once that has changed (Q-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.games.atlantis_rising.box import ARTIFACT, HIDDEN
from companion.games.atlantis_rising.decks import counted
from companion.games.atlantis_rising.hidden import below, nothing_told, owner_of, without_hidden
from companion.games.atlantis_rising.model import AtlantisState, Hand, Table
from companion.games.atlantis_rising.steps import Drawing
from companion.games.core import Seat
from companion.games.shared.phases import put


def with_secret(state: AtlantisState, seat: Seat, secret: Hand) -> AtlantisState:
    """The state in which a seat knows that."""
    return replace(state, secrets=put(state.secrets, seat, secret))


def drawn_unseen(state: AtlantisState, seat: Seat, card: str) -> AtlantisState:
    """The state after a seat drew the next library card, and nobody else saw which."""
    table = state.table
    deck = table.library
    if deck.top:  # everybody knew it, and now it is among those that a hand may hold
        known = Counter(dict(deck.cards)) + Counter(deck.top[:1])
        deck = replace(deck, top=deck.top[1:], cards=counted(known), hidden=deck.hidden + 1)
    elif deck.unordered:
        deck = replace(deck, hidden=deck.hidden + 1)
    else:
        owner = owner_of(deck.bottom[0])
        deck = replace(deck, bottom=deck.bottom[1:])
        if (secret := state.secrets[owner]) is not None:
            state = with_secret(state, owner, replace(secret, below=secret.below[1:]))
    state = replace(state, table=replace(table, library=deck))
    if (secret := state.secrets[seat]) is None:
        return state
    return with_secret(state, seat, replace(secret, drawn=(*secret.drawn, card)))


def seen(state: AtlantisState, seat: Seat, card: str) -> AtlantisState:
    """The state in which everybody sees this card of a seat's hand; where it lies open, the state itself."""
    table = state.table
    if not table.setup.is_closed or card in table.hands[seat]:
        return state
    place = table.hands[seat].index(HIDDEN)
    hand = put(table.hands[seat], place, card)
    state = replace(state, table=replace(without_hidden(table, (card,)), hands=put(table.hands, seat, hand)))
    if (secret := state.secrets[seat]) is None:
        return state
    return with_secret(state, seat, replace(secret, cards=less(secret.cards, (card,))))


def kept_unseen(
    state: AtlantisState, seat: Seat, cards: tuple[str, ...], discarded: tuple[str, ...], step: Drawing
) -> AtlantisState:
    """The state after a seat kept these of its drawn cards, laid artifacts open, and discarded those.

    All others are put below the deck. The step is gone.
    """
    table = state.table
    is_open = [card for card in cards if card in table.setup.box.artifacts]
    hand = sorted(card if card in is_open else HIDDEN for card in cards)
    under = len(step.drawn) - len(cards) - len(discarded)
    after = without_hidden(table, (*is_open, *discarded))
    library = replace(
        after.library,
        discards=(*after.library.discards, *discarded),
        bottom=(*after.library.bottom, *(below(seat),) * under),
    )
    hands = put(table.hands, seat, (*table.hands[seat], *hand))
    state = replace(state, table=replace(after, library=library, hands=hands, steps=table.steps[:-1]))
    if (secret := state.secrets[seat]) is None:
        return state
    rest = less(secret.drawn, (*cards, *discarded))
    kept = (card for card in cards if card not in is_open)
    told = Hand(tuple(sorted((*secret.cards, *kept))), (), (*secret.below, *rest))
    return with_secret(state, seat, told)


def less(told: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """What a seat has told without these cards: of each the one that it told of, or one of which it told nothing."""
    left = list(told)
    for card in cards:
        left.remove(card if card in left else HIDDEN)
    return tuple(left)


def tidied(state: AtlantisState) -> AtlantisState:
    """The state in which no seat knows what cannot be: of cards below the deck once it was shuffled, or of one seen.

    A card of which all have now seen every copy elsewhere was told wrongly, by this seat or by another.
    """
    if not state.table.setup.is_closed or not state.is_told:
        return state
    secrets = tuple(None if each is None else _possible(state.table, each) for each in state.secrets)
    return state if secrets == state.secrets else replace(state, secrets=secrets)


def _possible(table: Table, secret: Hand) -> Hand:
    """What a seat has told, as far as there are such cards unseen."""
    left, artifacts = dict(table.library.cards), set(table.artifacts)

    def known(cards: tuple[str, ...]) -> Iterator[str]:
        for card in cards:
            name = ARTIFACT if card in artifacts else card
            is_there = left.get(name, 0) > 0
            if is_there:
                left[name] -= 1
                artifacts.discard(card)
            yield card if is_there else HIDDEN

    below = secret.below if table.library.bottom else ()
    return Hand(tuple(sorted(known(secret.cards))), tuple(known(secret.drawn)), tuple(known(below)))


def fitted(state: AtlantisState, before: Table) -> AtlantisState:
    """The state after the host has set facts, in which what seats have told fits what they have.

    Of what no longer fits, first what now lies open is no longer told, then what came last.
    """
    table = state.table
    if not table.setup.is_closed:
        return state
    secrets = list(state.secrets)
    hidden = 0
    for seat, secret in enumerate(secrets):
        wanted = nothing_told(table, seat)
        hidden += len(wanted.cards) + len(wanted.drawn) + len(wanted.below)
        if secret is None:
            continue
        cards = list(secret.cards)
        for card in (Counter(table.hands[seat]) - Counter(before.hands[seat])).elements():
            if card in cards:
                cards.remove(card)
        secrets[seat] = Hand(
            tuple(sorted(_sized(tuple(cards), len(wanted.cards)))),
            _sized(secret.drawn, len(wanted.drawn)),
            _sized(secret.below, len(wanted.below)),
        )
    table = replace(table, library=replace(table.library, hidden=hidden))
    return replace(state, table=table, secrets=tuple(secrets))


def _sized(told: tuple[str, ...], size: int) -> tuple[str, ...]:
    """So many of these cards, with one of which nothing is told for each that is lacking."""
    return (*told[:size], *(HIDDEN,) * (size - len(told)))
