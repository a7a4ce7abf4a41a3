"""Atlantis Rising as the companion's `Game`."""

from __future__ import annotations

from typing import Final

from companion.games import core
from companion.games.atlantis_rising.bots import players
from companion.games.atlantis_rising.host import facts, options
from companion.games.atlantis_rising.host.owners_box import AtlantisBox
from companion.games.atlantis_rising.laws import invariants
from companion.games.atlantis_rising.mat import looks, mat, sensors
from companion.games.atlantis_rising.rules import course
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.screen import boards, diagrams, lights, taps
from companion.games.atlantis_rising.state.model import SEATS, AtlantisAction, AtlantisState, AtlantisView, Hand, Table
from companion.games.atlantis_rising.words import texts
from companion.games.game import Game
from companion.games.parts import Box, Light, Mat, Reader, Screen, Simulation
from companion.games.shared.facts import FactField


class AtlantisRising(Game[Table, Hand, AtlantisAction]):
    """One to seven players build the Cosmic Gate before Atlantis sinks."""

    name = "atlantis_rising"
    title = options.TITLE
    rules_version = "1"
    seat_counts = SEATS
    state_type = core.State[Table, Hand]
    action_type = AtlantisAction
    laws = invariants.LAWS
    course = COURSE
    dice = sensors.AttemptDice()
    reader = Reader(kinds=sensors.KINDS, act=sensors.felt_act)
    box = Box(page=AtlantisBox())
    # Games of bots meet every phase, and hardly all that may have just happened in one.
    light = Light(
        scene=lambda seen: lights.lights(seen, COURSE.prompt(seen).seats, lights.in_danger(seen.table)),
        samples=lights.samples,
    )
    mat = Mat(
        kit=looks.KIT,
        pieces=looks.PIECES,
        layouts=looks.LAYOUTS,
        layout=lambda seen: mat.layout(seen.table),
        expected=mat.expected_table,
        rule_of_zone=mat.rule_of_zone,
        breach=mat.breach,
    )
    screen = Screen(
        panels=boards.panels,
        own_pieces=looks.own_pieces,
        has_hand=lambda seen: seen.table.setup.is_closed,  # open hands stand on the boards
        cards=texts.cards,
        boards=boards.boards,
        diagrams=diagrams.diagrams,
        rule_words=lambda seen: texts.RULES,
    )
    simulation = Simulation(
        deal=players.deal,
        determinize=players.determinize,
        suggest=players.suggest,
        varied_options=options.varied_options,
        varied_owner=players.varied_owner,
        dawdle_share=lambda state: 0.3,  # bots that try to win hardly meet some rules
    )

    new_game = staticmethod(options.new_game)
    correct = staticmethod(facts.correct)
    violations = staticmethod(invariants.violations)
    came_of = staticmethod(texts.came_of)

    def options(self) -> tuple[core.OptionField, ...]:
        return options.OPTIONS

    def seat_count(self, table: Table) -> int:
        return table.players

    def outcome(self, state: AtlantisState) -> core.Outcome | None:
        table = state.table
        if not table.ended:
            return None
        winners = tuple(range(table.players)) if table.ended == "won" else ()
        return core.Outcome(winners, course.outcome_text(table), course.end_rule(table))

    def progress(self, table: Table) -> int:
        return max(1, table.round)

    def choices(self, view_: AtlantisView) -> tuple[core.Choice[AtlantisAction], ...]:
        return taps.choices(view_, self.known(view_))

    def facts(self, view_: AtlantisView) -> tuple[FactField, ...]:
        return tuple(facts.fact_fields(view_.table, view_.names))

    def piece_of(self, before: AtlantisView, act: core.ActionView[AtlantisAction]) -> str:
        return texts.piece_of(before.table, act.action)


GAME: Final = AtlantisRising()
