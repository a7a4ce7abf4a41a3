"""Buttons of a whole board: each press once, however the contacts bounce."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from .driven import Driven


@pytest.mark.parametrize("bounce_ms", [0, 4, 8, 20])
def test_one_press_is_one_event(board: Driven, bounce_ms: int) -> None:
    board.join()
    board.table(bounce_ms=bounce_ms)
    for press in range(1, 5):
        board.table(pressed=["seat4"])
        board.run(200, beat=True, seen=press - 1)
        assert board.last()["events"] == [[press, "press", "seat4"]]
        assert board.last()["held"] == ["seat4"]
        board.table(pressed=[])
        board.run(200, beat=True, seen=press)
        assert board.last()["events"] == []
        assert board.last()["held"] == []


def test_a_spike_is_no_press(board: Driven) -> None:
    board.join()
    board.table(pressed=["undo"])
    board.run(5)
    board.table(pressed=[])
    board.run(200, beat=True)
    assert all(message.get("events", []) == [] for _, message in board.heard)


def test_buttons_pressed_together_are_all_told(board: Driven) -> None:
    board.join()
    board.table(pressed=["undo", "seat6", "next"])
    board.run(100, beat=True)
    assert board.last()["held"] == ["seat6", "next", "undo"]
    assert sorted(event[2] for event in board.last()["events"]) == ["next", "seat6", "undo"]


def test_a_button_held_while_the_session_begins_is_no_press(board: Driven) -> None:
    board.table(pressed=["next"])
    board.run(200)
    board.join()
    board.run(200, beat=True)
    assert board.last()["held"] == ["next"]
    assert board.last()["events"] == []


def test_a_level_counts_once_it_has_lasted_ten_milliseconds(firmware_path: None) -> None:
    levels = iter([1, 0, 0, 0, 1, 1])
    buttons: Any = importlib.import_module("buttons").Buttons([("undo", SimpleNamespace(value=lambda: next(levels)))])
    told = [(buttons.poll(now_ms), buttons.held()) for now_ms in (100, 109, 110, 200, 210)]
    assert told == [([], []), ([], []), (["undo"], ["undo"]), ([], ["undo"]), ([], [])]
