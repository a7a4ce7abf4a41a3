"""What each tablet side does, checked against a second reading of the ledger's tablet table written here.

The oracle below follows the text of W-120..W-129 (F:471-532) and uses nothing of the engine.
"""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from companion.games.errors import IllegalAction
from companion.games.waves.data import DATA
from companion.games.waves.model import ActivateTablet, Agent, Collect, Phase, RevealFollower, TakeElder
from companion.games.waves.tablets import check_slot, elder_power, wave_order, wave_postures
from tests.companion.games.waves.positions import (
    CLASS_OF,
    GAME,
    SIDES,
    play_round,
    play_until,
    position,
    with_side,
)

PRINTED = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}  # F:127-130, W-002
CASES = [
    (side, posture, agent, elder, right, shells, owned, spent)
    for side in SIDES
    for posture, agent, elder in product(("follower", "rebel"), PRINTED, PRINTED)
    for right in (PRINTED if side == "KNI-B2" else (3,))
    for shells in (0, 1, 2)
    for owned in ((False, True) if side == "NOB-B2" else (False,))
    for spent in ((False, True) if side == "NOB-B1" else (False,))
]


def oracle(
    side: str, posture: str, agent: int, elder: int, right: int, shells: int, owned: bool, spent: bool
) -> tuple[int, int, str]:
    """Agent power, Elder power and result by the ledger: C collected, H to hand, H1 the first one returned."""
    mine, theirs = PRINTED[agent], PRINTED[elder]
    if side == "SCH-B":
        mine, theirs = (6 if agent == 1 else mine), (6 if elder == 1 else theirs)
    if side == "KNI-B2":
        theirs = PRINTED[right]
    if side == "SEE-B1" and posture == "follower":
        mine -= 2
    wins = mine <= theirs if side == "KEE-B" else mine > theirs
    collects = wins and shells >= 1 and not (side == "NOB-B2" and owned)
    if collects and side == "NOB-B1" and not spent:
        return mine, theirs, "H1"
    return mine, theirs, "C" if collects else "H"


def table_of(side: str, posture: str, agent: int, elder: int, right: int, shells: int, owned: bool, spent: bool):  # type: ignore[no-untyped-def]
    """Slot 1 is checked: its Elder, its open Agent, and the Elder to its right, which lies at slot 0."""
    cls = CLASS_OF[side[:3]]
    letter = "F" if posture == "follower" else "R"
    play = f"F{agent}" if letter == "F" else f"R{agent}x1"
    before = position(
        [right, elder, 3, 4],
        phase=Phase.TABLET,
        agents={0: "F2", 1: play, 2: "F2", 3: "F2"},
        shown="R",
        shells=shells,
        tablets=with_side(side),
        collected={1: [elder]} if owned else None,
        true_majority=cls,
    )
    table = GAME.apply_action(before, ActivateTablet(cls)).table
    slot = replace(table.slots[1], agent=Agent(posture, 1, agent))  # type: ignore[arg-type]
    return replace(table, slots=(table.slots[0], slot, *table.slots[2:]), returned=spent)


@pytest.mark.rule("W-117", "W-002", "W-064")
def test_every_check_agrees_with_the_ledger() -> None:
    letters = {"collect": "C", "returned": "H1"}
    for case in CASES:
        check = check_slot(table_of(*case), 1)
        assert (check.agent_power, check.elder_power, letters.get(check.result, "H")) == oracle(*case), case
    assert len(CASES) == 8 * 150 + 5 * 150 + 2 * 2 * 150  # every combination was there


@pytest.mark.rule("W-120")
@pytest.mark.parametrize("posture", ["follower", "rebel"])
@pytest.mark.parametrize("agent", PRINTED)
@pytest.mark.parametrize("shells", range(1, 6))
def test_x11_scholar_elders_cannot_be_scored_at_six(posture: str, agent: int, shells: int) -> None:
    check = check_slot(table_of("SCH-B", posture, agent, 1, 3, shells, False, False), 1)
    assert check.elder_power == 6
    assert check.agent_power == (6 if agent == 1 else agent)
    assert check.result == "power"


