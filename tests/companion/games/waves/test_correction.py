"""What the host may set, and how play goes on from there."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.offers import combinations
from companion.games.waves.data.figures import DATA
from companion.games.waves.host.correction import owner_file
from companion.games.waves.rules.actions import (
    ActivateTablet,
    Collect,
    DiscardExtras,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    PlaceShells,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    TurnUpGapElder,
)
from companion.games.waves.state.model import (
    Agent,
    Hand,
    Phase,
    WavesState,
)
from companion.games.waves.state.tablets import check_slot, elder_power
from tests.companion.games.waves.positions import GAME, play_until, position, with_side
from tests.many import one_quick
from tests.said import said

FOLLOWED = ["F2", "F2", "F2", "F2"]


def powers(state: WavesState) -> list[int]:
    return [elder_power(state.table, slot) for slot in range(4)]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"weather": 1}, "Waves has no fact 'weather'. Pick one from the host page's list."),
        ({"shells": 6}, "Shells in the centre cannot be 6. Give a whole number from 0 to 5."),
        ({"shells": "two"}, "Shells in the centre cannot be 'two'. Give a whole number from 0 to 5."),
        ({"token": 4}, "Wave token cannot be 4. Choose one of: -1, 0, 1, 2, 3."),
        ({"elder.0": 9}, "Elder cannot be 9. Choose one of: 0, 1, 2, 3, 4, 5."),
    ],
)
def test_an_impossible_fact_is_refused_in_words(facts: dict[str, Any], text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.correct(position([1, 2, 3, 4]), facts)
    assert said((caught.value.rule, caught.value.reason)) == ("host", text)


@pytest.mark.rule("W-140")
@pytest.mark.parametrize(("deck", "total"), [(70, 94), (77, 101)])
def test_a_wrong_number_of_cards_marks_the_state_irregular_until_it_is_right_again(deck: int, total: int) -> None:
    wrong = GAME.correct(position([1, 2, 3, 4]), {"deck": deck})
    assert wrong.table.irregular == (f"{total} cards are counted instead of 100 (W-140).",)
    later = GAME.apply_action(wrong, GAME.legal_actions(wrong)[0])
    assert later.table.irregular == wrong.table.irregular
    assert GAME.correct(later, {"deck": 76}).table.irregular == ()


@pytest.mark.rule("W-030", "W-032")
def test_a_collection_set_to_the_goal_ends_the_game_and_set_back_goes_on() -> None:
    state = position([1, 2, 3, 4])
    won = GAME.correct(state, {"collected.2.1": 2, "collected.2.5": 4, "deck": 70})
    assert won.table.winner == 2
    assert GAME.legal_actions(won) == ()
    again = GAME.correct(won, {"collected.2.5": 3, "deck": 71})
    assert again.table.winner == -1
    assert GAME.legal_actions(again)


@pytest.mark.rule("W-061", "W-063")
def test_an_elder_put_right_before_the_tablet_is_laid_moves_the_true_majority() -> None:
    state = play_until(position([4, 1, 4, 5]), Phase.TABLET, FOLLOWED)
    assert GAME.legal_actions(state) == (ActivateTablet(4),)
    assert GAME.legal_actions(GAME.correct(state, {"elder.0": 5})) == (ActivateTablet(5),)


def test_a_harmless_correction_between_two_extras_keeps_the_state_regular() -> None:
    # Knights 3 and Keepers 3 before, Knights 2 and Keepers 3 when the first extra is gone: the Knights keep the tablet.
    state = position([1, 2, 3, 4], hands={0: [3, 3, 1, 1, 1], 1: [2, 2, 1, 1, 1]})
    state = play_until(state, Phase.EXTRAS, ["R3x2", "R2x2", "F2", "F2"])
    state = GAME.apply_action(state, DiscardExtras(0))
    assert GAME.correct(state, {"round": 2}).table.irregular == ()


@pytest.mark.rule("W-063")
def test_the_hosts_word_on_the_active_tablet_counts() -> None:
    state = position([3, 3, 2, 2], hands={0: [2, 2, 1, 1, 1], 1: [3, 1, 1, 1, 1]})
    state = play_until(state, Phase.EXTRAS, ["R2x2", "F1", "F1", "F1"])
    corrected = GAME.correct(state, {"active": 3})
    assert corrected.table.irregular == ()
    assert corrected.table.true_majority == 3


@pytest.mark.rule("W-123")
def test_powers_from_the_right_follow_a_corrected_tablet_or_elder() -> None:
    state = position([5, 2, 3, 3], tablets=with_side("KNI-B2"))
    state = play_until(state, Phase.WAVE_1, ["F4", "F5", "R3x1", "F3"])
    assert powers(state) == [3, 5, 2, 3]
    assert powers(GAME.correct(state, {"active": 5})) == [5, 2, 3, 3]  # no other tablet fixes powers
    assert powers(GAME.correct(state, {"elder.0": 4})) == [3, 4, 2, 3]
    other = position([5, 5, 3, 1], tablets={3: "KNI-B2", 5: "NOB-C"})
    other = play_until(other, Phase.WAVE_1, ["F4", "R5x1", "F3", "F3"])
    assert powers(GAME.correct(other, {"active": 3})) == [1, 5, 5, 3]


@pytest.mark.rule("W-123")
def test_powers_from_the_right_keep_what_was_fixed_where_that_elder_has_left() -> None:
    state = position([5, 2, 3, 3], tablets=with_side("KNI-B2"))
    state = play_until(state, Phase.WAVE_1, ["F4", "F5", "R3x1", "F3"])
    state = GAME.apply_action(state, RevealFollower(0, 4))
    state = GAME.apply_action(state, Collect(0, 0))
    assert powers(GAME.correct(state, {"elder.3": 4}))[1:] == [5, 2, 3]


@pytest.mark.rule("W-123", "W-084")
def test_powers_from_the_right_stay_fixed_when_the_unassociated_elder_is_replaced() -> None:
    state = position([5, 2, 3], gap_elder=3, tablets=with_side("KNI-B2"), card_shells=0)
    state = play_until(state, Phase.GAP, ["F1", "F1", "R3x1"])
    assert state.table.fixed_power == (3, 5, 2)
    for action in (DiscardGapElder(), TurnUpGapElder(5)):
        state = GAME.apply_action(state, action)
        assert GAME.correct(state, {"round": 2}).table.fixed_power == (3, 5, 2)


@pytest.mark.rule("W-081")
def test_going_back_to_the_draws_lets_everyone_draw_again() -> None:
    state = play_until(position([5, 5, 5, 5], card_shells=0), Phase.DISCARD, FOLLOWED)
    back = GAME.correct(state, {"phase": "draw"})
    first = GAME.legal_actions(back)[0]
    assert back.table.phase is Phase.DRAW
    assert isinstance(first, Draw)
    assert first.seat == back.table.token


@pytest.mark.rule("W-126")
def test_a_round_started_again_has_its_direct_effect_again() -> None:
    state = play_until(position([4, 1, 4, 5], tablets=with_side("SEE-B2")), Phase.WAVE_1, FOLLOWED)
    again = GAME.correct(state, {"phase": "tablet"})
    assert again.table.active == 0
    again = GAME.apply_action(again, ActivateTablet(4))
    assert GAME.legal_actions(again) == (RotateElders(),)


@pytest.mark.rule("W-128")
def test_a_wave_started_again_returns_its_first_elder_again() -> None:
    state = position([1, 5, 5, 5], tablets=with_side("NOB-B1"), phase=Phase.WAVE_2, active=5, shells=2, returned=True,
                     agents={0: "F4", 1: "F1", 2: "F1", 3: "F1"}, shown="F")  # fmt: skip
    assert check_slot(GAME.correct(state, {"phase": "wave_1"}).table, 0).result == "returned"


def test_nobody_with_the_token_is_irregular() -> None:
    corrected = GAME.correct(position([1, 2, 3, 4]), {"token": -1})
    assert corrected.table.irregular == ("Nobody holds the Wave token (W-009).",)


def test_a_hand_that_no_longer_fits_what_was_told_counts_as_not_told() -> None:
    state = position([1, 2, 3, 4])
    corrected = GAME.correct(state, {"hand.1": 4, "deck": 77})
    assert corrected.secrets[1] is None
    assert corrected.secrets[0] == state.secrets[0]
    assert corrected.table.irregular == ()


def test_cards_seen_to_go_to_a_hand_are_forgotten_when_the_hand_is_smaller_than_that() -> None:
    state = position([1, 2, 3, 4], told=False)
    hands = (Hand(5, (1, 1, 1, 0, 0)), *state.table.hands[1:])
    state = State(replace(state.table, hands=hands), state.secrets)
    assert GAME.correct(state, {"hand.0": 3, "deck": 78}).table.hands[0].seen == (1, 1, 1, 0, 0)
    assert GAME.correct(state, {"hand.0": 2, "deck": 79}).table.hands[0].seen == (0, 0, 0, 0, 0)


def test_agents_can_be_set_and_taken_away() -> None:
    state = play_until(position([1, 2, 3, 4], told=False), Phase.PLAY, FOLLOWED)
    laid = GAME.correct(state, {"agent.0.posture": "rebel", "agent.0.count": 2, "hand.0": 3})
    assert laid.table.slots[0].agent == Agent("rebel", 2)
    assert laid.table.irregular == ()
    gone = GAME.correct(laid, {"agent.0.posture": "none", "hand.0": 5})
    assert gone.table.slots[0].agent is None
    assert gone.table.irregular == ()


@pytest.mark.rule("W-004")
def test_a_number_typed_from_the_council_card_is_confirmed() -> None:
    state = GAME.correct(GAME.new_game({}, {}), {"council_card.1": 4})
    figure = state.table.setup.council_card[0]
    assert (figure.value, figure.status) == (4, "owner")
    assert "Scholars" not in str(GAME.prompt(GAME.view(state, None)).assumed[0])


@pytest.mark.parametrize(("key", "high"), [("hand.0", 40), ("deck", 100), ("discard.1", 20), ("round", 99)])
def test_numbers_have_a_highest_value(key: str, high: int) -> None:
    GAME.correct(position([1, 2, 3, 4]), {key: high})
    with pytest.raises(IllegalAction, match=rf"cannot be {high + 1}\. Give a whole number from \d to {high}\."):
        GAME.correct(position([1, 2, 3, 4]), {key: high + 1})


@pytest.mark.rule("W-043")
def test_without_elders_no_shell_is_due() -> None:
    empty = GAME.correct(position([1, 2, 3, 4]), {f"elder.{slot}": 0 for slot in range(4)})
    assert GAME.legal_actions(empty) == (PlaceShells(0),)
    assert said(GAME.prompt(GAME.view(empty, None)).text) == "Leave the centre without shells."


@pytest.mark.rule("W-145")
def test_an_empty_hand_is_passed_over_and_asked_once_it_holds_a_card() -> None:
    state = play_until(position([1, 2, 3, 4], told=False), Phase.PLAY, FOLLOWED)
    empty = GAME.correct(state, {"hand.0": 0, "deck": 81})
    assert {action.actor for action in GAME.legal_actions(empty)} == {1}
    full = GAME.correct(empty, {"hand.0": 1, "deck": 80})
    assert {action.actor for action in GAME.legal_actions(full)} == {0}


def test_numbers_typed_from_the_card_are_kept_for_the_next_game() -> None:
    table = position([1, 2, 3, 4]).table
    kept = {"council_card": {"all_vs_all": {"4": {"scholar": 4, "noble": 0}}}}
    assert owner_file(table, {"council_card.1": 4, "council_card.5": 0, "shells": 2}) == kept
    assert owner_file(table, {"shells": 2}) == {}


def test_facts_are_grouped_by_the_players_names() -> None:
    named = GAME.facts(GAME.view(position([1, 2, 3, 4]), None, ("Ann", "Ben")))
    groups = {field.key: str(field.group) for field in named}
    assert [groups[f"elder.{seat}"] for seat in range(4)] == ["Ann", "Ben", "Seat 3", "Seat 4"]


# --- the facts of each mode ---

TABLES = (
    ("head_to_head", 2),
    *(("all_vs_all", players) for players in (3, 4, 5, 6)),
    *(("teams", players) for players in (4, 5, 6)),
)
each_table = pytest.mark.parametrize(("mode", "players"), TABLES)
SIDES = ("SCH-B", "KEE-B", "KNI-B2", "SEE-B2", "NOB-A")


def new(mode: str, players: int, **options: Any) -> WavesState:
    chosen = {"mode": mode, "players": players, "tablets": SIDES, **options}
    state: WavesState = GAME.new_game(chosen, {})
    return state


def keys(state: WavesState) -> list[str]:
    return [field.key for field in GAME.facts(GAME.view(state, None))]


@pytest.mark.rule("W-016", "W-034", "W-100", "W-101", "W-106")
@each_table
def test_every_mode_has_the_facts_of_its_own_table(mode: str, players: int) -> None:
    slots = 4 if mode == "head_to_head" else players
    sides = {("teams", 4): 2, ("teams", 5): 3, ("teams", 6): 2}.get((mode, players), players)
    places = [f"elder.{slot}" for slot in range(slots)]
    places += [f"agent.{slot}.{part}" for slot in range(slots) for part in ("posture", "count", "face")]
    expected = {"phase", "round", "token", "shells", "active", "deck", *places}
    expected |= {f"hand.{seat}" for seat in range(players)}
    expected |= {f"{pile}.{cls}" for pile in ("discard", "council_card") for cls in range(1, 6)}
    expected |= {f"collected.{side}.{cls}" for side in range(sides) for cls in range(1, 6)}
    if mode == "head_to_head":
        expected |= {"first", "drawn.0", "drawn.1"}
    if players == 3:
        expected |= {"gap"}
    expected |= {f"tablet_class.{side}" for side in SIDES if side in DATA.deduced}
    found = keys(new(mode, players))
    assert len(found) == len(set(found))
    assert set(found) == expected


def met(mode: str, players: int, **options: Any) -> dict[Phase, WavesState]:
    """A position in each phase that a game comes to in two rounds, the first one of each."""
    rng, found = random.Random(f"{mode} {players}"), dict[Phase, WavesState]()
    state = new(mode, players, cards="virtual", **options)
    while state.table.round < 3 and (legal := GAME.legal_actions(state)):
        found.setdefault(state.table.phase, state)
        action = GAME.simulation.deal(state, legal, rng) if legal[0].kind == "chance" else rng.choice(legal)
        state = GAME.apply_action(state, action)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "players"), one_quick(TABLES, 3))
def test_from_any_phase_of_a_game_the_host_can_go_to_any_other_and_play_goes_on(mode: str, players: int) -> None:
    positions, rng = met(mode, players), random.Random(5)
    assert {Phase.PLAY, Phase.WAVE_1, Phase.PASS_TOKEN, Phase.NEXT_ROUND} < set(positions)
    for state in positions.values():
        order = state.table.setup.phases
        for phase in order:
            after = GAME.correct(state, {"phase": phase.value})
            has_hidden = any(slot.agent and slot.agent.posture == "rebel" and not slot.agent.face
                             for slot in state.table.slots)  # fmt: skip
            is_early = phase in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS) and has_hidden
            first = Phase.REVEAL if is_early else phase  # what is not turned up yet has to be first
            assert order.index(after.table.phase) >= order.index(first), (state.table.phase, phase)
            for _ in range(4):  # after any correction test_properties.py plays on for longer
                legal = GAME.legal_actions(after)
                assert bool(legal) is (after.table.winner < 0), (state.table.phase, phase)
                view = GAME.view(after, None)
                assert str(GAME.prompt(view).text).endswith(".")
                GAME.choices(view), GAME.mat.expected(view), GAME.light.scene(view), GAME.screen.panels(view)
                if not legal:
                    break
                after = GAME.apply_action(after, rng.choice(legal))


@each_table
def test_a_phase_set_to_what_it_is_keeps_everything_in_every_phase_and_mode(mode: str, players: int) -> None:
    for phase, state in met(mode, players).items():
        after = GAME.correct(state, {"phase": phase.value, "round": state.table.round})
        assert after.table == replace(state.table, why=("host",)), phase
        assert after.secrets == state.secrets


@pytest.mark.rule("W-100", "W-109")
def test_head_to_head_has_facts_by_place_and_hands_by_player() -> None:
    state = play_until(position([1, 2, 3, 4], mode="head_to_head", told=False, first=0), Phase.PLAY, ["F1"] * 4)
    fields = {field.key: field for field in GAME.facts(GAME.view(state, None, ("Ann", "Ben")))}
    assert said([fields[f"elder.{slot}"].group for slot in range(4)]) == [
        "Ann at place 1", "Ben at place 2", "Ann at place 3", "Ben at place 4",
    ]  # fmt: skip
    assert said((fields["hand.1"].group, fields["hand.1"].value)) == ("Ben", 5)
    assert said((fields["drawn.1"].group, fields["drawn.1"].low, fields["drawn.1"].high)) == ("Ben", 0, 2)
    assert [value for value, _ in fields["token"].choices] == [-1, 0, 1, 2, 3]
    assert [value for value, _ in fields["first"].choices] == [-1, 0, 1]
    laid = GAME.correct(state, {"agent.2.posture": "rebel", "agent.2.count": 2, "hand.0": 3})
    assert laid.table.slots[2].agent == Agent("rebel", 2)
    assert laid.table.slots[0].agent is None
    assert laid.table.irregular == ()


@pytest.mark.rule("W-101")
def test_the_lot_of_who_goes_first_can_be_put_right() -> None:
    state = position([1, 2, 3, 4], mode="head_to_head", phase=Phase.TOKEN, token=-1, hands={0: (), 1: ()}, first=0)
    assert GAME.legal_actions(state) == (LayToken(1, 0), LayToken(1, 2))
    assert GAME.legal_actions(GAME.correct(state, {"first": 1})) == (LayToken(0, 1), LayToken(0, 3))
    assert GAME.legal_actions(GAME.correct(state, {"first": -1})) == (NameFirst(0), NameFirst(1))


@pytest.mark.rule("W-106")
@pytest.mark.parametrize(("drawn", "still"), [(0, 2), (1, 1), (2, 0)])
def test_the_draws_of_head_to_head_can_be_put_right(drawn: int, still: int) -> None:
    state = position([1, 2, 3, 4], mode="head_to_head", told=False, first=0)
    state = GAME.apply_action(play_until(state, Phase.PLAY, ["F1"] * 4), PlayAgents(0, 0, "follower", (0,)))
    state = GAME.correct(state, {"drawn.0": drawn, "hand.0": 4 + drawn, "deck": 86 - drawn})
    assert state.table.irregular == ()
    for _ in range(still):
        assert GAME.legal_actions(state) == (Draw(0),)
        state = GAME.apply_action(state, Draw(0))
    assert {action.actor for action in GAME.legal_actions(state)} == {1}


@pytest.mark.rule("W-106", "W-142")
def test_a_round_of_head_to_head_begun_again_has_its_draws_again() -> None:
    state = play_until(position([5, 5, 5, 5], mode="head_to_head", told=False, first=0), Phase.PASS_TOKEN, ["F1"] * 4)
    assert state.table.drawn == (2, 2)
    facts = {f"agent.{slot}.posture": "none" for slot in range(4)} | {f"elder.{slot}": 5 for slot in range(4)}
    again = GAME.correct(state, {"phase": "shells", **facts})
    assert again.table.drawn == (0, 0)
    again = GAME.apply_action(GAME.apply_action(again, PlaceShells(2)), PlayAgents(0, 0, "follower", (0,)))
    assert GAME.legal_actions(again) == (Draw(0),)


@pytest.mark.rule("A-13", "W-103")
def test_an_elder_that_was_passed_over_stays_so_after_a_correction() -> None:
    skip = {"h2h_empty_hand": "skip"}
    state = position([1, 5, 5, 5], mode="head_to_head", hands={0: ()}, options=skip, told=False)
    state = play_until(state, Phase.WAVE_1, ["F2", "F2", "F2", "F2"])
    assert state.table.skipped[:1] == (0,)
    after = GAME.correct(state, {"round": 2})
    assert after.table.skipped == state.table.skipped
    assert after.table.irregular == ()


@pytest.mark.rule("W-016", "W-041", "W-045")
def test_the_unassociated_elder_is_a_fact_and_counts_for_the_majority() -> None:
    state = position([4, 2, 1], card_shells=3, gap_elder=3)
    assert str(GAME.prompt(GAME.view(state, None)).why).startswith(
        "Seers tie for the most Elders and have the highest power"
    )
    corrected = GAME.correct(state, {"gap": 2})
    assert corrected.table.gap_elder == 2
    assert corrected.table.irregular == ()
    assert said(GAME.prompt(GAME.view(corrected, None)).why) == "Keepers have the most Elders: Open Majority."
    missing = GAME.correct(state, {"gap": 0, "deck": state.table.deck + 1})
    assert missing.table.irregular == ("The unassociated Elder is missing (W-142).",)
    council = GAME.correct(missing, {"phase": "council"})
    assert {type(action) for action in GAME.legal_actions(council)} == {TurnUpGapElder}


@pytest.mark.rule("W-031", "W-033", "W-034")
@pytest.mark.parametrize(
    ("side", "pile", "wins"),
    [
        (2, (1, 2, 3, 4), True),  # who plays alone needs four classes
        (0, (1, 2, 3, 4), False),
        (0, (1, 2, 3, 4, 5), True),
        (1, (1, 1, 1, 2, 2, 2), False),
        (1, (1, 1, 1, 2, 2, 2, 2), True),
        (2, (1, 1, 1, 2, 2, 2), True),
    ],
)
def test_a_collection_is_set_by_side_and_held_to_the_goal_of_that_side(
    side: int, pile: tuple[int, ...], wins: bool
) -> None:
    state = position([1, 2, 3, 4, 5], mode="teams")
    facts: dict[str, Any] = {f"collected.{side}.{cls}": pile.count(cls) for cls in range(1, 6)}
    after = GAME.correct(state, {**facts, "deck": state.table.deck - len(pile)})
    assert after.table.winner == (side if wins else -1)
    assert after.table.irregular == ()
    outcome = GAME.outcome(after)
    assert (outcome.winners if outcome else ()) == (((0, 2), (1, 3), (4,))[side] if wins else ())


@pytest.mark.rule("W-034")
def test_the_collections_of_teams_are_named_by_their_players() -> None:
    state = position([1, 2, 3, 4, 5], mode="teams")
    named = GAME.facts(GAME.view(state, None, ("Ann", "Ben", "Cleo", "Dan", "Eve")))
    groups = {field.key: str(field.group) for field in named}
    assert [groups[f"collected.{side}.1"] for side in range(3)] == [
        "Team X (Ann and Cleo)", "Team Y (Ben and Dan)", "Eve",
    ]  # fmt: skip


@pytest.mark.rule("W-141", "A-02")
@pytest.mark.parametrize(("cap", "most"), [("5", 5), ("none", 100)])
def test_more_than_five_shells_can_be_set_only_where_other_things_stand_in(cap: str, most: int) -> None:
    state = position([1, 2, 3, 4, 5, 5], options={"shell_cap": cap})
    field = next(field for field in GAME.facts(GAME.view(state, None)) if field.key == "shells")
    assert (field.low, field.high) == (0, most)
    assert GAME.correct(state, {"shells": 5}).table.irregular == ()
    with pytest.raises(IllegalAction, match=f"from 0 to {most}"):
        GAME.correct(state, {"shells": most + 1})


@pytest.mark.rule("W-060")
@pytest.mark.parametrize("phase", ["tablet", "direct", "extras"])
def test_rebels_that_lie_face_down_are_turned_up_before_the_tablet(phase: str) -> None:
    state = position([1, 2, 3, 4], phase=Phase.PLAY, told=False, agents={0: "F1", 1: "R2x2", 2: "F3", 3: "F4"})
    after = GAME.correct(state, {"phase": phase})
    assert after.table.phase is Phase.REVEAL
    assert {action.slot for action in GAME.legal_actions(after) if isinstance(action, RevealRebels)} == {1}


@pytest.mark.rule("W-132")
def test_the_council_of_the_rounds_start_follows_a_corrected_elder_and_keeps_those_that_left() -> None:
    state = position([4, 1, 4, 2], tablets=with_side("SEE-A"), card_shells=3)
    state = play_until(state, Phase.WAVE_1, ["F5", "F3", "F5", "F4"])
    assert state.table.council == (1, 1, 0, 2, 0)
    assert GAME.correct(state, {"elder.0": 3}).table.council == (1, 1, 1, 1, 0)
    state = GAME.apply_action(GAME.apply_action(state, RevealFollower(0, 5)), TakeElder(0))
    assert GAME.correct(state, {"round": 1}).table.council == (1, 1, 0, 2, 0)
    assert GAME.correct(state, {"elder.1": 5}).table.council == (0, 1, 0, 2, 1)
    assert GAME.correct(state, {"phase": "shells"}).table.council == (0, 0, 0, 0, 0)


@pytest.mark.rule("W-041")
def test_the_open_majority_follows_a_corrected_elder_while_all_elders_lie() -> None:
    state = play_until(position([1, 1, 3, 4]), Phase.PLAY, FOLLOWED)
    assert state.table.open_majority == 1
    after = GAME.correct(state, {"elder.0": 4})
    assert (after.table.open_majority, after.table.irregular) == (4, ())


@pytest.mark.rule("W-004")
@each_table
def test_the_card_of_each_mode_is_kept_apart(mode: str, players: int) -> None:
    table = new(mode, players).table
    assert owner_file(table, {"council_card.4": 5}) == {"council_card": {mode: {str(players): {"seer": 5}}}}


@pytest.mark.parametrize("options", combinations(GAME), ids=str)
def test_every_fact_has_a_heading_and_a_label(options: dict[str, Any]) -> None:
    fields = GAME.facts(GAME.view(GAME.new_game(options, {}), None))
    assert [field.key for field in fields if not field.group or not field.label] == []
