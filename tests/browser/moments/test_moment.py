"""The file of moments: each is met where it says, and no kind of act is without one."""

from __future__ import annotations

import pytest

from companion.games.core import types_of
from companion.games.registry import GAMES
from tests.browser.moments.moment import load

FILE = load()
MOMENTS = FILE.moments


@pytest.mark.parametrize("game", sorted({each.game for each in MOMENTS}))
def test_every_act_that_people_wait_for_has_a_moment(game: str) -> None:
    shown = {name for each in MOMENTS if each.game == game for name in each.legal}
    acts = types_of(GAMES[game].action_type)
    asked = {each.__name__ for each in acts if not (each.takes_back or each.opens or each.is_optional)}
    assert asked - shown == set(FILE.beside[game])
