"""What tablets do to the rest of the round: one test an entry of the ledger's interactions (I-01..I-19)."""

from __future__ import annotations

import pytest

from companion.games.waves.rules.actions import (
    ActivateTablet,
    Draw,
    PlaceShells,
    PlayAgents,
    RevealFollower,
    TakeElder,
)
from companion.games.waves.state.model import Phase
from companion.games.waves.state.tablets import agent_power, check_slot, elder_power
from companion.table.expected import Pieces
from tests.companion.games.waves.positions import (
    CLASS_OF,
    GAME,
    SIDES,
    play_round,
    play_until,
    position,
    with_side,
)


def result(side: str, agent: str, elder: int, shells: int = 3) -> str:
    """How an open Agent's check at slot 1 comes out under this active side."""
    state = position(
        [3, elder, 3, 3],
        tablets=with_side(side),
        active=CLASS_OF[side[:3]],
        agents={1: agent},
        shown="FR",
        shells=shells,
    )
    return check_slot(state.table, 1).result


@pytest.mark.rule("I-01", "W-126", "W-066")
def test_i01_agents_stay_in_front_of_their_owners_in_their_postures() -> None:
    state = position([4, 1, 4, 5, 2, 3], mode="teams", tablets=with_side("SEE-B2"), hands={2: [4, 4, 1, 1, 1]})
    plays = ["F5", "F3", "R4x2", "F2", "R1x1", "F1"]
    before = play_until(state, Phase.DIRECT, plays)
    after = GAME.apply_action(before, GAME.legal_actions(before)[0])
    assert [slot.elder for slot in after.table.slots] == [1, 4, 5, 2, 3, 4]
    assert [slot.agent for slot in after.table.slots] == [slot.agent for slot in before.table.slots]
    zones = {zone.zone: zone.content for zone in GAME.mat.expected(GAME.view(after, None)).zones}
    assert (zones["elder.2"], zones["rebel.2"]) == (Pieces(("card:5",)), Pieces(("card:4", "card:4")))


@pytest.mark.rule("I-02", "W-126", "W-074")
def test_i02_the_elder_that_arrived_is_collected_or_taken() -> None:
    state = position([4, 1, 4, 5], mode="teams", tablets=with_side("SEE-B2"))
    record, after = play_round(state, ["F5", "F3", "R4x1", "F2"])
    assert after.table.collected[0] == (1, 0, 0, 0, 0)
    assert record.to_hand == {"1": [4], "3": [4], "2": [5]}


@pytest.mark.rule("I-03", "W-134", "W-044")
def test_i03_the_next_round_starts_from_the_card_again() -> None:
    state = position([5, 5, 5, 1], tablets=with_side("NOB-A"), card_shells=1)
    record, after = play_round(state, ["F1", "F2", "F3", "F5"])
    assert (record.shells_start, record.shells_end) == (4, 3)
    assert GAME.legal_actions(after) == (PlaceShells(1),)


@pytest.mark.rule("I-04", "W-134")
def test_i04_extra_rebels_classes_and_token_do_not_count() -> None:
    hands = {0: [5, 5, 5, 1, 1], 1: [1, 1, 1, 1, 2]}
    for token in range(4):
        state = position([5, 5, 2, 3], token=token, tablets=with_side("NOB-A"), hands=hands, card_shells=5)
        assert play_round(state, ["R5x3", "R1x4", "F1", "F4"])[0].shells_start == 2


@pytest.mark.rule("I-05", "W-122", "W-078")
def test_i05_followers_act_with_the_shells_that_the_rebels_left() -> None:
    state = position([3, 1, 1, 3], tablets=with_side("KNI-B1"), card_shells=1)
    plays = ["F5", "R3x1", "F5", "R4x1"]
    second = play_until(state, Phase.WAVE_2, plays).table
    assert [slot.agent.face for slot in second.slots if slot.agent] == [0, 3, 0, 4]
    record, _ = play_round(state, plays)
    assert record.steps == [[1, 3, 1, "C"], [3, 4, 3, "H"], [0, 5, 3, "H"], [2, 5, 1, "H"]]


