"""Units side by side: how far each is by now is heard while it is played, and its whole once it is over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.soak.shards import say_how_far, side_by_side


def rolled(number: int, told: tuple[int, ...]) -> str:
    """A unit that says how far it is; a function of a module, for it runs in a process of its own."""
    for far in told:
        say_how_far(number, far)
    return f"unit {number}"


def test_what_is_done_is_heard_and_adds_up_to_the_whole() -> None:
    heard = list[int]()
    units = [((7, 3), (7, (1, 2))), ((8, 2), (8, (1, 1, 5))), ((9, 4), (9, ()))]
    assert dict(side_by_side(1, rolled, units, heard.append)) == {7: "unit 7", 8: "unit 8", 9: "unit 9"}
    assert sum(heard) == 9
    assert all(more > 0 for more in heard)


def awaited(number: int, gate: Path) -> str:
    """A unit of two rounds that begins the second once somebody has heard of the first."""
    say_how_far(number, 1)
    with gate.open("rb") as opened:
        return opened.read().decode()


def test_a_round_is_heard_while_the_unit_is_still_played(tmp_path: Path) -> None:
    gate, heard = tmp_path / "gate", list[int]()
    os.mkfifo(gate)

    def hear(more: int) -> None:
        heard.append(more)
        if heard == [1]:
            gate.write_text("opened", encoding="utf-8")

    assert list(side_by_side(1, awaited, [((4, 2), (4, gate))], hear)) == [(4, "opened")]
    assert heard == [1, 1]


def test_in_a_process_that_nobody_listens_to_nothing_is_said() -> None:
    assert rolled(1, (1, 2)) == "unit 1"


def test_a_unit_that_breaks_off_is_told() -> None:
    with pytest.raises(TypeError):
        list(side_by_side(1, rolled, [((1, 1), (1, None))], lambda more: None))
