"""Coins and rows of the small game (B-020, B-021): what may be done, is shown, is corrected, and what is kept."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.errors import BadOption, IllegalAction
from companion.table.expected import ExpectedZone, InOrder, Pieces, Worth
from tests.companion.referee.positions import AnyState, positions, until
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.invariants import wrong_step
from tests.games.sealed_bid.model import NOBODY, PayGold, Phase, Purses, TakePrize

COINS: dict[str, Any] = {"coins": True}


def zone(state: AnyState, name: str) -> ExpectedZone:
    return next(each for each in SEALED_BID.mat.expected(SEALED_BID.view(state, None)).zones if each.zone == name)


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_with_coins_keep_every_law_and_find_words(seed: int) -> None:
    before = None
    for state in positions(seed, players=(2, 3, 4)[seed % 3], **COINS):
        view = SEALED_BID.view(state, None, ("Ana", "Ben"))
        assert SEALED_BID.violations(state) == ()
        assert msgspec.json.decode(msgspec.json.encode(state), type=SEALED_BID.state_type) == state
        assert SEALED_BID.prompt(view).text
        assert all(choice.label for choice in SEALED_BID.choices(view))
        if state.table.phase is Phase.PAY and not state.table.over:
            (act,) = SEALED_BID.legal_actions(state)
            assert wrong_step(state, act, SEALED_BID.apply_action(state, act)) == ()
        before = state
    assert before is not None
    assert before.table.over


def test_the_winner_is_paid_the_number_of_the_prize_and_the_others_give_one_back() -> None:
    state = next(
        state
        for seed in range(50)
        for state in positions(seed, **COINS)
        if state.table.phase is Phase.PAY and sum(gold > 0 for gold in state.table.purses.gold) > 1
    )
    seat, owed, gold = state.table.purses.due, state.table.purses.owed, state.table.purses.gold
    assert state.table.purses.rows[seat][0] == owed
    after = SEALED_BID.apply_action(state, PayGold(seat)).table
    for each, has in enumerate(after.purses.gold):
        assert has == (gold[each] + owed if each == seat else max(0, gold[each] - 1))
    assert after.purses.due == NOBODY
    with pytest.raises(IllegalAction, match="Nobody is paid: this game is played without coins"):
        SEALED_BID.apply_action(until(TakePrize), PayGold(0))
    with pytest.raises(IllegalAction, match="Whoever takes a prize is paid once"):
        SEALED_BID.apply_action(state, PayGold((seat + 1) % 3))


def test_gold_is_a_sum_of_coins_and_prizes_lie_the_newest_first() -> None:
    state = next(
        state
        for seed in range(200)
        for state in positions(seed, **COINS)
        if max(map(len, state.table.purses.rows)) == 2 and state.table.purses.due == NOBODY
    )
    purses = state.table.purses
    for seat, row in enumerate(purses.rows):
        kinds = tuple(f"card:{number}" for number in row)
        assert zone(state, f"purse.{seat}").content == Worth((("gold", purses.gold[seat]),), (5, 1))
        assert zone(state, f"won.{seat}").content == Pieces(kinds)
        assert zone(state, f"won.{seat}").places == ((InOrder(kinds),) if len(kinds) > 1 else ())


def test_a_correction_keeps_the_rows_of_prizes_that_stay_and_puts_new_ones_to_their_right() -> None:
    state = next(
        state
        for seed in range(200)
        for state in positions(seed, **COINS)
        if any(len(set(row)) == 2 for row in state.table.purses.rows) and state.table.purses.due == NOBODY
    )
    seat = next(seat for seat, row in enumerate(state.table.purses.rows) if len(set(row)) == 2)
    newest, oldest = state.table.purses.rows[seat]
    other = next(number for number in range(1, 7) if number not in (newest, oldest))
    facts = {f"won.{seat}.{oldest}": 0, f"won.{seat}.{other}": 1, f"gold.{seat}": 9}
    purses = SEALED_BID.correct(state, facts).table.purses
    assert (purses.rows[seat], purses.gold[seat]) == ((newest, other), 9)


@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        ({"gold": (21, 0, 0)}, "A seat has more gold than the box has for it (B-020)."),
        ({"due": 1}, "Somebody is to be paid out of time (B-020)."),
        ({"rows": ((1, 2), (), ())}, "Other prizes lie in a row than were won (B-021)."),
    ],
)
def test_each_law_of_coins_can_be_broken(wrong: dict[str, Any], law: str) -> None:
    state = until(TakePrize, **COINS)
    assert isinstance(state.table.purses, Purses)
    broken = replace(state.table, purses=replace(state.table.purses, **wrong))
    assert law in [str(each) for each in SEALED_BID.violations(State(broken, state.secrets))]


@pytest.mark.parametrize("other", ["luck", "titles", "pawn", "line"])
def test_no_mat_has_room_for_coins_and_more(other: str) -> None:
    with pytest.raises(BadOption):
        SEALED_BID.new_game({**COINS, other: True}, {})


def test_a_game_without_them_is_written_as_it_was() -> None:
    rng = random.Random(1)
    for state in rng.sample(positions(5), 10):
        written = msgspec.to_builtins(state)["table"]
        assert "purses" not in written
        assert "coins" not in written["setup"]
