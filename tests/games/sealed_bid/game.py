"""Sealed Bid as the companion's `Game`: the front door of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.core import Choice, Facts, OptionField, Outcome, State
from companion.games.game import Game
from companion.games.parts import Box, Drafts, Light, Mat, Reader, Screen, Sealing, Simulation
from companion.games.shared.facts import FactField
from companion.language.message import Message
from tests.games.sealed_bid import board, bot, correction, course, invariants, lines, options, view, words
from tests.games.sealed_bid.dice import LuckDice
from tests.games.sealed_bid.layout import KIT, MATS, PIECES, SEATS
from tests.games.sealed_bid.model import (
    NUMBERS,
    BidAction,
    BidState,
    BidView,
    Hidden,
    Phase,
    Reveal,
    Table,
    TurnUpPrize,
)
from tests.games.sealed_bid.phases import wagers


def read(state: BidState, kind: str) -> BidAction | None:
    """What a card laid on the reader does: it is the prize, or the bid that is turned up where it can be one seat's."""
    if state.table.phase not in (Phase.PRIZE, Phase.REVEAL):
        return None
    legal = course.COURSE.legal_actions(state)
    may_be = [act for act in legal if isinstance(act, TurnUpPrize | Reveal) and kind == f"card:{act.card}"]
    return may_be[0] if len(may_be) == 1 else None


class SealedBid(Game[Table, Hidden, BidAction]):
    """Two to four seats bid for three prizes with sealed cards."""

    name = "sealed_bid"
    title = "Sealed Bid"
    rules_version = "sealed_bid 2"
    seat_counts = SEATS
    laws = invariants.LAWS
    state_type = State[Table, Hidden]
    action_type = BidAction
    course = course.COURSE
    dice = LuckDice()
    reader = Reader(kinds=tuple(f"card:{number}" for number in NUMBERS), act=read)
    sealing = Sealing(rule="B-042", facts=("guess.{seat}", "wager.{seat}"), most_bytes=64)
    drafts = Drafts(steps=wagers.steps, is_fit=wagers.is_draft_fit)
    box = Box(kept=lambda view, facts: correction.owner_file(facts))
    light = Light(scene=view.lights)
    mat = Mat(
        kit=KIT,
        pieces=PIECES,
        layouts=MATS,
        layout=lambda seen: view.mat_of(seen.table),
        expected=view.expected_table,
        rule_of_zone=lambda seen, zone, done: view.rule_of_zone(seen, zone),
        breach=view.breach,
    )
    screen = Screen(
        panels=view.panels,
        own_pieces=view.owned,
        has_hand=lambda seen: True,
        boards=board.boards,
        rule_words=lambda seen: words.RULES,
    )
    simulation = Simulation(
        deal=bot.deal, determinize=bot.determinize, suggest=bot.suggest, varied_options=options.varied_options
    )

    def options(self) -> tuple[OptionField, ...]:
        return options.OPTIONS

    def new_game(self, options_: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
        return options.new_game(options_, owner)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def correct(self, state: BidState, facts: Facts) -> BidState:
        return correction.correct(state, facts)

    def outcome(self, state: BidState) -> Outcome | None:
        seen = self.view(state, None)
        return Outcome(course.winners(seen.table), course.outcome_text(seen), "B-008") if state.table.over else None

    def progress(self, table: Table) -> int:
        return table.round

    def violations(self, state: BidState) -> tuple[Message, ...]:
        return invariants.violations(state)

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        return lines.check_line(raw)

    def choices(self, view_: BidView) -> tuple[Choice[BidAction], ...]:
        return words.choices(view_, self.known(view_))

    def facts(self, view_: BidView) -> tuple[FactField, ...]:
        return tuple(correction.fact_fields(view_.table, view_.names))


GAME = SealedBid()
