"""The real firmware and the companion's end of the line, together in a time of their own."""

from __future__ import annotations

import pytest

from companion.table.felt import Feeling
from hardware.virtual.headless import HeadlessBoard
from hardware.virtual.process import BoardProcess


@pytest.fixture
def board(process: BoardProcess) -> HeadlessBoard:
    return HeadlessBoard(process)


def last(felt: tuple[Feeling, ...]) -> Feeling:
    return felt[-1]


def presses(felt: tuple[Feeling, ...]) -> list[str]:
    return [button for feeling in felt for button in feeling.presses]


def test_load_card_and_presses_are_felt(board: HeadlessBoard) -> None:
    assert board.step(1000.0) == ()
    assert last(board.step(1002.0)) == Feeling(count=0)
    board.set_load(3)
    assert last(board.step(1004.0)) == Feeling(count=3)
    board.lay_card("04a23b1c")
    assert last(board.step(1005.0)) == Feeling(count=3, card="04a23b1c")
    board.press("next")
    assert presses(board.step(1006.0)) == ["next"]
    assert board.health().status == "ok"


@pytest.mark.slow
def test_many_presses_are_each_felt_once_and_in_order(board: HeadlessBoard) -> None:
    board.step(1.0)
    board.step(2.0)
    pressed = []
    felt: list[str] = []
    for turn in range(20):
        pressed.append(("seat1", "next", "next", "undo")[turn % 4])
        board.press(pressed[-1])
        felt += presses(board.step(2.0 + (turn + 1) * 0.2))
    felt += presses(board.step(8.0))
    assert felt == pressed


def test_a_button_pressed_again_at_once_is_pressed_as_often(board: HeadlessBoard) -> None:
    board.step(0.0)
    board.step(2.0)
    for button in ("next", "next", "seat1", "next"):
        board.press(button)
    felt = presses(board.step(4.0))
    assert (felt.count("next"), felt.count("seat1")) == (3, 1)


def test_the_strip_shows_what_is_shown(board: HeadlessBoard) -> None:
    board.step(0.0)
    board.show(b"\x10\x00\x00\x00\x20\x00")
    board.step(1.0)
    assert board.pixels()[:9] == b"\x10\x00\x00\x00\x20\x00\x00\x00\x00"


@pytest.mark.slow
def test_unplugged_and_plugged_in_again(board: HeadlessBoard) -> None:
    board.step(0.0)
    board.step(2.0)
    assert "next" in board.names()
    board.unplug()
    assert board.names() == ()
    board.press("next")
    assert board.step(4.0) == (Feeling(is_away=True),)
    board.plug_in()
    felt = board.step(8.0)
    assert presses(felt) == []
    assert last(felt) == Feeling(count=0)


@pytest.mark.slow
def test_a_board_that_hangs_comes_back_and_nothing_pressed_meanwhile_counts(board: HeadlessBoard) -> None:
    board.step(0.0)
    board.step(3.0)
    board.hang()
    board.press("next")
    felt = board.step(9.0)
    assert presses(felt) == []
    assert felt.count(Feeling(is_away=True)) == 1
    assert last(felt) == Feeling(count=0)
    assert "restarted itself" in board.health().text


@pytest.mark.slow
def test_a_scale_that_breaks_is_told(board: HeadlessBoard) -> None:
    board.step(0.0)
    board.step(3.0)
    board.break_parts("scale")
    assert last(board.step(6.0)) == Feeling()
    assert board.health().status == "failed"
    board.break_parts()
    assert last(board.step(9.0)) == Feeling(count=0)


@pytest.mark.slow
def test_the_bowl_is_made_empty_and_counted_anew(board: HeadlessBoard) -> None:
    board.step(0.0)
    board.set_load(2)
    board.step(2.0)
    task = board.do("tare")
    board.step(4.0)
    assert [(answer.id, answer.ok) for answer in board.host.answers()] == [(task, True)]
    board.set_load(5)
    assert last(board.step(6.0)) == Feeling(count=3)


@pytest.mark.slow
def test_a_board_switched_on_without_its_cable(board: HeadlessBoard) -> None:
    board.unplug()
    assert board.step(0.0) == ()
    assert board.step(3.0) == ()
    board.plug_in()
    assert last(board.step(7.0)) == Feeling(count=0)
