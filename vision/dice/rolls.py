"""Looks at dice over time to rolls: what has come to rest, and what it shows. Time comes with the looks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.dice.records import LOOKS_CLEAR, VALUES, DiceReading, Die, Verdict
from vision.dice.words import tell

STILL_MM = 1.5
"""A die that stays this near to where it came to rest lies still."""
CLEAR_STILL_MM = 4.0
"""The same of a die that looks clear: its lower face shines through and draws its box a
fifth of a die to and fro. Of 601 rendered rolls with clear dice 21 never came to rest for such boxes."""
SETTLED_AFTER_S = 0.4
"""How long all dice must lie still before they count."""
ROUNDING_S = 0.001
"""Times are differences of a clock's large numbers: 0.4 s may come out a little less."""
SETTLED_LOOKS = 3
"""At least this many looks must read the same, however slowly they come."""
DOUBTED_AFTER_S = 1.5
"""After so long at rest a die that is still not read is told as doubtful: nothing will change by itself."""
MISSED_S = 0.3
"""For so long a die at rest may be missed by single looks: one at the edge of being seen comes and goes."""
GONE_AFTER_S = 1.0
"""So long dice that were taken away are gone before that is told: somebody may only be at them. Own choice."""
SELDOM = 0.5
"""What no look could read, and no more than this part of the looks since it came saw at all, is no die: a print or a
shadow at the edge of being taken for one."""


@dataclass(frozen=True)
class Roll:
    """Dice that came to rest, as they lie. The verdict is "read" only where each die is."""

    at_s: float
    """When they had lain still long enough, by the frames' clock."""
    verdict: Verdict
    dice: tuple[Die, ...]
    sentence: str
    again: bool = False
    """Whether they are the dice that were told of before, which have not moved since: more of them can be read."""


@dataclass(frozen=True)
class _Rest:
    """One die since it last moved."""

    x_mm: float
    y_mm: float
    """Where it was at first: a die that creeps is not at rest."""
    newest: Die
    since_s: float
    """When it came."""
    seen_s: float
    looks: int = 0
    """How many there were since it came, this place seen or not."""
    seen: int = 0
    """In how many of them it was seen."""
    value: int | None = None
    """What the looks that read it agree on."""
    reads: int = 0
    lowest: float = 1.0
    """The least confidence of those looks."""
    differs: bool = False
    """Whether two looks read different values: then none of them is believed."""
    weights: tuple[float, ...] = (0.0,) * len(VALUES)
    """What speaks for each value: the confidence of all looks that found it the likeliest."""

    def next(self, die: Die, at_s: float) -> _Rest:
        """After one more look at the same place."""
        weights = tuple(
            weight + (die.confidence if value == die.likely else 0.0)
            for value, weight in zip(VALUES, self.weights, strict=True)
        )
        again = replace(self, newest=die, seen_s=at_s, looks=self.looks + 1, seen=self.seen + 1, weights=weights)
        if die.value is None:
            return again
        differs = self.differs or self.value not in (None, die.value)
        lowest = min(self.lowest, die.confidence)
        return replace(again, value=die.value, reads=self.reads + 1, lowest=lowest, differs=differs)

    def missed(self) -> _Rest:
        """After one more look that did not see it."""
        return replace(self, looks=self.looks + 1)

    def is_none(self) -> bool:
        """Whether so few looks saw anything here, and none could read it, that no die lies here."""
        return not self.reads and self.seen <= SELDOM * self.looks

    def settled(self) -> Die:
        """The die as all looks since then have it: read where enough of them did and none read another value."""
        if self.value is not None and self.reads >= SETTLED_LOOKS and not self.differs:
            return replace(self.newest, value=self.value, likely=self.value, state="read", confidence=self.lowest)
        state = "doubtful" if self.newest.state == "read" else self.newest.state
        return replace(self.newest, value=None, state=state, likely=self._likely())

    def _likely(self) -> int | None:
        """What it is likeliest to show, by all looks."""
        most = max(self.weights)
        return VALUES[self.weights.index(most)] if most else self.newest.likely


