"""Through pixels: gold is counted by value whatever coins lie there, and a row of prizes is held in its order."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.expected import Content, Pieces
from tests.companion.referee.positions import after, positions
from tests.games.sealed_bid.model import NOBODY, PayGold, Phase
from tests.pixels.conftest import SetTable
from tests.pixels.table import AnyState

COINS: dict[str, Any] = {"coins": True, "players": 2}
SETTLES = 10


def found(test: Any) -> AnyState:
    return next(state for seed in range(300) for state in positions(seed, **COINS) if test(state.table))


def said(texts: Any) -> list[str]:
    return [str(each) for each in texts]


@pytest.mark.slow
def test_a_payment_is_seen_by_whatever_coins_it_is_made_and_a_wrong_sum_is_put_right(set_table: SetTable) -> None:
    state = found(lambda table: table.phase is Phase.PAY and table.round == 2 and max(table.purses.gold) > 0)
    act = PayGold(state.table.purses.due)
    table = set_table(state)
    done = after(state, act)
    table.lay(done)
    table.look(SETTLES)
    assert table.acts == [act]
    assert table.is_in("settled")
    # One coin too many at the winner.
    gold = done.table.purses.gold[act.seat]
    wrong: dict[str, Content] = {f"purse.{act.seat}": Pieces(("gold:1",) * (gold % 5 + 1) + ("gold:5",) * (gold // 5))}
    table.lay(done, None, wrong)
    table.look(SETTLES)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [(f"purse.{act.seat}", "B-020")]
    (fix,) = said(each.text for each in table.sight.fixes)
    assert fix.startswith("Take the coin of 1 away from ")
    table.lay(done)
    table.look(SETTLES)
    assert table.is_in("settled")
    assert table.acts == [act]


@pytest.mark.slow
def test_two_prizes_that_change_places_are_named_and_hands_put_them_right(set_table: SetTable) -> None:
    state = found(
        lambda table: (
            table.phase is Phase.SEAL
            and table.purses.due == NOBODY
            and any(len(set(row)) == 2 for row in table.purses.rows)
        )
    )
    seat = next(seat for seat, row in enumerate(state.table.purses.rows) if len(set(row)) == 2)
    table = set_table(state)
    cards = {f"card:{number}" for number in state.table.purses.rows[seat]}
    zone = table.live.timeline.game.mat.layout(table.game.view(state, None)).find(f"won.{seat}")
    lying = [
        each
        for each in table.world.lying()
        if each.kind in cards and zone.x_mm <= each.x_mm - 19 < zone.x_mm + zone.width_mm and each.y_mm > zone.y_mm
    ]
    left, right = sorted(lying, key=lambda each: each.x_mm)
    table.world.move(left.piece, right.x_mm + 26, right.y_mm)
    table.look(SETTLES)
    assert [(each.zone, each.rule) for each in table.sight.mismatches] == [(f"won.{seat}", "B-021")]
    (fix,) = said(each.text for each in table.sight.fixes)
    one, other = right.kind.replace(":", " "), left.kind.replace(":", " ")
    assert fix.startswith(f"Lay the {other} at ")
    assert fix.endswith(f" on the other side of the {one}, next to it.")
    table.lay(state)
    table.look(SETTLES)
    assert table.is_in("settled")
    assert table.acts == []
