"""Dice that lie in zones of the mat: what was surely done counts, the rest is asked, and nothing twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.mat import mini_board
from companion.games.rolling_with_the_waves.rules.draft import drafter
from companion.games.rolling_with_the_waves.state.model import Draft, LayBehindScreen, ShowBoard, TakeBag
from companion.games.rolling_with_the_waves.state.records import Die, Phase
from companion.live.inputs import Looked, Tumbled
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.table.dice import DieSighting, RollSighting
from companion.table.sightings import MarkerId, Reading, Sighting
from tests.companion.seen import Snapper
from tests.companion.tables import GUEST, HOST, check_replay, open_room, own, person, rows_of, tap_of, undo, wait_for
from tests.said import said

pytestmark = pytest.mark.rolling_with_the_waves

GAME = GAMES["rolling_with_the_waves"]
POOL = (Die("red", 5), Die("red", 2), Die("blue", 4), Die("blue", 6), Die("freebooter", 3), Die("freebooter", 1))
BOARD = MarkerId(15)


def tell(session: Session, zone: str, dice: Sequence[Die], at_s: float = 1.0, *places: tuple[float, float]) -> None:
    seen = tuple(
        DieSighting(die.value, (die.value,), die.colour.replace("freebooter", "white"), *at, 0.98, "read")
        for die, at in zip(dice, places or [_place(zone, die, number) for number, die in enumerate(dice)], strict=True)
    )
    session.tell(Tumbled(RollSighting(at_s, round(at_s * 10), "read", seen, "", zone=zone)))


def _place(zone: str, die: Die, number: int) -> tuple[float, float]:
    """Where a die lies as long as nobody touches it."""
    return (80.0 + 30 * (number if zone else POOL.index(die)), 300.0)


def whole(now: Snapshot) -> Any:
    return now.view(None).table.played


def rolled(room: Room) -> Session:
    """A game of two whose pool was rolled and seen."""
    session = own(room, GAME.name, players=2)
    assert session.submit(HOST, tap_of([TakeBag(0)], session.snapshot().revision)).accepted
    tell(session, "", POOL)
    wait_for(session, lambda now: whole(now).phase is Phase.DRAFT)
    return session


def taken(session: Session, seat: int, place: int, at_s: float) -> None:
    """A seat takes this die of the pool, as it is there now: the tray is seen without it, then the nest with it."""
    now = whole(session.snapshot())
    pool = now.pool
    tell(session, "", (*pool[:place], *pool[place + 1 :]), at_s)
    tell(session, f"nest.{seat}", (*now.nests[seat], pool[place]), at_s + 0.1)


def test_a_die_that_moves_into_a_nest_is_drafted_with_its_photograph(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = rolled(room)
        taken(session, 0, 0, 2.0)
        now = wait_for(session, lambda now: len(whole(now).pool) == 5)
        assert whole(now).nests == ((POOL[0],), ())
        (row,) = [each for each in rows_of(room) if each.number == now.last_row]
        account = now.account(row.number, None)
        assert row.by == "camera"
        assert account is not None
        assert account.evidence is not None
        assert account.evidence.zones == ("nest.0",)
        assert account.evidence.photo is not None
        assert session.photos.read(row.number, account.evidence.photo) == b"JPEG of 21"
        check_replay(room)


def test_what_was_tapped_is_not_counted_again_when_it_is_seen(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = rolled(room)
        act = Draft(0, "red", 5, "free")
        assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted
        tell(session, "nest.0", POOL[:1], 2.0)
        tell(session, "nest.1", POOL[2:3], 2.1)
        tell(session, "", (POOL[1], *POOL[3:]), 2.2)
        now = wait_for(session, lambda now: len(whole(now).pool) == 4)
        assert whole(now).nests == (POOL[:1], POOL[2:3])
        late = session.submit(HOST, tap_of([Draft(1, "blue", 4, "free")], now.revision - 1))
        assert (late.accepted, late.code) == (False, "stale")


def test_after_an_undo_dice_that_still_lie_there_are_no_act(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = rolled(room)
        taken(session, 0, 0, 2.0)
        wait_for(session, lambda now: len(whole(now).pool) == 5)
        assert session.submit(HOST, undo(session)).accepted
        session.tell(Looked(Reading(3.0, frame=30)))
        now = session.snapshot()
        assert (len(whole(now).pool), now.zones) == (6, ())
        taken(session, 0, 1, 4.0)
        now = wait_for(session, lambda now: len(whole(now).pool) == 5)
        assert whole(now).nests[0] == (POOL[1],)


def test_a_die_that_nobody_has_touched_shows_what_it_showed(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = rolled(room)
        misread = [*POOL[1:3], Die("blue", 5), *POOL[4:]]
        places = [_place("", die, 0) for die in POOL[1:]]
        tell(session, "", misread, 2.0, *places)
        tell(session, "nest.0", POOL[:1], 2.1)
        now = wait_for(session, lambda now: len(whole(now).pool) == 5)
        assert whole(now).nests[0] == POOL[:1]


def test_another_roll_is_read_anew(tmp_path: Path) -> None:
    """Dice of the next pool may come to lie where others did."""
    with open_room(tmp_path) as room:
        session = rolled(room)
        tell(session, "", POOL[1:], 2.0)
        assert session.submit(HOST, undo(session)).accepted
        second, places = (POOL[0], Die("red", 1), *POOL[2:]), [_place("", die, 0) for die in POOL]
        tell(session, "", second, 3.0, *places)
        wait_for(session, lambda now: whole(now).phase is Phase.DRAFT)
        tell(session, "", (second[0], *second[2:]), 4.0, places[0], *places[2:])
        tell(session, "nest.0", second[1:2], 4.1)
        now = wait_for(session, lambda now: len(whole(now).pool) == 5)
        assert whole(now).nests[0] == (Die("red", 1),)


def test_a_die_too_many_is_told_until_it_is_put_back(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = rolled(room)
        tell(session, "nest.0", POOL[:2], 2.0)
        now = wait_for(session, lambda now: bool(now.zones))
        assert said(now.zones[0].text).startswith("2 dice lie in the crow's nests of Seat 1, and one is taken a turn.")
        tell(session, "nest.0", (), 3.0)
        assert wait_for(session, lambda now: not now.zones).zones == ()


def test_a_fault_with_the_dice_costs_no_tap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_room(tmp_path) as room:
        session = rolled(room)

        def fails(*_: object) -> None:
            raise RuntimeError("planted")

        monkeypatch.setattr(type(GAME.dice), "found", fails)
        reply = session.submit(HOST, tap_of([Draft(0, "red", 5, "free")], session.snapshot().revision))
        assert (reply.accepted, reply.text) == (True, "Done.")
        assert whole(session.snapshot()).nests[0] == POOL[:1]
        monkeypatch.undo()
        check_replay(room)


def all_behind(room: Room) -> Session:
    """The dice are drafted, and both have called with theirs behind the screen."""
    session = rolled(room)
    while whole(session.snapshot()).phase is Phase.DRAFT:
        state = GAME.known(session.snapshot().view(None))
        act = GAME.legal_actions(state, drafter(whole(session.snapshot())))[0]
        assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted
    for seat in (0, 1):
        assert session.submit(HOST, tap_of([LayBehindScreen(seat)], session.snapshot().revision)).accepted
    return session


def pushed(session: Session, seat: int, *icons: str) -> None:
    """A mini board lies on its place, upright, with the dice of the nest on these icons."""
    zone = GAME.mat.layout(session.snapshot().view(None)).find(f"board.{seat}")
    assert zone.first is not None
    left, top = zone.first.x_mm, zone.first.y_mm
    session.tell(Looked(Reading(5.0, (Sighting(BOARD, left + 14, top + 14, 0.0, 18.0, 1.0, 5.0),), frame=50)))
    fields = [mini_board.area(icon) for icon in icons]  # type: ignore[arg-type]
    places = [(left + each.x_mm + each.width_mm / 2, top + each.y_mm + each.height_mm / 2) for each in fields]
    tell(session, f"board.{seat}", whole(session.snapshot()).nests[seat], 5.0, *places)


def test_a_board_that_is_seen_is_confirmed_by_its_seat(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = all_behind(room)
        pushed(session, 0, "hull", "ports", "crew")
        now = wait_for(session, lambda now: any(each.answers for each in now.zones))
        assert whole(now).phase is Phase.REVEAL
        (asked,) = now.zones
        assert (asked.zone, asked.is_proposal, asked.has_photo) == ("board.0", True, True)
        assert now.photos.zones == {"board.0": b"JPEG of 50"}
        act = ShowBoard(0, ("hull", "ports", "crew"))
        assert asked.answers[0].actions == (act,)
        for other in (person(1), GUEST):
            assert not session.submit(other, tap_of([act], now.revision)).accepted
        assert session.submit(person(0), tap_of([act], now.revision)).accepted
        pushed(session, 1, "chest1", "chest2", "chest3")
        now = wait_for(session, lambda now: bool(now.zones))
        assert session.submit(HOST, tap_of(now.zones[0].answers[0].actions, now.revision)).accepted
        assert whole(session.snapshot()).icons == (("hull", "ports", "crew"), ("chest1", "chest2", "chest3"))
        assert session.snapshot().zones == ()
        check_replay(room)


def test_another_way_than_what_is_seen_is_told_die_by_die(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = all_behind(room)
        way = ShowBoard(0, ("hull", "ports", "crew"))
        refused = session.submit(person(0), tap_of([way], session.snapshot().revision))
        assert not refused.accepted  # nothing was seen that it could be the answer to
        for icon in ("hull", "ports", "crew"):
            choices = session.snapshot().choices(0)
            (choice,) = [each for each in choices if getattr(each.actions[0], "icon", "") == icon]
            assert session.submit(person(0), tap_of(choice.actions, session.snapshot().revision)).accepted
        assert whole(session.snapshot()).icons[0] == ("hull", "ports", "crew")
