"""Rolling with the Waves as the companion's `Game`: as yet the slice that counts dice alone."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.games.core import (
    ActionView,
    Choice,
    FactField,
    Facts,
    OptionField,
    Outcome,
    PlayerPanel,
    Prompt,
    Seat,
    State,
)
from companion.games.errors import BadOption
from companion.games.game import Game
from companion.games.light_samples import LightSample
from companion.games.rolling_with_the_waves import correction, dice, mat, rules, samples
from companion.games.rolling_with_the_waves.model import (
    DICE_A_PLAYER,
    SEATS,
    DiceAction,
    DiceState,
    DiceView,
    EveningEnded,
    Nothing,
    Table,
)
from companion.games.shared.irregular import mark_again
from companion.games.shared.options import complete
from companion.language.message import Message, lone, say
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

WHOLE = say(
    "Rolling with the Waves cannot be played whole yet: only its dice are read and counted. "
    "Start that with --score-only."
)
ENDS = 1 / 40
"""Share of a simulated evening's rolls after which it ends."""


class RollingWithTheWaves(Game[Table, Nothing, DiceAction]):
    """The dice of an evening: what was rolled, and how often."""

    name = "rolling_with_the_waves"
    title = "Rolling with the Waves"
    rules_version = "1"
    seat_counts = SEATS
    state_type = State[Table, Nothing]
    action_type = DiceAction
    laws = ("R-030",)
    dice = dice.PoolDice()

    def options(self) -> tuple[OptionField, ...]:
        return (
            OptionField("players", say("Players"), tuple((each, lone(each)) for each in SEATS)),
            OptionField(
                "score_only",
                say("What is played"),
                ((True, say("only the dice: each roll is read and counted")),),
                say("The rest of the game is not known to the companion yet."),
                if_left_out=WHOLE,
            ),
            OptionField(
                "tray",
                say("Dice tray"),
                (
                    ("side", say("at the left of the mat: from there clear dice are read best")),
                    ("middle", say("in the middle of the mat: as it was printed before")),
                ),
            ),
        )

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> DiceState:
        if options.get("score_only", True) is not True:
            raise BadOption(WHOLE)
        chosen = complete(self.title, self.options(), options, "R-003")
        players, why = chosen["players"], ("R-003", "R-030")
        table = Table(players=players, pool=DICE_A_PLAYER * players, why=why)
        if chosen["tray"] == "side":
            table = msgspec.structs.replace(table, tray="side")
        return State(table, (None,) * players)

    def seat_count(self, table: Table) -> int:
        return table.players

    def legal_actions(self, state: DiceState, seat: Seat | None = None) -> tuple[DiceAction, ...]:
        return rules.legal_actions(state, seat)

    def apply_action(self, state: DiceState, action: DiceAction) -> DiceState:
        return mark_again(rules.apply_action(state, action), correction.violations)

    def correct(self, state: DiceState, facts: Facts) -> DiceState:
        return correction.correct(state, facts)

    def outcome(self, state: DiceState) -> Outcome | None:
        if not state.table.over:
            return None
        return Outcome(tuple(range(state.table.players)), mat.outcome_text(state.table), "R-021")

    def violations(self, state: DiceState) -> tuple[Message, ...]:
        return correction.violations(state)

    def deal(self, state: DiceState, actions: Sequence[DiceAction], rng: random.Random) -> DiceAction:
        rolls = [each for each in actions if not isinstance(each, EveningEnded)]
        return rng.choice(list(actions) if rng.random() < ENDS or not rolls else rolls)

    def determinize(self, state: DiceState, rng: random.Random) -> DiceState:
        return State(state.table, (Nothing(),) * state.table.players)

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        return {"players": rng.choice(SEATS)}

    def suggest(
        self, view: DiceView, actions: Sequence[DiceAction], rng: random.Random, dawdle: bool = False
    ) -> DiceAction:
        return rng.choice(list(actions))

    def prompt(self, view: DiceView) -> Prompt:
        return mat.prompt(view)

    def choices(self, view: DiceView) -> tuple[Choice[DiceAction], ...]:
        return mat.choices(self.known(view))

    def facts(self, view: DiceView) -> tuple[FactField, ...]:
        return tuple(correction.fact_fields(view.table))

    def expected_table(self, view: DiceView) -> ExpectedTable:
        return mat.expected_table(view.table)

    def own_pieces(self, view: DiceView) -> tuple[str, ...]:
        return ()

    def panels(self, view: DiceView) -> tuple[PlayerPanel, ...]:
        return tuple(PlayerPanel(seat, ()) for seat in range(view.table.players))

    def lights(self, view: DiceView) -> Scene:
        return mat.lights(view)

    def light_samples(self) -> tuple[LightSample, ...]:
        return samples.samples()

    def describe(self, before: DiceView, act: ActionView[DiceAction]) -> Message:
        return mat.describe(before, act)

    def layout(self, view: DiceView) -> Layout:
        return mat.layout(view.table)

    def kit(self) -> Kit:
        return mat.KIT

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return mat.PIECES


GAME: Final = RollingWithTheWaves()
