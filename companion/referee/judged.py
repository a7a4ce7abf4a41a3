"""What is judged: a table as far as it rests, held against the position, and who tells of it."""

from __future__ import annotations

import msgspec

from companion.referee.comparison import Comparison, Position
from companion.referee.places import Misplaced
from companion.table.evidence import Sensor
from companion.table.seen import TableView


class Judged(msgspec.Struct, frozen=True):
    """One table to judge. The scale tells of it where no camera looks."""

    held: Comparison
    moving: frozenset[str]
    by: Sensor
    restoring: bool
    off: tuple[Misplaced, ...] = ()
    """Pieces that lie in their zone and not in their place."""

    def is_of(
        self,
        position: Position,
        table: TableView,
        moving: frozenset[str],
        by: Sensor,
        restoring: bool,
        off: tuple[Misplaced, ...] = (),
    ) -> bool:
        """Whether the same is to be judged again: nothing has moved and nothing was done."""
        known = self.held.position.state
        is_same = position.state is known or position.state == known
        now = (self.held.seen, self.moving, self.by, self.restoring, self.off)
        return is_same and now == (table, moving, by, restoring, off)

    def named_for(self, position: Position) -> Judged:
        """The same where somebody is called otherwise by now."""
        if position is self.held.position:
            return self
        return msgspec.structs.replace(self, held=msgspec.structs.replace(self.held, position=position))

    def covered(self) -> frozenset[str]:
        """Zones of which a camera would have to tell and does not: something hides them, or moves there."""
        return frozenset(zone.zone for zone in self.held.seen.zones if zone.covered and self.by == "camera")

    def veiled(self) -> frozenset[str]:
        """The covered zones that pieces hide which stand there, as the game has it."""
        covered = self.covered()
        return covered & self.held.position.veiled - self.moving if covered else covered

    def obscured(self) -> frozenset[str]:
        """The covered zones that something else hides, or in which something moves."""
        return self.covered() - self.veiled()

    def hidden(self) -> frozenset[str]:
        """The covered zones in which nothing has just moved."""
        return self.covered() - self.moving
