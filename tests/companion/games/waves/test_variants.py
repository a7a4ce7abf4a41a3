"""What the text leaves open: each option both ways, each default where it can be seen (ledger section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Prompt, Seat
from companion.games.errors import BadOption, IllegalAction
from companion.games.waves.data.figures import DATA
from companion.games.waves.rules.actions import (
    Collect,
    Discard,
    DiscardExtras,
    Draw,
    PlaceShells,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    TakeElder,
)
from companion.games.waves.state.model import (
    Agent,
    Phase,
    Variants,
    WavesState,
)
from companion.games.waves.state.tablets import open_majority, shells_due, true_majority
from companion.table.expected import Anything, Pieces, Pile
from tests.companion.games.waves.positions import GAME, play_round, play_until, position, with_side
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
CALM = {3: "KNI-C", 5: "NOB-C"}
NOBODY_COLLECTS = ["F2"] * 4


def refused(state: WavesState, action: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    return caught.value.rule, str(caught.value.reason)


def shown(state: WavesState, seat: Seat | None = None) -> Prompt:
    return GAME.prompt(GAME.view(state, seat, NAMES))


# --- options in general ---


def test_defaults_are_those_of_the_ledger() -> None:
    assert Variants() == Variants(
        leftover_shells="reset",
        shell_cap="5",
        deck_empty="reshuffle",
        optional_collect=False,
        rotate_gap=False,
        ring_elders_include_gap=True,
        ring_agents_skip_gap=True,
        h2h_empty_hand="draw_first",
    )
    setup = GAME.new_game({}, {}).table.setup
    assert (setup.variants, setup.edition, setup.mode, setup.players) == (Variants(), "rebels", "all_vs_all", 4)


HOUSE_RULES: list[tuple[int, dict[str, Any], str]] = [
    (4, {"leftover_shells": "add"}, "Shells left over from the last round stay in the centre."),
    (4, {"shell_cap": "none"}, "Other things stand in where more than 5 shells are needed."),
    (4, {"deck_empty": "stop"}, "Once the deck is empty, nobody draws any more."),
    (4, {"optional_collect": True}, "A player may leave an Elder that could be collected."),
    (3, {"rotate_gap": True}, "The unassociated Elder moves with the others."),
    (3, {"ring_elders_include_gap": False}, "The unassociated Elder is nobody's Elder to the right."),
    (
        3,
        {"ring_agents_skip_gap": False},
        "Beside the unassociated Elder no Agent is copied: the Agent there keeps its own power.",
    ),
    (3, {"gap_after_seat": 0}, "The unassociated Elder lies after seat 1."),
    (3, {"gap_after_seat": 1}, "The unassociated Elder lies after seat 2."),
    (2, {"h2h_empty_hand": "skip"}, "With nothing in hand, a player's first Elder gets no Agent."),
]


@pytest.mark.parametrize(("players", "options", "text"), HOUSE_RULES)
def test_an_option_off_its_default_stands_on_screen_for_everybody(
    players: int, options: dict[str, Any], text: str
) -> None:
    mode = "head_to_head" if players == 2 else "all_vs_all"
    state = GAME.new_game({"mode": mode, "players": players, **options}, {})
    for seat in (None, *range(players)):
        assert said(shown(state, seat).house_rules) == (text,)
    assert shown(GAME.new_game({"mode": mode, "players": players}, {})).house_rules == ()


def test_several_options_stand_there_together_in_every_phase() -> None:
    options = {"leftover_shells": "add", "shell_cap": "none", "optional_collect": True}
    state = position([1, 5, 5, 2], tablets=CALM, options=options)
    texts = tuple(text for players, option, text in HOUSE_RULES if players == 4 and set(option) <= set(options))
    assert len(texts) == 3
    for phase in (Phase.SHELLS, Phase.PLAY, Phase.TABLET, Phase.WAVE_1, Phase.PASS_TOKEN, Phase.DRAW):
        assert said(shown(play_until(state, phase, NOBODY_COLLECTS)).house_rules) == texts


@pytest.mark.parametrize("after", [-1, 2])
def test_the_usual_place_of_the_unassociated_elder_is_no_house_rule(after: int) -> None:
    assert shown(GAME.new_game({"players": 3, "gap_after_seat": after}, {})).house_rules == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"leftover_shells": "keep"}, "Waves cannot be played with leftover_shells 'keep'. Choose one of: reset, add."),
        ({"shell_cap": 5}, "Waves cannot be played with shell_cap 5. Choose one of: 5, none."),
        ({"deck_empty": ""}, "Waves cannot be played with deck_empty ''. Choose one of: reshuffle, stop."),
        ({"optional_collect": 1}, "Waves cannot be played with optional_collect 1. Choose one of: false, true."),
        ({"ring_agents_skip_gap": "no"},
         "Waves cannot be played with ring_agents_skip_gap 'no'. Choose one of: true, false."),
        ({"edition": "first"}, "Waves cannot be played with edition 'first'. Choose one of: rebels, breakers."),
        ({"h2h_empty_hand": None},
         "Waves cannot be played with h2h_empty_hand None. Choose one of: draw_first, skip."),
    ],
)  # fmt: skip
def test_a_value_that_an_option_has_not_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new_game(options, {})
    assert str(caught.value) == message


# --- shells (A-01, A-02) ---


@pytest.mark.rule("W-044", "A-01")
@pytest.mark.parametrize(
    ("leftover", "cap", "left", "due"),
    [
        ("reset", "5", 0, 2), ("reset", "5", 3, 2), ("reset", "5", 5, 2), ("reset", "none", 5, 2),
        ("add", "5", 0, 2), ("add", "5", 2, 4), ("add", "5", 3, 5), ("add", "5", 4, 5), ("add", "none", 4, 6),
    ],
)  # fmt: skip
def test_shells_left_over_are_taken_away_or_stay(leftover: str, cap: str, left: int, due: int) -> None:
    options = {"leftover_shells": leftover, "shell_cap": cap}
    state = position([1, 5, 5, 2], shells=left, options=options)
    assert shells_due(state.table) == due
    assert GAME.legal_actions(state) == (PlaceShells(due),)
    after = GAME.apply_action(state, PlaceShells(due)).table
    assert after.shells == due
    assert ("W-044" in after.why) is (left > 0)


@pytest.mark.rule("W-044", "A-01")
def test_the_prompt_says_what_becomes_of_the_shells_left_over() -> None:
    stays = position([1, 5, 5, 2], shells=2, options={"leftover_shells": "add"})
    told = shown(stays)
    assert said(told.text) == "Last round's shells stay: 4 shells must lie in the centre now."
    assert told.rule == "W-044"
    assert said(shown(position([1, 5, 5, 2], options={"leftover_shells": "add"})).text) == "Lay 2 shells in the centre."
    reset = shown(position([1, 5, 5, 2], shells=2))
    assert said((reset.text, reset.rule)) == (
        "Lay 2 shells in the centre. Take away the 2 from last round first.", "W-043"
    )  # fmt: skip
    assert refused(stays, PlaceShells(2))[0] == "W-043"


@pytest.mark.rule("W-134", "A-02")
@pytest.mark.parametrize(("cap", "start", "end"), [("5", 5, 2), ("none", 6, 3)])
def test_s17_six_followers_get_five_shells_or_six_things(cap: str, start: int, end: int) -> None:
    state = position([5, 5, 5, 1, 2, 3], tablets=with_side("NOB-A"), card_shells=4, options={"shell_cap": cap})
    record, after = play_round(state, ["F1", "F2", "F3", "F4", "F5", "F4"])
    assert (record.shells_start, record.shells_end) == (start, end)
    assert [sum(pile) for pile in after.table.collected] == [0, 0, 0, 1, 1, 1]


@pytest.mark.rule("A-02")
@pytest.mark.parametrize(("shells", "content"), [(5, Pieces(("shell",) * 5)), (6, Anything())])
def test_more_than_five_shells_are_for_people_to_count(shells: int, content: object) -> None:
    state = position([1, 5, 5, 2], phase=Phase.PLAY, shells=shells, options={"shell_cap": "none"})
    zones = {zone.zone: zone for zone in GAME.mat.expected(GAME.view(state, None)).zones}
    assert zones["centre"].content == content
    assert said(zones["supply"].label) == "Supply: 0"


# --- the deck (A-03, A-04, A-49) ---


def to_draw(deck: int, discard: int, **options: Any) -> WavesState:
    """Four players at the draws, the token at seat 1 now, with so many cards in deck and discard pile."""
    state = play_until(position([5] * 4, card_shells=0, options=options), Phase.DRAW, NOBODY_COLLECTS)
    return GAME.correct(state, {"deck": deck, "discard.1": discard})


def draws(state: WavesState) -> list[object]:
    """Who draws, and where the pile is shuffled."""
    order: list[object] = []
    while state.table.phase is Phase.DRAW:
        action = GAME.legal_actions(state)[0]
        order.append(action.seat if isinstance(action, Draw) else type(action).__name__)
        state = GAME.apply_action(state, action)
    return order


@pytest.mark.rule("W-088", "A-03", "A-04", "A-49")
@pytest.mark.parametrize(
    ("deck", "discard", "option", "order"),
    [
        (4, 9, "reshuffle", [1, 2, 3, 0]),
        (3, 9, "reshuffle", [1, 2, 3, "Reshuffle", 0]),
        (0, 9, "reshuffle", ["Reshuffle", 1, 2, 3, 0]),
        (1, 1, "reshuffle", [1, "Reshuffle", 2]),  # what is there
        (0, 0, "reshuffle", []),
        (4, 9, "stop", [1, 2, 3, 0]),
        (3, 9, "stop", [1, 2, 3]),
        (0, 9, "stop", []),
    ],
)
def test_an_empty_deck_is_shuffled_anew_or_ends_the_draws(
    deck: int, discard: int, option: str, order: list[object]
) -> None:
    assert draws(to_draw(deck, discard, deck_empty=option)) == order


@pytest.mark.rule("A-03")
def test_a_hand_that_ran_out_without_a_shuffle_is_passed_over() -> None:
    state = position([1, 4, 4, 2], token=3, hands={0: []}, options={"deck_empty": "stop"}, card_shells=5)
    record, after = play_round(state, NOBODY_COLLECTS)
    assert [act.seat for act in record.actions if isinstance(act, PlayAgents)] == [3, 1, 2]
    assert sorted(step[0] for step in record.steps) == [1, 2, 3]
    assert after.table.slots[0].elder == 1
    assert after.table.skipped == ()


# --- collecting (A-06, A-16, A-17) ---


def can_collect(**more: Any) -> WavesState:
    """Ann's Seer lies open at a Scholar, two shells in the centre."""
    state = play_until(position([1, 5, 5, 2], **{"tablets": CALM, **more}), Phase.WAVE_1, ["F4", "F2", "F2", "F2"])
    return GAME.apply_action(state, RevealFollower(0, 4))


