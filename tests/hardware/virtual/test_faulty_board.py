"""A board that fails by a plan: one thing at a time, and what goes comes back."""

from __future__ import annotations

from itertools import pairwise

from companion.table.fault_plans import BoardRates
from hardware.virtual.faulty_board import OFF_S, Failing


class Noted:
    """A board that notes what happens to it."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.acts: list[tuple[str, float]] = []

    def hang(self) -> None:
        self.acts.append(("hang", self.now_s))

    def unplug(self) -> None:
        self.acts.append(("unplug", self.now_s))

    def plug_in(self) -> None:
        self.acts.append(("plug in", self.now_s))

    def power_off(self) -> None:
        self.acts.append(("power off", self.now_s))

    def power_on(self) -> None:
        self.acts.append(("power on", self.now_s))


def run(rates: BoardRates, seconds: float = 1000.0) -> list[tuple[str, float]]:
    board = Noted()
    failing = Failing(board, 1)
    failing.rates = rates
    while board.now_s < seconds:
        board.now_s = round(board.now_s + 0.05, 2)
        failing.turn(board.now_s)
    return board.acts


def test_a_healthy_board_is_left_alone() -> None:
    assert run(BoardRates()) == []


def test_what_goes_comes_back_before_anything_else_happens() -> None:
    acts = run(BoardRates(reboot_every_s=20, hang_every_s=20, unplug_every_s=20, unplug_for_s=3))
    assert {what for what, _ in acts} == {"hang", "unplug", "plug in", "power off", "power on"}
    for (what, at_s), (then, then_s) in pairwise(acts):
        if what == "unplug":
            assert then == "plug in"
            assert 3 <= round(then_s - at_s, 2) <= 3.1
        if what == "power off":
            assert then == "power on"
            assert OFF_S <= round(then_s - at_s, 2) <= OFF_S + 0.1
