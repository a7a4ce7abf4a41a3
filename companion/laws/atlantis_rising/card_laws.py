"""Where cards may go by an act, written apart from the rules that move them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data.contents import ARTIFACT
from companion.games.atlantis_rising.laws.witness import misfortunes, set_off
from companion.games.atlantis_rising.rules.acts import AllPlaced, DrawMisfortune, PassMarker
from companion.games.atlantis_rising.rules.decisions import (
    DiscardCard,
    DrawCard,
    Keep,
    KeepArtifact,
    KeepHidden,
    Peek,
    PlayCard,
    RemoveMisfortune,
)
from companion.games.atlantis_rising.state.model import AtlantisAction, Deck, Table
from companion.games.atlantis_rising.state.steps import Drawing, Studying
from companion.games.core import Seat

LAWS: Final = ("A-034", "A-074", "A-076", "A-077", "A-078", "A-079", "A-082", "A-170")


def wrong(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """What an act changed of decks and hands otherwise than the rules say."""
    yield from _wrong_misfortunes(old, action, new)
    yield from _wrong_library(old, action, new)
    yield from _wrong_hands(old, action, new)


def _count(deck: Deck) -> int:
    return len(deck.top) + len(deck.bottom) + sum(number for _, number in deck.cards) - deck.hidden


def _wrong_misfortunes(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """A misfortune is drawn onto the discards; an empty deck is made of these (A-034, A-170, Q-09)."""
    was, now, kind = old.misfortunes, new.misfortunes, type(action).__name__
    drawn = old.drawn + isinstance(action, DrawMisfortune)
    if isinstance(action, PassMarker | AllPlaced):
        drawn = 0
    if new.drawn != drawn or drawn > misfortunes(old.setup.players):
        yield f"{kind} left {new.drawn} misfortunes drawn instead of {drawn} (A-034)."
    count, discards, removed = _count(was), was.discards, was.removed
    if isinstance(action, DrawMisfortune):
        if not count:
            count, discards = len(discards), ()
        count, discards = count - 1, (*discards, action.card)
        if was.top and action.card != was.top[0]:
            yield f"DrawMisfortune drew {action.card}, and {was.top[0]} lay on top (A-034)."
    if isinstance(action, RemoveMisfortune):
        removed = (*removed, action.card)
        if action.source == "top":
            count -= 1
        else:
            left = list(discards)
            left.remove(action.card)
            discards = tuple(left)
    if (_count(now), now.discards, now.removed) != (count, discards, removed):
        rule = "A-170" if isinstance(action, RemoveMisfortune | Peek) else "A-034"
        yield f"{kind} left {_count(now)} misfortunes and {len(now.discards)} discards, not {count} ({rule})."


def _wrong_library(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """One card is drawn at a time; discards come back by an effect alone (A-074, A-079, A-080)."""
    was, now, kind = old.library, new.library, type(action).__name__
    count, more = _count(was), list[str]()
    if isinstance(action, DrawCard):
        count -= 1
        known = {name for name, _ in was.cards} - {ARTIFACT} | set(old.artifacts if ARTIFACT in dict(was.cards) else ())
        if action.card not in (known or set(was.bottom[:1])) and action.card != "?":
            yield f"DrawCard drew {action.card}, which does not lie on top (A-074)."
    if isinstance(action, Keep):
        step = old.steps[-1]
        assert isinstance(step, Drawing)
        rest = list((Counter(step.drawn) - Counter(action.cards)).elements())
        if isinstance(action, KeepHidden):
            rest = [*action.discarded] or [""] * (len(step.drawn) - len(action.cards))
        more, count = ([], count + len(rest)) if step.icon == "one_bottom" else (rest, count)
        free = len(step.drawn) if step.icon in ("both", "all") else 1 + step.free
        if max(0, len(action.cards) - free) != action.energy:
            yield f"Keep kept {len(action.cards)} cards for {action.energy} energy (A-078)."
    if isinstance(action, DiscardCard | PlayCard):
        more = [action.card]
    renewed = any(effect.op == "new_library_deck" for effect, _ in set_off(old, action, new))
    if renewed:
        if _count(now) < count + len(was.discards):
            yield f"{kind} made no new library deck (A-079)."
        return
    rule = {Keep: "A-077" if _count(now) != count else "A-076", DrawCard: "A-079"}.get(type(action), "A-082")
    if _count(now) != count or Counter(now.discards) != Counter((*was.discards, *more)):
        yield f"{kind} left {_count(now)} library cards and {len(now.discards)} discards, not {count} ({rule})."


def _wrong_hands(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """Cards come into the hand of whoever draws them, and leave by being played or discarded (A-074, A-082)."""
    kind = type(action).__name__
    for seat, (was, now) in enumerate(zip(old.hands, new.hands, strict=True)):
        gone, come = Counter(was) - Counter(now), Counter(now) - Counter(was)
        if gone not in (_leaving(action, seat), _unnamed(old, _leaving(action, seat))):
            yield f"{kind} took {sorted(gone)} out of the hand of seat {seat + 1} (A-082)."
        wanted = _coming(old, action, new, seat)
        if isinstance(action, KeepHidden):
            wanted = _unnamed(old, wanted)
        if come != wanted and (come or isinstance(action, Keep | KeepArtifact)):
            yield f"{kind} brought {sorted(come)} into the hand of seat {seat + 1} instead of {sorted(wanted)} (A-074)."


def _unnamed(table: Table, cards: Counter[str]) -> Counter[str]:
    """The same cards as they lie in a closed hand, where artifacts alone lie open (A-084, Q-33)."""
    if table.setup.hands == "open":
        return cards
    return Counter(card if card in table.setup.box.artifacts else "?" for card in cards.elements())


def _leaving(action: AtlantisAction, seat: Seat) -> Counter[str]:
    if isinstance(action, DiscardCard | PlayCard) and action.seat == seat:
        return Counter([action.card])
    return Counter()


def _coming(old: Table, action: AtlantisAction, new: Table, seat: Seat) -> Counter[str]:
    step = old.steps[-1] if old.steps else None
    if isinstance(action, Keep) and action.seat == seat:
        return Counter(action.cards)
    is_over = sum(isinstance(each, Drawing) for each in (*old.steps, *new.steps)) % 2 == 1
    if isinstance(action, DrawCard) and isinstance(step, Drawing) and is_over and action.seat == seat:
        return Counter((*step.drawn, action.card))
    if isinstance(action, KeepArtifact) and isinstance(step, Studying) and not step.is_hologram and action.seat == seat:
        return Counter([action.artifact])
    return Counter()
