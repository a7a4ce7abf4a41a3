"""The laws of closed hands, written apart from the rules: each hidden card counts once, and is known to one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.box import ARTIFACT
from companion.games.atlantis_rising.decisions import (
    DiscardHidden,
    DrawHidden,
    KeepHidden,
    PlayCard,
)
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisState, Hand, Table
from companion.games.atlantis_rising.steps import Drawing
from companion.games.core import Seat
from companion.language.message import Message, say

LAWS: Final = ("A-005", "A-074", "A-084")
_NOT_NAMED = "?"


def broken(state: AtlantisState) -> Iterator[Message]:
    """The broken laws of a position, each a sentence with its rule id."""
    table, hidden = state.table, 0
    for seat, secret in enumerate(state.secrets):
        there = _hidden_of(table, seat)
        hidden += sum(there)
        if secret is None:
            continue
        if there != (len(secret.cards), len(secret.drawn), len(secret.below)):
            yield say("Seat {seat} knows other cards than it has (A-074).", seat=seat + 1)
        if any(card in table.setup.box.artifacts for card in secret.cards):
            yield say("Seat {seat} hides an artifact that it keeps (A-084).", seat=seat + 1)
        if _known(secret) - _unseen(table):
            yield say("Seat {seat} knows a card that everybody sees elsewhere (A-005).", seat=seat + 1)
    if hidden != table.library.hidden or (hidden and table.setup.hands == "open"):
        yield say("{hidden} library cards are hidden, and others are counted (A-005).", hidden=hidden)


def wrong(before: AtlantisState, action: AtlantisAction, after: AtlantisState) -> Iterator[str]:
    """What an act changed of the knowledge of seats otherwise than the rules say."""
    kind = type(action).__name__
    for seat, (was, now) in enumerate(zip(before.secrets, after.secrets, strict=True)):
        if (was is None) != (now is None):
            yield f"{kind} told or forgot all cards of seat {seat + 1} (A-074)."
        elif was is not None and now is not None:
            held, drawn, below = _expected(before.table, action, seat, was)
            is_right = _fits(now.cards, held, after.table) and _fits(now.drawn, Counter(drawn), after.table)
            if not is_right or Counter(filter(_is_named, now.below)) - below:
                yield f"{kind} left seat {seat + 1} with {now} (A-074)."


def _fits(now: tuple[str, ...], wanted: Counter[str], table: Table) -> bool:
    """Whether these are the cards that were wanted, but for such as everybody sees elsewhere, which are untold."""
    there, unseen = Counter(now), _unseen(table)
    lost, new = wanted - there, there - wanted
    impossible = all(lost[name] + there[name] > unseen[name] for name in lost if _is_named(name))
    return set(new) <= {_NOT_NAMED} and new.total() == lost.total() and impossible


def _is_named(card: str) -> bool:
    return card != _NOT_NAMED


def _expected(
    table: Table, action: AtlantisAction, seat: Seat, was: Hand
) -> tuple[Counter[str], tuple[str, ...], Counter[str]]:
    """What a seat has to hold after an act, what it has drawn, and what it may know of below the deck."""
    held, drawn, below = Counter(was.cards), was.drawn, Counter(was.below)
    match action:
        case DrawHidden() if action.seat == seat:
            drawn = (*drawn, action.card)
        case KeepHidden() if action.seat == seat:
            left = Counter(drawn)
            for card in (*action.cards, *action.discarded):
                left[card if left[card] else _NOT_NAMED] -= 1
            held += Counter(card for card in action.cards if card not in table.setup.box.artifacts)
            drawn, below = (), below + left
        case PlayCard() | DiscardHidden() if action.seat == seat and action.card not in table.hands[seat]:
            held[action.card if held[action.card] else _NOT_NAMED] -= 1
    return +held, drawn, below


def _hidden_of(table: Table, seat: Seat) -> tuple[int, int, int]:
    """How many cards only this seat can know: in its hand, just drawn, and below the deck."""
    drawn = sum(len(step.drawn) for step in table.steps if isinstance(step, Drawing) and step.seat == seat)
    is_closed = table.setup.hands == "closed"
    return table.hands[seat].count(_NOT_NAMED), drawn * is_closed, table.library.bottom.count(f"{_NOT_NAMED}{seat}")


def _known(secret: Hand) -> Counter[str]:
    """The hidden cards that a seat has told."""
    told = Counter((*secret.cards, *secret.drawn, *secret.below))
    del told[_NOT_NAMED]
    return told


def _unseen(table: Table) -> Counter[str]:
    """Of each name how many cards nobody has seen; of the artifacts that nobody has seen each may be one of them."""
    there = Counter(dict(table.library.cards))
    return there + Counter(table.artifacts if there[ARTIFACT] else ())
