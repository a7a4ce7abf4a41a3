"""What a file says at a glance: its last hash, and whether anything was done."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Draft, Journal, read_journal
from companion.journal.peek import has_act, last_hash
from companion.journal.sqlite import log_of
from tests.companion.journal.test_odd_files import ODD


def write(path: Path, *kinds: str) -> Path:
    with closing(Journal(path)) as journal:
        journal.append([Draft("now", "host", kind, {}, "") for kind in kinds])  # type: ignore[arg-type]
    return path


def test_the_last_hash_is_that_of_the_last_row(tmp_path: Path) -> None:
    path = write(tmp_path / "a.journal", "start", "act", "act")
    assert last_hash(path) == read_journal(path)[-1].hash
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.journal", "a.lock"], "it leaves nothing behind"


def test_rows_that_lie_in_the_log_alone_count(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "a.journal")) as journal:
        (row,) = journal.append([Draft("now", "host", "start", {}, "")])
        assert last_hash(journal.path) == row.hash
        copy = tmp_path / "b.journal"
        shutil.copy(journal.path, copy)
        shutil.copy(log_of(journal.path), log_of(copy))
        (later,) = journal.append([Draft("now", "host", "act", {}, "")])
        assert last_hash(journal.path) == later.hash
        assert last_hash(copy) == row.hash


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (("start",), False),
        (("start", "seat", "seat"), False),
        (("start", "seat", "act"), True),
        (("start", "end"), True),
    ],
)
def test_seats_alone_are_nothing_that_was_done(tmp_path: Path, kinds: tuple[str, ...], expected: bool) -> None:
    assert has_act(write(tmp_path / "a.journal", *kinds)) is expected


@pytest.mark.parametrize("name", ["view", "pipe", "loop"])
def test_of_what_is_no_journal_nothing_is_told(tmp_path: Path, name: str) -> None:
    ODD[name][0](tmp_path / "a.journal")
    assert last_hash(tmp_path / "a.journal") == ""
    assert not has_act(tmp_path / "a.journal")


def test_what_is_not_there_or_is_garbage_says_nothing(tmp_path: Path) -> None:
    assert last_hash(tmp_path / "none.journal") == ""
    (tmp_path / "a.journal").write_bytes(b"garbage" * 1000)
    assert last_hash(tmp_path / "a.journal") == ""
    with closing(sqlite3.connect(tmp_path / "b.journal")) as db:
        db.execute("CREATE TABLE other (x)")
    assert last_hash(tmp_path / "b.journal") == ""
