"""The bag before the first round: what belongs into it, dice in the tray counted by colour, and nothing that waits."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from companion.games.core import Action
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.state.model import BagCounted, BagFilled, DiceAction, PoolRolled, TakeBag
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.live.inputs import Tumbled
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.table.dice import DieSighting, DieState, RollSighting
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, after, refusal
from tests.companion.seen import Snapper
from tests.companion.tables import HOST, check_replay, open_room, own, tap_of, undo, wait_for

RIGHT = ("red", "red", "blue", "blue", "clear", "clear", "clear")


@pytest.mark.rule("R-007", "R-008", "R-009", "R-011")  # S-R01, S-R02
@pytest.mark.parametrize(
    ("players", "bag", "supply"),
    [
        (2, "2 red, 2 blue and 3 Freebooters", "3 red, 3 blue and 3 Freebooters"),
        (3, "2 red, 2 blue, 2 green and 4 Freebooters", "3 red, 3 blue, 3 green and 2 Freebooters"),
        (
            5,
            "2 red, 2 blue, 2 green, 2 yellow, 2 purple and 6 Freebooters",
            "3 red, 3 blue, 3 green, 3 yellow and 3 purple",
        ),
    ],
)
def test_the_pages_say_what_belongs_into_the_bag_and_what_is_supply(players: int, bag: str, supply: str) -> None:
    asked = GAME.prompt(GAME.view(GAME.new_game({"players": players}, {}), None))
    assert str(asked.text).startswith(f"Fill the bag. It takes {bag}: in the tray they are counted. Then give it")
    assert str(asked.why) == f"Beside the table stay, for later: {supply}."
    assert asked.rule == "R-007"


@pytest.mark.rule("R-007", "R-008")
@pytest.mark.parametrize(
    ("colours", "words"),
    [
        (RIGHT[2:], "2 red are missing"),
        (("red", "red", "blue", "clear", "clear", "clear", "green"), "1 blue is missing and 1 green is too many"),
        ((*RIGHT, "white"), "1 Freebooter is too many"),
        (
            ("red", "red", "unknown", "blue", "clear", "clear", "unknown", "purple"),
            "1 blue is missing, 1 Freebooter is missing, 1 purple is too many and the colour of 2 dice is not known",
        ),
        ((), "2 red are missing, 2 blue are missing and 3 Freebooters are missing"),
    ],
)
def test_what_is_missing_or_too_many_is_said(colours: tuple[str, ...], words: str) -> None:
    start = GAME.new_game({"players": 2}, {})
    with pytest.raises(IllegalAction) as refused:
        GAME.apply_action(start, BagCounted(colours))
    assert (refused.value.rule, str(refused.value.reason)) == ("R-007", f"For the bag: {words}.")


@pytest.mark.rule("R-010")
@pytest.mark.parametrize("acts", [(), (BagFilled(),), (BagCounted(RIGHT),), (BagCounted(RIGHT[::-1]),)])
def test_nothing_waits_for_the_bag(acts: tuple[DiceAction, ...]) -> None:
    state = after(GAME.new_game({"players": 2}, {}), *acts)
    assert state.table.played.phase is Phase.FIRST
    if acts:
        assert set(GAME.legal_actions(state)) == {TakeBag(0), TakeBag(1)}
        assert str(GAME.prompt(GAME.view(state, None)).text).startswith("Put these dice into the bag.")
        assert {refusal(state, act) for act in (BagFilled(), BagCounted(RIGHT))} == {"R-007"}
    state = after(state, TakeBag(1))
    assert (state.table.played.phase, state.table.played.bag) == (Phase.ROLL, (2, 2, 3))
    assert {refusal(state, act) for act in (BagFilled(), BagCounted(RIGHT))} == {"R-010"}


def test_a_bag_that_nobody_told_of_is_not_written() -> None:
    assert b"filled" not in msgspec.json.encode(after(GAME.new_game({"players": 2}, {}), TakeBag(0)))


def seen(*colours: str, at_s: float = 1.0, state: DieState = "read") -> RollSighting:
    """These dice in the tray; of what is not read no value is known."""
    value = 3 if state == "read" else None
    dice = tuple(DieSighting(value, (3,), colour, 100.0, 300.0, 0.9, state) for colour in colours)
    return RollSighting(at_s, round(at_s * 10), "read" if value else "doubtful", dice, "" if value else "Dice lean.")


def see(session: Session, roll: RollSighting) -> Snapshot:
    before = session.snapshot().roll.number
    session.tell(Tumbled(roll))
    return wait_for(session, lambda now: now.roll.number > before)


def test_dice_that_are_laid_into_the_tray_are_counted_whatever_they_show(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = own(room, GAME.name, players=2)
        now = see(session, seen(*RIGHT[1:]))
        assert (now.roll.state, str(now.roll.text)) == ("question", "For the bag: 1 red is missing.")
        now = see(session, seen(*RIGHT, at_s=2.0, state="cocked"))
        assert now.roll.state == "counted"
        assert now.view(None).table.played.filled is True
        account = now.account(now.last_row, None)
        assert account is not None
        assert (account.by, str(account.line.text)) == (
            "camera",
            "The dice for the bag are counted: 2 red, 2 blue and 3 Freebooters.",
        )
        assert account.evidence is not None
        assert account.evidence.photo is not None
        # Put into the bag they come to rest as fewer, which is no roll.
        session.tell(Tumbled(seen(*RIGHT[2:], at_s=3.0)))
        assert session.submit(HOST, tap_of([TakeBag(0)], session.snapshot().revision)).accepted
        assert session.snapshot().view(None).table.rolls == ()
        assert session.submit(HOST, undo(session, 2)).accepted
        check_replay(room)


@pytest.mark.parametrize("act", [TakeBag(0), BagFilled()])
def test_a_question_about_the_bag_ends_where_somebody_goes_on_without(tmp_path: Path, act: Action) -> None:
    with open_room(tmp_path) as room:
        session = own(room, GAME.name, players=2)
        assert see(session, seen("red")).roll.state == "question"
        assert session.submit(HOST, tap_of([act], session.snapshot().revision)).accepted
        assert session.snapshot().roll.state == "left out"


def test_hands_lay_the_dice_of_the_bag() -> None:
    state = GAME.new_game({"players": 3, "freebooters": "white"}, {})
    view = GAME.view(state, None)
    assert GAME.dice is not None
    (roll,) = GAME.dice.open_rolls(view)
    assert (roll.key, roll.has_values) == ("bag", False)
    (act,) = (each for each in GAME.legal_actions(state) if isinstance(each, BagCounted))
    values, colours = GAME.dice.shown(act)
    assert len(values) == len(colours) == 10
    assert Counter(colours) == {"red": 2, "blue": 2, "green": 2, "white": 4}
    assert GAME.dice.is_same(act, BagCounted(colours[::-1]))
    assert not GAME.dice.is_same(act, PoolRolled(values, colours))
