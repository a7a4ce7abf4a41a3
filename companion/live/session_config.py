"""What a session is given besides timeline and journal, in records: who plays, what is around, how it is opened."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from companion.games.bots import Autopilot
from companion.games.seeds import Seed
from companion.live.attention import PATIENCE
from companion.live.health import Probe
from companion.live.lobby import Lobby
from companion.live.playthrough import Clock
from companion.live.requests import Enrol, NameTag
from companion.live.taker import GameRecorder
from companion.live.tracing import Mark, unmarked
from companion.table.evidence import Photographer


def utc_now() -> datetime:
    """The present moment, with its zone."""
    return datetime.now(UTC)


class Company(msgspec.Struct, frozen=True):
    """Who plays besides people."""

    seed: Seed
    """What the deal follows from, of the companion or of a virtual table."""
    autopilot: Autopilot | None = None
    """Tells what dealer and bots do; None where the companion does not deal."""
    has_hands: bool = False
    """Bots with hands of their own play the free seats of a virtual table."""
    pace_s: float = 1.0
    """Between two acts of bots."""
    patience: float = PATIENCE
    """What all have to have stays so many paces, unless all say that they have it."""

    @property
    def has_bots(self) -> bool:
        """Whether bots play the free seats: told by the autopilot, or with hands of their own."""
        return self.autopilot is not None or self.has_hands


class Wiring(msgspec.Struct, frozen=True):
    """What lies around the table, as functions: no session knows a device."""

    clock: Clock = utc_now
    probe: Probe = tuple
    """The health of the devices."""
    photographer: Photographer | None = None
    """Asked, in the referee thread, for a photograph of each act that a camera has seen."""
    mark: Mark = unmarked
    """Told as acts pass the borders of `companion.live.tracing`."""


class Opened(msgspec.Struct, frozen=True):
    """How a game comes onto the table."""

    mended: str = ""
    """What was done to a damaged file before it was opened; it stands on the pages."""
    enrolled: tuple[Enrol | NameTag, ...] = ()
    """What the host said of markers and tags in earlier games."""
    unread: str = ""
    """Why not all of that could be read."""
    lobby: Lobby | None = None
    """While it waits nothing is done in the game."""
    recorder: GameRecorder | None = None
    """Gets each step as the referee thread takes it, and is closed with the session."""
