"""A person at a table with bots: chance is settled for whoever taps, and what is everybody's once each has had it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.bots import Autopilot
from companion.games.core import Choice
from companion.games.rolling_with_the_waves.state.model import BagFilled, PoolRolled, TakeBag, Write
from companion.live.requests import LeaveSeat, Reply, Settle, TakeSeat, Undo
from companion.live.room import Room
from companion.live.session import Session
from companion.simulation.tellers import tapped
from tests.companion.lucky import lucky
from tests.companion.tables import GUEST, HOST, open_room, own, person, play_to, rows_of, tap_of, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import NUMBERS, MoveGuard, Phase, RollLuck
from tests.said import said

ANA, BEA = person(0), person(1)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A virtual table at which nobody has hands yet: whatever is done, somebody has tapped it."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        yield room


def sit(session: Session, seat: int, name: str) -> None:
    assert session.submit(GUEST, TakeSeat(seat, name, f"key of {name}")).accepted


def buttons(session: Session, seat: int) -> list[tuple[str, str]]:
    return [(each.key, said(each.text)) for each in session.snapshot().settlings(seat)]


def settle(session: Session, seat: int, key: str) -> Reply:
    return session.submit(person(seat), Settle(key, session.snapshot().revision))


# --- where the companion deals ----------------------------------------------------------------------------------------


def to_own_roll(session: Session) -> None:
    """Ana plays whatever comes first, until her die is to be rolled."""
    while not session.snapshot().settlings(0):
        snapshot = session.snapshot()
        if choices := snapshot.choices(0):
            assert session.submit(ANA, tap_of(choices[0].actions, snapshot.revision)).accepted
        else:
            session.wait(snapshot.change, 20.0)


def test_the_dealer_rolls_for_bots_and_not_for_a_person_who_has_it_rolled_by_a_tap(tmp_path: Path) -> None:
    with open_room(tmp_path / "data") as room:
        session = room.open_new(SEALED_BID.name, {"cards": "virtual", "luck": True}, seed=1)
        sit(session, 0, "Ana")
        to_own_roll(session)
        wait_for(session, lambda now: sum(now.view(None).table.rolls) == 1)
        assert buttons(session, 0) == [("seat0", "Roll your die for a point")]
        assert session.snapshot().settlings(1) == ()
        at = session.snapshot().revision
        assert not session.submit(BEA, Settle("seat0", at)).accepted
        assert session.submit(ANA, Settle("seat0", at)).accepted
        again = session.submit(ANA, Settle("seat0", at))
        assert (again.accepted, again.code) == (False, "stale")
        rolls = [(row.by, row.read()["action"]) for row in rows_of(room) if row.kind == "act"]
        assert [by for by, act in rolls if act["type"] == "RollLuck" and act["seat"] == 0] == ["seat 1"]
        assert {by for by, act in rolls if act["type"] == "RollLuck" and act["seat"] != 0} <= {"dealer"}


def test_an_undone_roll_comes_again_for_who_has_it_rolled_again(tmp_path: Path) -> None:
    with open_room(tmp_path / "data") as room:
        session = room.open_new(SEALED_BID.name, {"cards": "virtual", "luck": True}, seed=1)
        sit(session, 0, "Ana")
        to_own_roll(session)
        wait_for(session, lambda now: sum(now.view(None).table.rolls) == 1)

        def roll() -> object:
            assert settle(session, 0, "seat0").accepted
            return next(act for act in reversed(session.snapshot().newest_acts(20)) if isinstance(act, RollLuck))

        first = roll()
        while not any(isinstance(act, RollLuck) for act in session.snapshot().newest_acts(1)):
            assert session.submit(HOST, Undo(1, session.snapshot().revision)).accepted
        assert session.submit(HOST, Undo(1, session.snapshot().revision)).accepted
        assert roll() == first


# --- where hands do it ------------------------------------------------------------------------------------------------


def test_hands_are_told_what_a_person_wants_until_it_is_done(room: Room) -> None:
    session = lucky(room, "Ana")
    assert buttons(session, 0) == [("seat0", "Roll your die for a point")]
    # Nobody has to say what it shows: that is what the dice are for.
    assert not any(isinstance(act, RollLuck) for each in session.snapshot().choices(0) for act in each.actions)
    assert any(isinstance(act, RollLuck) for each in session.snapshot().choices(None) for act in each.actions)
    assert settle(session, 0, "seat0").text == "The hands at the table do it now."
    wanted = session.snapshot().wanted
    assert wanted is not None
    assert (wanted.seat, wanted.key) == (0, "seat0")
    assert session.submit(HOST, tap_of([RollLuck(0, 4)], session.snapshot().revision)).accepted
    assert session.snapshot().wanted is None


def test_nobody_tells_what_the_hands_turn_up(room: Room) -> None:
    session = own(room)
    play_to(session, Phase.PRIZE.value)
    sit(session, 0, "Ana")
    assert session.snapshot().choices(0) == ()
    assert len(session.snapshot().choices(None)) == len(NUMBERS)


def test_without_bots_nobody_deals(tmp_path: Path) -> None:
    with open_room(tmp_path / "data") as room:
        session = lucky(room, "Ana")
        assert session.snapshot().settlings(0) == ()
        assert any(isinstance(act, RollLuck) for each in session.snapshot().choices(0) for act in each.actions)
        refused = settle(session, 0, "seat0")
        assert not refused.accepted
        assert refused.text == "Nobody deals at this table but its people. Do it, and tap what came of it."


# --- what all have to have --------------------------------------------------------------------------------------------


def guarded(room: Room, *names: str) -> Session:
    """The guard is to be set on the prize, which is everybody's to see."""
    session = own(room, pawn=True)
    play_to(session, Phase.GUARD.value)
    for seat, name in enumerate(names):
        sit(session, seat, name)
    return session


