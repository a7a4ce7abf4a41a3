"""Arms over the mat: whose hands are at work, and who only leans on the table."""

from __future__ import annotations

import msgspec

from companion.referee.fuse import SETTLED_AFTER_S, SETTLED_LOOKS
from companion.table.layout import Spot

RESTING_AFTER_S = 20.0
"""An arm that has lain over the rim for so long in one place rests there, and is nobody's hand at work."""
SAME_PLACE_MM = 40.0
FORGOTTEN_AFTER_S = 1.0
"""An arm that rests is still the same one after it was not seen for so long."""


class _Arm(msgspec.Struct, frozen=True):
    """One arm: where it crosses the rim, since when, and when it was last seen there."""

    place: Spot
    since_s: float
    seen_s: float

    def rests(self) -> bool:
        return self.seen_s - self.since_s >= RESTING_AFTER_S


class Arms(msgspec.Struct, frozen=True):
    """The arms over the rim, and for how long none was at work. Start with `Arms()` and give each look to `next`."""

    arms: tuple[_Arm, ...] = ()
    free_since_s: float = 0.0
    free_looks: int = 0

    def next(self, places: tuple[Spot, ...], at_s: float) -> Arms:
        """The arms after one more look that found the rim hidden at these places."""
        seen = tuple(_Arm(place, self._since(place, at_s), at_s) for place in places)
        lost = tuple(
            arm
            for arm in self.arms
            if at_s - arm.seen_s < FORGOTTEN_AFTER_S and not any(_near(arm.place, each.place) for each in seen)
        )
        if all(arm.rests() for arm in seen):
            return Arms(seen + lost, self.free_since_s, self.free_looks + 1)
        return Arms(seen + lost, at_s, 0)

    def are_away(self, at_s: float) -> bool:
        """Whether no arm has been at work for as long as a table takes to settle."""
        return self.free_looks >= SETTLED_LOOKS and at_s - self.free_since_s >= SETTLED_AFTER_S

    def _since(self, place: Spot, at_s: float) -> float:
        return min((arm.since_s for arm in self.arms if _near(arm.place, place)), default=at_s)


def _near(one: Spot, other: Spot) -> bool:
    return abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) < SAME_PLACE_MM
