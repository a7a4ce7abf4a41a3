"""A snapshot is one moment: whatever happens afterwards, it gives out the same bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.live.requests import Correct, Decide, End, LeaveSeat, Redo, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from tests.companion.tables import GUEST, HOST, PATIENCE_S, open_room, own, person, tap_any, tap_first, undo, virtual
from tests.said import said

DEEDS = 60
KEYS = tuple("abcdef")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as room:
        yield room


def given_out(now: Snapshot) -> bytes:
    """All that a moment gives out, to every seat and to the public."""
    seats = (None, *range(len(now.seats)))
    steps = range(min(now.can_undo, 4) + 1)
    return msgspec.json.encode(
        (
            [(now.view(seat), now.choices(seat), now.log(seat), now.log(seat, now.last_row - 3)) for seat in seats],
            [now.account(row, seat) for row in range(now.last_row + 2) for seat in seats],
            now.accounts(),
            [(now.undo_notice(each), now.taken_back(each), now.way_back(each)) for each in steps],
            [now.done_again(each) for each in range(min(now.can_redo, 4) + 1)],
            (now.seats, now.names, now.sittings, sorted(now.ended_keys), now.ended, now.sight, now.outcome),
            [(now.holds(seat, key), now.waits(seat, key)) for seat in range(len(now.seats)) for key in KEYS],
            (now.revision, now.last_row, now.change, now.can_undo, now.can_redo, now.newest_act, now.roll_row),
        ),
        enc_hook=str,
    )


def do_something(session: Session, rng: random.Random) -> None:
    """One act, or something that is done to acts or seats; some of it is refused."""
    now, seat, key = session.snapshot(), rng.randrange(3), rng.choice(KEYS)
    asking = [(each.seat, asked.id) for each in now.seats for asked in each.asking]
    match rng.randrange(10):
        case 0:
            session.submit(HOST, undo(session, rng.randint(1, 3)))
        case 1:
            session.submit(HOST, Redo(rng.randint(1, 2)))
        case 2 | 3:  # somebody sits down, is called otherwise from now on, or waits for the host's consent
            session.submit(GUEST, TakeSeat(seat, f"{key.upper()}{rng.randrange(3)}", key))
        case 4:
            session.submit(person(seat), LeaveSeat(seat))
        case 5 if asking:
            session.submit(HOST, Decide(*asking[0], rng.random() < 0.7))
        case 6 if rng.random() < 0.3:
            session.submit(HOST, Correct({"deck": rng.randint(20, 36)}))
        case _:
            tap_any(session, rng)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_nothing_that_happens_later_changes_a_snapshot(room: Room, seed: int) -> None:
    session, rng, moments = own(room), random.Random(seed), dict[int, tuple[Snapshot, bytes]]()
    for _ in range(DEEDS):
        now = session.snapshot()
        moments.setdefault(now.change, (now, given_out(now)))
        do_something(session, rng)
    session.submit(HOST, End())
    kinds = {line.kind for line in session.snapshot().log(None)}
    assert kinds >= {"act", "undo", "seat", "end"}
    assert len({told for _, told in moments.values()}) == len(moments) > DEEDS // 2
    for now, told in moments.values():
        assert given_out(now) == told, now.change


def test_whoever_reads_while_the_referee_writes_sees_one_moment(room: Room) -> None:
    session = virtual(room)
    first = session.snapshot()
    told, now = given_out(first), first
    while now.outcome is None:
        newer = session.wait(now.change, PATIENCE_S)
        assert newer.change > now.change, "nothing changes any more"
        now = newer
        # One moment is at one with itself, and reads the same twice, while the bots go on.
        assert said(given_out(now)) == given_out(now)
        assert (now.log(None) or [None])[-1] == (now.log(None, now.last_row - 1) or [None])[-1]
        assert len(now.log(None)) == now.last_row - 1
        assert sum(account.stands for account in now.accounts()) == now.can_undo
    assert given_out(first) == told
    assert now.change > first.change


def test_who_was_let_in_holds_the_seat_as_soon_as_they_are_told(room: Room) -> None:
    session = own(room)
    for key in KEYS:
        before = session.snapshot()
        assert session.submit(GUEST, TakeSeat(1, "Ana", key)).accepted
        assert session.snapshot().holds(1, key)
        assert not before.holds(1, key)
        assert session.submit(GUEST, TakeSeat(1, "Ben", key + key)).code == "waiting"
        asked = session.snapshot()
        assert asked.waits(1, key + key)
        assert not before.waits(1, key + key)
        (asking,) = asked.seats[1].asking
        assert session.submit(HOST, Decide(1, asking.id, True)).accepted
        given = session.snapshot()
        assert (given.holds(1, key), given.holds(1, key + key), given.waits(1, key + key)) == (False, True, False)
        assert (asked.holds(1, key), asked.ended_keys) == (True, before.ended_keys)
        assert session.submit(person(1), LeaveSeat(1)).accepted
        assert len(session.snapshot().ended_keys) == len(before.ended_keys) + 2


def test_names_of_a_moment_stay_those_of_the_moment(room: Room) -> None:
    session = own(room)
    session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    while not session.snapshot().undo_notice():
        tap_first(session)
    before = session.snapshot()
    (notice,) = before.undo_notice()
    session.submit(GUEST, TakeSeat(0, "Anna", "a"))
    assert before.undo_notice() == (notice,)
    assert before.taken_back(1) == (before.log(None)[-1].text,)
    assert session.submit(HOST, Undo(1, session.snapshot().revision)).accepted
    assert before.names[0] == "Ana"
    assert session.snapshot().names[0] == "Anna"


def test_what_pages_ask_for_again_is_made_once_a_moment(room: Room) -> None:
    """One page asks for a seat's choices four times, and each of them is worked out anew from the rules."""
    now = own(room).snapshot()
    for seat in (None, 0):
        view = now.view(seat)
        assert now.view(seat) is view
        assert now.prompt(view) is now.prompt(view)
        assert now.choices(seat) is now.choices(seat)
        assert now.boards(seat) is now.boards(seat)
