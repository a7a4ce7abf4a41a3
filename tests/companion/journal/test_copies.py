"""A game is copied by copying its file, and read without writing: what a copy holds, and what reading leaves behind."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal, JournalNeverBegan, JournalNotWritable, read_journal
from tests.companion.disks import tiny_disk
from tests.companion.journal.journals import draft, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "waves-1.journal"


def content_of(folder: Path) -> Mapping[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def copied(path: Path, folder: Path, *, with_log: bool = False) -> Path:
    """A copy of the file alone, or with its log."""
    folder.mkdir(exist_ok=True)
    for name in (path.name, f"{path.name}-wal") if with_log else (path.name,):
        shutil.copy(path.parent / name, folder)
    return folder / path.name


# --- a copy of the file alone -----------------------------------------------------------------------------------------


def test_the_file_alone_holds_all_rows_once_the_journal_rests(path: Path, tmp_path: Path) -> None:
    with closing(Journal(path)) as journal:
        for times in range(3):  # each rest lets the log be written from its beginning again
            rows = [*journal._rows, *journal.append([draft(times)]), *journal.append([draft(times + 10, size=9000)])]
            assert journal.rest()
            assert read_journal(copied(path, tmp_path / "copy")) == tuple(rows)
            assert read_journal(copied(path, tmp_path / "both", with_log=True)) == tuple(rows)
        journal.check()
        assert journal.saved_anew == ""


def test_to_rest_is_no_loss_to_the_watch_and_a_lost_file_is_saved_anew_instead(path: Path) -> None:
    with closing(Journal(path)) as journal:
        rows = journal.append([draft(0)])
        path.unlink()
        journal.rest()
        assert "was removed while it was played" in journal.saved_anew
    assert read_journal(path) == rows


def test_a_full_disk_keeps_the_rows_in_the_log_until_there_is_room(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("a disk can only be filled to its end where one can be mounted")
        path = disk.folder / "waves-1.journal"
        with closing(Journal(path)) as journal:
            rows = journal.append([draft(number, size=1000) for number in range(40)])
            disk.fill(journal)
            with pytest.raises(JournalNotWritable, match="the disk is full"):
                journal.rest()
            assert read_journal(path) == rows
            disk.free(journal)
            assert journal.rest()
            assert read_journal(copied(path, tmp_path / "copy")) == rows


def test_a_copy_without_the_log_that_has_all_rows_names_what_is_missing(path: Path, tmp_path: Path) -> None:
    with closing(Journal(path)) as journal:
        journal.append([draft(0)])
        copy = copied(path, tmp_path / "copy")
    with pytest.raises(JournalNeverBegan) as never:
        read_journal(copy)
    assert str(never.value) == (
        "The game waves-1 never began: the companion was stopped before anything of it was saved. Start a new one. "
        "If this is a copy, its rows lie in waves-1.journal-wal where it was copied from: copy that file too."
    )


# --- reading writes nothing -------------------------------------------------------------------------------------------


def test_reading_a_closed_game_leaves_nothing_beside_it(path: Path) -> None:
    rows = write(path, 3)
    path.with_suffix(".lock").unlink()
    before = content_of(path.parent)
    assert set(before) == {path.name}
    assert read_journal(path) == rows
    assert content_of(path.parent) == before


def test_reading_a_copied_game_with_its_log_leaves_both_as_they_were(path: Path, tmp_path: Path) -> None:
    with closing(Journal(path)) as journal:
        rows = journal.append([draft(0), draft(1)])
        copy = copied(path, tmp_path / "copy", with_log=True)
    before = content_of(copy.parent)
    assert set(before) == {"waves-1.journal", "waves-1.journal-wal"}
    assert read_journal(copy) == rows
    assert content_of(copy.parent) == before


def test_a_game_is_read_on_a_disk_that_takes_nothing_with_its_log_and_without(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("only a mounted disk can be made read-only: root writes everywhere else")
        closed = write(disk.folder / "closed.journal", 2)
        with closing(Journal(tmp_path / "open.journal")) as journal:
            left = journal.append([draft(0), draft(1), draft(2)])
            copied(tmp_path / "open.journal", disk.folder, with_log=True)
        before = content_of(disk.folder)
        disk.set_read_only()
        assert read_journal(disk.folder / "closed.journal") == closed
        assert read_journal(disk.folder / "open.journal") == left
        assert content_of(disk.folder) == before
