"""Which dice may be clear, and what becomes of them once the network for such was asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.dice.bodies import Body, Lab, lab_of_light, light_of
from vision.dice.clear import ANSWERS, UNTOLD
from vision.dice.colours import CLEAR_ADDS, CLEAR_PASSES, shipped_colours, without_clear
from vision.dice.network import Floats
from vision.dice.records import Die, State
from vision.dice.transparency import looked_through

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
    value: int | None, clear: float | None, state: State = "read", *, has_pips: bool = True, likely: int = 5
) -> Die:
    return Die(value, "unknown", (0, 0, 10, 10), 0.95, state, value or likely, clear=clear, has_pips=has_pips)


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


def test_what_may_be_no_die_or_shows_no_pips_is_told_by_no_value() -> None:
    asked = Asked(3)
    assert _told(_die(3, 0.9, has_pips=False), CLEAR_BODY, asked) == (None, "doubtful")
    assert asked.dice == []


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
