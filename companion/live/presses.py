"""How soon after other things a button was pressed, and whether the board has just gone or come back."""

from __future__ import annotations

import time
from typing import Final

from msgspec.structs import replace

from companion.table.felt import Feeling

HASTY_S: Final = 1.0
"""Whoever presses a button sooner after an act was recognised cannot have seen that it was, and may mean that act."""


class Presses:
    """What has to be known of the moments before a press. The referee thread alone uses it."""

    def __init__(self) -> None:
        self.recognised_s = float("-inf")
        """When an act was last seen or felt."""
        self._refused_s = float("-inf")
        """When a press was last refused, for a reason that the pages tell."""
        self._is_away = True

    def recognise(self) -> None:
        """An act was seen or felt now."""
        self.recognised_s = time.monotonic()

    def refuse(self) -> None:
        """A press was refused now."""
        self._refused_s = time.monotonic()

    def board_turned(self, feeling: Feeling) -> bool:
        """Whether the board has gone or come back since it was last felt."""
        was_away, self._is_away = self._is_away, feeling.is_away
        return was_away != self._is_away

    def timed(self, feeling: Feeling) -> Feeling:
        """What was felt, with a word on how soon after other things."""
        if not feeling.presses:
            return feeling
        now_s = time.monotonic()
        return replace(
            feeling,
            is_hasty=feeling.is_hasty or now_s - self.recognised_s < HASTY_S,
            is_repeat=feeling.is_repeat or now_s - self._refused_s < HASTY_S,
        )
