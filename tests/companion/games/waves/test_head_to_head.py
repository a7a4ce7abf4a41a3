"""Head to head: two players at two Elders each (ledger 3.8, X-10, S-06, S-23, S-28).

Slots 0 and 2 are those of Ann (seat 0), 1 and 3 those of Ben (seat 1).
"""

from __future__ import annotations

import random

import pytest

from companion.games.core import Seat
from companion.games.errors import BadOption
from companion.games.waves.rules.actions import (
    ActivateTablet,
    Discard,
    Draw,
    LayToken,
    NameFirst,
    PassToken,
    PlayAgents,
    Reshuffle,
    TurnUpElder,
)
from companion.games.waves.state.model import Phase, WavesState
from companion.games.waves.state.tablets import agent_power, elder_power, wave_order
from tests.companion.games.waves.head_to_head import CALM, S23, elders_up, empty_handed, h2h, refused, s23
from tests.companion.games.waves.positions import GAME, Round, play_round, play_until, with_side


def acts(record: Round) -> list[tuple[str, int]]:
    """Plays with their slots, draws with their seats, in order."""
    return [
        ("play", act.slot) if isinstance(act, PlayAgents) else ("draw", act.seat)
        for act in record.actions
        if isinstance(act, PlayAgents | Draw)
    ]


def open_to(state: WavesState) -> set[int]:
    """The slots at which Agents may be played now."""
    return {act.slot for act in GAME.legal_actions(state) if isinstance(act, PlayAgents)}


# --- setup ---


