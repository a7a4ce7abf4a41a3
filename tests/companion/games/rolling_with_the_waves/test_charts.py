"""Writing: R-061 to R-104, R-131 to R-144 of the ledger, with its worked examples and scenarios."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.rolling_with_the_waves.state.charts import has_room, is_near_end, level, points, rooms
from companion.games.rolling_with_the_waves.state.model import Aim, DiceState, RaiseSpirits, Stow, Write
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, CHEST_ICONS, WRITING, Icon, Phase
from tests.companion.games.boards import boards_of
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    GAME,
    after,
    boards_open,
    charts,
    clear,
    refusal,
    table_of,
)


def alone(icons: tuple[Icon, ...], values: tuple[int, ...], **seat: Any) -> DiceState:
    """The first of two players has allocated so, and the other nothing."""
    return boards_open(2, {0: values}, {0: icons}, maps=charts(2, p0=seat))


def written(state: DiceState) -> DiceState:
    """All that is written until somebody is asked, or the anchor is dropped."""
    while isinstance(act := GAME.legal_actions(state)[0], Write):
        state = after(state, act)
    return state


@pytest.mark.rule("R-020", "R-061", "R-062")
def test_icons_are_written_from_the_left_and_everybody_together() -> None:
    every: tuple[Icon, ...] = ("crew", "raise", "hull"), ("ports", "chest2", "cannon_small")  # type: ignore[assignment]
    state = boards_open(2, {0: (1, 2, 3), 1: (4, 5, 6)}, {0: every[0], 1: every[1]})  # type: ignore[dict-item]
    order = []
    while isinstance(act := GAME.legal_actions(state)[0], Write):
        order.append(act.icon)
        assert refusal(state, Write("chest3")) == "R-061"
        state = after(state, act)
    assert order == ["raise", "chest2", "hull", "cannon_small", "ports", "crew"]
    assert state.table.played.phase is Phase.ANCHOR


@pytest.mark.rule("R-061", "R-090")
def test_two_players_who_write_on_one_icon_do_so_at_once() -> None:
    state = boards_open(2, {0: (1, 2, 3), 1: (4, 5, 6)}, {0: ("hull", "ports", "crew"), 1: ("hull", "ports", "crew")})
    state = after(state, Write("hull"))
    assert [chart.hull for chart in state.table.played.maps] == [(1,), (4,)]


@pytest.mark.rule("R-071", "R-075")  # S-R10
def test_a_die_that_completes_raise_spirits_lets_a_later_one_be_raised() -> None:
    state = alone(("raise", "chest1", "hull"), (1, 6, 2), spirits=(5,), hull=(3,))
    state = after(state, Write("raise"))
    assert state.table.played.maps[0].spirits == (5, 1)
    state = after(state, RaiseSpirits(0, False), Write("chest1"))
    assert state.table.played.maps[0].chests[0] == (6,)
    state = after(state, RaiseSpirits(0, True), Write("hull"))
    chart = state.table.played.maps[0]
    assert (chart.hull, chart.spirits) == ((3, 7), ())
    assert level(chart, state.table.played.setup.sheet, "hull") == 1  # 10 of 7, 14, 21


@pytest.mark.rule("R-063", "R-075")  # S-R11
def test_spirits_are_raised_once() -> None:
    state = after(alone(("raise", "chest1", "hull"), (1, 6, 2), spirits=(5,), hull=(3,)), Write("raise"))
    assert refusal(state, Write("chest1")) == "R-063"
    state = after(state, RaiseSpirits(0, True), Write("chest1"))
    assert state.table.played.maps[0].chests[0] == (7,)
    assert refusal(state, RaiseSpirits(0, True)) == "R-075"
    chart = after(state, Write("hull")).table.played.maps[0]
    assert chart.hull == (3, 2)
    assert level(chart, state.table.played.setup.sheet, "hull") == 0


@pytest.mark.rule("R-072", "R-073", "R-074")  # W-R05
def test_both_squares_become_a_seven() -> None:
    state = alone(("ports",), (3,), spirits=(2, 1))
    assert set(GAME.legal_actions(state)) == {RaiseSpirits(0, True), RaiseSpirits(0, False)}
    raised = after(state, RaiseSpirits(0, True), Write("ports")).table.played.maps[0]
    assert (raised.ports, raised.spirits) == ((7,), ())
    assert raised.infamy == 5 + 1 + 1  # 7 is level 1, and the greatest sum
    assert refusal(alone(("ports",), (3,), spirits=(2,)), RaiseSpirits(0, True)) == "R-075"


@pytest.mark.rule("R-073")
def test_a_die_on_raise_spirits_is_raised_only_by_a_house_rule() -> None:
    plain = alone(("raise",), (3,), spirits=(2,))
    assert written(plain).table.played.maps[0].spirits == (2, 3)
    house = boards_open(2, {0: (3,)}, {0: ("raise",)}, maps=charts(2, p0={"spirits": (2, 1)}), raise_on_raise=True)
    assert written(house).table.played.maps[0].spirits == (7,)


@pytest.mark.rule("R-081", "R-082", "R-084")  # W-R12
def test_a_chest_is_filled_from_the_bottom_right() -> None:
    state = table_of(2, Phase.DRAFT, maps=charts(2, p0={"chests": ((4, 2, 6), (), ())}), pool=clear(1))
    cells = {cell.key: cell for cell in boards_of(GAME, GAME.view(state, None))[0].cells}
    first, second, third = (cells[f"chest.0.{square}"] for square in range(3))
    assert [cell.number for cell in (first, second, third)] == ["4", "2", "6"]
    assert (second.y, third.x) == (first.y, first.x)
    assert second.x < first.x  # in the bottom row, to the left
    assert third.y < first.y  # in the row above, on the right
    later = written(alone(("chest1",), (5,), chests=((4, 2, 6), (), ())))
    assert later.table.played.maps[0].chests[0] == (4, 2, 6, 5)


@pytest.mark.rule("R-085", "R-090", "R-091", "R-093", "R-094")
def test_a_buried_chest_is_crossed_out_and_worth_two() -> None:
    state = alone(("bury1", "bury1", "bury1"), (6, 6, 6), chests=((3, 4), (), ()))
    assert "cross out the island below chest 1" in str(GAME.prompt(GAME.view(state, None)).text)
    buried = after(state, Write("bury1"))
    chart = buried.table.played.maps[0]
    assert chart.buried == (True, False, False)
    assert chart.chests == ((3, 4), (), ())  # nothing is written of the dice
    worth = points(buried.table.played, 0)
    assert (worth.treasure, worth.buried) == (7, 2)
    cells = {cell.key: cell for cell in boards_of(GAME, GAME.view(buried, None))[0].cells}
    assert (cells["chest.0"].mark, str(cells["chest.0"].text)) == ("tick", "chest 1: buried")
    assert cells["chest.0.box"].width > cells["chest.0"].width, "the box goes round it"


@pytest.mark.rule("R-101", "R-102")  # W-R06, S-R12
@pytest.mark.parametrize(
    ("before", "die", "after_it", "got"),
    [((3, 6), 4, (3, 6, 4), 1), ((6, 6), 2, (6, 6, 2), 2), ((), 6, (6,), 0), ((1,), 6, (1, 6), 1)],
)
def test_hull_levels_come_with_the_sum(before: tuple[int, ...], die: int, after_it: tuple[int, ...], got: int) -> None:
    state = written(alone(("hull",), (die,), hull=before))
    chart = state.table.played.maps[0]
    assert chart.hull == after_it
    assert level(chart, state.table.played.setup.sheet, "hull") == got


@pytest.mark.rule("R-103", "R-135", "R-143", "R-171")  # W-R11
@pytest.mark.parametrize("track", ["hull", "ports", "crew"])
def test_a_full_track_is_worth_five(track: str) -> None:
    state = table_of(2, maps=charts(2, p0={track: (3, 5, 4, 1, 3)}, p1={track: (3, 5, 4, 1)}))
    full, _ = state.table.played.maps
    assert [points(state.table.played, seat).tracks for seat in (0, 1)] == [5, 0]
    assert level(full, state.table.played.setup.sheet, "crew") == (2 if track == "crew" else 0)


def ports(*rows: tuple[int, ...], **options: Any) -> DiceState:
    """Players with these Ports, before their income."""
    maps = charts(len(rows), **{f"p{seat}": {"ports": row} for seat, row in enumerate(rows)})
    return boards_open(len(rows), {}, {}, maps=maps, **options)


def infamy(state: DiceState) -> list[int]:
    return [chart.infamy - 5 for chart in written(state).table.played.maps]


@pytest.mark.rule("R-131", "R-132", "R-133", "R-134")  # W-R10
def test_ports_give_their_level_and_one_more_for_the_greatest() -> None:
    assert infamy(ports((6, 6), (6, 3))) == [3, 1]
    state = ports((6, 6), (6, 3))
    assert "Ada 3, Bo 1" in str(GAME.prompt(GAME.view(state, None, ("Ada", "Bo"))).text)


@pytest.mark.rule("R-131", "R-132")  # S-R22, A-24
def test_ports_of_the_same_round_count() -> None:
    maps = charts(2, p0={"ports": (5,)}, p1={"ports": (6, 2)})
    state = boards_open(2, {0: (1,)}, {0: ("ports",)}, maps=maps)
    assert infamy(state) == [1, 2]


@pytest.mark.rule("R-133")  # S-R23, A-03
@pytest.mark.parametrize(
    ("rows", "tie", "gains"),
    [
        (((7,), (7,)), "all_positive", [2, 2]),
        (((7,), (7,)), "none", [1, 1]),
        (((7,), (7,)), "all", [2, 2]),
        (((), (), ()), "all_positive", [0, 0, 0]),
        (((), (), ()), "none", [0, 0, 0]),
        (((), (), ()), "all", [1, 1, 1]),
        (((7,), (6,)), "none", [2, 1]),
    ],
)
def test_equal_ports(rows: tuple[tuple[int, ...], ...], tie: str, gains: list[int]) -> None:
    assert infamy(ports(*rows, ports_tie=tie)) == gains


@pytest.mark.rule("R-134")
@pytest.mark.parametrize(("cap", "left"), [(18, 18), (0, 20), (20, 20)])
def test_infamy_ends_with_its_circles(cap: int, left: int) -> None:
    maps = charts(2, p0={"ports": (6, 6), "infamy": 17})
    state = boards_open(2, {}, {}, maps=maps, owner={"map": {"infamy_cap": cap}})
    assert written(state).table.played.maps[0].infamy == left


@pytest.mark.rule("R-141", "R-142")  # S-R24, A-19
@pytest.mark.parametrize(("values", "spirits", "got"), [((4,), (), 1), ((4,), (1, 1), 2)])
def test_each_new_level_of_crew_brings_a_die(values: tuple[int, ...], spirits: tuple[int, ...], got: int) -> None:
    state = alone(("crew",), values, crew=(5,), spirits=spirits)
    if spirits:
        state = after(state, RaiseSpirits(0, True))
    whole = after(state, Write("crew")).table.played
    assert whole.bag[0] == 2 + got
    assert whole.supply[0] == 3 - got
    assert whole.bag[1] == 2


@pytest.mark.rule("R-144")
def test_crew_never_brings_more_than_three_dice() -> None:
    state = alone(("crew",), (6,), crew=(6, 6))
    whole = written(state).table.played  # 18: the third level, after two dice were brought before
    assert (whole.bag[0], whole.supply[0]) == (3, 2)
    gone = boards_open(2, {0: (6,)}, {0: ("crew",)}, maps=charts(2, p0={"crew": (6, 6)}), supply=(0, 3, 3))
    assert written(gone).table.played.bag[0] == 2


@pytest.mark.rule("R-095", "R-104")  # S-R13, S-R14
def test_what_is_buried_and_the_hull_of_this_round_count_against_its_cannons() -> None:
    maps = charts(2, p0={"large": (3, 3)}, p1={"chests": ((1, 2), (5,), ())})
    state = written(boards_open(2, {0: (6,), 1: (1, 1, 1)}, {0: ("cannon_large",), 1: ("bury1",) * 3}, maps=maps))
    assert {(act.target, act.chest) for act in GAME.legal_actions(state) if isinstance(act, Aim)} == {(1, 1), (1, 2)}
    maps = charts(2, p0={"small": (6,)}, p1={"chests": ((1, 2, 3), (), ()), "hull": (6,)})
    state = written(
        boards_open(2, {0: (2,), 1: (3,)}, {0: ("cannon_small",), 1: ("hull",)}, maps=maps)
    )  # 8 is two shots, 9 is Hull level 1
    state = after(state, Aim(0, ("small",), 1, 0), Stow(0, 0))
    assert state.table.played.maps[1].chests[0] == (1, 2)


@pytest.mark.rule("R-056", "R-057")
def test_every_icon_with_room_is_found_at_once() -> None:
    rng = random.Random(3)

    def row(most: int) -> tuple[int, ...]:
        return (1,) * rng.randint(0, most)

    for _ in range(200):
        seat = {
            "spirits": row(2),
            "chests": (row(6), row(6), (2,)),
            "hull": row(5),
            "ports": row(5),
            "crew": row(5),
            "small": row(2),
            "large": row(3),
            "buried": (rng.random() < 0.5, rng.random() < 0.5, True),
        }
        state = table_of(2, maps=charts(2, p0=seat), raise_on_raise=rng.random() < 0.5)
        chart, setup = state.table.played.maps[0], state.table.played.setup
        assert rooms(chart, setup) == tuple(icon for icon in WRITING if has_room(chart, setup, icon))
        buried = {"chest1": chart.buried[0], "chest2": chart.buried[1], "chest3": True}
        assert not any(has_room(chart, setup, icon) for icon in CHEST_ICONS if buried[icon])
        assert [has_room(chart, setup, icon) for icon in BURY_ICONS] == [
            bool(values) and not is_buried for values, is_buried in zip(chart.chests, chart.buried, strict=True)
        ]


@pytest.mark.rule("R-161", "R-162")  # section 7: one step from the end is one chest, or one square of a track, short
@pytest.mark.parametrize(
    ("seat", "is_near"),
    [
        ({}, False),
        ({"chests": ((1,) * 6, (1,), (1,)), "buried": (False, True, False)}, True),
        ({"chests": ((1,) * 6, (1,), (1,))}, False),
        ({"hull": (1,) * 5, "ports": (1,) * 5, "crew": (1,) * 4}, True),
        ({"hull": (1,) * 5, "ports": (1,) * 5, "crew": (1,) * 3}, False),
    ],
)
def test_one_step_from_the_end(seat: dict[str, Any], is_near: bool) -> None:
    whole = table_of(2, maps=charts(2, p0=seat)).table.played
    assert is_near_end(whole.maps[0], whole.setup.sheet) is is_near
