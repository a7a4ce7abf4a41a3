"""While people put a wrong table right, each of their moves may look like an act of the game, and is none."""

from __future__ import annotations

import msgspec

from companion.games.core import Action
from companion.referee.comparison import AnyState, Comparison, values_of
from companion.table.seen import TableView, ZoneView, fits, is_on_the_way, pieces, show


class Repair(msgspec.Struct, frozen=True):
    """A table that was called wrong, and the position it is to be put right for."""

    start: AnyState
    """The position in which it was judged."""
    done: tuple[Action, ...]
    """Acts from there that the table shows as well."""
    wrong: Comparison
    """The table, held against the position that these acts lead to."""

    @property
    def goal(self) -> AnyState:
        """The position that the table is to show."""
        return self.wrong.position.state

    def is_half_done(self, seen: TableView) -> bool:
        """Whether a table may be on the way: each zone is as it was when it was called wrong, right by now, or between.

        A table that is right all over is no longer on the way.
        """
        look, was = self.wrong.look, {zone.zone: zone for zone in self.wrong.seen.zones}
        left = [zone for zone in seen.zones if not fits(look[zone.zone], zone)]
        return bool(left) and all(self._may_be_left(was[zone.zone], zone) for zone in left)

    def _may_be_left(self, was: ZoneView, zone: ZoneView) -> bool:
        if zone.covered or pieces(zone) == pieces(was):
            return True
        goal = self.wrong.look[zone.zone]
        return is_on_the_way(was, zone, show(zone.zone, goal), may_be_empty=True, values=values_of(goal))
