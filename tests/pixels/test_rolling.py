"""Dice rolled beside cards, through pixels: both are read out of the same frames, and a round is understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.checks.soak import headless_table, tray_reader
from companion.soak.runner import Soak, play_unit
from companion.table.dice import RollSighting
from companion.table.sightings import Reading
from tests.companion.live.test_luck import awarded
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT
from tests.many import many
from vision.dice.model import MODELS
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable

pytestmark = pytest.mark.skipif(not (MODELS / "model.toml").is_file(), reason="the dice model is not there")

MOST_LOOKS = 80
"""Dice roll for 0.9 s, and those in doubt are told of within 4 s."""


@pytest.mark.slow
def test_a_die_is_read_beside_the_cards_out_of_the_same_frames() -> None:
    view = SEALED_BID.view(awarded(), None)
    layout, kinds = SEALED_BID.mat.layout(view), SEALED_BID.mat.pieces
    reader = tray_reader(SEALED_BID, layout, MODELS)
    assert reader is not None
    table = HeadlessTable(layout, KIT, kinds, 1, manners=Manners(), dice=reader)
    table.world.set_out(SEALED_BID.mat.expected(view))
    before = table.look()
    while table.clock.now() < 1.5:  # an empty tray, at rest
        table.look()
    table.world.roll("tray", ("green",), (5,))
    roll, seen = _rolled(table)
    assert [die.value for die in table.world.rolled()] == [5]
    assert [(die.value, die.state) for die in roll.dice] == [(5, "read")]
    assert roll.frame == seen.frame
    assert {each.marker for each in seen.sightings} == {each.marker for each in before.sightings}
    assert len(seen.sightings) > 10
    assert table.roll() is None  # told once


def _rolled(table: HeadlessTable) -> tuple[RollSighting, Reading]:
    """The roll that is told, and the look with which it was."""
    for _ in range(MOST_LOOKS):
        seen = table.look()
        if (roll := table.roll()) is not None:
            return roll, seen
    raise AssertionError("nothing was told of the die")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_rounds_with_dice_are_understood_act_by_act(tmp_path: Path) -> None:
    rounds = many(2)
    unit = play_unit(
        Soak("sealed_bid", rounds, 3, "normal", tmp_path, options={"players": 3, "luck": True}),
        0,
        rounds,
        headless_table,
    )
    assert unit.wrong == ()
    assert unit.rounds == rounds
    assert unit.mismatches == 0, unit.notes
    # Of three seats at least two roll each round.
    assert unit.tally["rolls"] >= 2 * rounds
