"""Waves as camera and scale follow it: its acts, in its own words and by its own rules."""

from __future__ import annotations

import random

import pytest

from companion.games.waves.mat.layouts import layout_of
from companion.games.waves.mat.mat import KIT
from companion.games.waves.rules.actions import (
    Collect,
    Discard,
    DiscardGapElder,
    PlaceShells,
    PlayAgents,
)
from companion.language.message import say
from companion.lights.render import render
from companion.lights.scene import Scene
from companion.referee.attention import attend, seat_of
from companion.referee.explain import explain
from companion.referee.fuse import table_view
from companion.referee.mismatch import Mismatch
from companion.referee.sight import Sight
from companion.table.expected import Backs, ExpectedTable, ExpectedZone, Pieces
from companion.table.geometry import Area, lay_table
from tests.companion.games.waves.at_the_table import (
    WAVES,
    Scale,
    Table,
    after,
    changed,
    first,
    rebels,
    table_of,
)
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.referee.perfect import sightings
from tests.companion.referee.positions import NAMES, AnyState
from tests.companion.referee.table import follow_a_game, weigh_a_game
from tests.said import said

# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3, 4, 5))])
def test_a_whole_game_is_followed_without_a_question(seed: int) -> None:
    follow_a_game(WAVES, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3))])
def test_a_whole_game_by_scale_and_taps_never_misleads(seed: int) -> None:
    weigh_a_game(WAVES, seed, "shells")


# --- one act ----------------------------------------------------------------------------------------------------------


def test_one_rebel_may_be_the_first_of_three() -> None:
    state, three, one = rebels(3)
    table = Table(state)
    assert table.show(after(state, one), looks=100) == "open"
    assert table.acts == []
    (answer,) = table.watcher.sight.question
    assert answer.actions == (one,)
    assert "If that is all:" in str(table.watcher.sight.text)
    table.show(after(state, three))
    assert table.acts == []
    other = next(act for act in WAVES.legal_actions(after(state, three)) if isinstance(act, PlayAgents))
    table.show(after(state, three, other))
    assert table.acts == [three, other]


@pytest.mark.rule("W-043", "W-044")
def test_shells_laid_out_are_an_act_by_the_scale_alone() -> None:
    state, act = first(PlaceShells, seed=3)
    assert act.count > 1
    scale = Scale(state)
    assert scale.watcher.sight.text == "No camera looks on. The scale agrees with the game."
    assert scale.feel(1) == "in_progress"
    assert scale.acts == []
    assert scale.feel(act.count) == "settled"
    assert scale.acts == [act]


@pytest.mark.rule("W-073")
def test_a_shell_lifted_is_a_collected_elder_by_the_scale_alone() -> None:
    state, act = first(Collect)
    scale = Scale(state)
    scale.feel(state.table.shells - 1)
    assert scale.acts == [act]


def test_a_discard_that_the_elder_of_nobody_hides_is_asked_about() -> None:
    """Three players: a card is to be discarded, and then the unassociated Elder goes upon it (W-084)."""
    state = before_the_gap_is_discarded()
    discards = [act for act in WAVES.legal_actions(state) if isinstance(act, Discard)]
    found = explain(WAVES, state, table_of(after(state, discards[0], DiscardGapElder())))
    assert found.verdict == "several"
    assert set(found.ways) == {(act, DiscardGapElder()) for act in discards}


def before_the_gap_is_discarded() -> AnyState:
    """One card is to be discarded, of an unknown class, and then the unassociated Elder."""
    for seed in range(200):
        rng = random.Random(seed)
        state = WAVES.new_game({"cards": "own", "players": 3}, {})
        while legal := WAVES.legal_actions(state):
            discards = [act for act in legal if isinstance(act, Discard)]
            is_free = len(discards) >= 3 and len(discards) == len(legal)
            if is_free and DiscardGapElder() in WAVES.legal_actions(after(state, discards[0])):
                return state
            state = WAVES.apply_action(state, rng.choice(legal))
    raise AssertionError("no such position")


# --- what is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("W-054")
def test_a_card_at_anothers_elder_is_named() -> None:
    state, act = first(PlayAgents, posture="follower")
    other = (act.slot + 1) % 4
    table = Table(state)
    assert said(table.show_table(changed(state, {f"follower.{other}": Backs("back", 1)}))) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [(f"follower.{other}", "W-054")]
    assert said([fix.text for fix in sight.fixes]) == [
        f"Take the face-down card away from {NAMES[other]}'s Follower place."
    ]
    assert table.acts == []


