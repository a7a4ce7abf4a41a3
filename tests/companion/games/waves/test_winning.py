"""Who wins, and when (ledger 3.2, W-007, W-030..W-035)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.waves.rules.actions import (
    Collect,
    TakeElder,
)
from companion.games.waves.state.model import Phase
from tests.companion.games.waves.positions import GAME, play_round, position
from tests.said import said

CALM = {3: "KNI-C", 5: "NOB-C"}


@pytest.mark.rule("W-007")
@pytest.mark.parametrize("seat", range(4))
def test_each_player_wins_alone(seat: int) -> None:
    hands = dict.fromkeys(range(4), [5] * 5)
    council = [4 if index == seat else 5 for index in range(4)]
    state = position(council, tablets=CALM, token=seat, hands=hands, collected={seat: [1, 2, 3]})
    _, after = play_round(state, ["F5"] * 4)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == (seat,)
    assert outcome.rule == "W-030"
    assert said(outcome.text) == "The collection holds 4 Elders of 4 classes."


@pytest.mark.rule("W-030", "W-032")
@pytest.mark.parametrize(
    ("before", "elder", "wins"),
    [
        ([1, 2, 3], 4, True),  # the fourth class (F:196)
        ([1, 2, 3], 3, False),  # the fourth Elder, but three classes
        ([1, 1, 1, 2, 2], 2, True),  # the sixth Elder (F:197)
        ([1, 1, 2, 2], 2, False),
    ],
)
def test_four_classes_or_six_elders_win(before: list[int], elder: int, wins: bool) -> None:
    state = position([elder, 5, 5, 2], tablets=CALM, hands={0: [5] * 5}, collected={0: before})
    _, after = play_round(state, ["F5", "R5x1", "R5x1", "R5x1"])
    assert after.table.collected[0] != position([1] * 4, collected={0: before}).table.collected[0]
    assert (after.table.winner == 0) is wins
    assert (GAME.legal_actions(after) == ()) is wins


@pytest.mark.rule("W-035")
def test_the_winner_is_the_first_to_get_there_in_wave_order() -> None:
    collected = {0: [1, 2, 3], 1: [1, 2, 3]}
    for token, winner in ((0, 0), (1, 1), (2, 0), (3, 0)):
        hands = dict.fromkeys(range(4), [5] * 5)
        state = position([4, 4, 5, 5], tablets=CALM, token=token, hands=hands, collected=collected)
        _, after = play_round(state, ["F5", "F5", "R5x1", "R5x1"])
        assert after.table.winner == winner
        assert after.table.round == 1


@pytest.mark.rule("W-034", "W-007")
def test_the_elders_of_a_team_are_one_pool_and_the_team_wins_together() -> None:
    pool = {0: [1, 2, 3, 4], 1: [1, 1, 1, 2, 2, 2]}
    state = position([5, 4, 5, 5], mode="teams", tablets={5: "NOB-B1"}, collected=pool, phase=Phase.WAVE_1, shells=3,
                     agents={0: "F4", 1: "F5", 2: "F4", 3: "F4"}, shown="F", active=5, returned=True)  # fmt: skip
    state = GAME.apply_action(state, TakeElder(0))
    assert GAME.legal_actions(state) == (Collect(1, 1),)
    after = GAME.apply_action(state, Collect(1, 1))
    assert after.table.collected[1] == (3, 3, 0, 1, 0)
    assert "W-034" in after.table.why
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == (1, 3)  # the seventh Elder
    assert {"W-030", "W-031", "W-007", "W-035"} <= set(after.table.why)


@pytest.mark.rule("W-031", "W-032", "W-033", "W-110")
@pytest.mark.parametrize(
    ("mode", "seat", "players", "before", "elder", "wins"),
    [
        ("head_to_head", 0, 2, [1, 2, 3], 4, False),
        ("head_to_head", 1, 2, [1, 2, 3, 5], 4, True),
        ("head_to_head", 0, 2, [1, 1, 1, 2, 2], 4, False),
        ("head_to_head", 0, 2, [1, 1, 1, 2, 2, 2], 4, True),
        ("all_vs_all", 0, 3, [1, 2, 3], 4, False),
        ("all_vs_all", 2, 3, [1, 2, 3, 5], 4, True),
        ("all_vs_all", 1, 3, [1, 1, 1, 2, 2, 2], 4, True),
        ("all_vs_all", 4, 5, [1, 2, 3], 4, True),
        ("all_vs_all", 4, 5, [1, 2], 4, False),
        ("all_vs_all", 5, 6, [1, 1, 1, 2, 2], 4, True),
        ("all_vs_all", 5, 6, [1, 1, 1, 2], 4, False),
        ("teams", 2, 4, [1, 2, 3], 4, False),
        ("teams", 2, 4, [1, 2, 3, 5], 4, True),
        ("teams", 3, 5, [1, 2, 3], 4, False),
        ("teams", 4, 5, [1, 2, 3], 4, True),
        ("teams", 4, 5, [1, 1, 1, 2, 2], 4, True),
        ("teams", 4, 5, [1, 1, 1, 2], 4, False),
        ("teams", 5, 6, [1, 1, 1, 2, 2], 4, False),
        ("teams", 5, 6, [1, 1, 1, 2, 2, 2], 4, True),
    ],
)
def test_x14_each_side_is_held_to_its_own_goal(
    mode: str, seat: int, players: int, before: list[int], elder: int, wins: bool
) -> None:
    slots = 4 if mode == "head_to_head" else players
    side = seat if mode != "teams" else 2 if (players, seat) == (5, 4) else seat % 2
    more: dict[str, Any] = {"gap_elder": 1} if players == 3 else {}
    council = [elder if slot == seat else 5 for slot in range(slots)]
    state = position(council, mode=mode, token=seat, phase=Phase.WAVE_1, shells=1, tablets=CALM, active=5, shown="F",
                     agents=dict.fromkeys(range(slots), "F5"), collected={side: before}, **more)  # fmt: skip
    assert GAME.legal_actions(state) == (Collect(seat, side),)
    after = GAME.apply_action(state, Collect(seat, side))
    assert after.table.winner == (side if wins else -1)
    assert ("W-030" in after.table.why) is wins
