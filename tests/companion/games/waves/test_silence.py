"""Teams talk until their Agents lie, then no more until the last player's do (W-057, D-12, A-21, A-22)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Seat
from companion.games.waves.rules.actions import PlayAgents
from companion.games.waves.state.model import Phase, WavesState
from companion.games.waves.state.turns import silent_seats
from tests.companion.games.waves.positions import GAME, play_until, position

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
TURN = "Followers may collect first. Rebels count for the True Majority."
HUSH = " You have played: no word and no sign until everyone has."


def after_plays(number: int, players: int = 4, token: int = 1, mode: str = "teams", **more: Any) -> WavesState:
    """The state after so many players have played."""
    state = play_until(position([5] * players, mode=mode, token=token, **more), Phase.PLAY, [])
    for step in range(number):
        seat = (token + step) % players
        state = GAME.apply_action(state, PlayAgents(seat, seat, "follower", (2,)))
    return state


def said(state: WavesState, seat: Seat | None = None) -> str:
    """What the prompt says about talking."""
    why = GAME.prompt(GAME.view(state, seat, NAMES)).why
    assert str(why).startswith(TURN)
    return str(why).removeprefix(TURN)


def silent_lights(state: WavesState) -> list[str]:
    scene = GAME.light.scene(GAME.view(state, None, NAMES))
    return [str(glow.text) for glow in scene.glows if str(glow.text).endswith("is silent.")]


@pytest.mark.rule("W-057")
def test_silence_grows_seat_by_seat_from_the_token_and_ends_with_the_last_play() -> None:
    seats = [silent_seats(after_plays(number).table) for number in range(5)]
    assert seats == [(), (1,), (1, 2), (1, 2, 3), ()]
    assert after_plays(4).table.phase is not Phase.PLAY


@pytest.mark.rule("W-057", "A-22")
def test_after_the_last_play_nobody_is_told_to_be_silent() -> None:
    state = after_plays(4)
    for seat in (None, 0, 1, 2, 3):
        told = GAME.prompt(GAME.view(state, seat, NAMES))
        assert "W-057" not in str(told.why)
    assert silent_lights(state) == []


@pytest.mark.rule("W-057", "A-21")
def test_before_playing_a_seat_is_told_with_whom_it_may_talk() -> None:
    state = after_plays(0)
    assert said(state) == " Teams may talk, aloud, until they play."
    assert said(state, 0) == " Until you play you may talk with Cleo, aloud."
    assert said(state, 1) == " Until you play you may talk with Dan, aloud."


@pytest.mark.rule("W-057")
def test_who_has_played_is_told_to_be_silent_and_the_table_sees_who_is() -> None:
    state = after_plays(2)
    assert said(state, 1) == said(state, 2) == HUSH
    assert said(state, 3) != HUSH
    assert said(state, 0) != HUSH
    assert said(state) == " Silent now: Ben and Cleo."
    assert said(after_plays(1)) == " Silent now: Ben."
    assert said(after_plays(5, players=6)) == " Silent now: Ben, Cleo, Dan, Eve and Finn."


@pytest.mark.rule("W-057")
def test_the_solo_player_has_nobody_to_talk_with_and_is_silent_like_all() -> None:
    state = after_plays(0, players=5, token=4)
    assert said(state, 4) == ""
    assert said(after_plays(1, players=5, token=4), 4) == HUSH


@pytest.mark.rule("W-057")
def test_a_team_of_three_hears_both_names() -> None:
    assert said(after_plays(0, players=6), 0) == " Until you play you may talk with Cleo and Eve, aloud."


@pytest.mark.rule("W-057")
def test_a_light_and_a_line_mark_every_silent_seat() -> None:
    state = after_plays(2)
    assert silent_lights(state) == ["Ben is silent.", "Cleo is silent."]
    panels = GAME.screen.panels(GAME.view(state, None, NAMES))
    marked = [panel.seat for panel in panels if "Silent until everyone has played" in map(str, panel.lines)]
    assert marked == [1, 2]


@pytest.mark.rule("W-057")
def test_playing_agents_names_the_silence_as_a_reason_in_teams_only() -> None:
    assert "W-057" in after_plays(1).table.why
    assert "W-057" not in after_plays(1, mode="all_vs_all").table.why


@pytest.mark.rule("W-057")
@pytest.mark.parametrize("edition", ["rebels", "breakers"])
def test_nobody_is_silenced_outside_teams(edition: str) -> None:
    """D-12: the older book has the rule for all, the companion shows it in Teams only."""
    for number in range(4):
        state = after_plays(number, mode="all_vs_all", options={"edition": edition})
        assert silent_seats(state.table) == ()
        assert silent_lights(state) == []
        for seat in (None, 0, 1):
            assert "W-057" not in str(GAME.prompt(GAME.view(state, seat, NAMES)).why)


@pytest.mark.rule("W-057")
def test_both_books_silence_teams() -> None:
    assert silent_seats(after_plays(2, options={"edition": "breakers"}).table) == (1, 2)
