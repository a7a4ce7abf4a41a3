"""Each law of positions notices the position that breaks it, and lets the one that keeps it pass."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.waves.laws import invariants, of_cards
from companion.games.waves.laws.invariants import LAWS
from companion.games.waves.state.model import (
    Agent,
    Goal,
    Hand,
    Hidden,
    Phase,
    Slot,
    WavesState,
)
from companion.laws.waves import steps
from tests.companion.games.waves.law_positions import after, at, counts, position, setup, slot_with

DUEL, THREE = setup("head_to_head", 2), setup(players=3)
TEAMS_4, TEAMS_5, TEAMS_6 = (setup("teams", players) for players in (4, 5, 6))
START = position([1, 4, 4, 2], Phase.SHELLS)
PLAYED = position([1, 4, 4, 2], Phase.REVEAL, ["f4", "f2", "r1x2", "f3"])
WAVE = position([1, 4, 4, 2], Phase.WAVE_1, ["f4", "f2", "R1", "f3"], active="SEE-B1", shells=2)
OVER = position([0, 0, 0, 0], Phase.PASS_TOKEN, ["F4", "F2", "R1", "F3"], active="SEE-B1")

KEPT = {
    "start": START,
    "told": position([1, 4, 4, 2], Phase.PLAY, ["f4", "", "", "f2"], told=True),
    "played": PLAYED,
    "wave": WAVE,
    "over": OVER,
    "duel before the token": position([1, 2, 3, 4], Phase.TOKEN, game=DUEL, hands={0: [], 1: []}, token=-1),
    "duel": position([1, 2, 3, 4], Phase.PLAY, ["f1", "r2x2", "", ""], game=DUEL, drawn=(2, 2), first=0, told=True),
    "three": position([1, 2, 3], Phase.SHELLS, game=THREE, gap_elder=5),
    "three, none lies there yet": position([0, 0, 0], Phase.GAP, ["F1", "F2", "R3"], game=THREE),
    "four in teams": position([1, 2, 3, 4], Phase.SHELLS, game=TEAMS_4),
    "five in teams": position([1, 2, 3, 4, 5], Phase.SHELLS, game=TEAMS_5),
    "six in teams": position([1, 2, 3, 4, 5, 5], Phase.SHELLS, game=TEAMS_6),
    "five": position([1, 2, 3, 4, 5], Phase.SHELLS, game=setup(players=5)),
    "six": position([1, 2, 3, 4, 5, 1], Phase.SHELLS, game=setup(players=6)),
}


def violations(state: WavesState) -> tuple[str, ...]:
    return tuple(map(str, invariants.violations(state)))


def broken(state: WavesState, **changes: Any) -> tuple[str, ...]:
    return violations(after(state, **changes))


def under(state: WavesState, **changes: Any) -> tuple[str, ...]:
    """The broken laws where the setup is another one."""
    return broken(state, setup=replace(state.table.setup, **changes))


@pytest.mark.rule("W-140", "W-141", "W-142", "W-143")
@pytest.mark.parametrize("name", KEPT)
def test_regular_positions_break_no_law(name: str) -> None:
    assert violations(KEPT[name]) == ()


# --- setup ---


@pytest.mark.rule("W-005", "W-007", "W-011")
@pytest.mark.parametrize(
    ("name", "changes", "rule"),
    [
        ("start", {"mode": "head_to_head"}, "W-005"),
        ("duel", {"mode": "all_vs_all"}, "W-005"),
        ("three", {"mode": "teams"}, "W-005"),
        ("start", {"mode": "solitaire"}, "W-005"),
        ("start", {"sides": (0, 1, 2)}, "W-007"),
        ("start", {"sides": (0, 1, 0, 1), "goals": (Goal(4, 6),) * 2}, "W-007"),
        ("four in teams", {"goals": (Goal(5, 7),) * 4}, "W-007"),
        ("four in teams", {"sides": (0, 0, 1, 1)}, "W-011"),
        ("six in teams", {"sides": (0, 1, 0, 1, 0, 0)}, "W-011"),
        ("five in teams", {"sides": (0, 1, 0, 2, 1)}, ""),
        ("five in teams", {"sides": (0, 1, 1, 0, 2)}, "W-011"),
    ],
)
def test_who_plays_with_whom(name: str, changes: dict[str, Any], rule: str) -> None:
    found = " ".join(under(KEPT[name], **changes))
    if rule:
        assert f"({rule})" in found
    else:  # another seat plays alone: only its limit and goal do not fit
        assert "(W-011)" not in found


@pytest.mark.rule("W-013", "W-012", "W-016", "W-043", "W-115", "W-100")
@pytest.mark.parametrize(
    ("name", "changes", "rule"),
    [
        ("five in teams", {"limits": (5, 5, 5, 5, 5)}, "W-013"),
        ("start", {"limits": (5, 5, 6, 5)}, "W-013"),
        ("start", {"gap_after": 3}, "W-016"),
        ("three", {"gap_after": -1}, "W-016"),
        ("three", {"gap_after": 3}, "W-016"),
        ("start", {"council_card": START.table.setup.council_card[1:]}, "W-043"),
        ("start", {"council_card": (replace(START.table.setup.council_card[0], value=6),) * 5}, "W-043"),
        ("start", {"tablets": ("SCH-B", "SCH-B", "KNI-C", "SEE-B1", "NOB-C")}, "W-115"),
        ("start", {"tablets": ("SCH-X", "KEE-B", "KNI-C", "SEE-B1", "NOB-C")}, "W-115"),
    ],
)
def test_what_was_settled_before_the_game(name: str, changes: dict[str, Any], rule: str) -> None:
    assert f"({rule})" in " ".join(under(KEPT[name], **changes))


@pytest.mark.rule("W-031", "W-032", "W-033")
@pytest.mark.parametrize(
    ("name", "side", "right", "rule"),
    [
        ("duel", 1, Goal(5, 7), "W-031"),
        ("three", 2, Goal(5, 7), "W-031"),
        ("four in teams", 0, Goal(5, 7), "W-031"),
        ("five in teams", 1, Goal(5, 7), "W-031"),
        ("six in teams", 1, Goal(5, 7), "W-031"),
        ("start", 3, Goal(4, 6), "W-032"),
        ("five", 0, Goal(4, 6), "W-032"),
        ("six", 5, Goal(4, 6), "W-032"),
        ("five in teams", 2, Goal(4, 6), "W-033"),
    ],
)
def test_goals_of_every_mode(name: str, side: int, right: Goal, rule: str) -> None:
    goals = KEPT[name].table.setup.goals
    assert goals[side] == right
    for wrong in (Goal(9 - right.different, right.total), Goal(right.different, 13 - right.total)):
        assert f"({rule})" in " ".join(under(KEPT[name], goals=at(goals, side, wrong)))


@pytest.mark.rule("W-012", "W-015", "W-034", "W-100")
def test_places_hands_and_pools_fit_the_setup() -> None:
    assert "(W-015)" in " ".join(broken(START, slots=START.table.slots[1:]))
    assert "(W-100)" in " ".join(broken(KEPT["duel"], slots=START.table.slots[:2]))
    assert "(W-034)" in " ".join(broken(KEPT["four in teams"], collected=(counts(),) * 4))
    assert "(W-012)" in " ".join(broken(START, hands=START.table.hands[1:]))
    assert "(W-012)" in " ".join(broken(START, drawn=(0,)))


# --- cards ---


@pytest.mark.rule("W-140")
def test_cards_are_conserved() -> None:
    assert broken(START, deck=75) == ("99 cards are counted instead of 100 (W-140).",)
    assert "A number of cards is below zero (W-140)." in broken(START, deck=-1)
    too_many = broken(START, discard=(0, 21, 0, 0, 0), top=2, deck=55)
    assert too_many == ("22 Keeper cards are known, but there are 20 (W-140).",)
    assert "99 cards are counted instead of 100 (W-140)." in broken(KEPT["three"], gap_elder=0)


@pytest.mark.rule("W-140")
def test_the_discard_pile_shows_one_of_its_cards() -> None:
    text = "The discard pile does not show one of its cards, but the Seer (W-140)."
    assert text in broken(START, discard=(0, 1, 0, 0, 0), deck=75, top=4)
    assert broken(START, discard=(0, 1, 0, 0, 0), deck=75, top=2) == ()
    assert text in broken(START, top=4)


@pytest.mark.rule("W-140", "W-055")
def test_every_place_counts_for_the_twenty_cards_of_a_class() -> None:
    twenty = counts(*[5] * 19)
    agents = position([5, 1, 1, 1], Phase.PLAY, ["r5x1", "", "", ""], told=True, hands={0: []}, discard=twenty, top=5)
    assert "24 Noble cards are known, but there are 20 (W-140)." in violations(agents)  # and one in each other hand
    gap = position([1, 1, 1], Phase.SHELLS, game=THREE, gap_elder=5, discard=counts(*[5] * 20), top=5)
    assert violations(gap) == ("21 Noble cards are known, but there are 20 (W-140).",)


@pytest.mark.rule("W-140", "W-055")
def test_hands_and_what_was_told_of_them_agree() -> None:
    hands = (Hand(5, (3, 3, 0, 0, 0)), *START.table.hands[1:])
    assert broken(START, hands=hands) == ("Seat 1 holds fewer cards than were seen to go to its hand (W-140).",)
    told = KEPT["told"]
    less = at(told.secrets, 0, Hidden((1, 0, 0, 0, 0), (4,)))
    assert "Seat 1 was told 1 cards but holds 4 (W-140)." in violations(after(told, less))
    says = "Seat 1's face-down Agent does not match what was told (W-055)."
    many = (
        "Seat 1 was told of 2 places for Agents, but has 1: give agents for each, 0 where none lies face down (W-055)."
    )
    for agents, text in (((0,), says), ((4, 4), many)):
        other = at(told.secrets, 0, Hidden((1, 1, 1, 1, 0), agents))
        assert text in violations(after(told, other))
    seen = at(told.table.hands, 0, Hand(4, (0, 0, 0, 2, 0)))
    assert violations(after(told, hands=seen)) == ()  # a Seer in the hand, and one face down
    seen = at(told.table.hands, 0, Hand(4, (0, 0, 0, 0, 1)))
    assert violations(after(told, hands=seen)) == (
        "Seat 1 was told other cards than were seen to go to its hand (W-140).",
    )


@pytest.mark.rule("W-055", "W-100")
def test_head_to_head_keeps_a_secret_at_each_own_elder() -> None:
    duel = KEPT["duel"]
    assert duel.secrets[0] is not None
    assert duel.secrets[0].agents == (1, 0)
    swapped = at(duel.secrets, 0, replace(duel.secrets[0], agents=(0, 1)))
    assert violations(after(duel, swapped)) == ("Seat 1's face-down Agent does not match what was told (W-055).",)


# --- hands ---


@pytest.mark.rule("W-082", "W-012")
def test_hands_keep_to_the_limit() -> None:
    hands = at(START.table.hands, 0, Hand(6))
    more = "Seat 1 begins a round with 6 cards, more than 5 (W-082)."
    assert broken(START, hands=hands, deck=75) == (more,)
    assert broken(PLAYED, hands=at(PLAYED.table.hands, 0, Hand(5)), deck=75) == (more,)
    assert broken(WAVE, hands=at(WAVE.table.hands, 0, Hand(6)), deck=WAVE.table.deck - 2) == ()  # W-079
    ended = position([0, 0, 0, 0], Phase.NEXT_ROUND, ["F4", "F2", "R1", "F3"], hands={0: [1] * 6}, active="SEE-B1")
    assert violations(ended) == ("Seat 1 ends a round with 6 cards, more than 5 (W-082).",)
    dealt = position([0, 0, 0, 0], Phase.DEAL, hands={0: [1] * 6, 1: [], 2: [], 3: []})
    assert violations(dealt) == ("Seat 1 is dealt 6 cards, more than 5 (W-012).",)


@pytest.mark.rule("W-013", "W-082")
def test_the_solo_player_holds_six() -> None:
    state = KEPT["five in teams"]
    assert [hand.count for hand in state.table.hands] == [5, 5, 5, 5, 6]
    other = broken(state, hands=at(state.table.hands, 4, Hand(7)), deck=68)
    assert other == ("Seat 5 begins a round with 7 cards, more than 6 (W-082).",)


@pytest.mark.rule("W-106", "W-081")
def test_draws_of_a_round_are_counted() -> None:
    for state, drawn, text in (
        (START, (2, 0, 0, 0), "Seat 1 has drawn 2 cards in this round, and may draw 1 (W-081)."),
        (START, (0, -1, 0, 0), "Seat 2 has drawn -1 cards in this round, and may draw 1 (W-081)."),
        (KEPT["duel"], (2, 3), "Seat 2 has drawn 3 cards in this round, and may draw 2 (W-106)."),
    ):
        assert text in broken(state, drawn=drawn)
    # Two cards drawn amid the plays may lie in the hand beside the five of the round's start, and no third.
    duel = KEPT["duel"]
    assert broken(duel, drawn=(1, 2)) == ("Seat 1 begins a round with 6 cards, more than 5 (W-082).",)


@pytest.mark.rule("W-145", "W-144")
def test_everybody_can_play_and_draw() -> None:
    empty = position([1, 4, 4, 2], Phase.PLAY, ["f1", "", "", ""], hands={2: []})
    assert violations(empty) == ("Seat 3 has no card to play (W-145).",)
    stopped = after(empty, setup=setup(deck_empty="stop"))
    assert violations(stopped) == ()
    duel = position([1, 2, 3, 4], Phase.PLAY, game=DUEL, hands={0: []}, first=0)
    assert violations(duel) == ()
    piles = (counts(*[1] * 10, *[2] * 8), *[counts(*[cls] * 17) for cls in (3, 4, 5)])
    dry = position([0, 0, 0, 0], Phase.DRAW, ["F1", "F1", "F1", "F1"], active="SEE-B1", hands={0: [1]},
                   collected=piles, drawn=(1, 0, 0, 0), winner=0)  # fmt: skip
    short = replace(dry.table, hands=at(dry.table.hands, 0, Hand(dry.table.deck + dry.table.hands[0].count)), deck=0)
    found = " ".join(violations(after(dry, hands=short.hands, deck=0)))
    assert "Deck and discard pile hold fewer cards than the 3 that are still to be drawn (W-144)." in found
    assert "W-144" not in " ".join(violations(after(dry, hands=dry.table.hands, deck=dry.table.deck)))


# --- the centre, the token, the places ---


@pytest.mark.rule("W-141")
@pytest.mark.parametrize("shells", [-1, 6])
def test_shells_are_conserved(shells: int) -> None:
    assert broken(START, shells=shells) == (f"{shells} shells lie in the centre, but there are 5 (W-141).",)
    unlimited = position([1, 4, 4, 2], Phase.SHELLS, game=setup(shell_cap="none"), shells=shells)
    assert bool(violations(unlimited)) is (shells < 0)


@pytest.mark.rule("W-003", "W-009", "W-101")
def test_somebody_holds_the_wave_token() -> None:
    assert broken(START, token=-1) == ("Nobody holds the Wave token (W-009).",)
    assert broken(START, token=4) == ("The Wave token lies at place 5, and there are 4 (W-009).",)
    duel = KEPT["duel"]
    assert broken(duel, token=-1) == ("Nobody holds the Wave token (W-101).",)
    assert broken(duel, token=3) == ()
    for state, first in ((duel, 2), (START, 0)):
        assert "(W-101)" in " ".join(broken(state, first=first))


@pytest.mark.rule("W-142", "W-016")
def test_a_round_starts_with_one_elder_and_no_agent_a_slot() -> None:
    assert "Seat 1 has no Elder (W-142)." in broken(START, slots=at(START.table.slots, 0, Slot()), deck=77)
    agents = slot_with(START, 0, agent=Agent("follower", 1))
    assert "Seat 1 has Agents before the round has begun (W-142)." in broken(START, slots=agents, deck=75)
    duel = KEPT["duel"]
    assert "Seat 2, Elder 4, has no Elder (W-142)." in broken(duel, slots=at(duel.table.slots, 3, Slot()))
    missing = "The unassociated Elder is missing (W-142)."
    three = KEPT["three"]
    assert broken(three, gap_elder=0, deck=82, council=(1, 1, 1, 0, 0)) == (missing,)
    assert missing not in broken(after(three, setup=setup(players=3, deck_empty="stop")), gap_elder=0, deck=0)
    text = "There is an unassociated Elder, which only three players have (W-016)."
    assert text in broken(START, gap_elder=3, deck=75)


@pytest.mark.rule("W-143", "W-051")
def test_the_waves_start_with_one_agent_a_slot_and_leave_no_elder() -> None:
    one = "Seat 1 must have exactly one Agent now (W-143)."
    assert one in broken(WAVE, slots=at(WAVE.table.slots, 0, Slot(1, Agent("rebel", 2, 4))))
    assert one in broken(WAVE, slots=at(WAVE.table.slots, 0, Slot(1)))
    left = at(OVER.table.slots, 0, Slot(1, Agent("follower", 1, 4)))
    assert "Seat 1's Elder is left over after the Waves (W-143)." in broken(OVER, slots=left)
    unplayed = broken(PLAYED, slots=at(PLAYED.table.slots, 0, Slot(1)))
    assert "Seat 1 has no Agents, though all have played (W-051)." in unplayed


@pytest.mark.rule("W-051")
def test_a_place_is_passed_over_only_where_an_option_says_so() -> None:
    passed = position([1, 4, 4, 2], Phase.WAVE_1, ["", "f2", "R1", "f3"], active="SEE-B1", skipped=(0,), hands={0: []})
    assert violations(passed) == ("Seat 1 was passed over, where every Elder gets an Agent (W-051).",)
    assert violations(after(passed, setup=setup(deck_empty="stop"))) == ()
    both = position([1, 4, 4, 2], Phase.REVEAL, ["f1", "f2", "r1", "f3"], game=setup(deck_empty="stop"), skipped=(0,))
    assert violations(both) == ("Seat 1 was passed over, and has Agents (W-051).",)
    duel = position([1, 2, 3, 4], Phase.REVEAL, ["", "f2", "f3", "f4"], game=DUEL, drawn=(2, 2), skipped=(0,))
    assert violations(duel) == ("Seat 1, Elder 1, was passed over, where every Elder gets an Agent (W-051).",)
    assert violations(after(duel, setup=setup("head_to_head", 2, h2h_empty_hand="skip"))) == ()
    kept = position([1, 0, 0, 0], Phase.NEXT_ROUND, ["", "F2", "R1", "F3"], game=setup(deck_empty="stop"),
                    active="SEE-B1", skipped=(0,), hands={0: []})  # fmt: skip
    assert violations(kept) == ()


@pytest.mark.rule("W-052", "W-060", "W-070", "W-051")
def test_postures_are_kept() -> None:
    for state, slot, text in (
        (PLAYED, Slot(1, Agent("follower", 1, 4)), "Seat 1's Follower lies open before the Waves (W-060)."),
        (PLAYED, Slot(1, Agent("follower", 2)), "Seat 1's Follower has 2 cards (W-052)."),
        (PLAYED, Slot(1, Agent("rebel", 0)), "Seat 1's Agents are 0 cards (W-051)."),
        (WAVE, Slot(1, Agent("rebel", 1)), "Seat 1's Rebels still lie face down (W-060)."),
        (OVER, Slot(0, Agent("follower", 1)), "Seat 1's Agent still lies face down after the Waves (W-070)."),
    ):
        assert text in broken(state, slots=at(state.table.slots, 0, slot))
    early = position([1, 4, 4, 2], Phase.PLAY, ["R1x2", "", "", ""])
    assert violations(early) == ("Seat 1's Rebels lie open before the last Agent is placed (W-060).",)


# --- the tablet and the goal ---


@pytest.mark.rule("W-063", "W-061", "W-062", "W-045")
def test_the_active_tablet_is_that_of_the_true_majority() -> None:
    agents = ["f4", "f2", "R1x3", "f3"]
    state = position([1, 4, 4, 2], Phase.EXTRAS, agents, active="SCH-B", why=("W-063",))
    assert violations(state) == ()
    expected = "The active tablet is not that of the Scholars, who have the True Majority (W-063)."
    assert broken(state, active=4) == (expected,)
    assert broken(state, active=4, true_majority=4) == (expected,)
    assert broken(state, active=4, true_majority=4, why=("host",)) == ()
    three = position([1, 4, 1], Phase.EXTRAS, ["R4x2", "f2", "f3"], game=THREE, active="SEE-B1", why=("W-063",),
                     gap_elder=1)  # fmt: skip
    assert violations(three) == ()  # three Scholars, three Seers: the tie goes to the Seers
    assert broken(three, active=1) == (
        "The active tablet is not that of the Seers, who have the True Majority (W-063).",
    )


@pytest.mark.rule("W-123", "W-128", "W-132")
def test_what_a_tablet_keeps_in_mind_is_that_tablets() -> None:
    copies = position([1, 4, 4, 2], Phase.WAVE_1, ["f4", "f2", "R1", "f3"], game=setup(tablet="KNI-B2"),
                      active="KNI-B2", fixed_power=(2, 1, 4, 4))  # fmt: skip
    assert violations(copies) == ()
    for state, powers in ((copies, ()), (copies, (2, 1, 4)), (WAVE, (2, 1, 4, 4))):
        assert "(W-123)" in " ".join(broken(state, fixed_power=powers))
    noble = position([1, 4, 4, 2], Phase.WAVE_1, ["f4", "f2", "R1", "f3"], game=setup(tablet="NOB-B1"), active="NOB-B1")
    assert broken(noble, returned=True) == ()
    assert "(W-128)" in " ".join(broken(WAVE, returned=True))
    assert "(W-132)" in " ".join(broken(PLAYED, council=(1, 1, 0, 1, 0)))
    three = position([1, 2, 3], Phase.PLAY, game=THREE, gap_elder=5)
    assert violations(three) == ()
    assert "(W-132)" in " ".join(broken(three, council=(1, 1, 1, 0, 0)))


@pytest.mark.rule("W-030", "W-035")
def test_one_side_wins_and_then_the_game_is_over() -> None:
    done, almost, empty = (1, 1, 1, 1, 0), (1, 1, 1, 0, 0), counts()
    both = broken(START, collected=(done, done, empty, empty), deck=68, winner=0)
    assert both == ("More than one side has reached the goal (W-035).",)
    unnoticed = ("The game must end when, and only when, a side reaches the goal (W-030).",)
    assert broken(START, collected=(done, empty, empty, empty), deck=72) == unnoticed
    assert broken(START, collected=(done, empty, empty, empty), deck=72, winner=0) == ()
    assert broken(START, collected=(done, empty, empty, empty), deck=72, winner=1) == unnoticed
    assert broken(START, collected=(almost, empty, empty, empty), deck=73, winner=0) == unnoticed


@pytest.mark.rule("W-030", "W-031", "W-032", "W-033")
@pytest.mark.parametrize(
    ("name", "side", "pile", "wins"),
    [
        ("start", 0, (6, 0, 0, 0, 0), True),
        ("start", 0, (3, 2, 0, 0, 0), False),
        ("three", 0, (1, 1, 1, 1, 0), False),
        ("three", 0, (1, 1, 1, 1, 1), True),
        ("duel", 1, (6, 0, 0, 0, 0), False),
        ("duel", 1, (7, 0, 0, 0, 0), True),
        ("five in teams", 1, (2, 2, 1, 1, 0), False),
        ("five in teams", 2, (3, 3, 0, 0, 0), True),
        ("five in teams", 2, (1, 1, 1, 1, 0), True),
        ("six in teams", 0, (3, 3, 1, 0, 0), True),
    ],
)
def test_the_goal_of_each_side_ends_the_game(name: str, side: int, pile: Any, wins: bool) -> None:
    state = KEPT[name]
    table = after(state, collected=at(state.table.collected, side, pile), deck=state.table.deck - sum(pile))
    assert (violations(table) == ()) is not wins
    assert (violations(after(table, winner=side)) == ()) is wins


def test_laws_names_every_rule_that_a_sentence_gives() -> None:
    sources = [Path(str(module.__file__)).read_text(encoding="utf-8") for module in (invariants, of_cards)]
    code = "".join((sources[0].split("LAWS: ", 1)[1].split("def ", 1)[1], *sources[1:]))
    found = re.findall(r"\((W-\d{3})\)|\"(W-\d{3})\"", code)
    assert sorted({first or second for first, second in found}) == sorted(LAWS)


def test_no_law_uses_what_moves_the_game() -> None:
    known = set[str]()
    positions, acts = (Path(str(module.__file__)).parent for module in (invariants, steps))
    for module in (*positions.glob("*.py"), *acts.glob("*.py")):
        text = module.read_text(encoding="utf-8").replace("rules import actions", "rules.actions import actions")
        known.update(re.findall(r"^from companion\.games\.waves\.([\w.]+) import", text, re.M))
    assert {each for each in known if not each.startswith("laws")} == {"data.figures", "rules.actions", "state.model"}
