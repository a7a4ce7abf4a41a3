"""Manawave as the companion's `Game`: both states of its design, and any playset of theirs."""

from __future__ import annotations

from typing import Final

from companion.games import core
from companion.games.game import Game
from companion.games.manawave.bots import bots
from companion.games.manawave.data.playset import SHIPPED, Playset
from companion.games.manawave.host import facts, options
from companion.games.manawave.laws import invariants
from companion.games.manawave.mat import expected, looks, prints
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.monuments import WINNERS
from companion.games.manawave.screen import boards, drafts, strip, taps
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import SEATS, ManaState, ManaView, Nothing, Table
from companion.games.manawave.words import card_texts, news, prompts, sentences
from companion.games.parts import Drafts, Light, Mat, OwnPlayset, Screen, Sealing, Simulation
from companion.games.shared.facts import FactField

DAWDLERS: Final = 0.3
"""Share of simulated games that are played at random: bots that try to win hardly meet some rules."""


class Manawave(Game[Table, Nothing, ManaAction]):
    """Two Tribes, one wave."""

    name = "manawave"
    title = options.TITLE
    rules_version = "1"
    seat_counts = SEATS
    state_type = core.State[Table, Nothing]
    action_type = ManaAction
    laws = invariants.LAWS
    course = COURSE
    sealing = Sealing(rule="M-060", facts=("sealed.{seat}",), most_bytes=2048)
    drafts = Drafts(steps=drafts.drafted, is_fit=lambda seen: drafts.draft_of(seen) == seen.draft)
    own_playset = OwnPlayset(
        owner_with=options.owner_with,
        options=lambda playset: {"mode": options.edition_of(playset)},
        of=options.playset_played,
    )
    light = Light(scene=strip.strip, samples=strip.samples)
    screen = Screen(
        panels=boards.panels,
        cards=card_texts.cards,
        boards=boards.boards,
        diagrams=boards.diagrams,
        rule_words=lambda seen: sentences.RULES,
    )
    simulation = Simulation(
        deal=bots.deal,
        determinize=bots.determinize,
        suggest=bots.suggest,
        varied_options=options.varied_options,
        dawdle_share=lambda state: DAWDLERS,
    )

    new_game = staticmethod(options.new_game)
    correct = staticmethod(facts.correct)
    violations = staticmethod(invariants.violations)
    prompt = staticmethod(prompts.prompt)
    came_of = staticmethod(news.came_of)

    def __init__(self, own: Playset | None = None) -> None:
        """With `own` the game of a designer's own playset, which has its own cards and their markers."""
        self._own = own
        sets = tuple(SHIPPED.values()) if own is None else (own,)
        self.mat = Mat(
            kit=looks.KIT if own is None else looks.kit_of(own, own=True),
            pieces=looks.looks_of(sets),
            layouts=looks.LAYOUTS if own is None else {own.edition: looks.LAYOUTS[own.edition]},
            layout=lambda seen: expected.layout(seen.table),
            expected=expected.expected_table,
            rule_of_zone=expected.rule_of_zone,
            drawings=lambda owner: prints.drawings(own),
            texts=card_texts.piece_texts(sets),
            printing=prints.mat_print,
        )

    def __reduce__(self) -> tuple[type[Manawave], tuple[Playset | None]]:
        """Another process makes the game anew of its playset: functions without a name do not travel."""
        return type(self), (self._own,)

    def bound(self, state: ManaState) -> Manawave:
        setup = state.table.setup
        own = setup.playset if setup.own else None
        return self if own == self._own else Manawave(own)

    def options(self) -> tuple[core.OptionField, ...]:
        return options.OPTIONS

    def seat_count(self, table: Table) -> int:
        return max(SEATS)

    def outcome(self, state: ManaState) -> core.Outcome | None:
        table = state.table
        if not table.ended:
            return None
        seen = self.view(state, None)
        return core.Outcome(WINNERS[table.ended], news.outcome_text(seen), news.end_rule(table))

    def progress(self, table: Table) -> int:
        return max(1, table.round - (0 if table.is_clans else table.nexus_set.board.strength_start))

    def choices(self, view_: ManaView) -> tuple[core.Choice[ManaAction], ...]:
        return taps.choices(view_, self.known(view_))

    def facts(self, view_: ManaView) -> tuple[FactField, ...]:
        return tuple(facts.fact_fields(view_.table, view_.names))

    def piece_of(self, before: ManaView, act: core.ActionView[ManaAction]) -> str:
        return news.piece_of(before, act.action)


GAME: Final = Manawave()
