"""Dice that are rolled at a virtual table: taken up, on their way, and at rest, by the clock."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.table.layout import Zone
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import Odd, throw

TAKEN_S = 0.6
"""So long the tray is empty: somebody has the dice in the hand."""
STEP_S = 0.15
STEPS = 2
"""So often dice on their way lie elsewhere, and for how long: a camera sees them in one or two pictures."""


class RollingDice:
    """The dice of one virtual table. The same seed and the same rolls give the same dice."""

    def __init__(self, seed: int, speed: float = 1.0) -> None:
        self._seed = seed
        self._rolls = 0
        self._make = int(self._chance("make").integers(len(MAKES)))
        """All dice of a table are of one make."""
        self._speed = speed
        self._began_s = float("-inf")
        self._ways: tuple[tuple[LyingDie, ...], ...] = ()
        self._rest: tuple[LyingDie, ...] = ()

    def roll(
        self, zone: Zone, colours: Sequence[str], now_s: float, values: Sequence[int] | None = None, odd: Odd = ""
    ) -> None:
        """Take up all dice, and roll one of each of these colours into the zone; an odd one may lie as none should.

        With `values` they come to rest on these, one a die. Raises ValueError where the zone is too small for them.
        """
        area = (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
        flat: Odd = ""
        odds = (*[flat] * STEPS, odd)
        self._rolls += 1
        throws = [
            throw(self._chance(f"{self._rolls}/{step}"), len(colours), colours, area, make=self._make, odd=each)
            for step, each in enumerate(odds)
        ]
        *ways, rest = (_painted(each, colours) for each in throws)
        self._rest = rest if values is None else _turned(rest, values)
        self._ways = tuple(ways)
        self._began_s = now_s

    def _chance(self, what: str) -> np.random.Generator:
        """Chance for one throw alone: how exactly the dice of earlier ones lay tells nothing of what comes."""
        return np.random.default_rng(int.from_bytes(hashlib.sha256(f"{self._seed}/{what}".encode()).digest()[:16]))

    def at(self, now_s: float) -> tuple[LyingDie, ...]:
        """The dice as a picture shows them."""
        since_s = (now_s - self._began_s) * self._speed - TAKEN_S
        if since_s < 0:
            return ()
        if since_s >= STEPS * STEP_S:
            return self._rest
        return self._ways[int(since_s / STEP_S)]

    def is_moving(self, now_s: float) -> bool:
        """Whether they have yet to come to rest."""
        return bool(self._rest) and (now_s - self._began_s) * self._speed < TAKEN_S + STEPS * STEP_S

    @property
    def lying(self) -> tuple[LyingDie, ...]:
        """As they lie once they have come to rest: the truth of a roll."""
        return self._rest


def _painted(dice: Sequence[LyingDie], colours: Sequence[str]) -> tuple[LyingDie, ...]:
    return tuple(replace(die, colour=colour) for die, colour in zip(dice, colours, strict=True))


def _turned(dice: Sequence[LyingDie], values: Sequence[int]) -> tuple[LyingDie, ...]:
    return tuple(replace(die, value=value) for die, value in zip(dice, values, strict=True))
