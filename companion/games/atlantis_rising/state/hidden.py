"""Closed hands: which library card may lie where, by what each seat has told, and cards that come into sight (Q-33).

The deck counts every card that nobody has seen by its name, wherever it is, and of those as `hidden` how many lie in
closed hands, are just drawn, or were put below the deck by one who saw them. What a seat tells is taken out of that for
itself alone: what it may do hangs on nothing that others have told, so that nobody learns of theirs by a refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import ARTIFACT, HIDDEN
from companion.games.atlantis_rising.state.changes import counted, next_library_cards, with_artifacts
from companion.games.atlantis_rising.state.model import AtlantisState, AtlantisView, Hand, Table
from companion.games.atlantis_rising.state.steps import Drawing
from companion.games.core import Seat, State
from companion.games.shared.phases import put

Cards: TypeAlias = tuple[str, ...]


def below(seat: Seat) -> str:
    """A card that this seat has put below the deck."""
    return f"{HIDDEN}{seat}"


def seen_by(state: AtlantisState, seat: Seat) -> AtlantisState:
    """The state as far as this seat knows it."""
    return replace(state, secrets=tuple(own if each == seat else None for each, own in enumerate(state.secrets)))


def as_told(state: AtlantisState) -> Table:
    """The table as if all that seats have told of their cards lay open; where hands are open, the table itself."""
    table = state.table
    if not table.setup.is_closed:
        return table
    secrets = (secret for secret in state.secrets if secret is not None)
    told = [card for each in secrets for card in (*each.cards, *each.drawn, *each.below) if card != HIDDEN]
    return without_hidden(table, told) if told else table


def drawable(state: AtlantisState, seat: Seat) -> Cards:
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
    return tuple(name for name in names if others > held or name in table.box.artifacts) or any_card(table)


def held(state: AtlantisState, seat: Seat) -> Cards:
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
    others = tuple(name for name in _names(unseen) if name not in table.box.artifacts) or any_card(table)
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


def may_hold(table: Table, seat: Seat) -> Cards:
    """The cards that a seat may hold, by what everybody knows."""
    if not table.setup.is_closed:
        return table.hands[seat]
    return held(State(table, (None,) * len(table.hands)), seat)


def shown(view: AtlantisView, seat: Seat) -> Cards:
    """The cards of a seat that this view names: those that lie open, and its own."""
    own = view.own.cards if view.own is not None and view.seat == seat else ()
    return tuple(card for card in (*view.table.hands[seat], *own) if card != HIDDEN)


def named(state: AtlantisState, seat: Seat, kept: Cards, gone: Cards) -> Iterator[tuple[Cards, Cards, bool]]:
    """The ways to name cards just drawn of which nothing is told: those kept, those discarded; whether there are such.

    One that is kept is named where it is an artifact, one that is discarded always.
    """
    if HIDDEN not in (*kept, *gone):
        yield kept, gone, True
        return
    state = seen_by(state, seat)
    table, many = as_told(state), _untold_in_hands(state)
    names = _names(table) or any_card(table)
    artifacts = tuple(name for name in names if name in table.box.artifacts)
    open_to = [(HIDDEN, *artifacts) if card == HIDDEN else (card,) for card in kept]
    open_to += [names if card == HIDDEN else (card,) for card in gone]
    counts = dict(table.library.cards)
    spare = sum(number for name, number in counts.items() if not _is_artifact(table, name)) - many
    for way in product(*open_to):
        chosen = [card for card, before in zip(way, (*kept, *gone), strict=True) if before == HIDDEN]
        taken = [ARTIFACT if card in table.artifacts else card for card in chosen if card != HIDDEN]
        new = [card for card in chosen if card in table.artifacts]
        # One that is not named is no artifact.
        plain = chosen.count(HIDDEN) + sum(not _is_artifact(table, name) for name in taken)
        is_there = all(taken.count(name) <= counts.get(name, 0) for name in taken) and len(set(new)) == len(new)
        cards, discarded = way[: len(kept)], way[len(kept) :]
        yield tuple(sorted(cards)), tuple(sorted(discarded)), is_there and plain <= spare


def without_hidden(table: Table, cards: Sequence[str]) -> Table:
    """The table with these cards no longer among the hidden ones."""
    left, artifacts = dict(table.library.cards), list(table.artifacts)
    for card in cards:
        name = ARTIFACT if card in artifacts else card
        if name == ARTIFACT:
            artifacts.remove(card)
        left[name] = max(0, left.get(name, 0) - 1)
    library = replace(table.library, cards=counted(left), hidden=table.library.hidden - len(cards))
    return replace(table, library=library, artifacts=tuple(artifacts))


def nothing_told(table: Table, seat: Seat) -> Hand:
    """What a seat has told that has told nothing."""
    drawn = sum(each.drawn.count(HIDDEN) for each in table.steps if isinstance(each, Drawing) and each.seat == seat)
    numbers = (table.hands[seat].count(HIDDEN), drawn, table.library.bottom.count(below(seat)))
    return Hand(*((HIDDEN,) * number for number in numbers))


def _untold_in_hands(state: AtlantisState) -> int:
    """How many cards of closed hands nobody has told."""
    pairs = zip(state.table.hands, state.secrets, strict=True)
    return sum((hand if secret is None else secret.cards).count(HIDDEN) for hand, secret in pairs)


def _names(table: Table) -> Cards:
    """The names that an unseen library card may have."""
    return with_artifacts(table, [name for name, _ in table.library.cards])


def any_card(table: Table) -> Cards:
    """Every library card that is no artifact: where a correction has left none that fits."""
    return tuple(table.box.library)


def _is_artifact(table: Table, name: str) -> bool:
    return name == ARTIFACT or name in table.box.artifacts


def owner_of(name: str) -> Seat:
    """Who has put a card below the deck."""
    return int(name.removeprefix(HIDDEN))


def _knowing(state: AtlantisState, seat: Seat, change: Callable[[Hand], Hand]) -> AtlantisState:
    """The state in which what a seat has told is changed so, if it has told anything."""
    secret = state.secrets[seat]
    return state if secret is None else replace(state, secrets=put(state.secrets, seat, change(secret)))


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
        state = _knowing(state, owner_of(deck.bottom[0]), lambda secret: replace(secret, below=secret.below[1:]))
        deck = replace(deck, bottom=deck.bottom[1:])
    state = replace(state, table=replace(table, library=deck))
    return _knowing(state, seat, lambda secret: replace(secret, drawn=(*secret.drawn, card)))


def seen(state: AtlantisState, seat: Seat, card: str) -> AtlantisState:
    """The state in which everybody sees this card of a seat's hand; where it lies open, the state itself."""
    table = state.table
    if not table.setup.is_closed or card in table.hands[seat]:
        return state
    place = table.hands[seat].index(HIDDEN)
    hand = put(table.hands[seat], place, card)
    state = replace(state, table=replace(without_hidden(table, (card,)), hands=put(table.hands, seat, hand)))
    return _knowing(state, seat, lambda secret: replace(secret, cards=less(secret.cards, (card,))))


