"""The laws of cards and boards, written apart from the rules: none comes, none goes, and each lies in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.atlantis_rising.box import ARTIFACT, ARTIFACTS_IN_DECK, CALM, CONTROLLED, PENINSULAS
from companion.games.atlantis_rising.model import HAND_LIMIT, Deck, Phase, Table
from companion.games.atlantis_rising.steps import Discarding, Drawing, Studying
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final = ("A-004", "A-005", "A-006", "A-049", "A-081", "A-082", "A-136", "A-139", "A-175")
_STACKED = 2
"""Up to so many players have a councilor stack."""


def broken(table: Table) -> Iterator[Message]:
    """The broken laws, each a sentence with its rule id."""
    yield from _of_misfortunes(table)
    yield from _of_library(table)
    yield from _of_artifacts(table)
    yield from _of_hands(table)
    yield from _of_stack(table)


def _of_misfortunes(table: Table) -> Iterator[Message]:
    """Every misfortune of the level is in its deck, discarded or out of the game."""
    box, level = table.setup.box, table.setup.box.levels[table.setup.level - 1]
    wanted = Counter({f"basic_{name}": int(getattr(box.basic, name)) for name in PENINSULAS})
    wanted.update({name: card.copies for name, card in box.special.items()})
    wanted.update({CALM: level.calm_seas, CONTROLLED: level.controlled_floods})
    yield from _differing(_lying(table.misfortunes), wanted, "A-006")


def _of_library(table: Table) -> Iterator[Message]:
    """Every library card that is no artifact is in its deck, in a hand, discarded or just drawn."""
    there = _circulating(table)
    wanted = Counter({name: card.copies for name, card in table.setup.box.library.items()})
    artifacts = {*table.setup.box.artifacts, ARTIFACT}
    yield from _differing(Counter({name: n for name, n in there.items() if name not in artifacts}), wanted, "A-005")


def _of_artifacts(table: Table) -> Iterator[Message]:
    """Of each artifact everybody knows where it is, or nobody does; four are in the deck, and those of Scholars."""
    there, every = _circulating(table), table.setup.box.artifacts
    known = Counter({name: many for name, many in there.items() if name in every})
    where = known + Counter(table.artifacts) + Counter(table.boxed_artifacts)
    yield from _differing(where, Counter(dict.fromkeys(every, 1)), "A-004")
    hidden = there[ARTIFACT]
    if hidden > len(table.artifacts):
        yield say("More artifacts lie unseen in the library deck than are unseen (A-004).")
    waiting = sum(isinstance(step, Studying) and not step.is_hologram for step in table.steps)
    scholars = sum(_is_scholar(table, name) for name in table.councilors) - waiting
    wanted = ARTIFACTS_IN_DECK + (scholars if table.phase is not Phase.SETUP else 0)
    if hidden + known.total() != wanted:
        yield say(
            "{there} artifacts are in play instead of {wanted} (A-004).", there=hidden + len(known), wanted=wanted
        )
    lent = table.scholar_artifact
    if lent and (lent not in table.boxed_artifacts or not _is_scholar(table, table.hologram)):
        yield say("The Hologram has an artifact that it should not have (A-175).")


def _of_hands(table: Table) -> Iterator[Message]:
    """Nobody holds more than four cards once everything is done."""
    for seat, hand in enumerate(table.hands):
        if len(hand) > HAND_LIMIT and not table.steps:
            yield say("Seat {seat} holds more than four library cards (A-081).", seat=seat + 1)
    for step in table.steps[-1:]:
        if isinstance(step, Discarding) and not step.left and len(table.hands[step.seat]) <= HAND_LIMIT:
            yield say("Seat {seat} discards without need (A-082).", seat=step.seat + 1)
    if len(set(table.used)) < len(table.used):
        yield say("A councilor has done twice what it does once a round (A-049).")


def _of_stack(table: Table) -> Iterator[Message]:
    """With one or two players every councilor board lies in one place; with more there is no stack."""
    stacked = (*table.stack, *table.stack_discards, *table.revealed, *((table.hologram,) if table.hologram else ()))
    if table.setup.players > _STACKED or table.phase is Phase.SETUP:
        if stacked:
            yield say("A councilor stack lies there (A-136).")
        return
    if Counter((*stacked, *table.councilors)) != Counter(dict.fromkeys(table.setup.box.councilors, 1)):
        yield say("A councilor board is missing, or lies in two places (A-136).")
    is_reveal = table.phase is Phase.REVEAL
    if bool(table.hologram) == is_reveal or (table.revealed and not is_reveal) or len(table.revealed) > 2:
        yield say("The Hologram has no councilor, or too many (A-139).")


# --- counting ---


def _is_scholar(table: Table, name: str) -> bool:
    return bool(name) and table.setup.box.councilors[name].effect.op == "artifact"


def _lying(deck: Deck) -> Counter[str]:
    """What is in a deck and beside it; cards that somebody hides are counted as if they lay in it."""
    return Counter(dict(deck.cards)) + _named((*deck.top, *deck.bottom, *deck.discards, *deck.removed))


def _named(cards: Iterable[str]) -> Counter[str]:
    """The cards that everybody knows."""
    return Counter(card for card in cards if not card.startswith("?"))


def _circulating(table: Table) -> Counter[str]:
    """The library cards in the deck, beside it, in hands and just drawn."""
    there = _lying(table.library)
    for hand in table.hands:
        there.update(_named(hand))
    for step in table.steps:
        if isinstance(step, Drawing):
            there.update(_named(step.drawn))
    return there


def _differing(there: Counter[str], wanted: Counter[str], rule: str) -> Iterator[Message]:
    for name in sorted({*there, *wanted}):
        if there[name] != wanted[name]:
            yield say(
                "{there} cards {name} are counted instead of {wanted} ({rule}).",
                there=there[name],
                name=Name(name),
                wanted=wanted[name],
                rule=Name(rule),
            )
