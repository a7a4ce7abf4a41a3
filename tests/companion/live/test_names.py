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

ODD = "Tim \u202e\u2800\u3164"
"""A name that was allowed once."""


@pytest.mark.parametrize(
    "name",
    [
        *("Ana", "", "  ", "Tim :-}", "{:>1500000000}", "{0.__class__}", "%s%n", "Zoe\u0308", "小明", "नमस्ते", "Ana 2"),
        *("R2-D2", "O’Neill", "<b>&\"'", "Ghost", "Seatbelt", "Player 3", "Hosteß", "\u202eevil"),
        *("Ольга", "محمد", "李", "Tim 🎲", "👩\u200d👩\u200d👧", "👍🏽", "🇩🇪", "Høst", "Dealers", "Бот", "Anyones"),
        *("Tim\u3164", "\u2800", "Tim\ufe0f", "Tim \u0301", "\u0301"),  # of which nothing unseen is left
    ],
)
def test_letters_digits_punctuation_and_spaces_are_a_name(name: str) -> None:
    assert why_no_name(name, 2) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (":-}", "A name needs a letter, a digit or an emoji. Choose another name."),
        (
            "Seat 1",
            "“Seat 1” is what the pages call a seat, its player, the host, the companion or everybody. "
            "Choose another name.",
        ),
    ],
)
def test_what_is_no_name_is_told_with_the_way_out(name: str, why: str) -> None:
    assert why_no_name(name, 2) == why


@pytest.mark.parametrize(
    "name",
    [
        *("seat 2", "SEAT  3", "Seat2", "Seat", "Ｓｅａｔ ２", "Seat ٢", "Seat 2.", "Seat 2 ................. x"),
        *("host", "Host", "The host", "the Host!", "ＨＯＳＴ", "You", "Player 1", "player"),
        *(
            "\u0405eat 2",
            "S\u0435\u0430t 2",
            "the \u0421ompanion",
            "dealer",
            "The Dealer",
            "Everyone",
            "no one",
            "H\u03bfst",
        ),
        *("P\u200blayer 1", "PIayer 1", "p1ayer 2", "🇭🇴🇸🇹", "ʜᴏꜱᴛ", "y\u043eu", "ho\u0323st", "Somebody"),
    ],
)
def test_nobody_is_called_what_the_pages_call_a_seat_or_the_host(name: str) -> None:
    assert "is what the pages call" in why_no_name(name, 2)


@given(raw=st.text(st.characters(), max_size=40), seat=st.integers(0, 5))
def test_every_name_is_refused_or_can_be_read(raw: str, seat: int) -> None:
    if why_no_name(raw, seat):
        return
    name = clean_name(raw, seat, [])
    assert any(unicodedata.category(char)[0] in "LN" or unicodedata.category(char) == "So" for char in name)
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


def test_an_odd_name_of_a_saved_game_is_shown_without_what_nobody_sees_and_in_the_next_game(tmp_path: Path) -> None:
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
        assert resumed.snapshot().names[1] == "Tim"
        assert tap_first(resumed).accepted
        assert resumed.submit(GUEST, TakeSeat(1, "Tim", "foo")).accepted, "who keeps a name gives no new one"
        again = own(room)
        assert again.snapshot().names[1] == "Tim"
        assert again.holds(1, "foo")


def test_two_at_one_table_whose_names_look_alike_are_told_apart(table: Session) -> None:
    assert table.submit(GUEST, TakeSeat(0, "Ada", "a")).text == "Seat 1 is yours, Ada."
    assert table.submit(GUEST, TakeSeat(1, "\u0410d\u0430", "b")).text == "Seat 2 is yours, \u0410d\u0430 2."
    assert table.submit(GUEST, TakeSeat(2, "\u200bAda\u3164", "c")).text == "Seat 3 is yours, Ada 3."


def test_whoever_waited_while_another_of_that_name_came_is_told_apart(table: Session) -> None:
    table.submit(GUEST, TakeSeat(0, "Ben", "a"))
    assert table.submit(GUEST, TakeSeat(0, "Ada", "b")).code == "waiting"
    table.submit(GUEST, TakeSeat(1, "\u0410da", "c"))
    (asking,) = table.snapshot().seats[0].asking
    assert table.submit(HOST, Decide(0, asking.id, True)).text == "Ada 2 sits in seat 1 now."


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
