"""What the board felt, in a live table: one queue with taps and looks, on the disk first, and told on every page."""

from __future__ import annotations

from pathlib import Path

from companion.live.requests import End, Undo
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.table.devices import DeviceHealth
from companion.table.felt import Feeling
from tests.companion.tables import HOST, check_replay, open_room, own, play_to, rows_of, tap_first, wait_for
from tests.games.sealed_bid.model import Draw, PlacePearls
from tests.said import said


def press(room: Room, button: str) -> Snapshot:
    """Press a button; the moment after."""
    before = room.session.snapshot().change
    room.feel(Feeling(presses=(button,)))
    return wait_for(room.session, lambda now: now.change != before)


def test_a_press_is_an_act_in_the_journal(table: Session, room: Room) -> None:
    play_to(table, "deal")
    now = press(room, "next")
    assert now.view(None).table.phase.value == "prize"
    assert now.pressed == ""
    rows = rows_of(room)
    assert {row.by for row in rows[-9:]} == {"board"}
    assert {row.read()["action"]["type"] for row in rows[-9:]} == {Draw.__name__}
    check_replay(room)


def test_a_press_that_means_nothing_is_told_until_something_is_done(table: Session, room: Room) -> None:
    play_to(table, "deal")
    last = table.snapshot().last_row
    now = press(room, "undo")
    assert now.last_row == last + 1
    now = press(room, "seat9")
    assert now.pressed == "Button of seat 9: 3 play, and nobody has this button. Press another."
    assert now.last_row == last + 1
    assert tap_first(table).accepted
    assert table.snapshot().pressed == ""


def test_undo_is_one_act_a_press_and_ends_at_the_first(table: Session, room: Room) -> None:
    assert tap_first(table).accepted
    assert table.snapshot().can_undo == 1
    now = press(room, "undo")
    assert (now.can_undo, now.can_redo) == (0, 1)
    assert [row.by for row in rows_of(room)][-1] == "board"
    now = press(room, "undo")
    assert now.pressed == "Button “undo”: nothing has been done yet that could be taken back."
    assert (now.can_undo, now.can_redo) == (0, 1)
    check_replay(room)


def test_a_press_in_a_game_that_was_ended_is_refused_in_words(table: Session, room: Room) -> None:
    assert table.submit(HOST, End()).accepted
    assert str(press(room, "next").pressed).startswith("The host has ended this game.")


def test_pearls_in_the_bowl_are_an_act_of_the_scale(table: Session, room: Room) -> None:
    room.feel(Feeling(count=0))
    now = play_to(table, "pearls")
    (act,) = [act for act in now.game.legal_actions(now._state) if isinstance(act, PlacePearls)]
    room.feel(Feeling(count=act.count))
    now = wait_for(table, lambda now: now.view(None).table.phase.value == "seal")
    assert now.view(None).table.pearls == act.count
    assert rows_of(room)[-1].by == "scale"
    check_replay(room)


def test_another_game_knows_what_lies_in_the_bowl(table: Session, room: Room) -> None:
    room.feel(Feeling(count=2, presses=("seat9",)))
    wait_for(table, lambda now: now.pressed != "")
    second = own(room)
    now = wait_for(second, lambda now: now.sight.state == "restoring")
    assert said([fix.text for fix in now.sight.fixes]) == 2 * ["Take the pearl away from the bowl."]
    assert now.pressed == ""  # the press was the other game's


def test_that_the_board_is_away_is_told_at_once(tmp_path: Path) -> None:
    health = [DeviceHealth("board", "ok", "here")]
    with open_room(tmp_path / "home", probe=lambda: tuple(health)) as room:
        session = own(room)
        room.feel(Feeling(count=0))
        wait_for(session, lambda now: now.sight.state == "settled")
        health[0] = DeviceHealth("board", "failed", "away")
        room.feel(Feeling(is_away=True))
        wait_for(session, lambda now: now.health[0].text == "away")
        assert tap_first(session).accepted


def test_an_undo_by_the_host_is_restored_by_the_scale(table: Session, room: Room) -> None:
    room.feel(Feeling(count=0))
    now = play_to(table, "pearls")
    (act,) = [act for act in now.game.legal_actions(now._state) if isinstance(act, PlacePearls)]
    room.feel(Feeling(count=act.count))
    wait_for(table, lambda now: now.view(None).table.pearls == act.count)
    assert table.submit(HOST, Undo(1)).accepted
    wait_for(table, lambda now: now.sight.state == "restoring")
    room.feel(Feeling(count=0))
    wait_for(table, lambda now: now.sight.state == "settled")
    room.feel(Feeling(count=act.count))
    wait_for(table, lambda now: now.view(None).table.pearls == act.count)


def test_a_press_right_after_an_act_was_felt_does_not_do_the_next_one(table: Session, room: Room) -> None:
    room.feel(Feeling(count=0))
    now = play_to(table, "pearls")
    (act,) = [act for act in now.game.legal_actions(now._state) if isinstance(act, PlacePearls)]
    room.feel(Feeling(count=act.count))
    room.feel(Feeling(count=act.count, presses=("next",)))
    now = wait_for(table, lambda now: now.pressed != "")
    assert now.pressed == ("Button “next”: an act was recognised just now. If you mean the next one, press again.")
    assert rows_of(room)[-1].by == "scale"
    room.feel(Feeling(count=act.count, presses=("undo",)))
    assert wait_for(table, lambda now: now.can_redo == 1).pressed == ""
