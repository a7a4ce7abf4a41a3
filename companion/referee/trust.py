"""Whether the scale is believed: one that contradicts camera and game for long is set aside, until it agrees again.

The camera is not set aside: a shell it does not see leaves the bare ground hidden, so it is rarely sure and wrong.
"""

from __future__ import annotations

import msgspec

from companion.referee.weighing import DOUBTED_AFTER_S
from companion.table.seen import ZoneView

SET_ASIDE_AFTER_S = 10.0
"""So long the scale may differ from what the camera sees and the game asks for."""
AGREEMENTS = 2
"""On so many different numbers it must agree before it is believed again: a stuck one may agree on one by chance."""


class ScaleTrust(msgspec.Struct, frozen=True):
    """What is to be thought of the scale."""

    is_aside: bool = False
    differs_since_s: float | None = None
    """Since when it has contradicted the camera; None where it does not, or nobody can tell."""
    agreed: frozenset[int] = frozenset()
    """Numbers on which it has agreed with the camera since it was set aside."""

    def next(self, at_s: float, seen: ZoneView, felt: ZoneView, wanted: ZoneView) -> ScaleTrust:
        """What to think of it after one more look at a table that rests.

        `seen` is its zone as the camera has it, `felt` as the scale has it, `wanted` what the game asks for there.
        """
        if seen.covered or seen.backs:
            return ScaleTrust(self.is_aside, None, self.agreed)
        if seen.kinds == felt.kinds:
            return self._agreeing(len(felt.kinds))
        since_s = at_s if self.differs_since_s is None else self.differs_since_s
        if self.is_aside:
            is_long = at_s - since_s >= DOUBTED_AFTER_S
            return ScaleTrust(True, since_s, frozenset() if is_long else self.agreed)
        if seen.kinds != wanted.kinds:
            return ScaleTrust()  # something was done there: which of the two is right, nobody knows yet
        return ScaleTrust(at_s - since_s >= SET_ASIDE_AFTER_S, since_s)

    def _agreeing(self, count: int) -> ScaleTrust:
        if not self.is_aside:
            return ScaleTrust()
        agreed = self.agreed | {count}
        return ScaleTrust() if len(agreed) >= AGREEMENTS else ScaleTrust(True, None, agreed)
