"""Whether a board tells of more than hands can do: then nobody can say what of it they did. It knows no clock."""

from __future__ import annotations

from typing import Final

from companion.table.felt import Feeling
from companion.table.kit import is_drawn_anew
from hardware.pace import Pace

HANDS: Final = (24, 4.0)
"""Presses and cards that may come at once, and in a second for long: eight players with three at the same time."""
LEVELS: Final = (60, 15.0)
"""The same of changes on scale and reader; the firmware looks ten times a second."""
LASTS_S: Final = 5.0
"""How long nothing counts after too much came."""


class Flood:
    """Looks at each state that a board tells, in order."""

    def __init__(self) -> None:
        self.count = 0
        """Presses and changes so far that came in a flood."""
        self._hands, self._changes = Pace(*HANDS), Pace(*LEVELS)
        self._levels: Feeling | None = None
        """As the board told them last; None before the first of a session."""
        self._at_s = float("-inf")
        """When too much came last."""

    def is_on(self, now_s: float) -> bool:
        """Whether the board floods, or did so just now."""
        return now_s - self._at_s < LASTS_S

    def begin(self) -> None:
        """A session is over: whatever the next one tells first is a change."""
        self._levels = None

    def takes(self, levels: Feeling, presses: tuple[str, ...], now_s: float) -> bool:
        """Whether this is part of a flood. `levels` are without presses."""
        before, self._levels = self._levels, levels
        is_changed = levels != before
        # One whose tag is drawn at each look may lie there for long.
        is_laid = before is not None and levels.card not in ("", before.card) and not is_drawn_anew(levels.card)
        is_over = [self._hands.is_over(len(presses) + is_laid, now_s), self._changes.is_over(is_changed, now_s)]
        if any(is_over):
            self._at_s = now_s
        if is_on := self.is_on(now_s):
            self.count += len(presses) + is_changed
        return is_on
