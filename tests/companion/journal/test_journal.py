"""The journal: chained rows, all or none, and what is told where no journal can be had."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.journal import (
    GENESIS,
    VERSION,
    Draft,
    Journal,
    JournalBroken,
    JournalBusy,
    JournalError,
    JournalMissing,
    JournalNeverBegan,
    JournalNotWritable,
    JournalTooNew,
    Row,
    chain,
    read_journal,
    repair,
)
from tests.companion.disks import tiny_disk
from tests.companion.journal.journals import change, draft, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "waves-1.journal"


# --- sound ------------------------------------------------------------------------------------------------------------


def test_rows_are_numbered_and_chained_from_the_first(path: Path) -> None:
    rows = write(path, 3)
    assert [row.number for row in rows] == [1, 2, 3]
    previous = GENESIS
    for row, number in zip(rows, range(3), strict=True):
        assert row == chain(previous, row.number, draft(number))
        previous = row.hash
    assert len({row.hash for row in rows}) == 3
    assert read_journal(path) == rows


def test_a_row_gives_its_payload_back(path: Path) -> None:
    with closing(Journal(path)) as journal:
        payload = {"name": "Zoë ≋", "facts": {"deck": 3}, "none": None}
        (row,) = journal.append([Draft("now", "seat 2", "seat", payload, "h")])
    assert row.read() == payload
    assert read_journal(path)[0].read() == payload


def test_a_reopened_journal_goes_on_where_it_stood(path: Path) -> None:
    first = write(path, 2)
    with closing(Journal(path)) as journal:
        assert journal.opened_with == first
        third = journal.append([draft(2)])
    assert read_journal(path) == (*first, *third)
    assert third[0].number == 3


def test_every_row_is_synced_before_append_returns(path: Path) -> None:
    with closing(Journal(path)) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL: the log is synced at each commit


def test_a_new_journal_says_what_it_is(path: Path) -> None:
    write(path, 1)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert db.execute("PRAGMA application_id").fetchone() == (0x57617665,)


def test_a_journal_is_read_while_its_writer_goes_on(path: Path) -> None:
    with closing(Journal(path)) as journal:
        for number in range(5):
            journal.append([draft(number)])
            assert len(read_journal(path)) == number + 1


def test_rows_survive_a_process_that_dies_without_closing(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path\n"
        "from companion.journal import Journal; from tests.companion.journal.journals import draft\n"
        "journal = Journal(Path(sys.argv[1])); journal.append([draft(n) for n in range(7)]); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == 9
    assert len(read_journal(path)) == 7
    with closing(Journal(path)) as journal:
        assert len(journal.opened_with) == 7


# --- out of reach -----------------------------------------------------------------------------------------------------


def test_a_missing_game_is_named(path: Path) -> None:
    with pytest.raises(JournalMissing) as missing:
        read_journal(path)
    assert str(missing.value) == f"There is no game 'waves-1' in {path.parent}."
    assert isinstance(missing.value, FileNotFoundError)


def test_a_journal_of_a_newer_companion_is_left_alone(path: Path) -> None:
    write(path, 2)
    change(path, "PRAGMA user_version = 7")
    before = path.read_bytes()
    for opening in (read_journal, Journal, repair):
        with pytest.raises(JournalTooNew) as new:
            opening(path)
        assert str(new.value) == (
            "The game waves-1 was written by a newer companion (format 7; this one knows 1). "
            "Update the companion, then open the game again."
        )
    assert path.read_bytes() == before


def test_a_second_writer_in_another_process_is_turned_away(path: Path) -> None:
    write(path, 2)
    script = (
        "import sys; from pathlib import Path; from companion.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        for opening in (Journal, repair):
            with pytest.raises(JournalBusy) as busy:
                opening(path)
            assert str(busy.value) == "The game waves-1 is open in another companion. Stop that one first."
        assert len(read_journal(path)) == 2
        other.kill()
    with closing(Journal(path)) as journal:  # the system let go of it for the one that was killed
        assert len(journal.opened_with) == 2


def test_a_game_locked_by_another_program_is_busy(path: Path) -> None:
    write(path, 1)
    with closing(Journal(path)) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        journal._db.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalBusy, match=r"is in use by another program\. Close that one first\."):
            journal.append([draft(1)])
        other.execute("ROLLBACK")
        assert journal.append([draft(1)])[0].number == 2


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder", encoding="utf-8")
    with pytest.raises(JournalNotWritable) as refused:
        Journal(tmp_path / "games" / "waves-1.journal")
    assert str(refused.value) == (
        f"Cannot use {tmp_path}/games/waves-1.journal: File exists. Choose another folder with --data."
    )


def test_a_full_disk_takes_all_rows_of_an_append_or_none(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        path = disk.folder / "waves-1.journal"
        with closing(Journal(path)) as journal:
            rows = list(journal.append([draft(number) for number in range(5)]))
            disk.fill(journal)
            with pytest.raises(JournalNotWritable) as full:
                journal.append([draft(number, size=1000) for number in range(5, 500)])
            assert str(full.value) == f"Cannot write {path}: the disk is full. Free some space, then tap again."
            assert isinstance(full.value, OSError)
            assert read_journal(path) == tuple(rows)
            disk.free(journal)
            rows += journal.append([draft(5)])
        assert read_journal(path) == tuple(rows)
        assert rows[-1] == chain(rows[-2].hash, 6, draft(5))


def test_a_new_game_on_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("a disk can only be filled to its end where one can be mounted")
        with closing(Journal(disk.folder / "old.journal")) as old:
            disk.fill(old)
            before = sorted(disk.folder.iterdir())
            with pytest.raises(JournalNotWritable, match="the disk is full"):
                Journal(disk.folder / "new.journal")
            assert sorted(disk.folder.iterdir()) == before


def test_a_disk_that_became_read_only_is_told_and_still_read(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("only a mounted disk can be made read-only: root writes everywhere else")
        path = disk.folder / "waves-1.journal"
        rows = write(path, 3)
        disk.set_read_only()
        with pytest.raises(JournalNotWritable) as refused:
            Journal(path)
        assert str(refused.value) == (
            f"Cannot use {disk.folder}/waves-1.journal: Read-only file system. Choose another folder with --data."
        )
        assert read_journal(path) == rows


def test_a_discarded_journal_leaves_no_file(path: Path) -> None:
    journal = Journal(path)
    journal.discard()
    assert list(path.parent.iterdir()) == []


def test_every_leaf_of_the_tree_is_an_error_of_ours_and_of_python() -> None:
    assert issubclass(JournalBusy, BlockingIOError)
    assert issubclass(JournalNotWritable, OSError)
    for leaf in (JournalMissing, JournalNeverBegan, JournalBusy, JournalTooNew, JournalBroken, JournalNotWritable):
        assert issubclass(leaf, JournalError)


def test_rows_are_json_like_everything_else() -> None:
    row = chain(GENESIS, 1, draft(0))
    assert msgspec.json.decode(msgspec.json.encode(row), type=Row) == row
