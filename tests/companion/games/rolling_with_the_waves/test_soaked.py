"""Rounds of a soak with perfect eyes: drafts and mini boards are learned by looking, and come to the truth."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from companion.soak.runner import Soak, play_unit
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME
from tests.companion.instant import perfect_eyes


@pytest.mark.parametrize(("allocation", "seed"), [("any", 3), ("board", 4)])
def test_rounds_are_understood_with_phones_and_with_boards(
    tmp_path: Path, allocation: Literal["any", "board"], seed: int
) -> None:
    options = {"players": 2, "allocation": allocation, "bots": "greedy", "freebooters": "white"}
    task = Soak(GAME.name, 2, seed, "normal", tmp_path, options=options)
    unit = play_unit(task, 0, 2, perfect_eyes)
    assert unit.wrong == ()
    assert unit.rounds == 2
    assert unit.tally.get("confirmed", 0) == (4 if allocation == "board" else 0)  # of seats that face the same way
    assert unit.moments > unit.acts / 2
