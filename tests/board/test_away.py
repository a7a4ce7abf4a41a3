"""A board that goes away and comes back all evening: only what is pressed meanwhile is lost, and nothing is late."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.live.inputs import Felt
from companion.live.timeline import state_hash
from companion.recording.format import Recording
from companion.recording.replayer import replay
from companion.table.sightings import Reading
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from tests.board.evening import Evening
from tests.board.faults import IN_TOUCH_WITHIN_S, Faults, Kind
from tests.many import many
from tests.vision.fakes import FakeClock

LIMIT_S = 900
"""Real time for a hundred and fifty faults, which take half a minute on a quiet machine."""


@pytest.mark.slow
@pytest.mark.timeout(LIMIT_S)
@pytest.mark.parametrize("each", [3, many(50)])
def test_an_evening_with_a_board_that_goes_away(process: BoardProcess, tmp_path: Path, each: int) -> None:
    evening = Evening(HeadlessBoard(process), tmp_path, seed=each)
    evening.begin()
    faults = Faults(evening, kinds(each), seed=each)
    while faults.waiting or faults.fault:
        if not evening.deal():
            evening.end()
            evening.begin()
        if faults.wants_calibration:
            evening.calibrate()
        faults.recount()
    faults.recount()
    evening.play()
    evening.run(1.0)
    evening.end()
    assert (evening.made, evening.felt) == ([], [])
    assert len(faults.past) == 3 * each
    assert {fault.during for fault in faults.past} == {"any", "press", "weighing", "calibration"}
    assert max(fault.touch_s - fault.back_s for fault in faults.past) <= IN_TOUCH_WITHIN_S
    assert {"kept", "lost"} <= set(faults.fates)
    assert {"scale", "board", "host"} <= set(evening.tally)
    assert {"calibrated", "not calibrated"} & set(evening.tally)


def kinds(each: int) -> list[Kind]:
    """So many unplugs, reboots (half by a cut of the power, half by command) and hangs."""
    some: dict[Kind, int] = {"unplug": each, "power": each // 2, "restart": each - each // 2, "hang": each}
    return [kind for kind, number in some.items() for _ in range(number)]


@pytest.mark.slow
def test_a_recorded_game_with_a_board_that_goes_away_comes_out_the_same(process: BoardProcess, tmp_path: Path) -> None:
    evening = Evening(HeadlessBoard(process), tmp_path, seed=7)
    evening.begin(tmp_path / "recording")
    faults = Faults(evening, kinds(2), seed=7)
    while (faults.waiting or faults.fault) and evening.deal():
        if faults.wants_calibration:
            evening.calibrate()
        faults.recount()
    evening.end()
    recording = Recording.open(tmp_path / "recording")
    felt = [entry.step.feeling for entry in recording.entries if isinstance(entry.step, Felt)]
    assert any(feeling.is_away for feeling in felt)
    assert any(feeling.presses for feeling in felt)
    assert len({feeling.count for feeling in felt}) > 2
    replayed = replay(recording, GAMES, no_look, clock=FakeClock())
    assert (replayed.diverged, replayed.reread) == ("", "")
    assert (replayed.state_hash, replayed.acts) == (state_hash(evening.timeline.state), len(evening.done))


def no_look(number: int) -> Reading:
    raise AssertionError(f"no frame was recorded, but {number} is asked for")
