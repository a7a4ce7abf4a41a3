"""What an undo over a roll, a draft or a reveal says: each die to set back, and what stays seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.rolling_with_the_waves.state.model import DiceAction, DiceState, Draft, OpenBoard, PoolRolled
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.live.requests import Undo
from tests.companion.games.rolling_with_the_waves.at_the_table import BLUE, CLEAR, GAME, RED, dice, table_of
from tests.companion.tables import HOST, open_room, own, tap_of, undo

SIX = PoolRolled((4, 1, 2, 2, 6, 5), ("red", "red", "blue", "blue", "clear", "clear"))
OTHER = PoolRolled((3, 1, 2, 2, 6, 5), ("red", "red", "blue", "blue", "clear", "clear"))
SEEN = "Everybody has seen the roll: blue 2, 2; Freebooter 5, 6; red 1, 4."


def memory(state: DiceState, act: DiceAction) -> tuple[str, str]:
    told = GAME.memory(GAME.view(state, None, ("Ada", "Bo")), GAME.view_action(act, None))
    assert told is not None
    return str(told.seen), str(told.advice)


def test_of_a_roll_each_die_is_named_that_goes_back_into_the_bag() -> None:
    advice = "Put them back into the bag: roll again."
    assert memory(table_of(2, Phase.ROLL), SIX) == (SEEN, advice)


@pytest.mark.parametrize(
    ("act", "seen", "advice"),
    [
        (
            Draft(0, RED, 4, "free"),
            "Everybody has seen that Ada takes the red 4.",
            "Put it back into the tray as red 4.",
        ),
        (
            Draft(0, BLUE, 2, "pay"),
            "Everybody has seen that Ada takes the blue 2.",
            "Put it back into the tray as blue 2, and colour 2 Infamy again.",
        ),
        (
            Draft(0, CLEAR, 6, "drunken"),
            "Everybody has seen that Ada takes the Freebooter 6.",
            "Put it back into the tray as Freebooter 6.",
        ),
    ],
)
def test_of_a_draft_the_die_lies_again_as_it_was_rolled(act: Draft, seen: str, advice: str) -> None:
    state = table_of(2, Phase.DRAFT, pool=dice((RED, 4), (BLUE, 2), (CLEAR, 6)))
    assert memory(state, act) == (seen, advice)


def test_of_a_reveal_it_is_said_where_each_die_lies() -> None:
    state = table_of(2, Phase.REVEAL, nests=(dice((RED, 4), (BLUE, 2)), ()))
    seen, advice = memory(state, OpenBoard(0, ("hull", "crew")))
    assert seen.startswith("Everybody has seen Ada's dice: ")
    assert "red 4" in seen
    assert "blue 2" in seen
    assert advice == "They stay so."


def test_who_takes_a_roll_back_is_told_first_and_another_roll_is_noted(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room, "rolling_with_the_waves", players=2)
        first = session.snapshot().choices(None)[0].actions
        for acts in (first, (SIX,)):
            assert session.submit(HOST, tap_of(acts, session.snapshot().revision)).accepted
        refused = session.submit(HOST, Undo(1))
        assert not refused.accepted
        assert SEEN in str(refused.text)
        assert session.submit(HOST, undo(session)).accepted
        assert session.submit(HOST, tap_of((OTHER,), session.snapshot().revision)).accepted
        assert f"It was another before the undo. {SEEN}" in str(session.snapshot().log(None)[-1].text)


def test_at_an_evening_of_dice_alone_the_roll_that_was_taken_back_is_noted(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room, "rolling_with_the_waves", players=2, score_only=True)
        assert session.submit(HOST, tap_of((SIX,), session.snapshot().revision)).accepted
        assert session.submit(HOST, undo(session)).accepted
        assert session.submit(HOST, tap_of((OTHER,), session.snapshot().revision)).accepted
        told = "It was another before the undo. Everybody has seen the roll: 1, 2, 2, 4, 5, 6."
        assert told in str(session.snapshot().log(None)[-1].text)