@pytest.mark.rule("W-077", "A-06")
def test_an_elder_must_be_collected_unless_the_table_lets_it_be_left() -> None:
    assert GAME.legal_actions(can_collect()) == (Collect(0, 0),)
    assert refused(can_collect(), TakeElder(0))[0] == "W-077"
    free = can_collect(options={"optional_collect": True})
    assert GAME.legal_actions(free) == (Collect(0, 0), TakeElder(0))
    left = GAME.apply_action(free, TakeElder(0)).table
    assert (left.shells, left.hands[0].count, left.collected[0]) == (2, 5, (0, 0, 0, 0, 0))
    assert GAME.apply_action(free, Collect(0, 0)).table.collected[0] == (1, 0, 0, 0, 0)


@pytest.mark.rule("A-06")
def test_leaving_is_offered_in_words_and_told_in_the_log() -> None:
    free = can_collect(options={"optional_collect": True})
    assert said(shown(free).text) == (
        "Ann: take the Scholar to your collection and take 1 shell out of the centre. Or take the Elder into your hand."
    )
    assert "Or take" not in str(shown(can_collect()).text)
    left = GAME.describe(GAME.view(free, None, NAMES), GAME.view_action(TakeElder(0), None))
    assert said(left) == "Ann: the Scholar is left; the Elder goes to hand."


