"""Journals that were changed or damaged, before or while they are played: found out, told in words, and mended."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalBroken,
    JournalMissing,
    JournalNeverBegan,
    JournalNotWritable,
    Mended,
    open_mended,
    read_journal,
    repair,
)
from tests.companion.disks import tiny_disk
from tests.companion.journal.journals import change, draft, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "waves-1.journal"


@pytest.mark.parametrize(
    ("statements", "number", "what"),
    [
        (("UPDATE journal SET payload = '{\"n\":9}' WHERE number = 4",), 4, "its content does not fit its hash"),
        (("UPDATE journal SET state_hash = 'other' WHERE number = 1",), 1, "its content does not fit its hash"),
        (("UPDATE journal SET by = 'bot' WHERE number = 6",), 6, "its content does not fit its hash"),
        (("UPDATE journal SET at = '2024' WHERE number = 2",), 2, "its content does not fit its hash"),
        (("UPDATE journal SET kind = 'undo' WHERE number = 2",), 2, "its content does not fit its hash"),
        (("UPDATE journal SET hash = 'x' WHERE number = 5",), 5, "its content does not fit its hash"),
        (("UPDATE journal SET by = CAST(x'ff' AS TEXT) WHERE number = 5",), 5, "SQLite says: Could not decode"),
        (("DELETE FROM journal WHERE number = 3",), 3, "row 3 is missing"),
        (("DELETE FROM journal WHERE number = 1",), 1, "row 1 is missing"),
        (
            (
                "UPDATE journal SET number = -1 WHERE number = 3",
                "UPDATE journal SET number = 3 WHERE number = 4",
                "UPDATE journal SET number = 4 WHERE number = -1",
            ),
            3,
            "its content does not fit its hash",
        ),
        (("ALTER TABLE journal DROP COLUMN by",), 1, "it has a part that no journal has"),
        (("DROP TABLE journal",), 1, "SQLite says: no such table: journal"),
    ],
)
def test_a_changed_journal_is_found_out(path: Path, statements: tuple[str, ...], number: int, what: str) -> None:
    write(path, 6)
    change(path, *statements)
    for opening in (read_journal, Journal):
        with pytest.raises(JournalBroken) as broken:
            opening(path)
        assert (broken.value.number, broken.value.good) == (number, number - 1)
        assert what in str(broken.value)
        assert str(path) in str(broken.value)


def test_a_damaged_row_is_told_with_what_to_do(path: Path) -> None:
    write(path, 3)
    change(path, "UPDATE journal SET by = 'bot' WHERE number = 3")
    with pytest.raises(JournalBroken) as broken:
        read_journal(path)
    assert str(broken.value) == (
        f"Row 3 of {path} is damaged: its content does not fit its hash. The 2 rows before it can be saved. "
        "To go on from there, resume the game, or run: companion verify waves-1 --repair "
        "(the damaged file is kept beside it)."
    )


def test_a_wholly_damaged_file_promises_nothing(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(os.urandom(8192))
    with pytest.raises(JournalBroken) as broken:
        read_journal(path)
    assert str(broken.value) == (
        f"{path} is damaged from its first row on: SQLite says: file is not a database. "
        "Nothing of this game can be saved; start a new one."
    )


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def _cut_in_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def _garbage(path: Path) -> None:
    with open(path, "r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(os.urandom(4096))


def _zeros(path: Path) -> None:
    with open(path, "r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(bytes(4096))


@pytest.mark.parametrize("damage", [_truncate, _cut_in_a_page, _garbage, _zeros])
def test_a_damaged_page_loses_no_row_before_it(path: Path, damage: Callable[[Path], None]) -> None:
    rows = write(path, 300, size=200)
    damage(path)
    with pytest.raises(JournalBroken) as broken:
        read_journal(path)
    good = broken.value.good
    assert 0 < good < 300
    damaged = path.read_bytes()
    assert repair(path).rows == rows[:good]
    assert read_journal(path) == rows[:good]
    assert path.with_suffix(".damaged").read_bytes() == damaged
    with closing(Journal(path)) as journal:
        (row,) = journal.append([draft(good)])
    assert row.number == good + 1


def test_a_mended_journal_keeps_every_damaged_file(path: Path) -> None:
    write(path, 4)
    for good in (3, 2, 1):
        change(path, f"UPDATE journal SET by = 'x' WHERE number = {good + 1}")
        assert len(repair(path).rows) == good
    kept = [".damaged", ".damaged-2", ".damaged-3", ".journal", ".lock"]
    assert sorted(each.suffix for each in path.parent.iterdir()) == kept


def test_a_repair_keeps_what_lay_in_the_write_ahead_log(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path\n"
        "from companion.journal import Journal; from tests.companion.journal.journals import draft\n"
        "journal = Journal(Path(sys.argv[1])); journal.append([draft(n) for n in range(7)])\n"
        "journal._db.execute(\"UPDATE journal SET by = 'x' WHERE number = 5\"); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert path.with_name(f"{path.name}-wal").stat().st_size
    assert len(repair(path).rows) == 4
    with closing(sqlite3.connect(path.with_suffix(".damaged"))) as db:
        assert db.execute("SELECT count(*) FROM journal").fetchone() == (7,)


def test_a_sound_journal_is_not_touched_by_repair(path: Path) -> None:
    write(path, 4)
    before = path.read_bytes()
    assert repair(path) == Mended(read_journal(path))
    assert path.read_bytes() == before
    assert not path.with_suffix(".damaged").exists()


def test_nothing_is_repaired_where_no_row_is_sound(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 300)
    before = path.read_bytes()
    with pytest.raises(JournalBroken):
        repair(path)
    assert path.read_bytes() == before


def test_a_game_that_is_not_there_cannot_be_repaired(path: Path) -> None:
    path.parent.mkdir()
    with pytest.raises(JournalMissing):
        repair(path)
    assert list(path.parent.iterdir()) == []


def test_an_empty_file_holds_no_game(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with pytest.raises(JournalNeverBegan) as empty:
        read_journal(path)
    assert str(empty.value) == (
        "The game waves-1 never began: the companion was stopped before anything of it was saved. Start a new one."
    )
    with closing(Journal(path)) as journal:  # it is as good as none: a new game may begin in it
        assert journal.opened_with == ()


def test_a_sound_journal_is_opened_without_a_word(path: Path) -> None:
    rows = write(path, 3)
    opened, mended = open_mended(path)
    opened.close()
    assert mended == Mended(rows)


def test_a_repair_for_which_the_disk_has_no_room_leaves_all_as_it_was(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("a disk can only be filled to its end where one can be mounted")
        path = disk.folder / "waves-1.journal"
        rows = write(path, 300, size=200)
        _garbage(path)
        with closing(Journal(disk.folder / "other.journal")) as other:
            disk.fill(other)
            before = {path.name: path.read_bytes()}
            with pytest.raises(JournalNotWritable, match=r"the disk is full|No space left"):
                open_mended(path)
            left = {each.name: each.read_bytes() for each in disk.folder.glob("waves-1.*")}
            assert {name: content for name, content in left.items() if content and "-shm" not in name} == before
            disk.free(other)
        opened, mended = open_mended(path)
        opened.close()
        assert mended.rows == rows[: len(mended.rows)] != ()