@pytest.mark.rule("W-005")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "head_to_head", "players": 3}, r"Head to head is not played by 3\. It is played by: 2 \(W-005\)"),
        ({"mode": "all_vs_all", "players": 2}, r"All vs All is not played by 2\. It is played by: 3, 4, 5, 6"),
        ({"mode": "teams", "players": 2}, r"Teams is not played by 2\. It is played by: 4, 5, 6"),
        ({"mode": "teams", "players": 3}, r"Teams is not played by 3\."),
        ({"mode": "all_vs_all", "players": 7}, r"All vs All is not played by 7\."),
        ({"mode": "head_to_head", "players": True}, r"Head to head is not played by True\."),
    ],
)
def test_only_the_modes_of_the_rulebook_are_played(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new_game(options, {})


@pytest.mark.rule("W-005", "W-100")
def test_two_players_have_two_elders_each_and_owners_alternate_clockwise() -> None:
    setup = GAME.new_game({"mode": "head_to_head"}, {}).table.setup
    assert setup.players == 2
    assert [setup.owner(slot) for slot in range(setup.slot_count)] == [0, 1, 0, 1]
    assert (setup.own_slots(0), setup.own_slots(1)) == ((0, 2), (1, 3))
    assert [setup.side_at(slot) for slot in range(4)] == [0, 1, 0, 1]


@pytest.mark.rule("W-017", "W-100", "A-14")
def test_the_elders_come_first_at_any_of_the_four_places() -> None:
    state = GAME.new_game({"mode": "head_to_head"}, {})
    assert {act.slot for act in GAME.legal_actions(state) if isinstance(act, TurnUpElder)} == {0, 1, 2, 3}
    for slot, elder in ((2, 5), (0, 1), (3, 3)):
        state = GAME.apply_action(state, TurnUpElder(slot, elder))
        assert state.table.phase is Phase.COUNCIL
    state = GAME.apply_action(state, TurnUpElder(1, 3))
    assert [slot.elder for slot in state.table.slots] == [1, 3, 5, 3]
    assert (state.table.phase, state.table.deck) == (Phase.TOKEN, 96)


@pytest.mark.rule("W-101", "A-15")
def test_the_lot_names_who_goes_first_and_does_not_give_the_token() -> None:
    state = elders_up()
    assert GAME.legal_actions(state) == (NameFirst(0), NameFirst(1))
    drawn = {GAME.simulation.deal(state, GAME.legal_actions(state), random.Random(seed)) for seed in range(40)}
    assert drawn == {NameFirst(0), NameFirst(1)}
    assert GAME.apply_action(state, NameFirst(1)).table.token == -1


@pytest.mark.rule("W-101")
@pytest.mark.parametrize(("first", "other", "slots"), [(0, 1, (0, 2)), (1, 0, (1, 3))])
def test_x10_the_other_player_lays_the_token_at_an_elder_of_the_first(
    first: Seat, other: Seat, slots: tuple[int, int]
) -> None:
    state = GAME.apply_action(elders_up(), NameFirst(first))
    assert GAME.legal_actions(state) == tuple(LayToken(other, slot) for slot in slots)
    assert GAME.legal_actions(state, first) == ()
    for slot in slots:
        after = GAME.apply_action(state, LayToken(other, slot)).table
        assert (after.token, after.first, after.phase) == (slot, first, Phase.DEAL)


@pytest.mark.rule("W-102", "W-012", "A-14")
def test_hands_of_five_are_dealt_last_one_card_at_a_time() -> None:
    state = GAME.apply_action(GAME.apply_action(elders_up(), NameFirst(1)), LayToken(0, 3))
    assert [hand.count for hand in state.table.hands] == [0, 0]
    order = []
    while state.table.phase is Phase.DEAL:
        action = GAME.legal_actions(state)[0]
        assert isinstance(action, Draw)
        order.append(action.seat)
        state = GAME.apply_action(state, action)
        assert "W-102" in state.table.why
    assert order == [0, 1] * 5
    assert (state.table.phase, state.table.deck, state.table.shells) == (Phase.SHELLS, 86, 0)
    assert state.table.drawn == (0, 0)


# --- playing Agents ---


@pytest.mark.rule("W-103", "W-104", "W-106")
@pytest.mark.parametrize("token", range(4))
def test_elder_by_elder_clockwise_from_the_token_and_two_cards_after_the_own_first(token: int) -> None:
    record, _ = play_round(h2h([1, 5, 5, 5], token=token), ["F2", "F2", "F3", "F3"])
    one, two = token % 2, (token + 1) % 2
    assert acts(record) == [
        ("play", token), ("draw", one), ("draw", one),
        ("play", (token + 1) % 4), ("draw", two), ("draw", two),
        ("play", (token + 2) % 4), ("play", (token + 3) % 4),
    ]  # fmt: skip


@pytest.mark.rule("W-106", "W-107", "W-086")
def test_s23_hands_deck_and_discards_in_one_round() -> None:
    state, hands = s23(), []
    for seat, slot, text in ((0, 0, "F4"), (1, 1, "R1x2"), (0, 2, "F2"), (1, 3, "R3x1")):
        state = play_until(state, Phase.PLAY, S23)
        while not open_to(state):
            state = GAME.apply_action(state, GAME.legal_actions(state)[0])
        posture, number = ("follower", 1) if text[0] == "F" else ("rebel", int(text[3:]))
        action = PlayAgents(seat, slot, posture, (int(text[1]),) * number)  # type: ignore[arg-type]
        state = GAME.apply_action(state, action)
        hands.append(tuple(hand.count for hand in state.table.hands))
    assert hands == [(4, 5), (6, 3), (5, 5), (5, 4)]
    waves_over = play_until(state, Phase.PASS_TOKEN, S23).table
    assert [hand.count for hand in waves_over.hands] == [6, 6]
    assert (sum(waves_over.discard), waves_over.deck) == (1, 82)
    record, after = play_round(state, S23)
    assert Phase.DRAW not in record.phases
    assert [hand.count for hand in after.table.hands] == [5, 5]
    assert (sum(after.table.discard), after.table.deck, after.table.token) == (3, 82, 1)


@pytest.mark.rule("W-107")
def test_a_hand_of_exactly_five_or_fewer_stays_as_it_is() -> None:
    # Ann collects both Scholars: 5 - 2 + 2 = 5. Ben plays six of his seven cards and collects nothing: 1 + 2 = 3.
    state = h2h([1, 5, 1, 5], tablets=CALM, hands={0: [2, 3, 5, 5, 5], 1: [5, 5, 5, 5, 5]})
    record, after = play_round(state, ["F2", "R5x5", "F3", "R1x1"])
    assert not [act for act in record.actions if isinstance(act, Discard)]
    assert [hand.count for hand in after.table.hands] == [5, 3]
    assert after.table.drawn == (0, 0)


@pytest.mark.rule("W-106")
def test_others_see_that_a_card_was_drawn_but_not_which() -> None:
    state = GAME.apply_action(play_until(s23(), Phase.PLAY, S23), PlayAgents(0, 0, "follower", (4,)))
    draws = GAME.legal_actions(state)
    assert draws == tuple(Draw(0, cls) for cls in (1, 2, 3, 4, 5))
    for seat in (None, 1):
        assert GAME.view_action(draws[2], seat).action == Draw(0)
    after = GAME.apply_action(state, Draw(0, 3))
    assert GAME.view(after, 1).own == state.secrets[1]
    assert after.secrets[0] is not None
    assert after.secrets[0].hand == (1, 1, 2, 0, 1)


@pytest.mark.rule("W-103", "W-055", "W-058")
def test_the_owner_alone_knows_the_agents_at_both_of_its_elders() -> None:
    state = play_until(s23(), Phase.REVEAL, S23)
    own = GAME.view(state, 1).own
    assert own is not None
    assert own.agents == (1, 3)
    assert GAME.view(state, 0).own == state.secrets[0]
    for slot in state.table.slots:
        assert slot.agent is not None
        assert slot.agent.face == 0


@pytest.mark.rule("W-053", "A-38")
def test_the_whole_hand_may_rebel_because_two_cards_come_before_the_second_elder() -> None:
    state = play_until(h2h([1, 5, 5, 5], hands={0: [3] * 5}), Phase.PLAY, S23)
    state = GAME.apply_action(state, PlayAgents(0, 0, "rebel", (3,) * 5))
    state = GAME.apply_action(GAME.apply_action(state, Draw(0, 2)), Draw(0, 2))
    state = GAME.apply_action(state, PlayAgents(1, 1, "follower", (4,)))
    state = GAME.apply_action(GAME.apply_action(state, Draw(1, 1)), Draw(1, 1))
    assert PlayAgents(0, 2, "rebel", (2, 2)) in GAME.legal_actions(state)


@pytest.mark.rule("A-37", "W-082")
def test_a_hand_over_five_is_not_discarded_amid_the_plays() -> None:
    state = GAME.apply_action(play_until(s23(), Phase.PLAY, S23), PlayAgents(0, 0, "follower", (4,)))
    state = GAME.apply_action(GAME.apply_action(state, Draw(0, 2)), Draw(0, 2))
    assert state.table.hands[0].count == 6
    assert open_to(state) == {1}


# --- nothing in hand ---


@pytest.mark.rule("W-111", "W-106", "W-103", "A-13")
def test_s28_nothing_in_hand_draws_two_first_and_none_after() -> None:
    state = empty_handed()
    deck = state.table.deck
    assert {type(act) for act in GAME.legal_actions(state)} == {Draw}
    state = GAME.apply_action(state, Draw(0, 3))
    assert {type(act) for act in GAME.legal_actions(state)} == {Draw}
    state = GAME.apply_action(state, Draw(0, 3))
    assert "W-111" in state.table.why
    plays = (PlayAgents(0, 0, "follower", (3,)), PlayAgents(0, 0, "rebel", (3,)))
    assert GAME.legal_actions(state) == plays
    assert refused(state, PlayAgents(0, 0, "rebel", (3, 3))) == (
        "W-111",
        "Keep one card for your second Elder: nothing is drawn before it.",
    )
    state = GAME.apply_action(state, plays[0])
    assert open_to(state) == {1}
    state = GAME.apply_action(state, PlayAgents(1, 1, "follower", (2,)))
    state = GAME.apply_action(GAME.apply_action(state, Draw(1, 1)), Draw(1, 1))
    assert state.table.drawn == (2, 2)
    state = GAME.apply_action(state, PlayAgents(0, 2, "follower", (3,)))
    assert (state.table.hands[0].count, state.table.deck) == (0, deck - 4)
    assert open_to(state) == {3}


@pytest.mark.rule("W-111")
def test_an_untold_hand_keeps_one_card_as_well() -> None:
    state = empty_handed(told=False)
    state = GAME.apply_action(GAME.apply_action(state, Draw(0)), Draw(0))
    assert {len(act.cards) for act in GAME.legal_actions(state) if isinstance(act, PlayAgents)} == {1}


@pytest.mark.rule("W-111", "W-106")
def test_one_card_in_hand_is_played_before_the_two_are_drawn() -> None:
    state = play_until(h2h([1, 4, 4, 2], hands={0: [3]}), Phase.PLAY, [])
    assert open_to(state) == {0}
    state = GAME.apply_action(state, PlayAgents(0, 0, "rebel", (3,)))
    assert isinstance(GAME.legal_actions(state)[0], Draw)
    assert "W-111" not in GAME.apply_action(state, Draw(0, 2)).table.why


@pytest.mark.rule("W-111")
def test_who_plays_second_draws_first_only_when_its_own_turn_has_come() -> None:
    state = empty_handed(seat=1)
    assert open_to(state) == {0}
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (3,)))
    order = []
    while not open_to(state):
        action = GAME.legal_actions(state)[0]
        assert isinstance(action, Draw)
        order.append(action.seat)
        state = GAME.apply_action(state, action)
    assert (order, open_to(state)) == ([0, 0, 1, 1], {1})


