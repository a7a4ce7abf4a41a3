"""A virtual board that fails as a whole now and then, by a plan and a lot."""

from __future__ import annotations

from collections import Counter
from typing import Final, Protocol

from companion.table.fault_plans import BoardRates, Spells

OFF_S: Final = 0.1
"""How long a reboot leaves the board without power."""


class Failable(Protocol):
    """What can happen to a board as a whole."""

    def hang(self) -> None:
        """The firmware is stuck until its watchdog restarts it."""

    def unplug(self) -> None:
        """Pulls the cable."""

    def plug_in(self) -> None:
        """Puts the cable in."""

    def power_off(self) -> None:
        """The power fails; the port stays."""

    def power_on(self) -> None:
        """The power comes."""


class Failing:
    """Lets a board fail as its rates say. `turn` is called again and again, with times that do not run backwards."""

    def __init__(self, board: Failable, seed: int | str) -> None:
        self.rates = BoardRates()
        """May be set at any time, from any thread."""
        self.told = Counter[str]()
        """How often each failure has begun."""
        self._board = board
        self._reboots, self._hangs, self._unplugs = (Spells(f"{seed}/{what}") for what in ("reboot", "hang", "unplug"))
        self._is_off = self._is_out = False

    def turn(self, now_s: float) -> None:
        """Begins and ends what is due now. One thing at a time: a board without power cannot hang."""
        rates, board = self.rates, self._board
        if self._is_off and not self._reboots.is_on(now_s):
            self._is_off = False
            board.power_on()
        if self._is_out and not self._unplugs.is_on(now_s):
            self._is_out = False
            board.plug_in()
        if self._is_off or self._is_out:
            return
        if self._unplugs.begins(now_s, rates.unplug_every_s, rates.unplug_for_s):
            self._is_out = True
            self.told["unplug"] += 1
            board.unplug()
        elif self._reboots.begins(now_s, rates.reboot_every_s, OFF_S):
            self._is_off = True
            self.told["reboot"] += 1
            board.power_off()
        elif self._hangs.begins(now_s, rates.hang_every_s):
            self.told["hang"] += 1
            board.hang()
