"""What of scale and camera is believed. What contradicts itself or the others is set aside, until it agrees again.

The camera as a whole is not set aside: a shell it does not see leaves the bare ground hidden, so it is rarely sure and
wrong. A card in the wrong sleeve is: it reads as another wherever it lies.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

import msgspec

from companion.referee.scale import DOUBTED_AFTER_S
from companion.table.layout import Spot
from companion.table.seen import ZoneView
from companion.table.sightings import MarkerId, Sighting

SET_ASIDE_AFTER_S = 10.0
"""So long the scale may differ from what the camera sees and the game asks for."""
AGREEMENTS = 2
"""On so many different numbers it must agree before it is believed again: a stuck one may agree on one by chance."""


class ScaleTrust(msgspec.Struct, frozen=True):
    """What is to be thought of the scale."""

    is_aside: bool = False
    differs_since_s: float | None = None
    """Since when it has contradicted the camera; None where it does not, or nobody can tell."""
    agreed: frozenset[int] = frozenset()
    """Numbers on which it has agreed with the camera since it was set aside."""

    def next(self, at_s: float, seen: ZoneView, felt: ZoneView, wanted: ZoneView) -> ScaleTrust:
        """What to think of it after one more look at a table that rests.

        `seen` is its zone as the camera has it, `felt` as the scale has it, `wanted` what the game asks for there.
        """
        if seen.covered or seen.backs:
            return ScaleTrust(self.is_aside, None, self.agreed)
        if seen.kinds == felt.kinds:
            return self._agreeing(len(felt.kinds))
        since_s = at_s if self.differs_since_s is None else self.differs_since_s
        if self.is_aside:
            is_long = at_s - since_s >= DOUBTED_AFTER_S
            return ScaleTrust(True, since_s, frozenset() if is_long else self.agreed)
        if seen.kinds != wanted.kinds:
            return ScaleTrust()  # something was done there: which of the two is right, nobody knows yet
        return ScaleTrust(at_s - since_s >= SET_ASIDE_AFTER_S, since_s)

    def _agreeing(self, count: int) -> ScaleTrust:
        if not self.is_aside:
            return ScaleTrust()
        agreed = self.agreed | {count}
        return ScaleTrust() if len(agreed) >= AGREEMENTS else ScaleTrust(True, None, agreed)


EXCHANGED_WITHIN_S = 0.5
"""Nobody's hands exchange two cards in less: to carry one takes longer."""
SAME_PLACE_MM = 4.0
"""So far apart two readings of a card that lies still may be, and hardly ever two cards laid by hand on one place."""
FAR_MM = 30.0


class Place(msgspec.Struct, frozen=True):
    """Where a marker was last read, and when."""

    spot: Spot
    at_s: float

    def is_near(self, spot: Spot, most_mm: float = SAME_PLACE_MM) -> bool:
        """Whether that is the same place."""
        return math.hypot(self.spot.x_mm - spot.x_mm, self.spot.y_mm - spot.y_mm) <= most_mm


class MarkerTrust(msgspec.Struct, frozen=True):
    """Which cards are not believed to be what their markers say."""

    told: frozenset[MarkerId] = frozenset()
    """Those of which the host has said that they are misread."""
    exchanged: frozenset[tuple[MarkerId, MarkerId]] = frozenset()
    """Pairs that have changed places faster than any hand, the lower number first."""
    places: Mapping[MarkerId, Place] = {}
    """Where each was last read."""

    @property
    def aside(self) -> frozenset[MarkerId]:
        """Every marker that is no fact now."""
        return self.told.union(*self.exchanged) if self.exchanged else self.told

    def next(self, at_s: float, seen: Iterable[Sighting], kinds: Mapping[MarkerId, str]) -> MarkerTrust:
        """After one more look; `kinds` has the markers that one card alone carries.

        A pair that changes back is believed again. One of two cards of the same kind is as good as the other.
        """
        fresh = {each.marker: Place(Spot(each.x_mm, each.y_mm), at_s) for each in seen if each.marker in kinds}
        moved = [marker for marker in fresh if self._has_jumped(marker, fresh[marker])]
        pairs = {
            (one, other)
            for one in moved
            for other in moved
            if one < other
            and kinds[one] != kinds[other]
            and self.places[one].is_near(fresh[other].spot)
            and self.places[other].is_near(fresh[one].spot)
        }
        return MarkerTrust(self.told, self.exchanged ^ pairs, {**self.places, **fresh})

    def _has_jumped(self, marker: MarkerId, now: Place) -> bool:
        before = self.places.get(marker)
        if before is None or not 0 <= now.at_s - before.at_s <= EXCHANGED_WITHIN_S:
            return False
        return not before.is_near(now.spot, FAR_MM)

    def agreeing(self, kinds: Mapping[MarkerId, str], wanted: Mapping[MarkerId, Collection[str]]) -> MarkerTrust:
        """After a look at a table at rest; `wanted` is what the game has where each marker is read.

        A pair is believed again as soon as the game has the kind of one where it is read, and not that of the other.
        """
        back = {
            pair
            for pair in self.exchanged
            if any(
                kinds[one] in wanted.get(one, ()) and kinds[other] not in wanted.get(one, ())
                for one, other in (pair, pair[::-1])
            )
        }
        return msgspec.structs.replace(self, exchanged=self.exchanged - back) if back else self

    def without(self, markers: Iterable[MarkerId]) -> MarkerTrust:
        """From now on these are not believed, wherever they are read."""
        return msgspec.structs.replace(self, told=self.told | frozenset(markers))

    def restored(self) -> MarkerTrust:
        """From now on all are believed."""
        return msgspec.structs.replace(self, told=frozenset(), exchanged=frozenset())
