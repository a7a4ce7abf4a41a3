"""What every test of moments does: look at one, and tell what is wrong with it and not excused."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.browser.conftest import NewPage
from tests.browser.moments.look import look
from tests.browser.moments.moment import Excused, Moment, load
from tests.browser.moments.place import at_moment

MOMENTS = load()


def moments_of(game: str, *, quick: bool = False) -> list[ParameterSet]:
    """The moments of this game as parameters, or those alone that are quick to look at."""
    return [pytest.param(each, id=each.key) for each in MOMENTS.moments if each.game == game and each.quick >= quick]


def wrong_with(moment: Moment, folder: Path, new_page: NewPage, *, is_quick: bool = False) -> dict[str, list[str]]:
    """The faults of each page of a moment, by its name; those that are excused left out."""
    excused = [each for each in MOMENTS.excused if each.moment == moment.key]
    with at_moment(moment, folder) as table:
        looks = look(moment, table, new_page, is_quick=is_quick)
        seen = {each.name: _unexcused(each.faults, excused) for each in looks}
    return {name: faults for name, faults in seen.items() if faults}


def _unexcused(faults: list[str], excused: list[Excused]) -> list[str]:
    return [each for each in faults if not any(one.fault in each for one in excused)]
