"""Every kept game of Manawave is seen as it was, in all its positions."""

from __future__ import annotations

import pytest

from tests.kept.held import NUMBERS, told

pytestmark = pytest.mark.manawave


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_seen_of_a_kept_game_is_as_it_was(number: int) -> None:
    assert told("manawave", number) == ""
