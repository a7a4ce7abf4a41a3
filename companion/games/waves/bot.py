"""Who settles what at a virtual table of Waves: the odds of the hidden cards, and a modest player."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from companion.games.waves.actions import (
    Discard,
    Draw,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    TurnUpElder,
    TurnUpGapElder,
    WavesAction,
)
from companion.games.waves.cards import CLASSES, UNKNOWN, plus
from companion.games.waves.data import DATA, POWER
from companion.games.waves.knowledge import at_large
from companion.games.waves.model import Variants, WavesState, WavesView
from companion.games.waves.setup import OWN_SET, SIDE_OPTIONS, variant_values

_ALL_EQUAL = 0.15
"""Share of plays made without thought, so that bots stay surprising and every rule is met."""


ODD = 0.1
"""Share of varied games in which one thing is unusual."""


def random_tablets(rng: random.Random) -> dict[str, str]:
    """Options for one side of each class's tablet (W-115)."""
    sides = [rng.choice([side for side, tablet in DATA.tablets.items() if tablet.cls == cls]) for cls in CLASSES]
    return {"tablets": OWN_SET, **dict(zip(SIDE_OPTIONS, sides, strict=True))}


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule: any tablets, now and then a preset or an
    option off its default. Mode and players are left to whoever plays."""
    options: dict[str, Any] = {"cards": "virtual"}
    tablets = random_tablets(rng)
    if rng.random() < ODD:
        tablets = {"tablets": rng.choice([name for name in DATA.sets if name != "first"])}
    options |= tablets
    if rng.random() < 0.5:
        options["edition"] = "breakers"
    for name in Variants.__struct_fields__:
        if name != "deck_empty" and rng.random() < ODD:
            options[name] = rng.choice(variant_values(name))
    return options


def deal(state: WavesState, actions: Sequence[WavesAction], rng: random.Random) -> WavesAction:
    """One of the chance actions: each class as likely as it is frequent among the cards that may be in the deck."""
    left = at_large(state)
    weights = [float(left[cls - 1]) if (cls := _class_of(action)) else 1.0 for action in actions]
    return rng.choices(list(actions), weights if sum(weights) else None)[0]


def _class_of(action: WavesAction) -> int:
    if isinstance(action, Draw):
        return action.card
    if isinstance(action, TurnUpElder | TurnUpGapElder):
        return action.elder
    return action.face if isinstance(action, RevealRebels | RevealFollower) else UNKNOWN


def suggest(view: WavesView, actions: Sequence[WavesAction], rng: random.Random, dawdle: bool) -> WavesAction:
    """A sensible choice from what the seat knows: beat its own Elder with a Follower, else gather a majority."""
    if rng.random() < _ALL_EQUAL:
        return rng.choice(list(actions))
    spends = view.table.setup.is_head_to_head and view.seat == 0
    worth = _worth if not dawdle else _spending_worth if spends else _idle_worth
    return max(actions, key=lambda action: worth(view, action) + rng.random())


def _idle_worth(view: WavesView, action: WavesAction) -> float:
    """How much a bot likes an action that wants nobody to collect: high cards, too weak for its own Elder."""
    if isinstance(action, Discard):
        return -float(POWER[action.card])
    if not isinstance(action, PlayAgents):
        return 0.0
    power = POWER[action.cards[0]]
    return float(power) if power <= POWER[view.table.slots[action.slot].elder] else -float(power)


def _spending_worth(view: WavesView, action: WavesAction) -> float:
    """How much a bot likes an action that wants to end with nothing in hand: few cards left, all alike, and to win."""
    if not isinstance(action, PlayAgents) or view.own is None:
        return 0.0
    elder, left = view.table.slots[action.slot].elder, plus(view.own.hand, action.cards[0], -len(action.cards))
    wins = POWER[action.cards[0]] > POWER[elder]
    return 4.0 * wins - 1.5 * sum(left) - 1.0 * sum(1 for number in left if number)


def _worth(view: WavesView, action: WavesAction) -> float:
    """How much a bot likes an action; only the order counts."""
    table, own = view.table, view.own
    if isinstance(action, Discard):
        return float(own.hand[action.card - 1]) if own is not None else 0.0
    if not isinstance(action, PlayAgents) or own is None:
        return 0.0
    elder, cls, count = table.slots[action.slot].elder, action.cards[0], len(action.cards)
    margin = POWER[cls] - POWER[elder]
    # A card that wins should win narrowly; one that cannot should be low, for it will be its own Elder next round.
    worth = 4.0 - 0.3 * margin if margin > 0 else 1.0 - 0.4 * POWER[cls]
    if elder != UNKNOWN and margin > 0 and not table.collected[table.setup.side_at(action.slot)][elder - 1]:
        worth += 2.0
    if action.posture == "rebel":
        worth += 0.5 * sum(1 for slot in table.slots if slot.elder == cls) - 0.7 * count
    return worth
