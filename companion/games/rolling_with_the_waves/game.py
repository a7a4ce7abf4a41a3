"""Rolling with the Waves as the companion's `Game`: the whole game, or an evening that counts its dice alone.

Each question goes to the whole game's modules, or to those of the slice, by whether the table has a `Whole`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.board import Board
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
from companion.games.diagrams import Diagram
from companion.games.drawings import Drawings
from companion.games.game import Game
from companion.games.light_samples import LightSample
from companion.games.rolling_with_the_waves import (
    bonuses,
    bots,
    charts,
    correction,
    course,
    diagrams,
    dice,
    facts,
    figures,
    invariants,
    map_board,
    mat,
    news,
    options,
    rules,
    samples,
    sayings,
    step_laws,
    taps,
    texts,
    view,
    words,
)
from companion.games.rolling_with_the_waves.drawn import pieces
from companion.games.rolling_with_the_waves.model import (
    SEATS,
    DiceAction,
    DiceState,
    DiceView,
    DropAnchor,
    EveningEnded,
    Nothing,
    Table,
)
from companion.games.rolling_with_the_waves.phases import anchor
from companion.games.shared.irregular import mark_again
from companion.language.message import Message
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

ENDS = 1 / 40
"""Share of a simulated evening's rolls after which it ends."""
DAWDLERS = 0.3
"""Share of simulated games that are played at random."""