@pytest.mark.rule("I-06", "W-071", "W-127")
@pytest.mark.parametrize(
    ("side", "plays", "order"),
    [
        ("KNI-B1", ["R3x1", "F3", "F3", "R3x1", "R3x1"], [4, 0, 3, 1, 2]),  # the holder rebelled
        ("KNI-B1", ["R3x1", "F3", "F3", "R3x1", "F3"], [0, 3, 4, 1, 2]),  # the holder followed and is skipped
        ("SEE-B3", ["F4", "R4x1", "F4", "F4", "R4x1"], [3, 2, 0, 4, 1]),  # the holder rebelled and is skipped
        ("SEE-B3", ["F4", "R4x1", "F4", "R4x1", "F4"], [4, 2, 0, 3, 1]),
    ],
)
def test_i06_the_holder_is_skipped_in_the_wave_of_the_other_posture(
    side: str, plays: list[str], order: list[int]
) -> None:
    cls = CLASS_OF[side[:3]]
    record, _ = play_round(position([cls] * 5, token=4, tablets=with_side(side), card_shells=0), plays)
    assert [step[0] for step in record.steps] == order


@pytest.mark.rule("I-07", "W-127", "W-080")
def test_i07_play_draws_and_token_stay_clockwise_when_the_waves_turn() -> None:
    state = position([4, 2, 4, 1, 3], mode="teams", token=4, tablets=with_side("SEE-B3"))
    record, after = play_round(state, ["F5", "F3", "R4x1", "F2", "F4"])
    assert record.tablet == "SEE-B3"
    assert [act.seat for act in record.actions if isinstance(act, PlayAgents)] == [4, 0, 1, 2, 3]
    assert [act.seat for act in record.actions if isinstance(act, Draw)] == [0, 1, 2, 3, 4]
    assert after.table.token == 0


@pytest.mark.rule("I-08", "W-131")
def test_i08_the_printed_number_is_copied_never_a_copied_one() -> None:
    agents = {0: "R5x2", 1: "F1", 2: "F2", 3: "F3"}
    table = position([3] * 4, tablets=with_side("KNI-A"), active=3, agents=agents, shown="FR").table
    assert [agent_power(table, slot) for slot in range(4)] == [3, 5, 1, 2]


@pytest.mark.rule("I-09", "W-083")
def test_i09_an_agent_that_copies_keeps_its_class() -> None:
    record, after = play_round(position([3, 3, 1, 2], tablets=with_side("KNI-A")), ["F1", "F5", "F2", "F4"])
    assert record.tablet == "KNI-A"
    assert [slot.elder for slot in after.table.slots] == [1, 5, 2, 4]


@pytest.mark.rule("I-10", "W-123", "W-032")
def test_i10_an_elder_with_a_copied_power_counts_as_its_own_class() -> None:
    state = position([5, 2, 3, 3], tablets=with_side("KNI-B2"), collected={0: [1, 2, 3]})
    record, after = play_round(state, ["F4", "F5", "F3", "R3x1"])
    assert record.steps == [[0, 4, 3, "C"]]  # a Noble as strong as the Knight to its right
    assert after.table.collected[0] == (1, 1, 1, 0, 1)
    assert after.table.winner == 0


@pytest.mark.rule("I-11", "W-123")
def test_i11_a_power_from_the_right_outlasts_the_elder_it_came_from() -> None:
    state = position([1, 5, 3, 3], tablets=with_side("KNI-B2"))
    record, _ = play_round(state, ["F4", "F2", "F3", "R3x1"])
    # The Scholar has left by the time that its power of 1 decides for the Noble.
    assert record.steps == [[0, 4, 3, "C"], [1, 2, 1, "C"], [2, 3, 5, "H"], [3, 3, 3, "H"]]


@pytest.mark.rule("I-11", "W-132")
def test_i11_a_class_mate_that_has_left_still_counts() -> None:
    state = position([1, 1, 4, 4], tablets=with_side("SEE-A"), card_shells=5)
    record, _ = play_round(state, ["F5", "F5", "F5", "R4x1"])
    assert record.tablet == "SEE-A"
    assert [step[3] for step in record.steps] == ["H", "H", "H", "H"]


@pytest.mark.rule("I-12", "W-130")
@pytest.mark.parametrize(("shells", "power"), [(1, 4), (2, 6), (5, 12)])
def test_i12_a_keeper_checks_before_its_own_shell_leaves(shells: int, power: int) -> None:
    state = position([2, 2, 3, 5], tablets=with_side("KEE-A"), card_shells=shells, token=2)
    record, _ = play_round(state, ["R2x1", "F1", "F2", "F1"])
    assert record.steps[0] == [2, power, 3, "C"]


@pytest.mark.rule("I-13", "W-121", "W-076")
@pytest.mark.parametrize("agent", range(1, 6))
@pytest.mark.parametrize("elder", range(1, 6))
def test_i13_equal_power_collects_and_higher_does_not(agent: int, elder: int) -> None:
    assert result("KEE-B", f"F{agent}", elder) == ("collect" if agent <= elder else "power")


