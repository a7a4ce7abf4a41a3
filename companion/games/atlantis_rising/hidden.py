"""Closed hands: which library card may lie where, by what each seat has told, and cards that come into sight (Q-33).

The deck counts every card that nobody has seen by its name, wherever it is, and of those as `hidden` how many lie in
closed hands, are just drawn, or were put below the deck by one who saw them. What a seat tells is taken out of that for
itself alone: what it may do hangs on nothing that others have told, so that nobody learns of theirs by a refusal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec.structs import replace

from companion.games.atlantis_rising.box import ARTIFACT, HIDDEN
from companion.games.atlantis_rising.decks import counted, next_library_cards
from companion.games.atlantis_rising.model import AtlantisState, AtlantisView, Hand, Table
from companion.games.atlantis_rising.steps import Drawing
from companion.games.core import Seat, State
from companion.games.shared.phases import put


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
    return _without(table, told) if told else table


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
    return tuple(name for name in names if others > held or name in table.setup.box.artifacts) or _any(table)


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
    others = tuple(name for name in _names(unseen) if name not in table.setup.box.artifacts) or _any(table)
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
    owner = state.secrets[_owner(deck.bottom[0])]
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
    names = _names(table) or _any(table)
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


# --- cards that come into sight, or go out of it ---


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
        owner = _owner(deck.bottom[0])
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
    state = replace(state, table=replace(_without(table, (card,)), hands=put(table.hands, seat, hand)))
    if (secret := state.secrets[seat]) is None:
        return state
    return with_secret(state, seat, replace(secret, cards=less(secret.cards, (card,))))


def _without(table: Table, cards: Iterable[str]) -> Table:
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
    after = _without(table, (*is_open, *discarded))
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
        wanted = _nothing_told(table, seat)
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


# --- hidden cards that fit ---


def determinize(state: AtlantisState, rng: random.Random) -> AtlantisState:
    """The same public table with every hidden card told, each as likely as the shuffle makes it.

    What was told stays so. Where a correction has left too few cards, as near as there are.
    """
    table = state.table
    secrets = tuple(each or _nothing_told(table, seat) for seat, each in enumerate(state.secrets))
    if not table.setup.is_closed:
        return replace(state, secrets=secrets)
    told = replace(state, secrets=secrets)
    left = as_told(told)
    artifacts = list(left.artifacts)
    rng.shuffle(artifacts)
    pool = [name for name, number in left.library.cards for _ in range(number)]
    rng.shuffle(pool)
    pool = [artifacts.pop() if name == ARTIFACT and artifacts else name for name in pool]
    # What was kept and not laid open is no artifact, and so it is dealt first.
    is_other = [name not in table.setup.box.artifacts and name != ARTIFACT for name in pool]
    others = [name for name, is_it in zip(pool, is_other, strict=True) if is_it]
    hands = [_filled(secret.cards, others, table) for secret in secrets]
    for secret, cards in zip(secrets, hands, strict=True):
        for card in less_known(cards, secret.cards):
            if card in pool:
                pool.remove(card)
    dealt = tuple(
        Hand(tuple(sorted(cards)), _filled(secret.drawn, pool, table), _filled(secret.below, pool, table))
        for secret, cards in zip(secrets, hands, strict=True)
    )
    return replace(state, secrets=dealt)


def less_known(cards: Iterable[str], told: Iterable[str]) -> Iterator[str]:
    """The cards of a hand beyond those that were told."""
    return (Counter(cards) - Counter(told)).elements()


def _filled(told: tuple[str, ...], pool: list[str], table: Table) -> tuple[str, ...]:
    """The same cards with one out of the pool for each that was not told."""
    return tuple(card if card != HIDDEN else pool.pop() if pool else _any(table)[0] for card in told)


def _nothing_told(table: Table, seat: Seat) -> Hand:
    """What a seat has told that has told nothing."""
    drawn = sum(each.drawn.count(HIDDEN) for each in table.steps if isinstance(each, Drawing) and each.seat == seat)
    return Hand(
        (HIDDEN,) * table.hands[seat].count(HIDDEN),
        (HIDDEN,) * drawn,
        (HIDDEN,) * table.library.bottom.count(below(seat)),
    )


# --- counting ---


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


def _any(table: Table) -> tuple[str, ...]:
    """Every library card that is no artifact: where a correction has left none that fits."""
    return tuple(table.setup.box.library)


def _is_artifact(table: Table, name: str) -> bool:
    return name == ARTIFACT or name in table.setup.box.artifacts


def _owner(name: str) -> Seat:
    """Who has put a card below the deck."""
    return int(name.removeprefix(HIDDEN))
