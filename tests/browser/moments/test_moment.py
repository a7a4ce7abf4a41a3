"""The file of moments: each is met where it says, and no kind of act is without one."""

from __future__ import annotations

import pytest

from companion.games.core import types_of
from companion.games.registry import GAMES
from tests.browser.moments.moment import load

MOMENTS = load().moments


@pytest.mark.parametrize("game", sorted({each.game for each in MOMENTS}))
def test_every_act_that_people_wait_for_has_a_moment(game: str) -> None:
    shown = {name for each in MOMENTS if each.game == game for name in each.legal}
    asked = {
        each.__name__
        for each in types_of(GAMES[game].action_type)
        if not (each.takes_back or each.opens or each.is_optional)
    }
    assert asked - shown == set()