@pytest.mark.rule("A-06")
def test_what_cannot_be_collected_is_not_offered_either_way() -> None:
    state = can_collect(options={"optional_collect": True}, card_shells=0)
    assert GAME.legal_actions(state) == (TakeElder(0),)
    state = can_collect(options={"optional_collect": True}, tablets=with_side("NOB-B1"))
    assert GAME.legal_actions(state) == (TakeElder(0),)  # the first one is returned, W-128
    assert GAME.apply_action(state, TakeElder(0)).table.returned


@pytest.mark.rule("A-16", "W-128")
def test_an_elder_that_no_shell_is_left_for_does_not_use_up_the_return() -> None:
    state = can_collect(tablets=with_side("NOB-B1"), card_shells=0)
    assert not GAME.apply_action(state, TakeElder(0)).table.returned


@pytest.mark.rule("A-17", "W-128")
def test_the_first_one_returned_wins_nothing_in_teams_either() -> None:
    state = position([1, 5, 5, 2], mode="teams", tablets=with_side("NOB-B1"), collected={0: [2, 3, 4, 5]})
    record, after = play_round(state, ["F4", "F2", "F2", "F2"])
    assert record.steps[0] == [0, 4, 1, "H"]
    assert after.table.winner == -1


# --- majorities, reveals, limits (A-20, A-33, A-36, A-37) ---


