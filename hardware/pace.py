"""How much comes, against what may come for long: a bucket that leaks. It knows no clock."""

from __future__ import annotations


class Pace:
    """Counts what comes. `most` may come at once, `per_s` for ever."""

    def __init__(self, most: float, per_s: float) -> None:
        self._most, self._per_s = most, per_s
        self._level = 0.0
        self._at_s = float("-inf")

    def is_over(self, amount: float, now_s: float) -> bool:
        """Count so much more; whether that is too much. What is too much is forgotten, so that it is over in time."""
        self._level = max(0.0, self._level - (now_s - self._at_s) * self._per_s) + amount
        self._at_s = now_s
        is_over, self._level = self._level > self._most, min(self._level, self._most)
        return is_over
