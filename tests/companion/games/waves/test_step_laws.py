"""Each law of steps lets the right act pass and names what is wrong with another; all made from records by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.waves.rules.actions import (
    Collect,
    Discard,
    DiscardGapElder,
    Draw,
    LayToken,
    NameFirst,
    NextRound,
    PassToken,
    PlaceShells,
    PlaceToken,
    PlayAgents,
    Reshuffle,
    RevealFollower,
    RevealRebels,
    TurnUpElder,
    TurnUpGapElder,
)
from companion.games.waves.state.model import (
    Agent,
    Hand,
    Hidden,
    Phase,
    Slot,
)
from tests.companion.games.waves.law_positions import (
    after,
    at,
    collected,
    complaints,
    counts,
    hand_with,
    laid,
    position,
    right,
    setup,
    slot_with,
    turned_up,
    wrong,
)

DUEL = setup("head_to_head", 2)
START = position([1, 4, 4, 2], Phase.SHELLS)


# --- setup ---


@pytest.mark.rule("W-009", "W-101")
def test_the_wave_token_comes_to_somebody() -> None:
    none = position([0] * 4, Phase.TOKEN, hands=dict.fromkeys(range(4), ()), token=-1)
    right(none, PlaceToken(2), token=2)
    right(none, PlaceToken(2), token=2, phase=Phase.DEAL)
    wrong("W-009", none, PlaceToken(2), token=1)
    wrong("W-009", none, PlaceToken(2), phase=Phase.DEAL)
    duel = position([1, 2, 3, 4], Phase.TOKEN, game=DUEL, hands={0: (), 1: ()}, token=-1)
    wrong("W-101", duel, PlaceToken(2), token=2)
    right(duel, NameFirst(1), first=1)
    wrong("W-101", duel, NameFirst(1), first=0)
    wrong("W-101", none, NameFirst(1), first=1)
    named = after(duel, first=1)
    wrong("W-101", named, NameFirst(0), first=0)
    right(named, LayToken(0, 3), token=3, phase=Phase.DEAL)
    wrong("W-101", named, LayToken(1, 3), token=3)  # the first player lays it
    wrong("W-101", named, LayToken(0, 2), token=2)  # at the other player's own Elder
    wrong("W-101", named, LayToken(0, 3), token=1)
    wrong("W-101", duel, LayToken(0, 3), token=3)


@pytest.mark.rule("W-012", "W-013", "W-140")
def test_cards_are_dealt_one_at_a_time() -> None:
    state = position([0] * 4, Phase.DEAL, hands={0: (1, 1), 1: (1, 1), 2: (1,), 3: (1,)})
    right(state, Draw(2), hands=hand_with(state, 2, 1), deck=93)
    wrong("W-012", state, Draw(3), hands=hand_with(state, 3, 1), deck=93)
    wrong("W-140", state, Draw(2), hands=hand_with(state, 2, 1))
    wrong("W-081", state, Draw(2), hands=hand_with(state, 2, 1), deck=93, drawn=(0, 0, 1, 0))
    wrong("W-081", state, Draw(2), deck=93)
    wrong("W-012", state, Draw(2), hands=hand_with(state, 2, 1), deck=93, phase=Phase.COUNCIL)
    five = dict.fromkeys(range(5), (1,) * 5)
    last = position([0] * 5, Phase.DEAL, game=setup("teams", 5), hands=five)
    right(last, Draw(4), hands=hand_with(last, 4, 1), deck=74, phase=Phase.COUNCIL)
    wrong("W-012", last, Draw(0), hands=hand_with(last, 0, 1), deck=74)


@pytest.mark.rule("W-015", "W-016", "W-040")
def test_elders_are_turned_up_for_everyone_and_one_for_nobody() -> None:
    state = position([1, 0, 2], Phase.COUNCIL, game=setup(players=3))
    right(state, TurnUpElder(1, 5), slots=slot_with(state, 1, elder=5), deck=82)
    wrong("W-015", state, TurnUpElder(1, 5), slots=slot_with(state, 1, elder=4), deck=82)
    wrong("W-140", state, TurnUpElder(1, 5), slots=slot_with(state, 1, elder=5))
    wrong("W-015", state, TurnUpElder(0, 5), slots=slot_with(state, 0, elder=5), deck=82)
    wrong("W-015", state, TurnUpElder(1, 5), slots=slot_with(state, 1, elder=5), deck=82, phase=Phase.SHELLS)
    full = position([1, 2, 2], Phase.COUNCIL, game=setup(players=3))
    right(full, TurnUpGapElder(3), gap_elder=3, deck=81, phase=Phase.SHELLS)
    wrong("W-016", full, TurnUpGapElder(3), gap_elder=4, deck=81)
    wrong("W-016", START, TurnUpGapElder(3), gap_elder=3, deck=75)
    duel = position([1, 2, 3, 0], Phase.COUNCIL, game=DUEL, hands={0: (), 1: ()}, token=-1)
    right(duel, TurnUpElder(3, 5), slots=slot_with(duel, 3, elder=5), deck=96, phase=Phase.TOKEN)


# --- shells ---


@pytest.mark.rule("W-041", "W-042", "W-043", "W-044", "W-045")
def test_the_open_majority_gives_the_shells() -> None:
    numbers = tuple(replace(START.table.setup.council_card[0], value=value) for value in (5, 4, 3, 2, 1))
    game = setup(council_card=numbers)
    state = position([2, 2, 4, 4], Phase.SHELLS, game=game, shells=1)  # the tie goes to the Seers
    changes: dict[str, Any] = {"shells": 2, "open_majority": 4, "phase": Phase.PLAY}
    right(state, PlaceShells(2), **changes)
    wrong("W-042", state, PlaceShells(2), **{**changes, "open_majority": 2})
    wrong("W-044", state, PlaceShells(3), **{**changes, "shells": 3})
    wrong("W-141", state, PlaceShells(3), **changes)
    wrong("W-132", state, PlaceShells(2), council=counts(2, 2, 4), **changes)
    wrong("W-065", state, PlaceShells(2), acted=True, **changes)
    none = after(state, shells=0)
    wrong("W-043", none, PlaceShells(3), **{**changes, "shells": 3})
    three = position([2, 2, 4], Phase.SHELLS, game=setup(players=3, council_card=numbers), gap_elder=4)
    right(three, PlaceShells(2), **changes)
    wrong("W-042", three, PlaceShells(4), shells=4, open_majority=2, phase=Phase.PLAY)


@pytest.mark.rule("W-044")
@pytest.mark.parametrize(
    ("left", "variants", "due"),
    [
        (2, {}, 4),
        (1, {"leftover_shells": "add"}, 5),
        (2, {"leftover_shells": "add"}, 5),
        (2, {"leftover_shells": "add", "shell_cap": "none"}, 6),
        (2, {"shell_cap": "none"}, 4),
    ],
)
def test_left_over_shells_by_the_options(left: int, variants: dict[str, Any], due: int) -> None:
    state = position([2, 2, 4, 4], Phase.SHELLS, game=setup(shells=4, **variants), shells=left)
    for number in range(8):
        said = complaints(state, PlaceShells(number), after(state, shells=number, open_majority=4, phase=Phase.PLAY))
        assert said == "" if number == due else "(W-044)" in said


# --- secrets ---


@pytest.mark.rule("W-055", "W-140")
def test_what_is_told_moves_with_the_cards() -> None:
    state = position([1, 2, 3, 4], Phase.PLAY, ["f1"], game=DUEL, told=True, drawn=(2, 2), hands={0: (2, 2, 3)})
    action = PlayAgents(0, 2, "rebel", (2, 2))
    begun = after(state, slots=slot_with(state, 1, agent=Agent("follower", 1)))
    begun = after(begun, at(state.secrets, 1, Hidden(counts(1, 2, 3, 4, 5, 1), (2, 0))))
    changes = laid(begun, 2, "rebel", 2)
    for told, is_right in (
        (Hidden(counts(3), (1, 2)), True),
        (Hidden(counts(3), (2, 1)), False),
        (Hidden(counts(2, 3), (1, 2)), False),
        (None, False),
    ):
        said = complaints(begun, action, after(begun, at(begun.secrets, 0, told), **changes))
        assert said == "" if is_right else "(W-055)" in said
    wrong("W-140", begun, PlayAgents(0, 2, "rebel", (4, 4)), **changes)
    other = at(begun.secrets, 1, Hidden(counts(1), (2, 0)))
    assert "Seat 2 is told" in complaints(begun, action, after(begun, other, **changes))


@pytest.mark.rule("W-055", "W-060")
def test_cards_turned_up_are_those_laid_down() -> None:
    state = position([1, 4, 4, 2], Phase.REVEAL, ["r3x2", "f1", "f1", "f1"], told=True)
    hidden = state.secrets[0]
    assert hidden is not None
    open_now = at(state.secrets, 0, replace(hidden, agents=(0,)))
    assert complaints(state, RevealRebels(0, 3), after(state, open_now, slots=turned_up(state, 0, 3))) == ""
    assert "(W-055)" in complaints(state, RevealRebels(0, 2), after(state, open_now, slots=turned_up(state, 0, 2)))
    assert "(W-055)" in complaints(state, RevealRebels(0, 3), after(state, slots=turned_up(state, 0, 3)))


@pytest.mark.rule("W-140", "W-082")
def test_cards_seen_to_go_to_a_hand_are_forgotten_as_they_leave_it() -> None:
    state = position([1, 4, 4, 2], Phase.REVEAL, ["r3x2", "f1", "f1", "f1"])
    seen = after(state, hands=at(state.table.hands, 0, Hand(3, (1, 0, 1, 0, 0))))
    left = at(state.table.hands, 0, Hand(3, (1, 0, 0, 0, 0)))
    right(seen, RevealRebels(0, 3), slots=turned_up(state, 0, 3), hands=left)
    wrong("W-140", seen, RevealRebels(0, 3), slots=turned_up(state, 0, 3))
    end = position([0] * 4, Phase.DISCARD, ["F1", "F1", "F1", "F1"], hands={0: (1,) * 6})
    known = after(end, hands=at(end.table.hands, 0, Hand(6, (1, 0, 1, 0, 0))))
    gone: dict[str, Any] = {"discard": counts(3), "top": 3}
    right(known, Discard(0, 3), hands=at(end.table.hands, 0, Hand(5, (1, 0, 0, 0, 0))), **gone)
    wrong("W-140", known, Discard(0, 3), hands=at(end.table.hands, 0, Hand(5, (1, 0, 1, 0, 0))), **gone)


@pytest.mark.rule("W-140", "W-054")
def test_an_act_changes_nothing_else() -> None:
    state = position([1, 4, 4, 2], Phase.REVEAL, ["r3x2", "f1", "f1", "f1"])
    right(state, RevealRebels(0, 3), slots=turned_up(state, 0, 3))
    slots = turned_up(state, 0, 3)
    wrong("W-054", state, RevealRebels(0, 3), slots=at(slots, 1, Slot(5, slots[1].agent)))
    for changes in ({"deck": 70}, {"shells": 3}, {"round": 2}, {"hands": hand_with(state, 1, 1)}, {"first": 1}):
        wrong("W-140", state, RevealRebels(0, 3), slots=slots, **changes)


# --- the round's end ---

END = position([0] * 4, Phase.PASS_TOKEN, ["F1", "F2", "R3", "F4"], active="KNI-C", token=3)


@pytest.mark.rule("W-080", "W-108", "W-107")
def test_the_token_goes_on_clockwise() -> None:
    right(END, PassToken(0), token=0, phase=Phase.DRAW)
    wrong("W-080", END, PassToken(2), token=2)
    wrong("W-080", END, PassToken(0), token=1)
    wrong("W-081", END, PassToken(0), token=0, phase=Phase.DISCARD)
    duel = position([0] * 4, Phase.PASS_TOKEN, ["F1", "F2", "R3", "F4"], game=DUEL, active="KNI-C", drawn=(2, 2))
    right(duel, PassToken(1), token=1, phase=Phase.NEXT_ROUND)
    wrong("W-108", duel, PassToken(2), token=2, phase=Phase.NEXT_ROUND)
    wrong("W-040", duel, PassToken(1), token=1, phase=Phase.DRAW)


@pytest.mark.rule("W-081", "W-086", "W-107")
def test_everybody_draws_one_card_from_the_token_on() -> None:
    """S-22: P3, P0, P1, P2."""
    state = after(END, phase=Phase.DRAW, drawn=(1, 0, 0, 1))
    deck = state.table.deck - 1
    right(state, Draw(1), hands=hand_with(state, 1, 1), deck=deck, drawn=(1, 1, 0, 1))
    wrong("W-081", state, Draw(2), hands=hand_with(state, 2, 1), deck=deck, drawn=(1, 0, 1, 1))
    wrong("W-081", state, Draw(0), hands=hand_with(state, 0, 1), deck=deck, drawn=(2, 0, 0, 1))
    wrong("W-081", state, Draw(1), hands=hand_with(state, 1, 1), deck=deck, drawn=(1, 1, 0, 1), phase=Phase.NEXT_ROUND)
    dry = after(state, setup=setup(deck_empty="stop"), deck=1)
    right(dry, Draw(1), hands=hand_with(state, 1, 1), deck=0, drawn=(1, 1, 0, 1), phase=Phase.NEXT_ROUND)
    duel = position([0] * 4, Phase.DRAW, ["F1", "F2", "R3", "F4"], game=DUEL, active="KNI-C")
    wrong("W-040", duel, Draw(0), hands=hand_with(duel, 0, 1), deck=duel.table.deck - 1, drawn=(1, 0))


@pytest.mark.rule("W-088", "W-144")
def test_the_discard_pile_is_shuffled_when_a_card_is_needed() -> None:
    state = after(END, phase=Phase.DRAW, deck=0, discard=(5, 5, 5, 5, 0), top=2, drawn=(0, 0, 0, 1))
    done: dict[str, Any] = {"deck": 20, "discard": counts(), "top": 0}
    right(state, Reshuffle(), **done)
    wrong("W-088", state, Reshuffle(), **{**done, "deck": 19})
    wrong("W-088", state, Reshuffle(), **{**done, "top": 2})
    for other in (
        after(state, deck=1),
        after(state, setup=setup(deck_empty="stop")),
        after(state, drawn=(1, 1, 1, 1)),
        after(state, phase=Phase.DISCARD),
    ):
        wrong("W-088", other, Reshuffle(), **done)
    amid = position([1, 2, 3, 4], Phase.PLAY, ["f1"], game=DUEL, deck=0, discard=(5, 5, 5, 5, 0), top=2)
    right(amid, Reshuffle(), **done)
    wrong("W-088", after(amid, drawn=(2, 0)), Reshuffle(), **done)


@pytest.mark.rule("W-082", "W-013", "W-087")
def test_too_many_cards_are_discarded() -> None:
    game = setup("teams", 5)
    hands = {0: (1,) * 6, 1: (1,) * 5, 4: (1,) * 7}
    state = position([0] * 5, Phase.DISCARD, ["F1"] * 5, game=game, active="KNI-C", hands=hands, drawn=(1,) * 5)
    gone: dict[str, Any] = {"discard": counts(4), "top": 4}
    right(state, Discard(0, 4), hands=hand_with(state, 0, -1), **gone)
    right(state, Discard(4, 4), hands=hand_with(state, 4, -1), **gone)
    wrong("W-082", state, Discard(1, 4), hands=hand_with(state, 1, -1), **gone)
    wrong("W-082", state, Discard(0, 4), **gone)
    wrong("W-082", state, Discard(0, 4), hands=hand_with(state, 0, -1), discard=counts(3), top=4)
    wrong("W-087", state, Discard(0, 4), hands=hand_with(state, 0, -1), discard=counts(4), top=3)
    wrong("W-082", state, Discard(0, 4), hands=hand_with(state, 0, -1), **gone, phase=Phase.NEXT_ROUND)
    solo = after(state, hands=at(state.table.hands, 4, Hand(6)))
    wrong("W-082", solo, Discard(4, 4), hands=hand_with(solo, 4, -1), **gone)


@pytest.mark.rule("W-084", "W-016")
def test_the_unassociated_elder_is_replaced() -> None:
    """S-24."""
    game = setup(players=3)
    state = position([0] * 3, Phase.GAP, ["F2", "R3", "F5"], game=game, active="KNI-C", gap_elder=4, drawn=(1, 1, 1))
    gone: dict[str, Any] = {"gap_elder": 0, "discard": counts(4), "top": 4}
    right(state, DiscardGapElder(), **gone)
    wrong("W-084", state, DiscardGapElder(), **{**gone, "discard": counts(3)})
    wrong("W-084", state, DiscardGapElder(), discard=counts(4), top=4)
    wrong("W-084", state, DiscardGapElder(), **gone, phase=Phase.NEXT_ROUND)
    stopped = after(state, setup=setup(players=3, deck_empty="stop"), deck=0)
    right(stopped, DiscardGapElder(), **gone, phase=Phase.NEXT_ROUND)
    bare = after(state, **gone)
    wrong("W-084", bare, DiscardGapElder())
    deck = state.table.deck - 1
    right(bare, TurnUpGapElder(1), gap_elder=1, deck=deck, phase=Phase.NEXT_ROUND)
    wrong("W-084", bare, TurnUpGapElder(1), gap_elder=2, deck=deck)
    wrong("W-084", state, TurnUpGapElder(1), gap_elder=1, deck=deck)
    over = after(state, phase=Phase.DISCARD, hands=at(state.table.hands, 1, Hand(6)))
    kept = {"hands": hand_with(over, 1, -1), "discard": counts(3), "top": 3}
    right(over, Discard(1, 3), **kept, phase=Phase.GAP)
    wrong("W-084", over, Discard(1, 3), **kept, phase=Phase.NEXT_ROUND)


@pytest.mark.rule("W-083", "W-085", "W-103", "W-040")
def test_the_agents_become_the_next_council() -> None:
    state = after(END, phase=Phase.NEXT_ROUND, drawn=(1, 1, 1, 1), returned=True, open_majority=2, acted=True)
    fresh: dict[str, Any] = {
        "slots": tuple(Slot(cls) for cls in (1, 2, 3, 4)),
        "phase": Phase.SHELLS,
        "round": 2,
        "active": 0,
        "true_majority": 0,
        "open_majority": 0,
        "acted": False,
        "returned": False,
        "drawn": (0, 0, 0, 0),
    }
    right(state, NextRound(), **fresh)
    for rule, field, value in (
        ("W-083", "slots", tuple(Slot(cls) for cls in (1, 2, 3, 3))),
        ("W-083", "slots", at(fresh["slots"], 0, Slot(1, Agent("follower", 1)))),
        ("W-085", "active", 3),
        ("W-085", "acted", True),
        ("W-061", "true_majority", 3),
        ("W-041", "open_majority", 2),
        ("W-128", "returned", True),
        ("W-081", "drawn", (1, 1, 1, 1)),
        ("W-040", "round", 3),
        ("W-040", "phase", Phase.DEAL),
        ("W-140", "token", 0),
    ):
        wrong(rule, state, NextRound(), **{**fresh, field: value})
    passed = after(state, setup=setup(deck_empty="stop"), deck=0, skipped=(1,), slots=at(state.table.slots, 1, Slot(5)))
    stays = tuple(Slot(cls) for cls in (1, 5, 3, 4))
    right(passed, NextRound(), **{**fresh, "slots": stays}, skipped=())
    wrong("W-103", passed, NextRound(), **{**fresh, "slots": stays})


@pytest.mark.rule("W-040", "W-035", "W-030")
def test_phases_follow_one_another_and_end_with_a_win() -> None:
    shells: dict[str, Any] = {"shells": 2, "open_majority": 4}
    right(START, PlaceShells(2), **shells, phase=Phase.PLAY)
    wrong("W-040", START, PlaceShells(2), **shells, phase=Phase.DEAL)
    wrong("W-051", START, PlaceShells(2), **shells, phase=Phase.REVEAL)
    wrong("W-040", START, PlaceShells(2), **shells, phase=Phase.GAP)
    wrong("W-040", START, PassToken(1), token=1)
    state = position([3, 1, 0, 0], Phase.WAVE_1, ["F5", "f1", "F1", "F1"], active="KNI-C", shells=1)
    won = after(collected(state, 0), winner=0)
    assert complaints(state, Collect(0, 0), won) == ""
    wrong("W-035", won, RevealFollower(1, 1), slots=turned_up(won, 1, 1))
    two = after(state, slots=turned_up(state, 1, 1))
    assert "(W-070)" in complaints(two, Collect(0, 0), after(collected(two, 0), phase=Phase.PASS_TOKEN))
