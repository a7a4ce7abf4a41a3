"""The laws of cards, boards and closed hands, written apart from the rules: none comes, none goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.games.atlantis_rising.data.contents import ARTIFACT, ARTIFACTS_IN_DECK, CALM, CONTROLLED, PENINSULAS
from companion.games.atlantis_rising.laws.witness import broken
from companion.games.atlantis_rising.rules.decisions import DiscardHidden, DrawHidden, KeepHidden, PlayCard
from companion.games.atlantis_rising.state import model, steps
from companion.games.core import Seat
from companion.language.message import Message
from companion.language.values import Name

_STACKED = 2
"""Up to so many players have a councilor stack."""
_NOT_NAMED = "?"


def broken_decks(table: model.Table) -> Iterator[Message | None]:
    """The broken laws, each a sentence with its rule id."""
    for laws in (_of_misfortunes, _of_library, _of_artifacts, _of_hands, _of_stack):
        yield from laws(table)


def _of_misfortunes(table: model.Table) -> Iterator[Message | None]:
    """Every misfortune of the level is in its deck, discarded or out of the game."""
    box, level = table.setup.box, table.setup.box.levels[table.setup.level - 1]
    wanted = Counter({f"basic_{name}": int(getattr(box.basic, name)) for name in PENINSULAS})
    wanted.update({name: card.copies for name, card in box.special.items()})
    wanted.update({CALM: level.calm_seas, CONTROLLED: level.controlled_floods})
    yield from _differing(_lying(table.misfortunes), wanted, "misfortune_cards")


def _of_library(table: model.Table) -> Iterator[Message | None]:
    """Every library card that is no artifact is in its deck, in a hand, discarded or just drawn."""
    there = _circulating(table)
    wanted = Counter({name: card.copies for name, card in table.setup.box.library.items()})
    artifacts = {*table.setup.box.artifacts, ARTIFACT}
    yield from _differing(
        Counter({name: n for name, n in there.items() if name not in artifacts}), wanted, "library_cards"
    )


def _of_artifacts(table: model.Table) -> Iterator[Message | None]:
    """Of each artifact everybody knows where it is, or nobody does; four are in the deck, and those of Scholars."""
    there, every = _circulating(table), table.setup.box.artifacts
    known = Counter({name: many for name, many in there.items() if name in every})
    where = known + Counter(table.artifacts) + Counter(table.boxed_artifacts)
    yield from _differing(where, Counter(dict.fromkeys(every, 1)), "artifact_cards")
    hidden = there[ARTIFACT]
    yield broken("artifacts_unseen", hidden > len(table.artifacts))
    waiting = sum(isinstance(step, steps.Studying) and not step.is_hologram for step in table.steps)
    scholars = sum(_is_scholar(table, name) for name in table.councilors) - waiting
    wanted = ARTIFACTS_IN_DECK + (scholars if table.phase is not model.Phase.SETUP else 0)
    yield broken("artifacts_in_play", hidden + known.total() != wanted, there=hidden + len(known), wanted=wanted)
    lent = table.scholar_artifact
    is_lent = lent in table.boxed_artifacts and _is_scholar(table, table.hologram)
    yield broken("artifact_lent", lent and not is_lent)


def _of_hands(table: model.Table) -> Iterator[Message | None]:
    """Nobody holds more than four cards once everything is done."""
    for seat, hand in enumerate(table.hands):
        yield broken("hand_limit", len(hand) > model.HAND_LIMIT and not table.steps, seat=seat + 1)
    step = table.step
    if isinstance(step, steps.Discarding) and not step.left:
        yield broken("discards", len(table.hands[step.seat]) <= model.HAND_LIMIT, seat=step.seat + 1)
    yield broken("once", len(set(table.used)) < len(table.used))


def _of_stack(table: model.Table) -> Iterator[Message | None]:
    """With one or two players every councilor board lies in one place; with more there is no stack."""
    stacked = (*table.stack, *table.stack_discards, *table.revealed, *((table.hologram,) if table.hologram else ()))
    if table.setup.players > _STACKED or table.phase is model.Phase.SETUP:
        yield broken("no_stack", stacked)
        return
    every = Counter(dict.fromkeys(table.setup.box.councilors, 1))
    yield broken("boards", Counter((*stacked, *table.councilors)) != every)
    is_reveal = table.phase is model.Phase.REVEAL
    most = 2 if is_reveal else 0
    yield broken("hologram", bool(table.hologram) == is_reveal or len(table.revealed) > most)


# --- counting ---


def _is_scholar(table: model.Table, name: str) -> bool:
    return bool(name) and table.setup.box.councilors[name].effect.op == "artifact"


def _lying(deck: model.Deck) -> Counter[str]:
    """What is in a deck and beside it; cards that somebody hides are counted as if they lay in it."""
    return Counter(dict(deck.cards)) + _named((*deck.top, *deck.bottom, *deck.discards, *deck.removed))


def _named(cards: Iterable[str]) -> Counter[str]:
    """The cards that have a name."""
    return Counter(card for card in cards if not card.startswith(_NOT_NAMED))


def _circulating(table: model.Table) -> Counter[str]:
    """The library cards in the deck, beside it, in hands and just drawn."""
    there = _lying(table.library)
    for hand in table.hands:
        there.update(_named(hand))
    for step in table.steps:
        if isinstance(step, steps.Drawing):
            there.update(_named(step.drawn))
    return there


def _differing(there: Counter[str], wanted: Counter[str], law: str) -> Iterator[Message | None]:
    for name in sorted({*there, *wanted}):
        number, right = there[name], wanted[name]
        yield broken(law, number != right, there=number, name=Name(name), wanted=right)


def broken_hands(state: model.AtlantisState) -> Iterator[Message | None]:
    """The broken laws of a position, each a sentence with its rule id."""
    table, hidden = state.table, 0
    for seat, secret in enumerate(state.secrets):
        there = _hidden_of(table, seat)
        hidden += sum(there)
        if secret is None:
            continue
        is_right = there == (len(secret.cards), len(secret.drawn), len(secret.below))
        elsewhere = _named((*secret.cards, *secret.drawn, *secret.below)) - _unseen(table)
        yield broken("known", not is_right, seat=seat + 1)
        yield broken("hidden_artifact", any(card in table.setup.box.artifacts for card in secret.cards), seat=seat + 1)
        yield broken("known_elsewhere", elsewhere, seat=seat + 1)
    yield broken("hidden", hidden != table.library.hidden or (hidden and table.setup.hands == "open"), hidden=hidden)


def wrong(before: model.AtlantisState, action: model.AtlantisAction, after: model.AtlantisState) -> Iterator[str]:
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


def _fits(now: tuple[str, ...], wanted: Counter[str], table: model.Table) -> bool:
    """Whether these are the cards that were wanted, but for such as everybody sees elsewhere, which are untold."""
    there, unseen = Counter(now), _unseen(table)
    lost, new = wanted - there, there - wanted
    impossible = all(lost[name] + there[name] > unseen[name] for name in lost if _is_named(name))
    return set(new) <= {_NOT_NAMED} and new.total() == lost.total() and impossible


def _is_named(card: str) -> bool:
    return card != _NOT_NAMED


def _expected(
    table: model.Table, action: model.AtlantisAction, seat: Seat, was: model.Hand
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


def _hidden_of(table: model.Table, seat: Seat) -> tuple[int, int, int]:
    """How many cards only this seat can know: in its hand, just drawn, and below the deck."""
    drawn = sum(len(step.drawn) for step in table.steps if isinstance(step, steps.Drawing) and step.seat == seat)
    is_closed = table.setup.hands == "closed"
    return table.hands[seat].count(_NOT_NAMED), drawn * is_closed, table.library.bottom.count(f"{_NOT_NAMED}{seat}")


def _unseen(table: model.Table) -> Counter[str]:
    """Of each name how many cards nobody has seen; of the artifacts that nobody has seen each may be one of them."""
    there = Counter(dict(table.library.cards))
    return there + Counter(table.artifacts if there[ARTIFACT] else ())
