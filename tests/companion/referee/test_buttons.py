"""Buttons at the table: a press does the one thing that is left to do, and never chooses."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Choice
from companion.referee.buttons import PressRefused, pressed
from companion.referee.sight import Sight
from tests.companion.referee.positions import GAME, NAMES, AnyState, after, first, legal, until
from tests.companion.referee.table import Table
from tests.games.sealed_bid.model import Discard, Draw, PassToken, PlacePearls, Reveal, SealBid

OFF = Sight()


def press(state: AnyState, button: str, sight: Sight = OFF) -> Choice[Any]:
    return pressed(GAME, state, button, sight, NAMES)


def refusal(state: AnyState, button: str, sight: Sight = OFF) -> str:
    with pytest.raises(PressRefused) as refused:
        press(state, button, sight)
    return str(refused.value)


@pytest.mark.parametrize("kind", [PassToken, PlacePearls])
def test_next_does_what_the_rules_leave_alone(kind: type[PassToken | PlacePearls]) -> None:
    state, act = first(kind)
    assert press(state, "next").actions == (act,)


def test_next_stands_for_all_draws_and_a_seat_for_its_own() -> None:
    state, act = first(Draw)
    run = press(state, "next").actions
    assert len(run) == 9  # three cards each for three players (B-002)
    assert set(run) == {Draw(seat) for seat in range(3)}
    assert press(state, f"seat{act.seat + 1}").actions == (act,)


def test_the_last_draw_of_all_is_one_thing_to_do() -> None:
    state, _ = first(Draw)
    while len(press(state, "next").actions) > 1:
        state = after(state, GAME.legal_actions(state)[0])
    (act,) = legal(state, Draw)
    assert press(state, "next").actions == (act,)
    assert press(state, f"seat{act.seat + 1}").actions == (act,)


def test_the_button_of_a_seat_does_nothing_for_another() -> None:
    state, act = first(Draw)
    other = (act.seat + 1) % 3
    assert refusal(state, f"seat{other + 1}") == (
        f"Button of seat {other + 1}: nothing of {NAMES[other]} waits to be confirmed now. Look at the prompt."
    )


@pytest.mark.parametrize(
    ("kind", "ways"),
    [
        (SealBid, 6),  # one card or two, of each seat
        (Reveal, 18),  # six numbers of each
    ],
)
def test_a_button_does_not_choose(kind: type[SealBid | Reveal], ways: int) -> None:
    state, _ = first(kind)
    assert refusal(state, "next") == f"Button “next”: there are {ways} ways to go on. Tap the one you mean."


def test_a_seat_with_several_cards_to_discard_has_to_tap() -> None:
    state = until(Discard)
    seat = legal(state, Discard)[0].seat
    assert refusal(state, f"seat{seat + 1}") == (
        f"Button of seat {seat + 1}: there are 6 ways to go on. Tap the one you mean."
    )


@pytest.mark.parametrize("button", ["seat4", "seat0", "seat", "seat-1", "lamp", "seat٣x", ""])
def test_a_button_that_nobody_has_is_told(button: str) -> None:
    state, _ = first(Draw)
    assert refusal(state, button).endswith(": 3 play, and nobody has this button. Press another.")


def test_a_press_says_that_an_open_act_is_all() -> None:
    state, one = first(SealBid, cards=(0,))
    table = Table(state)
    assert table.show(after(state, one)) == "open"
    assert press(state, f"seat{one.seat + 1}", table.watcher.sight).actions == (one,)
    assert press(state, "next", table.watcher.sight).actions == (one,)
    other = (one.seat + 1) % 3
    assert "nothing of" in refusal(state, f"seat{other + 1}", table.watcher.sight)
