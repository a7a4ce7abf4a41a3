"""What seats put together at a live table: shown to the seat alone, on no disk, gone once nobody can go on with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.core import Action
from companion.live.inputs import Drafting
from companion.live.requests import Client, Correct, DraftTap, End, LeaveSeat, Pause, Redo, Reply, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from companion.recording.recorder import Recorder, step_of
from companion.referee.buttons import PressRefused, pressed
from companion.referee.sight import Sight
from tests.companion.live.test_sealed import check_sealed_replay, seated
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    journal_path,
    open_room,
    own,
    person,
    play_to,
    rows_of,
    tap_first,
    tap_of,
    undo,
    virtual,
    wait_for,
)
from tests.games.members import exchanged
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import NOBODY, Guess, TakeBackWager, Wager
from tests.vision.fakes import FakeClock

ADA, BO = person(0), person(1)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as opened:
        yield opened


def wagering(room: Room, **options: Any) -> Session:
    """A game of two that sit there, and are to wager."""
    return seated(room, "wager", wager=True, **options)


def put(session: Session, client: Client, act: Action | None, revision: int | None = None) -> Reply:
    """A person taps what makes this what is put together."""
    raw = None if act is None else msgspec.to_builtins(act)
    return session.submit(client, DraftTap(raw, session.snapshot().revision if revision is None else revision))


def lay(session: Session, client: Client, *chips: int) -> None:
    """Put a wager together, chip by chip."""
    assert client.seat is not None
    so_far = [0] * len(chips)
    for place, number in enumerate(chips):
        for _ in range(number):
            so_far[place] += 1
            reply = put(session, client, Wager(client.seat, tuple(so_far)))
            assert reply.accepted, reply


def seal(session: Session, client: Client, *chips: int) -> Reply:
    return session.submit(client, tap_of([Wager(client.seat or 0, chips)], session.snapshot().revision))


def draft(session: Session, seat: int | None) -> Action | None:
    return session.snapshot().view(seat).draft


def labels(session: Session, seat: int | None) -> list[str]:
    return [str(choice.label) for choice in session.snapshot().choices(seat)]


# --- putting together ---


def test_a_wager_is_put_together_chip_by_chip_and_sealed(room: Room) -> None:
    session = wagering(room)
    assert labels(session, 0) == ["A chip on Ada (0 there)", "A chip on Bo (0 there)", "A chip on nobody (0 there)"]
    lay(session, ADA, 0, 2, 0)
    assert draft(session, 0) == Wager(0, (0, 2, 0))
    assert str(session.snapshot().game.prompt(session.snapshot().view(0)).text) == (
        "Put chips on whose bid will take the prize, and seal them: 1 chip left."
    )
    assert put(session, ADA, Wager(0, (0, 1, 0))).accepted
    lay_on = put(session, ADA, Wager(0, (0, 1, 1)))
    assert lay_on.accepted
    assert "Seal this wager" in labels(session, 0)
    assert seal(session, ADA, 0, 1, 1).accepted
    assert draft(session, 0) is None
    assert session.snapshot().view(0).own_sealed == (Wager(0, (0, 1, 1)),)
    check_sealed_replay(room)


def test_it_is_dropped_by_a_tap(room: Room) -> None:
    session = wagering(room)
    refused = put(session, ADA, Wager(0, (0, 2, 0)))
    assert (refused.accepted, refused.code) == (False, "stale")
    assert put(session, ADA, None).accepted, "what is so already is done"
    lay(session, ADA, 1, 0, 0)
    assert labels(session, 0)[-1] == "Begin anew"
    assert put(session, ADA, None).accepted
    assert draft(session, 0) is None


def test_only_the_next_step_is_taken_and_sent_twice_it_is_taken_once(room: Room) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 0, 0)
    again = put(session, ADA, Wager(0, (1, 0, 0)))
    assert (again.accepted, again.draft) == (True, 1)
    for act in (Wager(0, (3, 0, 0)), Wager(0, (0, 0, 1)), Wager(0, (4, 0, 0)), Wager(0, ()), Wager(1, (1, 0, 0))):
        refused = put(session, ADA, act)
        assert (refused.accepted, refused.code) == (False, "stale"), act
        assert str(refused.text) == "Your choice stands otherwise by now. Look at the page again, then tap."
    assert put(session, ADA, Guess(0, 1)).code == "stale"
    assert session.submit(ADA, DraftTap({"type": "Pirates"}, 1)).code == "malformed"
    assert draft(session, 0) == Wager(0, (1, 0, 0))


def test_a_whole_choice_is_sealed_by_its_own_seat_without_a_step(room: Room) -> None:
    session = wagering(room)
    whole = tap_of([Wager(0, (0, 0, 1))], session.snapshot().revision)
    assert {session.submit(client, whole).code for client in (BO, HOST, GUEST)} == {"not-yours"}
    assert seal(session, ADA, 0, 0, 1).accepted
    assert session.snapshot().view(0).own_sealed == (Wager(0, (0, 0, 1)),)


def test_what_is_sealed_is_what_the_page_offers_or_any_other_that_the_rules_allow(room: Room) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 0, 0)
    assert seal(session, ADA, 2, 2, 0).code == "illegal"
    assert seal(session, ADA, 1, 0, 0).accepted


# --- whose it is ---


@pytest.mark.parametrize("client", [HOST, GUEST, BO, Client("seat"), Client("host", 0)], ids=str)
def test_nobody_else_puts_it_together(room: Room, client: Client) -> None:
    session = wagering(room)
    assert put(session, client, Wager(0, (1, 0, 0))).code in ("not-yours", "stale")
    assert draft(session, 0) is None
    for seat in (None, 1):
        assert all(choice.draft is None or choice.draft.actor == seat for choice in session.snapshot().choices(seat))


def test_for_a_seat_that_nobody_has_taken_whole_wagers_are_tapped(room: Room) -> None:
    session = own(room, players=2, wager=True)
    play_to(session, "wager")
    assert put(session, ADA, Wager(0, (1, 0, 0))).code == "not-yours"
    assert all(choice.actions for choice in session.snapshot().choices(None))
    assert tap_first(session).accepted
    assert session.snapshot().view(None).table.wagering.sealed == (True, False)


def test_a_person_at_a_dealt_table_puts_a_wager_together_among_bots(room: Room) -> None:
    session = virtual(room, wager=True)
    session.submit(Client(), TakeSeat(0, "Ada", "key"))
    wait_for(session, lambda now: any(choice.is_draft for choice in now.choices(0)))
    lay(session, ADA, 0, 1, 0, 2)
    assert seal(session, ADA, 0, 1, 0, 2).accepted
    assert session.snapshot().view(0).own_sealed[-1:] in ((), (Wager(0, (0, 1, 0, 2)),))
    assert any(
        "Ada seals a wager: 1 on Seat 2 and 2 on nobody." in str(line.text) for line in session.snapshot().log(0)
    )


# --- what others notice of it ---


def test_it_changes_nothing_that_others_see_and_wakes_nobody_else(room: Room) -> None:
    session = wagering(room)
    before, rows = session.snapshot(), rows_of(room)
    lay(session, ADA, 1, 1, 0)
    now = session.snapshot()
    assert (now.change, now.revision, now.last_row, now.of_all) == (
        before.change,
        before.revision,
        before.last_row,
        before.of_all,
    )
    assert now.moment(0) != before.moment(0)
    assert [now.moment(seat) for seat in (None, 1)] == [before.moment(seat) for seat in (None, 1)]
    assert session.wait_for_seat(0, before.moment(0), 60.0) is now
    assert rows_of(room) == rows
    for seat in (None, 1):
        assert now.view(seat) == before.view(seat)
        assert now.choices(seat) == before.choices(seat)
        assert b"draft" not in msgspec.json.encode(now.view(seat))
    assert now.has_choices(0)


def test_it_makes_no_tap_stale_and_clears_no_word_about_a_button(room: Room) -> None:
    session = wagering(room)
    session._live.pressed = "Button of seat 1: nothing waits."
    session._live.is_searching = False
    revision = session.snapshot().revision
    lay(session, ADA, 1, 0, 0)
    assert session._live.pressed
    assert not session._live.is_searching, "the table is not judged anew for it"
    lay(session, BO, 0, 1, 0)
    assert session.submit(BO, tap_of([Wager(1, (0, 1, 0))], revision)).accepted
    assert draft(session, 0) == Wager(0, (1, 0, 0)), "what others seal takes nothing away"


def test_bots_are_not_kept_waiting_by_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = wagering(room)
    waits = list[str]()
    monkeypatch.setattr(session._bots, "wait", lambda: waits.append("wait"))
    lay(session, ADA, 1, 0, 0)
    assert waits == []
    assert seal(session, ADA, 1, 0, 0).accepted
    assert waits == ["wait"]


def test_no_recording_has_it(tmp_path: Path) -> None:
    record = lambda rows: Recorder(tmp_path / "recording", rows, FakeClock())  # noqa: E731
    with open_room(tmp_path / "home", record=record) as room:
        session = wagering(room)
        file = tmp_path / "recording" / "steps.jsonl"
        before = file.read_bytes()
        lay(session, ADA, 1, 0, 2)
        assert file.read_bytes() == before
        assert b"DraftTap" not in journal_path(room).read_bytes()
    assert step_of(Drafting(ADA, DraftTap(None, 1))) is None


def test_a_press_seals_nothing_that_is_put_together_on_a_phone(room: Room) -> None:
    session = wagering(room)
    with pytest.raises(PressRefused, match=r"^Button of seat 1: this is put together on a phone\. Tap it there\.$"):
        pressed(SEALED_BID, session._timeline.state, "seat1", Sight(), ("Ada", "Bo"))


# --- how long it lasts ---


def test_it_goes_with_its_person(room: Room) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 0, 0)
    assert session.submit(Client(), TakeSeat(0, "Adele", "key 0")).accepted
    assert draft(session, 0) is not None, "a new name is the same person"
    assert session.submit(ADA, LeaveSeat(0)).accepted
    assert draft(session, 0) is None
    assert session.submit(Client(), TakeSeat(0, "Cleo", "another key")).accepted
    assert draft(session, 0) is None


@pytest.mark.parametrize("what", ["undo", "redo", "correction", "end"])
def test_it_is_dropped_where_the_table_is_set_back_or_corrected(room: Room, what: str) -> None:
    session = wagering(room)
    assert seal_of(session, BO)
    if what == "redo":
        assert session.submit(HOST, undo(session, 1)).accepted
    lay(session, ADA, 1, 0, 0)
    request: Undo | Redo | Correct | End = {
        "undo": undo(session, 1),
        "redo": Redo(1),
        "correction": Correct({"round": 2}),
        "end": End(),
    }[what]  # type: ignore[assignment]
    old = session.snapshot().revision
    assert session.submit(HOST, request).accepted
    assert draft(session, 0) is None
    late = put(session, ADA, Wager(0, (1, 0, 0)), old)
    assert late.code == ("over" if what == "end" else "stale")


def seal_of(session: Session, client: Client) -> bool:
    lay(session, client, 0, 1, 0)
    return seal(session, client, 0, 1, 0).accepted


def test_it_is_dropped_where_the_game_says_that_it_is_not_fit(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 0, 0)
    monkeypatch.setattr(type(SEALED_BID), *exchanged(SEALED_BID, "drafts.is_fit", lambda view: False))
    assert draft(session, 0) is not None, "nothing has changed yet"
    assert seal_of(session, BO)
    assert draft(session, 0) is None


def test_a_game_that_breaks_over_it_drops_it_and_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 0, 0)
    lay(session, BO, 0, 1, 0)

    def breaks(view: object) -> bool:
        raise RuntimeError("a bug")

    monkeypatch.setattr(type(SEALED_BID), *exchanged(SEALED_BID, "drafts.is_fit", breaks))
    assert seal(session, BO, 0, 1, 0).accepted
    assert draft(session, 0) is None
    assert seal_of(session, ADA)


def test_a_companion_that_is_started_again_has_none(room: Room) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 0, 0)
    path = journal_path(room)
    room.close()
    again = Room(room.registry, room.home, pace_s=0.0).open_saved(path.stem)
    assert draft(again, 0) is None
    assert again.snapshot().drafts.number(0) == 0
    again.close()


# --- sealed, taken back, opened ---


def test_all_wagers_are_opened_together_and_chips_on_the_right_one_are_points(room: Room) -> None:
    session = wagering(room)
    lay(session, ADA, 1, 2, 0)
    assert seal(session, ADA, 1, 2, 0).accepted
    assert session.submit(ADA, tap_of([TakeBackWager(0)], session.snapshot().revision)).accepted
    lay(session, ADA, 0, 2, 1)
    assert seal(session, ADA, 0, 2, 1).accepted
    assert seal_of(session, BO)
    play_to(session, "award")
    lines = [str(line.text) for line in session.snapshot().log(None)]
    assert "Ada has wagered: 2 on Bo and 1 on nobody." in lines
    assert "Bo has wagered: 1 on Bo." in lines
    winner = SEALED_BID.legal_actions(session._timeline.state)[0].seat
    assert tap_first(session).accepted
    points = {0: (0, 0), 1: (2, 1), NOBODY: (1, 0)}[winner]
    assert session.snapshot().view(None).table.wagering.points == points
    check_sealed_replay(room)


def test_what_has_to_be_sealed_again_lies_there_put_together(room: Room) -> None:
    session = wagering(room)
    for client, chips in ((ADA, (0, 2, 1)), (BO, (1, 0, 0))):
        lay(session, client, *chips)
        assert seal(session, client, *chips).accepted
    play_to(session, "reveal")
    assert session.submit(HOST, undo(session, 5)).accepted  # both openings, both bids, the wager of Bo
    assert draft(session, 1) == Wager(1, (1, 0, 0))
    assert labels(session, 1) == ["Seal this wager"]
    assert put(session, BO, Wager(1, (2, 0, 0))).code == "stale"
    assert not seal(session, BO, 0, 0, 1).accepted
    assert session.snapshot().has_choices(1)
    assert seal(session, BO, 1, 0, 0).accepted
    assert session.submit(HOST, Pause(False)).accepted
    play_to(session, "reveal")
    assert session.snapshot().view(None).table.wagering.opened == ((0, 2, 1), (1, 0, 0))
    check_replay(room)
