"""The front door of Harbour Market."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.core import OptionField, Outcome, State
from companion.games.deal import CARDS, DEALT
from companion.games.game import Game
from companion.games.parts import Light, Mat, Screen, Simulation
from companion.games.shared import usual
from companion.games.shared.deck import Hand
from companion.games.shared.die import OneRoll
from companion.games.shared.options import complete, option_fields
from companion.language.message import Message
from tests.games.harbour_market import show
from tests.games.harbour_market.course import COURSE, WIND, ending, price_of, winners
from tests.games.harbour_market.laws import violations
from tests.games.harbour_market.model import (
    DECK,
    LOOKS,
    MarketAction,
    MarketState,
    MarketView,
    Sell,
    Table,
)

SEATS: Final = (2, 3)
PLAYERS, *RARE = option_fields(__package__, SEATS)
OPTIONS: Final = (PLAYERS, CARDS, *RARE)


def suggest(view: MarketView, acts: Sequence[MarketAction], rng: random.Random, dawdle: bool) -> MarketAction:
    """The dearest ware; nothing for a single shell now and then, while more may come."""
    best = max(acts, key=lambda act: price_of(view.table, act.card) if isinstance(act, Sell) else 0)
    return best if rng.random() < 0.8 and not dawdle else rng.choice(list(acts))


class HarbourMarket(Game[Table, Hand, MarketAction]):
    """The whole game."""

    name = "harbour_market"
    title = "Harbour Market"
    rules_version = "1"
    seat_counts = SEATS
    state_type = State[Table, Hand]
    action_type = MarketAction
    laws = ("H-009", "H-011", "H-016")
    course = COURSE
    mat = Mat(
        kit=show.KIT,
        pieces=LOOKS,
        layouts=show.MATS,
        layout=lambda view: show.LAYOUT,
        expected=show.expected,
        rule_of_zone=lambda view, zone, done: show.PLACES[zone][2],
    )
    screen = Screen(panels=show.panels, own_pieces=show.owned, has_hand=lambda view: True, boards=show.boards)
    light = Light(scene=usual.lights(COURSE, max(SEATS)))
    simulation = Simulation(deal=DECK.deal, determinize=DECK.determinize, suggest=suggest)
    dice = OneRoll(COURSE, WIND, LOOKS, lambda table: table.rolled)

    def options(self) -> tuple[OptionField, ...]:
        return OPTIONS

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> MarketState:
        chosen = complete(self.title, OPTIONS, options, "H-001")
        players, is_dealt = chosen["players"], chosen[CARDS.key] == DEALT
        nothing = (0,) * players
        laid = {"hands": nothing, "shells": nothing, "ships": nothing, "spring": chosen["spring"]}
        table = Table(is_dealt=is_dealt, deck=DECK.size, why=("H-001",), **laid)
        return State(table, DECK.secrets(players, is_dealt=is_dealt))

    def seat_count(self, table: Table) -> int:
        return len(table.hands)

    def progress(self, table: Table) -> int:
        return table.round

    def outcome(self, state: MarketState) -> Outcome | None:
        table = state.table
        return Outcome(winners(table), ending(self.view(state, None)), "H-015") if table.is_over else None

    def violations(self, state: MarketState) -> tuple[Message, ...]:
        return tuple(violations(state))


GAME: Final = HarbourMarket()
