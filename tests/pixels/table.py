"""A table under a virtual camera, and a companion that looks at it: for tests through real pictures."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games.core import Action, State
from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.live import LiveGame
from companion.referee.sight import Sight
from companion.requests import Client, Reply, Request
from companion.table.expected import Content, ExpectedTable
from companion.table.sightings import Reading
from companion.timeline import Timeline, start_payload, state_hash
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable

WAVES = GAMES["waves"]
HOST = Client("host")
AnyState = State[Any, Any]


class PixelTable:
    """Begins in a position that lies on the table as it should. Time passes by looks only, ten a second."""

    def __init__(self, start: AnyState, folder: Path, *, seed: int = 1) -> None:
        view = WAVES.view(start, None)
        self.eyes = HeadlessTable(WAVES.layout(view), WAVES.kit(), WAVES.piece_kinds(), seed, manners=Manners())
        self.world = self.eyes.world
        folder.mkdir()
        self.journal = Journal(folder / "table.journal")
        payload = start_payload(WAVES, {"cards": "own"}, start)
        self.journal.append([Draft(now().isoformat(), "host", "start", payload, state_hash(start))])
        self.timeline = Timeline(WAVES, start)
        self.live = LiveGame(self.timeline, self.journal, now)
        self.sights: list[Sight] = []
        self.world.set_out(expected(start))
        self.look()
        assert self.sight.state == "settled", self.sight

    @property
    def state(self) -> AnyState:
        return self.timeline.state

    @property
    def acts(self) -> list[Action]:
        """What is in the journal."""
        return [step.action for step in self.timeline.done if step.action is not None]

    @property
    def sight(self) -> Sight:
        return self.live.sight

    def is_in(self, state: str) -> bool:
        """Whether the companion's sight is in that state now."""
        return self.sight.state == state

    def look(self, looks: int = 8) -> list[Sight]:
        """What the companion makes of so many frames, a sight each."""
        return [self.take(self.eyes.look()) for _ in range(looks)]

    def take(self, reading: Reading) -> Sight:
        self.live.see(reading)
        while self.live.judge():
            pass
        self.sights.append(self.sight)
        return self.sight

    def work(self, most: int = 600) -> list[Sight]:
        """Look on until the hands have left the table."""
        seen = self.look(1)
        while self.world.busy() and len(seen) < most:
            seen += self.look(1)
        assert not self.world.busy()
        return seen

    def lay(self, state: AnyState, seat: int | None = None, **zones: Content) -> list[Sight]:
        """Hands lay the table of a position, but for zones that shall hold something else (`__` for the dot)."""
        self.world.lay(expected(state, **zones), seat)
        return self.work()

    def ask(self, request: Request) -> Reply:
        """The host's request, settled."""
        reply = self.live.settle(HOST, request)
        while self.live.judge():
            pass
        return reply


def now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


def expected(state: AnyState, **zones: Content) -> ExpectedTable:
    """The table of a position, but for some zones."""
    other = {name.replace("__", "."): content for name, content in zones.items()}
    table = WAVES.expected_table(WAVES.view(state, None)).zones
    return ExpectedTable(
        tuple(
            type(zone)(zone.zone, other.get(zone.zone, zone.content), zone.label, zone.note, zone.name)
            for zone in table
        )
    )
