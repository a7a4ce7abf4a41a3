"""Manawave as the companion's `Game`: both states of its design, and any playset of theirs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

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
from companion.games.drawings import Drawings, MatPrint, PieceText
from companion.games.game import Game
from companion.games.light_samples import LightSample
from companion.games.manawave import (
    boards,
    bots,
    card_texts,
    course,
    diagrams,
    drafts,
    facts,
    imagined,
    looks,
    mat,
    mat_print,
    news,
    options,
    samples,
    sayings,
    strip,
    taps,
    view,
    words,
)
from companion.games.manawave.acts import ManaAction
from companion.games.manawave.drawn import pieces
from companion.games.manawave.laws import invariants, step_laws
from companion.games.manawave.model import SEATS, ManaState, ManaView, Nothing, Table
from companion.games.manawave.monuments import WINNERS
from companion.games.manawave.playset import SHIPPED, Playset
from companion.games.manawave.playsets.front import ManawavePlaysets
from companion.games.shared.irregular import mark_again
from companion.language.message import Message
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

DAWDLERS: Final = 0.3
"""Share of simulated games that are played at random: bots that try to win hardly meet some rules."""


class Manawave(Game[Table, Nothing, ManaAction]):
    """Two Tribes, one wave."""

    name = "manawave"
    title = options.TITLE
    rules_version = "1"
    seat_counts = SEATS
    state_type = State[Table, Nothing]
    action_type = ManaAction
    sealed_rule = "M-060"
    sealed_facts = ("sealed.{seat}",)
    sealed_bytes = 2048
    laws = (*invariants.LAWS, *step_laws.LAWS)

    def __init__(self, own: Playset | None = None) -> None:
        """With `own` the game of a designer's own playset, which has its own cards and their markers."""
        self._own = own

    def bound(self, state: ManaState) -> Manawave:
        setup = state.table.setup
        own = setup.playset if setup.own else None
        return self if own == self._own else Manawave(own)

    def owner_with(self, owner: Mapping[str, Any], playset: Mapping[str, Any]) -> dict[str, Any]:
        return options.owner_with(owner, playset)

    def playset_options(self, playset: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"mode": options.edition_of(playset)}

    def playset_of(self, state: ManaState) -> Mapping[str, Any] | None:
        setup = state.table.setup
        return options.playset_table(setup.playset) if setup.own else None

    def options(self) -> tuple[OptionField, ...]:
        return options.OPTIONS

    def new_game(self, options_: Mapping[str, Any], owner: Mapping[str, Any]) -> ManaState:
        return options.new_game(options_, owner)

    def seat_count(self, table: Table) -> int:
        return max(SEATS)

    def legal_actions(self, state: ManaState, seat: Seat | None = None) -> tuple[ManaAction, ...]:
        return course.legal_actions(state, seat)

    def apply_action(self, state: ManaState, action: ManaAction) -> ManaState:
        return mark_again(course.apply_action(state, action), invariants.violations)

    def apply_legal(self, state: ManaState, action: ManaAction) -> ManaState:
        return mark_again(course.apply_legal(state, action), invariants.violations)

    def correct(self, state: ManaState, facts_: Facts) -> ManaState:
        return facts.correct(state, facts_)

    def outcome(self, state: ManaState) -> Outcome | None:
        table = state.table
        if not table.ended:
            return None
        seen = self.view(state, None)
        return Outcome(WINNERS[table.ended], words.outcome_text(seen), words.end_rule(table))

    def progress(self, table: Table) -> int:
        return max(1, table.round - (0 if table.is_clans else table.nexus_set.board.strength_start))

    def violations(self, state: ManaState) -> tuple[Message, ...]:
        return invariants.violations(state)

    def wrong_step(self, before: ManaState, action: ManaAction, after: ManaState) -> tuple[str, ...]:
        return step_laws.wrong_step(before, action, after)

    def playsets(self) -> ManawavePlaysets:
        return ManawavePlaysets()

    # --- how it plays itself ---

    def deal(self, state: ManaState, actions: Sequence[ManaAction], rng: random.Random) -> ManaAction:
        return bots.deal(state, actions, rng)

    def determinize(self, state: ManaState, rng: random.Random) -> ManaState:
        return imagined.determinize(state, rng)

    def suggest(
        self, view_: ManaView, actions: Sequence[ManaAction], rng: random.Random, dawdle: bool = False
    ) -> ManaAction:
        return bots.suggest(view_, actions, rng, dawdle)

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        return options.varied_options(rng)

    def dawdle_share(self, state: ManaState) -> float:
        return DAWDLERS

    # --- what is seen and read ---

    def prompt(self, view_: ManaView) -> Prompt:
        return words.prompt(view_)

    def choices(self, view_: ManaView) -> tuple[Choice[ManaAction], ...]:
        return taps.choices(view_, self.known(view_))

    def is_draft_fit(self, view_: ManaView) -> bool:
        return drafts.draft_of(view_) == view_.draft

    def facts(self, view_: ManaView) -> tuple[FactField, ...]:
        return tuple(facts.fact_fields(view_.table, view_.names))

    def expected_table(self, view_: ManaView) -> ExpectedTable:
        return mat.expected_table(view_)

    def has_hand(self, view_: ManaView) -> bool:
        return False  # cards lie open, and which one somebody takes is told in letters

    def own_pieces(self, view_: ManaView) -> tuple[str, ...]:
        return ()

    def cards(self, view_: ManaView) -> tuple[CardGroup, ...]:
        return card_texts.cards(view_)

    def panels(self, view_: ManaView) -> tuple[PlayerPanel, ...]:
        return view.panels(view_)

    def boards(self, view_: ManaView) -> tuple[Board, ...]:
        return boards.boards(view_, self.choices(view_))

    def diagrams(self, course_: Sequence[ManaView]) -> tuple[Diagram, ...]:
        return diagrams.diagrams(course_)

    def describe(self, before: ManaView, act: ActionView[ManaAction]) -> Message:
        return words.describe(before, act)

    def came_of(self, before: ManaView, act: ActionView[ManaAction], after: ManaView) -> Message | None:
        return news.came_of(before, act, after)

    def piece_of(self, before: ManaView, act: ActionView[ManaAction]) -> str:
        return news.piece_of(before, act.action)

    def memory(self, before: ManaView, act: ActionView[ManaAction]) -> Memory | None:
        return words.memory(before, act)

    def lights(self, view_: ManaView) -> Scene:
        return strip.lights(view_)

    def light_samples(self) -> tuple[LightSample, ...]:
        return samples.samples()

    def rule_words(self, view_: ManaView) -> Mapping[RuleId, Message]:
        return sayings.RULES

    def rule_of_zone(self, view_: ManaView, zone: str, done: Sequence[ManaAction] = ()) -> RuleId:
        return mat.rule_of_zone(view_, zone, done)

    def layout(self, view_: ManaView) -> Layout:
        return mat.layout(view_.table)

    def mats(self) -> Mapping[str, Layout]:
        return looks.LAYOUTS if self._own is None else {self._own.edition: looks.LAYOUTS[self._own.edition]}

    def kit(self) -> Kit:
        return looks.KIT if self._own is None else looks.kit_of(self._own, own=True)

    def drawings(self, owner: Mapping[str, Any]) -> Drawings:
        return pieces.drawings(self._own)

    def piece_texts(self) -> Mapping[str, PieceText]:
        return card_texts.piece_texts(self._playsets)

    def mat_print(self, layout: Layout) -> MatPrint:
        return mat_print.mat_print(layout)

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return looks.looks_of(self._playsets)

    @property
    def _playsets(self) -> tuple[Playset, ...]:
        return tuple(SHIPPED.values()) if self._own is None else (self._own,)


GAME: Final = Manawave()