@pytest.mark.rule("W-076")
@pytest.mark.parametrize("cls", PRINTED)
def test_equal_power_does_not_collect(cls: int) -> None:
    assert check_slot(table_of("NOB-C", "rebel", cls, cls, 3, 5, False, False), 1).result == "power"


@pytest.mark.rule("I-13", "W-121")
def test_with_equal_or_lower_a_noble_takes_only_nobles_and_a_scholar_takes_anything() -> None:
    def takes(agent: int) -> list[int]:
        return [
            e
            for e in PRINTED
            if check_slot(table_of("KEE-B", "rebel", agent, e, 3, 1, False, False), 1).result == "collect"
        ]

    assert [takes(agent) for agent in PRINTED] == [[1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 4, 5], [4, 5], [5]]


@pytest.mark.rule("I-15", "W-125")
def test_followers_that_lose_two_take_elders_three_below_them() -> None:
    wins = {
        (agent, elder)
        for agent, elder in product(PRINTED, PRINTED)
        if check_slot(table_of("SEE-B1", "follower", agent, elder, 3, 1, False, False), 1).result == "collect"
    }
    assert wins == {(4, 1), (5, 1), (5, 2)}


@pytest.mark.rule("W-125")
def test_powers_may_be_below_zero_and_then_collect_nothing() -> None:
    check = check_slot(table_of("SEE-B1", "follower", 1, 1, 3, 5, False, False), 1)
    assert (check.agent_power, check.result) == (-1, "power")


@pytest.mark.rule("W-124")
def test_calm_sides_change_nothing() -> None:
    for side in ("KNI-C", "NOB-C"):
        for agent, elder in product(PRINTED, PRINTED):
            result = check_slot(table_of(side, "follower", agent, elder, 5, 1, False, False), 1)
            assert (result.agent_power, result.elder_power, result.result == "collect") == (agent, elder, agent > elder)
        assert DATA.tablets[side].level == "calm"


@pytest.mark.rule("W-123", "W-118")
def test_every_elder_takes_the_power_of_the_elder_at_the_slot_before() -> None:
    for council in product(PRINTED, repeat=4):
        before = position(council, phase=Phase.TABLET, tablets=with_side("KNI-B2"), true_majority=3)
        table = GAME.apply_action(before, ActivateTablet(3)).table
        assert [elder_power(table, slot) for slot in range(4)] == [council[3], *council[:3]]


@pytest.mark.rule("W-123")
def test_powers_from_the_right_stay_fixed_when_elders_leave() -> None:
    # Token at 0: P0 (Noble, power 3 from P3) is collected first; P1 keeps power 5 although the Noble is gone.
    state = position([5, 2, 3, 3], token=0, tablets=with_side("KNI-B2"), hands={0: [4, 1, 1, 2, 2]})
    record, _ = play_round(state, ["F4", "F5", "R3x1", "F3"])
    assert record.steps[:2] == [[0, 4, 3, "C"], [1, 5, 5, "H"]]


@pytest.mark.rule("W-126", "I-01")
def test_elders_move_right_once_and_agents_stay() -> None:
    state = position([4, 1, 4, 5], tablets=with_side("SEE-B2"))
    before = play_until(state, Phase.DIRECT, ["F5", "F3", "R4x1", "F2"])
    after = GAME.apply_action(before, GAME.legal_actions(before)[0])
    assert [slot.elder for slot in after.table.slots] == [1, 4, 5, 4]  # ledger S-08
    assert [slot.agent for slot in after.table.slots] == [slot.agent for slot in before.table.slots]
    assert after.table.phase is Phase.WAVE_1


@pytest.mark.rule("W-129")
def test_no_duplicates_looks_at_the_own_collection_only() -> None:
    table = table_of("NOB-B2", "follower", 5, 2, 3, 1, False, False)
    others = replace(table, collected=((0, 3, 0, 0, 0), (1, 0, 1, 1, 0), (0, 1, 0, 0, 0), (0, 0, 0, 0, 0)))
    assert check_slot(others, 1).result == "collect"


@pytest.mark.rule("W-128", "I-16")
def test_only_the_first_elder_of_a_round_is_returned() -> None:
    state = position([1, 1, 1, 5], tablets=with_side("NOB-B1"), hands={seat: [5, 5, 4, 4, 4] for seat in range(4)})
    record, after = play_round(state, ["F4", "F4", "F4", "R5x2"])
    assert record.tablet == "NOB-B1"
    assert [step[3] for step in record.steps] == ["H", "C", "C", "H"]  # two shells, none for the first
    assert not after.table.returned  # spent for that round only


