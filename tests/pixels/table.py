"""A table under a virtual camera, and a companion that looks at it: for tests through real pictures."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games.core import Action, State
from companion.games.game import AnyGame
from companion.journal import Draft, Journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Looked
from companion.live.requests import Client, Reply, Request
from companion.live.resume import start_payload
from companion.live.taker import judge_all
from companion.live.timeline import Timeline, state_hash
from companion.referee.sight import Sight
from companion.table.expected import Content
from companion.table.sightings import Reading
from tests.companion.referee.positions import with_content
from tests.vision.virtual.mats import GAME, LAYOUT, SMALL_PX
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable, shot_for

HOST = Client("host")
SEED = 1
SHOT = replace(shot_for("normal", SEED), width_px=SMALL_PX[0], height_px=SMALL_PX[1])
AnyState = State[Any, Any]


class PixelTable:
    """Begins in a position that lies on the table as it should. Time passes by looks only, ten a second."""

    def __init__(self, start: AnyState, folder: Path, game: AnyGame = GAME) -> None:
        self.game = game
        layout = game.mat.layout(game.view(start, None))
        # On a larger mat its markers would be too small.
        shot = SHOT if game is GAME and layout.height_mm <= LAYOUT.height_mm else None
        self.eyes = HeadlessTable(layout, game.mat.kit, game.mat.pieces, SEED, manners=Manners(), shot=shot)
        self.world = self.eyes.world
        folder.mkdir()
        self.journal = Journal(folder / "table.journal")
        payload = start_payload(game, {"cards": "own"}, start)
        self.journal.append([Draft(now().isoformat(), "host", "start", payload, state_hash(start))])
        self.timeline = Timeline(game, start)
        self.live = LiveGame(self.timeline, self.journal, now)
        self.sights: list[Sight] = []
        self.world.set_out(with_content(start, {}, game))
        self.look(5)
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

    def wait(self, duration_s: float) -> None:
        """Look on for so long, but twice a second only."""
        for _ in range(round(2 * duration_s)):
            self.eyes.clock.pause(0.4)
            self.look(1)

    def take(self, reading: Reading) -> Sight:
        self.live.take(Looked(reading))
        assert judge_all(self.live)
        self.sights.append(self.sight)
        return self.sight

    def work(self, most: int = 600) -> list[Sight]:
        """Look on until the hands have left the table."""
        seen = self.look(1)
        while self.world.busy() and len(seen) < most:
            seen += self.look(1)
        assert not self.world.busy()
        return seen

    def lay(self, state: AnyState, seat: int | None = None, other: dict[str, Content] | None = None) -> list[Sight]:
        """Hands lay the table of a position, but for zones that shall hold something else."""
        self.world.lay(with_content(state, other or {}, self.game), seat)
        return self.work()

    def ask(self, request: Request) -> Reply:
        """The host's request, settled."""
        reply = self.live.take(Asked(HOST, request))
        assert judge_all(self.live)
        return reply


def now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)
