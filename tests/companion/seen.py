"""A live table that perfect eyes look at, whose acts are photographed by somebody who cannot be wrong."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.core import OFF_MAT, State
from companion.live.chronicle import Account
from companion.live.inputs import Looked
from companion.live.session import Session
from companion.table.evidence import Crop
from companion.table.geometry import Area
from tests.companion.referee.perfect import look_at
from tests.companion.tables import tap_first, wait_for


class Snapper:
    """A photographer whose pictures are the words of what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, int, tuple[Area, ...]]] = []
        self.trouble: Exception | None = None
        self.is_blind = False
        self.late = 0
        """Frames by which its pictures are too late."""

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        """As a photographer's."""
        if self.trouble is not None:
            raise self.trouble
        self.asked.append((at_s, frame, areas))
        if self.is_blind:
            return None
        return Crop(f"JPEG of {frame + self.late}".encode(), frame + self.late, round(at_s + self.late * 0.1, 1))


class SeenTable:
    """A session of a game with own cards, and looks at it ten times a second."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.frame = 0
        self.show()
        wait_for(session, lambda now: now.sight.state == "settled")

    def act(self) -> Account:
        """Do the next act that shows on the table; what the companion learned of it. What only taps tell is tapped."""
        timeline = self.session._timeline
        while not (acts := [act for act in timeline.game.legal_actions(timeline.state) if act.sense not in OFF_MAT]):
            assert tap_first(self.session).accepted
        before = self.session.snapshot().last_row
        self._look_at(timeline.game.apply_action(timeline.state, acts[0]))
        now = wait_for(self.session, lambda now: now.last_row > before)
        found = now.account(before + 1, None)
        assert found is not None
        return found

    def show(self) -> None:
        """Let the pieces lie as the game has them."""
        self._look_at(self.session._timeline.state)

    def _look_at(self, state: State[Any, Any]) -> None:
        """Let it lie there until it has come to rest."""
        for _ in range(6):
            self.frame += 1
            reading = look_at(self.session._timeline.game, state, round(self.frame / 10, 1))
            self.session.tell(Looked(replace(reading, frame=self.frame)))
