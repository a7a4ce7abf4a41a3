"""Before a game: nothing is done until it is started, and bots show a game of their own while nobody sits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.deal import DEALT, OWN, with_cards
from companion.live.inputs import Looked
from companion.live.lobby import NOT_BEGUN, SHOWN_ONLY, Lobby
from companion.live.removal import remove_demonstrations
from companion.live.requests import Client, DraftTap, End, LeaveSeat, Reply, Start, TakeSeat
from companion.live.room import Room
from companion.recording.format import Recording
from companion.recording.recorder import Recorder
from companion.simulation.players import Players
from companion.storage.home import Home
from tests.companion.instant import PerfectEyes
from tests.companion.recording.recorded import again
from tests.companion.referee.perfect import look_at
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    hash_now,
    open_room,
    person,
    rows_of,
    tap_first,
    tap_of,
    ticking_clock,
    wait_for,
)
from tests.games.registered import SEALED_BID
from tests.vision.fakes import FakeClock

NAME = SEALED_BID.name
DEAL = with_cards(SEALED_BID, {}, DEALT)
CARDS = with_cards(SEALED_BID, {}, OWN)
FIRST = SEALED_BID.choices(SEALED_BID.view(SEALED_BID.new_game(CARDS, {}), None))[0].actions


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Room]:
    """A room in which whatever the host begins waits in its lobby."""
    with open_room(tmp_path / "home", opens_with=Lobby("waiting")) as room:
        yield room


def settle(room: Room) -> None:
    """What was told before is done by now."""
    room.session.submit(GUEST, LeaveSeat(0))


# --- nothing is done before the start ---------------------------------------------------------------------------------


def test_dealer_and_bots_wait_for_the_start(waiting: Room) -> None:
    session = waiting.open_new(NAME, DEAL, seed=1, lobby="waiting")
    assert session.submit(GUEST, TakeSeat(0, "Ana", "a")).accepted
    assert session.submit(GUEST, TakeSeat(1, "Ben", "b")).accepted
    now = session.snapshot()
    assert now.lobby is not None
    assert now.lobby.is_waiting
    assert [row.kind for row in rows_of(waiting)] == ["start", "seat", "seat"]
    reply = session.submit(person(0), Start())
    assert (reply.accepted, reply.text) == (True, "The game begins.")
    assert session.snapshot().lobby is None
    wait_for(session, lambda moment: bool(moment.choices(0)))
    assert "act" in {row.kind for row in rows_of(waiting)}
    session.submit(HOST, End())
    check_replay(waiting)


def test_a_tap_before_the_start_is_refused_in_words_and_none_is_on_offer(waiting: Room) -> None:
    session = waiting.open_new(NAME, CARDS, seed=1, lobby="waiting")
    assert session.snapshot().choices(None) == ()
    for client in (HOST, person(0)):
        reply = session.submit(client, tap_of(FIRST, 1))
        assert (reply.accepted, reply.code, reply.text) == (False, "illegal", NOT_BEGUN)
    assert session.submit(person(0), DraftTap(None, 1)).text == NOT_BEGUN
    assert session.snapshot().last_row == 1
    assert session.submit(HOST, Start()).accepted
    assert tap_first(session).accepted


def test_hands_at_a_virtual_table_set_it_and_wait_for_the_start(tmp_path: Path) -> None:
    with open_room(tmp_path / "home", has_hands=True) as room:
        eyes: list[PerfectEyes] = []

        def laid(game: object, view: object) -> object:
            eyes.append(PerfectEyes(SEALED_BID, SEALED_BID.mat.layout(view)))  # type: ignore[arg-type]
            return eyes[-1].world

        session = room.open_new(NAME, CARDS, seed=1, lobby="waiting")
        players = Players(lambda: room.session, laid, pace_s=0.0)  # type: ignore[arg-type]

        def steps(number: int) -> None:
            for _ in range(number):
                players.step()
                session.tell(Looked(eyes[-1].look()))
                settle(room)

        steps(40)
        assert session.snapshot().last_row == 1
        assert session.snapshot().lobby is not None
        assert session.submit(HOST, Start()).accepted
        steps(40)
        assert session.snapshot().last_row > 1


SEATED, ALONE = Lobby("waiting"), Lobby("waiting", seats_may_start=False)


@pytest.mark.parametrize(
    ("lobby", "client", "may"),
    [
        (SEATED, HOST, True),
        (SEATED, person(1), True),
        (SEATED, GUEST, False),
        (ALONE, HOST, True),
        (ALONE, person(1), False),
    ],
)
def test_the_host_may_start_and_who_sits_where_the_host_allows_it(
    lobby: Lobby, client: Client, may: bool, tmp_path: Path
) -> None:
    with open_room(tmp_path / "home", opens_with=lobby) as room:
        assert room.new_game(HOST, NAME, CARDS).accepted
        reply = room.start(client)
        assert reply.accepted == may
        assert (room.session.snapshot().lobby is None) == may
        if not may:
            assert reply.code == "not-yours"
            assert room.session.submit(HOST, Start()).accepted
        assert room.start(HOST).text == "The game has begun.", "twice is once"


def test_an_act_that_the_camera_sees_begins_the_game(waiting: Room) -> None:
    session = waiting.open_new(NAME, CARDS, seed=1, lobby="waiting")
    start = SEALED_BID.new_game(CARDS, {})
    truth = SEALED_BID.simulation.determinize(start, random.Random(1))
    after = SEALED_BID.apply_action(truth, FIRST[0])
    for at in range(6):
        session.tell(Looked(look_at(SEALED_BID, truth, at / 10)))
    settle(waiting)
    assert session.snapshot().lobby is not None, "the table as it is laid out is no act"
    for at in range(6, 16):
        session.tell(Looked(look_at(SEALED_BID, after, at / 10)))
    now = wait_for(session, lambda moment: moment.last_row > 1)
    assert now.lobby is None
    assert rows_of(waiting)[-1].by == "camera"


def test_an_end_by_the_host_ends_the_lobby_too(waiting: Room) -> None:
    session = waiting.open_new(NAME, CARDS, lobby="waiting")
    assert session.submit(HOST, End()).accepted
    assert session.snapshot().lobby is None


# --- other games ------------------------------------------------------------------------------------------------------


def test_whatever_the_host_begins_waits_with_everybody_on_their_seat(waiting: Room) -> None:
    waiting.open_new(NAME, CARDS)
    waiting.session.submit(GUEST, TakeSeat(1, "Ana", "a"))
    begins: list[Callable[[], Reply]] = [
        lambda: waiting.new_game(HOST, NAME, CARDS),
        lambda: waiting.play_again(HOST),
    ]
    for begin in begins:
        assert begin().accepted
        now = waiting.session.snapshot()
        assert now.lobby == Lobby("waiting", options=CARDS)
        assert now.names[1] == "Ana"
        assert waiting.start(person(1)).accepted


def test_a_saved_game_goes_on_without_a_lobby_and_no_row_tells_of_one(waiting: Room) -> None:
    begun = waiting.open_new(NAME, CARDS, seed=1, lobby="waiting")
    assert waiting.start(HOST).accepted
    tap_first(begun)
    assert [row.kind for row in rows_of(waiting)] == ["start", "act"]
    never = waiting.open_new(NAME, CARDS, seed=2, lobby="waiting")
    for game_id in (begun.game_id, never.game_id):
        assert waiting.resume(HOST, game_id).accepted
        assert waiting.session.snapshot().lobby is None
        assert tap_first(waiting.session).accepted


def test_a_recording_of_an_evening_with_a_lobby_comes_out_the_same(tmp_path: Path) -> None:
    recorders: list[Recorder] = []

    def record(rows: object) -> Recorder:
        recorders.append(Recorder(tmp_path / "rec", rows, FakeClock()))  # type: ignore[arg-type]
        return recorders[-1]

    with open_room(tmp_path / "home", record=record) as room:
        session = room.open_new(NAME, CARDS, seed=1, lobby="waiting")
        assert session.submit(GUEST, TakeSeat(0, "Ana", "a")).accepted
        assert not session.submit(HOST, tap_of(FIRST, 1)).accepted
        assert session.submit(person(0), Start()).accepted
        for _ in range(3):
            assert tap_first(session).accepted
        position = hash_now(session)
    replayed = again(Recording.open(recorders[0].path))
    assert (replayed.diverged, replayed.state_hash) == ("", position)


# --- the demonstration ------------------------------------------------------------------------------------------------


def demonstrate(room: Room) -> None:
    """Bots show a game, and have begun."""
    session = room.open_new(NAME, DEAL, seed=1, lobby="demonstration")
    wait_for(session, lambda now: now.can_undo > 3)


def files_below(folder: Path) -> set[str]:
    return {each.name for each in folder.rglob("*") if each.is_file()}


def test_bots_show_a_game_that_stands_among_no_saved_ones(room: Room) -> None:
    demonstrate(room)
    now = room.session.snapshot()
    assert now.lobby == Lobby("demonstration", options=DEAL)
    assert now.has_begun
    assert room.home.journals() == ()
    assert files_below(room.home.demonstrations) >= {f"{now.game_id}.journal"}
    refused = room.session.submit(GUEST, TakeSeat(0, "Ana", "a"))
    assert (refused.accepted, refused.text) == (False, SHOWN_ONLY)


def test_who_sits_down_ends_it_and_sits_at_a_fresh_table_in_its_lobby(room: Room) -> None:
    demonstrate(room)
    shown = room.session
    assert room.sit_down(TakeSeat(1, "Ana", "a")).accepted
    assert room.sit_down(TakeSeat(2, "Ben", "b")).accepted, "at the same table"
    now = room.session.snapshot()
    assert now.lobby == Lobby("waiting", options=DEAL)
    assert now.names == ("Seat 1", "Ana", "Ben")
    assert shown.closed
    assert not room.home.demonstrations.exists()
    assert [path.stem for path in room.home.journals()] == [room.session.game_id]
    assert [row.kind for row in rows_of(room)] == ["start", "seat", "seat"]
    assert room.start(person(1)).accepted
    wait_for(room.session, lambda moment: bool(moment.choices(1)))


def test_a_name_that_cannot_be_ends_no_demonstration(room: Room) -> None:
    demonstrate(room)
    assert room.sit_down(TakeSeat(1, "...", "a")).code == "malformed"
    assert room.session.snapshot().lobby == Lobby("demonstration", options=DEAL)


OTHERS: dict[str, Callable[[Room], object]] = {
    "start": lambda room: room.start(HOST),
    "new game": lambda room: room.open_new(NAME, CARDS),
    "close": lambda room: room.close(),
}


@pytest.mark.parametrize("what", OTHERS)
def test_whatever_ends_it_leaves_nothing_of_it(what: str, room: Room) -> None:
    demonstrate(room)
    game_id = room.session.game_id
    OTHERS[what](room)
    assert not room.home.demonstrations.exists()
    assert not {each for each in files_below(room.home.folder) if each.startswith(game_id)}


def test_what_a_killed_companion_left_is_removed_and_what_another_shows_stays(tmp_path: Path) -> None:
    home = Home(tmp_path / "home").make()
    left = home.new_demonstration(NAME, ticking_clock()())
    with open_room(home.folder) as room:
        demonstrate(room)
        shown = room.session.game_id
        for each in list(home.demonstrations.iterdir()):
            (left.parent / each.name.replace(shown, left.stem)).write_bytes(each.read_bytes())
        remove_demonstrations(home)
        names = files_below(home.demonstrations)
        assert f"{shown}.journal" in names
        assert not {each for each in names if each.startswith(left.stem)}