@pytest.mark.rule("A-13")
@pytest.mark.parametrize(("seat", "token", "skipped"), [(0, 0, 0), (0, 2, 2), (1, 0, 1), (1, 2, 3)])
def test_where_the_table_skips_the_first_elder_the_two_cards_serve_the_second(
    seat: Seat, token: int, skipped: int
) -> None:
    state = empty_handed(seat, token, options={"h2h_empty_hand": "skip"})
    plays = ["F1" if slot % 2 == seat else f"F{2 + slot // 2}" for slot in range(4)]
    record, after = play_round(state, plays)
    others = [(token + step) % 4 for step in range(4) if (token + step) % 4 != skipped]
    assert [number for kind, number in acts(record) if kind == "play"] == others
    assert [number for kind, number in acts(record) if kind == "draw"] == [token % 2] * 2 + [(token + 1) % 2] * 2
    assert skipped not in [step[0] for step in record.steps]
    assert after.table.slots[skipped].elder == [1, 4, 4, 2][skipped]  # nobody was there to take it


@pytest.mark.rule("W-088", "A-48")
def test_the_shuffle_amid_the_plays_takes_no_rebels_that_lie_on_the_table() -> None:
    pile = [1] * 16 + [2] * 17 + [3] * 17 + [4] * 17 + [5] * 18
    hands = {0: [1, 1, 2, 3, 4]}
    state = play_until(h2h([1, 2, 3, 4], hands=hands, discard=pile, deck=1), Phase.PLAY, [])
    state = GAME.apply_action(state, PlayAgents(0, 0, "rebel", (1, 1)))
    state = GAME.apply_action(state, Draw(0, 5))
    assert GAME.legal_actions(state) == (Reshuffle(),)
    state = GAME.apply_action(state, Reshuffle())
    assert (state.table.deck, sum(state.table.discard)) == (85, 0)
    assert {type(act) for act in GAME.legal_actions(state)} == {Draw}


