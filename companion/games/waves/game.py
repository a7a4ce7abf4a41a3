"""Waves as the companion's `Game`: the front door of this package."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.cards import CardGroup
from companion.games.core import (
    ActionView,
    Choice,
    Doers,
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
from companion.games.shared.irregular import mark_again
from companion.games.waves import (
    bot,
    breaches,
    choices,
    correction,
    determinize,
    doers,
    layouts,
    legal,
    mat,
    memory,
    news,
    one_round,
    options,
    prompts,
    setup,
    strip,
    texts,
)
from companion.games.waves.actions import WavesAction
from companion.games.waves.apply import transition
from companion.games.waves.data import DATA
from companion.games.waves.laws import invariants, steps
from companion.games.waves.model import (
    Hidden,
    Table,
    WavesState,
    WavesView,
)
from companion.games.waves.refusals import refusal
from companion.games.waves.words import rule_words
from companion.language.message import Message
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind


class Waves(Game[Table, Hidden, WavesAction]):
    """Waves: every mode, both editions, all tablet sides."""

    name = "waves"
    title = "Waves"
    rules_version = DATA.version
    seat_counts = tuple(sorted({seats for mode in DATA.modes.values() for seats in mode.seats}))
    laws = (*invariants.LAWS, *steps.LAWS)
    state_type = State[Table, Hidden]
    action_type = WavesAction

    def options(self) -> tuple[OptionField, ...]:
        return options.option_fields()

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> WavesState:
        return setup.new_game(options, owner)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def legal_actions(self, state: WavesState, seat: Seat | None = None) -> tuple[WavesAction, ...]:
        return legal.legal_actions(state, seat)

    def apply_action(self, state: WavesState, action: WavesAction) -> WavesState:
        if action not in legal.legal_actions(state):
            raise refusal(state, action)
        return self.apply_legal(state, action)

    def apply_legal(self, state: WavesState, action: WavesAction) -> WavesState:
        return mark_again(transition(state, action), invariants.violations)

    def correct(self, state: WavesState, facts: Facts) -> WavesState:
        return correction.correct(state, facts)

    def outcome(self, state: WavesState) -> Outcome | None:
        if state.table.winner < 0:
            return None
        winners = state.table.setup.members(state.table.winner)
        return Outcome(winners, prompts.goal_reached(self.view(state, None)), "W-030")

    def progress(self, table: Table) -> int:
        return table.round

    def violations(self, state: WavesState) -> tuple[Message, ...]:
        return invariants.violations(state)

    def wrong_step(self, before: WavesState, action: WavesAction, after: WavesState) -> tuple[str, ...]:
        return steps.wrong_step(before, action, after)

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        return one_round.check_line(self, raw)

    def deal(self, state: WavesState, actions: Sequence[WavesAction], rng: random.Random) -> WavesAction:
        return bot.deal(state, actions, rng)

    def determinize(self, state: WavesState, rng: random.Random) -> WavesState:
        return determinize.determinize(state, rng)

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        return bot.varied_options(rng)

    def dawdle_share(self, state: WavesState) -> float:
        # With two players only bots that spend what they can ever begin a round with nothing in hand (W-111).
        return 0.5 if state.table.setup.is_head_to_head else super().dawdle_share(state)

    def suggest(
        self, view: WavesView, actions: Sequence[WavesAction], rng: random.Random, dawdle: bool = False
    ) -> WavesAction:
        return bot.suggest(view, actions, rng, dawdle)

    def doers(self, view: WavesView, action: WavesAction) -> Doers:
        return doers.of_slot(view, action) or super().doers(view, action)

    def settle_words(self, view: WavesView, action: WavesAction) -> Message:
        return doers.settle_words(view, action)

    def prompt(self, view: WavesView) -> Prompt:
        return prompts.prompt(view)

    def choices(self, view: WavesView) -> tuple[Choice[WavesAction], ...]:
        return choices.choices(view, self.known(view))

    def facts(self, view: WavesView) -> tuple[FactField, ...]:
        return correction.fact_fields(view.table, view.names)

    def owner_file(self, view: WavesView, facts: Facts) -> dict[str, Any]:
        return correction.owner_file(view.table, facts)

    def expected_table(self, view: WavesView) -> ExpectedTable:
        return mat.expected_table(view)

    def own_pieces(self, view: WavesView) -> tuple[str, ...]:
        return mat.own_pieces(view)

    def rule_of_zone(self, view: WavesView, zone: str, done: Sequence[WavesAction] = ()) -> RuleId:
        return mat.rule_of_zone(view, zone, done)

    def breach(self, view: WavesView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
        return breaches.breach(view, zone, shown)

    def cards(self, view: WavesView) -> tuple[CardGroup, ...]:
        return texts.cards(view)

    def panels(self, view: WavesView) -> tuple[PlayerPanel, ...]:
        return mat.panels(view)

    def rule_words(self, view: WavesView) -> Mapping[RuleId, Message]:
        return rule_words(view.table.setup.edition)

    def lights(self, view: WavesView) -> Scene:
        return strip.lights(view)

    def describe(self, before: WavesView, act: ActionView[WavesAction]) -> Message:
        return choices.describe(before, act)

    def came_of(self, before: WavesView, act: ActionView[WavesAction], after: WavesView) -> Message | None:
        return news.came_of(before, act, after)

    def piece_of(self, before: WavesView, act: ActionView[WavesAction]) -> str:
        return news.piece_of(before, act.action)

    def memory(self, before: WavesView, act: ActionView[WavesAction]) -> Memory | None:
        return memory.memory(before, act)

    def layout(self, view: WavesView) -> Layout:
        return mat.layout(view.table)

    def mats(self) -> Mapping[str, Layout]:
        return layouts.mats()

    def kit(self) -> Kit:
        return mat.KIT

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return mat.PIECES


GAME: Final = Waves()
