"""A new game, the bag, the roll, and the draft: R-003 to R-042 of the ledger, W-R01 to W-R03 and S-R01 to S-R08."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.games.errors import BadOption
from companion.games.rolling_with_the_waves.mat.kit import KIT, LAYOUTS
from companion.games.rolling_with_the_waves.rules.bag import drawn
from companion.games.rolling_with_the_waves.state.model import DieCorrected, Draft, PoolRolled, TakeBag
from companion.games.rolling_with_the_waves.state.records import NOBODY, Phase
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    BLUE,
    CLEAR,
    GAME,
    RED,
    after,
    charts,
    clear,
    dice,
    refusal,
    table_of,
)


def new(players: int) -> Any:
    return GAME.new_game({"players": players}, {})


@pytest.mark.rule("R-003", "R-004", "R-006")  # W-R03
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_has_a_map_with_five_infamy(players: int) -> None:
    maps = new(players).table.played.maps
    assert [chart.infamy for chart in maps] == [5] * players
    assert KIT.pieces["map"].count >= players


@pytest.mark.rule("R-003")
@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(BadOption, match="R-003"):
        new(players)


@pytest.mark.rule("R-005")
def test_maps_have_a_place_on_the_mat_and_mini_boards_have_none() -> None:
    for layout in LAYOUTS.values():
        zones = {zone.zone for zone in layout.zones}
        assert {f"map.{seat}" for seat in range(5)} <= zones
        assert not any("mini" in zone for zone in zones)


@pytest.mark.rule("R-007", "R-008", "R-009", "R-011")  # S-R01, S-R02, W-R02
@pytest.mark.parametrize(
    ("players", "bag", "supply"),
    [
        (2, (2, 2, 3), (3, 3, 3)),
        (3, (2, 2, 2, 4), (3, 3, 3, 2)),
        (4, (2, 2, 2, 2, 5), (3, 3, 3, 3, 1)),
        (5, (2, 2, 2, 2, 2, 6), (3, 3, 3, 3, 3, 0)),
    ],
)
def test_the_bag_of_the_start(players: int, bag: tuple[int, ...], supply: tuple[int, ...]) -> None:
    whole = new(players).table.played
    assert (whole.bag, whole.supply) == (bag, supply)
    assert sum(whole.bag) == 3 * players + 1
    # 15 dice of colours that nobody plays stay out where two play, and none where five do.
    assert 25 + 6 - sum(whole.bag) - sum(whole.supply) == 5 * (5 - players)
    roll = GAME.legal_actions(after(new(players), TakeBag(0)))[0]
    assert isinstance(roll, PoolRolled)
    assert len(roll.values) == 3 * players


@pytest.mark.rule("R-010")
def test_whoever_was_on_a_boat_takes_the_bag_once() -> None:
    state = new(3)
    assert state.table.played.first == NOBODY
    assert GAME.legal_actions(state)[:3] == (TakeBag(0), TakeBag(1), TakeBag(2))
    state = after(state, TakeBag(1))
    assert (state.table.played.first, state.table.played.phase) == (1, Phase.ROLL)
    assert refusal(state, TakeBag(1)) == "R-010"


def rolled(players: int = 4) -> tuple[Any, PoolRolled]:
    state = after(new(players), TakeBag(0))
    colours = ("red", "red", "blue", "blue", "green", "green", "yellow", "clear", "clear", "clear", "clear", "clear")
    roll = PoolRolled((1, 2, 3, 4, 5, 6) * 2, colours)
    return after(state, roll), roll


@pytest.mark.rule("R-011", "R-020", "R-030")  # W-R01
def test_four_players_roll_twelve_of_thirteen_dice() -> None:
    whole = rolled()[0].table.played
    assert len(whole.pool) == 12
    assert whole.bag == (0, 0, 0, 1, 0)
    assert whole.phase is Phase.DRAFT


@pytest.mark.rule("R-030")
@pytest.mark.parametrize(
    ("values", "colours", "words"),
    [
        ((1,) * 11, ("red",) * 2 + ("clear",) * 5 + ("blue",) * 2 + ("green",) * 2, "11 dice lie in the tray"),
        ((1,) * 13, ("red",) * 13, "13 dice lie in the tray"),
        ((1,) * 12, ("red",) * 3 + ("clear",) * 5 + ("blue",) * 2 + ("green",) * 2, "3 dice are red"),
        ((1,) * 12, ("purple",) * 12, "Nobody plays purple"),
        ((1,) * 12, ("unknown",) * 12, "The colour of a die is not known"),
    ],
)
def test_a_roll_of_other_dice_is_asked_about(values: tuple[int, ...], colours: tuple[str, ...], words: str) -> None:
    state = after(new(4), TakeBag(0))
    assert refusal(state, PoolRolled(values, colours)) == "R-030"
    assert GAME.dice is not None
    view = GAME.view(state, None)
    found = GAME.dice.act(view, GAME.dice.open_rolls(view)[0], values, colours)
    assert found is not None
    assert found[0] is None
    assert words in str(found[1])


@pytest.mark.rule("R-030")
def test_freebooters_may_have_any_colour_that_is_nobodys() -> None:
    state = after(
        new(2), TakeBag(0), PoolRolled((1, 2, 3, 4, 5, 6), ("white", "white", "orange", "red", "blue", "red"))
    )
    assert state.table.played.pool[0] == dice((CLEAR, 1))[0]
    assert state.table.played.bag == (0, 1, 0)


def test_a_die_is_put_right_until_the_first_one_is_taken() -> None:
    state, _ = rolled()
    right = after(state, DieCorrected(1, 2, 5, "red"))
    assert right.table.played.pool[1] == dice((RED, 5))[0]
    assert right.table.rolls[-1].corrected == (2,)
    yellow = after(state, DieCorrected(1, 1, 1, "yellow"))
    assert yellow.table.played.bag == (1, 0, 0, 0, 0)
    assert refusal(state, DieCorrected(1, 2, 2, "blue")) == "R-030"  # both blue dice lie there
    taken = after(state, Draft(0, RED, 1, "free"))
    assert refusal(taken, DieCorrected(1, 2, 5, "red")) == "R-030"


@pytest.mark.rule("R-031", "R-039", "R-040", "R-042")  # S-R03
def test_three_players_draft_clockwise_three_times() -> None:
    state = table_of(3, Phase.DRAFT, first=1, pool=clear(1, 2, 3, 4, 5, 6, 1, 2, 3), bag=(2, 2, 2, 0))
    order = []
    while state.table.played.phase is Phase.DRAFT:
        act = GAME.legal_actions(state)[0]
        assert isinstance(act, Draft)
        assert all(isinstance(each, Draft) and each.seat == act.seat for each in GAME.legal_actions(state))
        order.append(act.seat)
        assert refusal(state, Draft((act.seat + 1) % 3, act.colour, act.value, "free")) == "R-031"
        state = after(state, act)
    assert order == [1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert state.table.played.pool == ()
    assert [len(nest) for nest in state.table.played.nests] == [3, 3, 3]
    assert state.table.played.phase is Phase.ALLOCATE


def drafting(infamy: int, *pool: tuple[str, int]) -> Any:
    """Blue is to take one of these dice, and has so much Infamy."""
    return table_of(2, Phase.DRAFT, first=1, pool=dice(*pool), maps=charts(2, p1={"infamy": infamy}))


@pytest.mark.rule("R-032", "R-033", "R-041")
def test_own_dice_and_freebooters_are_free_and_others_may_be_bought_beside_them() -> None:
    state = drafting(5, (CLEAR, 2), (RED, 3), (BLUE, 6))
    free_clear, free_blue = Draft(1, CLEAR, 2, "free"), Draft(1, BLUE, 6, "free")
    bought = Draft(1, RED, 3, "pay")  # S-R08
    assert set(GAME.legal_actions(state)) == {free_clear, free_blue, bought}
    assert after(state, free_clear).table.why == ("R-032", "R-039")
    assert after(state, free_blue).table.why == ("R-033", "R-039")
    assert after(state, free_clear).table.played.maps[1].infamy == 5
    assert after(state, free_blue).table.played.maps[1].infamy == 5
    assert after(state, bought).table.played.maps[1].infamy == 2
    assert after(state, bought).table.played.nests[1] == dice((RED, 3))


@pytest.mark.rule("R-034", "R-035", "R-036")  # S-R04
def test_a_die_of_another_player_costs_what_it_shows() -> None:
    buy = Draft(1, RED, 4, "pay")
    bought = after(drafting(4, (RED, 4), (CLEAR, 1)), buy).table.played
    assert [chart.infamy for chart in bought.maps] == [5, 0]  # nobody gets it
    assert refusal(drafting(3, (RED, 4), (CLEAR, 1)), buy) == "R-036"
    assert refusal(drafting(4, (RED, 4), (CLEAR, 1)), Draft(1, RED, 4, "free")) == "R-034"


@pytest.mark.rule("R-037", "R-038")  # S-R05, A-23
def test_without_a_free_die_one_pays_or_takes_a_drunken_sailor() -> None:
    state = drafting(5, (RED, 5), (RED, 2))
    assert set(GAME.legal_actions(state)) == {
        Draft(1, RED, 5, "pay"),
        Draft(1, RED, 2, "pay"),
        Draft(1, RED, 5, "drunken"),
        Draft(1, RED, 2, "drunken"),
    }
    assert after(state, Draft(1, RED, 5, "pay")).table.played.maps[1].infamy == 0
    assert after(state, Draft(1, RED, 2, "pay")).table.played.maps[1].infamy == 3
    drunken = after(state, Draft(1, RED, 5, "drunken")).table.played
    assert drunken.maps[1].infamy == 5
    assert drunken.nests[1] == dice((RED, 1))


@pytest.mark.rule("R-037")  # S-R06, S-R07
@pytest.mark.parametrize(("infamy", "free"), [(0, (CLEAR, 1)), (5, (BLUE, 1))])
def test_no_drunken_sailor_while_a_free_die_is_left(infamy: int, free: tuple[str, int]) -> None:
    state = drafting(infamy, free, (RED, 6))
    assert GAME.legal_actions(state) == (Draft(1, *free, "free"),)
    assert refusal(state, Draft(1, RED, 6, "drunken")) == "R-037"
    assert refusal(state, Draft(1, RED, 6, "pay")) == "R-036"


def test_the_drunken_face_is_the_owners_to_say() -> None:
    state = table_of(2, Phase.DRAFT, {"map": {"drunken": 2}}, first=1, pool=dice((RED, 5)))
    assert after(state, Draft(1, RED, 5, "drunken")).table.played.nests[1] == dice((RED, 2))


def test_circles_that_fall_are_refused() -> None:
    with pytest.raises(BadOption, match="The circles of a track, or the shots of a cannon, fall"):
        GAME.new_game({}, {"map": {"hull_2": 6}})
    equal = GAME.new_game({}, {"map": {"hull_2": 7}})  # equal ones are allowed
    assert equal.table.played.setup.sheet.sums("hull") == (7, 7, 21)


def test_dice_and_their_statistics_are_shown_while_they_are_rolled_and_drafted() -> None:
    assert GAME.dice is not None
    state = rolled()[0]
    board = GAME.dice.board(GAME.view(state, None))
    assert board is not None
    assert [die.value for die in board.dice] == [1, 2, 3, 4, 5, 6] * 2
    later = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(1, 2, 3)), bag=(2, 2, 0))
    assert GAME.dice.board(GAME.view(later, None)) is None


def test_of_a_roll_is_shown_which_dice_the_draft_has_taken() -> None:
    assert GAME.dice is not None
    state = after(table_of(2, first=0), PoolRolled((4, 4, 5, 6, 1, 1), ("clear", "clear", BLUE, BLUE, RED, "clear")))
    seen = []
    for act in (Draft(0, CLEAR, 4, "free"), Draft(1, BLUE, 6, "free"), Draft(0, CLEAR, 4, "free")):
        state = after(state, act)
        board = GAME.dice.board(GAME.view(state, None))
        assert board is not None
        seen.append([die.number for die in board.dice if die.is_taken])
    assert seen == [[1], [1, 4], [1, 2, 4]]


@pytest.mark.rule("R-030")
def test_dice_are_drawn_out_of_the_bag_as_it_is() -> None:
    palette, bag = (RED, BLUE, CLEAR), (2, 1, 3)
    shown = set()
    for seed in range(40):
        roll = drawn(palette, bag, 5, random.Random(seed), "clear")
        assert len(roll.values) == len(roll.colours) == 5
        assert Counter(roll.colours) <= Counter({RED: 2, BLUE: 1, "clear": 3})
        shown |= set(roll.values)
    assert shown == {1, 2, 3, 4, 5, 6}
    assert GAME.dice is not None
    view = GAME.view(after(new(3), TakeBag(0)), None)
    colours = GAME.dice.to_roll(view, GAME.dice.open_rolls(view)[0], random.Random(1))
    assert len(colours) == 9
    assert Counter(colours) <= Counter({"red": 2, "blue": 2, "green": 2, "clear": 4})


def test_the_host_sets_where_dice_are_and_what_the_pool_shows() -> None:
    state = GAME.correct(rolled()[0], {"bag.free": 0, "supply.free": 2, "pool.3": 1, "pool.3.colour": "red"})
    whole = state.table.played
    assert (whole.bag[-1], whole.supply[-1]) == (0, 2)
    assert whole.pool[2] == dice((RED, 1))[0]
    told = {field.key: field.value for field in GAME.facts(GAME.view(rolled()[0], None))}
    assert [told[f"pool.{die}.colour"] for die in (1, 7, 12)] == ["red", "yellow", "freebooter"]
    assert [told[f"pool.{die}"] for die in (1, 7, 12)] == [1, 1, 6]