class RollingWithTheWaves(Game[Table, Nothing, DiceAction]):
    """Two to five players draft real dice, write them on Pirate Maps, and rob one another."""

    name = "rolling_with_the_waves"
    title = options.TITLE
    rules_version = "1"
    seat_counts = SEATS
    state_type = State[Table, Nothing]
    action_type = DiceAction
    sealed_rule = "R-060"
    sealed_facts = facts.SEALED_FACTS
    sealed_bytes = 64
    laws = (*invariants.LAWS, *step_laws.LAWS, "R-030")
    dice = dice.PoolDice()

    def options(self) -> tuple[OptionField, ...]:
        return options.OPTIONS

    def new_game(self, options_: Mapping[str, Any], owner: Mapping[str, Any]) -> DiceState:
        return options.new_game(options_, owner)

    def seat_count(self, table: Table) -> int:
        return table.players

    def legal_actions(self, state: DiceState, seat: Seat | None = None) -> tuple[DiceAction, ...]:
        return course.legal_actions(state, seat) if state.table.whole else rules.legal_actions(state, seat)

    def apply_action(self, state: DiceState, action: DiceAction) -> DiceState:
        if state.table.whole:
            return mark_again(course.apply_action(state, action), invariants.violations)
        return mark_again(rules.apply_action(state, action), correction.violations)

    def apply_legal(self, state: DiceState, action: DiceAction) -> DiceState:
        if state.table.whole:
            return mark_again(course.apply_legal(state, action), invariants.violations)
        return self.apply_action(state, action)

    def correct(self, state: DiceState, facts_: Facts) -> DiceState:
        return facts.correct(state, facts_) if state.table.whole else correction.correct(state, facts_)

    def outcome(self, state: DiceState) -> Outcome | None:
        table = state.table
        if not table.over:
            return None
        if table.whole:
            text = words.outcome_text(self.view(state, None))
            return Outcome(charts.winners(table.whole), text, "R-173")
        return Outcome(tuple(range(table.players)), mat.outcome_text(table), "R-021")

    def progress(self, table: Table) -> int:
        return table.whole.round if table.whole else 1

    def violations(self, state: DiceState) -> tuple[Message, ...]:
        return invariants.violations(state) if state.table.whole else correction.violations(state)

    def wrong_step(self, before: DiceState, action: DiceAction, after: DiceState) -> tuple[str, ...]:
        return step_laws.wrong_step(before, action, after) if before.table.whole else ()

    # --- how it plays itself ---

    def deal(self, state: DiceState, actions: Sequence[DiceAction], rng: random.Random) -> DiceAction:
        if state.table.whole:
            return rng.choice(list(actions))
        rolls = [each for each in actions if not isinstance(each, EveningEnded)]
        return rng.choice(list(actions) if rng.random() < ENDS or not rolls else rolls)

    def determinize(self, state: DiceState, rng: random.Random) -> DiceState:
        if state.table.whole:
            return bots.determinize(state, rng)
        return State(state.table, (Nothing(),) * state.table.players)

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        return options.varied_options(rng)

    def varied_owner(self, rng: random.Random) -> dict[str, Any]:
        return figures.varied_owner(rng) | bonuses.varied_owner(rng)

    def varied_facts(self, state: DiceState, rng: random.Random) -> Facts:
        return facts.varied_facts(state, rng) if state.table.whole else {}

    def dawdle_share(self, state: DiceState) -> float:
        return DAWDLERS if state.table.whole else super().dawdle_share(state)

    def suggest(
        self, view_: DiceView, actions: Sequence[DiceAction], rng: random.Random, dawdle: bool = False
    ) -> DiceAction:
        return bots.suggest(view_, actions, rng, dawdle) if view_.table.whole else rng.choice(list(actions))

    def doers(self, view_: DiceView, action: DiceAction) -> Doers:
        whole = view_.table.whole
        if whole and isinstance(action, DropAnchor) and whole.volley is None and not anchor.is_last(whole):
            return "dealer"  # dice into the bag: nothing of it is to be written, or to be read
        return super().doers(view_, action)

    # --- what is seen and read ---

    def prompt(self, view_: DiceView) -> Prompt:
        return words.prompt(view_) if view_.table.whole else mat.prompt(view_)

    def choices(self, view_: DiceView) -> tuple[Choice[DiceAction], ...]:
        known = self.known(view_)
        return taps.choices(view_, known) if view_.table.whole else mat.choices(known)

    def facts(self, view_: DiceView) -> tuple[FactField, ...]:
        table = view_.table
        return tuple(facts.fact_fields(table, view_.names) if table.whole else correction.fact_fields(table))

    def owner_file(self, view_: DiceView, facts_: Facts) -> dict[str, Any]:
        return facts.owner_file(view_.table, facts_) if view_.table.whole else {}

    def expected_table(self, view_: DiceView) -> ExpectedTable:
        return view.expected_table(view_) if view_.table.whole else mat.expected_table(view_.table)

    def own_pieces(self, view_: DiceView) -> tuple[str, ...]:
        return ()

    def cards(self, view_: DiceView) -> tuple[CardGroup, ...]:
        return texts.cards(view_)

    def panels(self, view_: DiceView) -> tuple[PlayerPanel, ...]:
        if view_.table.whole:
            return view.panels(view_)
        return tuple(PlayerPanel(seat, ()) for seat in range(view_.table.players))

    def boards(self, view_: DiceView) -> tuple[Board, ...]:
        return map_board.boards(view_, taps.choices(view_, self.known(view_))) if view_.table.whole else ()

    def diagrams(self, course_: Sequence[DiceView]) -> tuple[Diagram, ...]:
        return diagrams.diagrams(course_)

    def lights(self, view_: DiceView) -> Scene:
        return view.lights(view_) if view_.table.whole else mat.lights(view_)

    def light_samples(self) -> tuple[LightSample, ...]:
        return samples.samples()

    def describe(self, before: DiceView, act: ActionView[DiceAction]) -> Message:
        return words.describe(before, act) if before.table.whole else mat.describe(before, act)

    def came_of(self, before: DiceView, act: ActionView[DiceAction], after: DiceView) -> Message | None:
        return news.came_of(before, act, after) if before.table.whole else None

    def piece_of(self, before: DiceView, act: ActionView[DiceAction]) -> str:
        return news.piece_of(act)

    def memory(self, before: DiceView, act: ActionView[DiceAction]) -> Memory | None:
        return words.memory(before, act) if before.table.whole else mat.memory(act)

    def rule_words(self, view_: DiceView) -> Mapping[RuleId, Message]:
        return sayings.RULES if view_.table.whole else {}

    def layout(self, view_: DiceView) -> Layout:
        return mat.layout(view_.table)

    def kit(self) -> Kit:
        return mat.KIT

    def drawings(self, owner: Mapping[str, Any]) -> Drawings:
        return pieces.drawings(owner)

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return mat.PIECES


GAME: Final = RollingWithTheWaves()
