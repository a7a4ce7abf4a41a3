"""Atlantis Rising as the companion's `Game`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.atlantis_rising import (
    boards,
    bots,
    breaches,
    course,
    diagrams,
    dice,
    facts,
    felt,
    hidden,
    imagined,
    looks,
    mat,
    news,
    options,
    samples,
    sayings,
    strip,
    taps,
    texts,
    view,
    words,
)
from companion.games.atlantis_rising.laws import invariants, step_laws
from companion.games.atlantis_rising.model import (
    SEATS,
    AtlantisAction,
    AtlantisState,
    AtlantisView,
    Hand,
    Table,
)
from companion.games.atlantis_rising.owners_box import AtlantisBox
from companion.games.board import Board
from companion.games.cards import CardGroup
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
from companion.games.diagrams import Diagram
from companion.games.game import Game
from companion.games.light_samples import LightSample
from companion.games.shared.irregular import mark_again
from companion.language.message import Message
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

DAWDLERS: Final = 0.3
"""Share of simulated games that are played at random: bots that try to win hardly meet some rules."""


class AtlantisRising(Game[Table, Hand, AtlantisAction]):
    """One to seven players build the Cosmic Gate before Atlantis sinks."""

    name = "atlantis_rising"
    title = options.TITLE
    rules_version = "1"
    seat_counts = SEATS
    state_type = State[Table, Hand]
    action_type = AtlantisAction
    laws = (*invariants.LAWS, *step_laws.LAWS)
    dice = dice.AttemptDice()

    def options(self) -> tuple[OptionField, ...]:
        return options.OPTIONS

    def new_game(self, options_: Mapping[str, Any], owner: Mapping[str, Any]) -> AtlantisState:
        return options.new_game(options_, owner)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def legal_actions(self, state: AtlantisState, seat: Seat | None = None) -> tuple[AtlantisAction, ...]:
        return course.legal_actions(state, seat)

    def apply_action(self, state: AtlantisState, action: AtlantisAction) -> AtlantisState:
        return mark_again(course.apply_action(state, action), invariants.violations)

    def apply_legal(self, state: AtlantisState, action: AtlantisAction) -> AtlantisState:
        return mark_again(course.apply_legal(state, action), invariants.violations)

    def correct(self, state: AtlantisState, facts_: Facts) -> AtlantisState:
        return facts.correct(state, facts_)

    def outcome(self, state: AtlantisState) -> Outcome | None:
        table = state.table
        if not table.ended:
            return None
        winners = tuple(range(table.setup.players)) if table.ended == "won" else ()
        return Outcome(winners, words.outcome_text(table), words.end_rule(table))

    def progress(self, table: Table) -> int:
        return max(1, table.round)

    def violations(self, state: AtlantisState) -> tuple[Message, ...]:
        return invariants.violations(state)

    def wrong_step(self, before: AtlantisState, action: AtlantisAction, after: AtlantisState) -> tuple[str, ...]:
        return step_laws.wrong_step(before, action, after)

    def felt_act(self, view_: AtlantisView, kind: str) -> AtlantisAction | None:
        return felt.felt_act(self.known(view_), kind)

    def felt_kinds(self) -> tuple[str, ...]:
        return felt.KINDS

    # --- how it plays itself ---

    def deal(self, state: AtlantisState, actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
        return bots.deal(state, actions, rng)

    def determinize(self, state: AtlantisState, rng: random.Random) -> AtlantisState:
        return imagined.determinize(state, rng)

    def suggest(
        self, view_: AtlantisView, actions: Sequence[AtlantisAction], rng: random.Random, dawdle: bool = False
    ) -> AtlantisAction:
        return bots.suggest(view_, actions, rng, dawdle)

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        return options.varied_options(rng)

    def varied_owner(self, rng: random.Random) -> dict[str, Any]:
        return bots.varied_owner(rng)

    def dawdle_share(self, state: AtlantisState) -> float:
        return DAWDLERS

    # --- what is seen and read ---

    def prompt(self, view_: AtlantisView) -> Prompt:
        return words.prompt(view_)

    def choices(self, view_: AtlantisView) -> tuple[Choice[AtlantisAction], ...]:
        return taps.choices(view_, self.known(view_))

    def facts(self, view_: AtlantisView) -> tuple[FactField, ...]:
        return tuple(facts.fact_fields(view_.table, view_.names))

    def owners_box(self) -> AtlantisBox:
        return AtlantisBox()

    def expected_table(self, view_: AtlantisView) -> ExpectedTable:
        return mat.expected_table(view_)

    def has_hand(self, view_: AtlantisView) -> bool:
        return view_.table.setup.is_closed  # open hands stand on the boards

    def own_pieces(self, view_: AtlantisView) -> tuple[str, ...]:
        return tuple(map(looks.library, hidden.hand_of(view_.own))) if view_.own is not None else ()

    def cards(self, view_: AtlantisView) -> tuple[CardGroup, ...]:
        return texts.cards(view_)

    def panels(self, view_: AtlantisView) -> tuple[PlayerPanel, ...]:
        return view.panels(view_)

    def lights(self, view_: AtlantisView) -> Scene:
        return strip.lights(view_)

    def light_samples(self) -> tuple[LightSample, ...]:
        # Games of bots meet every phase, and hardly all that may have just happened in one.
        return samples.samples()

    def boards(self, view_: AtlantisView) -> tuple[Board, ...]:
        return boards.boards(view_, self.choices(view_))

    def diagrams(self, course_: Sequence[AtlantisView]) -> tuple[Diagram, ...]:
        return diagrams.diagrams(course_)

    def settle_words(self, view_: AtlantisView, action: AtlantisAction) -> Message:
        return super().settle_words(view_, action) or course.part_for(view_.table, action).ask(view_, action)

    def describe(self, before: AtlantisView, act: ActionView[AtlantisAction]) -> Message:
        return words.describe(before, act)

    def came_of(self, before: AtlantisView, act: ActionView[AtlantisAction], after: AtlantisView) -> Message | None:
        return news.came_of(before, act, after)

    def piece_of(self, before: AtlantisView, act: ActionView[AtlantisAction]) -> str:
        return news.piece_of(before, act.action)

    def memory(self, before: AtlantisView, act: ActionView[AtlantisAction]) -> Memory | None:
        return words.memory(before, act)

    def rule_words(self, view_: AtlantisView) -> Mapping[RuleId, Message]:
        return sayings.RULES

    def breach(self, view_: AtlantisView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
        return breaches.breach(view_, zone, shown)

    def rule_of_zone(self, view_: AtlantisView, zone: str, done: Sequence[AtlantisAction] = ()) -> RuleId:
        return mat.rule_of_zone(view_, zone, done)

    def layout(self, view_: AtlantisView) -> Layout:
        return mat.layout(view_.table)

    def kit(self) -> Kit:
        return mat.KIT

    def mats(self) -> Mapping[str, Layout]:
        return mat.mats()

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return mat.PIECES


GAME: Final = AtlantisRising()
