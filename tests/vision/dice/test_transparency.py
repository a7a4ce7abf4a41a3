"""Which dice may be clear, and what becomes of them once the network for such was asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.dice.bodies import Body, Lab, lab_of_light, light_of
from vision.dice.clear import ANSWERS, UNTOLD
from vision.dice.colours import CLEAR_ADDS, CLEAR_PASSES, shipped_colours, without_clear
from vision.dice.evidence import Place
from vision.dice.network import CLASSES, Floats
from vision.dice.records import UNASKED, Candidate, Die, Face, Posture, State
from vision.dice.transparency import glimpsed, looked_through, overlooked

GROUND: Lab = (45.0, -20.0, 12.0)
SHOWS_IT: Lab = lab_of_light(CLEAR_PASSES * light_of(GROUND) + CLEAR_ADDS)
CLEAR_BODY = Body(SHOWS_IT, 2.0, GROUND, (GROUND,) * 8)
RED_BODY = Body((40.0, 60.0, 40.0), 2.0, GROUND, (GROUND,) * 8)
ENROLLED = shipped_colours()
LEAST = 0.97


class Asked:
    """Says one value of every die, as surely as told, and remembers which dice it was asked about."""

    def __init__(self, value: int, sure: float = 0.99) -> None:
        self.dice = list[Die]()
        self._value, self._sure = value, sure

    def __call__(self, dice: Sequence[Die]) -> Floats:
        self.dice += dice
        rest = (1 - self._sure) / (ANSWERS - 1)
        chances = np.full((len(dice), ANSWERS), rest, np.float32)
        chances[:, self._value - 1] = self._sure
        return chances


def _die(
    value: int | None, clear: float | None, state: State = "read", *, is_there: bool = True, has_pips: bool = True
) -> Die:
    kind = {"clear": clear, "is_there": is_there, "has_pips": has_pips}
    return Die(value, "unknown", (0, 0, 10, 10), 0.95, state, value or 5, **kind)  # type: ignore[arg-type]


def _told(die: Die, body: Body, asked: Asked) -> tuple[int | None, State]:
    told = looked_through([die], [body], ENROLLED, asked, LEAST)[0]
    return told.value, told.state


@pytest.mark.parametrize("value", [1, 5, 6])
def test_of_a_die_that_looks_clear_the_network_tells_the_value(value: int) -> None:
    assert _told(_die(value, 0.9), CLEAR_BODY, Asked(2)) == (2, "read")


def test_what_it_is_not_sure_of_is_asked_about() -> None:
    assert _told(_die(4, 0.9), CLEAR_BODY, Asked(4, 0.9)) == (None, "doubtful")
    assert _told(_die(4, 0.9), CLEAR_BODY, Asked(UNTOLD + 1)) == (None, "doubtful")


def test_a_die_in_doubt_is_told_where_its_colour_alone_looks_clear() -> None:
    assert _told(_die(None, 0.005, "doubtful"), CLEAR_BODY, Asked(3)) == (3, "read")
    assert _told(_die(None, 0.9, "doubtful"), RED_BODY, Asked(3)) == (None, "doubtful")


def test_what_may_be_no_die_is_told_by_no_value_and_what_may_show_no_pips_by_the_surest_one() -> None:
    asked = Asked(3)
    assert _told(_die(3, 0.9, is_there=False), CLEAR_BODY, asked) == (None, "doubtful")
    assert asked.dice == []
    assert _told(_die(3, 0.9, has_pips=False), CLEAR_BODY, Asked(3, 0.985)) == (None, "doubtful")
    assert _told(_die(3, 0.9, has_pips=False), CLEAR_BODY, Asked(3, 0.995)) == (3, "read")


@pytest.mark.parametrize("state", ["cocked", "hidden", "outside", "small", "moving"])
def test_what_cannot_be_read_for_another_reason_stays_as_it_is(state: State) -> None:
    asked = Asked(3)
    assert _told(_die(None, 0.9, state), CLEAR_BODY, asked) == (None, state)
    assert asked.dice == []


def test_where_one_of_both_speaks_for_a_clear_die_another_value_makes_it_doubtful() -> None:
    assert _told(_die(3, 0.9), RED_BODY, Asked(2, 0.6)) == (None, "doubtful")
    assert _told(_die(3, 0.9), RED_BODY, Asked(3, 0.6)) == (3, "read")
    assert _told(_die(3, 0.02), RED_BODY, Asked(2)) == (3, "read")


def test_a_box_without_clear_dice_asks_nothing_of_it() -> None:
    asked = Asked(2)
    told = looked_through([_die(5, 0.99)], [CLEAR_BODY], without_clear(ENROLLED), asked, LEAST)
    assert (told[0].value, asked.dice) == (5, [])


def _place(x_px: float, objectness: float, posture: Posture, pips: float = 0.9) -> Place:
    seen = Candidate(x_px, 50.0, 30.0, 30.0, objectness, (1 / 6,) * 6, 0.1)
    return Place(seen, np.zeros(CLASSES, np.float32), posture, Face(pips, 0.5))


def test_what_the_posture_network_alone_takes_for_a_flat_die_may_be_a_clear_one() -> None:
    """Not what leans to it, or lies so near to a die that it is the same one."""
    flat = Posture(0.9, 0.95, 0.8)
    known = [
        _place(100, 0.2, flat),
        _place(110, 0.3, flat),
        _place(200, 0.3, Posture(0.2, 0.95, 0.8)),
        _place(400, 0.3, flat, pips=0.1),
        _place(500, 0.3, UNASKED),
        _place(610, 0.3, flat),
    ]
    there = Die(4, "red", (585, 35, 615, 65), 0.99, "read", 4)
    found = overlooked(known, [there], 32.0)
    assert [(die.middle_px[0], die.state, die.clear, die.has_pips) for die in found] == [
        (110, "doubtful", 0.8, True),
        (400, "doubtful", 0.8, False),
    ]


def _glimpsed(value: int, sure: float, *, has_pips: bool = True) -> list[tuple[int | None, State]]:
    overlooked = [_die(None, 0.05, "doubtful", has_pips=has_pips)]
    return [(die.value, die.state) for die in glimpsed(overlooked, Asked(value, sure), LEAST)]


def test_what_was_overlooked_is_read_asked_about_or_nothing_as_the_network_for_clear_dice_finds_a_value() -> None:
    """However little it looked clear. Of 0.72 for one value the others have 0.23, and that there is none 0.05."""
    assert _glimpsed(2, 0.99) == [(2, "read")]
    assert _glimpsed(2, 0.98, has_pips=False) == [(None, "doubtful")]
    assert _glimpsed(2, 0.72) == [(None, "doubtful")]
    assert _glimpsed(UNTOLD + 1, 0.3) == []
    asked = Asked(2)
    assert glimpsed([], asked, LEAST) == []
    assert asked.dice == []
