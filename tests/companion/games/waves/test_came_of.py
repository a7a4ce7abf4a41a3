"""What came of an act, in the words of the news: powers that met, collections, tablets, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.waves.rules.actions import ActivateTablet, Collect, Draw, RevealFollower
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.outcomes import told
from tests.companion.games.waves.positions import GAME, play_until, position


def wave(**more: Any) -> WavesState:
    """Everybody has followed with a Noble, and the first is turned up next, before a Seer."""
    state = position(
        [4, 5, 5, 5], tablets={3: "KNI-C", 5: "NOB-C"}, hands=dict.fromkeys(range(4), [5] * 5), card_shells=2, **more
    )
    return play_until(state, Phase.WAVE_1, ["F5"] * 4)


@pytest.mark.rule("W-070", "W-072")
def test_a_follower_turned_up_says_which_powers_meet() -> None:
    state = wave()
    assert told(GAME, state, RevealFollower(0, 5)) == (
        "Ada turns up the Follower: a Noble.",
        "Power 5 against the Seer's 4.",
    )


@pytest.mark.rule("W-030", "W-073")
def test_a_collected_elder_says_how_far_its_side_has_come() -> None:
    state = GAME.apply_action(wave(), RevealFollower(0, 5))
    assert told(GAME, state, Collect(0, 0))[1] == "Ada has 1 of 4 classes, 1 of 6 Elders."


@pytest.mark.rule("W-030")
def test_the_elder_that_wins_says_so() -> None:
    state = GAME.apply_action(wave(collected={0: [1, 2, 3]}), RevealFollower(0, 5))
    assert told(GAME, state, Collect(0, 0))[1] == "The collection holds 4 Elders of 4 classes."


@pytest.mark.rule("W-063")
def test_a_tablet_that_becomes_active_says_what_it_changes() -> None:
    state = play_until(position([1, 1, 1, 1]), Phase.TABLET, ["R1x1", "F1", "F1", "F1"])
    said = told(GAME, state, ActivateTablet(state.table.true_majority))
    assert said == (
        "The Scholars' tablet “Scholars at six” is active.",
        "Every Scholar, Elder or Agent, has power 6.",
    )


def test_a_draw_says_nothing_more_to_anybody() -> None:
    state = position([4, 5, 5, 5], phase=Phase.DRAW, deck=60)
    draw = next(act for act in GAME.legal_actions(state) if isinstance(act, Draw))
    assert {told(GAME, state, draw, seat)[1] for seat in (None, 0, 1)} == {""}
