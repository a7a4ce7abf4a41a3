"""Three players: the unassociated Elder between two of them (ledger W-016, W-045, W-084, S-04, S-10, S-20, S-24)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.core import Prompt, Seat
from companion.games.errors import BadOption, IllegalAction
from companion.games.waves.rules.actions import (
    ActivateTablet,
    Collect,
    Discard,
    DiscardGapElder,
    Draw,
    NextRound,
    PassToken,
    PlayAgents,
    Reshuffle,
    RotateElders,
    TakeElder,
    TurnUpElder,
    TurnUpGapElder,
)
from companion.games.waves.state.model import Phase, WavesState
from companion.games.waves.state.tablets import agent_power, elder_power
from tests.companion.games.waves.positions import GAME, play_round, play_until, position, with_side
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo")
CALM = {3: "KNI-C", 5: "NOB-C"}
FOLLOW = ["F2", "F2", "F2"]


def three(council: Sequence[int], gap: int = 4, after: int = -1, **more: Any) -> WavesState:
    """Three Elders, and the unassociated one after a seat (-1: the usual place)."""
    options = {"gap_after_seat": after, **more.pop("options", {})}
    return position(council, gap_elder=gap, options=options, **more)


def s24(**more: Any) -> WavesState:
    """The round of S-24: Ann and Cleo collect nothing or one, hands after the Waves are 4, 5 and 4."""
    hands = {0: [2, 3, 3, 4, 4], 1: [3, 3, 4, 4, 5], 2: [5, 1, 1, 2, 2]}
    return three([1, 5, 3], gap=4, tablets=CALM, hands=hands, **{"card_shells": 2, **more})


S24 = ["F2", "R3x1", "F5"]


def refused(state: WavesState, action: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    return caught.value.rule, str(caught.value.reason)


def shown(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


# --- setup ---


@pytest.mark.rule("W-016", "W-142", "W-015")
def test_setup_lays_three_elders_and_one_between_two_players() -> None:
    state, rng = GAME.new_game({"players": 3, "cards": "virtual"}, {}), random.Random(4)
    assert (state.table.setup.mode, state.table.setup.slot_count) == ("all_vs_all", 3)
    while state.table.phase is not Phase.COUNCIL:
        state = GAME.apply_action(state, GAME.simulation.deal(state, GAME.legal_actions(state), rng))
    state = GAME.apply_action(state, TurnUpGapElder(2))
    assert "W-016" in state.table.why
    for slot in (2, 0, 1):
        assert not [act for act in GAME.legal_actions(state) if isinstance(act, TurnUpGapElder)]
        assert state.table.phase is Phase.COUNCIL
        state = GAME.apply_action(state, TurnUpElder(slot, 3))
    assert state.table.phase is Phase.SHELLS
    assert (state.table.gap_elder, state.table.deck) == (2, 81)


@pytest.mark.rule("W-016")
def test_the_council_is_not_complete_without_the_unassociated_elder() -> None:
    state = position([1, 2, 3], phase=Phase.COUNCIL)
    assert {type(act) for act in GAME.legal_actions(state)} == {TurnUpGapElder}
    assert GAME.apply_action(state, TurnUpGapElder(5)).table.phase is Phase.SHELLS


@pytest.mark.rule("W-016", "A-07")
@pytest.mark.parametrize(("chosen", "after"), [(-1, 2), (0, 0), (1, 1), (2, 2)])
def test_its_place_is_chosen_at_setup_and_is_usually_before_the_first_seat(chosen: int, after: int) -> None:
    state = GAME.new_game({"players": 3, "gap_after_seat": chosen}, {})
    assert state.table.setup.gap_after == after


@pytest.mark.rule("W-016")
@pytest.mark.parametrize(
    "options",
    [
        {"mode": "all_vs_all", "players": 4, "gap_after_seat": 0},
        {"mode": "teams", "players": 4, "gap_after_seat": 3},
        {"mode": "head_to_head", "gap_after_seat": 1},
    ],
)
def test_no_other_game_has_one(options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=r"Only the game of three has an unassociated Elder.*\(W-016\)"):
        GAME.new_game(options, {})
    without = {key: value for key, value in options.items() if key != "gap_after_seat"}
    assert GAME.new_game(without, {}).table.setup.gap_after == -1


@pytest.mark.rule("W-016")
@pytest.mark.parametrize("after", [3, -2, "0", True])
def test_there_are_three_places_for_it(after: object) -> None:
    with pytest.raises(BadOption, match=r"gap_after_seat .*Choose one of: 0, 1, 2\."):
        GAME.new_game({"players": 3, "gap_after_seat": after}, {})


# --- majorities, collecting, the goal ---


@pytest.mark.rule("W-045", "W-041")
def test_it_counts_for_the_open_majority() -> None:
    assert play_round(three([1, 2, 3], gap=1), ["F2", "F3", "F4"])[0].open == 1
    assert play_round(three([1, 1, 3], gap=3), ["F2", "F3", "F4"])[0].open == 3  # two each: the higher class


@pytest.mark.rule("W-045", "W-061")
def test_it_counts_for_the_true_majority() -> None:
    record, _ = play_round(three([1, 4, 5], gap=4, hands={0: [1, 1, 2, 2, 2]}), ["R1x1", "F2", "F2"])
    assert record.true == 4  # Scholars 2, Seers 2 with the unassociated one
    record, _ = play_round(three([1, 4, 5], gap=2, hands={0: [1, 1, 2, 2, 2]}), ["R1x1", "F2", "F2"])
    assert record.true == 1
    assert "W-045" in record.why


@pytest.mark.rule("W-016", "W-143")
def test_it_is_never_collected_and_stays_through_the_waves() -> None:
    state = three([1, 1, 1], gap=2, tablets={1: "SCH-A"}, card_shells=5)
    record, _ = play_round(state, ["F5", "F5", "F5"])
    assert [act.slot for act in record.actions if isinstance(act, Collect | TakeElder)] == [0, 1, 2]
    waves_over = play_until(state, Phase.PASS_TOKEN, ["F5", "F5", "F5"]).table
    assert [slot.elder for slot in waves_over.slots] == [0, 0, 0]
    assert (waves_over.gap_elder, waves_over.shells) == (2, 2)


@pytest.mark.rule("W-031", "W-035")
@pytest.mark.parametrize(
    ("pile", "wins"),
    [
        ([2, 3, 4], False),  # the fourth class, enough for four players only
        ([2, 3, 4, 5], True),
        ([1, 1, 2, 2, 3], False),  # the sixth Elder
        ([1, 1, 2, 2, 3, 3], True),
    ],
)
def test_three_players_need_five_classes_or_seven_elders(pile: list[int], wins: bool) -> None:
    _, after = play_round(s24(collected={0: pile}), S24)
    assert after.table.winner == (0 if wins else -1)
    assert ("W-031" in after.table.why) is wins
    assert "W-032" not in after.table.why


# --- the round's end ---


@pytest.mark.rule("W-084", "W-081", "A-04", "A-34")
def test_s24_it_is_discarded_and_replaced_after_hands_are_discarded_down() -> None:
    record, after = play_round(s24(), S24)
    end = [act for act in record.actions if isinstance(act, PassToken | Draw | Discard | DiscardGapElder | NextRound)]
    seats = [(type(act).__name__, getattr(act, "seat", None)) for act in end]
    assert seats == [
        ("PassToken", None), ("Draw", 1), ("Draw", 2), ("Draw", 0), ("Discard", 1), ("DiscardGapElder", None),
        ("NextRound", None),
    ]  # fmt: skip
    waves_over = play_until(s24(), Phase.PASS_TOKEN, S24).table
    assert [hand.count for hand in waves_over.hands] == [4, 5, 4]
    assert after.table.deck == waves_over.deck - 4
    assert sum(after.table.discard) == 2
    assert [slot.elder for slot in after.table.slots] == [2, 3, 5]


@pytest.mark.rule("W-084", "W-087", "A-07", "A-34")
@pytest.mark.parametrize("place", range(3))
def test_the_old_one_lies_open_on_the_discard_pile_and_the_new_one_at_the_same_place(place: int) -> None:
    state = play_until(s24(after=place), Phase.GAP, S24)
    assert GAME.legal_actions(state) == (DiscardGapElder(),)
    deck, pile = state.table.deck, sum(state.table.discard)
    state = GAME.apply_action(state, DiscardGapElder())
    assert (state.table.gap_elder, state.table.top, sum(state.table.discard)) == (0, 4, pile + 1)
    assert {"W-084", "W-087"} <= set(state.table.why)
    assert GAME.legal_actions(state) == tuple(TurnUpGapElder(cls) for cls in (1, 2, 3, 4, 5))
    state = GAME.apply_action(state, TurnUpGapElder(5))
    assert (state.table.gap_elder, state.table.deck, state.table.phase) == (5, deck - 1, Phase.NEXT_ROUND)
    assert state.table.setup.gap_after == place
    state = GAME.apply_action(state, NextRound())
    assert (state.table.gap_elder, state.table.phase) == (5, Phase.SHELLS)  # it counts in the new Council
    assert GAME.apply_action(state, GAME.legal_actions(state)[0]).table.open_majority == 5  # 2, 3, 5 and 5


@pytest.mark.rule("W-084", "W-088", "A-03")
def test_with_an_empty_deck_it_is_shuffled_in_with_the_pile() -> None:
    state = GAME.correct(play_until(s24(), Phase.GAP, S24), {"deck": 0})
    state = GAME.apply_action(state, DiscardGapElder())
    assert GAME.legal_actions(state) == (Reshuffle(),)
    state = GAME.apply_action(state, Reshuffle())
    assert (state.table.deck, state.table.top) == (2, 0)
    assert {type(act) for act in GAME.legal_actions(state)} == {TurnUpGapElder}


@pytest.mark.rule("A-03")
def test_without_a_shuffle_it_is_missing_once_the_deck_is_empty() -> None:
    state = play_until(s24(options={"deck_empty": "stop"}), Phase.GAP, S24)
    state = GAME.apply_action(GAME.correct(state, {"deck": 0}), DiscardGapElder())
    assert (state.table.phase, state.table.gap_elder) == (Phase.NEXT_ROUND, 0)
    record, after = play_round(GAME.apply_action(state, NextRound()), ["F3", "F3", "F1"])
    assert Phase.GAP not in record.phases
    assert after.table.gap_elder == 0


@pytest.mark.rule("W-080", "W-050")
def test_token_and_turns_go_from_player_to_player_across_it() -> None:
    for place in range(3):
        record, after = play_round(s24(token=2, after=place), S24)
        assert [act.seat for act in record.actions if isinstance(act, PlayAgents)] == [2, 0, 1]
        assert after.table.token == 0


# --- tablets and the ring ---


RIGHT_ELDERS = [
    # Elders 5, 2, 3 and the unassociated Scholar: clockwise it comes after seat 0, 1 or 2 (W-118).
    (0, True, [3, 1, 2]), (1, True, [3, 5, 1]), (2, True, [1, 5, 2]),
    (0, False, [3, 5, 2]), (1, False, [3, 5, 2]), (2, False, [3, 5, 2]),
]  # fmt: skip


@pytest.mark.rule("W-123", "W-118", "A-10")
@pytest.mark.parametrize(("after", "included", "powers"), RIGHT_ELDERS)
def test_the_elder_to_the_right_may_be_the_unassociated_one(after: int, included: bool, powers: list[int]) -> None:
    options = {"ring_elders_include_gap": included}
    state = three(
        [5, 2, 3], 1, after, phase=Phase.TABLET, true_majority=3, tablets=with_side("KNI-B2"), options=options
    )
    table = GAME.apply_action(state, ActivateTablet(3)).table
    assert [elder_power(table, slot) for slot in range(3)] == powers


RIGHT_AGENTS = [
    # Agents 4, 5, 3: the one to the right is the player's before, whatever lies between (W-118).
    (0, True, [3, 4, 5]), (1, True, [3, 4, 5]), (2, True, [3, 4, 5]),
    (0, False, [3, 5, 5]), (1, False, [3, 4, 3]), (2, False, [4, 4, 5]),
]  # fmt: skip


@pytest.mark.rule("W-131", "W-118", "A-11")
@pytest.mark.parametrize(("after", "skips", "powers"), RIGHT_AGENTS)
def test_the_agent_to_the_right_is_that_of_the_next_player(after: int, skips: bool, powers: list[int]) -> None:
    options, agents = {"ring_agents_skip_gap": skips}, {0: "F4", 1: "F5", 2: "R3x1"}
    state = three([1, 1, 1], 2, after, active=3, agents=agents, shown="FR", tablets=with_side("KNI-A"), options=options)
    assert [agent_power(state.table, slot) for slot in range(3)] == powers


MOVED = [
    # Elders 4, 1, 5 and the unassociated Keeper: each place gets the Elder of the next one clockwise (W-126).
    (0, False, [1, 5, 4], 2), (1, False, [1, 5, 4], 2), (2, False, [1, 5, 4], 2),
    (0, True, [2, 5, 4], 1), (1, True, [1, 2, 4], 5), (2, True, [1, 5, 2], 4),
]  # fmt: skip


@pytest.mark.rule("W-126", "A-08")
@pytest.mark.parametrize(("after", "rotates", "elders", "gap"), MOVED)
def test_the_unassociated_elder_stays_unless_the_table_moves_it(
    after: int, rotates: bool, elders: list[int], gap: int
) -> None:
    state = three(
        [4, 1, 5], 2, after, phase=Phase.DIRECT, active=4, tablets=with_side("SEE-B2"), options={"rotate_gap": rotates}
    )
    table = GAME.apply_action(state, RotateElders()).table
    assert [slot.elder for slot in table.slots] == elders
    assert table.gap_elder == gap


@pytest.mark.rule("W-132", "W-045", "A-30")
@pytest.mark.parametrize(("gap", "results"), [(2, ["C", "H", "C"]), (3, ["C", "C", "H"])])
def test_s10_it_spoils_uniqueness_and_open_rebels_do_not(gap: int, results: list[str]) -> None:
    state = three([4, 2, 1], gap, 0, tablets=with_side("SEE-A"), hands={2: [4, 4, 1, 1, 2]})
    record, _ = play_round(state, ["F5", "F3", "R4x2"])
    assert record.tablet == "SEE-A"
    assert [step[3] for step in record.steps] == results


@pytest.mark.rule("W-134")
def test_there_are_as_many_shells_as_followers_among_three() -> None:
    record, _ = play_round(three([5, 5, 1], 5, tablets=with_side("NOB-A"), card_shells=1), ["F2", "F3", "F4"])
    assert record.shells_start == 3


# --- words and refusals ---


@pytest.mark.rule("W-016")
@pytest.mark.parametrize(
    ("after", "between"), [(0, "between Ann and Ben"), (1, "between Ben and Cleo"), (2, "between Cleo and Ann")]
)
def test_the_setup_says_between_whom_it_lies(after: int, between: str) -> None:
    told = shown(position([1, 2, 3], phase=Phase.COUNCIL, options={"gap_after_seat": after}))
    assert said(told.text) == f"Turn up one card from the deck {between}: the unassociated Elder."
    assert said((told.why, told.rule)) == ("It is nobody's Elder, and counts for both majorities.", "W-016")
    first = shown(position([1, 0, 3], phase=Phase.COUNCIL, options={"gap_after_seat": after}))
    assert said((first.text, first.rule)) == ("Turn up one card from the deck in front of each player.", "W-015")


@pytest.mark.rule("W-084")
def test_the_rounds_end_says_what_to_discard_and_what_to_turn_up() -> None:
    state = play_until(s24(), Phase.GAP, S24)
    told = shown(state)
    assert said(told.phase) == "Round 1 · End of round: the unassociated Elder"
    assert said((told.seats, told.text)) == ((), "Put the unassociated Seer on the discard pile, face up.")
    assert said((told.why, told.rule)) == ("It is replaced after every round.", "W-084")
    told = shown(GAME.apply_action(state, DiscardGapElder()))
    assert said(told.text) == "Turn up one card from the deck between Cleo and Ann: the unassociated Elder."
    assert told.rule == "W-084"
    empty = GAME.apply_action(GAME.correct(state, {"deck": 0}), DiscardGapElder())
    assert said((shown(empty).text, shown(empty).rule)) == ("Shuffle the discard pile into a new deck.", "W-088")


@pytest.mark.rule("W-126", "A-08")
@pytest.mark.parametrize(("rotates", "words"), [(False, "stays."), (True, "moves with them.")])
def test_the_moving_tablet_says_what_becomes_of_it(rotates: bool, words: str) -> None:
    state = three([4, 1, 5], phase=Phase.DIRECT, active=4, tablets=with_side("SEE-B2"), options={"rotate_gap": rotates})
    text = "Move every Elder to the player on its right, all at once. Agents stay. The unassociated Elder "
    assert said(shown(state).text) == text + words


REFUSED = [
    ("early", play_until(s24(), Phase.WAVE_1, S24), DiscardGapElder(), "W-084",
     "The unassociated Elder is replaced at the end of a round. Now it is: 1st Wave."),
    ("turned-up-early", play_until(s24(), Phase.PLAY, S24), TurnUpGapElder(1), "W-084",
     "The unassociated Elder is turned up in the setup and at the end of a round. Now it is: Playing Agents."),
    ("next-round-without", play_until(s24(), Phase.GAP, S24), NextRound(), "W-083",
     "The Agents become Elders at the end of the round. Now it is: End of round: the unassociated Elder."),
    ("turned-up-before-the-old-one-left", play_until(s24(), Phase.GAP, S24), TurnUpGapElder(1), "W-084",
     "That is not to be done now. Now it is: End of round: the unassociated Elder."),
    ("an-elder-of-the-first-council", play_until(s24(), Phase.GAP, S24), TurnUpElder(0, 1), "W-015",
     "Elders are turned up from the deck before the first round only. "
     "Now it is: End of round: the unassociated Elder."),
    ("collected", play_until(s24(), Phase.WAVE_1, S24), Collect(3, 0), "W-078",
     "Slots are checked one after another. Seat 1 comes now."),
    ("played-at", play_until(s24(), Phase.PLAY, S24), PlayAgents(0, 3, "follower", (2,)), "W-054",
     "Agents are played at your own Elder only. Take the cards back and lay them at yours."),
    ("not-of-this-game", play_until(position([1, 5, 3, 3], phase=Phase.NEXT_ROUND), Phase.NEXT_ROUND, []),
     DiscardGapElder(), "W-084",
     "The unassociated Elder is replaced at the end of a round. Now it is: End of round: the new Council."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "rule", "text"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_wrong_act_is_refused_with_its_rule(state: WavesState, action: Any, rule: str, text: str) -> None:
    assert refused(state, action) == (rule, text)
