"""The advanced tablet sides, the suggested sets, and what is said of them (ledger W-130..W-136)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.core import Prompt, Seat
from companion.games.errors import BadOption, IllegalAction
from companion.games.waves.data.figures import DATA
from companion.games.waves.rules.actions import (
    Collect,
    PlaceShells,
    PlaceToken,
    RevealFollower,
)
from companion.games.waves.state.model import Phase, WavesState
from companion.games.waves.state.tablets import agent_power, check_slot
from tests.companion.games.waves.positions import CLASS_OF, GAME, play_round, play_until, position, with_side
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
PRINTED = (1, 2, 3, 4, 5)


def checked(side: str, agent: str, elder: int, shells: int = 3) -> tuple[int, int, str]:
    """Agent power, Elder power and result at slot 1, whose Agents lie open under this active side."""
    agents = {0: "F3", 1: agent, 2: "F3", 3: "F3"}
    state = position(
        [3, elder, 3, 3],
        tablets=with_side(side),
        active=CLASS_OF[side[:3]],
        agents=agents,
        shown="FR",
        shells=shells,
    )
    check = check_slot(state.table, 1)
    return check.agent_power, check.elder_power, check.result


def refused(state: WavesState, action: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    return caught.value.rule, str(caught.value.reason)


def shown(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


# --- Keepers grow with shells ---


@pytest.mark.rule("W-130", "I-12")
@pytest.mark.parametrize(("shells", "power"), [(0, 2), (1, 4), (2, 6), (3, 8), (4, 10), (5, 12)])
@pytest.mark.parametrize("posture", ["F2", "R2x1"])
def test_every_keeper_has_two_more_for_each_shell(shells: int, power: int, posture: str) -> None:
    assert checked("KEE-A", posture, 2, shells)[:2] == (power, power)


@pytest.mark.rule("W-130", "A-19")
@pytest.mark.parametrize("shells", range(6))
def test_a_keeper_never_takes_a_keeper(shells: int) -> None:
    assert checked("KEE-A", "F2", 2, shells)[2] == "power"


@pytest.mark.rule("W-130", "W-072")
@pytest.mark.parametrize(
    ("agent", "elder", "shells", "result"),
    [
        ("F5", 2, 1, "collect"),  # 5 against 4
        ("F4", 2, 1, "power"),  # 4 against 4
        ("F5", 2, 2, "power"),  # 5 against 6
        ("F2", 3, 1, "collect"),  # 4 against 3
        ("F2", 4, 1, "power"),  # 4 against 4
        ("R2x1", 5, 2, "collect"),  # 6 against 5
        ("R2x1", 5, 1, "power"),  # 4 against 5
        ("F3", 2, 0, "no shell"),  # 3 against 2
        ("F1", 2, 0, "power"),
    ],
)
def test_keepers_at_the_limits(agent: str, elder: int, shells: int, result: str) -> None:
    assert checked("KEE-A", agent, elder, shells)[2] == result


@pytest.mark.rule("W-130")
def test_other_classes_keep_their_printed_power() -> None:
    for agent in (1, 3, 4, 5):
        for elder in (1, 3, 4, 5):
            assert checked("KEE-A", f"F{agent}", elder, 5)[:2] == (agent, elder)


@pytest.mark.rule("W-130", "A-18", "W-078")
def test_power_falls_with_each_shell_that_leaves() -> None:
    state = position([2, 3, 2, 5], mode="teams", card_shells=3, tablets=with_side("KEE-A"))
    record, _ = play_round(state, ["F5", "R2x1", "F2", "F2"])
    assert record.steps == [[0, 5, 8, "H"], [2, 8, 8, "H"], [3, 8, 5, "C"], [1, 6, 3, "C"]]  # S-15


# --- the Agent to the right ---


@pytest.mark.rule("W-131", "I-08")
def test_every_agent_has_the_printed_power_of_the_one_at_the_slot_before() -> None:
    agents = {0: "F1", 1: "R5x3", 2: "F2", 3: "F4", 4: "R3x1"}
    table = position([3] * 5, tablets=with_side("KNI-A"), active=3, agents=agents, shown="FR").table
    assert [agent_power(table, slot) for slot in range(5)] == [3, 1, 5, 2, 4]


@pytest.mark.rule("W-131", "A-12", "I-08")
def test_s05_a_follower_is_turned_up_early_and_still_acts_at_its_own_turn() -> None:
    state = position([3, 3, 1, 2, 4], card_shells=3, tablets=with_side("KNI-A"))
    record, after = play_round(state, ["F1", "F5", "R3x1", "F2", "F5"])
    assert record.steps == [[0, 5, 3, "C"], [1, 1, 3, "H"], [3, 3, 2, "C"], [4, 2, 4, "H"], [2, 5, 1, "C"]]
    turned = [act.slot for act in record.actions if isinstance(act, RevealFollower)]
    assert turned == [0, 4, 1, 3]
    assert [slot.elder for slot in after.table.slots] == [1, 5, 3, 2, 5]  # I-09: the Agents keep their class


@pytest.mark.rule("W-131")
def test_the_own_follower_and_the_one_to_the_right_are_turned_up_in_any_order() -> None:
    state = play_until(position([3, 3, 1, 2], tablets=with_side("KNI-A")), Phase.WAVE_1, ["F1", "F5", "R3x1", "F2"])
    assert set(GAME.legal_actions(state)) == {RevealFollower(0, 1), RevealFollower(3, 2)}
    other_first = GAME.apply_action(state, RevealFollower(3, 2))
    assert "W-131" in other_first.table.why
    assert GAME.legal_actions(other_first) == (RevealFollower(0, 1),)
    own_first = GAME.apply_action(state, RevealFollower(0, 1))
    assert "W-131" not in own_first.table.why
    assert GAME.legal_actions(own_first) == (RevealFollower(3, 2),)


@pytest.mark.rule("W-131", "W-070")
def test_nobody_turns_up_a_follower_that_no_check_needs() -> None:
    state = play_until(position([3, 3, 1, 2], tablets=with_side("KNI-A")), Phase.WAVE_1, ["F1", "F5", "R3x1", "F2"])
    assert refused(state, RevealFollower(1, 5)) == (
        "W-078",
        "Slots are checked one after another. Seat 1 comes now.",
    )
    half = GAME.apply_action(state, RevealFollower(0, 1))
    assert refused(half, Collect(0, 0)) == ("W-131", "Turn up the Follower of Seat 4 first: its power is copied.")


@pytest.mark.rule("W-131")
def test_who_is_turned_up_early_and_why_is_said() -> None:
    state = play_until(position([3, 3, 1, 2], tablets=with_side("KNI-A")), Phase.WAVE_1, ["F1", "F5", "R3x1", "F2"])
    assert said((shown(state).seats, shown(state).text)) == ((0,), "Ann: turn up your Follower.")
    told = shown(GAME.apply_action(state, RevealFollower(0, 1)))
    assert said(told.text) == "Dan: turn up your Follower now; Ann copies its power. It acts at its own turn."
    assert (told.seats, told.rule) == ((3,), "W-131")


@pytest.mark.rule("W-131", "W-075")
def test_a_rebel_to_the_right_lies_open_already() -> None:
    state = play_until(position([3, 3, 1, 2], tablets=with_side("KNI-A")), Phase.WAVE_1, ["F1", "F5", "F4", "R3x1"])
    assert GAME.legal_actions(state) == (RevealFollower(0, 1),)
    after = GAME.apply_action(state, RevealFollower(0, 1))
    assert not isinstance(GAME.legal_actions(after)[0], RevealFollower)


# --- only unique Elders ---


@pytest.mark.rule("W-132", "I-11")
def test_an_elder_with_a_class_mate_is_not_collected_even_when_the_mate_has_left() -> None:
    state = position([4, 1, 1, 2], card_shells=4, tablets=with_side("SEE-A"), hands={0: [5, 4, 4, 4, 3]})
    record, _ = play_round(state, ["R4x3", "F3", "F5", "F5"])
    assert record.tablet == "SEE-A"
    assert record.steps == [[1, 3, 1, "H"], [2, 5, 1, "H"], [3, 5, 2, "C"], [0, 4, 4, "H"]]
    assert record.shells_end == 3


@pytest.mark.rule("W-132")
def test_open_rebels_and_collections_do_not_spoil_uniqueness() -> None:
    state = position(
        [4, 1, 2, 3], tablets=with_side("SEE-A"), collected={1: [1, 1]}, hands={0: [4, 4, 1, 1, 1], 3: [1, 1, 4, 4, 4]}
    )
    record, _ = play_round(state, ["R4x2", "F3", "F5", "R4x2"])
    assert [step[3] for step in record.steps] == ["C", "C", "H", "H"]  # the shells end, then power


# --- Followers three, Rebels six ---


@pytest.mark.rule("W-133", "I-14")
@pytest.mark.parametrize("agent", PRINTED)
@pytest.mark.parametrize("elder", PRINTED)
def test_every_follower_has_three_and_every_rebel_six(agent: int, elder: int) -> None:
    follows, rebels = checked("SCH-A", f"F{agent}", elder), checked("SCH-A", f"R{agent}x1", elder)
    assert follows == (3, elder, "collect" if elder < 3 else "power")
    assert rebels == (6, elder, "collect")


# --- a shell for each Follower ---


@pytest.mark.rule("W-134", "W-065", "I-04")
@pytest.mark.parametrize(
    ("plays", "shells"),
    [
        (["R5x1", "R5x1", "R4x1", "R3x1"], 0),
        (["R5x2", "R5x1", "R4x1", "F5"], 1),
        (["F1", "F2", "R5x2", "F5"], 3),
        (["F5", "F2", "F3", "F4"], 4),
    ],
)
@pytest.mark.parametrize("card", [0, 2, 5])
def test_the_centre_is_set_to_the_number_of_followers(plays: list[str], shells: int, card: int) -> None:
    hands = {0: [5, 5, 1, 2, 3], 2: [5, 5, 4, 3, 3]}
    state = position([5, 2, 5, 5], tablets=with_side("NOB-A"), card_shells=card, hands={
        seat: hands.get(seat, PRINTED) if plays[seat][0] == "R" else PRINTED for seat in range(4)
    })  # fmt: skip
    direct = play_until(state, Phase.DIRECT, plays)
    assert direct.table.shells == card
    assert GAME.legal_actions(direct) == (PlaceShells(shells),)
    after = GAME.apply_action(direct, PlaceShells(shells))
    assert after.table.shells == shells
    assert {"W-134", "W-064", "W-065"} <= set(after.table.why)
    assert after.table.phase is not Phase.DIRECT


@pytest.mark.rule("W-134", "W-066")
def test_shells_are_set_before_extras_are_discarded() -> None:
    state = position([5, 2, 5, 5], tablets=with_side("NOB-A"), hands={0: [5, 5, 1, 2, 3]})
    record, _ = play_round(state, ["R5x2", "F2", "F3", "F4"])
    assert record.phases[2:6] == [Phase.REVEAL, Phase.TABLET, Phase.DIRECT, Phase.EXTRAS]


@pytest.mark.rule("W-134")
def test_x12_when_all_rebel_nobody_collects() -> None:
    state = position([5, 2, 5, 1], tablets=with_side("NOB-A"), card_shells=5)
    record, after = play_round(state, ["R5x1", "R5x1", "R4x1", "R3x1"])
    assert record.steps == [[0, 5, 5, "H"], [1, 5, 2, "H"], [2, 4, 5, "H"], [3, 3, 1, "H"]]
    assert after.table.collected == ((0, 0, 0, 0, 0),) * 4


@pytest.mark.rule("W-134")
def test_the_tablet_says_how_many_shells_it_asks_for() -> None:
    state = position([5, 2, 5, 5], tablets=with_side("NOB-A"), card_shells=3)
    direct = play_until(state, Phase.DIRECT, ["F1", "R5x1", "R5x1", "R5x1"])
    told = shown(direct)
    assert said(told.text) == "Leave 1 shell in the centre, one for each Follower: take 2 out."
    assert said((told.seats, told.why, told.rule)) == ((), "The active tablet acts at once.", "W-134")
    assert said(told.phase) == "Round 1 · The tablet acts at once"
    nobody = play_until(state, Phase.DIRECT, ["R5x1"] * 4)
    assert said(shown(nobody).text) == "Take all shells out of the centre."
    assert refused(direct, PlaceShells(3)) == ("W-134", "The active tablet asks for 1 shell in the centre, not 3.")


# --- levels and sets ---


@pytest.mark.rule("W-115", "W-135")
def test_there_are_two_calm_nine_base_and_five_advanced_sides_one_advanced_a_class() -> None:
    assert Counter(tablet.level for tablet in DATA.tablets.values()) == {"calm": 2, "base": 9, "advanced": 5}
    advanced = {side: tablet.cls for side, tablet in DATA.tablets.items() if tablet.level == "advanced"}
    assert advanced == {"SCH-A": 1, "KEE-A": 2, "KNI-A": 3, "SEE-A": 4, "NOB-A": 5}
    assert {tablet.cls for tablet in DATA.tablets.values() if tablet.level == "calm"} == {3, 5}
    assert {side for side, tablet in DATA.tablets.items() if tablet.direct} == {"KNI-B2", "SEE-B2", "NOB-A"}


@pytest.mark.rule("W-136", "W-014")
@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("first", ("SCH-B", "KEE-B", "KNI-C", "SEE-B1", "NOB-C")),
        ("row1", ("SCH-B", "KEE-B", "KNI-B1", "SEE-B1", "NOB-B2")),
        ("row2", ("SCH-B", "KEE-B", "KNI-A", "SEE-B2", "NOB-A")),
        ("row3", ("SCH-B", "KEE-A", "KNI-B1", "SEE-B3", "NOB-B1")),
    ],
)
@pytest.mark.parametrize(("mode", "players"), [("head_to_head", 2), ("all_vs_all", 3), ("teams", 6)])
def test_the_suggested_rows_bind_nobody_to_a_mode(name: str, sides: tuple[str, ...], mode: str, players: int) -> None:
    table = GAME.new_game({"mode": mode, "players": players, "tablets": name}, {}).table
    assert table.setup.tablets == sides
    assert ("W-136" in table.why) is (name != "first")


ADVANCED = [
    ("row1", ""),
    ("row2", "Advanced tablets are in use: “Agents copy the right”, “A shell for each Follower”. "
             "Play without them with people new to the game."),
    ("row3", "Advanced tablets are in use: “Keepers grow with shells”. "
             "Play without them with people new to the game."),
    (["SCH-A", "KEE-B", "KNI-C", "SEE-A", "NOB-C"],
     "Advanced tablets are in use: “Followers three, Rebels six”, “Only the one of its kind”. "
     "Play without them with people new to the game."),
]  # fmt: skip


@pytest.mark.rule("W-135")
@pytest.mark.parametrize(("tablets", "warning"), ADVANCED, ids=["row1", "row2", "row3", "own"])
def test_advanced_sides_are_warned_of_before_the_first_round(tablets: Any, warning: str) -> None:
    state = GAME.new_game({"tablets": tablets}, {})
    assert said((shown(state).advice, shown(state).house_rules)) == ((warning,) if warning else (), ())
    assert ("W-135" in state.table.why) is bool(warning)
    dealing = GAME.apply_action(state, PlaceToken(0))
    assert said(shown(dealing).advice) == ((warning,) if warning else ())


@pytest.mark.rule("W-135")
def test_the_warning_stands_until_the_first_open_majority_and_never_again() -> None:
    state = position([1, 5, 5, 2], tablets=with_side("SCH-A"))
    assert len(shown(state).advice) == 1
    assert shown(play_until(state, Phase.PLAY, [])).advice == ()
    assert shown(position([1, 5, 5, 2], tablets=with_side("SCH-A"), round=2)).advice == ()


@pytest.mark.rule("A-24")
def test_the_table_may_count_a_side_to_another_class() -> None:
    classes = {"SCH-A": 4, "SEE-A": 1}
    sides = ["SEE-A", "KEE-B", "KNI-C", "SCH-A", "NOB-C"]
    with pytest.raises(BadOption, match=r"'SEE-A' is not a tablet side of the Scholars\."):
        GAME.new_game({"tablets": sides}, {})
    state = GAME.new_game({"tablets": sides, "tablet_classes": classes}, {})
    assert state.table.setup.tablets == tuple(sides)
    assert said(shown(state).house_rules[:2]) == (
        "The tablet “Only the one of its kind” counts as one of the Scholars.",
        "The tablet “Followers three, Rebels six” counts as one of the Seers.",
    )
    assert GAME.new_game({"tablets": sides}, {"tablet_classes": classes}).table.setup.tablets == tuple(sides)
    with pytest.raises(BadOption, match=r"'SCH-A' is not a tablet side of the Scholars\."):
        GAME.new_game({"tablets": ["SCH-A", *sides[1:]], "tablet_classes": classes}, {})


@pytest.mark.rule("A-24")
def test_a_side_counted_to_the_seers_acts_under_their_majority() -> None:
    options = {"tablet_classes": {"SCH-A": 4}}
    state = position([4, 4, 1, 1], tablets={4: "SCH-A"}, options=options)
    record, _ = play_round(state, ["F5", "F5", "F5", "R4x1"])
    assert (record.true, record.tablet) == (4, "SCH-A")
    assert record.steps == [[0, 3, 4, "H"], [1, 3, 4, "H"], [2, 3, 1, "C"], [3, 6, 1, "C"]]


@pytest.mark.rule("A-24", "A-44", "W-115")
@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ({"SCH-A": 6}, r"The tablets' classes are \{'SCH-A': 6\}\. Write a side and its class"),
        ({"SCH-A": 0}, r"The tablets' classes are"),
        ({"XXX": 1}, r"'XXX' is no tablet side\. The sides are: SCH-B"),
    ],
)
def test_a_class_that_there_is_not_is_refused(classes: dict[str, int], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new_game({"tablet_classes": classes}, {})
