"""Dice of a virtual table and the hands that put them down, which hide what is below them meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.dice import TrueDie
from companion.table.layout import Layout, Spot, Zone
from vision.virtual.hands import arm_for
from vision.virtual.rolls import RollingDice
from vision.virtual.scene import Hand


class DiceHands(RollingDice):
    """Rolling dice, with an arm over the mat as long as somebody has some of them in the hand."""

    def __init__(self, layout: Layout, seed: int, speed: float = 1.0) -> None:
        super().__init__(seed, speed)
        self._layout = layout
        self._putting: tuple[tuple[Hand, float], ...] = ()
        """Each hand, and until when it is there."""

    def put_by(self, seat: int | None, zone: Zone, dice: Sequence[TrueDie], now_s: float) -> None:
        """As `put`, by a hand of that seat, if one is given."""
        until_s = self.put(zone, dice, now_s)
        if until_s is not None:
            spot = Spot(zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)
            arm = arm_for(seat, spot, self._layout)
            still = (each for each in self._putting if each[1] > now_s)
            self._putting = (*still, (arm.hand(arm.palm_for(spot)), until_s))

    def hands(self, now_s: float) -> tuple[Hand, ...]:
        """The hands that have dice to put down now."""
        return tuple(hand for hand, until_s in self._putting if until_s > now_s)
