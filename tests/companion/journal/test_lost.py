"""A file that is removed, replaced, cut or damaged while its game is played: the next act notices, no row is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.games.registry import GAMES
from companion.journal import Journal, JournalBusy, JournalNotWritable, read_journal
from companion.journal.sqlite import log_of
from companion.journal.watch import Watch
from companion.live.room import Room
from companion.live.saved_games import SavedGames
from companion.storage.home import Home
from tests.companion.disks import tiny_disk
from tests.companion.journal.journals import change, draft, write
from tests.companion.served import PLAIN, get, playing
from tests.companion.tables import check_replay, journal_path, open_room, own, rows_of, tap_first
from web.app import create_app
from web.http.server import PageServer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "waves-1.journal"


def _remove(path: Path) -> None:
    path.unlink()


def _remove_with_all_beside_it(path: Path) -> None:
    shutil.rmtree(path.parent)


def _remove_log(path: Path) -> None:
    log_of(path).unlink()


def _cut_log(path: Path) -> None:
    os.truncate(log_of(path), 0)


def _cut_log_in_a_frame(path: Path) -> None:
    os.truncate(log_of(path), log_of(path).stat().st_size - 1000)


def _zero_log(path: Path) -> None:
    size = log_of(path).stat().st_size
    log_of(path).write_bytes(bytes(size))


def _replace(path: Path) -> None:
    other = path.with_name("other.journal")
    write(other, 2)
    os.replace(other, path)


def _overwrite(path: Path) -> None:
    path.write_bytes(b"")
    log_of(path).write_bytes(b"")


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


LOSSES = [
    (_remove, "removed"),
    (_remove_with_all_beside_it, "removed"),
    (_remove_log, "cut off"),
    (_cut_log, "cut off"),
    (_cut_log_in_a_frame, "cut off"),
    (_zero_log, "changed"),
    (_replace, "replaced by another"),
    (_overwrite, "cut off"),
    (_pipe, "replaced by another"),
    (_folder, "replaced by another"),
    (_loop, "replaced by another"),
]


@pytest.mark.parametrize(("lose", "what"), LOSSES)
def test_no_row_is_lost_with_the_file(path: Path, lose: Callable[[Path], None], what: str) -> None:
    write(path, 5)
    with closing(Journal(path)) as journal:
        journal.append([draft(5)])
        journal.append([draft(6), draft(7)])
        lose(path)
        (row,) = journal.append([draft(8)])
        assert row.number == 9
        assert journal.saved_anew.startswith(f"The file of this game was {what} while it was played. ")
        assert f"all 8 rows were saved anew, in {path.name}." in journal.saved_anew
        aside = path.with_suffix(".damaged")
        assert (f"is kept beside it as {aside.name}." in journal.saved_anew) == os.path.lexists(aside)
        assert len(read_journal(path)) == 9
        journal.append([draft(9)])
    assert [row.number for row in read_journal(path)] == list(range(1, 11))
    with closing(Journal(path)) as journal:
        assert len(journal.opened_with) == 10


@pytest.mark.parametrize("lose", [_remove, _cut_log, _replace])
def test_every_loss_is_noticed_and_every_other_file_kept(path: Path, lose: Callable[[Path], None]) -> None:
    with closing(Journal(path)) as journal:
        for number in range(3):
            journal.append([draft(number)])
            lose(path)
        journal.append([draft(3)])
        assert len(read_journal(path)) == 4


def test_a_damaged_page_is_noticed_before_anything_is_written_behind_it(path: Path) -> None:
    rows = write(path, 300, size=200)
    with closing(Journal(path)) as journal:
        with open(path, "r+b") as file:
            file.seek(path.stat().st_size // 2 // 4096 * 4096)
            file.write(os.urandom(4096))
        damaged = path.read_bytes()
        journal.append([draft(300)])
        assert journal.saved_anew.startswith("The file of this game was changed while it was played. ")
    assert read_journal(path)[:300] == rows
    assert path.with_suffix(".damaged").read_bytes() == damaged


def test_a_row_that_somebody_changed_is_noticed(path: Path) -> None:
    rows = write(path, 4)
    with closing(Journal(path)) as journal:
        change(path, "UPDATE journal SET by = 'x' WHERE number = 2")
        journal.append([draft(4)])
        assert read_journal(path)[:4] == rows


def test_a_file_that_sqlite_cannot_go_on_with_is_written_anew(path: Path) -> None:
    rows = write(path, 300, size=200)
    journal = Journal(path)
    journal._db.close()
    journal._db = sqlite3.connect(path, isolation_level=None)
    with open(path, "r+b") as file:  # the root of the tree and the page that the next row would go to
        file.seek(4096)
        file.write(bytes(4096))
    journal._watch.close()
    journal._watch = Watch(path)  # as if it had been damaged since the last look
    with closing(journal):
        journal.append([draft(300)])
        assert journal.saved_anew.startswith("The file of this game was damaged while it was played. ")
    assert read_journal(path)[:300] == rows


def test_to_look_at_a_file_or_touch_it_is_no_loss(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.append([draft(0)])
        path.touch()
        log_of(path).touch()
        path.chmod(0o600)
        read_journal(path)
        with closing(sqlite3.connect(path)) as other:
            other.execute("SELECT count(*) FROM journal").fetchone()
            other.execute("PRAGMA wal_checkpoint").fetchone()
        journal.append([draft(1)])
        journal.check()
        assert journal.saved_anew == ""
    assert sorted(each.suffix for each in path.parent.iterdir()) == [".journal", ".lock"]
    assert len(read_journal(path)) == 2


def test_the_lock_is_held_again_where_it_went_with_the_game(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.append([draft(0)])
        shutil.rmtree(path.parent)
        journal.append([draft(1)])
        with pytest.raises(JournalBusy):
            Journal(path)


@pytest.mark.parametrize("put", ["pipe", "link"])
def test_what_is_no_lock_is_neither_waited_for_nor_written_to(path: Path, put: str) -> None:
    lock, other = path.with_suffix(".lock"), path.with_name("other")
    with closing(Journal(path)) as journal:
        journal.append([draft(0)])
        other.write_text("kept")
        path.unlink()
        lock.unlink()
        os.mkfifo(lock) if put == "pipe" else lock.symlink_to(other)
        with pytest.raises(JournalNotWritable, match=f"Cannot use {path}: "):
            journal.append([draft(1)])
        assert other.read_text() == "kept"
        lock.unlink()
        journal.append([draft(1)])
    assert len(read_journal(path)) == 2


def test_a_game_that_another_companion_took_meanwhile_is_left_to_it(path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.append([draft(0)])
        shutil.rmtree(path.parent)
        with closing(Journal(path)) as other:
            other.append([draft(7)])
            with pytest.raises(JournalBusy, match="Stop that one first"):
                journal.append([draft(1)])
            assert len(read_journal(path)) == 1
        journal.append([draft(1)])
        assert len(read_journal(path)) == 2


def test_a_full_disk_refuses_the_act_until_the_rows_can_be_saved(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("a disk can only be filled to its end where one can be mounted")
        path = disk.folder / "games" / "waves-1.journal"
        with closing(Journal(path)) as journal:
            journal.append([draft(number, 200) for number in range(100)])
            os.truncate(log_of(path), 0)
            with open(disk.folder / "ballast", "wb", buffering=0) as ballast, suppress(OSError):
                while ballast.write(bytes(4096)):
                    pass
            with pytest.raises(JournalNotWritable, match=r"disk is full|No space left"):
                journal.append([draft(100)])
            assert not path.with_suffix(".mended").exists()
            (disk.folder / "ballast").unlink()
            journal.append([draft(100)])
        assert len(read_journal(path)) == 101


# --- at a live table --------------------------------------------------------------------------------------------------


def _disk(room: Room) -> tuple[str, str]:
    (health,) = [each for each in room.session.snapshot().health if each.device == "disk"]
    return health.status, health.text


@pytest.mark.parametrize("lose", [_remove, _cut_log, _replace])
def test_the_page_says_that_the_file_was_lost_and_the_game_goes_on(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    with open_room(tmp_path) as room:
        session = own(room)
        for _ in range(3):
            assert tap_first(session).accepted
        assert _disk(room) == ("ok", "Every act is saved.")
        lose(journal_path(room))
        assert tap_first(session).accepted
        state, text = _disk(room)
        assert state == "noted"
        assert text.startswith("The file of this game was ")
        check_replay(room)
        game_id, acts = session.game_id, session.snapshot().can_undo
        assert len(rows_of(room)) == acts + 1
    (game,) = SavedGames(Home(tmp_path), GAMES).all()
    assert (game.id, game.acts) == (game_id, acts)


def test_pages_that_are_served_tell_of_a_file_that_was_removed_and_one_act_saves_it(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room)
        app = create_app(room, secret_key=b"a key for tests", host_code="ABCDEF")
        server = PageServer(app, host="127.0.0.1", port=0)
        server.start()
        try:
            shutil.rmtree(journal_path(room).parent)
            assert tap_first(session).accepted
            page = urlopen(f"http://127.0.0.1:{server.port}/", timeout=30).read().decode()
        finally:
            server.stop()
        told = "The file of this game was removed while it was played. Nothing is lost: its one row was saved anew"
        assert told in page
        assert "Every act is saved" not in page
        assert len(rows_of(room)) == session.snapshot().can_undo + 1


@pytest.mark.slow
def test_a_removed_game_is_back_without_an_act(tmp_path: Path) -> None:
    with playing(tmp_path, *PLAIN, game="sealed_bid") as (process, said):
        path = Home(tmp_path).journal(said["Saved as"])
        shutil.rmtree(path.parent)
        while not path.exists():  # until the devices are looked at again
            get(said["Table page"], "/table.json")
            assert process.poll() is None
    assert len(read_journal(path)) == 1