@dataclass(frozen=True)
class Rolling:
    """How long the dice have lain still. Start with `Rolling()`, give each look to `next`, read `roll` and `dice`.

    Taking dice away is no roll, nor is a hand that hides them for a while; one die thrown anew beside others is. With
    `tells_gone` it is told what still lies there once dice have been gone for a while, and no die where none does.
    """

    at_s: float = 0.0
    since_s: float = 0.0
    """Of the first look, or of the newest after which some die had moved or was gone."""
    looks: int = 0
    rests: tuple[_Rest, ...] = ()
    known: tuple[_Rest, ...] = ()
    """The dice of the newest roll, as they lay."""
    roll: Roll | None = None
    """The roll that came to rest with the newest look; None with every other."""
    tells_gone: bool = False

    def next(self, reading: DiceReading, at_s: float, px_per_mm: float) -> Rolling:
        """After one more look, taken at `at_s` by the camera's clock; `px_per_mm`, over 0, is its picture's scale."""
        fresh = tuple(
            _Rest(x_px / px_per_mm, y_px / px_per_mm, die, at_s, at_s).next(die, at_s)
            for die in reading.dice
            for x_px, y_px in [die.middle_px]
        )
        rests = _followed(self.rests, fresh, at_s) if self.looks else None
        if rests is None:
            return replace(self, at_s=at_s, since_s=at_s, looks=1, rests=fresh, roll=None)
        still = replace(self, at_s=at_s, looks=self.looks + 1, rests=rests, roll=None)
        return still._rolling() if still._is_roll() else still

    def is_resting(self) -> bool:
        """Whether all dice have lain still long enough."""
        looks = min((each.looks for each in self._lying()), default=self.looks)
        return looks >= SETTLED_LOOKS and self.still_for(SETTLED_AFTER_S)

    def still_for(self, time_s: float) -> bool:
        """Whether the newest die has lain so long. What came since and turned out to be no die delays nothing."""
        since_s = max((each.since_s for each in self._lying()), default=self.since_s)
        return self.at_s - since_s >= time_s - ROUNDING_S

    def dice(self) -> tuple[Die, ...]:
        """The dice now: as they lie, or all "moving" until they have come to rest."""
        if self.is_resting():
            return tuple(each.settled() for each in self._lying())
        return tuple(replace(each.newest, value=None, state="moving") for each in self._lying())

    def _lying(self) -> tuple[_Rest, ...]:
        return tuple(each for each in self.rests if not each.is_none())

    def is_owed(self) -> bool:
        """Whether dice that were told of are gone, and that is yet to be told."""
        return self.tells_gone and len(self._lying()) < len(self.known)

    def _is_roll(self) -> bool:
        """Whether these dice have come to rest, are not the known ones, and all that can be read of them is."""
        lying = self._lying()
        is_known = all(any(_is_same(each, one) for one in self.known) for each in lying)
        if not self.is_resting() or (is_known and not (self.is_owed() and self.still_for(GONE_AFTER_S))):
            return False
        is_read = all(each.settled().state == "read" for each in lying)
        return is_read or self.still_for(DOUBTED_AFTER_S)

    def _rolling(self) -> Rolling:
        lying = self._lying()
        dice = tuple(each.settled() for each in lying)
        verdict: Verdict = "read" if all(die.state == "read" for die in dice) else "doubtful"
        again = len(lying) == len(self.known) and all(any(_is_still(each, one) for one in self.known) for each in lying)
        return replace(self, known=lying, roll=Roll(self.at_s, verdict, dice, tell(dice), again))


def _followed(before: Sequence[_Rest], fresh: Sequence[_Rest], at_s: float) -> tuple[_Rest, ...] | None:
    """The dice after one more look, those that came with it last; None where one moved or has been away too long."""
    left, rests, is_missing = list(fresh), list[_Rest](), False
    for each in before:
        same = min(left, key=lambda one: _apart_mm(one, each), default=None)
        if same is not None and _is_still(same, each):
            left.remove(same)
            rests.append(each.next(same.newest, at_s))
        elif at_s - each.seen_s <= MISSED_S + ROUNDING_S:
            rests.append(each.missed())
            is_missing = is_missing or bool(each.reads)
        elif not each.missed().is_none():
            return None
    return None if left and is_missing else (*rests, *left)


def _is_same(rest: _Rest, known: _Rest) -> bool:
    """Whether a die at rest is one that was told, with nothing new to tell."""
    return _is_still(known, rest) and rest.settled().value in (None, known.settled().value)


def _is_still(one: _Rest, other: _Rest) -> bool:
    """Whether they are as near as looks at one die that lies still."""
    is_clear = any((each.newest.clear or 0.0) >= LOOKS_CLEAR for each in (one, other))
    return _apart_mm(one, other) <= (CLEAR_STILL_MM if is_clear else STILL_MM)


def _apart_mm(one: _Rest, other: _Rest) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
