"""Each law of tablets, turns and checks lets the right act pass and names what is wrong with another."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.waves.rules.actions import (
    ActivateTablet,
    Collect,
    DiscardExtras,
    PlaceShells,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    WavesAction,
)
from companion.games.waves.state.model import (
    Agent,
    Phase,
    Slot,
    WavesState,
)
from tests.companion.games.waves.law_positions import (
    after,
    at,
    collected,
    complaints,
    counts,
    hand_with,
    position,
    right,
    setup,
    slot_with,
    taken,
    turned_up,
    wrong,
)

DUEL = setup("head_to_head", 2)


# --- the tablet ---


@pytest.mark.rule("W-060", "W-061", "W-079")
def test_rebels_are_turned_up_before_the_true_majority() -> None:
    state = position([1, 4, 4, 2], Phase.REVEAL, ["r1x2", "r3", "f1", "f1"])
    right(state, RevealRebels(0, 1), slots=turned_up(state, 0, 1))
    wrong("W-060", state, RevealRebels(0, 1), slots=turned_up(state, 0, 1), phase=Phase.TABLET, true_majority=1)
    wrong("W-060", state, RevealRebels(2, 1), slots=turned_up(state, 2, 1))
    wrong("W-060", state, RevealRebels(0, 1), slots=turned_up(state, 0, 2))
    wrong("W-079", state, RevealRebels(0, 1), slots=turned_up(state, 0, 1), hands=hand_with(state, 0, 1))
    last = after(state, slots=turned_up(state, 1, 3))
    right(last, RevealRebels(0, 1), slots=turned_up(last, 0, 1), phase=Phase.TABLET, true_majority=1)
    wrong("W-061", last, RevealRebels(0, 1), slots=turned_up(last, 0, 1), phase=Phase.TABLET, true_majority=4)


@pytest.mark.rule("W-061", "W-062", "W-063", "W-045")
@pytest.mark.parametrize(
    ("council", "gap", "agents", "cls"),
    [
        ([1, 4, 4, 2], 0, ["f3", "R1x2", "f5", "R3"], 1),
        ([4, 5, 1, 2], 0, ["R4", "f5", "R5", "f3"], 5),  # S-21
        ([2, 2, 4, 4], 0, ["R2", "f5", "f5", "f3"], 2),
        ([4, 3, 1], 3, ["f5", "R3", "f2"], 3),  # S-20
        ([3, 3, 1], 1, ["f5", "f3", "f2"], 3),  # the unassociated Elder makes a tie only
    ],
)
def test_the_tablet_of_the_true_majority_becomes_active(
    council: list[int], gap: int, agents: list[str], cls: int
) -> None:
    game = setup(players=len(council))
    state = position(council, Phase.TABLET, agents, game=game, gap_elder=gap, true_majority=cls)
    right(state, ActivateTablet(cls), active=cls)
    other = cls % 5 + 1
    wrong("W-063", state, ActivateTablet(other), active=other)
    wrong("W-063", state, ActivateTablet(cls), active=other)
    wrong("W-061", state, ActivateTablet(cls), active=cls, true_majority=other)
    wrong("W-123", state, ActivateTablet(cls), active=cls, fixed_power=(1,) * len(council))


@pytest.mark.rule("W-123", "W-118", "W-105")
@pytest.mark.parametrize(
    ("council", "gap", "more", "powers"),
    [
        ([3, 1, 5, 3], 0, {}, (3, 3, 1, 5)),
        ([3, 1, 5], 3, {}, (3, 3, 1)),  # between the last and the first seat: to the right of the first
        ([3, 1, 5], 3, {"gap_after": 0}, (5, 3, 1)),
        ([3, 1, 5], 3, {"gap_after": 1}, (5, 3, 3)),
        ([3, 1, 2], 5, {"gap_after": 1}, (2, 3, 5)),
        ([3, 1, 2], 5, {"gap_after": 1, "ring_elders_include_gap": False}, (2, 3, 1)),
        ([3, 1, 2], 0, {"gap_after": 1, "deck_empty": "stop"}, (2, 3, 1)),  # none lies there any more
        ([3, 1, 5, 3], 0, {"mode": "head_to_head"}, (3, 3, 1, 5)),
    ],
)
def test_powers_are_copied_from_the_right(
    council: list[int], gap: int, more: dict[str, Any], powers: tuple[int, ...]
) -> None:
    game = setup(players=2 if "mode" in more else len(council), tablet="KNI-B2", **more)
    agents = ["R3"] * len(council)
    state = position(council, Phase.TABLET, agents, game=game, gap_elder=gap, true_majority=3)
    right(state, ActivateTablet(3), active=3, fixed_power=powers)
    wrong("W-123", state, ActivateTablet(3), active=3, fixed_power=at(powers, 0, powers[0] % 5 + 1))
    wrong("W-123", state, ActivateTablet(3), active=3)


@pytest.mark.rule("W-126", "W-118", "W-065", "W-105")
@pytest.mark.parametrize(
    ("council", "gap", "more", "moved", "moved_gap"),
    [
        ([1, 2, 3, 4], 0, {}, (2, 3, 4, 1), 0),
        ([1, 2, 3, 4], 0, {"mode": "head_to_head"}, (2, 3, 4, 1), 0),
        ([1, 2, 3], 5, {}, (2, 3, 1), 5),
        ([1, 2, 3], 5, {"rotate_gap": True}, (2, 3, 5), 1),
        ([1, 2, 3], 5, {"rotate_gap": True, "gap_after": 0}, (5, 3, 1), 2),
        ([1, 2, 3], 0, {"rotate_gap": True, "gap_after": 0, "deck_empty": "stop"}, (2, 3, 1), 0),
    ],
)
def test_elders_move_to_the_right(
    council: list[int], gap: int, more: dict[str, Any], moved: tuple[int, ...], moved_gap: int
) -> None:
    game = setup(players=2 if "mode" in more else len(council), tablet="SEE-B2", **more)
    agents = ["f1", "R4x2", "f1", "f2"][: len(council)]
    state = position(council, Phase.DIRECT, agents, game=game, gap_elder=gap, active="SEE-B2")
    slots = tuple(replace(slot, elder=moved[index]) for index, slot in enumerate(state.table.slots))
    right(state, RotateElders(), slots=slots, gap_elder=moved_gap, acted=True, phase=Phase.EXTRAS)
    wrong("W-126", state, RotateElders(), acted=True)
    wrong("W-126", state, RotateElders(), slots=at(slots, 0, Slot(moved[0])), gap_elder=moved_gap, acted=True)
    wrong("W-065", state, RotateElders(), slots=slots, gap_elder=moved_gap)
    if gap:
        wrong("W-126", state, RotateElders(), slots=slots, gap_elder=3, acted=True)


@pytest.mark.rule("W-134", "W-065")
@pytest.mark.parametrize(
    ("agents", "variants", "due"),
    [
        (["R5", "R5", "R4", "R3"], {}, 0),  # S-16
        (["f5", "R5x3", "f4", "R3"], {}, 2),
        (["f1"] * 6, {}, 5),  # S-17
        (["f1"] * 6, {"shell_cap": "none"}, 6),
        (["f1", "f2", "R5", "f1"], {"mode": "head_to_head"}, 3),
    ],
)
def test_the_nobles_tablet_sets_the_shells(agents: list[str], variants: dict[str, Any], due: int) -> None:
    players = 2 if "mode" in variants else len(agents)
    game = setup(players=players, tablet="NOB-A", **variants)
    state = position([5] * len(agents), Phase.DIRECT, agents, game=game, active="NOB-A", shells=4, open_majority=5)
    for number in range(7):
        said = complaints(state, PlaceShells(number), after(state, shells=number, acted=True))
        assert said == "" if number == due else "(W-134)" in said
    wrong("W-065", state, PlaceShells(due), shells=due)
    wrong("W-134", state, PlaceShells(due), shells=due, acted=True, open_majority=4)


@pytest.mark.rule("W-065", "W-126", "W-134")
@pytest.mark.parametrize("side", ["SEE-B2", "NOB-A"])
def test_a_direct_tablet_takes_effect_at_once(side: str) -> None:
    cls = 4 if side == "SEE-B2" else 5
    state = position([cls] * 4, Phase.TABLET, ["f1", "f2", "f1", "f2"], game=setup(tablet=side), true_majority=cls)
    right(state, ActivateTablet(cls), active=cls, phase=Phase.DIRECT)
    wrong("W-065", state, ActivateTablet(cls), active=cls, phase=Phase.WAVE_1)
    wrong("W-065", state, ActivateTablet(cls), active=cls, phase=Phase.DIRECT, acted=True)
    other = position([3] * 4, Phase.DIRECT, ["f1", "f2", "f1", "f2"], active="KNI-C", shells=1)
    wrong("W-134", other, PlaceShells(4), shells=4, acted=True)
    wrong("W-126", other, RotateElders(), acted=True)


@pytest.mark.rule("W-066", "W-087")
def test_extra_rebels_are_discarded() -> None:
    state = position([1, 4, 4, 2], Phase.EXTRAS, ["R1x3", "R2x2", "f1", "R3"], active="SCH-B")
    slots = slot_with(state, 0, agent=Agent("rebel", 1, 1))
    gone: dict[str, Any] = {"discard": counts(1, 1), "top": 1}
    right(state, DiscardExtras(0), slots=slots, **gone)
    wrong("W-066", state, DiscardExtras(0), slots=slots, discard=counts(1), top=1)
    wrong("W-066", state, DiscardExtras(0), slots=slot_with(state, 0, agent=Agent("rebel", 2, 1)), **gone)
    wrong("W-087", state, DiscardExtras(0), slots=slots, discard=counts(1, 1), top=2)
    wrong("W-066", state, DiscardExtras(0), slots=slots, phase=Phase.WAVE_1, **gone)
    wrong("W-066", state, DiscardExtras(3))


# --- the Waves: whose turn ---


@pytest.mark.rule("W-070", "W-071", "W-075", "W-078", "W-122", "W-127")
@pytest.mark.parametrize(
    ("side", "token", "agents", "order"),
    [
        ("KNI-C", 2, ["F1", "F1", "R1", "F1"], [3, 0, 1, 2]),
        ("KNI-C", 1, ["R1", "F1", "R1", "F1"], [1, 3, 2, 0]),
        ("KNI-B1", 1, ["R1", "F1", "R1", "F1"], [2, 0, 1, 3]),
        ("KNI-B1", 2, ["R1", "F1", "R1", "R1"], [2, 3, 0, 1]),
        ("SEE-B3", 1, ["R1", "F1", "R1", "F1"], [1, 3, 0, 2]),
        ("SEE-B3", 2, ["F1", "F1", "F1", "F1"], [2, 1, 0, 3]),
    ],
)
def test_slots_are_checked_in_their_order(side: str, token: int, agents: list[str], order: list[int]) -> None:
    for mode, players in (("all_vs_all", 4), ("head_to_head", 2), ("teams", 4)):
        game = setup(mode, players, tablet=side)
        state = position([5, 5, 5, 5], Phase.WAVE_1, agents, game=game, active=side, token=token, shells=0)
        for number, slot in enumerate(order):
            first = "R" if side == "KNI-B1" else "F"
            state = after(state, phase=Phase.WAVE_1 if agents[slot][0] == first else Phase.WAVE_2)
            assert complaints(state, TakeElder(slot), taken(state, slot)) == ""
            for later in order[number + 1 :]:
                assert "(W-078)" in complaints(state, TakeElder(later), taken(state, later))
            state = taken(state, slot)


@pytest.mark.rule("W-070", "W-071", "W-075")
def test_followers_are_turned_up_one_by_one_on_their_turn() -> None:
    state = position([5, 5, 5, 5], Phase.WAVE_1, ["R1", "f1", "f2", "R3"], active="NOB-C", token=0)
    right(state, RevealFollower(1, 1), slots=turned_up(state, 1, 1))
    wrong("W-070", state, RevealFollower(2, 2), slots=turned_up(state, 2, 2))
    wrong("W-070", state, TakeElder(1), **_fields(taken(state, 1)))  # before the card is seen
    shown = after(state, slots=turned_up(state, 1, 1))
    right(shown, TakeElder(1), **_fields(taken(shown, 1)))
    wrong("W-060", shown, RevealFollower(1, 1))
    wrong("W-070", shown, TakeElder(1), **_fields(taken(shown, 1)), phase=Phase.WAVE_2)
    second = position([5, 0, 0, 5], Phase.WAVE_1, ["R1", "F1", "F2", "R3"], active="NOB-C", token=0)
    wrong("W-075", second, TakeElder(0), **_fields(taken(second, 0)))
    last = after(second, phase=Phase.WAVE_2)
    wrong("W-075", last, TakeElder(0), **_fields(taken(last, 0)), phase=Phase.PASS_TOKEN)


def _fields(state: WavesState) -> dict[str, Any]:
    names = ("slots", "hands", "collected", "shells", "returned")
    return {name: getattr(state.table, name) for name in names}


@pytest.mark.rule("W-131", "W-070", "W-118")
def test_a_copied_agent_is_turned_up_early_and_no_other() -> None:
    game = setup(tablet="KNI-A")
    state = position([5, 5, 3, 5], Phase.WAVE_1, ["f1", "f2", "f3", "f4"], game=game, active="KNI-A", token=1)
    for slot in (0, 1):
        right(state, RevealFollower(slot, slot + 1), slots=turned_up(state, slot, slot + 1))
    for slot in (2, 3):
        wrong("W-131", state, RevealFollower(slot, slot + 1), slots=turned_up(state, slot, slot + 1))
    own = after(state, slots=turned_up(state, 1, 2))
    wrong("W-131", own, TakeElder(1), **_fields(taken(own, 1)))
    both = after(own, slots=turned_up(own, 0, 1))
    right(both, TakeElder(1), **_fields(taken(both, 1)))
    three = setup(players=3, tablet="KNI-A")
    beyond = position([5, 5, 3], Phase.WAVE_1, ["f1", "f2", "f3"], game=three, active="KNI-A", gap_elder=2)
    right(beyond, RevealFollower(2, 3), slots=turned_up(beyond, 2, 3))
    blocked = after(beyond, setup=setup(players=3, tablet="KNI-A", ring_agents_skip_gap=False))
    wrong("W-131", blocked, RevealFollower(2, 3), slots=turned_up(beyond, 2, 3))


# --- the Waves: how a check ends ---

RULE_OF = {
    "SCH-A": "W-133",
    "SCH-B": "W-120",
    "KEE-A": "W-130",
    "KEE-B": "W-121",
    "KNI-A": "W-131",
    "KNI-B2": "W-123",
    "KNI-C": "W-076",
    "SEE-A": "W-132",
    "SEE-B1": "W-125",
    "NOB-B1": "W-128",
    "NOB-B2": "W-129",
}


def check(side: str, *values: Any, name: str) -> Any:
    """A case, and the rule of its tablet."""
    return pytest.param(side, *values, id=f"{side} {name}", marks=pytest.mark.rule(RULE_OF[side]))


CHECKS = [
    # side, Agents at slots 3 (to the right) and 0, Elders of slots 0 and 1, shells, outcome, what it shows
    check("KNI-C", "F1", "F4", (3, 1), 1, "collect", {}, name="higher"),
    check("KNI-C", "F1", "F3", (3, 1), 1, "hand", {}, name="equal, W-076"),
    check("KNI-C", "F1", "F5", (3, 1), 0, "hand", {}, name="no shell"),
    check("SCH-B", "F1", "F5", (1, 2), 1, "hand", {}, name="X-11"),
    check("SCH-B", "F1", "F1", (1, 2), 1, "hand", {}, name="Scholar against Scholar"),
    check("SCH-B", "F5", "R1", (5, 2), 1, "collect", {}, name="Scholar Rebel at six"),
    check("KEE-B", "F1", "F3", (3, 1), 1, "collect", {}, name="equal collects, I-13"),
    check("KEE-B", "F1", "F4", (3, 1), 1, "hand", {}, name="higher does not"),
    check("SEE-B1", "F1", "F4", (2, 1), 1, "hand", {}, name="a Follower loses two, I-15"),
    check("SEE-B1", "F1", "F5", (2, 1), 1, "collect", {}, name="Noble against Keeper, I-15"),
    check("SEE-B1", "F1", "R4", (3, 1), 1, "collect", {}, name="a Rebel loses nothing"),
    check("KNI-B2", "F1", "F2", (5, 1), 1, "collect", {"fixed_power": (1, 5, 1, 1)}, name="by the copied power"),
    check("KNI-B2", "F1", "F5", (1, 1), 1, "hand", {"fixed_power": (5, 1, 1, 1)}, name="copied power too high"),
    check("NOB-B1", "F1", "F5", (1, 1), 1, "returned", {}, name="first one returned"),
    check("NOB-B1", "F1", "F5", (1, 1), 1, "collect", {"returned": True}, name="the next one collected"),
    check("NOB-B1", "F1", "F5", (1, 1), 0, "hand", {}, name="without a shell nothing is returned, A-16"),
    check("NOB-B1", "F1", "F1", (1, 1), 1, "hand", {}, name="nor without the power"),
    check("NOB-B2", "F1", "F5", (4, 1), 1, "collect", {}, name="no duplicate"),
    check("NOB-B2", "F1", "F5", (3, 1), 1, "hand", {}, name="duplicate"),
    check("KEE-A", "F1", "F2", (5, 1), 2, "collect", {}, name="Keeper at six, I-12"),
    check("KEE-A", "F1", "F2", (4, 1), 1, "hand", {}, name="Keeper at four"),
    check("KEE-A", "F1", "F5", (2, 1), 2, "hand", {}, name="Keeper Elder at six"),
    check("KEE-A", "F1", "R2", (2, 1), 5, "hand", {}, name="Keeper against Keeper, A-19"),
    check("KNI-A", "F5", "F1", (4, 1), 1, "collect", {}, name="the right Agent's number"),
    check("KNI-A", "R1", "F5", (1, 1), 1, "hand", {}, name="and not the own one"),
    check("SEE-A", "F1", "F5", (4, 1), 1, "collect", {}, name="only one of its kind"),
    check("SEE-A", "F1", "F5", (1, 1), 1, "hand", {}, name="two of its kind"),
    check("SEE-A", "F1", "F5", (4, 1), 1, "hand", {"council": (1, 0, 1, 2, 0)}, name="one that has left, I-11"),
    check("SCH-A", "F1", "F5", (3, 1), 1, "hand", {}, name="Followers at three"),
    check("SCH-A", "F1", "F1", (2, 1), 1, "collect", {}, name="Followers at three, I-14"),
    check("SCH-A", "F1", "R1", (5, 1), 1, "collect", {}, name="Rebels at six"),
]


@pytest.mark.rule("W-072", "W-073", "W-074", "W-117")
@pytest.mark.parametrize(("side", "before", "own", "elders", "shells", "outcome", "more"), CHECKS)
def test_a_check_ends_as_the_tablet_says(
    side: str, before: str, own: str, elders: tuple[int, int], shells: int, outcome: str, more: dict[str, Any]
) -> None:
    # The two Elders left are those of slots 0 and 1; the side of slot 0 has collected a Knight.
    phase = Phase.WAVE_1 if own[0] == "F" else Phase.WAVE_2
    piles = at((counts(),) * 4, 0, counts(3))
    state = position((*elders, 0, 0), phase, [own, "R1", "F1", before], game=setup(tablet=side), active=side,
                     shells=shells, collected=piles, **{"council": counts(*elders, 3), **more})  # fmt: skip
    ends: dict[str, tuple[WavesAction, WavesState]] = {
        "collect": (Collect(0, 0), collected(state, 0)),
        "hand": (TakeElder(0), taken(state, 0)),
        "returned": (TakeElder(0), taken(state, 0, returned=True)),
    }
    for name, (action, result) in ends.items():
        if name == "returned" and state.table.returned:
            continue
        assert (complaints(state, action, result) == "") is (name == outcome), name


@pytest.mark.rule("W-077")
def test_a_player_may_leave_an_elder_only_by_the_option() -> None:
    for is_optional in (False, True):
        game = setup(optional_collect=is_optional)
        state = position([3, 1, 0, 0], Phase.WAVE_1, ["F5", "R1", "F1", "F1"], game=game, active="KNI-C", shells=1)
        assert complaints(state, Collect(0, 0), collected(state, 0)) == ""
        assert (complaints(state, TakeElder(0), taken(state, 0)) == "") is is_optional
        weak = after(state, slots=slot_with(state, 0, elder=5))
        assert "(W-072)" in complaints(weak, Collect(0, 0), collected(weak, 0))


@pytest.mark.rule("W-131")
def test_who_has_no_agent_to_the_right_keeps_the_own_number() -> None:
    game = setup(players=3, tablet="KNI-A", ring_agents_skip_gap=False)
    state = position([4, 0, 0], Phase.WAVE_1, ["F5", "F1", "F1"], game=game, active="KNI-A", shells=1, gap_elder=1)
    assert complaints(state, Collect(0, 0), collected(state, 0)) == ""
    assert "(W-072)" in complaints(state, TakeElder(0), taken(state, 0))
    usual = after(state, setup=setup(players=3, tablet="KNI-A"))
    assert "(W-072)" in complaints(usual, Collect(0, 0), collected(usual, 0))


@pytest.mark.rule("W-034", "W-109", "W-073", "W-146", "W-129")
@pytest.mark.parametrize(
    ("mode", "players", "slot", "side", "rule"),
    [
        ("teams", 4, 2, 0, "W-034"),
        ("teams", 5, 4, 2, "W-034"),
        ("teams", 6, 5, 1, "W-034"),
        ("head_to_head", 2, 3, 1, "W-109"),
        ("all_vs_all", 6, 5, 5, "W-034"),
    ],
)
def test_an_elder_goes_to_the_pool_of_its_side(mode: str, players: int, slot: int, side: int, rule: str) -> None:
    game = setup(mode, players)
    places = game.slot_count
    council = tuple(2 if index == slot else 0 for index in range(places))
    state = position(council, Phase.WAVE_1, ["F5"] * places, game=game, active="KNI-C", shells=1, token=slot)
    good = collected(state, slot)
    assert complaints(state, Collect(slot, side), good) == ""
    other = (side + 1) % len(game.goals)
    assert f"({rule})" in complaints(state, Collect(slot, other), good)
    piles = at(state.table.collected, other, counts(2))
    assert f"({rule})" in complaints(state, Collect(slot, side), after(good, collected=piles))
    assert "(W-073)" in complaints(state, Collect(slot, side), after(good, shells=1))
    empty = after(state, shells=0)
    assert "(W-146)" in complaints(empty, Collect(slot, side), collected(empty, slot))
    alone = after(state, setup=setup(mode, players, tablet="NOB-B2"), active=5, true_majority=5)
    pool = after(alone, collected=at(state.table.collected, side, counts(2)))
    assert "(W-129)" in complaints(pool, Collect(slot, side), collected(pool, slot))
    elsewhere = after(alone, collected=piles)
    assert complaints(elsewhere, Collect(slot, side), collected(elsewhere, slot)) == ""


@pytest.mark.rule("W-074", "W-079", "W-109")
def test_an_elder_left_goes_to_the_hand_of_its_player() -> None:
    state = position([0, 0, 0, 5], Phase.WAVE_1, ["F5"] * 4, game=DUEL, active="KNI-C", drawn=(2, 2))
    good = taken(state, 3)
    assert [hand.count for hand in good.table.hands] == [5, 6]
    assert complaints(state, TakeElder(3), good) == ""
    assert "(W-074)" in complaints(state, TakeElder(3), after(good, hands=state.table.hands))
    assert complaints(state, TakeElder(3), after(good, hands=hand_with(state, 0, 1))) != ""
    assert "(W-079)" in complaints(state, TakeElder(3), after(good, slots=at(good.table.slots, 3, Slot())))