@pytest.mark.rule("W-050")
def test_of_two_agents_at_once_the_one_out_of_turn_is_named() -> None:
    state, act = first(PlayAgents, posture="follower")
    other = (act.slot + 2) % 4
    both = {f"follower.{act.slot}": Backs("back", 1), f"follower.{other}": Backs("back", 1)}
    table = Table(state)
    assert said(table.show_table(changed(state, both))) == "mismatch"
    sight = table.watcher.sight
    assert [(wrong.zone, wrong.rule) for wrong in sight.mismatches] == [(f"follower.{other}", "W-050")]
    assert [fix.source for fix in sight.fixes] == [f"follower.{other}"]


@pytest.mark.rule("W-043")
def test_a_shell_too_many_is_named() -> None:
    state, act = first(PlaceShells)
    table = Table(state)
    more = ("shell",) * (max(act.count, state.table.shells) + 1)
    assert said(table.show_table(changed(state, {"centre": Pieces(more)}))) == "mismatch"
    assert [wrong.rule for wrong in table.watcher.sight.mismatches] == ["W-043"]
    assert table.acts == []


# --- its mat ----------------------------------------------------------------------------------------------------------


def test_a_hand_over_the_elders_crab_hides_that_rebels_may_lie_there() -> None:
    elder = ExpectedTable((ExpectedZone("elder.0", Pieces(("card:1",))),))
    place = LAYOUT.find("rebel.0")
    hand = Area(place.x_mm + 1, place.y_mm + 1, place.width_mm - 2, place.height_mm - 2)

    def covered(*covers: Area) -> set[str]:
        found = sightings(lay_table(elder, LAYOUT, KIT), LAYOUT, KIT, 0.0, covers)
        return {zone.zone for zone in table_view(found, [], LAYOUT, KIT).zones if zone.covered}

    assert covered() == set()
    assert "rebel.0" in covered(hand)
    assert "elder.0" not in covered(hand)


def test_the_mat_has_a_marker_in_each_corner_clockwise_from_the_top_left() -> None:
    assert [(each.id, each.x_mm, each.y_mm, each.side_mm) for each in LAYOUT.anchors] == [
        (0, 20, 20, 18),
        (1, 880, 20, 18),
        (2, 880, 580, 18),
        (3, 20, 580, 18),
    ]


@pytest.mark.parametrize(
    ("mode", "players", "zone", "seat"),
    [
        ("all_vs_all", 4, "elder.2", 2),
        ("all_vs_all", 4, "elder.4", None),
        ("all_vs_all", 4, "tablet.active", None),
        ("head_to_head", 2, "elder.2", 0),
        ("head_to_head", 2, "rebel.3", 1),
        ("head_to_head", 2, "collection.1", 1),
        ("all_vs_all", 3, "elder.gap", None),
        ("all_vs_all", 6, "follower.5", 5),
        ("teams", 6, "token.4", 4),
        ("teams", 4, "collection.1", None),
    ],
)
def test_the_mat_says_whose_a_place_is(mode: str, players: int, zone: str, seat: int | None) -> None:
    assert seat_of(zone, layout_of(mode, players)) == seat


@pytest.mark.parametrize(
    ("mode", "players", "zone", "told"),
    [
        ("teams", 4, "collection.1", "Marks between the seats: look at the places that all share."),
        ("all_vs_all", 4, "tablet.active", "Marks between the seats: look at the places that all share."),
        ("head_to_head", 2, "rebel.3", "Dashes before Ben: look there."),
    ],
)
def test_what_is_wrong_shows_on_the_strip_before_whose_place_it_is(
    mode: str, players: int, zone: str, told: str
) -> None:
    sight = Sight("mismatch", mismatches=(Mismatch(zone, "W-140", say(".")),))
    scene = attend(Scene(), sight, layout_of(mode, players), NAMES[:players])
    assert said(scene.text()) == told
    if "Ben" in told:  # his is the second half of the strip
        shines = [place for place, colour in enumerate(render(scene, 100)) if max(colour) > 140]
        assert min(shines, default=0) >= 50
