"""Bots and dealer of Sealed Bid: what comes up, how hidden cards may lie, and what a seat would do."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.core import Action, State
from tests.games.sealed_bid.model import (
    NONE,
    NUMBERS,
    UNKNOWN,
    BidAction,
    BidState,
    BidView,
    Discard,
    Guess,
    Hidden,
    SealBid,
    Table,
    Wager,
    plus,
)
from tests.games.sealed_bid.phases.guesses import possible_guesses
from tests.games.sealed_bid.phases.part import at_large
from tests.games.sealed_bid.phases.wagers import all_on_one


def deal(state: BidState, actions: Sequence[BidAction], rng: random.Random) -> BidAction:
    """One of the chance actions, by the odds of the hidden cards."""
    left = dict(zip(NUMBERS, at_large(state), strict=True))
    weights = [float(left.get(getattr(action, "card", UNKNOWN), 1)) for action in actions]
    return rng.choices(list(actions), weights if sum(weights) else None)[0]


def determinize(state: BidState, rng: random.Random) -> BidState:
    """One way in which the hidden cards may lie; the sealed bids are dealt first, because two cards must be alike."""
    table = replace(state.table, setup=replace(state.table.setup, cards="virtual"))
    left = dict(zip(NUMBERS, at_large(state), strict=True))
    sealed = [UNKNOWN] * table.setup.players
    for seat, bid in enumerate(table.bids):
        if bid is not None and bid.face == UNKNOWN:
            fitting = [number for number in NUMBERS if left[number] >= bid.count] or list(NUMBERS)
            sealed[seat] = rng.choices(fitting, [max(1, left[number]) for number in fitting])[0]
            left[sealed[seat]] = max(0, left[sealed[seat]] - bid.count)
    pool = [number for number in NUMBERS for _ in range(left[number])]
    rng.shuffle(pool)
    told = []
    for seat, count in enumerate(table.hands):
        hand = NONE
        for _ in range(min(count, len(pool))):
            hand = plus(hand, pool.pop())
        told.append(Hidden(hand, sealed[seat]))
    sealed_acts = tuple(
        tuple(_imagined(table, seat, act, rng) if act == act.public() else act for act in acts)
        for seat, acts in enumerate(state.sealed)
    )
    return State(table, tuple(told), sealed_acts)


def _imagined(table: Table, seat: int, act: Action, rng: random.Random) -> Action:
    """What a seat may have sealed by this act."""
    if isinstance(act, Wager):
        return Wager(seat, rng.choice(all_on_one(table)))
    return Guess(seat, rng.choice(possible_guesses(table)))


def suggest(view: BidView, actions: Sequence[BidAction], rng: random.Random, dawdle: bool = False) -> BidAction:
    """Bids near the prize's worth, discards what is low, now and then anything."""
    bids = [action for action in actions if isinstance(action, SealBid)]
    if rng.random() < 0.2 or not (bids or isinstance(actions[0], Discard)):
        return rng.choice(list(actions))
    if bids:
        return min(bids, key=lambda bid: abs(sum(bid.cards) - view.table.prize))
    return min(actions, key=lambda action: action.card if isinstance(action, Discard) else 0)
