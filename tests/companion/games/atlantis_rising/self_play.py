"""Whole games that the autopilot plays by the rules alone: nothing of them is shown to anybody."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.atlantis_rising.bots import players
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisState, AtlantisView, Hand, Table
from companion.games.bots import Autopilot
from companion.games.core import Seat, View
from companion.games.parts import Sealing, Simulation
from companion.games.shared.phases import Asked

BARREN = {
    "peninsula": {name: {"number": [6] * 6} for name in ("mountains", "hills", "forests")},
    "wrath": {"values": [0, 3, 3, 3, 3, 3]},
}
"""An island on which little is found, and which sinks fast."""
LUSH = {
    "peninsula": {name: {"number": [2] * 6} for name in ("mountains", "hills", "forests")},
    "wrath": {"values": [0, 0, 0, 0, 0, 0]},
}
"""One on which nearly every roll succeeds, and which sinks slowly."""


class BareGame:
    """The rules and the bots, as the autopilot asks for them."""

    dice = None
    sealing = Sealing()

    @property
    def simulation(self) -> Simulation[Table, Hand, AtlantisAction]:
        """How it plays itself."""
        return Simulation(deal=self.deal, determinize=lambda state, rng: state, suggest=self.suggest)

    def legal_actions(self, state: AtlantisState, seat: Seat | None = None) -> tuple[AtlantisAction, ...]:
        return COURSE.legal_actions(state, seat)

    def apply_action(self, state: AtlantisState, action: AtlantisAction) -> AtlantisState:
        return COURSE.apply_action(state, action)

    def view(self, state: AtlantisState, seat: Seat | None) -> AtlantisView:
        return View(seat, (), state.table, None)

    def prompt(self, view: AtlantisView) -> Asked:
        return COURSE.moment(view.table).asked(view)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def deal(self, state: AtlantisState, actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
        return players.deal(state, actions, rng)

    def suggest(
        self, view: AtlantisView, actions: Sequence[AtlantisAction], rng: random.Random, dawdle: bool = False
    ) -> AtlantisAction:
        return players.suggest(view, actions, rng, dawdle)


def pilot(seed: int, dawdle: bool = False) -> Autopilot:
    """An autopilot for it."""
    return Autopilot(BareGame(), seed, dawdle=dawdle)  # type: ignore[arg-type]  # all of a game that it asks for


def played(seed: int, owner: Mapping[str, Any], **options: Any) -> Table:
    """The table at the end of a game that bots play."""
    *_, end = pilot(seed).play(new_game(options, owner))
    table: Table = end.table
    return table
