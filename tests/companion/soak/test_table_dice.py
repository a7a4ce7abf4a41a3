"""A soak of dice beside cards, without pictures: each roll is held against what was thrown; questions are counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.game import AnyGame
from companion.soak.runner import Light, Soak, play_unit, summary
from companion.soak.sensor_faults import Liar
from companion.soak.unit import Unit
from companion.table.dice import DieSighting, RollSighting
from companion.table.layout import Layout
from tests.companion.instant import PerfectEyes

Reads = Callable[[RollSighting], RollSighting]


def play(folder: Path, reads: Reads = lambda roll: roll, rounds: int = 2, liar: Liar | None = None) -> tuple[str, Unit]:
    """A unit with luck, of which dice are read so, and its report."""

    def eyes_of(game: AnyGame, layout: Layout, seed: int, light: Light) -> PerfectEyes:
        eyes = PerfectEyes(game, layout)
        eyes.dice_as_read = reads
        return eyes

    task = Soak("sealed_bid", rounds, 3, "normal", folder, liar=liar, options={"players": 3, "luck": True})
    unit = play_unit(task, 0, rounds, eyes_of)
    return summary(task, (unit,), 1.0), unit


@pytest.mark.slow
def test_rolls_are_acts_among_others_and_counted_unasked(tmp_path: Path) -> None:
    report, unit = play(tmp_path)
    assert (unit.wrong, unit.notes, unit.questions) == ((), (), 0)
    # Of three seats two or three roll in a round.
    assert 4 <= unit.tally["rolls"] <= 6
    assert f"dice: thrown {unit.tally['rolls']} times, 0 of them once more" in report


@pytest.mark.slow
def test_a_die_that_is_not_read_is_a_question_and_answered_by_the_truth(tmp_path: Path) -> None:
    def unread(roll: RollSighting) -> RollSighting:
        dice = tuple(replace(die, value=None, state="doubtful") for die in roll.dice)
        return replace(roll, verdict="doubtful", dice=dice, text="One die cannot be read.")

    _, unit = play(tmp_path, unread)
    assert unit.wrong == ()
    assert unit.questions == unit.tally["rolls"] >= 4
    assert unit.notes[0].endswith("asked of a roll: One die cannot be read.")


def test_a_roll_that_was_left_out_is_thrown_once_more(tmp_path: Path) -> None:
    seen = list[RollSighting]()

    def doubled_at_first(roll: RollSighting) -> RollSighting:
        seen.append(roll)
        another = DieSighting(1, (1,), "blue", 200.0, 400.0, 0.9, "read")
        return replace(roll, dice=(*roll.dice, another)) if len(seen) == 1 else roll

    _, unit = play(tmp_path, doubled_at_first)
    assert (unit.wrong, unit.questions, unit.tally["rolls again"]) == ((), 1, 1)
    assert [die.value for die in seen[0].dice] == [die.value for die in seen[1].dice]


@pytest.mark.slow
def test_a_roll_with_another_value_is_wrong(tmp_path: Path) -> None:
    def misread(roll: RollSighting) -> RollSighting:
        return replace(roll, dice=tuple(replace(die, value=die.value % 6 + 1) for die in roll.dice if die.value))

    _, unit = play(tmp_path, misread)
    (wrong,) = unit.wrong
    assert "was done, RollLuck" in wrong
    assert wrong.endswith("was understood")


@pytest.mark.slow
def test_a_roll_of_which_nothing_is_told_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PerfectEyes, "roll", lambda self: None)
    _, unit = play(tmp_path)
    (wrong,) = unit.wrong
    assert "RollLuck" in wrong
    assert "was not understood" in wrong


@pytest.mark.slow
@pytest.mark.parametrize("liar", ["camera", "markers"])
def test_beside_a_liar_dice_are_waited_for_and_never_told_by_hand(liar: Liar, tmp_path: Path) -> None:
    _, unit = play(tmp_path, rounds=4, liar=liar)
    assert unit.wrong == ()
    assert unit.tally["rolls"] >= 8