@pytest.mark.rule("W-119", "A-20")
def test_ties_go_by_the_printed_power_though_scholars_count_six() -> None:
    state = position([1, 1, 2, 2], active=1, shells=5)
    assert open_majority(state.table) == true_majority(state.table) == 2


@pytest.mark.rule("A-33", "W-060", "W-061")
def test_the_true_majority_waits_for_the_last_rebels() -> None:
    state = play_until(position([1, 5, 5, 2]), Phase.REVEAL, ["R3x1", "F2", "R4x1", "F2"])
    assert state.table.true_majority == 0
    state = GAME.apply_action(state, RevealRebels(2, 4))
    assert (state.table.phase, state.table.true_majority) == (Phase.REVEAL, 0)
    state = GAME.apply_action(state, RevealRebels(0, 3))
    assert (state.table.phase, state.table.true_majority) == (Phase.TABLET, 5)


@pytest.mark.rule("A-33")
def test_the_table_settles_rebels_of_two_classes_by_hand() -> None:
    # Ann laid two Keepers and a Seer: the Keepers stay, the Seer goes back to the hand and does not count.
    plays = ["R2x3", "F2", "F2", "F2"]
    state = play_until(position([5, 5, 4, 1], hands={0: [2, 2, 2, 1, 1]}, told=False), Phase.REVEAL, plays)
    hand = state.table.hands[0].count
    state = GAME.correct(state, {"agent.0.count": 2, "hand.0": hand + 1})
    assert not state.table.irregular
    state = GAME.apply_action(state, RevealRebels(0, 2))
    assert state.table.slots[0].agent == Agent("rebel", 2, 2)
    assert state.table.true_majority == 5  # Nobles 2 and Keepers 2, so the higher class


@pytest.mark.rule("A-36", "W-087")
def test_only_the_top_of_the_discard_pile_is_seen() -> None:
    state = position([1, 5, 5, 2], hands={0: [5, 5, 3, 3, 1], 1: [4, 4, 3, 3, 1]})
    state = play_until(state, Phase.EXTRAS, ["R5x2", "R4x2", "F2", "F2"])
    state = GAME.apply_action(GAME.apply_action(state, DiscardExtras(0)), DiscardExtras(1))
    zones = {zone.zone: zone.content for zone in GAME.mat.expected(GAME.view(state, None)).zones}
    assert zones["discard"] == Pile("back", 2, "card:4")


