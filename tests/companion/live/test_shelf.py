"""The thread that looks at saved games: it hinders nobody, has no file of a game on the table open, and ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal import JournalTooSlow
from companion.journal.time_limit import TimeLimit
from companion.live import saved_games, shelf
from companion.live.room import Room
from companion.live.shelf import GivenUp, Listing, Manners
from companion.live.summaries import Summary, summary_of
from tests.companion.tables import HOST, PATIENCE_S, looked_through, open_room, own, tap_first


class Reader:
    """In the place of what plays a game through: it can be held in the middle of a file."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.is_in_a_file = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self, path: Path, registry: object, limit: TimeLimit) -> Summary:
        self.read.append(path.stem)
        self.is_in_a_file.set()
        while not self.may_go_on.wait(0.001):
            limit.check()
        return summary_of(path, registry, limit)  # type: ignore[arg-type]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    made = Reader()
    monkeypatch.setattr(saved_games, "summary_of", made)
    return made


@contextmanager
def two_saved(folder: Path) -> Iterator[tuple[Room, str, str]]:
    """A room with a game on the table and two saved ones, by their ids, the older first."""
    with open_room(folder) as room:
        ids = [own(room).game_id for _ in range(3)]
        yield room, ids[0], ids[1]


def is_there() -> bool:
    return any(thread.name == "saved games" for thread in threading.enumerate())


def test_nothing_is_listed_before_anybody_has_looked(tmp_path: Path) -> None:
    with two_saved(tmp_path) as (room, older, newer):
        assert (room.saved.listing.games, room.saved.listing.number) == ((), 0)
        listing = looked_through(room)
        assert {game.id for game in listing.games} == {older, newer}
        assert listing.left == 0
        assert not is_there(), "there is nothing left to do"


def test_what_is_not_looked_at_yet_is_listed_by_its_id(tmp_path: Path, reader: Reader) -> None:
    with two_saved(tmp_path) as (room, older, newer):
        reader.may_go_on.clear()
        room.saved.look()
        assert reader.is_in_a_file.wait(PATIENCE_S)
        listing = room.saved.listing
        assert {(game.id, game.is_known) for game in listing.games} == {(older, False), (newer, False)}
        assert listing.left == 2
        reader.may_go_on.set()
        later = looked_through(room)
        assert (later.left, later.number > listing.number) == (0, True)


def test_a_game_that_is_resumed_while_it_is_looked_at_is_let_go_of_first(tmp_path: Path, reader: Reader) -> None:
    with two_saved(tmp_path) as (room, older, newer):
        before = room.session.game_id
        reader.may_go_on.clear()
        room.saved.look()
        assert reader.is_in_a_file.wait(PATIENCE_S)
        (at,) = reader.read
        assert room.resume(HOST, at).accepted, "nobody who plays waits until a game was played through"
        assert at not in {game.id for game in room.saved.listing.games}
        reader.may_go_on.set()
        reader.read.clear()
        assert tap_first(room.session).accepted
        listing = looked_through(room)
        assert {game.id for game in listing.games} == {older, newer, before} - {at}
        assert at not in reader.read


def test_no_file_of_a_game_on_the_table_is_read(tmp_path: Path, reader: Reader) -> None:
    with two_saved(tmp_path) as (room, older, newer):
        looked_through(room)
        on_the_table = room.session.game_id
        assert sorted(reader.read) == [older, newer]
        later = own(room).game_id
        assert {game.id for game in looked_through(room).games} == {older, newer, on_the_table}
        assert later not in reader.read
        assert reader.read.count(older) == 1, "only what is new is looked at"


def test_a_game_that_could_not_be_opened_is_listed_again(tmp_path: Path) -> None:
    with two_saved(tmp_path) as (room, older, newer):
        room.home.journal(older).write_bytes(b"garbage" * 1000)
        looked_through(room)
        assert not room.resume(HOST, older).accepted
        assert {game.id for game in looked_through(room).games} == {older, newer}


def test_the_thread_ends_with_the_room_wherever_it_is(tmp_path: Path, reader: Reader) -> None:
    with two_saved(tmp_path) as (room, _, _):
        reader.may_go_on.clear()
        room.saved.look()
        assert reader.is_in_a_file.wait(PATIENCE_S)
        room.close()
        assert not is_there()
        assert len(reader.read) == 1
        room.saved.look()
        assert not is_there(), "nobody looks any more"


def test_pages_wait_for_no_look_and_looks_for_pages_are_rare(tmp_path: Path) -> None:
    with two_saved(tmp_path) as (room, older, newer):
        room.saved.look_soon()
        assert {game.id for game in _ended(room).games} == {older, newer}, "at once, where nothing is known"
        room.home.journal(older).unlink()
        room.saved.look_soon()
        assert is_there(), "it waits until that is due"
        assert len(room.saved.listing.games) == 2
        room.close()
        assert not is_there(), "and ends at once where it is told to"


def _ended(room: Room) -> Listing:
    """The list once the thread has nothing to do."""
    if (thread := room.saved._thread) is not None:
        thread.join(PATIENCE_S)
    return room.saved.listing


def test_a_page_is_followed_by_a_look_once_that_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("SOON_S", "AGAIN_S"):
        monkeypatch.setattr(shelf, each, 0.01)
    with two_saved(tmp_path) as (room, older, newer):
        looked_through(room)
        room.home.journal(older).unlink()
        room.saved.look_soon()
        assert {game.id for game in _ended(room).games} == {newer}


def test_a_fault_of_its_own_is_logged_and_the_next_look_finds_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*told: object) -> None:
        raise RuntimeError("of its own")

    with two_saved(tmp_path) as (room, older, newer), caplog.at_level(logging.ERROR):
        with monkeypatch.context() as patch:
            patch.setattr(saved_games, "found_in", broken)
            assert looked_through(room).games == ()
        assert "the saved games could not be looked through: RuntimeError" in caplog.text
        assert {game.id for game in looked_through(room).games} == {older, newer}


class _Clock:
    """Processor time that goes on when it is told to; sleeps are noted."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.slept: list[float] = []

    def thread_time(self) -> float:
        return self.now_s

    def sleep(self, time_s: float) -> None:
        self.slept.append(time_s)


def test_it_rests_as_long_as_it_has_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock()
    monkeypatch.setattr(shelf, "time", clock)
    manners = Manners(Path("a.journal"), lambda: False)
    for now_s in (100.001, 100.0021, 100.0022, 100.0083):
        clock.now_s = now_s
        manners.check()
    assert clock.slept == [pytest.approx(0.0021), pytest.approx(0.0062)]


def test_it_gives_up_where_nobody_wants_to_know_and_where_it_takes_too_long() -> None:
    unwanted, slow = Manners(Path("a.journal"), lambda: True), Manners(Path("a.journal"), lambda: False)
    assert unwanted.is_over
    with pytest.raises(GivenUp):
        unwanted.check()
    slow._until_s = 0.0
    assert slow.is_over
    with pytest.raises(JournalTooSlow):
        slow.check()
