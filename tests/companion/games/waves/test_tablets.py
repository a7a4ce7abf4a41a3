"""What each tablet side does, checked against a second reading of the ledger's tablet table written here.

The oracle below follows the text of W-120..W-134 (F:471-567) and uses nothing of the engine.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.waves.data.figures import DATA
from companion.games.waves.rules.actions import (
    ActivateTablet,
    Collect,
    PlaceShells,
    RevealFollower,
    TakeElder,
)
from companion.games.waves.state.model import (
    Agent,
    Phase,
    Table,
    of,
)
from companion.games.waves.state.tablets import check_slot, elder_power, wave_order, wave_postures
from tests.companion.games.waves.positions import (
    CLASS_OF,
    GAME,
    SIDES,
    play_round,
    play_until,
    position,
    with_side,
)
from tests.said import said

PRINTED = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}  # F:127-130, W-002


class Case(NamedTuple):
    """What may matter to one check: slot 1 is checked, and the slot to its right is slot 0."""

    side: str
    posture: str
    agent: int
    elder: int
    right: int = 3
    """The Elder at slot 0; where only unique Elders count, all other Elders."""
    shells: int = 1
    owned: bool = False
    """Whether the own collection has an Elder of this class."""
    spent: bool = False
    """Whether the first Elder of the round was returned before."""
    copied: int = 2
    """The Agent at slot 0."""


CASES = [
    Case(side, posture, agent, elder, right, shells, owned, spent, copied)
    for side in SIDES
    for posture, agent, elder in product(("follower", "rebel"), PRINTED, PRINTED)
    for right in (PRINTED if side in ("KNI-B2", "SEE-A") else (3,))
    for shells in (range(6) if side == "KEE-A" else (0, 1, 2))
    for owned in ((False, True) if side == "NOB-B2" else (False,))
    for spent in ((False, True) if side == "NOB-B1" else (False,))
    for copied in (PRINTED if side == "KNI-A" else (2,))
]


def oracle(case: Case) -> tuple[int, int, str]:
    """Agent power, Elder power and result by the ledger: C collected, H to hand, H1 the first one returned."""
    side, agent, elder = case.side, case.agent, case.elder
    mine, theirs = PRINTED[agent], PRINTED[elder]
    if side == "SCH-B":
        mine, theirs = (6 if agent == 1 else mine), (6 if elder == 1 else theirs)
    if side == "KEE-A":
        grown = 2 + 2 * case.shells  # F:553-559
        mine, theirs = (grown if agent == 2 else mine), (grown if elder == 2 else theirs)
    if side == "KNI-B2":
        theirs = PRINTED[case.right]
    if side == "KNI-A":
        mine = PRINTED[case.copied]  # F:561-567
    if side == "SEE-B1" and case.posture == "follower":
        mine -= 2
    if side == "SCH-A":
        mine = 3 if case.posture == "follower" else 6  # F:548-551
    wins = mine <= theirs if side == "KEE-B" else mine > theirs
    collects = wins and case.shells >= 1 and not (side == "NOB-B2" and case.owned)
    if side == "SEE-A" and elder == case.right:
        collects = False  # F:542-546
    if collects and side == "NOB-B1" and not case.spent:
        return mine, theirs, "H1"
    return mine, theirs, "C" if collects else "H"


def table_of(case: Case) -> Table:
    """The table just after the tablet was laid; shells as given, also where the tablet would change them."""
    cls = CLASS_OF[case.side[:3]]
    letter = "F" if case.posture == "follower" else "R"
    play = f"F{case.agent}" if letter == "F" else f"R{case.agent}x1"
    others = (case.right, case.right) if case.side == "SEE-A" else (3, 4)
    council = (case.right, case.elder, *others)
    before = position(
        council,
        phase=Phase.TABLET,
        agents={0: "F2", 1: play, 2: "F2", 3: "F2"},
        shown="R",
        shells=case.shells,
        tablets=with_side(case.side),
        collected={1: [case.elder]} if case.owned else None,
        true_majority=cls,
    )
    before = State(replace(before.table, council=of(*council)), before.secrets)
    table = GAME.apply_action(before, ActivateTablet(cls)).table
    to_right = replace(table.slots[0], agent=Agent("follower", 1, case.copied))
    checked = replace(table.slots[1], agent=Agent(case.posture, 1, case.agent))  # type: ignore[arg-type]
    return replace(table, slots=(to_right, checked, *table.slots[2:]), returned=case.spent)


@pytest.mark.slow
@pytest.mark.rule("W-117", "W-002", "W-064")
def test_every_check_agrees_with_the_ledger() -> None:
    letters = {"collect": "C", "returned": "H1"}
    for case in CASES:
        check = check_slot(table_of(case), 1)
        assert (check.agent_power, check.elder_power, letters.get(check.result, "H")) == oracle(case), case
    assert len(SIDES) == 16
    assert len(CASES) == (10 + 2 + 3 * 5 + 2 * 2) * 150  # every combination was there


@pytest.mark.rule("W-120")
@pytest.mark.parametrize("posture", ["follower", "rebel"])
@pytest.mark.parametrize("agent", PRINTED)
@pytest.mark.parametrize("shells", range(1, 6))
def test_x11_scholar_elders_cannot_be_scored_at_six(posture: str, agent: int, shells: int) -> None:
    check = check_slot(table_of(Case("SCH-B", posture, agent, 1, shells=shells)), 1)
    assert check.elder_power == 6
    assert check.agent_power == (6 if agent == 1 else agent)
    assert check.result == "power"


@pytest.mark.rule("W-076")
@pytest.mark.parametrize("cls", PRINTED)
def test_equal_power_does_not_collect(cls: int) -> None:
    assert check_slot(table_of(Case("NOB-C", "rebel", cls, cls, shells=5)), 1).result == "power"


@pytest.mark.rule("I-13", "W-121")
def test_with_equal_or_lower_a_noble_takes_only_nobles_and_a_scholar_takes_anything() -> None:
    def takes(agent: int) -> list[int]:
        return [e for e in PRINTED if check_slot(table_of(Case("KEE-B", "rebel", agent, e)), 1).result == "collect"]

    assert [takes(agent) for agent in PRINTED] == [[1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 4, 5], [4, 5], [5]]


@pytest.mark.rule("I-15", "W-125")
def test_followers_that_lose_two_take_elders_three_below_them() -> None:
    wins = {
        (agent, elder)
        for agent, elder in product(PRINTED, PRINTED)
        if check_slot(table_of(Case("SEE-B1", "follower", agent, elder)), 1).result == "collect"
    }
    assert wins == {(4, 1), (5, 1), (5, 2)}


@pytest.mark.rule("W-125")
def test_powers_may_be_below_zero_and_then_collect_nothing() -> None:
    check = check_slot(table_of(Case("SEE-B1", "follower", 1, 1, shells=5)), 1)
    assert (check.agent_power, check.result) == (-1, "power")


@pytest.mark.rule("W-124")
def test_calm_sides_change_nothing() -> None:
    for side in ("KNI-C", "NOB-C"):
        for agent, elder in product(PRINTED, PRINTED):
            result = check_slot(table_of(Case(side, "follower", agent, elder, right=5)), 1)
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
    table = table_of(Case("NOB-B2", "follower", 5, 2))
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


@pytest.mark.slow
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
        check = check_slot(table_of(Case("NOB-C", "rebel", agent, elder)), 1)
        assert ("W-076" in check.rules) is (agent == elder)


# --- the advanced sides ---


@pytest.mark.rule("W-135")
def test_each_class_has_one_advanced_side() -> None:
    advanced = [side for side in SIDES if DATA.tablets[side].level == "advanced"]
    assert sorted(advanced) == ["KEE-A", "KNI-A", "NOB-A", "SCH-A", "SEE-A"]  # F:533-536
    assert {CLASS_OF[side[:3]] for side in advanced} == {1, 2, 3, 4, 5}
    assert all(DATA.tablets[side].cls == CLASS_OF[side[:3]] for side in SIDES)


@pytest.mark.rule("W-130", "I-12", "A-18")
@pytest.mark.parametrize(("shells", "power"), [(0, 2), (1, 4), (2, 6), (3, 8), (4, 10), (5, 12)])
def test_keepers_grow_by_two_for_each_shell(shells: int, power: int) -> None:
    agent = check_slot(table_of(Case("KEE-A", "rebel", 2, 5, shells=shells)), 1)
    elder = check_slot(table_of(Case("KEE-A", "rebel", 5, 2, shells=shells)), 1)
    assert (agent.agent_power, elder.elder_power) == (power, power)


@pytest.mark.rule("W-130", "A-19")
def test_a_keeper_does_not_collect_a_keeper_however_many_shells_there_are() -> None:
    results = {check_slot(table_of(Case("KEE-A", "follower", 2, 2, shells=shells)), 1).result for shells in range(6)}
    assert results == {"power"}


@pytest.mark.rule("W-130", "W-078")
def test_keepers_shrink_as_shells_leave() -> None:
    # P0's Keeper counts 4 + 2 = 6 against the Noble and takes a shell; P1's then counts 4, not more than the Seer.
    state = position([5, 4, 2, 2], token=0, tablets=with_side("KEE-A"))
    record, _ = play_round(state, ["F2", "F2", "R2x1", "R1x1"])
    assert record.tablet == "KEE-A"
    assert record.steps == [[0, 6, 5, "C"], [1, 4, 4, "H"], [2, 4, 4, "H"], [3, 1, 4, "H"]]


@pytest.mark.rule("W-131", "I-08", "I-09")
def test_agents_copy_printed_numbers_and_keep_their_class() -> None:
    state = position([3, 3, 3, 5], token=0, tablets=with_side("KNI-A"), card_shells=0)
    record, after = play_round(state, ["F1", "F2", "F4", "R5x1"])
    # Each has the number of the slot before it: a copied power is never copied on.
    assert [step[:2] for step in record.steps] == [[0, 5], [1, 1], [2, 2], [3, 4]]
    assert [slot.elder for slot in after.table.slots] == [1, 2, 4, 5]


@pytest.mark.rule("W-131", "A-12", "W-078")
def test_an_agent_that_is_copied_is_turned_up_early_and_acts_at_its_own_turn() -> None:
    state = position([3, 3, 3, 1], token=0, tablets=with_side("KNI-A"), card_shells=0)
    state = play_until(state, Phase.WAVE_1, ["F1", "F2", "R4x1", "F5"])
    # P0 needs its own face and P3's; both may be turned up now, in any order, and nobody else's.
    assert set(GAME.legal_actions(state)) == {RevealFollower(0, 1), RevealFollower(3, 5)}
    state = GAME.apply_action(state, RevealFollower(3, 5))
    assert "W-131" in state.table.why
    assert GAME.legal_actions(state) == (RevealFollower(0, 1),)
    with pytest.raises(IllegalAction, match=r"Turn the Follower up first\. \(W-070\)"):
        GAME.apply_action(state, TakeElder(0))
    state = GAME.apply_action(state, RevealFollower(0, 1))
    assert "W-131" not in state.table.why
    assert GAME.legal_actions(state) == (TakeElder(0),)  # 5 against 3, but no shell
    state = GAME.apply_action(state, TakeElder(0))
    assert GAME.legal_actions(state) == (RevealFollower(1, 2),)
    state = GAME.apply_action(GAME.apply_action(state, RevealFollower(1, 2)), TakeElder(1))
    assert GAME.legal_actions(state) == (TakeElder(3),)  # open already: P3 copies the Rebel P2, 4


@pytest.mark.rule("W-131")
def test_the_copied_agent_has_to_be_turned_up_before_the_check() -> None:
    state = position([3, 3, 3, 1], token=0, tablets=with_side("KNI-A"))
    state = play_until(state, Phase.WAVE_1, ["F1", "F2", "R4x1", "F5"])
    state = GAME.apply_action(state, RevealFollower(0, 1))
    assert GAME.legal_actions(state) == (RevealFollower(3, 5),)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, Collect(0, 0))
    assert said((caught.value.rule, caught.value.reason)) == (
        "W-131",
        "Turn up the Follower of Seat 4 first: its power is copied.",
    )


@pytest.mark.rule("W-132", "I-11", "A-30")
def test_elders_that_left_still_have_been_in_the_council() -> None:
    # P0's Seer is in the hand by the time P2 is checked, and still counts.
    state = position([4, 1, 4, 2], token=0, tablets=with_side("SEE-A"), card_shells=3)
    record, _ = play_round(state, ["F5", "F3", "F5", "F4"])
    assert record.tablet == "SEE-A"
    assert record.steps == [[0, 5, 4, "H"], [1, 3, 1, "C"], [2, 5, 4, "H"], [3, 4, 2, "C"]]


@pytest.mark.rule("W-132")
def test_open_agents_never_make_an_elder_less_unique() -> None:
    state = position([4, 1, 3, 2], token=0, tablets=with_side("SEE-A"), card_shells=3, hands={1: [4, 4, 4, 1, 1]})
    record, _ = play_round(state, ["F5", "R4x3", "F4", "F1"])
    assert record.true == 4
    assert record.steps[0] == [0, 5, 4, "C"]  # the three Seers of P1 are Agents


@pytest.mark.rule("W-133", "I-14")
def test_followers_at_three_beat_scholars_and_keepers_and_rebels_at_six_beat_all() -> None:
    def takes(posture: str) -> set[tuple[int, int]]:
        return {
            (agent, elder)
            for agent, elder in product(PRINTED, PRINTED)
            if check_slot(table_of(Case("SCH-A", posture, agent, elder)), 1).result == "collect"
        }

    assert takes("follower") == {(agent, elder) for agent in PRINTED for elder in (1, 2)}
    assert takes("rebel") == set(product(PRINTED, PRINTED))


@pytest.mark.rule("W-134", "I-03", "I-04", "W-065")
@pytest.mark.parametrize("followers", range(5))
def test_the_centre_is_set_to_the_number_of_followers_at_once(followers: int) -> None:
    hands = dict.fromkeys(range(4), (5, 5, 1, 1, 1))
    state = position([5] * 4, card_shells=3, tablets=with_side("NOB-A"), hands=hands)
    plays = ["F5"] * followers + ["R5x2"] * (4 - followers)
    state = play_until(state, Phase.DIRECT, plays)
    assert state.table.shells == 3
    assert GAME.legal_actions(state) == (PlaceShells(followers),)
    for wrong in {3, followers + 1} - {followers}:
        said = rf"asks for {followers} shells? in the centre, not {wrong}.* \(W-134\)"
        with pytest.raises(IllegalAction, match=said):
            GAME.apply_action(state, PlaceShells(wrong))
    after = GAME.apply_action(state, PlaceShells(followers))
    assert after.table.shells == followers
    assert after.table.phase in (Phase.EXTRAS, Phase.WAVE_1)
    assert after.table.open_majority == 5


@pytest.mark.rule("W-134", "I-03", "W-044")
def test_the_next_round_starts_from_the_council_card_again() -> None:
    state = position([5] * 4, card_shells=3, tablets=with_side("NOB-A"), hands=dict.fromkeys(range(4), [5] * 3))
    _, after = play_round(state, ["F5"] * 4)
    assert after.table.shells == 4  # one for each Follower, and equal power collects nothing
    assert GAME.legal_actions(after) == (PlaceShells(3),)


@pytest.mark.rule("W-134", "A-02")
@pytest.mark.parametrize(("cap", "due"), [("5", 5), ("none", 6)])
def test_six_followers_get_five_shells_or_as_many_as_stand_in(cap: str, due: int) -> None:
    hands = dict.fromkeys(range(6), [5] * 2)
    chosen = {"shell_cap": cap}
    state = position([5] * 6, tablets=with_side("NOB-A"), hands=hands, options=chosen)
    state = play_until(state, Phase.DIRECT, ["F5"] * 6)
    assert GAME.legal_actions(state) == (PlaceShells(due),)
