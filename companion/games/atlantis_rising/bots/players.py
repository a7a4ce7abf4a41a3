"""How a game plays itself: hands as they may be, chance by what lies hidden, bots at random or to win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.atlantis_rising.bots import choices, measures, sites
from companion.games.atlantis_rising.data.contents import ARTIFACT, HIDDEN, RINGS
from companion.games.atlantis_rising.rules import acts, decisions
from companion.games.atlantis_rising.state import changes, ground, hidden, model

_A_PAIR: Final = 2
"""Pieces at hand: the Automaton and the last one that it may stand beside."""
_AS_SHIPPED: Final = 0.5


def determinize(state: model.AtlantisState, rng: random.Random) -> model.AtlantisState:
    """The same public table with every hidden card told, each as likely as the shuffle makes it.

    What was told stays so. Where a correction has left too few cards, as near as there are.
    """
    table = state.table
    secrets = tuple(each or hidden.nothing_told(table, seat) for seat, each in enumerate(state.secrets))
    if not table.setup.is_closed:
        return replace(state, secrets=secrets)
    told = replace(state, secrets=secrets)
    left = hidden.as_told(told)
    artifacts = list(left.artifacts)
    rng.shuffle(artifacts)
    pool = [name for name, number in left.library.cards for _ in range(number)]
    rng.shuffle(pool)
    pool = [artifacts.pop() if name == ARTIFACT and artifacts else name for name in pool]
    # What was kept and not laid open is no artifact, and so it is dealt first.
    others = [name for name in pool if name not in table.box.artifacts and name != ARTIFACT]
    hands = [_filled(secret.cards, others, table) for secret in secrets]
    for secret, cards in zip(secrets, hands, strict=True):
        for card in (Counter(cards) - Counter(secret.cards)).elements():  # beyond those that were told
            if card in pool:
                pool.remove(card)
    dealt = tuple(
        model.Hand(tuple(sorted(cards)), _filled(secret.drawn, pool, table), _filled(secret.below, pool, table))
        for secret, cards in zip(secrets, hands, strict=True)
    )
    return replace(state, secrets=dealt)


def _filled(told: tuple[str, ...], pool: list[str], table: model.Table) -> tuple[str, ...]:
    """The same cards with one out of the pool for each that was not told."""
    return tuple(card if card != HIDDEN else pool.pop() if pool else hidden.any_card(table)[0] for card in told)


def deal(
    state: model.AtlantisState, actions: Sequence[model.AtlantisAction], rng: random.Random
) -> model.AtlantisAction:
    """One of the chance acts, by the odds of what is hidden; all else has the same odds."""
    weights = [_weight(state, action) for action in actions]
    # A dealer knows every card, and leaves one unnamed only where no other act is given.
    return rng.choices(list(actions), weights if any(weights) else None)[0]


def _weight(state: model.AtlantisState, action: model.AtlantisAction) -> int:
    """The odds of an act by all that is hidden in closed hands."""
    if not state.table.setup.is_closed:
        return odds(state.table, action)
    if isinstance(action, decisions.DrawHidden):
        return odds(hidden.dealt_from(state), action) if action.card != HIDDEN else 0
    table, artifact = hidden.as_told(state), getattr(action, "artifact", "")
    is_elsewhere = artifact in state.table.artifacts and artifact not in table.artifacts
    return 0 if is_elsewhere else odds(table, action)


def odds(table: model.Table, action: model.AtlantisAction) -> int:
    """In how many of equally likely ways the next card is that of an act, beside those of the other acts."""
    match action:
        case acts.DrawMisfortune(card):
            return _copies(table.misfortunes if table.misfortunes.count else changes.renewed(table.misfortunes), card)
        case decisions.Peek(card):
            return dict(table.misfortunes.cards).get(card, 1)
        case decisions.DrawCard(_, card):
            # Of the unseen artifacts each is the next one as likely: all are weighed by how many there are.
            unseen = max(1, len(table.artifacts))
            if card in table.artifacts:
                return _copies(table.library, ARTIFACT)
            return _copies(table.library, card) * unseen
        case decisions.DrawArtifact(artifact):
            unseen, in_deck = len(table.artifacts), dict(table.library.cards).get(ARTIFACT, 0)
            # One that nobody has seen may be in the deck.
            return unseen - in_deck if artifact in table.artifacts else max(1, unseen)
    return 1


def _copies(deck: model.Deck, card: str) -> int:
    """How many cards of a name may come next; 1 where the next one is known."""
    return 1 if deck.top or not deck.cards else dict(deck.cards).get(card, 0)


def suggest(
    view: model.AtlantisView, actions: Sequence[model.AtlantisAction], rng: random.Random, dawdle: bool
) -> model.AtlantisAction:
    """What a bot does: as strong as the game says; one that dawdles plays at random."""
    sound = beside_automaton(view.table, actions)
    if dawdle or view.table.setup.bots == "random":
        return at_random(sound, rng)
    return greedy(view.table, sound)


def beside_automaton(table: model.Table, actions: Sequence[model.AtlantisAction]) -> Sequence[model.AtlantisAction]:
    """Those of a bot's acts that leave the Automaton a place beside somebody (A-153): bots take nothing back."""
    at_hand = [each.kind for each in table.atlanteans if each.place == model.POOL]
    if "automaton" not in at_hand or len(at_hand) > _A_PAIR:
        return actions
    beside = [act for act in actions if isinstance(act, acts.Place) and act.piece == "automaton"]
    return beside or [act for act in actions if not isinstance(act, acts.Place) or ground.holds_any(act.place)]


def at_random(actions: Sequence[model.AtlantisAction], rng: random.Random) -> model.AtlantisAction:
    """Any kind of act, then any of that kind."""
    kinds = dict[type[model.AtlantisAction], list[model.AtlantisAction]]()
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def greedy(table: model.Table, actions: Sequence[model.AtlantisAction]) -> model.AtlantisAction:
    """The act that is worth most by what all see; of equals the first."""
    look = measures.outlook(table)
    best = max(actions, key=lambda act: choices.worth(table, look, act))
    return sites.shared_out(table, best) if isinstance(best, acts.Build) else best


def varied_owner(rng: random.Random) -> dict[str, Any]:
    """What the owner of a virtual game has typed: nothing in half of them, else other numbers, a track, and a price."""
    if rng.random() < _AS_SHIPPED:
        return {}
    numbers = {name: {"number": _row(rng, 2, 6)[::-1]} for name in ("mountains", "hills", "forests")}
    return {
        "peninsula": {**numbers, "cities": {"number": _row(rng, 6, 12)[::-1]}, "forges": {"number": _row(rng, 1, 3)}},
        "wrath": {"values": [0, *_row(rng, 0, 3)[1:]]},
        "components": {"power_core": {"cost": {"energy": rng.randint(1, 3)}}},
    }


def _row(rng: random.Random, low: int, high: int) -> list[int]:
    """Six figures that do not fall."""
    return sorted(rng.randint(low, high) for _ in range(RINGS))
