"""The journal: chained rows, all or none, and every kind of damage told in words."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
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
    Mended,
    Row,
    chain,
    open_mended,
    read_journal,
    repair,
)
from tests.companion.disks import tiny_disk


def draft(number: int, size: int = 0) -> Draft:
    return Draft(
        f"2025-01-01T12:00:{number % 60:02}+00:00", "host", "act", {"n": number, "pad": "x" * size}, f"s{number}"
    )


def write(path: Path, count: int, size: int = 0) -> tuple[Row, ...]:
    with closing(Journal(path)) as journal:
        return journal.append([draft(number, size) for number in range(count)])


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


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
        "import os, sys; from pathlib import Path; from tests.companion.test_journal import draft, Journal\n"
        "journal = Journal(Path(sys.argv[1])); journal.append([draft(n) for n in range(7)]); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == 9
    assert len(read_journal(path)) == 7
    with closing(Journal(path)) as journal:
        assert len(journal.opened_with) == 7


# --- damaged ----------------------------------------------------------------------------------------------------------


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
        (("ALTER TABLE journal DROP COLUMN by",), 1, "SQLite says: no such column: by"),
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
    for good in (3, 2):
        change(path, f"UPDATE journal SET by = 'x' WHERE number = {good + 1}")
        assert len(repair(path).rows) == good
    assert sorted(each.suffix for each in path.parent.iterdir()) == [".damaged", ".damaged-2", ".journal", ".lock"]


def test_a_repair_keeps_what_lay_in_the_write_ahead_log(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from tests.companion.test_journal import draft, Journal\n"
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


# --- out of reach -----------------------------------------------------------------------------------------------------


def test_a_missing_game_is_named(path: Path) -> None:
    with pytest.raises(JournalMissing) as missing:
        read_journal(path)
    assert str(missing.value) == (
        f"There is no game 'waves-1' in {path.parent}. List the saved games with: companion games."
    )
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


# --- damaged while it is played ---------------------------------------------------------------------------------------


def test_a_page_that_goes_bad_under_a_running_game_is_found_at_the_latest_when_it_is_opened_again(path: Path) -> None:
    rows = write(path, 300, size=200)
    with closing(Journal(path)) as journal:
        _garbage(path)
        later = journal.append([draft(300), draft(301)])
        with pytest.raises(JournalBroken) as broken:  # as `companion verify` sees it meanwhile
            read_journal(path)
        assert 0 < broken.value.good < 300
    opened, mended = open_mended(path)
    with closing(opened):
        assert opened.opened_with == mended.rows == rows[: len(mended.rows)]
        assert 0 < len(mended.rows) < 300
        assert mended.aside == path.with_suffix(".damaged")
        assert later[-1].hash.encode() in mended.aside.read_bytes(), "what cannot be gone on with is still kept"
        assert opened.append([draft(0)])[0].number == len(mended.rows) + 1


def test_a_game_whose_file_takes_no_more_rows_is_told_to_be_resumed(path: Path) -> None:
    rows = write(path, 300, size=200)
    journal = Journal(path)
    journal._db.close()
    journal._db = sqlite3.connect(path, isolation_level=None)
    with open(path, "r+b") as file:  # the root of the tree and the page that the next row would go to
        file.seek(4096)
        file.write(bytes(4096))
    with closing(journal), pytest.raises(JournalNotWritable) as refused:
        journal.append([draft(300)])
    assert str(refused.value) == (
        f"{path} was damaged while the game was played. Stop the companion and resume the game: what is sound is kept, "
        "and the page says how much."
    )
    opened, mended = open_mended(path)
    opened.close()
    assert mended.rows == rows, "only the root is gone, and every row lies on a page of its own"


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
