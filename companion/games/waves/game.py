"""Waves as the companion's `Game`: the front door of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.core import ActionView, Choice, Doers, OptionField, Outcome, State
from companion.games.game import Game
from companion.games.parts import Box, Light, Mat, Screen, Simulation
from companion.games.shared.facts import FactField
from companion.games.waves.bots import bot, one_round
from companion.games.waves.data.figures import DATA
from companion.games.waves.host import correction, options, setup
from companion.games.waves.laws import invariants
from companion.games.waves.mat import layouts, mat
from companion.games.waves.rules import actions, course
from companion.games.waves.rules.act import OfOwner
from companion.games.waves.screen import choices, strip
from companion.games.waves.state.model import Hidden, Table, WavesState, WavesView
from companion.games.waves.words.names import rule_words


class Waves(Game[Table, Hidden, actions.WavesAction]):
    """Waves: every mode, both editions, all tablet sides."""

    name = "waves"
    title = "Waves"
    rules_version = DATA.version
    seat_counts = tuple(sorted({seats for mode in DATA.modes.values() for seats in mode.seats}))
    laws = invariants.LAWS
    course = course.COURSE
    light = Light(scene=strip.lights)
    box = Box(kept=lambda view, facts: correction.owner_file(view.table, facts))
    screen = Screen(
        panels=mat.panels,
        own_pieces=mat.own_pieces,
        has_hand=lambda view: True,
        cards=choices.cards,
        rule_words=lambda view: rule_words(view.table.setup.edition),
    )
    mat = Mat(
        kit=mat.KIT,
        pieces=mat.PIECES,
        layouts=layouts.mats(),
        layout=lambda view: mat.layout(view.table),
        expected=mat.expected_table,
        rule_of_zone=mat.rule_of_zone,
        breach=mat.breach,
    )
    simulation = Simulation(
        deal=bot.deal,
        determinize=bot.determinize,
        suggest=bot.suggest,
        varied_options=bot.varied_options,
        dawdle_share=bot.dawdle_share,
    )
    state_type = State[Table, Hidden]
    action_type = actions.WavesAction

    new_game = staticmethod(setup.new_game)
    correct = staticmethod(correction.correct)
    violations = staticmethod(invariants.violations)
    came_of = staticmethod(choices.came_of)

    def options(self) -> tuple[OptionField, ...]:
        return options.option_fields()

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def outcome(self, state: WavesState) -> Outcome | None:
        if state.table.winner < 0:
            return None
        winners = state.table.setup.members(state.table.winner)
        return Outcome(winners, course.goal_reached(self.view(state, None)), "W-030")

    def progress(self, table: Table) -> int:
        return table.round

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        return one_round.check_line(self, raw)

    def doers(self, view: WavesView, action: actions.WavesAction) -> Doers:
        if isinstance(action, OfOwner):
            return (view.table.setup.owner(action.slot),)
        return super().doers(view, action)

    def choices(self, view: WavesView) -> tuple[Choice[actions.WavesAction], ...]:
        return choices.choices(view, self.known(view))

    def facts(self, view: WavesView) -> tuple[FactField, ...]:
        return correction.fact_fields(view.table, view.names)

    def piece_of(self, before: WavesView, act: ActionView[actions.WavesAction]) -> str:
        return choices.piece_of(before, act.action)


GAME: Final = Waves()
