"""A room, and a virtual table with a camera: its frames are recorded, and looked at as the eye does it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.live.inputs import Looked
from companion.live.requests import SetAside
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.recording.format import FRAMES
from companion.recording.recorder import Recorder
from tests.companion.tables import GUEST, open_room
from vision.looks import Looker
from vision.store import FrameStore
from vision.virtual.headless import HeadlessTable


class SeenTable:
    """The table whose pieces `eyes` have."""

    def __init__(self, folder: Path, eyes: HeadlessTable) -> None:
        self.folder, self.eyes = folder, eyes
        self.store = FrameStore(folder / "rec" / FRAMES)

    def open(self) -> Any:
        return open_room(self.folder / "home", record=self._record, opened=self._opened)

    def _record(self, rows: Any) -> Recorder:
        return Recorder(self.folder / "rec", rows, self.eyes.clock)

    def _opened(self, session: Session) -> None:
        now = session.snapshot()
        self.looker, self.anew = Looker(now.game.mat.layout(now.view(None)), now.markings.kit.printed), True

    def look(self, session: Session, until: Callable[[Snapshot], bool]) -> Snapshot:
        """Look at the table, until the companion makes of it what is waited for."""
        for _ in range(60):
            frame, self.anew = self.store.keep(self.eyes.frame(), self.anew), False
            session.tell(Looked(self.looker.look(frame, "Virtual camera").reading))
            session.submit(GUEST, SetAside(""))  # settled behind the look
            if not self.eyes.world.busy() and until(session.snapshot()):
                return session.snapshot()
        raise AssertionError(session.snapshot().sight)
