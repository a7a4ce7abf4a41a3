"""Sealed Bid as the companion's `Game`: the front door of this package."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.core import (
    ActionView,
    Choice,
    FactField,
    Facts,
    Game,
    OptionField,
    Outcome,
    PlayerPanel,
    Prompt,
    Seat,
    State,
)
from companion.games.errors import BadOption
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from tests.games.sealed_bid import correction, mat, rules
from tests.games.sealed_bid.model import (
    NONE,
    NUMBERS,
    SEATS,
    UNKNOWN,
    BidAction,
    BidState,
    BidView,
    Hidden,
    SealBid,
    Table,
    plus,
)

DEFAULTS: dict[str, Any] = {"players": SEATS, "cards": "own"}
ALLOWED: dict[str, tuple[Any, ...]] = {"players": (SEATS,), "cards": ("own", "virtual")}


class SealedBid(Game[Table, Hidden, BidAction]):
    """Three seats bid for three prizes with sealed cards, in any order."""

    name = "sealed_bid"
    title = "Sealed Bid"
    rules_version = "1"
    seat_counts = (SEATS,)
    state_type = State[Table, Hidden]
    action_type = BidAction

    def options(self) -> tuple[OptionField, ...]:
        return (
            OptionField("players", "Players", ((SEATS, str(SEATS)),)),
            OptionField("cards", "Cards", (("own", "our own cards"), ("virtual", "virtual cards"))),
        )

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
        chosen = {**DEFAULTS, **options}
        for option, value in chosen.items():
            if value not in ALLOWED.get(option, ()):
                allowed = ", ".join(map(str, ALLOWED.get(option, ()))) or "no such option"
                raise BadOption(f"Sealed Bid cannot be played with {option} {value!r}. Allowed: {allowed} (B-001).")
        told = Hidden() if chosen["cards"] == "virtual" else None
        return State(Table(cards=chosen["cards"], why=("B-001",)), (told,) * SEATS)

    def seat_count(self, table: Table) -> int:
        return SEATS

    def legal_actions(self, state: BidState, seat: Seat | None = None) -> tuple[BidAction, ...]:
        return rules.legal_actions(state, seat)

    def apply_action(self, state: BidState, action: BidAction) -> BidState:
        after = rules.apply_action(state, action)
        return correction.mark(after) if after.table.irregular else after

    def correct(self, state: BidState, facts: Facts) -> BidState:
        return correction.correct(state, facts)

    def outcome(self, state: BidState) -> Outcome | None:
        view = self.view(state, None)
        return Outcome(mat.winners(view), mat.outcome_text(view), "B-008") if state.table.over else None

    def violations(self, state: BidState) -> tuple[str, ...]:
        return correction.violations(state)

    def deal(self, state: BidState, actions: Sequence[BidAction], rng: random.Random) -> BidAction:
        left = dict(zip(NUMBERS, rules.at_large(state), strict=True))
        weights = [float(left.get(getattr(action, "card", 0), 1)) for action in actions]
        return rng.choices(list(actions), weights if sum(weights) else None)[0]

    def imagine(self, state: BidState, rng: random.Random) -> BidState:
        table = replace(state.table, cards="virtual")
        pool = [number for number, left in zip(NUMBERS, rules.at_large(state), strict=True) for _ in range(left)]
        rng.shuffle(pool)
        told = []
        for bid, count in zip(table.bids, table.hands, strict=True):
            sealed = pool.pop() if bid == UNKNOWN and pool else UNKNOWN
            hand = NONE
            for _ in range(min(count, len(pool))):
                hand = plus(hand, pool.pop())
            told.append(Hidden(hand, sealed))
        return State(table, tuple(told))

    def suggest(
        self, view: BidView, actions: Sequence[BidAction], rng: random.Random, dawdle: bool = False
    ) -> BidAction:
        """Bids near the prize's worth, now and then anything."""
        bids = [action for action in actions if isinstance(action, SealBid)]
        if not bids or rng.random() < 0.2:
            return rng.choice(list(actions))
        return min(bids, key=lambda bid: abs(bid.card - view.table.prize))

    def prompt(self, view: BidView) -> Prompt:
        return mat.prompt(view)

    def choices(self, view: BidView) -> tuple[Choice[BidAction], ...]:
        return mat.choices(view, self.known(view))

    def facts(self, view: BidView) -> tuple[FactField, ...]:
        return tuple(correction.fact_fields(view.table, view.names))

    def expected_table(self, view: BidView) -> ExpectedTable:
        return mat.expected_table(view)

    def own_pieces(self, view: BidView) -> tuple[str, ...]:
        return mat.own_pieces(view)

    def panels(self, view: BidView) -> tuple[PlayerPanel, ...]:
        return mat.panels(view)

    def lights(self, view: BidView) -> Scene:
        return mat.lights(view)

    def describe(self, before: BidView, act: ActionView[BidAction]) -> str:
        return mat.describe(before, act)

    def layout(self, view: BidView) -> Layout:
        return mat.LAYOUT

    def kit(self) -> Kit:
        return mat.KIT

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return mat.PIECES