def tell(session: Session, seat: int) -> Reply:
    return session.submit(person(seat), tap_of([MoveGuard(True)], session.snapshot().revision))


def phase(session: Session) -> Phase:
    found: Phase = session.snapshot().view(None).table.phase
    return found


def test_it_goes_on_once_each_person_has_said_so(room: Room) -> None:
    session = guarded(room, "Ana", "Bea")
    told = tell(session, 0)
    assert (told.accepted, str(told.text)) == (True, "You have it. It goes on once Bea has it too.")
    assert phase(session) is Phase.GUARD
    # On her page nothing of it is left to tap; on the other it is.
    assert not [each for each in session.snapshot().choices(0) if MoveGuard(True) in each.actions]
    assert [each for each in session.snapshot().choices(1) if MoveGuard(True) in each.actions]
    assert tell(session, 1).accepted
    assert phase(session) is Phase.SEAL


def test_one_person_alone_says_it_for_all(room: Room) -> None:
    session = guarded(room, "Ana")
    assert tell(session, 0).accepted
    assert phase(session) is Phase.SEAL


def test_the_host_says_it_for_all_and_who_leaves_is_not_waited_for(room: Room) -> None:
    session = guarded(room, "Ana", "Bea")
    assert session.submit(HOST, tap_of([MoveGuard(True)], session.snapshot().revision)).accepted
    assert phase(session) is Phase.SEAL
    assert session.submit(HOST, Undo(1, session.snapshot().revision)).accepted
    assert tell(session, 0).accepted
    assert phase(session) is Phase.GUARD
    assert session.submit(HOST, LeaveSeat(1)).accepted
    assert session.snapshot().attended.waits_for == frozenset()
    assert tell(session, 0).accepted
    assert phase(session) is Phase.SEAL


def test_without_bots_one_tap_is_enough_as_ever(tmp_path: Path) -> None:
    with open_room(tmp_path / "data") as room:
        session = guarded(room, "Ana", "Bea")
        assert tell(session, 0).accepted
        assert phase(session) is Phase.SEAL


@pytest.mark.rolling_with_the_waves
def test_a_list_of_what_to_write_stays_until_each_person_has_written_it(room: Room) -> None:
    session = own(room, "rolling_with_the_waves", players=3)
    to_write(session)
    sit(session, 0, "Ana")
    sit(session, 1, "Bea")
    every = max((each.actions for each in session.snapshot().choices(0) if is_written(each)), key=len)
    _, *rest = to_do = session.snapshot().prompt(session.snapshot().view(1)).to_do
    assert len(every) == len(to_do) > 1
    assert session.submit(ANA, tap_of(every, session.snapshot().revision)).accepted
    assert session.snapshot().prompt(session.snapshot().view(1)).to_do == to_do
    # Bea goes through it step by step: of what both have written the list is rid.
    assert session.submit(BEA, tap_of(every[:1], session.snapshot().revision)).accepted
    assert list(session.snapshot().prompt(session.snapshot().view(1)).to_do) == rest
    assert not [each for each in session.snapshot().choices(0) if is_written(each)]
    assert session.submit(BEA, tap_of(every[1:], session.snapshot().revision)).accepted
    assert session.snapshot().newest_acts(len(every)) == every


def is_written(choice: Choice[Any]) -> bool:
    return any(isinstance(act, Write) for act in choice.actions)


def to_write(session: Session) -> None:
    """Let all be rolled, drafted and allocated that comes before the first list."""
    now = session.snapshot()
    game, pilot = now.game, Autopilot(now.game, 1)
    truth = game.simulation.determinize(game.known(now.view(None)), random.Random(1))
    for ply in range(200):
        proposal = pilot.propose(truth, ply, frozenset())
        assert proposal is not None
        act = proposal[0]
        if isinstance(act, Write):
            return
        if not act.opens:
            tap = tap_of([act], session.snapshot().revision)
            assert tapped([act], lambda client, tap=tap: session.submit(client, tap)).accepted  # type: ignore[misc]
        truth = game.apply_action(truth, act)


def test_no_seat_says_what_its_dice_show_whatever_it_sends(tmp_path: Path) -> None:
    """Neither by a page nor past it: the host alone may, for a table at which hands have stopped."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        session = room.open_new("rolling_with_the_waves", {"players": 2}, seed=1)
        sit(session, 0, "Ana")
        for act in (BagFilled(), TakeBag(0)):
            assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted
        told = PoolRolled((6, 6, 6, 6, 6, 6), ("clear", "red", "red", "blue", "blue", "clear"))
        refused = session.submit(ANA, tap_of([told], session.snapshot().revision))
        assert (refused.accepted, refused.code) == (False, "not-yours")
        assert refused.text == "Chance says that at this table. Tap the button for it on your page."
        assert [said(each.text) for each in session.snapshot().settlings(0)] == ["Draw 6 dice and roll them"]
        assert session.submit(HOST, tap_of([told], session.snapshot().revision)).accepted


def test_what_people_alone_know_no_bot_says_however_long_they_take(tmp_path: Path) -> None:
    """Who was on a boat last: chance has settled it among people, long before the game."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        session = room.open_new("rolling_with_the_waves", {"players": 2}, seed=1)
        assert session.submit(HOST, tap_of([BagFilled()], session.snapshot().revision)).accepted
        state, bots = session._timeline.state, Autopilot(session.snapshot().game, 1, has_hands=True)
        assert bots.propose(state, 1, frozenset({0})) is None
        told = bots.propose(state, 1, frozenset())
        assert told is not None
        assert isinstance(told[0], TakeBag)
