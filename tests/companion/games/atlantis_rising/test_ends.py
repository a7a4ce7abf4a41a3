"""A won and a lost game from set-up to the end, by script, for every number of players and every level.

The script says what the dice show and which cards come. Whoever wins plays greedily; whoever loses stays on the centre.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import LEVELS, PENINSULAS, POWER_CORE, SHIPPED
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.laws import invariants
from companion.games.atlantis_rising.rules.acts import DrawMisfortune, Place
from companion.games.atlantis_rising.rules.decisions import DrawCard, Roll
from companion.games.atlantis_rising.state.model import (
    CENTRE,
    SEATS,
    AtlantisAction,
    AtlantisState,
    AtlantisView,
    Phase,
    Table,
)
from companion.games.bots import Autopilot
from tests.companion.games.atlantis_rising.self_play import BareGame
from tests.many import one_quick

EVERY = [(players, level) for level in LEVELS for players in SEATS]
LOST = {
    **dict.fromkeys((1, 2, 3, 4), (7, Phase.MISFORTUNE, 4)),
    5: (6, Phase.COUNTER, 5),
    6: (6, Phase.MISFORTUNE, 1),
    7: (5, Phase.MISFORTUNE, 5),
}
"""By the number of players: the round, the phase and the cards drawn in it, when the 37th flood comes.

Each round floods a tile for each card, and by the wrath 0, 1, 1, 2, 2, 3 more: with four cards 4, 9, 14, 20, 26 and 33
tiles in six rounds; with five 5, 11, 17, 24, 31; with six 6, 13, 20, 28, 36; with seven 7, 15, 23, 32.
"""


MILD = ("calm_seas", "closed_cities", "lost_pages", "closed_libraries", "closed_forges", "panic")
"""Misfortunes that flood nothing, the mildest first."""
GOOD = ("unflood", "barrier", "volunteers", "resource", "energy")
"""Library cards, the best first."""


class Lucky(BareGame):
    """Every die shows a 6, and of the cards the best that there is comes next."""

    def deal(self, state: AtlantisState, actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
        best = max(_luck(state.table, act) for act in actions)
        return rng.choice([act for act in actions if _luck(state.table, act) == best])


def _luck(table: Table, act: AtlantisAction) -> float:
    match act:
        case Roll(values):
            return sum(values)
        case DrawCard(card=card):
            return len(GOOD) - GOOD.index(card) if card in GOOD else 0
        case DrawMisfortune(card) if card in MILD:
            return 20 - MILD.index(card)
        case DrawMisfortune(card) if card.startswith("basic_"):
            place = [*PENINSULAS].index(card.removeprefix("basic_"))  # type: ignore[arg-type]  # a name of one
            return 10.0 if place in table.barriers else place + table.dry[place] / 10
    return 0


class Doomed(BareGame):
    """Each misfortune floods a tile, and everybody stays on the centre and buys nothing."""

    def deal(self, state: AtlantisState, actions: Sequence[AtlantisAction], rng: random.Random) -> AtlantisAction:
        cards = dict.fromkeys(act.card for act in actions if isinstance(act, DrawMisfortune))
        if not cards:
            return actions[0]
        most = [f"basic_{PENINSULAS[each]}" for each in sorted(range(6), key=lambda each: -state.table.dry[each])]
        return DrawMisfortune(next(card for card in most if card in cards))

    def suggest(
        self, view: AtlantisView, actions: Sequence[AtlantisAction], rng: random.Random, dawdle: bool = False
    ) -> AtlantisAction:
        central = [act for act in actions if isinstance(act, Place) and act.place == CENTRE]
        people = [act for act in central if act.piece != "automaton"]
        return next(act for act in (*people, *central, *actions) if not act.is_optional)


TRIES = 40
"""So many games at most, until one is won: with the best cards and dice hardly any but the first is needed."""
CHEAP = {
    "components": {
        name: {"cost": {"gold": 1, "crystal": 1, "atlantium": 1}} for name in SHIPPED.components if name != POWER_CORE
    }
}
"""What the components cost where one plays alone above level 2: what they cost else is beyond all luck of the bots."""


def end_of(
    game: BareGame, players: int, level: int, seed: int = 1, owner: Mapping[str, Any] | None = None
) -> AtlantisState:
    """The last position of a game that is played so."""
    start = new_game({"players": players, "level": level}, owner or {})
    *_, end = Autopilot(game, seed).play(start)  # type: ignore[arg-type]  # all of a game that it asks for
    found: AtlantisState = end
    assert not invariants.violations(found)
    return found


@pytest.mark.rule("A-021", "A-113", "A-119")
@pytest.mark.parametrize(("players", "level"), one_quick([(2, 1), *(each for each in EVERY if each != (2, 1))]))
def test_with_luck_every_number_of_players_wins_at_every_level(players: int, level: int) -> None:
    owner = CHEAP if players == 1 and level > 2 else None
    ends = (end_of(Lucky(), players, level, seed, owner).table for seed in range(1, TRIES))
    table = next(table for table in ends if table.ended == "won")
    assert all(each.round for each in table.blueprint)
    assert table.blueprint[-1].round == table.round


@pytest.mark.rule("A-042", "A-043", "A-051", "A-118")
@pytest.mark.parametrize(("players", "level"), one_quick([(4, 1), *(each for each in EVERY if each != (4, 1))]))
def test_whoever_stays_on_the_centre_loses_in_the_round_that_the_floods_come_to(players: int, level: int) -> None:
    table = end_of(Doomed(), players, level).table
    assert table.ended == "lost"
    assert (table.round, table.phase, table.drawn) == LOST[players]
    assert table.dry == (0,) * 6
    assert not any(each.round for each in table.blueprint)
