"""Trials on a bad line and with a bad board: the real firmware, held against what was done; and that they can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.bench.line import BOARD_FAULTS, LINE_FAULTS, RECOVERED_S
from companion.table.fault_plans import LineRates
from companion.table.felt import Feeling
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess
from hardware.virtual.trial import SETTINGS, STEP_S, BoardFault, Trial

Make = Callable[[], tuple[HeadlessBoard, Trial]]


@pytest.fixture
def make() -> Iterator[Make]:
    boards: list[HeadlessBoard] = []

    def new() -> tuple[HeadlessBoard, Trial]:
        boards.append(HeadlessBoard(BoardProcess("python", settings=SETTINGS), slice_s=STEP_S))
        return boards[-1], Trial(boards[-1], 1)

    yield new
    for board in boards:
        board.close()


@pytest.mark.slow
@pytest.mark.parametrize("fault", LINE_FAULTS)
def test_on_a_line_half_of_which_is_bad_nothing_is_wrong_or_lost(make: Make, fault: str) -> None:
    _, trial = make()
    for _ in range(2):
        trial.spell(LineRates(**{fault: 0.5}))
    assert (trial.tally.wrong, trial.tally.lost, trial.tally.sessions) == ([], [], 0)
    assert trial.line_faults() > 100
    assert trial.tally.presses > 10
    assert max(trial.tally.recoveries_s) <= RECOVERED_S


@pytest.mark.slow
@pytest.mark.parametrize("fault", BOARD_FAULTS)
def test_a_board_that_fails_comes_back(make: Make, fault: BoardFault) -> None:
    _, trial = make()
    for _ in range(4):
        trial.fail(fault)
    assert (trial.tally.wrong, trial.tally.lost, trial.tally.faults) == ([], [], 4)
    assert max(trial.tally.recoveries_s) <= RECOVERED_S


def test_all_faults_at_once_make_nothing_wrong(make: Make) -> None:
    _, trial = make()
    for _ in range(2):
        trial.spell(LineRates(0.2, 0.2, 0.2, 0.2, 0.2))
        trial.fail("hang")
    assert trial.tally.wrong == []


def told(board: HeadlessBoard, *felt: Feeling) -> None:
    """Has the companion tell this besides at the next step."""
    step = board.step

    def lying(now_s: float) -> tuple[Feeling, ...]:
        board.step = step  # type: ignore[method-assign]
        return (*step(now_s), *felt)

    board.step = lying  # type: ignore[method-assign]


def test_a_press_that_nobody_made_is_found(make: Make) -> None:
    board, trial = make()
    told(board, Feeling(count=0, presses=("undo",)))
    trial.spell(LineRates())
    assert any("undo was told, and nobody had pressed it" in text for text in trial.tally.wrong)


def test_a_count_that_never_was_is_found(make: Make) -> None:
    board, trial = make()
    told(board, Feeling(count=150))
    trial.spell(LineRates())
    assert any("150 pieces were told, with" in text for text in trial.tally.wrong)


def test_a_press_that_is_swallowed_is_found(make: Make) -> None:
    board, trial = make()
    press, pressed = board.press, []

    def deaf(button: str) -> None:
        pressed.append(button)
        if len(pressed) != 2:
            press(button)

    board.press = deaf  # type: ignore[method-assign]
    trial.spell(LineRates())
    assert len(trial.tally.lost) > 0
