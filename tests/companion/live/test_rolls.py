"""Rolls that are seen: counted at once where each die is surely read, else asked about; and nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.model import DieCorrected, EveningEnded, PoolRolled, Rolled
from companion.live.inputs import Tumbled
from companion.live.requests import AgreeRoll, CountRoll, DropRoll, Request, SayDie
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.recording.format import Recording
from companion.recording.recorder import Recorder
from companion.recording.replayer import replay
from companion.referee.rolls import RollSight
from companion.table.dice import DieSighting, DieState, RollSighting
from tests.companion.seen import Snapper
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    hash_now,
    open_room,
    own,
    person,
    rows_of,
    tap_of,
    undo,
    wait_for,
)
from tests.said import said
from tests.vision.fakes import FakeClock

pytestmark = pytest.mark.rolling_with_the_waves

LEANS = "5 dice: 1, 2, 3, 4, 5. One die leans: roll it again?"


def die(
    value: int | None, colour: str = "red", state: DieState = "read", likely: int = 6, existence: float = 0.9
) -> DieSighting:
    return DieSighting(value, (value or likely,), colour, 500.0, 300.0, 0.99 if value else 0.6, state, existence)


def place(existence: float) -> DieSighting:
    """Something in the tray of which no value is read."""
    return die(None, "unknown", "doubtful", existence=existence)


def roll(*dice: DieSighting, at_s: float = 1.0, text: str = "") -> RollSighting:
    is_read = all(each.value for each in dice)
    return RollSighting(at_s, round(at_s * 10), "read" if is_read else "doubtful", dice, text)


def read(*values: int, at_s: float = 1.0) -> RollSighting:
    return roll(*(die(value) for value in values), at_s=at_s)


def doubted(at_s: float = 1.0) -> RollSighting:
    """A roll of six dice of which the last leans."""
    return roll(*(die(value) for value in (1, 2, 3, 4, 5)), die(None, "blue", "cocked"), at_s=at_s, text=LEANS)


def dice_game(room: Room, **options: Any) -> Session:
    return room.open_new("rolling_with_the_waves", {"players": 2, "score_only": True, **options}, seed=1)


def see(session: Session, seen: RollSighting) -> Snapshot:
    """Let a roll be seen, and wait until it is judged."""
    before = session.snapshot().roll.number
    session.tell(Tumbled(seen))
    return wait_for(session, lambda now: now.roll.number > before)


def rolls(session: Session) -> tuple[Rolled, ...]:
    found = session.snapshot().view(None).table.rolls
    assert isinstance(found, tuple)
    return found


def test_a_roll_that_is_read_counts_with_its_photograph(tmp_path: Path) -> None:
    snapper = Snapper()
    with open_room(tmp_path, photographer=snapper) as room:
        session = dice_game(room)
        now = see(session, read(1, 1, 2, 3, 5, 6))
        assert (now.roll.state, now.roll.text, now.roll_row) == ("counted", "", 2)
        assert rolls(session) == (Rolled((1, 1, 2, 3, 5, 6), ("red",) * 6),)
        account = now.account(2, None)
        assert account is not None
        assert account.evidence is not None
        assert account.evidence.photo is not None
        assert (account.by, account.evidence.zones, account.evidence.confidence) == ("camera", ("dice_tray",), 0.99)
        ((at_s, frame, (area,)),) = snapper.asked
        # layouts.toml: the tray lies at 70, 224 and is 220 x 160 mm.
        assert (at_s, frame) == (1.0, 10)
        assert (area.x_mm, area.y_mm, area.width_mm, area.height_mm) == (70, 224, 220, 160)
        assert session.photos.read(2, account.evidence.photo) == b"JPEG of 10" == now.photos.roll
        check_replay(room)


def test_a_die_in_doubt_is_asked_about_and_nothing_is_written_before(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = dice_game(room)
        asked = see(session, doubted()).roll
        assert (asked.state, asked.text, asked.may_count) == ("question", LEANS, False)
        assert [(each.is_doubted, each.shown) for each in asked.dice[:5]] == [(False, each) for each in range(1, 6)]
        last = asked.dice[5]
        assert (last.number, last.value, last.colour, last.words) == (6, None, "blue", "leans")
        assert last.answers == (6, 1, 2, 3, 4, 5)  # the likeliest first
        assert session.snapshot().photos.roll == b"JPEG of 10"
        assert len(rows_of(room)) == 1
        assert session.submit(HOST, SayDie(1, 6, 4)).text == "Counted."
        assert rolls(session) == (Rolled((1, 2, 3, 4, 5, 4), (*["red"] * 5, "blue")),)
        row = rows_of(room)[1]
        account = session.snapshot().account(2, None)
        assert row.by == "host"
        assert account is not None
        assert account.evidence is not None
        assert account.evidence.photo is not None  # of the moment of the roll, though it was answered later
        assert session.photos.read(2, account.evidence.photo) == b"JPEG of 10"
        check_replay(room)


def test_several_dice_are_said_one_by_one_and_one_may_be_none(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, roll(*(die(value) for value in (1, 2, 3, 4, 5)), die(None, state="hidden"), die(None)))
        assert session.submit(person(0), SayDie(1, 7, 0)).text == "Noted."
        half = session.snapshot().roll
        assert [each.value for each in half.dice] == [1, 2, 3, 4, 5, None, 0]
        assert half.dice[6].words == "no die"
        assert session.submit(person(1), SayDie(1, 6, 2)).text == "Counted."
        assert [each.values for each in rolls(session)] == [(1, 2, 3, 4, 5, 2)]
        assert rows_of(room)[1].by == "seat 2"


def test_a_roll_of_other_dice_than_there_should_be_is_asked_about(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        now = see(session, read(1, 2, 3, 4, 5)).roll
        assert (now.state, now.may_count) == ("question", True)
        assert said(now.text) == "5 dice lie in the tray, and a roll has 6. Roll again, or count them as they are."
        assert session.submit(HOST, CountRoll(1)).accepted
        assert [each.values for each in rolls(session)] == [(1, 2, 3, 4, 5)]


def test_what_is_hardly_a_die_holds_no_roll_up_that_is_whole_without_it(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        dice = [die(value) for value in (1, 2, 3, 4, 5, 6)]
        now = see(session, roll(place(0.25), *dice[:3], place(0.02), *dice[3:], text="Turn it into the light."))
        assert (now.roll.state, now.roll.text) == ("counted", "")
        assert rolls(session) == (Rolled((1, 2, 3, 4, 5, 6), ("red",) * 6),)
        check_replay(room)


@pytest.mark.parametrize(("read_of_six", "existence"), [(5, 0.02), (6, 0.26)])
def test_what_may_be_a_die_or_one_that_is_missing_is_asked_about(
    tmp_path: Path, read_of_six: int, existence: float
) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        dice = [die(value) for value in (1, 2, 3, 4, 5, 6)][:read_of_six]
        asked = see(session, roll(*dice, place(existence), text="Turn it into the light.")).roll
        assert (asked.state, asked.text) == ("question", "Turn it into the light.")
        assert [each.value for each in asked.dice] == [*range(1, read_of_six + 1), None]
        assert rolls(session) == ()


def test_one_die_is_said_and_what_is_hardly_one_needs_no_word(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, roll(*(die(value) for value in (1, 2, 3, 4, 5)), die(None, "blue", "cocked"), place(0.1)))
        assert session.submit(HOST, SayDie(1, 6, 4)).text == "Counted."
        assert [each.values for each in rolls(session)] == [(1, 2, 3, 4, 5, 4)]


def test_a_roll_that_is_as_is_likeliest_counts_by_one_tap(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = dice_game(room)
        asked = see(session, roll(*map(die, (1, 2, 3, 4)), die(None, "clear", "doubtful", 5), die(None), text="?")).roll
        assert (asked.state, asked.may_count, asked.likely) == ("question", False, (1, 2, 3, 4, 5, 6))
        assert [(each.value, each.likely, each.shown) for each in asked.dice[3:]] == [
            (4, None, 4),
            (None, 5, 5),
            (None, 6, 6),
        ]
        assert session.submit(person(1), AgreeRoll(1, asked.likely)).text == "Counted."
        assert rolls(session) == (Rolled((1, 2, 3, 4, 5, 6), (*["red"] * 4, "clear", "red")),)
        assert rows_of(room)[1].by == "seat 2"
        check_replay(room)


def test_what_somebody_else_said_meanwhile_is_seen_before_all_is_agreed_to(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        shown = see(session, roll(*map(die, (1, 2, 3, 4)), die(None, likely=5), die(None))).roll.likely
        assert session.submit(person(0), SayDie(1, 5, 2)).text == "Noted."
        late = session.submit(person(1), AgreeRoll(1, shown))
        assert (late.code, late.text) == ("stale", "Somebody said meanwhile what a die shows. Look at the roll again.")
        assert session.submit(person(1), AgreeRoll(1, (1, 2, 3, 4, 2, 6))).text == "Counted."
        assert [each.values for each in rolls(session)] == [(1, 2, 3, 4, 2, 6)]


def test_a_die_that_was_read_is_said_to_show_another_value(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, doubted())
        assert session.submit(HOST, SayDie(1, 1, 4)).text == "Noted."
        asked = session.snapshot().roll
        assert (asked.likely, asked.dice[0].words) == ((4, 2, 3, 4, 5, 6), "said by hand")
        assert session.submit(HOST, AgreeRoll(1, asked.likely)).text == "Counted."
        assert [each.values for each in rolls(session)] == [(4, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize(
    ("existences", "likely"),
    [((0.2, 0.9), (1, 2, 3, 4, 5, 0, 6)), ((0.45, 0.3), (1, 2, 3, 4, 5, 6, 0)), ((0.1, 0.4), (1, 2, 3, 4, 5, 0, 6))],
)
def test_what_is_rather_no_die_is_likeliest_none_where_the_rules_have_fewer(
    tmp_path: Path, existences: tuple[float, float], likely: tuple[int, ...]
) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        asked = see(session, roll(*map(die, (1, 2, 3, 4, 5)), *map(place, existences), text="Look.")).roll
        assert (asked.text, asked.likely) == ("Look.", likely)


def test_dice_that_can_be_read_once_their_question_was_answered_are_no_other_roll(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        likely = see(session, doubted()).roll.likely
        # Read while nobody had answered yet: no question any more.
        readable = msgspec.structs.replace(read(1, 2, 3, 4, 5, 2, at_s=2.0), again=True)
        assert see(session, readable).roll.state == "counted"
        see(session, doubted(at_s=9.0))
        assert session.submit(HOST, AgreeRoll(3, likely)).text == "Counted."
        session.tell(Tumbled(msgspec.structs.replace(readable, at_s=10.0)))
        # The next ones have moved. By then the others were looked at.
        now = see(session, read(1, 1, 1, 1, 1, 1, at_s=19.0))
        assert now.roll.number == 4
        assert [each.values for each in rolls(session)] == [(1, 2, 3, 4, 5, 2), likely, (1,) * 6]


def test_what_speaks_against_counting_is_read_before_all_is_agreed_to(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        asked = see(
            session, roll(*map(die, (1, 2, 3, 4)), die(None, likely=5), text="One die leans: roll it again?")
        ).roll
        assert said(asked.text) == (
            "One die leans: roll it again? "
            "5 dice lie in the tray, and a roll has 6. Roll again, or count them as they are."
        )
        assert session.submit(HOST, AgreeRoll(1, asked.likely)).text == "Counted."
        session.submit(
            person(0), tap_of([PoolRolled((6, 5, 3, 2, 1, 1), ("unknown",) * 6)], session.snapshot().revision)
        )
        again = see(session, roll(*map(die, (1, 1, 2, 3, 5)), die(None), at_s=9.0, text="One die leans.")).roll
        assert said(again.text).startswith("One die leans. A roll with the same values was typed just now.")
        assert session.submit(HOST, AgreeRoll(2, again.likely)).text == "Counted."
        assert [each.values for each in rolls(session)] == [(1, 2, 3, 4, 5), (6, 5, 3, 2, 1, 1), (1, 1, 2, 3, 5, 6)]


def test_of_what_nothing_is_likeliest_all_cannot_be_agreed_to(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        blank = DieSighting(None, (), "red", 500.0, 300.0, 0.6, "doubtful")
        asked = see(session, roll(*map(die, (1, 2, 3, 4, 5)), blank)).roll
        assert (asked.likely, asked.dice[5].shown) == ((), None)
        reply = session.submit(HOST, AgreeRoll(1, ()))
        assert (reply.code, reply.text) == (
            "illegal",
            "What the dice show is not known. Say first what each of them shows.",
        )


def test_the_next_roll_takes_the_place_of_a_question(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, doubted())
        see(session, read(1, 1, 1, 1, 1, 1, at_s=9.0))
        assert [each.values for each in rolls(session)] == [(1,) * 6]
        late = session.submit(HOST, SayDie(1, 6, 4))
        assert (late.accepted, late.code) == (False, "stale")
        assert late.text == "That roll is asked about no more. Look at the page again."


def test_a_roll_that_is_left_out_leaves_no_row(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, doubted())
        assert session.submit(HOST, DropRoll(1)).text == "Left out. Roll again."
        assert session.snapshot().roll.state == "left out"
        assert len(rows_of(room)) == 1


@pytest.mark.parametrize("asked", [SayDie(1, 6, 4), AgreeRoll(1, (1, 2, 3, 4, 5, 6)), CountRoll(1), DropRoll(1)])
def test_guests_say_nothing(tmp_path: Path, asked: Request) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, doubted())
        reply = session.submit(GUEST, asked)
        assert (reply.accepted, reply.code) == (False, "not-yours")
        assert session.snapshot().roll.state == "question"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (AgreeRoll(1, (1, 2, 3, 4, 5, 1)), "stale"),
        (AgreeRoll(1, ()), "stale"),
        (AgreeRoll(2, (1, 2, 3, 4, 5, 6)), "stale"),
        (SayDie(1, 6, 7), "malformed"),
        (SayDie(1, 9, 1), "malformed"),
        (CountRoll(1), "illegal"),
        (SayDie(2, 6, 4), "stale"),
    ],
)
def test_what_was_not_asked_is_refused(tmp_path: Path, asked: Request, code: str) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, doubted())
        assert session.submit(HOST, asked).code == code
        assert len(rows_of(room)) == 1


def test_a_roll_is_put_right_taken_back_and_done_again(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, read(1, 1, 2, 3, 5, 6))
        put_right = tap_of([DieCorrected(1, 1, 4, "red")], session.snapshot().revision)
        assert session.submit(person(1), put_right).accepted
        assert rolls(session) == (Rolled((4, 1, 2, 3, 5, 6), ("red",) * 6, (1,)),)
        assert session.submit(HOST, undo(session, 2)).accepted
        assert rolls(session) == ()
        check_replay(room)
        see(session, read(2, 2, 2, 2, 2, 2, at_s=5.0))
        assert [each.values for each in rolls(session)] == [(2,) * 6]


def test_guests_put_nothing_right(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, read(1, 1, 2, 3, 5, 6))
        reply = session.submit(GUEST, tap_of([DieCorrected(1, 1, 4, "red")], session.snapshot().revision))
        assert reply.code == "not-yours"


def test_a_roll_may_be_typed_and_then_is_asked_about_where_it_is_seen_too(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        typed = PoolRolled((6, 5, 3, 2, 1, 1), ("unknown",) * 6)
        assert session.submit(person(0), tap_of([typed], session.snapshot().revision)).accepted
        assert session.snapshot().roll_row is None
        assert session.snapshot().roll == RollSight()
        now = see(session, read(1, 1, 2, 3, 5, 6)).roll
        assert (now.state, now.may_count) == ("question", True)
        assert str(now.text).startswith("A roll with the same values was typed just now.")
        assert session.submit(HOST, DropRoll(1)).accepted
        assert len(rolls(session)) == 1


def test_what_is_typed_answers_what_is_asked(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, doubted())
        session.submit(HOST, tap_of([PoolRolled((1, 2, 3, 4, 5, 6), ("red",) * 6)], session.snapshot().revision))
        assert (session.snapshot().roll.state, len(rolls(session))) == ("left out", 1)


def test_what_is_no_roll_is_not_typed(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        reply = session.submit(HOST, tap_of([PoolRolled((7,), ("red",))], session.snapshot().revision))
        assert said((reply.accepted, reply.text)) == (False, "A die shows 1 to 6. Look at the dice again.")


def test_after_the_evening_nothing_is_counted(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = dice_game(room)
        see(session, read(1, 1, 2, 3, 5, 6))
        session.submit(HOST, tap_of([EveningEnded()], session.snapshot().revision))
        session.tell(Tumbled(read(2, 2, 2, 2, 2, 2, at_s=9.0)))
        session.submit(HOST, DropRoll(1))  # settled behind the roll: by then it was looked at
        assert (session.snapshot().roll.number, len(rolls(session))) == (1, 1)


def test_a_game_without_dice_takes_no_roll(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room)
        session.tell(Tumbled(read(1, 2, 3)))
        session.submit(HOST, DropRoll(1))
        assert (session.snapshot().roll.number, len(rows_of(room))) == (0, 1)


def test_a_recorded_evening_is_replayed_to_the_same_rolls(tmp_path: Path) -> None:
    to, clock = tmp_path / "recording", FakeClock()
    with open_room(tmp_path, record=lambda rows: Recorder(to, rows, clock)) as room:
        session = dice_game(room)
        see(session, read(1, 1, 2, 3, 5, 6))
        see(session, doubted(at_s=5.0))
        session.submit(HOST, SayDie(2, 6, 4))
        see(session, doubted(at_s=9.0))
        session.submit(HOST, DropRoll(3))
        session.submit(HOST, undo(session))
        now = hash_now(session)
        assert len(rolls(session)) == 1
    recording = Recording.open(to)
    assert sum(isinstance(each.step, Tumbled) for each in recording.entries) == 3
    again = replay(recording, GAMES, _no_look, clock=FakeClock())
    assert (again.diverged, again.state_hash) == ("", now)


def _no_look(number: int) -> Any:
    raise AssertionError(f"no frame was recorded, but {number} is asked for")