@pytest.mark.rule("I-14", "W-133")
def test_i14_followers_beat_scholars_and_keepers_and_rebels_beat_all() -> None:
    assert [result("SCH-A", "F5", elder) for elder in range(1, 6)] == ["collect", "collect", "power", "power", "power"]
    assert [result("SCH-A", "R1x1", elder) for elder in range(1, 6)] == ["collect"] * 5


@pytest.mark.rule("I-15", "W-125")
def test_i15_a_follower_needs_three_more_than_the_elder() -> None:
    wins = {(agent, elder) for agent in range(1, 6) for elder in range(1, 6)
            if result("SEE-B1", f"F{agent}", elder) == "collect"}  # fmt: skip
    assert wins == {(4, 1), (5, 1), (5, 2)}
    assert result("SEE-B1", "R2x1", 1) == "collect"


@pytest.mark.rule("I-16", "W-128")
def test_i16_a_returned_elder_leaves_its_shell_for_a_later_slot() -> None:
    state = position([5, 1, 1, 5, 1], tablets=with_side("NOB-B1"), card_shells=1, token=4)
    record, _ = play_round(state, ["F5", "F2", "F2", "R5x1", "F2"])
    assert [(step[0], step[3]) for step in record.steps] == [(4, "H"), (0, "H"), (1, "C"), (2, "H"), (3, "H")]
    assert record.shells_end == 0


@pytest.mark.rule("I-17", "W-129", "W-077")
def test_i17_a_duplicate_goes_to_the_hand_and_no_shell_leaves() -> None:
    state = position([1, 5, 5, 2], tablets=with_side("NOB-B2"), collected={0: [1]})
    state = play_until(state, Phase.WAVE_1, ["F4", "F2", "F2", "F2"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    assert GAME.legal_actions(state) == (TakeElder(0),)
    after = GAME.apply_action(state, TakeElder(0)).table
    assert (after.shells, after.hands[0].seen) == (2, (1, 0, 0, 0, 0))


@pytest.mark.rule("I-18", "W-063")
@pytest.mark.parametrize("side", ["SEE-B2", "NOB-A", "KNI-B2"])
def test_i18_a_direct_effect_does_not_change_the_true_majority(side: str) -> None:
    cls = CLASS_OF[side[:3]]
    state = position([cls, cls, 1, 2], tablets=with_side(side))
    record, _ = play_round(state, [f"R{cls}x1", "F2", "F3", "F5"])
    assert (record.true, record.tablet) == (cls, side)
    assert play_until(state, Phase.PASS_TOKEN, [f"R{cls}x1", "F2", "F3", "F5"]).table.true_majority == cls


@pytest.mark.rule("I-19", "W-033")
def test_i19_the_solo_player_is_a_side_of_one() -> None:
    table = position([1, 2, 3, 4, 5], mode="teams").table
    assert [table.setup.members(side) for side in range(3)] == [(0, 2), (1, 3), (4,)]
    assert len(table.collected) == 3


@pytest.mark.rule("W-123", "W-065", "I-10")
def test_rebels_do_not_shift_the_ring_of_elders() -> None:
    agents = {0: "R4x3", 1: "F5", 2: "F3", 3: "F3", 4: "F3", 5: "R3x1"}
    state = position(
        [5, 2, 3, 3, 1, 4], phase=Phase.TABLET, true_majority=3, agents=agents, shown="R", tablets=with_side("KNI-B2")
    )
    after = GAME.apply_action(state, ActivateTablet(3))
    assert [elder_power(after.table, slot) for slot in range(6)] == [4, 5, 2, 3, 3, 1]
    assert {"W-123", "W-118", "W-065"} <= set(after.table.why)


@pytest.mark.rule("W-065", "A-23")
@pytest.mark.parametrize("side", SIDES)
def test_only_a_direct_tablet_acts_at_once(side: str) -> None:
    cls = CLASS_OF[side[:3]]
    state = position([cls] * 4, phase=Phase.TABLET, true_majority=cls, agents={0: "F2"}, tablets=with_side(side))
    after = GAME.apply_action(state, ActivateTablet(cls)).table
    assert ("W-065" in after.why) is (side in ("KNI-B2", "SEE-B2", "NOB-A"))
    assert (after.phase is Phase.DIRECT) is (side in ("SEE-B2", "NOB-A"))


@pytest.mark.rule("W-117")
def test_agents_that_lie_face_down_or_not_at_all_have_no_power() -> None:
    for side in SIDES:
        active, tablets = CLASS_OF[side[:3]], with_side(side)
        table = position([3] * 4, tablets=tablets, active=active, agents={0: "F5", 1: "R5x1"}).table
        assert [agent_power(table, slot) for slot in range(4)] == [0] * 4
