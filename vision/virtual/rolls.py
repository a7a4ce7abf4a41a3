"""The dice of a virtual table: rolled, put by hand from zone to zone, on their way, and at rest, by the clock."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.table.dice import TrueDie
from companion.table.layout import Zone
from vision.virtual.dice.makes import MAKES
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import Odd, gap_mm, throw

TAKEN_S = 0.6
"""So long the tray is empty: somebody has the dice in the hand."""
STEP_S = 0.15
STEPS = 2
"""So often dice on their way lie elsewhere, and for how long: a camera sees them in one or two pictures."""
SAME_MM = 0.5
"""A die of the same colour and value that lies so near to where one is to lie is left alone."""
TURNS = 20
"""So many turns of a die are tried beside others until it lies along the mat."""


@dataclass(frozen=True)
class _Placed:
    """A die in a zone, where it lies from that time on; before it is in a hand, or on its way."""

    zone: str
    die: LyingDie
    from_s: float
    seat: int | None = None
    """Whose place the zone is; None where it is everybody's."""


class RollingDice:
    """The dice of one virtual table. The same seed and the same calls give the same dice."""

    def __init__(self, seed: int, speed: float = 1.0) -> None:
        self._seed = seed
        self._moves = 0
        self._make = int(self._chance("make").integers(len(MAKES)))
        """All dice of a table are of one make."""
        self._speed = speed
        self._began_s = float("-inf")
        self._ways: tuple[tuple[LyingDie, ...], ...] = ()
        self._placed: tuple[_Placed, ...] = ()

    def roll(
        self, zone: Zone, colours: Sequence[str], now_s: float, values: Sequence[int] | None = None, odd: Odd = ""
    ) -> None:
        """Take up all dice, and roll one of each of these colours into the zone; an odd one may lie as none should.

        With `values` they come to rest on these, one a die. Raises ValueError where the zone is too small for them.
        """
        area = (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
        flat: Odd = ""
        odds = (*[flat] * STEPS, odd)
        self._moves += 1
        throws = [
            throw(self._chance(f"{self._moves}/{step}"), len(colours), colours, area, make=self._make, odd=each)
            for step, each in enumerate(odds)
        ]
        *ways, rest = (_painted(each, colours) for each in throws)
        rest = rest if values is None else _turned(rest, values)
        rests_s = now_s + (TAKEN_S + STEPS * STEP_S) / self._speed
        self._placed = tuple(_Placed(zone.zone, die, rests_s, zone.seat) for die in rest)
        self._ways = tuple(ways)
        self._began_s = now_s

    def put(self, zone: Zone, dice: Sequence[TrueDie], now_s: float) -> float | None:
        """Let exactly these dice lie in the zone; when the hand has let go of them, or None where it has nothing to do.

        What does not lie there yet is taken from elsewhere, but not out of another seat's place, and out of the bag
        where no such die lies; what else lies in the zone goes. Raises ValueError for a value that no die has.
        """
        left, kept, missing = list(self._placed), list[_Placed](), list[TrueDie]()
        for want in dice:
            there = next((each for each in left if each.zone == zone.zone and _lies_as(each.die, want)), None)
            if there is None:
                missing.append(want)
            else:
                left.remove(there)
                kept.append(there)
        self._moves += 1
        lies_s = now_s + TAKEN_S / self._speed
        chance, laid = self._chance(f"{self._moves}/put"), list[_Placed]()
        for place, want in enumerate(missing, 1):
            # Those to come may lie along the mat: where they do not fit otherwise they will.
            beside = [*(each.die for each in (*kept, *laid)), *(self._die(each, 0.0) for each in missing[place:])]
            laid.append(_Placed(zone.zone, self._laid(chance, want, beside), lies_s, zone.seat))
            if (source := _source(left, want, zone)) is not None:
                left.remove(source)
        is_gone = any(each.zone == zone.zone for each in left)
        self._placed = (*(each for each in left if each.zone != zone.zone), *kept, *laid)
        return lies_s if laid or is_gone else None

    def _laid(self, chance: np.random.Generator, want: TrueDie, beside: Sequence[LyingDie]) -> LyingDie:
        """The die as a hand lays it: turned anyhow, but not into one beside it."""
        for _ in range(TURNS):
            die = self._die(want, float(chance.uniform(0, 360)))
            if all(gap_mm(die, other) > 0 for other in beside):
                return die
        return self._die(want, 0.0)

    def _die(self, want: TrueDie, turn_deg: float) -> LyingDie:
        return LyingDie(want.x_mm, want.y_mm, turn_deg, want.value, want.colour, make=self._make)

    def _chance(self, what: str) -> np.random.Generator:
        """Chance for one throw alone: how exactly the dice of earlier ones lay tells nothing of what comes."""
        return np.random.default_rng(int.from_bytes(hashlib.sha256(f"{self._seed}/{what}".encode()).digest()[:16]))

    def at(self, now_s: float) -> tuple[LyingDie, ...]:
        """The dice as a picture shows them."""
        since_s = (now_s - self._began_s) * self._speed - TAKEN_S
        rolled = self._ways[int(since_s / STEP_S)] if 0 <= since_s < STEPS * STEP_S else ()
        return (*rolled, *(each.die for each in self._placed if each.from_s <= now_s))

    def is_moving(self, now_s: float) -> bool:
        """Whether some have yet to come to rest."""
        return any(each.from_s > now_s for each in self._placed)

    @property
    def lying(self) -> tuple[LyingDie, ...]:
        """As they lie once they have come to rest: the truth of a roll."""
        return tuple(each.die for each in self._placed)

    def truly(self) -> tuple[TrueDie, ...]:
        """The same, each with the zone in which it lies."""
        return tuple(
            TrueDie(each.die.value, each.die.colour, each.die.x_mm, each.die.y_mm, each.zone) for each in self._placed
        )


def _lies_as(die: LyingDie, want: TrueDie) -> bool:
    same = (die.colour, die.value) == (want.colour, want.value)
    return same and math.dist((die.x_mm, die.y_mm), (want.x_mm, want.y_mm)) <= SAME_MM


def _source(left: Sequence[_Placed], want: TrueDie, zone: Zone) -> _Placed | None:
    """The die that is taken for it: one of its colour, rather with its value before it is turned, rather from there,
    or the same seat."""
    same = [
        each
        for each in left
        if each.die.colour == want.colour and (zone.seat is None or each.seat in (None, zone.seat))
    ]

    def rank(each: _Placed) -> tuple[bool, bool, bool]:
        return each.die.value != (want.was or want.value), each.zone != zone.zone, each.seat is None

    return min(same, key=rank, default=None)


def _painted(dice: Sequence[LyingDie], colours: Sequence[str]) -> tuple[LyingDie, ...]:
    return tuple(replace(die, colour=colour) for die, colour in zip(dice, colours, strict=True))


def _turned(dice: Sequence[LyingDie], values: Sequence[int]) -> tuple[LyingDie, ...]:
    return tuple(replace(die, value=value) for die, value in zip(dice, values, strict=True))
