"""The moves from one position to another: hands that follow them end at the table that was asked for."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.bench.engine import timed_game
from companion.games.core import AnyGame, State
from companion.games.registry import GAMES
from companion.games.waves.actions import Collect, Discard, DiscardExtras, Draw, RevealFollower, TurnUpElder
from companion.referee.rearranging import Laid, Rearrangement, rearranged, shown, told
from companion.referee.sight import Sight
from companion.table.seen import ZoneView
from tests.companion.referee.mishaps import follow, pieces_of
from tests.games.sealed_bid.game import SealedBid

WAVES = GAMES["waves"]
NAMES = ("Anna", "Ben", "Cleo", "Dan")
TABLES: tuple[dict[str, Any], ...] = (
    {"mode": "all_vs_all", "players": 3},
    {"mode": "all_vs_all", "players": 4, "tablets": "row1"},
    {"mode": "all_vs_all", "players": 6, "tablets": "row2"},
    {"mode": "teams", "players": 4, "tablets": "row2"},
    {"mode": "teams", "players": 5},
    {"mode": "teams", "players": 6},
    {"mode": "head_to_head", "players": 2, "tablets": "row1"},
)
AnyState = State[Any, Any]


def course(game: AnyGame, options: dict[str, Any], seed: int = 1) -> tuple[list[Any], list[AnyState]]:
    """A whole game by bots: its acts as everybody sees them with own cards, and the positions between them."""
    states, acts = [game.new_game(options, {})], []
    for act, _ in timed_game(game, options, seed, lambda: 0):
        acts.append(act.public() if options["cards"] == "own" else act)
        states.append(game.apply_action(states[-1], acts[-1]))
    return acts, states


def way(now: AnyState, then: AnyState, game: AnyGame = WAVES) -> Rearrangement:
    return rearranged(game, game.view(now, None, NAMES), game.view(then, None, NAMES))


def ruled(game: AnyGame, state: AnyState) -> tuple[ZoneView, ...]:
    """What each zone of which the rules say something must show."""
    return tuple(zone for zone in shown(game, game.view(state, None)).zones if zone.zone != "supply")


def check_way(game: AnyGame, now: AnyState, then: AnyState) -> None:
    after = follow(shown(game, game.view(now, None)), way(now, then, game).moves)
    assert after is not None, "a move wants a piece that does not lie there"
    assert tuple(zone for zone in after.zones if zone.zone != "supply") == ruled(game, then)


@pytest.mark.parametrize("cards", ["own", "virtual"])
@pytest.mark.parametrize("options", TABLES, ids=lambda each: f"{each['mode']}-{each['players']}")
def test_the_moves_lead_from_any_position_of_a_game_to_any_other(options: dict[str, Any], cards: str) -> None:
    _, states = course(WAVES, {**options, "cards": cards})
    rng = random.Random(4)
    check_way(WAVES, states[-1], states[0])
    check_way(WAVES, states[0], states[-1])
    for _ in range(60):
        now, then = rng.sample(states, 2)
        check_way(WAVES, now, then)
    for now, then in zip(states[::5], states[1::5], strict=False):
        check_way(WAVES, now, then)
        check_way(WAVES, then, now)


def test_no_piece_is_moved_that_may_stay_and_none_by_way_of_another_place() -> None:
    _, states = course(WAVES, {**TABLES[1], "cards": "own"})
    rng = random.Random(7)
    for _ in range(60):
        now, then = rng.sample(states, 2)
        before, after = (shown(WAVES, WAVES.view(state, None)).zones for state in (now, then))
        moves, surplus, missing = way(now, then).moves, Counter[str](), Counter[str]()
        wrong = set()
        for one, other in zip(before, after, strict=True):
            surplus += pieces_of(one) - pieces_of(other)
            missing += pieces_of(other) - pieces_of(one)
            wrong |= {one.zone} if pieces_of(one) != pieces_of(other) else set()
        assert {zone for fix in moves for zone in (fix.source, fix.target) if zone} == wrong
        assert len(moves) <= sum((surplus | missing).values())


def test_from_a_position_to_itself_nothing_is_moved() -> None:
    _, states = course(WAVES, {**TABLES[1], "cards": "own"})
    assert {way(state, state) for state in states[::7]} == {Rearrangement()}


def test_another_game_has_its_moves_too() -> None:
    game = SealedBid()
    _, states = course(game, {"cards": "own"})
    rng = random.Random(2)
    for now, then in (rng.sample(states, 2) for _ in range(30)):
        after = follow(shown(game, game.view(now, None)), way(now, then, game).moves)
        assert after == shown(game, game.view(then, None))
    assert way(states[-1], states[0], game).moves


def step(kind: type, cards: str = "own") -> tuple[AnyState, AnyState]:
    """The positions before and after the first such act of a game."""
    acts, states = course(WAVES, {**TABLES[1], "cards": cards}, seed=3)
    ply = next(ply for ply, act in enumerate(acts) if isinstance(act, kind))
    return states[ply], states[ply + 1]


def words(now: AnyState, then: AnyState) -> list[str]:
    found = way(now, then)
    return [*(fix.text for fix in found.moves), *found.piles]


def test_a_face_that_was_turned_up_is_turned_down_again() -> None:
    before, after = step(RevealFollower)
    (text,) = words(after, before)
    assert text.startswith("Turn the ")
    assert text.endswith("'s Follower place face down.")


def test_a_card_that_was_drawn_goes_back_to_the_deck_in_words() -> None:
    before, after = step(Draw)
    deck = before.table.deck
    assert words(after, before) == [f"The deck holds {deck} cards then, 1 more than before."]
    assert words(before, after) == [f"The deck holds {deck - 1} cards then, 1 fewer than before."]


def test_an_elder_from_the_deck_is_taken_away_and_the_deck_grows() -> None:
    before, after = step(TurnUpElder)
    take, grows = words(after, before)
    assert take.startswith("Take the ")
    assert grows.endswith("1 more than before.")


def test_a_collected_elder_and_its_shell_go_back() -> None:
    before, after = step(Collect)
    assert {(fix.source.split(".")[0], fix.target.split(".")[0]) for fix in way(after, before).moves} == {
        ("collection", "elder"),
        ("", "centre"),
    }


def test_a_card_under_the_top_of_a_pile_is_uncovered_and_not_laid() -> None:
    acts, states = course(WAVES, {**TABLES[1], "cards": "own"}, seed=3)
    ply = next(
        ply
        for ply, act in enumerate(acts)
        if isinstance(act, Discard | DiscardExtras) and states[ply].table.top not in (0, states[ply + 1].table.top)
    )
    before, after = states[ply], states[ply + 1]
    assert next(fix.text for fix in way(after, before).moves if fix.target == "discard").startswith("Uncover the ")
    assert next(fix.text for fix in way(before, after).moves if fix.source == "discard").startswith("Cover the ")


def test_without_a_camera_the_list_is_told_and_with_nothing_to_move_it_is_not() -> None:
    before, after = step(RevealFollower)
    off = Sight()
    sight = told(WAVES, Laid(after), before, NAMES, off)
    assert (sight.state, sight.text) == ("restoring", "Put the pieces where the game has them.")
    assert sight.fixes == way(after, before).moves
    assert told(WAVES, Laid(after), after, NAMES, off) is off
    again = told(WAVES, Laid(after, 2), after, NAMES, off)
    assert (again.state, again.text) == (
        "restoring",
        "The pieces lie as they did before. Put back what was moved since.",
    )
    twice = told(WAVES, Laid(after, 2), before, NAMES, off)
    assert twice.text == "Put the pieces where the game has them. The list is counted from how they lay before."


def test_the_scale_ticks_off_what_lies_on_it_and_nothing_else() -> None:
    before, after = step(Collect)
    weighed = Sight("settled", "No camera looks on. The scale agrees with the game.")
    sight = told(WAVES, Laid(after), before, NAMES, weighed)
    assert [fix.target.split(".")[0] for fix in sight.fixes] == ["elder"]
    wrong = told(WAVES, Laid(after), before, NAMES, Sight("restoring", "x"))
    assert sorted(fix.target.split(".")[0] for fix in wrong.fixes) == ["centre", "elder"]
    asked = Sight("question", "What was done?")
    assert told(WAVES, Laid(after), before, NAMES, asked) is asked
