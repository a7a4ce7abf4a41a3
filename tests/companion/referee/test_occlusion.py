"""Arms over the rim: when none is at work any more."""

from __future__ import annotations

from companion.referee.fuse import SETTLED_AFTER_S, SETTLED_LOOKS
from companion.referee.occlusion import Arms
from companion.table.layout import Spot

ARM = (Spot(300.0, 397.0),)


def test_arms_are_away_once_none_was_seen_for_as_long_and_as_often_as_a_table_takes_to_settle() -> None:
    arms = Arms().next(ARM, 0.0)
    for look in range(1, SETTLED_LOOKS + 1):
        assert not arms.are_away(SETTLED_AFTER_S)
        arms = arms.next((), look * SETTLED_AFTER_S / SETTLED_LOOKS)
    assert arms.are_away(SETTLED_AFTER_S)
    assert not arms.are_away(SETTLED_AFTER_S - 0.01)
    assert not arms.next(ARM, SETTLED_AFTER_S).are_away(SETTLED_AFTER_S)
