"""Whatever takes what is told to a game: the live game itself, or what stands before it."""

from __future__ import annotations

from typing import Protocol

from companion.live.handlers import LiveGame
from companion.live.inputs import Input, Judge
from companion.live.requests import Reply
from companion.table.devices import DeviceHealth


class Taker(Protocol):
    """Takes one input at a time."""

    @property
    def is_searching(self) -> bool:
        """Whether the game wants a slice of its search (`Judge`)."""

    def take(self, told: Input) -> Reply:
        """The answer to what is told; it is done or refused by then. Never raises."""


class GameRecorder(Protocol):
    """Writes a game down as it is played."""

    def wrap(self, live: LiveGame) -> Taker:
        """What takes each input in the game's place: it is written down, and then the game takes it."""

    def health(self) -> DeviceHealth:
        """The recording's line on the status page. Any thread may ask."""

    def close(self) -> None:
        """Write what is left. May be called twice."""


def judge_all(taker: Taker) -> bool:
    """Let it take slice after slice until all is found; False where that came to a fault.

    For whoever has the game to itself and no queue.
    """
    while taker.is_searching:
        if not taker.take(Judge()).accepted:
            return False
    return True
