"""A game through pixels at which one sensor lies again and again: nothing wrong is accepted in silence."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from companion.cli.checks.soak import headless_board, headless_table
from companion.soak.runner import Soak, play_unit
from companion.soak.sensor_faults import LIES, Liar
from companion.soak.unit import Unit
from tests.many import many

ROUNDS = many(1)


def play(liar: Liar, folder: Path) -> Unit:
    board = "python" if liar == "scale" else ""
    task = Soak("waves", ROUNDS, 4, "normal", folder, board=board, liar=liar)
    return play_unit(task, 0, ROUNDS, headless_table, partial(headless_board, "python") if board else None)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("liar", ["scale", "camera", "markers"])
def test_rounds_beside_a_liar_are_played_to_their_end(liar: Liar, tmp_path: Path) -> None:
    unit = play(liar, tmp_path)
    assert unit.wrong == ()
    assert unit.rounds == ROUNDS
    assert sum(unit.tally.get(lie, 0) for lie in LIES) >= ROUNDS, unit.tally
    assert unit.moments >= 10 * ROUNDS
    if liar == "markers":
        assert unit.tally["set aside"] >= 1, unit.tally
