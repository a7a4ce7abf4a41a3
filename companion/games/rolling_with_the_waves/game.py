"""Rolling with the Waves as the companion's `Game`: the whole game, and an evening that counts its dice alone."""

from __future__ import annotations

from typing import ClassVar, Final

from companion.games import core
from companion.games.game import Game
from companion.games.parts import Box, Light, Screen, Sealing, Simulation
from companion.games.rolling_with_the_waves.bots import bots
from companion.games.rolling_with_the_waves.host import facts, options
from companion.games.rolling_with_the_waves.laws import invariants
from companion.games.rolling_with_the_waves.mat import dice, kit
from companion.games.rolling_with_the_waves.rules import course, evening, rounds
from companion.games.rolling_with_the_waves.screen import boards, dice_board, lights, prompts
from companion.games.rolling_with_the_waves.state import charts, model
from companion.games.rolling_with_the_waves.words import names
from companion.games.shared.facts import FactField


class RollingDice(Game[model.Table, core.Nothing, model.DiceAction]):
    """What the whole game and an evening of dice alone have in common."""

    name = "rolling_with_the_waves"
    title = options.TITLE
    rules_version = "1"
    seat_counts = model.SEATS
    state_type = core.State[model.Table, core.Nothing]
    action_type = model.DiceAction
    laws = (*invariants.LAWS, "R-030")
    dice = dice.PoolDice()
    sealing = Sealing(rule="R-060", facts=facts.SEALED_FACTS, most_bytes=64)

    is_whole: ClassVar[bool]
    new_game = staticmethod(options.new_game)

    def bound(self, state: model.DiceState) -> RollingDice:
        if self.is_whole == bool(state.table.whole):
            return self
        return DICE_ALONE if self.is_whole else GAME

    def options(self) -> tuple[core.OptionField, ...]:
        return options.OPTIONS

    def seat_count(self, table: model.Table) -> int:
        return table.players


class RollingWithTheWaves(RollingDice):
    """Two to five players draft real dice, write them on Pirate Maps, and rob one another."""

    is_whole = True
    course = course.COURSE
    box = Box(kept=facts.owner_file)
    light = Light(scene=lights.lights, samples=lights.samples)
    mat = kit.mat_with(kit.expected_table)
    screen = Screen(
        panels=prompts.panels,
        cards=prompts.cards,
        boards=boards.boards,
        diagrams=dice_board.diagrams,
        rule_words=lambda view: names.RULES,
    )
    simulation = Simulation(
        deal=lambda state, actions, rng: rng.choice(list(actions)),
        determinize=bots.determinize,
        suggest=bots.suggest,
        varied_options=options.varied_options,
        varied_owner=options.varied_owner,
        varied_facts=facts.varied_facts,
        dawdle_share=lambda state: bots.DAWDLERS,
    )
    correct = staticmethod(facts.correct)
    violations = staticmethod(invariants.violations)
    prompt = staticmethod(prompts.prompt)
    came_of = staticmethod(prompts.came_of)

    def outcome(self, state: model.DiceState) -> core.Outcome | None:
        if not state.table.over:
            return None
        return core.Outcome(charts.winners(state.table.played), course.outcome_text(self.view(state, None)), "R-173")

    def progress(self, table: model.Table) -> int:
        return table.played.round

    def choices(self, view: model.DiceView) -> tuple[core.Choice[model.DiceAction], ...]:
        return prompts.choices(view, self.known(view))

    def facts(self, view: model.DiceView) -> tuple[FactField, ...]:
        return tuple(facts.fact_fields(view.table, view.names))

    def piece_of(self, before: model.DiceView, act: core.ActionView[model.DiceAction]) -> str:
        return prompts.piece_of(act)

    def doers(self, view: model.DiceView, action: model.DiceAction) -> core.Doers:
        whole = view.table.played
        if isinstance(action, model.DropAnchor) and whole.volley is None and not rounds.is_last(whole):
            return "dealer"  # dice into the bag: nothing of it is to be written, or to be read
        return super().doers(view, action)


class DiceEvening(RollingDice):
    """An evening of which every roll is read and counted, and nothing else."""

    is_whole = False
    course = evening.EVENING
    light = Light(scene=lights.lights_of_evening, samples=lights.samples)
    mat = kit.mat_with(kit.expected_of_evening)
    screen = Screen(
        panels=lambda view: tuple(core.PlayerPanel(seat, ()) for seat in range(view.table.players)),
        diagrams=dice_board.diagrams,
    )
    simulation = Simulation(
        deal=bots.deal_of_evening,
        varied_options=options.varied_options,
        varied_owner=options.varied_owner,
    )
    correct = staticmethod(facts.correct_evening)
    violations = staticmethod(facts.evening_violations)

    def outcome(self, state: model.DiceState) -> core.Outcome | None:
        if not state.table.over:
            return None
        return core.Outcome(tuple(range(state.table.players)), evening.outcome_text(state.table), "R-021")

    def choices(self, view: model.DiceView) -> tuple[core.Choice[model.DiceAction], ...]:
        told = (act for act in self.legal_actions(self.known(view)) if not isinstance(act, model.PoolRolled))
        return tuple(self.course.choice(view, act) for act in told)

    def facts(self, view: model.DiceView) -> tuple[FactField, ...]:
        return tuple(facts.evening_fields(view.table))


GAME: Final = RollingWithTheWaves()
DICE_ALONE: Final = DiceEvening()