@pytest.mark.rule("W-116")
def test_one_tablet_is_active_and_is_that_of_the_true_majority() -> None:
    for cls in PRINTED:
        state = position([cls] * 4, hands={seat: [cls] * 5 for seat in range(4)})
        before = play_until(state, Phase.TABLET, [f"R{cls}x1"] * 4)
        assert GAME.legal_actions(before) == (ActivateTablet(cls),)


def waves(side: str, token: int, rebels: tuple[bool, ...]) -> list[int]:
    """The slots in the order in which the engine has them checked, in a round of one class only."""
    cls = CLASS_OF[side[:3]]
    hands = {seat: [cls] * 5 for seat in range(4)}
    state = position([cls] * 4, token=token, card_shells=0, tablets=with_side(side), hands=hands)
    record, _ = play_round(state, [f"R{cls}x1" if rebel else f"F{cls}" for rebel in rebels])
    return [step[0] for step in record.steps]


@pytest.mark.rule("W-070", "W-071", "W-075", "W-122", "W-127", "I-06")
def test_waves_run_in_the_ledgers_order_for_every_token_and_every_mix_of_postures() -> None:
    for side, token, rebels in product(SIDES, range(4), product((False, True), repeat=4)):
        round_table = [(token - step if side == "SEE-B3" else token + step) % 4 for step in range(4)]
        first = side == "KNI-B1"  # Rebels first
        expected = [slot for slot in round_table if rebels[slot] is first]
        expected += [slot for slot in round_table if rebels[slot] is not first]
        assert waves(side, token, rebels) == expected, (side, token, rebels)


@pytest.mark.rule("W-122")
def test_followers_stay_face_down_until_the_second_wave_when_rebels_go_first() -> None:
    state = position([3, 1, 3, 5], tablets=with_side("KNI-B1"))
    state = play_until(state, Phase.WAVE_2, ["F4", "R3x1", "F5", "R3x1"])
    assert [slot.agent.face for slot in state.table.slots if slot.agent] == [0, 3, 0, 3]
    assert wave_postures(state.table) == ("rebel", "follower")


@pytest.mark.rule("I-07", "W-050", "W-080")
def test_turning_the_waves_round_leaves_play_draws_and_token_clockwise() -> None:
    record, after = play_round(position([4, 2, 4, 1], token=2, tablets=with_side("SEE-B3")), ["F5", "F3", "R4x1", "F2"])
    assert record.tablet == "SEE-B3"
    assert after.table.token == 3
    players = [action.seat for action in record.actions if type(action).__name__ == "PlayAgents"]  # type: ignore[union-attr]
    drawers = [action.seat for action in record.actions if type(action).__name__ == "Draw"]  # type: ignore[union-attr]
    assert (players, drawers) == ([2, 3, 0, 1], [3, 0, 1, 2])


@pytest.mark.rule("W-127")
def test_wave_order_to_the_right_starts_at_the_token_holder() -> None:
    table = position([4] * 4, token=1, tablets=with_side("SEE-B3"), active=4).table
    assert wave_order(table) == (1, 0, 3, 2)  # F:523-527


@pytest.mark.rule("W-077")
def test_collecting_cannot_be_declined_when_the_conditions_hold() -> None:
    state = position([1, 5, 5, 2], tablets=with_side("NOB-C"))
    state = play_until(state, Phase.WAVE_1, ["F4", "F2", "F2", "R5x1"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    assert GAME.legal_actions(state) == (Collect(0, 0),)
    with pytest.raises(IllegalAction, match=r"The conditions hold, so this Elder is collected\. \(W-077\)"):
        GAME.apply_action(state, TakeElder(0))


@pytest.mark.rule("W-076")
def test_equal_power_is_given_as_the_reason_only_where_it_is_the_reason() -> None:
    for agent, elder in product(PRINTED, PRINTED):
        check = check_slot(table_of("NOB-C", "rebel", agent, elder, 3, 1, False, False), 1)
        assert ("W-076" in check.rules) is (agent == elder)
