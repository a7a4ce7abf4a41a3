"""Teams, and the larger tables: seating, sides, goals, the one who plays alone (ledger W-011, W-013, W-031..W-034)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.core import Prompt, Seat
from companion.games.errors import BadOption
from companion.games.waves.rules.actions import (
    Collect,
    Discard,
    Draw,
    PassToken,
    PlaceToken,
    PlayAgents,
    Reshuffle,
)
from companion.games.waves.state.model import (
    Goal,
    Phase,
    WavesState,
)
from tests.companion.games.waves.positions import (
    GAME,
    hand_for,
    parse_play,
    play_round,
    play_until,
    position,
    with_side,
)
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
LONG, SHORT = Goal(5, 7), Goal(4, 6)
CALM = {3: "KNI-C", 5: "NOB-C"}


def teams(council: Sequence[int], **more: Any) -> WavesState:
    return position(council, mode="teams", **more)


def sides(players: int, seating: str = "") -> tuple[int, ...]:
    sides: tuple[int, ...] = GAME.new_game(
        {"mode": "teams", "players": players, "seating": seating}, {}
    ).table.setup.sides
    return sides


def shown(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


def laid_out(mode: str, players: int, **options: Any) -> WavesState:
    """A game after its setup, by chance."""
    state, rng = GAME.new_game({"mode": mode, "players": players, "cards": "virtual", **options}, {}), random.Random(7)
    while state.table.phase is not Phase.SHELLS:
        state = GAME.apply_action(state, GAME.simulation.deal(state, GAME.legal_actions(state), rng))
    return state


# --- seating and sides ---


@pytest.mark.rule("W-011", "A-27")
@pytest.mark.parametrize(("players", "usual"), [(4, (0, 1, 0, 1)), (5, (0, 1, 0, 1, 2)), (6, (0, 1, 0, 1, 0, 1))])
def test_each_player_sits_between_two_opponents(players: int, usual: tuple[int, ...]) -> None:
    assert sides(players) == usual
    assert all(usual[seat] != usual[(seat + 1) % players] for seat in range(players))


@pytest.mark.rule("W-011")
def test_x01_whoever_plays_alone_may_sit_anywhere() -> None:
    assert sides(5, "XYXYZ") == (0, 1, 0, 1, 2)
    assert sides(5, "zxyxy") == (2, 0, 1, 0, 1)
    assert sides(4, "YXYX") == (1, 0, 1, 0)


@pytest.mark.rule("W-011")
@pytest.mark.parametrize(
    ("players", "seating", "message"),
    [
        (5, "XXYYZ", "In the seating XXYYZ seats 1 and 2 sit side by side and are one team. "
                     "Each player sits between two opponents, as in XYXYZ (W-011)."),
        (5, "XYZYX", "In the seating XYZYX seats 5 and 1 sit side by side and are one team. "
                     "Each player sits between two opponents, as in XYXYZ (W-011)."),
        (4, "XYYX", "In the seating XYYX seats 2 and 3 sit side by side and are one team. "
                    "Each player sits between two opponents, as in XYXY (W-011)."),
        (6, "XYXXYY", "In the seating XYXXYY seats 3 and 4 sit side by side and are one team. "
                      "Each player sits between two opponents, as in XYXYXY (W-011)."),
        (5, "XYXYX", "The seating 'XYXYX' does not fit 5 players. Give a letter for each seat, clockwise, "
                     "as in XYXYZ: X and Y are the teams, Z is the solo player (W-011)."),
        (4, "XYXYZ", "The seating 'XYXYZ' does not fit 4 players. Give a letter for each seat, clockwise, "
                     "as in XYXY: X and Y are the teams (W-011)."),
    ],
)  # fmt: skip
def test_a_seating_with_teammates_side_by_side_or_of_other_teams_is_refused(
    players: int, seating: str, message: str
) -> None:
    with pytest.raises(BadOption) as caught:
        sides(players, seating)
    assert str(caught.value) == message


@pytest.mark.rule("W-011")
def test_only_teams_have_a_seating() -> None:
    with pytest.raises(BadOption, match=r"Only team games have a seating, not All vs All\. Leave out 'XYXY'"):
        GAME.new_game({"players": 4, "seating": "XYXY"}, {})


@pytest.mark.rule("W-007", "W-031", "W-032", "W-033")
@pytest.mark.parametrize(
    ("mode", "players", "goals"),
    [
        ("head_to_head", 2, [LONG] * 2), ("all_vs_all", 3, [LONG] * 3), ("all_vs_all", 4, [SHORT] * 4),
        ("all_vs_all", 5, [SHORT] * 5), ("all_vs_all", 6, [SHORT] * 6), ("teams", 4, [LONG] * 2),
        ("teams", 5, [LONG, LONG, SHORT]), ("teams", 6, [LONG] * 2),
    ],
)  # fmt: skip
def test_every_side_of_every_mode_has_the_ledgers_goal(mode: str, players: int, goals: list[Goal]) -> None:
    table = GAME.new_game({"mode": mode, "players": players}, {}).table
    assert list(table.setup.goals) == goals
    assert len(table.collected) == len(goals)


# --- setup ---


@pytest.mark.rule("W-012", "W-142", "W-013")
@pytest.mark.parametrize(
    ("mode", "players", "hands", "elders", "deck"),
    [
        ("head_to_head", 2, [5] * 2, 4, 86), ("all_vs_all", 3, [5] * 3, 4, 81), ("all_vs_all", 4, [5] * 4, 4, 76),
        ("all_vs_all", 5, [5] * 5, 5, 70), ("all_vs_all", 6, [5] * 6, 6, 64), ("teams", 4, [5] * 4, 4, 76),
        ("teams", 5, [5, 5, 5, 5, 6], 5, 69), ("teams", 6, [5] * 6, 6, 64),
    ],
)  # fmt: skip
def test_the_setup_of_every_mode(mode: str, players: int, hands: list[int], elders: int, deck: int) -> None:
    table = laid_out(mode, players).table
    assert [hand.count for hand in table.hands] == hands
    assert sum(1 for elder in (*(slot.elder for slot in table.slots), table.gap_elder) if elder) == elders
    assert all(slot.elder and slot.agent is None for slot in table.slots)
    assert (table.deck, table.shells, table.active) == (deck, 0, 0)


@pytest.mark.rule("W-013", "W-012")
def test_the_sixth_card_of_whoever_plays_alone_is_dealt_last() -> None:
    state, order = GAME.apply_action(GAME.new_game({"mode": "teams", "players": 5}, {}), PlaceToken(3)), []
    assert "W-013" in GAME.new_game({"mode": "teams", "players": 5}, {}).table.why
    while state.table.phase is Phase.DEAL:
        action = GAME.legal_actions(state)[0]
        assert isinstance(action, Draw)
        order.append(action.seat)
        state = GAME.apply_action(state, action)
        assert ("W-013" in state.table.why) is (action.seat == 4)
    assert order == [0, 1, 2, 3, 4] * 5 + [4]


@pytest.mark.rule("W-013")
def test_six_cards_go_with_the_solo_seat_and_not_with_the_last() -> None:
    setup = GAME.new_game({"mode": "teams", "players": 5, "seating": "XZYXY"}, {}).table.setup
    assert setup.limits == (5, 6, 5, 5, 5)
    assert GAME.new_game({"mode": "teams", "players": 4}, {}).table.setup.limits == (5, 5, 5, 5)


@pytest.mark.rule("W-009", "A-46")
def test_the_lot_may_give_the_token_to_whoever_plays_alone() -> None:
    state = GAME.new_game({"mode": "teams", "players": 5}, {})
    assert GAME.legal_actions(state) == tuple(PlaceToken(seat) for seat in range(5))
    drawn = {GAME.simulation.deal(state, GAME.legal_actions(state), random.Random(seed)) for seed in range(80)}
    assert drawn == {PlaceToken(seat) for seat in range(5)}


# --- playing and collecting together ---


@pytest.mark.rule("W-050", "W-058", "W-080")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_turns_and_token_go_round_past_the_last_seat(players: int) -> None:
    for token in range(players):
        record, after = play_round(teams([5] * players, token=token, card_shells=0), ["F2"] * players)
        order = [(token + step) % players for step in range(players)]
        assert [act.seat for act in record.actions if isinstance(act, PlayAgents)] == order
        assert [act.seat for act in record.actions if isinstance(act, Draw)] == [*order[1:], order[0]]
        assert after.table.token == order[1]


@pytest.mark.rule("W-034", "W-073")
def test_a_teams_elders_lie_in_one_pool() -> None:
    state = teams([1, 5, 1, 5], tablets=CALM)
    record, after = play_round(state, ["F2", "F2", "F3", "F2"])
    assert [act for act in record.actions if isinstance(act, Collect)] == [Collect(0, 0), Collect(2, 0)]
    assert after.table.collected == ((2, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert "W-034" in record.why


@pytest.mark.rule("W-034")
def test_a_pool_of_teams_only_is_named_as_a_reason() -> None:
    record, _ = play_round(position([1, 5, 1, 5], tablets=CALM), ["F2", "F2", "F3", "F2"])
    assert "W-034" not in record.why


def win_by(seat: Seat, pile: Sequence[int], players: int = 5) -> WavesState:
    """A round in which this seat alone can collect, a Scholar by a Follower; its side has these already."""
    council = [5] * players
    council[seat] = 1
    state = teams(council, tablets=CALM, collected={teams(council).table.setup.sides[seat]: pile})
    _, after = play_round(state, ["F2"] * players)
    return after


@pytest.mark.rule("W-033", "W-031", "W-030", "I-19")
@pytest.mark.parametrize(
    ("seat", "pile", "wins"),
    [
        (4, [2, 3, 4], True),  # solo, the fourth class
        (4, [2, 3], False),
        (4, [1, 1, 2, 2, 2], True),  # solo, the sixth Elder
        (4, [1, 1, 2, 2], False),
        (0, [2, 3, 4], False),  # a team in the same game
        (2, [1, 1, 2, 2, 2], False),
        (3, [2, 3, 4, 5], True),
        (1, [1, 1, 1, 2, 2, 2], True),
    ],
)
def test_x14_whoever_plays_alone_needs_less_than_a_team(seat: Seat, pile: list[int], wins: bool) -> None:
    after = win_by(seat, pile)
    side = 2 if seat == 4 else seat % 2
    assert after.table.winner == (side if wins else -1)
    if wins:
        assert ("W-033" in after.table.why, "W-031" in after.table.why) == (
            (True, False) if seat == 4 else (False, True)
        )


@pytest.mark.rule("W-032")
@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize(
    ("pile", "wins"), [([2, 3, 4], True), ([2, 3], False), ([1, 1, 2, 2, 3], True), ([1, 1, 2, 2], False)]
)
def test_each_for_itself_four_classes_or_six_elders_win(players: int, pile: list[int], wins: bool) -> None:
    last = players - 1
    state = position([5] * last + [1], tablets=CALM, collected={last: pile})
    _, after = play_round(state, ["F2"] * players)
    assert after.table.winner == (last if wins else -1)


@pytest.mark.rule("W-007", "W-030", "W-035", "A-41")
def test_a_team_wins_together_and_at_once() -> None:
    state = teams([5, 1, 5, 1, 5, 1], tablets=CALM, collected={1: [2, 3, 4, 5]})
    record, after = play_round(state, ["F2"] * 6)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == (1, 3, 5)
    assert [step[0] for step in record.steps] == [0, 1]
    assert [slot.agent.face for slot in after.table.slots if slot.agent] == [2, 2, 0, 0, 0, 0]
    assert (after.table.round, GAME.legal_actions(after)) == (1, ())
    assert "W-007" in after.table.why


@pytest.mark.rule("W-033", "W-007")
def test_whoever_plays_alone_wins_alone() -> None:
    outcome = GAME.outcome(win_by(4, [2, 3, 4]))
    assert outcome is not None
    assert outcome.winners == (4,)


@pytest.mark.rule("W-129", "A-31", "W-034")
def test_s12_no_duplicates_in_the_teams_pool() -> None:
    state = teams([5, 1, 2, 1, 2, 5], card_shells=4, tablets=with_side("NOB-B2"))
    record, after = play_round(state, ["R5x1", "F2", "F3", "F4", "F5", "R5x1"])
    assert [step[0::3] for step in record.steps] == [[1, "C"], [2, "C"], [3, "H"], [4, "H"], [0, "H"], [5, "H"]]
    assert (after.table.collected, record.shells_end) == (((0, 1, 0, 0, 0), (1, 0, 0, 0, 0)), 2)


@pytest.mark.rule("W-129", "I-19")
def test_the_solo_players_duplicates_are_its_own_only() -> None:
    state = teams([1, 5, 5, 5, 1], tablets=with_side("NOB-B2"))
    record, after = play_round(state, ["F2", "F2", "F2", "F2", "F2"])
    assert [step[3] for step in record.steps] == ["C", "H", "H", "H", "C"]
    assert after.table.collected[2] == (1, 0, 0, 0, 0)


# --- the round's end ---


@pytest.mark.rule("W-013", "W-082")
def test_s27_the_solo_player_keeps_six_and_the_others_five() -> None:
    state = teams([5] * 5, card_shells=0, hands={4: [2, 1, 1, 3, 3, 4]})
    record, after = play_round(state, ["F2"] * 5)
    assert [act.seat for act in record.actions if isinstance(act, Discard)] == [1, 2, 3, 4, 0]
    assert [hand.count for hand in after.table.hands] == [5, 5, 5, 5, 6]


@pytest.mark.rule("W-013", "W-082")
def test_a_solo_hand_of_exactly_six_is_not_discarded() -> None:
    state = teams([5, 5, 5, 5, 1], tablets=CALM, hands={4: [2, 1, 1, 3, 3, 4]})
    record, after = play_round(state, ["F2"] * 5)
    assert [act.seat for act in record.actions if isinstance(act, Discard)] == [1, 2, 3, 0]
    assert after.table.hands[4].count == 6


@pytest.mark.rule("W-013")
def test_the_limit_of_six_is_the_reason_of_the_solo_players_discard_only() -> None:
    state = play_until(teams([5] * 5, card_shells=0, hands={4: [2, 1, 1, 3, 3, 4]}), Phase.DISCARD, ["F2"] * 5)
    assert "W-013" not in GAME.apply_action(state, Discard(0, 1)).table.why
    assert "W-013" in GAME.apply_action(state, Discard(4, 1)).table.why


@pytest.mark.rule("W-082", "A-05")
def test_hands_are_discarded_down_in_any_order() -> None:
    state = play_until(teams([5] * 6, card_shells=0), Phase.DISCARD, ["F2"] * 6)
    assert {act.seat for act in GAME.legal_actions(state) if isinstance(act, Discard)} == set(range(6))
    for seat in (5, 0, 3, 1, 4, 2):
        assert state.table.phase is Phase.DISCARD
        state = GAME.apply_action(state, Discard(seat, 5))
    assert state.table.phase is Phase.NEXT_ROUND


@pytest.mark.rule("W-081", "W-088", "A-03", "A-04")
def test_s26_six_players_draw_the_last_cards_shuffle_and_draw_on() -> None:
    hands = {seat: [1, 2, 3, 4] for seat in range(6)}
    agents = dict.fromkeys(range(6), "F2")
    state = position(
        [0] * 6, phase=Phase.DRAW, token=2, agents=agents, shown="F", hands=hands, discard=[5] * 20, deck=4
    )
    order: list[str | int] = []
    while state.table.phase is Phase.DRAW:
        action = GAME.legal_actions(state)[0]
        order.append(action.seat if isinstance(action, Draw) else type(action).__name__)
        state = GAME.apply_action(state, action)
        if isinstance(action, Reshuffle):
            assert (state.table.deck, sum(state.table.discard)) == (20, 0)
    assert order == [2, 3, 4, 5, "Reshuffle", 0, 1]
    assert (state.table.deck, sum(state.table.discard)) == (18, 0)


@pytest.mark.rule("W-083", "W-085", "W-142")
def test_six_agents_are_the_next_council_and_no_tablet_is_active() -> None:
    plays = ["F4", "R3x2", "F5", "R4x1", "F1", "R3x1"]
    hands = {seat: hand_for(parse_play(text)) for seat, text in enumerate(plays)}
    _, after = play_round(teams([3, 1, 2, 3, 4, 5], hands=hands, card_shells=3), plays)
    assert [slot.elder for slot in after.table.slots] == [4, 3, 5, 4, 1, 3]
    assert all(slot.agent is None for slot in after.table.slots)
    assert (after.table.active, after.table.phase) == (0, Phase.SHELLS)


@pytest.mark.rule("W-143")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_one_elder_and_one_agent_a_slot_before_the_waves_and_no_elder_after(players: int) -> None:
    hands = {seat: [3, 3, 3, 2, 2] for seat in range(players)}
    plays = ["R3x3" if seat % 2 else "F2" for seat in range(players)]
    state = teams([3] * players, tablets=CALM, hands=hands)
    before = play_until(state, Phase.WAVE_1, plays).table
    assert all(slot.elder and slot.agent is not None and slot.agent.count == 1 for slot in before.slots)
    after = play_until(state, Phase.PASS_TOKEN, plays).table
    assert [slot.elder for slot in after.slots] == [0] * players


# --- words ---


@pytest.mark.rule("W-013")
@pytest.mark.parametrize(("seating", "name"), [("", "Eve"), ("ZXYXY", "Ann"), ("XYZXY", "Cleo")])
def test_the_deal_names_who_gets_six(seating: str, name: str) -> None:
    options = {"mode": "teams", "players": 5, "seating": seating}
    told = shown(GAME.apply_action(GAME.new_game(options, {}), PlaceToken(0)))
    assert said(told.text) == f"Shuffle all cards. Deal 5 to each player and 6 to {name}, face down."
    assert said((told.why, told.rule)) == ("The solo player holds up to 6 cards in the whole game.", "W-013")


@pytest.mark.rule("W-034", "W-073")
@pytest.mark.parametrize(("seat", "whose"), [(0, "your team's collection"), (4, "your collection")])
def test_collecting_names_the_pool(seat: Seat, whose: str) -> None:
    council = [5] * 5
    council[seat] = 1
    state = play_until(teams(council, token=seat, tablets=CALM), Phase.WAVE_1, ["F2"] * 5)
    told = shown(GAME.apply_action(state, GAME.legal_actions(state)[0]))
    assert said(told.text) == f"{NAMES[seat]}: take the Scholar to {whose} and take 1 shell out of the centre."
    assert (told.seats, told.rule) == ((seat,), "W-073")


@pytest.mark.rule("W-082", "W-013")
def test_the_discard_names_everybody_over_the_limit() -> None:
    state = play_until(teams([5] * 5, card_shells=0, hands={4: [2, 1, 1, 3, 3, 4]}), Phase.DISCARD, ["F2"] * 5)
    told = shown(state)
    assert told.seats == (1, 2, 3, 4, 0)
    assert said(told.text) == "Ben discards 1 card, face up. Then Cleo (1), Dan (1), Eve (1) and Ann (1)."
    for seat in (1, 2, 3, 0):
        state = GAME.apply_action(state, Discard(seat, 1))
    told = shown(state)
    assert said((told.text, told.why, told.rule)) == ("Eve discards 1 card, face up.", "6 cards is the limit.", "W-082")
    assert said(shown(state, 4).text) == "Discard 1 of your cards, face up."


@pytest.mark.rule("W-007")
def test_the_end_names_the_team_with_its_players() -> None:
    state = teams([1, 2, 3, 4, 5], collected={0: [1, 2, 3, 4, 5]}, winner=0)
    assert said(shown(state).text) == "Team X (Ann and Cleo) wins. The collection holds 5 Elders of 5 classes."
    alone = teams([1, 2, 3, 4, 5], collected={2: [1, 1, 1, 2, 2, 2]}, winner=2)
    assert said(shown(alone).text) == "Eve wins. The collection holds 6 Elders of 2 classes."
    six = teams([1, 2, 3, 4, 5, 1], collected={1: [1, 2, 3, 4, 5]}, winner=1)
    assert str(shown(six).text).startswith("Team Y (Ben, Dan and Finn) wins.")


@pytest.mark.rule("W-080")
def test_the_token_is_given_to_the_next_player_past_the_last_seat() -> None:
    state = play_until(teams([5] * 5, token=4, card_shells=0), Phase.PASS_TOKEN, ["F2"] * 5)
    assert GAME.legal_actions(state) == (PassToken(0),)
    assert said(shown(state).text) == "Give the Wave token to Ann."
