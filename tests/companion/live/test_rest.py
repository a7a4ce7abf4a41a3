"""When the file of a game is made whole, and that a live table does so."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

from companion.journal import Journal, JournalNotWritable, read_journal
from companion.live.playthrough import Playthrough
from companion.live.rest import LONGEST_S, NEVER, QUIET_S, Rest
from companion.live.room import Room
from companion.live.session import Session
from tests.companion.tables import HOST, journal_path, own, rows_of, tap_first, undo


def test_it_is_due_once_the_table_rests() -> None:
    rest = Rest(1, 100.0)
    assert rest.due_s == 100.0 + QUIET_S
    rest.saw(1, 100.9)  # no further row
    assert rest.due_s == 100.0 + QUIET_S
    rest.saw(2, 100.9)
    assert rest.due_s == 100.9 + QUIET_S
    rest.done(True, 102.0)
    rest.saw(2, 110.0)
    assert rest.due_s == NEVER


def test_a_busy_table_does_not_put_it_off_for_ever() -> None:
    rest = Rest(1, 100.0)
    rest.done(True, 101.0)
    for number in range(200):
        rest.saw(2 + number, 200.0 + number / 10)
    assert rest.due_s == 200.0 + LONGEST_S


def test_what_could_not_be_done_is_tried_again_later() -> None:
    rest = Rest(1, 100.0)
    rest.done(False, 101.0)
    assert rest.due_s == 101.0 + LONGEST_S


def test_a_copy_of_the_file_of_a_table_that_rests_holds_every_act(room: Room, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("companion.live.rest.QUIET_S", 0.0)
    rested, rest = threading.Event(), Playthrough.rest

    def noted(live: Playthrough) -> bool:
        is_whole = rest(live)
        rested.set()
        return is_whole

    monkeypatch.setattr(Playthrough, "rest", noted)
    session = own(room)
    for act in range(6):
        assert rested.wait(60)
        copy = Path(shutil.copy(journal_path(room), tmp_path / f"copy-{act}.journal"))
        assert read_journal(copy) == rows_of(room)
        rested.clear()
        assert tap_first(session).accepted if act < 5 else session.submit(HOST, undo(session)).accepted
    assert rested.wait(60)


def test_a_disk_that_fails_as_the_file_is_made_whole_costs_nothing(
    table: Session, room: Room, monkeypatch: Any
) -> None:
    def fails(journal: Journal) -> bool:
        raise JournalNotWritable("Cannot write it: the disk is full. Free some space, then tap again.")

    monkeypatch.setattr(Journal, "rest", fails)
    assert not table._live.rest()
    assert tap_first(table).accepted
    assert len(rows_of(room)) == 2
