"""What many tests of commands and of the live table begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.live.requests import TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from hardware.virtual.process import BoardProcess
from tests.companion.boards import Answer, OwnTime, PlainBoard, QuickBoard
from tests.companion.tables import GUEST, HOST, open_room, own, tap_first, undo

Plain: TypeAlias = Callable[[Answer], PlainBoard]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A room in a home of its own, without a game."""
    with open_room(tmp_path / "home") as room:
        yield room


@pytest.fixture
def table(room: Room) -> Session:
    """A game with own cards, before its first act."""
    return own(room)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "my data"


@pytest.fixture
def game(data: Path) -> str:
    """The id of a saved game: somebody sat down, some acts, one taken back."""
    with open_room(data) as room:
        session = own(room)
        session.submit(GUEST, TakeSeat(0, "Ana", "a"))
        for _ in range(4):
            tap_first(session)
        session.submit(HOST, undo(session))
        return session.game_id


@pytest.fixture
def own_time() -> OwnTime:
    """A time for `companion board`, without a board."""
    return OwnTime()


@pytest.fixture
def board(own_time: OwnTime) -> Iterator[QuickBoard]:
    """A board in that time, with the firmware."""
    own_time.board = made = QuickBoard(BoardProcess("python"), own_time.clock)
    yield made
    made.close()


@pytest.fixture
def plain(own_time: OwnTime) -> Iterator[Plain]:
    """Makes the board of that time, on which a script answers."""
    boards: list[PlainBoard] = []

    def make(answer: Answer) -> PlainBoard:
        boards.append(PlainBoard(answer))
        own_time.board = boards[-1]
        return boards[-1]

    yield make
    for each in boards:
        each.close()