@pytest.mark.rule("A-03")
def test_with_no_shuffle_an_empty_deck_lets_play_go_on() -> None:
    options = {"deck_empty": "stop"}
    state = play_until(h2h([1, 2, 3, 4], discard=[1, 2], deck=1, options=options), Phase.PLAY, [])
    state = GAME.apply_action(state, PlayAgents(0, 0, "follower", (3,)))
    state = GAME.apply_action(state, Draw(0, 5))
    assert open_to(state) == {1}
    assert open_to(GAME.apply_action(state, PlayAgents(1, 1, "follower", (3,)))) == {2}


# --- majorities, Waves and tablets over four slots ---


@pytest.mark.rule("W-105", "W-061", "W-041")
def test_majorities_count_four_elders_and_the_rebels_at_all_of_them() -> None:
    state = h2h([1, 2, 5, 5], hands={0: [3, 3, 3, 1, 1], 1: [3, 3, 1, 1, 1]})
    record, _ = play_round(state, ["R3x1", "F3", "R3x2", "F1"])
    assert (record.open, record.true) == (5, 3)  # three Knights against two Nobles


@pytest.mark.rule("W-109", "W-105")
def test_s06_waves_run_from_the_tokens_slot_and_elders_go_to_the_owners_of_their_slots() -> None:
    state = h2h([3, 3, 5, 1], token=1, tablets={3: "KNI-C"})
    record, after = play_round(state, ["F4", "R3x1", "F3", "F2"])
    assert record.steps == [[2, 3, 5, "H"], [3, 2, 1, "C"], [0, 4, 3, "C"], [1, 3, 3, "H"]]
    assert after.table.collected == ((0, 0, 1, 0, 0), (1, 0, 0, 0, 0))
    assert [hand.seen for hand in after.table.hands] == [(0, 0, 0, 0, 1), (0, 0, 1, 0, 0)]
    assert [slot.elder for slot in after.table.slots] == [4, 3, 3, 2]
    assert after.table.token == 2
    assert {"W-104", "W-105", "W-109", "W-071"} <= record.why


