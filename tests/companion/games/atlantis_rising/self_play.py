"""Whole games that the autopilot plays by the rules alone: nothing of them is shown to anybody."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.atlantis_rising import bots, course
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.options import new_game
from companion.games.bots import Autopilot
from companion.games.core import Seat, View
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

    def legal_actions(self, state: AtlantisState, seat: Seat | None = None) -> tuple[AtlantisAction, ...]:
        return course.legal_actions(state, seat)

    def apply_action(self, state: AtlantisState, action: AtlantisAction) -> AtlantisState:
        return course.apply_action(state, action)

    def view(self, state: AtlantisState, seat: Seat | None) -> AtlantisView:
        return View(seat, (), state.table, None)

    def prompt(self, view: AtlantisView) -> Asked:
        return course.moment_of(view.table).asked(view)

    def seat_count(self, table: Table) -> int:
        return table.setup.players

    def deal(self, state: AtlantisState, actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
        return bots.deal(state, actions, rng)

    def suggest(
        self, view: AtlantisView, actions: Sequence[AtlantisAction], rng: random.Random, dawdle: bool = False
    ) -> AtlantisAction:
        return bots.suggest(view, actions, rng, dawdle)


def pilot(seed: int, dawdle: bool = False) -> Autopilot:
    """An autopilot for it."""
    return Autopilot(BareGame(), seed, dawdle=dawdle)  # type: ignore[arg-type]  # all of a game that it asks for


def played(seed: int, owner: Mapping[str, Any], **options: Any) -> Table:
    """The table at the end of a game that bots play."""
    *_, end = pilot(seed).play(new_game(options, owner))
    table: Table = end.table
    return table
