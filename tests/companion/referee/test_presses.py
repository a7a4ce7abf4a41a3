"""Buttons at the table: a press does the one thing that is left to do, and never chooses."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Choice, State
from companion.games.registry import GAMES
from companion.games.waves.actions import (
    Discard,
    Draw,
    NextRound,
    PassToken,
    PlayAgents,
    RevealFollower,
)
from companion.referee.presses import PressRefused, pressed
from companion.referee.sight import Sight
from tests.companion.referee.test_explain import until
from tests.companion.referee.test_watching import NAMES, Table, after, first, rebels

WAVES = GAMES["waves"]
OFF = Sight()


def press(state: State[Any, Any], button: str, sight: Sight = OFF) -> Choice[Any]:
    return pressed(WAVES, state, button, sight, NAMES)


def refusal(state: State[Any, Any], button: str, sight: Sight = OFF) -> str:
    with pytest.raises(PressRefused) as refused:
        press(state, button, sight)
    return str(refused.value)


@pytest.mark.parametrize("kind", [PassToken, NextRound])
def test_next_does_what_the_rules_leave_alone(kind: type) -> None:
    state, act = first(kind)
    assert press(state, "next").actions == (act,)


def test_next_stands_for_all_draws_and_a_seat_for_its_own() -> None:
    state, act = first(Draw)
    run = press(state, "next").actions
    assert len(run) == 20  # five cards each for four players (W-012)
    assert set(run) == {Draw(seat) for seat in range(4)}
    assert act.actor is not None
    assert press(state, f"seat{act.actor + 1}").actions == (act,)


def test_the_last_draw_of_all_is_one_thing_to_do() -> None:
    state, _ = first(Draw)
    while len(press(state, "next").actions) > 1:
        state = after(state, WAVES.legal_actions(state)[0])
    (act,) = WAVES.legal_actions(state)
    assert isinstance(act, Draw)
    assert press(state, "next").actions == (act,)
    assert press(state, f"seat{act.seat + 1}").actions == (act,)


def test_the_button_of_a_seat_does_nothing_for_another() -> None:
    state, act = first(Draw)
    assert act.actor is not None
    other = (act.actor + 1) % 4
    assert refusal(state, f"seat{other + 1}") == (
        f"Button of seat {other + 1}: nothing of {NAMES[other]} waits to be confirmed now. Look at the prompt."
    )


@pytest.mark.parametrize("kind", [PlayAgents, RevealFollower])
def test_a_button_does_not_choose(kind: type) -> None:
    state, _ = first(kind)
    assert refusal(state, "next").startswith("Button “next”: there are ")
    assert refusal(state, "next").endswith(" ways to go on. Tap the one you mean.")


def test_a_seat_with_several_cards_to_discard_has_to_tap() -> None:
    state = until(Discard)
    (seat, *_) = {act.actor for act in WAVES.legal_actions(state) if isinstance(act, Discard)}
    assert seat is not None
    assert "ways to go on. Tap the one" in refusal(state, f"seat{seat + 1}")


@pytest.mark.parametrize("button", ["seat5", "seat0", "seat", "seat-1", "lamp", "seat٣x", ""])
def test_a_button_that_nobody_has_is_told(button: str) -> None:
    state, _ = first(Draw)
    assert refusal(state, button).endswith(": 4 play, and nobody has this button. Press another.")


def test_a_press_says_that_an_open_act_is_all() -> None:
    state, _, one = rebels(3)
    table = Table(state)
    assert table.show(after(state, one)) == "open"
    assert press(state, f"seat{one.seat + 1}", table.watcher.sight).actions == (one,)
    assert press(state, "next", table.watcher.sight).actions == (one,)
    other = (one.seat + 1) % 4
    assert "nothing of" in refusal(state, f"seat{other + 1}", table.watcher.sight)
