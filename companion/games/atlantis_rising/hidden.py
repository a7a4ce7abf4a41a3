"""Closed hands: which library card may lie where, by what each seat has told (Q-33).

The deck counts every card that nobody has seen by its name, wherever it is, and of those as `hidden` how many lie in
closed hands, are just drawn, or were put below the deck by one who saw them. What a seat tells is taken out of that for
itself alone: what it may do hangs on nothing that others have told, so that nobody learns of theirs by a refusal.
Cards that are drawn, kept or shown: `hidden_moves.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec.structs import replace

from companion.games.atlantis_rising.box import ARTIFACT, HIDDEN
from companion.games.atlantis_rising.decks import counted, next_library_cards
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView, Hand, Table
from companion.games.atlantis_rising.steps import Drawing
from companion.games.core import Seat, State


def below(seat: Seat) -> str:
    """A card that this seat has put below the deck."""
    return f"{HIDDEN}{seat}"


def seen_by(state: AtlantisState, seat: Seat) -> AtlantisState:
    """The state as far as this seat knows it."""
    own = (secret if each == seat else None for each, secret in enumerate(state.secrets))
    return replace(state, secrets=tuple(own))


def as_told(state: AtlantisState) -> Table:
    """The table as if all that seats have told of their cards lay open; where hands are open, the table itself."""
    table = state.table
    if not table.setup.is_closed:
        return table
    told = [card for card in _told(state) if card != HIDDEN]
    return without_hidden(table, told) if told else table


def drawable(state: AtlantisState, seat: Seat) -> tuple[str, ...]:
    """What the next library card may be by what this seat knows, in closed hands; empty where none is left."""
    state = seen_by(state, seat)
    table = as_told(state)
    deck = table.library
    if deck.top:
        return next_library_cards(table)
    if not deck.count:
        return ()
    if known := _lowest(state):
        return (known,)
    # A card that was kept and not laid open is no artifact: of the others so many have to be left for closed hands.
    held = _untold_in_hands(state)
    others = sum(number for name, number in deck.cards if not _is_artifact(table, name))
    names = _names(table)
    return tuple(name for name in names if others > held or name in table.setup.box.artifacts) or any_card(table)


def held(state: AtlantisState, seat: Seat) -> tuple[str, ...]:
    """The cards that a seat holds, each name once; where it has not told, all that it may hold besides."""
    table, secret = state.table, state.secrets[seat]
    cards = tuple(dict.fromkeys(table.hands[seat]))
    if HIDDEN not in cards:
        return cards
    is_open = tuple(card for card in cards if card != HIDDEN)
    told = (HIDDEN,) if secret is None else secret.cards
    if HIDDEN not in told:
        return tuple(dict.fromkeys((*is_open, *told)))
    unseen = as_told(seen_by(state, seat))
    others = tuple(name for name in _names(unseen) if name not in table.setup.box.artifacts) or any_card(table)
    return tuple(dict.fromkeys((*is_open, *(card for card in told if card != HIDDEN), *others)))


def dealt_from(state: AtlantisState) -> Table:
    """The table with nothing but what the next library card truly may be in its deck, for a dealer."""
    table = as_told(state)
    if not (known := _lowest(state)):
        return table
    is_new = known in table.artifacts
    library = replace(table.library, cards=((ARTIFACT if is_new else known, 1),))
    return replace(table, library=library, artifacts=(known,) if is_new else ())


def _lowest(state: AtlantisState) -> str:
    """The next card of the deck where that was put below it by somebody who has told of it; else empty."""
    deck = state.table.library
    if deck.top or deck.unordered or not deck.bottom:
        return ""
    owner = state.secrets[owner_of(deck.bottom[0])]
    return owner.below[0].strip(HIDDEN) if owner is not None else ""


def may_hold(table: Table, seat: Seat) -> tuple[str, ...]:
    """The cards that a seat may hold, by what everybody knows."""
    if not table.setup.is_closed:
        return table.hands[seat]
    return held(State(table, (None,) * len(table.hands)), seat)


def shown(view: AtlantisView, seat: Seat) -> tuple[str, ...]:
    """The cards of a seat that this view names: those that lie open, and its own."""
    is_open = tuple(card for card in view.table.hands[seat] if card != HIDDEN)
    own = view.own.cards if view.own is not None and view.seat == seat else ()
    return (*is_open, *(card for card in own if card != HIDDEN))


def hand_of(secret: Hand) -> tuple[str, ...]:
    """The cards that a seat alone sees, held or just drawn: as many, whether it has told of them or not."""
    return (*secret.cards, *secret.drawn)


def named(
    state: AtlantisState, seat: Seat, kept: tuple[str, ...], gone: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    """The ways to name cards just drawn of which nothing is told: those kept, those discarded; whether there are such.

    One that is kept is named where it is an artifact, one that is discarded always.
    """
    if HIDDEN not in (*kept, *gone):
        yield kept, gone, True
        return
    state = seen_by(state, seat)
    table, many = as_told(state), _untold_in_hands(state)
    names = _names(table) or any_card(table)
    artifacts = tuple(name for name in names if name in table.setup.box.artifacts)
    open_to = [(HIDDEN, *artifacts) if card == HIDDEN else (card,) for card in kept]
    open_to += [names if card == HIDDEN else (card,) for card in gone]
    for way in product(*open_to):
        chosen = [card for card, before in zip(way, (*kept, *gone), strict=True) if before == HIDDEN]
        cards, discarded = way[: len(kept)], way[len(kept) :]
        yield tuple(sorted(cards)), tuple(sorted(discarded)), _are_there(table, chosen, many)


def _are_there(table: Table, cards: list[str], held: int) -> bool:
    """Whether there are such cards unseen beside so many in closed hands; an unnamed one is no artifact."""
    left = Counter(dict(table.library.cards))
    left.subtract(ARTIFACT if card in table.artifacts else card for card in cards if card != HIDDEN)
    once = [card for card in cards if card in table.artifacts]
    others = sum(number for name, number in left.items() if not _is_artifact(table, name))
    return min(left.values(), default=0) >= 0 and len(set(once)) == len(once) and others >= held + cards.count(HIDDEN)


def without_hidden(table: Table, cards: Iterable[str]) -> Table:
    """The table with these cards no longer among the hidden ones."""
    left, artifacts, many = dict(table.library.cards), list(table.artifacts), 0
    for card in cards:
        name = card
        if card in artifacts:
            artifacts.remove(card)
            name = ARTIFACT
        left[name] = max(0, left.get(name, 0) - 1)
        many += 1
    library = replace(table.library, cards=counted(left), hidden=table.library.hidden - many)
    return replace(table, library=library, artifacts=tuple(artifacts))


def nothing_told(table: Table, seat: Seat) -> Hand:
    """What a seat has told that has told nothing."""
    drawn = sum(each.drawn.count(HIDDEN) for each in table.steps if isinstance(each, Drawing) and each.seat == seat)
    return Hand(
        (HIDDEN,) * table.hands[seat].count(HIDDEN),
        (HIDDEN,) * drawn,
        (HIDDEN,) * table.library.bottom.count(below(seat)),
    )


def _told(state: AtlantisState) -> Iterator[str]:
    for secret in state.secrets:
        if secret is not None:
            yield from (*secret.cards, *secret.drawn, *secret.below)


def _untold_in_hands(state: AtlantisState) -> int:
    """How many cards of closed hands nobody has told."""
    return sum(
        hand.count(HIDDEN) if secret is None else secret.cards.count(HIDDEN)
        for hand, secret in zip(state.table.hands, state.secrets, strict=True)
    )


def _names(table: Table) -> tuple[str, ...]:
    """The names that an unseen library card may have."""
    names = tuple(name for name, _ in table.library.cards)
    if ARTIFACT not in names:
        return names
    return (*(name for name in names if name != ARTIFACT), *table.artifacts)


def any_card(table: Table) -> tuple[str, ...]:
    """Every library card that is no artifact: where a correction has left none that fits."""
    return tuple(table.setup.box.library)


def _is_artifact(table: Table, name: str) -> bool:
    return name == ARTIFACT or name in table.setup.box.artifacts


def owner_of(name: str) -> Seat:
    """Who has put a card below the deck."""
    return int(name.removeprefix(HIDDEN))
