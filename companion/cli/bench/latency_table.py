"""A companion as `play --virtual` wires it, with an observer at each border that an act passes on its way."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.bench.act_traces import Follower
from companion.cli.bench.latency_wire import Client, Hop, ObservedPages
from companion.cli.table.eyes import SHOT, Eyes, dice_reader
from companion.games.deal import OWN, with_cards
from companion.games.game import AnyGame
from companion.lights.strip import StripSettings
from companion.live.room import Room
from companion.live.snapshot import Snapshot
from companion.outputs.strip import Lighting
from companion.storage.home import Home
from companion.table.sightings import Reading
from vision.cameras.frames import Frame, Pixels, SystemClock
from vision.dice.model import MODELS
from vision.lens import Lenses
from vision.virtual.bad_camera import BadCamera
from vision.virtual.hands import Manners
from vision.virtual.live import LiveCamera, LiveTable
from web.app import create_app
from web.http.server import PageServer

HANDS_SPEED: Final = 3.0
"""As the hands of `play --auto`: what is measured begins when they have left."""
FRAMES_KEPT: Final = 40
"""Frames that may have completed settling of an act that is told of a little later: four seconds."""


class ObservedTable(LiveTable):
    """A virtual table that tells of each frame its camera gives, and keeps the last ones."""

    def __init__(self, follower: Follower, clock: SystemClock, seed: int, light: Callable[[], tuple[str, ...]]) -> None:
        """`light` gives the strip's pixels as they glow now."""
        super().__init__(clock, seed=seed, manners=Manners(), speed=HANDS_SPEED, shot=SHOT)
        self._follower = follower
        self._light = light
        self._is_busy = False
        self._at = clock
        self.strip = self._opened
        self.frames: dict[int, Pixels] = {}
        """The last pictures, by their numbers."""
        self.levels: list[tuple[float, float]] = []
        """When each picture was given, and how bright it is, 0 to 255."""

    def camera(self) -> BadCamera:
        """As a live table's, observed."""
        return _ObservedCamera(self, self._at)

    def _opened(self) -> tuple[str, ...]:
        """The strip's light; asked for as the shutter opens, so this is when to see whether hands are at work."""
        world = self.world
        self._is_busy = world is not None and world.busy()
        return self._light()

    def gave(self, frame: Frame) -> None:
        """The camera gave that frame."""
        self.levels.append((self._at.now(), float(np.mean(frame.pixels[::8, ::8]))))
        self.frames[frame.number] = frame.pixels
        self.frames.pop(frame.number - FRAMES_KEPT, None)
        self._follower.pictured(frame.number, frame.at_s, self._is_busy)


class _ObservedCamera(BadCamera):
    def __init__(self, table: ObservedTable, clock: SystemClock) -> None:
        super().__init__(LiveCamera(table, clock), table.faults, clock)
        self._observed = table

    def read(self, timeout_s: float) -> Frame | None:
        """As a virtual camera's, told of."""
        frame = super().read(timeout_s)
        if frame is not None:
            self._observed.gave(frame)
        return frame


class _ObservedRoom(Room):
    def __init__(self, follower: Follower, *args: Any, **more: Any) -> None:
        super().__init__(*args, mark=follower.mark, **more)
        self._follower = follower

    def see(self, reading: Reading) -> None:
        """As a room's, told of."""
        if reading.frame:
            self._follower.read(reading.frame)
        super().see(reading)


class _ObservedStrip:
    """A strip that shows nothing but tells of each frame of light."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self.lighting: Lighting | None = None

    def show(self, pixels: bytes) -> None:
        assert self.lighting is not None  # nothing is sent before it is there
        self._follower.lit(self.lighting.showing, pixels)


class LatencyTable:
    """One companion at work, and whoever follows an act through it."""

    def __init__(self, game: AnyGame, seed: int, folder: Path) -> None:
        """Data go to that folder. Nothing runs before `started`."""
        clock = SystemClock()
        self.follower = follower = Follower(clock.now)
        strip = _ObservedStrip(follower)
        self.table = ObservedTable(follower, clock, seed, lambda: self.lighting.now().pixels)
        self.eyes = Eyes(clock, "none", self.table, None, Lenses(), partial(dice_reader, MODELS, None))
        self.home = Home(folder).make()
        self.room = _ObservedRoom(
            follower,
            {game.name: game},
            self.home,
            pace_s=0.0,
            probe=self.eyes.devices,
            photographer=self.eyes.photographer,
            has_hands=True,
            opened=self.eyes.look_at,
        )
        self.lighting = strip.lighting = Lighting(self._newest, [strip], StripSettings(), news=self._news)
        app = create_app(
            self.room,
            secret_key=b"bench",
            host_code="BENCH",
            picture=self.eyes.picture,
            seen=self.eyes.seen,
            strip=self.lighting.now,
        )
        self.hop = Hop(clock.now)
        self.hop.serve(app)
        app.wsgi_app = ObservedPages(app.wsgi_app, follower)  # type: ignore[method-assign]
        self._server = PageServer(app, host="127.0.0.1", port=0)
        self._game, self._seed = game, seed
        self.client = Client(self._server.port, follower)

    @property
    def url(self) -> str:
        """Where the table page is."""
        return f"http://127.0.0.1:{self._server.port}/"

    @property
    def journal(self) -> Path:
        """The file of the game."""
        return self.home.journal(self.room.session.game_id)

    def snapshot(self) -> Snapshot:
        """The newest moment."""
        return self.room.session.snapshot()

    def _newest(self) -> Snapshot:
        newest = self.snapshot()
        self.follower.row_seen_by_lights = newest.last_row
        return newest

    def _news(self, seen: int, timeout_s: float) -> bool:
        return self.room.session.wait(seen, timeout_s).change != seen

    @contextmanager
    def started(self) -> Iterator[LatencyTable]:
        """Let it play, with a client at each stream; ended in the order in which `play` ends."""
        with ExitStack() as stack:
            stack.callback(self.eyes.close)
            stack.callback(self.room.close)
            self.room.open_new(self._game.name, with_cards(self._game, {}, OWN), self._seed)
            stack.callback(self.lighting.close)
            stack.callback(self.eyes.stop_playing)
            self._server.start()
            stack.callback(self._server.stop)
            stack.callback(self.hop.stop)
            stack.callback(self.client.stop)
            self.client.start()
            self.hop.listen(self._server.port)
            self.eyes.start(self.room, 0.0)
            self.lighting.start()
            gc.freeze()  # as `play` does
            stack.callback(gc.unfreeze)
            yield self
