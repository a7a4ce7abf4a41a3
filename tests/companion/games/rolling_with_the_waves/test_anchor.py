"""The end of a round and of the game: R-021, R-150 to R-174 of the ledger, S-R25 and S-R26, and A-31."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.rolling_with_the_waves.state.charts import points, winners
from companion.games.rolling_with_the_waves.state.model import DiceState, DropAnchor, EveningEnded
from companion.games.rolling_with_the_waves.state.records import Phase
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    GAME,
    after,
    charts,
    clear,
    dice,
    refusal,
    table_of,
)

FULL = (1,) * 6


def anchored(players: int = 2, **more: Any) -> DiceState:
    return table_of(players, Phase.ANCHOR, **more)


@pytest.mark.rule("R-151", "R-152")  # S-R26
def test_dice_and_bag_go_on_to_the_left() -> None:
    nests = (dice(("red", 1), ("freebooter", 2), ("blue", 1)), clear(1, 2, 3), dice(("green", 6)))
    state = after(anchored(3, first=2, nests=nests, icons=(("hull", "ports", "crew"), (), ())), DropAnchor())
    whole = state.table.played
    assert whole.first == 0
    assert whole.bag == (2, 2, 2, 4)
    assert whole.nests == ((), (), ())
    assert (whole.phase, whole.round) == (Phase.ROLL, 2)


@pytest.mark.rule("R-150", "R-160", "R-161", "R-163")
@pytest.mark.parametrize(
    ("seat", "ends"),
    [
        ({"chests": (FULL, FULL, (1,)), "buried": (False, True, True)}, True),
        ({"chests": (FULL, FULL, FULL)}, True),
        ({"chests": (FULL, FULL, (1,))}, False),  # filled before and robbed since does not count
    ],
)
def test_three_chests_filled_or_buried_end_the_game_for_all(seat: dict[str, Any], ends: bool) -> None:
    begun = table_of(2, Phase.DRAFT, maps=charts(2, p1=seat), pool=clear(1, 2))
    assert not begun.table.over  # a round that was begun is played
    assert refusal(begun, DropAnchor()) == "R-150"
    assert after(anchored(maps=charts(2, p1=seat)), DropAnchor()).table.over is ends


@pytest.mark.rule("R-162", "R-163")
@pytest.mark.parametrize(("crew", "ends"), [((1,) * 5, True), ((6,) * 4, False)])
def test_full_tracks_end_the_game(crew: tuple[int, ...], ends: bool) -> None:
    seat = {"hull": (1,) * 5, "ports": (1,) * 5, "crew": crew}
    state = after(anchored(maps=charts(2, p0=seat)), DropAnchor())
    assert state.table.over is ends
    assert ("R-162" in state.table.why) is ends


@pytest.mark.rule("R-021")
def test_only_the_conditions_end_it() -> None:
    assert refusal(anchored(), EveningEnded()) == "R-021"
    state = anchored(round=60)
    assert not after(state, DropAnchor()).table.over


@pytest.mark.rule("R-170", "R-171", "R-172")  # S-R25
def test_points() -> None:
    seat = {
        "chests": ((6, 5, 2), (7, 3), (4,)),
        "buried": (True, False, True),
        "hull": (1,) * 5,
        "crew": (1,) * 5,
        "ports": (1, 1, 1),
        "infamy": 8,
    }
    found = points(anchored(maps=charts(2, p0=seat)).table.played, 0)
    assert (found.treasure, found.buried, found.tracks, found.infamy, found.total) == (27, 4, 10, 2, 43)


@pytest.mark.rule("R-173", "R-174")
@pytest.mark.parametrize(
    ("seats", "tie", "best"),
    [
        ({"p0": {"chests": ((6,), (), ())}, "p1": {"chests": ((5,), (), ())}}, "shared", (0,)),
        ({"p0": {"infamy": 3}, "p1": {"infamy": 5}}, "shared", (1,)),
        ({"p0": {}, "p1": {}}, "shared", (0, 1)),
        ({"p0": {}, "p1": {}}, "seat_order", (0,)),
    ],
)
def test_who_wins(seats: dict[str, Any], tie: str, best: tuple[int, ...]) -> None:
    state = anchored(maps=charts(2, **seats), final_tie=tie)
    assert winners(state.table.played) == best


def test_a_player_who_leaves_takes_dice_out_of_the_bag() -> None:
    state = anchored(3, nests=(clear(1, 2, 3), dice(("green", 6)), ()))
    closed = GAME.correct(state, {"seat.2": "closed"})
    whole = after(closed, DropAnchor()).table.played
    assert whole.bag == (2, 2, 0, 3)
    assert whole.supply == (3, 3, 5, 3)
    assert whole.seats == (0, 1)
    assert not GAME.violations(after(closed, DropAnchor()))
    left = GAME.correct(anchored(2), {"seat.1": "closed"})
    ended = after(left, DropAnchor())
    assert ended.table.over
    assert winners(ended.table.played) == (0,)


@pytest.mark.rule("R-151")
def test_a_round_begins_as_the_first_one_did() -> None:
    busy: dict[str, Any] = {
        "nests": (clear(1, 2, 3), dice(("red", 1))),
        "icons": (("hull", "ports", "crew"), ("crew",)),
    }
    busy |= {"written": ("hull",), "raised": (True, None), "called": (True, True), "gained": (1, 0)}
    first, whole = table_of(2).table.played, after(anchored(**busy), DropAnchor()).table.played
    assert msgspec.structs.replace(whole, round=1, first=0) == msgspec.structs.replace(first, bag=whole.bag)


def test_players_who_leave_one_after_another_take_out_a_freebooter_each() -> None:
    state = GAME.correct(anchored(4, bag=(2, 2, 2, 2, 5)), {"seat.3": "closed"})
    once = after(state, DropAnchor()).table.played
    assert (once.bag, once.supply) == ((2, 2, 2, 0, 4), (3, 3, 3, 5, 2))
    again = after(anchored(4, bag=once.bag, supply=once.supply, closed=once.closed), DropAnchor()).table.played
    assert (again.bag, again.supply) == (once.bag, once.supply)
    closed = GAME.correct(anchored(4, bag=once.bag, supply=once.supply, closed=once.closed), {"seat.0": "closed"})
    twice = after(closed, DropAnchor()).table.played
    assert (twice.bag, twice.supply, twice.first) == ((0, 2, 2, 0, 3), (5, 3, 3, 5, 3), 1)