@pytest.mark.rule("W-109", "W-030")
def test_both_elders_of_a_player_feed_one_collection() -> None:
    _, after = play_round(h2h([1, 5, 1, 5], tablets=CALM), ["F2", "F2", "F3", "F3"])
    assert after.table.collected == ((2, 0, 0, 0, 0), (0, 0, 0, 0, 0))


@pytest.mark.rule("W-110", "W-031", "W-035")
@pytest.mark.parametrize(
    ("pile", "wins"),
    [
        ([2, 3, 4, 5], True),  # the fifth class
        ([2, 3, 4], False),  # the fourth
        ([1, 2, 3, 4], False),  # five Elders of four classes
        ([1, 1, 2, 2, 3], False),  # the sixth Elder
        ([1, 1, 2, 2, 3, 3], True),  # the seventh
    ],
)
def test_five_classes_or_seven_elders_win(pile: list[int], wins: bool) -> None:
    record, after = play_round(s23(collected={0: pile}), S23)
    assert after.table.winner == (0 if wins else -1)
    assert len(record.steps) == (1 if wins else 4)
    if wins:
        outcome = GAME.outcome(after)
        assert outcome is not None
        assert (outcome.winners, outcome.rule) == ((0,), "W-030")
        assert {"W-030", "W-031", "W-110"} <= set(after.table.why)
        assert after.table.round == 1


