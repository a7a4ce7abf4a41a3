"""What everybody but the referee thread sees of a session: one moment of it, immutable, given out by view only."""

from __future__ import annotations

from typing import Any

from companion.games.core import AnyGame, Outcome, Seat, State, View
from companion.referee.sight import Sight
from companion.requests import LogLine, SeatInfo
from companion.table.devices import DeviceHealth
from companion.timeline import Timeline


class Snapshot:
    """One moment of a live table. Safe to read from any thread."""

    def __init__(
        self,
        timeline: Timeline,
        *,
        game_id: str,
        change: int,
        seats: tuple[SeatInfo, ...],
        health: tuple[DeviceHealth, ...],
        paused: bool,
        is_virtual: bool,
        sight: Sight,
        pressed: str = "",
        refused_presses: int = 0,
    ) -> None:
        self.game: AnyGame = timeline.game
        self.game_id = game_id
        self.change = change
        """Grows with every change of anything shown."""
        self.revision = timeline.revision
        """Number of the last journal row that changed the position."""
        self.last_row = timeline.last_row
        self.seats = seats
        self.health = health
        self.ended = timeline.ended
        self.paused = paused
        """The bots and the virtual dealer hold still until the host lets them go on."""
        self.is_virtual = is_virtual
        """The companion deals, and bots play the seats that nobody has taken."""
        self.sight = sight
        """What the camera's look at the table comes to, in public words."""
        self.pressed = pressed
        """Why the last press of a button changed nothing; empty where it did."""
        self.refused_presses = refused_presses
        """How often that happened: the same press twice is told twice."""
        self.is_dealt = timeline.state.is_dealt
        self.can_undo = len(timeline.done)
        self.can_redo = len(timeline.undone)
        self.outcome: Outcome | None = timeline.game.outcome(timeline.state)
        self._state: State[Any, Any] = timeline.state
        self._timeline = timeline
        self._line_count = timeline.line_count()
        self._unseen = timeline.done[:]

    def shows_the_same_as(self, other: Snapshot) -> bool:
        """Whether nothing that anybody sees differs, but for the count of changes."""
        shown = ("last_row", "seats", "health", "paused", "sight", "pressed", "refused_presses")
        return all(getattr(self, name) == getattr(other, name) for name in shown)

    @property
    def names(self) -> tuple[str, ...]:
        """What to call each seat."""
        return tuple(seat.name for seat in self.seats)

    def view(self, seat: Seat | None) -> View[Any, Any]:
        """What `seat` may know of this moment; None is the public."""
        return self.game.view(self._state, seat, self.names)

    def log(self, seat: Seat | None, after: int = 0) -> tuple[LogLine, ...]:
        """Log lines whose row number is above `after`, oldest first, as `seat` may read them."""
        return tuple(self._timeline.lines(seat, after, self._line_count))

    def undo_notice(self, steps: int = 1) -> tuple[str, ...]:
        """What an undo of `steps` acts cannot make the table forget, a sentence each."""
        return self._timeline.unseen(self._unseen[-steps:] if steps else [])
