"""What the greedy bot drafts: it pays where that is worth its Infamy, and never for what a drunken sailor gives."""

from __future__ import annotations

import random

import pytest

from companion.games.rolling_with_the_waves.bots.bots import suggest
from companion.games.rolling_with_the_waves.state.model import Draft
from companion.games.rolling_with_the_waves.state.records import Phase
from tests.companion.games.rolling_with_the_waves.at_the_table import BLUE, GAME, RED, charts, clear, dice, table_of


@pytest.mark.parametrize(
    ("pool", "chosen"),
    [
        (dice((BLUE, 1)), Draft(0, BLUE, 1, "drunken")),
        (dice((BLUE, 1), (BLUE, 2)), Draft(0, BLUE, 2, "drunken")),
        (dice((BLUE, 5), (BLUE, 2)), Draft(0, BLUE, 5, "pay")),
        ((*dice((RED, 4), (BLUE, 6)), *clear(2)), Draft(0, RED, 4, "free")),
        ((*dice((RED, 4)), *clear(4)), Draft(0, "freebooter", 4, "free")),
    ],
)
def test_the_greedy_bot_drafts(pool: tuple[object, ...], chosen: Draft) -> None:
    state = table_of(2, Phase.DRAFT, pool=pool, nests=((), ()), maps=charts(2, p0={"infamy": 9}))
    acts = [act for act in GAME.legal_actions(state) if act.actor == 0]
    assert suggest(GAME.view(state, 0), acts, random.Random(1), dawdle=False) == chosen
