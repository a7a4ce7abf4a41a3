"""What rows add up to, and the log in words for each pair of eyes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import GENESIS, Draft, chain
from companion.live.requests import Correct, LogLine, Redo, TakeSeat, Undo
from companion.live.resume import Unplayable, replay, start_payload
from companion.live.room import Room
from companion.live.timeline import Timeline, key_hash, state_hash
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    open_room,
    own,
    play_to,
    tap_first,
    undo,
    virtual,
    wait_for,
)
from tests.games.registered import SEALED_BID
from tests.said import said

SEATS = ("Seat 2", "Seat 3")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as room:
        yield room


def texts(room: Room, seat: int | None = None) -> list[str]:
    return [str(line.text) for line in room.session.snapshot().log(seat)]


def test_the_log_tells_each_kind_of_row_in_words(room: Room) -> None:
    session = own(room)
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    tap_first(session)
    session.submit(HOST, Undo())
    session.submit(HOST, Redo())
    tap_first(session)
    session.submit(HOST, undo(session, 9))
    session.submit(HOST, Correct({"deck": 35}))
    lines = session.snapshot().log(None)
    assert said([(line.kind, line.text) for line in (*lines[:4], lines[5], *lines[-2:])]) == [
        ("seat", "Ana sits in seat 1."),
        ("act", "Ana gets the start token by lot."),
        ("undo", "1 act is taken back: Ana gets the start token by lot."),
        ("redo", "1 act is done again: Ana gets the start token by lot."),
        ("act", "Seat 2 draws a card."),
        (
            "undo",
            "9 acts are taken back, from: Ana draws a card. "
            + " ".join(f"3 × {name} has seen the card drawn from the deck." for name in ("Ana", *SEATS)),
        ),
        ("correction", "The host corrects Piles: Cards in the deck 35."),
    ]
    assert [line.number for line in lines] == list(range(2, 2 + len(lines)))
    assert lines[1].rules == ("B-011",)


def test_the_log_keeps_the_names_of_the_time(room: Room) -> None:
    session = own(room)
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    tap_first(session)
    session.submit(GUEST, TakeSeat(0, "Anna", "a"))
    assert texts(room) == ["Ana sits in seat 1.", "Ana gets the start token by lot.", "Ana is called Anna now."]


def test_only_the_seat_itself_reads_which_card_it_drew(room: Room) -> None:
    session = virtual(room)
    wait_for(session, lambda snapshot: snapshot.outcome is not None)
    public, mine, other = ([text for text in texts(room, seat) if "Seat 1 draws" in text] for seat in (None, 0, 1))
    assert set(public) == set(other) == {"Seat 1 draws a card."}
    assert "Seat 1 draws a card." not in mine
    assert len(public) == len(mine)


def test_the_log_begins_after_any_row(room: Room) -> None:
    session = own(room)
    for _ in range(6):
        tap_first(session)
    now = session.snapshot()
    everything = now.log(None)
    assert len(everything) == now.can_undo >= 6
    assert now.log(None, everything[4].number) == everything[5:]
    assert now.log(None, everything[-1].number) == ()


def test_an_old_snapshot_does_not_grow(room: Room) -> None:
    session = own(room)
    tap_first(session)
    old = session.snapshot()
    log, view = old.log(None), old.view(None)
    play_to(session, "seal")
    assert old.log(None) == log
    assert old.view(None) == view
    assert (old.can_undo, old.last_row) == (1, 2)


def test_the_hash_of_a_position_depends_on_nothing_else() -> None:
    first, again = (SEALED_BID.new_game({"cards": "own"}, {}) for _ in range(2))
    assert state_hash(first) == state_hash(again)
    assert state_hash(first) != state_hash(SEALED_BID.new_game({"cards": "virtual"}, {}))


def test_a_key_is_kept_as_its_hash_only() -> None:
    assert key_hash("secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"


def test_rows_that_do_not_begin_with_a_start_are_no_game() -> None:
    act = chain(GENESIS, 1, Draft("now", "host", "act", {}, ""))
    for rows in ((), (act,)):
        with pytest.raises(Unplayable, match="does not begin with the start of a game"):
            replay(GAMES, rows)


def test_the_first_row_alone_is_a_game() -> None:
    start = SEALED_BID.new_game({}, {})
    row = chain(GENESIS, 1, Draft("now", "host", "start", start_payload(SEALED_BID, {}, start), state_hash(start)))
    timeline = replay(GAMES, [row])
    assert isinstance(timeline, Timeline)
    assert timeline.state == start
    assert (timeline.revision, timeline.last_row, timeline.history.events) == (1, 1, ())


def test_a_whole_virtual_game_is_replayed_to_the_same_end(room: Room) -> None:
    session = virtual(room, seed=9, order="turn")
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    # Refused where the bots have gone on since the host was told; only after one that counts do they hold still.
    assert any(session.submit(HOST, undo(session)).accepted for _ in range(100))
    check_replay(room)


def test_a_log_line_is_a_plain_record() -> None:
    assert LogLine(2, "x", ()).kind == "act"
