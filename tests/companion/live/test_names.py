"""What a person may be called, and that only new names are judged."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import Draft, Journal, read_journal
from companion.live.inputs import Asked
from companion.live.names import why_no_name
from companion.live.requests import Decide, TakeSeat
from companion.live.room import Room
from companion.live.seats import clean_name
from companion.live.session import Session
from companion.live.timeline import state_hash
from companion.recording.format import Recording
from companion.recording.recorder import Recorder
from tests.companion.tables import GUEST, HOST, journal_path, open_room, own, tap_first
from tests.vision.fakes import FakeClock

ODD = "Tim \u2800\u3164"
"""A name that was allowed once."""


@pytest.mark.parametrize(
    "name",
    [
        *("Ana", "", "  ", "Tim :-}", "{:>1500000000}", "{0.__class__}", "%s%n", "Zoe\u0308", "小明", "नमस्ते", "Ana 2"),
        *("R2-D2", "O’Neill", "<b>&\"'", "Ghost", "Seatbelt", "Player 3", "Hosteß", "\u202eevil"),
    ],
)
def test_letters_digits_punctuation_and_spaces_are_a_name(name: str) -> None:
    assert why_no_name(name, 2) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Tim\u3164", "A name holds letters, digits, punctuation and spaces, and no U+3164. Choose another name."),
        ("\u2800", "A name holds letters, digits, punctuation and spaces, and no U+2800. Choose another name."),
        ("Tim \u115f", "A name holds letters, digits, punctuation and spaces, and no U+115F. Choose another name."),
        ("\uffa0", "A name holds letters, digits, punctuation and spaces, and no U+FFA0. Choose another name."),
        ("Tim\ufe0f", "A name holds letters, digits, punctuation and spaces, and no U+FE0F. Choose another name."),
        ("Tim 🎲", "A name holds letters, digits, punctuation and spaces, and no “🎲”. Choose another name."),
        ("\u0301", "A name has no mark without its letter, as U+0301 is here. Choose another name."),
        ("Tim \u0301", "A name has no mark without its letter, as U+0301 is here. Choose another name."),
        (":-}", "A name needs a letter or a digit. Choose another name."),
        ("Seat 1", "“Seat 1” is what the pages call a seat, its player or the host. Choose another name."),
    ],
)
def test_what_is_no_name_is_told_with_the_way_out(name: str, why: str) -> None:
    assert why_no_name(name, 2) == why


@pytest.mark.parametrize(
    "name",
    [
        *("seat 2", "SEAT  3", "Seat2", "Seat", "Ｓｅａｔ ２", "Seat ٢", "Seat 2.", "Seat 2 ................. x"),
        *("host", "Host", "The host", "the Host!", "ＨＯＳＴ", "You", "Player 1", "player"),
    ],
)
def test_nobody_is_called_what_the_pages_call_a_seat_or_the_host(name: str) -> None:
    assert "is what the pages call" in why_no_name(name, 2)


@given(raw=st.text(st.characters(), max_size=40), seat=st.integers(0, 5))
def test_every_name_is_refused_or_can_be_read(raw: str, seat: int) -> None:
    if why_no_name(raw, seat):
        return
    name = clean_name(raw, seat, [])
    assert any(unicodedata.category(char)[0] in "LN" for char in name)
    assert unicodedata.category(name[0])[0] != "M"
    assert not {"\u3164", "\u2800", "\u115f"}.intersection(name)


def test_a_name_that_is_none_changes_nothing(table: Session, room: Room) -> None:
    reply = table.submit(GUEST, TakeSeat(2, "the host", "key"))
    assert (reply.accepted, reply.code) == (False, "malformed")
    table.submit(GUEST, TakeSeat(0, "Ana", "a"))
    assert table.submit(GUEST, TakeSeat(0, "Seat 1", "a")).code == "malformed", "nor by renaming"
    assert table.submit(GUEST, TakeSeat(0, "Seat 1", "b")).code == "malformed", "nor by asking"
    assert table.snapshot().names[0] == "Ana"
    assert table.snapshot().seats[0].asking == ()
    assert table.snapshot().seats[2].holder == "open"
    assert [row.read()["name"] for row in read_journal(journal_path(room)) if row.kind == "seat"] == ["Ana"]


def test_an_odd_name_of_a_saved_game_stays_as_it_is_in_it_and_in_the_next_game(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room)
        game, state = session.game_id, session._timeline.state
    journal = Journal(tmp_path / "games" / f"{game}.journal")
    hashed = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"  # of the key "foo"
    journal.append(
        [Draft("2025-01-01", "host", "seat", {"seat": 1, "name": ODD, "key_hash": hashed}, state_hash(state))]
    )
    journal.close()
    with open_room(tmp_path) as room:
        resumed = room.open_saved(game)
        assert resumed.snapshot().names[1] == ODD
        assert tap_first(resumed).accepted
        assert resumed.submit(GUEST, TakeSeat(1, ODD, "foo")).accepted, "who keeps a name gives no new one"
        assert resumed.submit(GUEST, TakeSeat(1, f"{ODD}!", "foo")).code == "malformed"
        again = own(room)
        assert again.snapshot().names[1] == ODD
        assert again.holds(1, "foo")


def test_a_recording_has_no_name_that_is_none(tmp_path: Path) -> None:
    """A replay judges no names, so that older recordings lead where they led."""
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, FakeClock())) as room:
        session = own(room)
        session.submit(GUEST, TakeSeat(0, "Seat 2", "a"))
        assert session.submit(GUEST, TakeSeat(0, "Ana", "a")).accepted
        session.submit(HOST, Decide(0, "1", True))
    steps = [entry.step for entry in Recording.open(tmp_path / "rec").entries]
    assert [step.request for step in steps if isinstance(step, Asked) and isinstance(step.request, TakeSeat)] == [
        TakeSeat(0, "Ana", steps[0].request.key)  # type: ignore[union-attr]
    ]
