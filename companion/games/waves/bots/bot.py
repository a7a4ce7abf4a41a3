"""Who settles what at a virtual table of Waves: the odds of the hidden cards, and a modest player.

Hidden cards are made up for a position in which nobody was told any: one of the ways in which it may truly be.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.data.figures import DATA, OPTIONS, POWER
from companion.games.waves.host.setup import OWN_SET, SIDE_OPTIONS
from companion.games.waves.rules import actions, moment
from companion.games.waves.state import hidden, model

_ALL_EQUAL = 0.15
"""Share of plays made without thought, so that bots stay surprising and every rule is met."""
ODD = 0.1
"""Share of varied games in which one thing is unusual."""


def random_tablets(rng: random.Random) -> dict[str, str]:
    """Options for one side of each class's tablet (W-115)."""
    sides = [rng.choice([side for side, tablet in DATA.tablets.items() if tablet.cls == cls]) for cls in model.CLASSES]
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
    for name in model.Variants.__struct_fields__:
        if name != "deck_empty" and rng.random() < ODD:
            options[name] = rng.choice(OPTIONS[name].allowed)
    return options


def deal(state: model.WavesState, legal: Sequence[actions.WavesAction], rng: random.Random) -> actions.WavesAction:
    """One of the chance actions: each class as likely as it is frequent among the cards that may be in the deck."""
    left = hidden.at_large(state)
    weights = [float(left[cls - 1]) if (cls := moment.class_of(state.table, action)) else 1.0 for action in legal]
    return rng.choices(list(legal), weights if sum(weights) else None)[0]


def suggest(
    view: model.WavesView, legal: Sequence[actions.WavesAction], rng: random.Random, dawdle: bool
) -> actions.WavesAction:
    """A sensible choice from what the seat knows: beat its own Elder with a Follower, else gather a majority."""
    if rng.random() < _ALL_EQUAL:
        return rng.choice(list(legal))
    spends = view.table.setup.is_head_to_head and view.seat == 0
    worth = _worth if not dawdle else _spending_worth if spends else _idle_worth
    return max(legal, key=lambda action: worth(view, action) + rng.random())


def _idle_worth(view: model.WavesView, action: actions.WavesAction) -> float:
    """How much a bot likes an action that wants nobody to collect: high cards, too weak for its own Elder."""
    if isinstance(action, actions.Discard):
        return -float(POWER[action.card])
    if not isinstance(action, actions.PlayAgents):
        return 0.0
    power = POWER[action.cards[0]]
    return float(power) if power <= POWER[view.table.slots[action.slot].elder] else -float(power)


def _spending_worth(view: model.WavesView, action: actions.WavesAction) -> float:
    """How much a bot likes an action that wants to end with nothing in hand: few cards left, all alike, and to win."""
    if not isinstance(action, actions.PlayAgents) or view.own is None:
        return 0.0
    elder, left = view.table.slots[action.slot].elder, model.plus(view.own.hand, action.cards[0], -len(action.cards))
    wins = POWER[action.cards[0]] > POWER[elder]
    return 4.0 * wins - 1.5 * sum(left) - 1.0 * sum(1 for number in left if number)


def _worth(view: model.WavesView, action: actions.WavesAction) -> float:
    """How much a bot likes an action; only the order counts."""
    table, own = view.table, view.own
    if isinstance(action, actions.Discard):
        return float(own.hand[action.card - 1]) if own is not None else 0.0
    if not isinstance(action, actions.PlayAgents) or own is None:
        return 0.0
    elder, cls, count = table.slots[action.slot].elder, action.cards[0], len(action.cards)
    margin = POWER[cls] - POWER[elder]
    # A card that wins should win narrowly; one that cannot should be low, for it will be its own Elder next round.
    worth = 4.0 - 0.3 * margin if margin > 0 else 1.0 - 0.4 * POWER[cls]
    if elder != model.UNKNOWN and margin > 0 and not table.collected[table.setup.side_at(action.slot)][elder - 1]:
        worth += 2.0
    if action.posture == "rebel":
        worth += 0.5 * sum(1 for slot in table.slots if slot.elder == cls) - 0.7 * count
    return worth


def dawdle_share(state: model.WavesState) -> float:
    """In which share of games bots spend what they can: else nobody begins a round of two without a card (W-111)."""
    return 0.5 if state.table.setup.is_head_to_head else 0.02


TRIES = 500
"""Sets of Agents are drawn until they fit one another; nearly always the first does."""


def determinize(state: model.WavesState, rng: random.Random) -> model.WavesState:
    """The same public table with every hand and face-down Agent told, each as likely as the shuffle makes it.

    Where a correction has left a table that no cards can make (`irregular`), as near as there are cards.
    """
    table = replace(state.table, setup=replace(state.table.setup, cards="virtual"))
    untold: model.WavesState = State(state.table, (None,) * len(state.secrets))
    for _ in range(TRIES):
        told = _dealt(untold, rng)
        if told is not None:
            return State(table, told)
    down = (model.UNKNOWN,) * len(table.setup.own_slots(0))
    hands = (model.of(*(rng.choice(model.CLASSES) for _ in range(hand.count))) for hand in table.hands)
    return State(table, tuple(model.Hidden(hand, down) for hand in hands))


def _dealt(state: model.WavesState, rng: random.Random) -> tuple[model.Hidden, ...] | None:
    """One try: cards for each seat out of those that may be in the deck; None where the Agents do not fit."""
    table, setup = state.table, state.table.setup
    pool = [*model.one_by_one(hidden.at_large(state))]
    rng.shuffle(pool)
    told: list[model.Hidden] = []
    for seat, hand in enumerate(table.hands):
        seen, agents = hand.seen, list[model.Class]()
        for slot in setup.own_slots(seat):
            agent, face = hidden.face_down(table, slot), model.UNKNOWN
            if agent is not None:
                face = rng.choice(hidden.possible_faces(state, slot))
                rest = model.lose(seen, face, agent.count)
                for _ in range(agent.count - (sum(seen) - sum(rest))):
                    if face not in pool:
                        return None
                    pool.remove(face)
                seen = rest
            agents.append(face)
        if sum(seen) > hand.count:
            return None
        told.append(model.Hidden(seen, tuple(agents)))
    if sum(hand.count for hand in table.hands) - sum(sum(each.hand) for each in told) > len(pool):
        return None
    for seat, hand in enumerate(table.hands):
        drawn = (pool.pop() for _ in range(hand.count - sum(told[seat].hand)))
        told[seat] = replace(told[seat], hand=model.of(*model.one_by_one(told[seat].hand), *drawn))
    return tuple(told)
