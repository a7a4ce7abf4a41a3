"""Shells, extra Rebels and collecting (ledger 3.3, 3.5, 3.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.waves.rules.actions import (
    Collect,
    DiscardExtras,
    PlaceShells,
    RevealFollower,
    TakeElder,
)
from companion.games.waves.state.model import NONE, Phase
from companion.table.expected import Pile
from tests.companion.games.waves.positions import GAME, game_of, play_round, play_until, position, with_side

CALM = {3: "KNI-C", 5: "NOB-C"}
FOLLOWED = ["F2", "F2", "F2", "F2"]


@pytest.mark.rule("W-044", "A-01")
@pytest.mark.parametrize("left", range(6))
def test_shells_left_over_are_part_of_the_number_due(left: int) -> None:
    state = position([1, 2, 3, 4], shells=left, card_shells=3)
    assert GAME.legal_actions(state) == (PlaceShells(3),)
    assert GAME.apply_action(state, PlaceShells(3)).table.shells == 3


@pytest.mark.rule("W-043")
@pytest.mark.parametrize("cls", range(1, 6))
def test_the_council_card_gives_the_shells_of_the_open_majority(cls: int) -> None:
    owner = {"council_card": {"all_vs_all": {"4": {"scholar": 5, "keeper": 4, "knight": 3, "seer": 2, "noble": 0}}}}
    setup = GAME.new_game({}, owner).table.setup
    state = position([cls, cls, 1, 2])
    state = State(replace(state.table, setup=setup), state.secrets)
    assert GAME.legal_actions(state) == (PlaceShells([5, 4, 3, 2, 0][cls - 1]),)


@pytest.mark.rule("W-066", "W-067", "W-087")
def test_extra_rebels_are_discarded_face_up_and_one_stays() -> None:
    state = position([1, 4, 4, 2], hands={1: [1, 1, 1, 2, 2], 3: [5, 5, 4, 4, 4]})
    state = play_until(state, Phase.EXTRAS, ["F3", "R1x3", "F5", "R5x2"])
    assert set(GAME.legal_actions(state)) == {DiscardExtras(1), DiscardExtras(3)}
    state = GAME.apply_action(state, DiscardExtras(3))
    state = GAME.apply_action(state, DiscardExtras(1))
    assert state.table.discard == (2, 0, 0, 0, 1)
    assert state.table.top == 1
    assert [slot.agent.count for slot in state.table.slots if slot.agent] == [1, 1, 1, 1]
    discard = next(zone for zone in GAME.mat.expected(GAME.view(state, None)).zones if zone.zone == "discard")
    assert discard.content == Pile("back", 3, "card:1")


@pytest.mark.rule("W-067")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_extra_rebels_never_add_power(count: int) -> None:
    state = position([2, 3, 3, 3], tablets=CALM, hands={0: [2, 2, 2, 1, 1]})
    record, _ = play_round(state, [f"R2x{count}", "R3x1", "R3x1", "R3x1"])
    assert record.steps[0] == [0, 2, 2, "H"]


@pytest.mark.rule("W-072", "W-073")
def test_collecting_moves_the_elder_and_one_shell() -> None:
    before = play_until(position([1, 5, 5, 2], tablets=CALM), Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    before = GAME.apply_action(before, next(a for a in GAME.legal_actions(before) if a.face == 4))  # type: ignore[union-attr]
    after = GAME.apply_action(before, Collect(0, 0)).table
    assert after.collected[0] == (1, 0, 0, 0, 0)
    assert after.shells == before.table.shells - 1
    assert after.slots[0].elder == 0
    assert after.hands == before.table.hands


@pytest.mark.rule("W-074", "W-079")
def test_an_elder_that_is_not_collected_goes_to_the_hand_behind_it_and_all_know_its_class() -> None:
    before = play_until(position([5, 5, 5, 2], tablets=CALM), Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    before = GAME.apply_action(before, next(a for a in GAME.legal_actions(before) if a.face == 4))  # type: ignore[union-attr]
    after = GAME.apply_action(before, TakeElder(0)).table
    assert after.hands[0].count == 5
    assert after.hands[0].seen == (0, 0, 0, 0, 1)
    assert after.shells == before.table.shells
    assert after.slots[0].elder == 0
    assert after.slots[0].agent is not None
    assert after.slots[0].agent.face == 4


@pytest.mark.rule("W-078")
def test_each_check_uses_the_shells_as_they_are_at_that_moment() -> None:
    state = position([1, 5, 1, 5], card_shells=1, tablets=CALM)
    record, _ = play_round(state, ["F4", "R5x1", "F4", "R5x1"])
    assert record.steps[:2] == [[0, 4, 1, "C"], [2, 4, 1, "H"]]  # the first of two equal checks took the shell


@pytest.mark.rule("W-079")
def test_a_hand_may_exceed_five_during_the_waves() -> None:
    state = position([5, 5, 5, 5], hands={0: [2, 2, 2, 2, 2, 2]}, phase=Phase.PLAY, shells=0)
    state = play_until(state, Phase.PASS_TOKEN, FOLLOWED)
    assert state.table.hands[0].count == 6


@pytest.mark.rule("W-146")
def test_no_more_elders_are_collected_in_a_round_than_shells_were_laid() -> None:
    for seed in range(20):
        laid = collected = 0
        for state, action in game_of(seed, shells=seed % 6):
            if isinstance(action, PlaceShells):
                laid, collected = action.count, 0
            collected += isinstance(action, Collect)
            assert collected <= laid <= 5
            if state.table.round > 12:
                break


@pytest.mark.rule("A-36")
def test_only_the_top_of_the_discard_pile_is_expected_to_be_seen() -> None:
    state = position([1, 2, 3, 4], discard=[5, 5, 2])
    zones = {zone.zone: zone.content for zone in GAME.mat.expected(GAME.view(state, None)).zones}
    assert zones["discard"] == Pile("back", 3, "card:2")


@pytest.mark.rule("W-109", "W-100")
def test_both_elders_of_a_player_feed_one_collection_and_one_hand() -> None:
    state = position([1, 5, 5, 2], mode="head_to_head", tablets=CALM, told=False, card_shells=3)
    record, after = play_round(state, ["F4", "F3", "F4", "F3"])
    assert [step[0] for step in record.steps] == [0, 1, 2, 3]
    assert [step[3] for step in record.steps] == ["C", "H", "H", "C"]
    collects = [action for action in record.actions if isinstance(action, Collect)]
    assert collects == [Collect(0, 0), Collect(3, 1)]
    assert after.table.collected == ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0))
    assert {"W-105", "W-109"} <= record.why


# --- options off their default ---


@pytest.mark.rule("W-044", "A-01")
@pytest.mark.parametrize(
    ("cap", "left", "card", "due"), [("5", 2, 2, 4), ("5", 3, 3, 5), ("5", 0, 3, 3), ("none", 3, 3, 6), ("5", 2, 3, 5)]
)
def test_shells_left_over_stay_where_the_table_adds_to_them(cap: str, left: int, card: int, due: int) -> None:
    chosen = {"leftover_shells": "add", "shell_cap": cap}
    state = position([1, 2, 3, 4], shells=left, card_shells=card, options=chosen)
    assert GAME.legal_actions(state) == (PlaceShells(due),)


@pytest.mark.rule("W-077", "A-06")
def test_an_elder_may_be_left_where_the_table_wants_that() -> None:
    state = position([1, 5, 5, 2], tablets=CALM, options={"optional_collect": True})
    state = play_until(state, Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    assert GAME.legal_actions(state) == (Collect(0, 0), TakeElder(0))
    left = GAME.apply_action(state, TakeElder(0)).table
    assert (left.shells, left.hands[0].count, left.collected[0]) == (2, 5, NONE)
    state = GAME.apply_action(GAME.apply_action(state, TakeElder(0)), RevealFollower(1, 2))
    assert GAME.legal_actions(state) == (TakeElder(1),)  # nobody may collect what it has not won


@pytest.mark.rule("W-128", "A-06")
def test_an_elder_that_was_left_does_not_use_up_the_return() -> None:
    state = position([1, 1, 5, 5], tablets=with_side("NOB-B1"), options={"optional_collect": True})
    state = play_until(state, Phase.WAVE_1, ["F4", "F4", "R5x1", "R5x1"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    assert GAME.legal_actions(state) == (TakeElder(0),)
    state = GAME.apply_action(state, TakeElder(0))
    assert state.table.returned
    state = GAME.apply_action(state, RevealFollower(1, 4))
    assert GAME.legal_actions(state) == (Collect(1, 1), TakeElder(1))
