"""The table as it was when it last showed the game, so that a later look at it is understood."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.core import OFF_MAT, Action
from companion.referee.comparison import Comparison, Look, is_between, looks_alike
from companion.referee.explain import touches
from companion.table.expected import Content, Pile, Worth
from companion.table.seen import TableView, ZoneView

Clear = Mapping[str, ZoneView]
"""The zones of a table that nothing hides."""


class Matched(msgspec.Struct, frozen=True):
    """What the table had to show when it last did, and the very cards that lay there."""

    look: Look | None = None
    """What it had to show; None where it has not since the position was set back."""
    markers: Mapping[str, tuple[int, ...]] = {}
    """Which cards it showed then, by zone."""
    below: Mapping[str, tuple[int, ...]] = {}
    """Which cards each zone showed before those: they come to light again where a hand takes off what it has laid."""
    owed: frozenset[str] = frozenset()
    """Zones in which a card like the one below it was told of by a tap and has yet to be laid."""
    begun: Action | None = None
    """What it showed besides, and may still go on: whatever else is done later comes after it."""

    def showing(self, look: Look, begun: Action | None = None) -> Matched:
        """The same once the table has shown this, and besides what has begun."""
        return msgspec.structs.replace(self, look=look, begun=begun)

    def forgotten(self) -> Matched:
        """The same once the position was set back: what the table showed tells nothing of it."""
        return msgspec.structs.replace(self, look=None, begun=None)

    def seeing(self, seen: TableView) -> Matched:
        """The same with the cards that lie there now, so that a later one of the same kind is noticed."""
        now = {zone.zone: zone.markers for zone in seen.zones if _is_seen(zone)}
        gone = {zone: known for zone, known in self.markers.items() if now.get(zone, known) != known}
        return msgspec.structs.replace(self, markers={**self.markers, **now}, below={**self.below, **gone})

    def told(self, act: Action, before: Look, after: Look) -> Matched:
        """The same once an act was tapped that leads from one look to the other.

        Where it does not show, the card that lies there anew is this act's and no other's.
        """
        changed = {zone for zone in before if not looks_alike(zone, before, after)}
        # Of two acts the second may lead back to the look that the table last had.
        last = self.look or {}
        back = {zone for zone in changed if zone in last and looks_alike(zone, last, after)}
        alike = back | {zone for zone in before if _is_laid_on(before[zone], after.get(zone))}
        if not changed and act.sense not in OFF_MAT:
            alike |= before.keys()  # where it lies does not show: it may be wherever such an act lays something
        owed = {zone for zone in alike if touches(act, frozenset([zone]))}
        # Whatever lies in a changed zone once it is seen again is this act's.
        markers = {zone: known for zone, known in self.markers.items() if zone not in changed}
        return Matched(self.look, markers, self.below, self.owed | owed)

    def lagging(self, held: Comparison) -> frozenset[str]:
        """Zones that show what they had to before the last taps, or something on the way from there."""
        last = self.look
        if last is None:
            return frozenset()
        return frozenset(
            zone for zone in held.differs if is_between(held.zone(zone), last[zone], held.look[zone], True)
        )

    def laid_anew(self, look: Look, clear: Clear) -> frozenset[str]:
        """Zones of which the look is as before, and in which another card lies now."""
        # Where a tap has told of what lies there now, the card is that act's.
        # Of discs that are counted by value five may be exchanged for one at any time: that is no act.
        known = [
            zone
            for name, zone in clear.items()
            if self.look and not isinstance(look[name], Worth) and looks_alike(name, self.look, look)
        ]
        changed = [
            zone
            for zone in known
            if zone.markers not in (self.markers.get(zone.zone, zone.markers), self.below.get(zone.zone))
        ]
        # A card that lay elsewhere until now was laid by nobody: it is read as another.
        return frozenset(zone.zone for zone in changed if _is_seen(zone) and not self._lay_elsewhere(zone))

    def still(self, look: Look, clear: Clear) -> frozenset[str]:
        """Piles that show the very card that they showed when the table last did: nothing lies on it."""
        last = self.look or {}
        piles = {zone for zone, content in look.items() if isinstance(content, Pile) and last.get(zone) == content}
        shown = (each for zone, each in clear.items() if zone in piles and each.kinds and _is_seen(each))
        return frozenset(each.zone for each in shown if each.markers == self.markers.get(each.zone))

    def _lay_elsewhere(self, zone: ZoneView) -> bool:
        """Whether a card that lies there anew was last seen in another zone."""
        others = {marker for name, markers in self.markers.items() if name != zone.zone for marker in markers}
        return bool(others.intersection(zone.markers) - set(self.markers.get(zone.zone, ())))


def _is_laid_on(before: Content, after: Content | None) -> bool:
    """Whether a pile shows as much as before and holds more."""
    if not isinstance(before, Pile) or not isinstance(after, Pile):
        return False
    return before.top == after.top and before.count < after.count


def _is_seen(zone: ZoneView) -> bool:
    """Whether a camera told of it: the scale knows of no marker."""
    return not zone.covered and (bool(zone.markers) or not zone.kinds)