@pytest.mark.rule("W-108")
@pytest.mark.parametrize(("token", "after"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_token_goes_to_the_next_elder_and_so_to_the_other_player(token: int, after: int) -> None:
    state = play_until(s23(token=token), Phase.PASS_TOKEN, S23)
    assert GAME.legal_actions(state) == (PassToken(after),)
    assert "W-108" in GAME.apply_action(state, PassToken(after)).table.why


@pytest.mark.rule("W-126", "A-09", "I-02")
def test_elders_move_to_the_opponents_slot_on_the_right() -> None:
    state = h2h([4, 1, 4, 5], tablets=with_side("SEE-B2"))
    record, after = play_round(state, ["F5", "F3", "R4x1", "F2"])
    assert record.rotated == [1, 4, 5, 4]
    assert record.steps == [[0, 5, 1, "C"], [1, 3, 4, "H"], [3, 2, 4, "H"], [2, 4, 5, "H"]]
    assert after.table.collected[0] == (1, 0, 0, 0, 0)
    assert [hand.seen for hand in after.table.hands] == [(0, 0, 0, 0, 1), (0, 0, 0, 2, 0)]


@pytest.mark.rule("W-123", "W-118", "A-10")
def test_powers_come_from_the_slot_to_the_right_the_opponents() -> None:
    before = h2h([5, 2, 3, 1], phase=Phase.TABLET, tablets=with_side("KNI-B2"), true_majority=3)
    table = GAME.apply_action(before, ActivateTablet(3)).table
    assert [elder_power(table, slot) for slot in range(4)] == [1, 5, 2, 3]


@pytest.mark.rule("W-131", "W-118", "A-11")
def test_agents_copy_the_slot_to_the_right_the_opponents() -> None:
    agents = {0: "F1", 1: "F5", 2: "R3x1", 3: "F2"}
    table = h2h([3, 3, 1, 2], tablets=with_side("KNI-A"), active=3, agents=agents, shown="FR").table
    assert [agent_power(table, slot) for slot in range(4)] == [2, 1, 5, 3]


@pytest.mark.rule("W-127")
@pytest.mark.parametrize(("token", "order"), [(0, (0, 3, 2, 1)), (3, (3, 2, 1, 0))])
def test_turned_waves_go_round_the_four_slots(token: int, order: tuple[int, ...]) -> None:
    assert wave_order(h2h([4] * 4, token=token, tablets=with_side("SEE-B3"), active=4).table) == order


@pytest.mark.rule("W-122", "A-40")
def test_postures_count_by_slot_not_by_player() -> None:
    state = h2h([3, 1, 3, 5], tablets=with_side("KNI-B1"), card_shells=0)
    record, _ = play_round(state, ["R3x1", "F4", "F5", "R5x1"])
    assert [step[0] for step in record.steps] == [0, 3, 1, 2]


@pytest.mark.rule("W-128")
def test_one_elder_is_returned_for_the_whole_table_not_one_a_player() -> None:
    state = h2h([1, 1, 5, 5], tablets=with_side("NOB-B1"))
    record, _ = play_round(state, ["F2", "F3", "F4", "F4"])
    assert [step[3] for step in record.steps] == ["H", "C", "H", "H"]


@pytest.mark.rule("W-129", "I-17")
def test_duplicates_are_those_of_both_elders_of_a_player() -> None:
    state = h2h([1, 5, 1, 5], tablets=with_side("NOB-B2"))
    record, after = play_round(state, ["F2", "F2", "F3", "F3"])
    assert record.steps == [[0, 2, 1, "C"], [1, 2, 5, "H"], [2, 3, 1, "H"], [3, 3, 5, "H"]]
    assert after.table.collected[0] == (1, 0, 0, 0, 0)
    assert record.shells_end == 1


@pytest.mark.rule("W-134", "A-47")
@pytest.mark.parametrize(
    ("plays", "shells"),
    [
        (["F5", "F2", "F2", "F3"], 4),
        (["F5", "R5x1", "F2", "R3x1"], 2),
        (["R5x1", "R5x1", "R2x1", "F3"], 1),
        (["R5x1", "R5x1", "R2x1", "R3x1"], 0),
    ],
)
def test_a_shell_for_each_follower_agent_not_for_each_player(plays: list[str], shells: int) -> None:
    record, _ = play_round(h2h([5, 5, 5, 1], tablets=with_side("NOB-A"), card_shells=3), plays)
    assert record.shells_start == shells
