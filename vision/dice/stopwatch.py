"""How long rolls take on this machine: from the first picture of dice at rest to the roll that is told."""

from __future__ import annotations

import statistics
from collections import deque

from companion.table.fitness import Check
from vision.dice.rolls import SETTLED_AFTER_S

TITLE = "How long a roll takes"
LONG_S = 3.0
"""Whoever waits longer has typed the roll in. Own choice."""
KEPT = 9
"""So many of the newest are remembered: another program may have been busy during one."""


class Stopwatch:
    """What looks at a tray took. One thread tells of them, any thread asks."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        """When the first look at the tray began that was read since it changed."""
        self._rolls_s: deque[float] = deque(maxlen=KEPT)
        self._looks_s: deque[float] = deque(maxlen=KEPT)

    def looked(self, began_s: float, ended_s: float, is_read: bool, is_told: bool) -> None:
        """One more look, in which the tray was read or not, and after which a roll was told or not."""
        if not is_read:
            self._since_s = None
            return
        self._looks_s.append(ended_s - began_s)
        if self._since_s is None:
            self._since_s = began_s
        if is_told:
            self._rolls_s.append(ended_s - self._since_s)
            self._since_s = None

    @property
    def roll_s(self) -> float | None:
        """How long a roll takes, in the middle of the newest; None before the first."""
        return statistics.median(self._rolls_s) if self._rolls_s else None

    @property
    def look_s(self) -> float | None:
        """The longest of the newest looks, as one at the whole tray; None before the first."""
        return max(self._looks_s, default=None)


def check_pace(watch: Stopwatch) -> Check:
    """What the setup page says of it."""
    look_s, roll_s = watch.look_s, watch.roll_s
    if look_s is None:
        return Check("pace", TITLE, "unknown", "", "That is told once the dice tray has been looked at.")
    figure = f"{look_s:.2f} s for a look at the tray"
    # Without a roll: one look, and as long as dice must lie still.
    known_s = roll_s if roll_s is not None else look_s + SETTLED_AFTER_S
    when = f"about {known_s:.1f} s after the last die has come to rest"
    text = f"On this machine a roll is on the pages {when}."
    if roll_s is None:
        text = f"On this machine a roll should be on the pages {when}, going by one look. The first roll will tell."
    if known_s <= LONG_S:
        return Check("pace", TITLE, "fit", figure, text)
    return Check("pace", TITLE, "barely", figure, f"{text} Close what else runs on it, or type rolls in meanwhile.")