@pytest.mark.rule("A-37", "W-079", "W-082")
def test_a_hand_over_its_limit_waits_for_the_rounds_end() -> None:
    state = play_until(position([5] * 4, card_shells=0), Phase.DISCARD, NOBODY_COLLECTS)
    assert [hand.count for hand in state.table.hands] == [6] * 4
    early = position([5] * 4, phase=Phase.WAVE_1, hands={0: [1] * 6}, agents={0: "F2"}, shown="F", shells=1)
    assert {type(act) for act in GAME.legal_actions(early)} == {TakeElder}
    assert refused(early, Discard(0, 1))[0] == "W-082"


@pytest.mark.rule("A-42", "W-034")
@pytest.mark.parametrize(
    ("mode", "players", "pools"),
    [
        ("head_to_head", 2, 2), ("all_vs_all", 3, 3), ("all_vs_all", 6, 6), ("teams", 4, 2), ("teams", 5, 3),
        ("teams", 6, 2),
    ],
)  # fmt: skip
def test_the_mat_has_one_collection_a_side(mode: str, players: int, pools: int) -> None:
    state = GAME.new_game({"mode": mode, "players": players}, {})
    zones = [zone.zone for zone in GAME.mat.expected(GAME.view(state, None)).zones]
    assert [zone for zone in zones if zone.startswith("collection.")] == [f"collection.{side}" for side in range(pools)]


# --- the Council card (A-43) ---


@pytest.mark.rule("W-004", "W-043", "A-43")
@pytest.mark.parametrize(
    ("mode", "players", "numbers"),
    [
        ("head_to_head", 2, (3, 3, 2, 2, 1)), ("all_vs_all", 3, (3, 3, 2, 2, 1)), ("all_vs_all", 4, (3, 3, 2, 2, 1)),
        ("teams", 4, (3, 3, 2, 2, 1)), ("all_vs_all", 5, (4, 3, 3, 2, 2)), ("teams", 5, (4, 3, 3, 2, 2)),
        ("all_vs_all", 6, (5, 4, 3, 3, 2)), ("teams", 6, (5, 4, 3, 3, 2)),
    ],
)  # fmt: skip
def test_a_card_that_nobody_typed_is_assumed_and_named(mode: str, players: int, numbers: tuple[int, ...]) -> None:
    state = GAME.new_game({"mode": mode, "players": players, "tablets": "row1"}, {})
    card = state.table.setup.council_card
    assert tuple(figure.value for figure in card) == numbers
    assert {figure.status for figure in card} == {"assumed"}  # F:227-231 does not say which card has two for the Seers
    assert len(shown(state).assumed) == 1
    assert "Seers" in str(shown(state).assumed[0])


@pytest.mark.rule("W-004", "A-43")
def test_typed_numbers_belong_to_one_mode_and_one_number_of_players() -> None:
    typed = dict(zip(("scholar", "keeper", "knight", "seer", "noble"), (0, 1, 5, 4, 3), strict=True))
    owner = {"council_card": {"teams": {"5": typed}}}
    own = GAME.new_game({"mode": "teams", "players": 5, "tablets": "row1"}, owner)
    assert [figure.value for figure in own.table.setup.council_card] == [0, 1, 5, 4, 3]
    assert shown(own).assumed == ()
    for mode, players in (("all_vs_all", 5), ("teams", 4), ("teams", 6)):
        other = GAME.new_game({"mode": mode, "players": players}, owner)
        assert shown(other).assumed != ()


def test_the_figures_of_the_box_are_the_ledgers() -> None:
    values = {name: figure.value for name, figure in DATA.figures.items() if not name.endswith("_mm")}
    assert values == {"cards_a_class": 20, "shells": 5, "hand": 5, "solo_hand": 6, "head_to_head_draw": 2}


@pytest.mark.rule("W-043")
def test_without_any_elder_no_shell_is_due() -> None:
    state = position([0] * 4, card_shells=3)
    assert GAME.legal_actions(state) == (PlaceShells(0),)
    assert said(shown(state).text) == "Leave the centre without shells."
