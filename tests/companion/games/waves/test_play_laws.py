"""Each law of plays and draws lets the right one pass and names what is wrong with another."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.waves.rules.actions import Draw, PlayAgents
from companion.games.waves.state.model import (
    Agent,
    Phase,
    Posture,
    WavesState,
)
from tests.companion.games.waves.law_positions import (
    after,
    complaints,
    hand_with,
    laid,
    position,
    right,
    setup,
    slot_with,
    wrong,
)

DUEL, OLDER = setup("head_to_head", 2), setup("head_to_head", 2, edition="breakers")


# --- playing Agents ---


def play(state: WavesState, slot: int, posture: Posture = "follower", count: int = 1) -> str:
    """What is wrong with playing that at a slot."""
    action = PlayAgents(state.table.setup.owner(slot), slot, posture, (0,) * count)
    return complaints(state, action, after(state, **laid(state, slot, posture, count)))


@pytest.mark.rule("W-050", "W-051", "W-052", "W-053", "W-054", "W-055")
def test_agents_are_played_in_turn_and_as_they_may() -> None:
    state = position([1, 4, 4, 2], Phase.PLAY, ["", "", "", "f2"], token=3)
    assert play(state, 0) == play(state, 0, "rebel", 5) == play(state, 0, "rebel") == ""
    assert "(W-050)" in play(state, 1)
    assert "(W-050)" in play(state, 3)  # W-058: nobody plays twice
    assert "(W-052)" in play(state, 0, "follower", 2)
    assert "(W-051)" in play(state, 0, "follower", 0)
    assert "(W-051)" in play(state, 0, "rebel", 6)
    follower = PlayAgents(0, 0, "follower", (2,))
    wrong(
        "W-054", state, follower, **{**laid(state, 0, "follower", 1), "slots": laid(state, 1, "follower", 1)["slots"]}
    )
    wrong("W-055", state, follower, **laid(state, 0, "rebel", 1))
    wrong(
        "W-055",
        state,
        follower,
        slots=slot_with(state, 0, agent=Agent("follower", 1, 2)),
        hands=hand_with(state, 0, -1),
    )
    wrong("W-051", state, follower, slots=laid(state, 0, "follower", 1)["slots"])
    wrong("W-053", state, PlayAgents(0, 0, "rebel", (2, 3)), **laid(state, 0, "rebel", 2))
    wrong("W-050", state, PlayAgents(1, 0, "follower", (2,)), **laid(state, 0, "follower", 1))
    wrong("W-051", state, follower, **laid(state, 0, "follower", 1), phase=Phase.REVEAL)


@pytest.mark.rule("W-103", "W-104", "W-106")
def test_head_to_head_goes_elder_by_elder_with_two_cards_after_the_first() -> None:
    """S-23: A plays at 0 and draws two, B at 1 and draws two, then A at 2 and B at 3."""
    start = position([1, 2, 3, 4], Phase.PLAY, game=DUEL)
    assert play(start, 0) == ""
    assert "(W-104)" in play(start, 2)
    one = position([1, 2, 3, 4], Phase.PLAY, ["f1"], game=DUEL)
    right(one, Draw(0), hands=hand_with(one, 0, 1), deck=85, drawn=(1, 0))
    wrong("W-106", one, Draw(1), hands=hand_with(one, 1, 1), deck=85, drawn=(0, 1))
    wrong("W-081", one, Draw(0), hands=hand_with(one, 0, 1), deck=85)
    assert "(W-104)" in play(one, 1)
    half = after(one, drawn=(1, 0), hands=hand_with(one, 0, 1), deck=85)
    assert "(W-104)" in play(half, 1)
    two = position([1, 2, 3, 4], Phase.PLAY, ["f1"], game=DUEL, drawn=(2, 0))
    assert play(two, 1) == ""
    wrong("W-106", two, Draw(0), hands=hand_with(two, 0, 1), deck=83, drawn=(3, 0))
    three = position([1, 2, 3, 4], Phase.PLAY, ["f1", "r1x2", "f3"], game=DUEL, drawn=(2, 2))
    assert play(three, 3) == ""
    undrawn = position([1, 2, 3, 4], Phase.PLAY, ["f1", "f2", "f3", "f4"], game=DUEL, drawn=(2, 1))
    wrong("W-051", undrawn, Draw(1), hands=hand_with(undrawn, 1, 1), deck=81, drawn=(2, 1), phase=Phase.REVEAL)


@pytest.mark.rule("W-112", "W-106")
def test_the_older_head_to_head_lets_choose_and_draws_when_both_have_played() -> None:
    start = position([1, 2, 3, 4], Phase.PLAY, game=OLDER, token=1)
    assert play(start, 1) == play(start, 3) == ""
    assert "(W-112)" in play(start, 0)
    one = position([1, 2, 3, 4], Phase.PLAY, ["", "", "", "f1"], game=OLDER, token=1)
    assert play(one, 0) == play(one, 2) == ""
    assert "(W-112)" in play(one, 1)
    wrong("W-112", one, Draw(1), hands=hand_with(one, 1, 1), deck=85, drawn=(0, 1))
    both = position([1, 2, 3, 4], Phase.PLAY, ["f1", "", "", "f1"], game=OLDER, token=1)
    right(both, Draw(1), hands=hand_with(both, 1, 1), deck=85, drawn=(0, 1))
    wrong("W-112", both, Draw(0), hands=hand_with(both, 0, 1), deck=85, drawn=(1, 0))
    rest = position([1, 2, 3, 4], Phase.PLAY, ["f1", "", "", "f1"], game=OLDER, token=1, drawn=(2, 2))
    assert play(rest, 1) == ""
    assert "(W-112)" in play(rest, 2)
    last = position([1, 2, 3, 4], Phase.PLAY, ["f1", "f2", "", "f1"], game=OLDER, token=1, drawn=(2, 2))
    assert play(last, 2) == ""


@pytest.mark.rule("W-111")
@pytest.mark.parametrize("game", [DUEL, OLDER])
def test_an_empty_hand_draws_first_and_keeps_a_card(game: Any) -> None:
    """S-28."""
    empty = position([1, 2, 3, 4], Phase.PLAY, game=game, hands={0: ()})
    right(empty, Draw(0), hands=hand_with(empty, 0, 1), deck=90, drawn=(1, 0))
    one = position([1, 2, 3, 4], Phase.PLAY, game=game, hands={0: (1,)}, drawn=(1, 0))
    right(one, Draw(0), hands=hand_with(one, 0, 1), deck=89, drawn=(2, 0))
    assert play(one, 0) != ""
    two = position([1, 2, 3, 4], Phase.PLAY, game=game, hands={0: (1, 1)}, drawn=(2, 0))
    assert play(two, 0) == ""
    assert "(W-111)" in play(two, 0, "rebel", 2)
    skipping = after(empty, setup=replace(game, variants=setup(h2h_empty_hand="skip").variants))
    assert complaints(skipping, Draw(0), after(skipping, hands=hand_with(empty, 0, 1), deck=90, drawn=(1, 0))) != ""
    passed = after(skipping, skipped=(0,))
    assert play(passed, 1) == "" if game is OLDER else "(W-104)" in play(passed, 1)  # by then two cards are drawn
    full = position([1, 2, 3, 4], Phase.PLAY, game=game, hands={0: (1, 1)})
    assert play(full, 0, "rebel", 2) == ""  # two cards are drawn after it


@pytest.mark.rule("W-051")
def test_nobody_is_passed_over_who_can_play() -> None:
    stop = setup(deck_empty="stop")
    dry: dict[str, Any] = {"game": stop, "deck": 0}
    state = position([1, 4, 4, 2], Phase.PLAY, hands={1: ()}, **dry)
    right(state, PlayAgents(0, 0, "follower", (0,)), **laid(state, 0, "follower", 1), skipped=(1,))
    wrong("W-051", state, PlayAgents(0, 0, "follower", (0,)), **laid(state, 0, "follower", 1), skipped=(1, 2))
    undried = after(state, deck=3)
    wrong("W-051", undried, PlayAgents(0, 0, "follower", (0,)), **laid(state, 0, "follower", 1), skipped=(1,))
    played = position([1, 4, 4, 2], Phase.PLAY, ["", "f1"], hands={1: ()}, **dry)
    wrong("W-051", played, PlayAgents(0, 0, "follower", (0,)), **laid(played, 0, "follower", 1), skipped=(1,))
    passed = after(state, slots=laid(state, 0, "follower", 1)["slots"], skipped=(1,))
    assert play(passed, 2) == ""
    assert "(W-050)" in play(passed, 1)
