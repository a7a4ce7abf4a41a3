"""The moves from one position to another: hands that follow them end at the table that was asked for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from companion.bench.engine import timed_game
from companion.games.core import Action
from companion.games.game import AnyGame
from companion.referee.comparison import position_of
from companion.referee.reset_moves import Laid, Rearrangement, moves_to_reset, rearranged, shown
from companion.referee.sight import Sight
from companion.table.seen import TableView
from tests.companion.referee.mishaps import follow, pieces_of
from tests.companion.referee.positions import GAME, NAMES, AnyState
from tests.games.sealed_bid.model import NOBODY, Discard, Draw, Reveal, TakePrize, TurnUpPrize
from tests.said import said


@cache
def course(game: AnyGame = GAME, cards: str = "own", seed: int = 1, **options: Any) -> tuple[list[Any], list[AnyState]]:
    """A whole game by bots: its acts as everybody sees them with own cards, and the positions between them."""
    options = {**options, "cards": cards}
    states, acts = [game.new_game(options, {})], []
    for act, _ in timed_game(game, options, seed, lambda: 0):
        acts.append(act.public() if cards == "own" else act)
        states.append(game.apply_action(states[-1], acts[-1]))
    return acts, states


def way(now: AnyState, then: AnyState, game: AnyGame = GAME) -> Rearrangement:
    return rearranged(position_of(game, now, NAMES), position_of(game, then, NAMES))


def ruled(table: TableView) -> TableView:
    """The zones of which the rules say something."""
    return TableView(tuple(zone for zone in table.zones if zone.zone != "supply"))


def check_way(game: AnyGame, now: AnyState, then: AnyState) -> None:
    after = follow(shown(position_of(game, now).zones), way(now, then, game).moves)
    assert after is not None, "a move wants a piece that does not lie there"
    assert ruled(after) == ruled(shown(position_of(game, then).zones))


def check_ways(game: AnyGame, pairs: int, **options: Any) -> None:
    """From any position of a game to any other: to its end and back, so many pairs, and an act on and back."""
    _, states = course(game, **options)
    rng = random.Random(4)
    check_way(game, states[-1], states[0])
    check_way(game, states[0], states[-1])
    for _ in range(pairs):
        check_way(game, *rng.sample(states, 2))
    for now, then in zip(states[::5], states[1::5], strict=False):
        check_way(game, now, then)
        check_way(game, then, now)


@pytest.mark.parametrize("cards", ["own", "virtual"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_moves_lead_from_any_position_of_a_game_to_any_other(players: int, cards: str) -> None:
    check_ways(GAME, 60, players=players, cards=cards)


def test_no_piece_is_moved_that_may_stay_and_none_by_way_of_another_place() -> None:
    _, states = course(players=4)
    rng = random.Random(7)
    for _ in range(60):
        now, then = rng.sample(states, 2)
        before, after = (shown(position_of(GAME, state).zones).zones for state in (now, then))
        moves, surplus, missing = way(now, then).moves, Counter[str](), Counter[str]()
        wrong = set()
        for one, other in zip(before, after, strict=True):
            surplus += pieces_of(one) - pieces_of(other)
            missing += pieces_of(other) - pieces_of(one)
            wrong |= {one.zone} if pieces_of(one) != pieces_of(other) else set()
        assert {zone for fix in moves for zone in (fix.source, fix.target) if zone} == wrong
        assert len(moves) <= sum((surplus | missing).values())


def test_from_a_position_to_itself_nothing_is_moved() -> None:
    _, states = course()
    assert {way(state, state) for state in states[::7]} == {Rearrangement()}


def step(test: Callable[[AnyState, Action], bool]) -> tuple[AnyState, AnyState]:
    """The positions before and after the first act of a game that passes a test."""
    for seed in range(50):
        acts, states = course(seed=seed)
        for ply, act in enumerate(acts):
            if test(states[ply], act):
                return states[ply], states[ply + 1]
    raise AssertionError("no such act")


def one_turned_up(state: AnyState, act: Action) -> bool:
    """Whether a bid of one card is turned up."""
    return isinstance(act, Reveal) and bool(state.table.bids[act.seat].count == 1)


def first_taken(state: AnyState, act: Action) -> bool:
    """Whether somebody takes the first prize of a game, and bid other cards for it."""
    others = {bid.face for bid in state.table.bids if bid}
    return (
        isinstance(act, TakePrize) and act.seat != NOBODY and state.table.round == 1 and state.table.prize not in others
    )


def words(now: AnyState, then: AnyState) -> list[str]:
    found = way(now, then)
    return [*(str(fix.text) for fix in found.moves), *map(str, found.piles)]


def test_a_face_that_was_turned_up_is_turned_down_again() -> None:
    before, after = step(one_turned_up)
    (seat,) = (seat for seat in range(3) if before.table.bids[seat] != after.table.bids[seat])
    card = after.table.bids[seat].face
    assert words(after, before) == [f"Turn the card {card} at {NAMES[seat]}'s bid face down."]


def test_a_card_that_was_drawn_goes_back_to_the_deck_in_words() -> None:
    before, after = step(lambda _, act: isinstance(act, Draw))
    deck = before.table.deck
    assert words(after, before) == [f"The deck holds {deck} cards then, 1 more than before."]
    assert words(before, after) == [f"The deck holds {deck - 1} cards then, 1 fewer than before."]


def test_a_prize_from_the_deck_is_taken_away_and_the_deck_grows() -> None:
    before, after = step(lambda _, act: isinstance(act, TurnUpPrize))
    assert words(after, before) == [
        f"Take the card {after.table.prize} away from the prize.",
        f"The deck holds {before.table.deck} cards then, 1 more than before.",
    ]


def test_a_prize_that_was_taken_its_pearl_and_the_bids_go_back() -> None:
    before, after = step(first_taken)
    # Of the bids the last lies on the pile; the others come from under it.
    assert {(fix.source.split(".")[0], fix.target.split(".")[0]) for fix in way(after, before).moves} == {
        ("won", "prize"),
        ("", "bowl"),
        ("discard", "bid"),
        ("", "bid"),
    }


def test_a_card_under_the_top_of_a_pile_is_uncovered_and_not_laid() -> None:
    before, after = step(lambda state, act: isinstance(act, Discard) and act.card != state.table.top)
    was, is_now = before.table.top, after.table.top
    pile = [fix.text for fix in way(after, before).moves]
    assert said(pile) == [
        f"Take the card {is_now} away from the discard pile.",
        f"Uncover the card {was} at the discard pile.",
    ]
    pile = [fix.text for fix in way(before, after).moves]
    assert said(pile) == [f"Cover the card {was} at the discard pile.", f"Lay the card {is_now} at the discard pile."]


def test_without_a_camera_the_list_is_told_and_with_nothing_to_move_it_is_not() -> None:
    before, after = step(one_turned_up)
    off = Sight()
    sight = moves_to_reset(GAME, Laid(after), before, NAMES, off)
    assert said((sight.state, sight.text)) == ("restoring", "Put the pieces where the game has them.")
    assert sight.fixes == way(after, before).moves
    assert moves_to_reset(GAME, Laid(after), after, NAMES, off) is off
    again = moves_to_reset(GAME, Laid(after, 2), after, NAMES, off)
    assert (again.state, again.text) == (
        "restoring",
        "The pieces lie as they did before. Put back what was moved since.",
    )
    twice = moves_to_reset(GAME, Laid(after, 2), before, NAMES, off)
    assert said(twice.text) == "Put the pieces where the game has them. The list is counted from how they lay before."


def test_the_scale_ticks_off_what_lies_on_it_and_nothing_else() -> None:
    before, after = step(first_taken)
    weighed = Sight("settled", "No camera looks on. The scale agrees with the game.")
    sight = moves_to_reset(GAME, Laid(after), before, NAMES, weighed)
    wrong = moves_to_reset(GAME, Laid(after), before, NAMES, Sight("restoring", "x"))
    assert {fix.target.split(".")[0] for fix in wrong.fixes} == {"bid", "bowl", "prize"}
    assert sight.fixes == tuple(fix for fix in wrong.fixes if fix.target != "bowl")
    asked = Sight("question", "What was done?")
    assert moves_to_reset(GAME, Laid(after), before, NAMES, asked) is asked