def kept_unseen(state: AtlantisState, seat: Seat, cards: Cards, discarded: Cards, step: Drawing) -> AtlantisState:
    """The state after a seat kept these of its drawn cards, laid artifacts open, and discarded those.

    All others are put below the deck. The step is gone.
    """
    table = state.table
    is_open = [card for card in cards if card in table.box.artifacts]
    hand = sorted(card if card in is_open else HIDDEN for card in cards)
    under = len(step.drawn) - len(cards) - len(discarded)
    after = without_hidden(table, (*is_open, *discarded))
    discards, bottom = (*after.library.discards, *discarded), (*after.library.bottom, *(below(seat),) * under)
    library = replace(after.library, discards=discards, bottom=bottom)
    hands = put(table.hands, seat, (*table.hands[seat], *hand))
    state = replace(state, table=replace(after, library=library, hands=hands, steps=table.steps[:-1]))
    kept = [card for card in cards if card not in is_open]

    def told(secret: Hand) -> Hand:
        rest = less(secret.drawn, (*cards, *discarded))
        return Hand(tuple(sorted((*secret.cards, *kept))), (), (*secret.below, *rest))

    return _knowing(state, seat, told)


def less(told: Cards, cards: Iterable[str]) -> Cards:
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
    if not secret.below and {HIDDEN}.issuperset((*secret.cards, *secret.drawn)):
        return secret
    left, artifacts = dict(table.library.cards), set(table.artifacts)

    def known(cards: Cards) -> Iterator[str]:
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
        if secret is not None:
            cards = list(secret.cards)
            for card in (Counter(table.hands[seat]) - Counter(before.hands[seat])).elements():
                if card in cards:
                    cards.remove(card)
            held = sorted(_sized(tuple(cards), wanted.cards))
            secrets[seat] = Hand(tuple(held), _sized(secret.drawn, wanted.drawn), _sized(secret.below, wanted.below))
    table = replace(table, library=replace(table.library, hidden=hidden))
    return replace(state, table=table, secrets=tuple(secrets))


def _sized(told: Cards, wanted: Cards) -> Cards:
    """As many of these cards as are wanted, with one of which nothing is told for each that is lacking."""
    return (*told[: len(wanted)], *wanted[len(told) :])
