"""Sealed Bid as the companion's `Game`: the front door of this package."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.core import (
    ActionView,
    Choice,
    FactField,
    Facts,
    Memory,
    OptionField,
    Outcome,
    PlayerPanel,
    Prompt,
    RuleId,
    Seat,
    State,
)
from companion.games.game import Game
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind
from tests.games.sealed_bid import bot, correction, dice, invariants, layout, lines, options, rules, view, words
from tests.games.sealed_bid.model import BidAction, BidState, BidView, Hidden, Table


class SealedBid(Game[Table, Hidden, BidAction]):
    """Two to four seats bid for three prizes with sealed cards."""

    name = "sealed_bid"
    title = "Sealed Bid"
    rules_version = "sealed_bid 2"
    seat_counts = layout.SEATS
    laws = invariants.LAWS
    state_type = State[Table, Hidden]
    action_type = BidAction
    dice = dice.LuckDice()

    def options(self) -> tuple[OptionField, ...]:
        return options.OPTIONS

    def new_game(self, options_: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
        return options.new_game(options_, owner)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def legal_actions(self, state: BidState, seat: Seat | None = None) -> tuple[BidAction, ...]:
        return rules.legal_actions(state, seat)

    def apply_action(self, state: BidState, action: BidAction) -> BidState:
        after = rules.apply_action(state, action)
        return correction.mark(after) if after.table.irregular else after

    def correct(self, state: BidState, facts: Facts) -> BidState:
        return correction.correct(state, facts)

    def outcome(self, state: BidState) -> Outcome | None:
        seen = self.view(state, None)
        return Outcome(words.winners(seen), words.outcome_text(seen), "B-008") if state.table.over else None

    def progress(self, table: Table) -> int:
        return table.round

    def violations(self, state: BidState) -> tuple[str, ...]:
        return invariants.violations(state)

    def wrong_step(self, before: BidState, action: BidAction, after: BidState) -> tuple[str, ...]:
        return invariants.wrong_step(before, action, after)

    def deal(self, state: BidState, actions: Sequence[BidAction], rng: random.Random) -> BidAction:
        return bot.deal(state, actions, rng)

    def imagine(self, state: BidState, rng: random.Random) -> BidState:
        return bot.imagine(state, rng)

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        return options.varied_options(rng)

    def suggest(
        self, view: BidView, actions: Sequence[BidAction], rng: random.Random, dawdle: bool = False
    ) -> BidAction:
        return bot.suggest(view, actions, rng)

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        return lines.check_line(raw)

    def prompt(self, view: BidView) -> Prompt:
        return words.prompt(view)

    def choices(self, view: BidView) -> tuple[Choice[BidAction], ...]:
        return words.choices(view, self.known(view))

    def facts(self, view: BidView) -> tuple[FactField, ...]:
        return tuple(correction.fact_fields(view.table, view.names))

    def owner_file(self, view: BidView, facts: Facts) -> dict[str, Any]:
        return correction.owner_file(facts)

    def expected_table(self, seen: BidView) -> ExpectedTable:
        return view.expected_table(seen)

    def own_pieces(self, seen: BidView) -> tuple[str, ...]:
        return view.own_pieces(seen)

    def rule_of_zone(self, seen: BidView, zone: str, done: Sequence[BidAction] = ()) -> RuleId:
        return view.rule_of_zone(seen, zone, done)

    def breach(self, seen: BidView, zone: str, shown: Sequence[str]) -> tuple[RuleId, str] | None:
        return view.breach(seen, zone, shown)

    def panels(self, seen: BidView) -> tuple[PlayerPanel, ...]:
        return view.panels(seen)

    def lights(self, seen: BidView) -> Scene:
        return view.lights(seen)

    def describe(self, before: BidView, act: ActionView[BidAction]) -> str:
        return words.describe(before, act)

    def memory(self, before: BidView, act: ActionView[BidAction]) -> Memory | None:
        return words.memory(before, act)

    def layout(self, view: BidView) -> Layout:
        return layout.layout_of(view.table.setup.players, view.table.setup.luck)

    def kit(self) -> Kit:
        return layout.KIT

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return layout.PIECES
