"""A sensor that lies in a soak: when, for how long, and what it tells instead of the truth.

Each lie lasts a spell and is followed by an honest one, so that what comes after a lie is looked at as well.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Literal, TypeAlias

from companion.table.faults import HEALTHY, Faults, Sheet
from companion.table.kit import Kit
from companion.table.sightings import MarkerId, Reading

Liar: TypeAlias = Literal["scale", "camera", "markers"]
LIARS: tuple[Liar, ...] = ("scale", "camera", "markers")

LIE_S = (2.0, 60.0)
HONEST_S = (5.0, 40.0)
_WAYS: dict[Liar, tuple[str, ...]] = {
    "scale": ("stuck", "drifting", "off"),
    "camera": ("covered", "half covered", "frozen"),
    "markers": ("exchanged",),
}
LIES = tuple(f"lie: {way}" for ways in _WAYS.values() for way in ways)
"""What the lies are counted under."""
MOST_DRIFT = 5.0
"""Pieces by which a load drifts in a spell, up or down."""
MOST_OFF = 3

Spoil: TypeAlias = Callable[[Faults], None]


class LyingSensor:
    """One sensor that lies for spells of random length; the same seed and table give the same lies."""

    def __init__(self, liar: Liar, seed: int, kit: Kit, spoil: Spoil) -> None:
        self.way = ""
        """How it lies now; empty where it tells the truth."""
        self.told = Counter[str]()
        """How often it has lied, a way each."""
        self.changed_s = 0.0
        """When the spell began, of lies or of honesty."""
        self._rng = random.Random(f"{liar}/{seed}")
        self._liar = liar
        self._kit = kit
        self._spoil = spoil
        self._until_s = self._length_s(HONEST_S)
        self._at_s = 0.0
        self._load: float | None = None
        """What lay on the scale as the lie began."""
        self._off = 0.0

    def look(self, reading: Reading) -> None:
        """Time goes on to this look; lies end and begin."""
        self._at_s = reading.at_s
        if reading.at_s < self._until_s:
            return
        if self.way:
            self._be_honest()
        else:
            self._lie(reading)

    def load(self, true: float) -> float:
        """What the scale weighs, in pieces, where so much lies on it."""
        if self._liar != "scale" or not self.way:
            return true
        if self._load is None:
            self._load = true
        if self.way == "stuck":
            return self._load
        if self.way == "off":
            return max(0.0, true + self._off)
        return max(0.0, true + self._off * (self._at_s - self.changed_s) / (self._until_s - self.changed_s))

    def _be_honest(self) -> None:
        self.way, self._load = "", None
        self.changed_s, self._until_s = self._at_s, self._at_s + self._length_s(HONEST_S)
        self._spoil(HEALTHY)

    def _lie(self, reading: Reading) -> None:
        way, faults = self._rng.choice(_WAYS[self._liar]), HEALTHY
        if way == "exchanged":
            pair = self._pair(reading)
            if pair is None:
                self._until_s = self._at_s + 1.0  # nothing lies there yet: look again in a second
                return
            faults = Faults(exchanged=(pair,))
        elif way == "frozen":
            faults = Faults(is_frozen=True)
        elif way == "covered":
            faults = Faults(Sheet())
        elif way == "half covered":
            faults = Faults(self._part())
        self.way, self._off = way, self._drawn_off(way)
        self.told[f"lie: {way}"] += 1
        self.changed_s, self._until_s = self._at_s, self._at_s + self._length_s(LIE_S)
        self._spoil(faults)

    def _drawn_off(self, way: str) -> float:
        if way == "off":
            return self._rng.choice((-1, 1)) * self._rng.randint(1, MOST_OFF)
        return self._rng.choice((-1, 1)) * self._rng.uniform(1.0, MOST_DRIFT)

    def _part(self) -> Sheet:
        width, height = self._rng.uniform(0.2, 0.8), self._rng.uniform(0.2, 0.8)
        return Sheet(self._rng.uniform(-0.1, 1.1 - width), self._rng.uniform(-0.1, 1.1 - height), width, height)

    def _pair(self, reading: Reading) -> tuple[MarkerId, MarkerId] | None:
        """Two pieces of one size that lie face up in sight."""
        sizes: dict[str, list[MarkerId]] = {}
        for each in reading.sightings:
            piece = self._kit.pieces.get(self._kit.kinds.get(each.marker, ""))
            if piece is not None and not piece.is_shared:
                sizes.setdefault(piece.size, []).append(each.marker)
        enough = [sorted(set(markers)) for _, markers in sorted(sizes.items()) if len(set(markers)) > 1]
        if not enough:
            return None
        one, other = self._rng.sample(self._rng.choice(enough), 2)
        return one, other

    def _length_s(self, bounds: tuple[float, float]) -> float:
        """Short spells are as likely as long ones, by their order of magnitude."""
        low, high = bounds
        return math.exp(self._rng.uniform(math.log(low), math.log(high)))
