"""Gold that is counted by value, and prizes in a row (B-020, B-021): understood, named and put right by any coins."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.games.bots import Autopilot
from companion.language.message import NOTHING, Message
from companion.referee.checklist import Checklist
from companion.referee.comparison import compare, position_of
from companion.referee.mismatch import Fix, Mismatch, fixes, mismatches
from companion.referee.sight import Sight
from companion.table.expected import Content, Pieces
from companion.table.seen import TableView, ZoneView
from tests.companion.referee.positions import GAME, AnyState, after, positions, table_of, with_content
from tests.companion.referee.table import Table, follow_a_game
from tests.games.sealed_bid.model import PayGold, Phase, Purses
from tests.said import said

COINS: dict[str, Any] = {"coins": True, "luck": False, "pawn": False, "line": False}
FIVE, ONE = "gold:5", "gold:1"


def paid(seed: int = 0) -> tuple[AnyState, PayGold]:
    """A position in which a seat is paid, and others give a gold back."""
    for each in range(seed, 200):
        for state in positions(each, players=3, **COINS):
            purses = state.table.purses
            if state.table.phase is Phase.PAY and sum(gold > 0 for gold in purses.gold) > 1:
                return state, PayGold(purses.due)
    raise AssertionError("no such position")


def with_gold(*gold: int, rows: tuple[tuple[int, ...], ...] = ((), (), ())) -> AnyState:
    """A position in which three seats have that much, and prizes in these rows."""
    state = next(each for each in positions(0, players=3, **COINS) if each.table.phase is Phase.SEAL)
    return GAME.correct(
        state,
        {
            **{f"gold.{seat}": number for seat, number in enumerate(gold)},
            **{f"won.{seat}.{number}": rows[seat].count(number) for seat in range(3) for number in range(1, 7)},
        },
    )


def lies(state: AnyState, **purses: tuple[str, ...]) -> TableView:
    """What is seen of a position where other coins lie in some purses."""
    other = {each.replace("_", "."): kinds for each, kinds in purses.items()}
    zones = table_of(state).zones
    return TableView(tuple(ZoneView(z.zone, tuple(sorted(other.get(z.zone, z.kinds))), z.backs) for z in zones))


def told(state: AnyState, seen: TableView) -> tuple[list[str], list[str]]:
    """What is named as wrong there, and what puts it right."""
    held = compare(position_of(GAME, state), seen)
    return [str(each.text) for each in mismatches(held)], [str(each.text) for each in fixes(held)]


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_with_coins_and_rows_are_told_without_a_question(seed: int) -> None:
    follow_a_game(GAME, seed, **COINS, players=(2, 3, 4, 3)[seed])


@pytest.mark.parametrize(
    ("gold", "there", "wrong", "right"),
    [
        (5, (ONE,) * 3, "3 gold; 5 gold should", ["Lay 2 × coin of 1 at Seat 1's gold."]),
        (4, (ONE,) * 3, "3 gold; 4 gold should", ["Lay the coin of 1 at Seat 1's gold."]),
        (7, (), "empty; 7 gold should", ["Lay the coin of 5 and 2 × coin of 1 at Seat 1's gold."]),
        (5, (FIVE, ONE, ONE), "7 gold; 5 gold should", ["Take 2 × coin of 1 away from Seat 1's gold."]),
        (
            3,
            (FIVE,),
            "5 gold; 3 gold should",
            ["Take the coin of 5 away from Seat 1's gold.", "Lay 3 × coin of 1 at Seat 1's gold."],
        ),
        (1, (ONE, "pearl"), "1 gold and the pearl; 1 gold should", ["Take the pearl away from Seat 1's gold."]),
        (0, (ONE,), "1 gold; it should be empty", ["Take the coin of 1 away from Seat 1's gold."]),
    ],
)
def test_a_wrong_sum_is_named_with_the_fewest_coins_that_mend_it(
    gold: int, there: tuple[str, ...], wrong: str, right: list[str]
) -> None:
    state = with_gold(gold, 0, 0)
    named, moves = told(state, lies(state, purse_0=there))
    assert len(named) == 1
    assert wrong in named[0]
    assert named[0].startswith("Seat 1's gold seems ")
    assert moves == right


@pytest.mark.parametrize("there", [(FIVE, ONE, ONE), (ONE,) * 7])
def test_any_coins_of_that_sum_are_right(there: tuple[str, ...]) -> None:
    state = with_gold(7, 0, 0)
    assert told(state, lies(state, purse_0=there)) == ([], [])


def test_a_coin_at_the_wrong_seat_is_one_move_and_a_card_turned_down_there_is_none() -> None:
    state = with_gold(2, 2, 0)
    _, moves = told(state, lies(state, purse_0=(), purse_1=(ONE,) * 4))
    assert moves == ["Move 2 × coin of 1 from Seat 2's gold to Seat 1's gold."]
    zones = (ZoneView("purse.0", (ONE,), 1) if each.zone == "purse.0" else each for each in table_of(state).zones)
    _, moves = told(state, TableView(tuple(zones)))
    assert moves == ["Take the face-down card away from Seat 1's gold.", "Lay the coin of 1 at Seat 1's gold."]


@pytest.mark.parametrize("seed", range(20))
def test_following_the_moves_puts_any_sum_right(seed: int) -> None:
    rng = random.Random(seed)
    state = with_gold(*(rng.randint(0, 12) for _ in range(3)))
    purses = {f"purse_{seat}": tuple(rng.choices((FIVE, ONE), k=rng.randint(0, 4))) for seat in range(3)}
    seen = lies(state, **purses)
    there = {zone.zone: Counter(zone.kinds) for zone in seen.zones}
    for fix in fixes(compare(position_of(GAME, state), seen)):
        for kind in fix.kinds:
            if fix.source:
                assert there[fix.source][kind] > 0
                there[fix.source][kind] -= 1
            if fix.target:
                there[fix.target][kind] += 1
    mended = TableView(tuple(ZoneView(z.zone, tuple(sorted(there[z.zone].elements())), z.backs) for z in seen.zones))
    assert compare(position_of(GAME, state), mended).differs == frozenset()


# --- at the table -----------------------------------------------------------------------------------------------------


def coins(number: int) -> Content:
    """So much gold in ones alone."""
    return Pieces((ONE,) * number)


def test_the_act_is_understood_by_whatever_coins_come_and_go_and_only_once_all_is_done() -> None:
    state, act = paid()
    purses, done = state.table.purses, after(state, act).table.purses
    assert isinstance(purses, Purses)
    assert isinstance(done, Purses)
    before: dict[str, Content] = {f"purse.{seat}": coins(gold) for seat, gold in enumerate(purses.gold)}
    table = Table(state)
    assert table.show_table(with_content(state, before)) == "settled"
    # The winner has a part of what is due: nothing is wrong, and it is said what remains.
    part = purses.gold[act.seat] + 1
    assert table.show_table(with_content(state, {**before, f"purse.{act.seat}": coins(part)})) == "in_progress"
    assert "Still to do: " in str(table.watcher.sight.text)
    assert table.acts == []
    whole = {f"purse.{seat}": coins(gold) for seat, gold in enumerate(done.gold)}
    assert table.show_table(with_content(state, whole)) == "settled"
    assert table.acts == [act]


def test_a_five_exchanged_for_ones_is_no_act_and_nothing_wrong() -> None:
    state = next(
        state
        for seed in range(100)
        for state in positions(seed, players=2, **COINS)
        if state.table.phase is Phase.SEAL and max(state.table.purses.gold) >= 5
    )
    seat = max(range(2), key=lambda each: state.table.purses.gold[each])
    table = Table(state)
    table.show_table(with_content(state, {f"purse.{seat}": coins(state.table.purses.gold[seat])}), 20)
    assert (table.watcher.sight.state, table.acts) == ("settled", [])
    assert table.show(state) == "settled"
    assert table.acts == []


def test_a_wrong_order_is_named_with_its_rule_and_where_the_card_is_to_lie() -> None:
    state = with_gold(0, 0, 0, rows=((), (2, 4, 6), ()))
    # A correction laid them in that order.
    assert state.table.purses.rows[1] == (2, 4, 6)
    table = Table(state)
    other = with_content(state, {})
    row = [replace_places(zone) if zone.zone == "won.1" else zone for zone in other.zones]
    table.show_table(type(other)(tuple(row)), 20)
    sight = table.watcher.sight
    assert (sight.state, [(each.zone, each.rule) for each in sight.mismatches]) == ("mismatch", [("won.1", "B-021")])
    assert said([each.text for each in sight.mismatches]) == [
        "The card 6 at Ben's prizes lies on the wrong side of the card 4."
    ]
    assert said([each.text for each in sight.fixes]) == [
        "Lay the card 6 at Ben's prizes on the other side of the card 4, next to it."
    ]
    assert table.show(state, 20) == "settled"
    assert table.acts == []


def replace_places(zone: Any) -> Any:
    """The zone with the last card of its row laid before all others, whatever is asked."""
    first, *others = reversed(zone.content.kinds)
    return type(zone)(zone.zone, Pieces((first, *reversed(others))), zone.label, name=zone.name)


# --- ticked off -------------------------------------------------------------------------------------------------------


def test_a_five_that_is_taken_away_is_ticked_off_before_the_ones_are_laid() -> None:
    state = with_gold(3, 0, 0)
    table = Table(state)
    table.show_table(with_content(state, {"purse.0": Pieces((FIVE,))}), 20)
    assert [str(fix.text) for fix in table.watcher.sight.fixes] == [
        "Take the coin of 5 away from Anna's gold.",
        "Lay 3 × coin of 1 at Anna's gold.",
    ]
    table.show_table(with_content(state, {"purse.0": Pieces(())}), 20)
    sight = table.watcher.sight
    assert [str(fix.text) for fix in sight.fixes] == ["Lay 3 × coin of 1 at Anna's gold."]
    assert [str(fix.text) for fix in sight.done] == ["Take the coin of 5 away from Anna's gold."]
    # Some of the ones are no whole move.
    table.show_table(with_content(state, {"purse.0": coins(2)}), 20)
    sight = table.watcher.sight
    assert [str(fix.text) for fix in sight.fixes] == ["Lay the coin of 1 at Anna's gold."]
    assert [str(fix.text) for fix in sight.done] == ["Take the coin of 5 away from Anna's gold."]
    assert table.show(state) == "settled"


def test_a_move_is_not_ticked_off_where_another_is_asked_for_instead() -> None:
    def fix(kind: str, source: str, target: str) -> Fix:
        return Fix(kind, source, target, Message(f"{kind} {source} {target}", {}))

    def sight(*asked: Fix) -> Sight:
        return Sight("mismatch", "", mismatches=(Mismatch("purse.0", "B-020", NOTHING),), fixes=asked)

    two, five = fix(ONE, "", "purse.0"), fix(FIVE, "", "purse.0")
    assert Checklist().next(sight(two)).next(sight(five)).done == ()
    both = Checklist().next(sight(two, fix(FIVE, "purse.0", "")))
    assert both.next(sight(two)).done == (fix(FIVE, "purse.0", ""),)


def test_bots_play_whole_games_with_coins() -> None:
    autopilot, ply = Autopilot(GAME, 1), 0
    state = GAME.new_game({**COINS, "cards": "virtual"}, {})
    while (proposal := autopilot.propose(state, ply, frozenset())) is not None:
        state, ply = GAME.apply_action(state, proposal[0]), ply + 1
    assert GAME.outcome(state) is not None
    assert sum(state.table.purses.gold) > 0
