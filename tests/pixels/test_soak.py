"""Rounds played through pixels by careless people: nothing is understood wrongly, and a right table is never blamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.checks.soak import headless_table
from companion.soak.runner import Light, Soak, play_unit
from companion.soak.unit import Unit
from tests.many import many

ROUNDS = many(2)


def play(folder: Path, seed: int, rounds: int, light: Light = "normal") -> Unit:
    return play_unit(Soak("waves", rounds, seed, light, folder), 0, rounds, headless_table)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [7, 8])
def test_rounds_in_good_light_are_understood_act_by_act(seed: int, tmp_path: Path) -> None:
    unit = play(tmp_path, seed, ROUNDS)
    assert unit.wrong == ()
    assert unit.rounds == ROUNDS
    assert unit.mismatches == 0, unit.notes
    assert unit.questions <= 1, unit.notes
    # A round of four has more than twenty acts (four Agents, four checks, four draws, ...); most settle by themselves.
    assert unit.acts >= ROUNDS * 20
    assert unit.moments >= 0.8 * unit.acts
    # It was no table of careful people.
    assert unit.tally["pauses"] + unit.tally["rests"] + unit.tally["slips"] >= ROUNDS, unit.tally


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_rounds_with_a_pawn_and_a_line_are_understood_act_by_act(tmp_path: Path) -> None:
    options = {"players": 3, "luck": False, "pawn": True, "line": True}
    task = Soak("sealed_bid", ROUNDS, 11, "normal", tmp_path, options=options)
    unit = play_unit(task, 0, ROUNDS, headless_table)
    assert (unit.wrong, unit.rounds) == ((), ROUNDS)
    assert unit.mismatches == 0, unit.notes


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_round_in_hard_light_is_not_misunderstood(tmp_path: Path) -> None:
    unit = play(tmp_path, 7, 1, "hard")
    assert unit.wrong == ()
    assert unit.rounds == 1
    assert unit.moments >= 20
