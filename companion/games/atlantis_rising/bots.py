"""How a game plays itself: chance by what may lie hidden, and bots, at random or to win."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from companion.games.atlantis_rising import acts, decisions
from companion.games.atlantis_rising.box import ARTIFACT, HIDDEN, RINGS
from companion.games.atlantis_rising.decks import renewed
from companion.games.atlantis_rising.ground import holds_any
from companion.games.atlantis_rising.hidden import as_told, dealt_from
from companion.games.atlantis_rising.model import POOL, AtlantisAction, AtlantisState, AtlantisView, Deck, Table
from companion.games.atlantis_rising.strategy.choices import VALUES
from companion.games.atlantis_rising.strategy.sites import shared_out
from companion.games.atlantis_rising.strategy.worth import outlook

_A_PAIR: Final = 2
"""Pieces at hand: the Automaton and the last one that it may stand beside."""
_AS_SHIPPED: Final = 0.5


def deal(state: AtlantisState, actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
    """One of the chance acts, by the odds of what is hidden; all else has the same odds."""
    weights = [_weight(state, action) for action in actions]
    # A dealer knows every card, and leaves one unnamed only where no other act is given.
    return rng.choices(list(actions), weights if any(weights) else None)[0]


def _weight(state: AtlantisState, action: AtlantisAction) -> int:
    """The odds of an act by all that is hidden in closed hands."""
    if not state.table.setup.is_closed:
        return odds(state.table, action)
    if isinstance(action, decisions.DrawHidden):
        return odds(dealt_from(state), action) if action.card != HIDDEN else 0
    table = as_told(state)
    if isinstance(action, decisions.DrawArtifact):
        is_elsewhere = action.artifact in state.table.artifacts and action.artifact not in table.artifacts
        return 0 if is_elsewhere else odds(table, action)
    return odds(table, action)


def odds(table: Table, action: AtlantisAction) -> int:
    """In how many of equally likely ways the next card is that of an act, beside those of the other acts."""
    match action:
        case acts.DrawMisfortune(card):
            return _copies(table.misfortunes if table.misfortunes.count else renewed(table.misfortunes), card)
        case decisions.Peek(card):
            return dict(table.misfortunes.cards).get(card, 1)
        case decisions.DrawCard(_, card):
            # Of the unseen artifacts each is the next one as likely: all are weighed by how many there are.
            unseen = max(1, len(table.artifacts))
            if card in table.artifacts:
                return _copies(table.library, ARTIFACT)
            return _copies(table.library, card) * unseen
        case decisions.DrawArtifact(artifact):
            return _in_box(table, artifact)
    return 1


def _copies(deck: Deck, card: str) -> int:
    """How many cards of a name may come next; 1 where the next one is known."""
    return 1 if deck.top or not deck.cards else dict(deck.cards).get(card, 0)


def _in_box(table: Table, artifact: str) -> int:
    """In how many ways an artifact is the next one out of the box: one that nobody has seen may be in the deck."""
    unseen = len(table.artifacts)
    in_deck = dict(table.library.cards).get(ARTIFACT, 0)
    if artifact in table.artifacts:
        return unseen - in_deck
    return max(1, unseen)


def suggest(view: AtlantisView, actions: Sequence[AtlantisAction], rng: random.Random, dawdle: bool) -> AtlantisAction:
    """What a bot does: as strong as the game says; one that dawdles plays at random."""
    sound = beside_automaton(view.table, actions)
    if dawdle or view.table.setup.bots == "random":
        return at_random(sound, rng)
    return greedy(view.table, sound)


def beside_automaton(table: Table, actions: Sequence[AtlantisAction]) -> Sequence[AtlantisAction]:
    """Those of a bot's acts that leave the Automaton a place beside somebody (A-153): bots take nothing back."""
    at_hand = [each.kind for each in table.atlanteans if each.place == POOL]
    if "automaton" not in at_hand or len(at_hand) > _A_PAIR:
        return actions
    beside = [act for act in actions if isinstance(act, acts.Place) and act.piece == "automaton"]
    return beside or [act for act in actions if not isinstance(act, acts.Place) or holds_any(act.place)]


def at_random(actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
    """Any kind of act, then any of that kind."""
    kinds = dict[type[AtlantisAction], list[AtlantisAction]]()
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def greedy(table: Table, actions: Sequence[AtlantisAction]) -> AtlantisAction:
    """The act that is worth most by what all see; of equals the first."""
    look = outlook(table)
    best = max(actions, key=lambda action: VALUES[type(action)](table, look, action))
    return shared_out(table, best) if isinstance(best, acts.Build) else best


def varied_owner(rng: random.Random) -> dict[str, Any]:
    """What the owner of a virtual game has typed: nothing in half of them, else other numbers, a track, and a price."""
    if rng.random() < _AS_SHIPPED:
        return {}
    numbers = {name: {"number": _row(rng, 2, 6)[::-1]} for name in ("mountains", "hills", "forests")}
    return {
        "peninsula": {
            **numbers,
            "cities": {"number": _row(rng, 6, 12)[::-1]},
            "forges": {"number": _row(rng, 1, 3)},
        },
        "wrath": {"values": [0, *_row(rng, 0, 3)[1:]]},
        "components": {"power_core": {"cost": {"energy": rng.randint(1, 3)}}},
    }


def _row(rng: random.Random, low: int, high: int) -> list[int]:
    """Six figures that do not fall."""
    return sorted(rng.randint(low, high) for _ in range(RINGS))
