"""What the host puts right: pieces, what has acted, water and the end; a roll of the wrong number of dice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.host.facts import correct, fact_fields
from companion.games.atlantis_rising.state.ground import flooded_tiles
from companion.games.atlantis_rising.state.model import POOL, Phase
from companion.games.atlantis_rising.state.steps import Attempt, Fencing
from tests.companion.games.atlantis_rising.play import BLUE, HILLS, RED, YELLOW, follower, leader
from tests.companion.games.atlantis_rising.tables import acted, table_of

STANDING = (leader(RED, "hills_1"), follower(RED, "hills_2"), leader(BLUE, "forests_1"), leader(YELLOW))


@pytest.mark.rule("A-026", "A-047")
def test_a_piece_that_is_put_elsewhere_stands_on_the_first_open_space_and_has_acted_no_more_than_it_had() -> None:
    state = table_of(pieces=acted(*STANDING[:2]) + STANDING[2:], dry={HILLS: 3})
    assert [each.acted for each in state.table.atlanteans].count(True) == 2
    after = correct(state, {"piece.0.leader.1": "hills_2", "acted.piece.1.leader.1": 1})
    where = {(each.seat, each.kind): (each.place, each.space, each.acted) for each in after.table.atlanteans}
    assert where[RED, "leader"] == ("hills_2", 1, True)
    assert where[RED, "follower"] == ("hills_2", 0, True)
    assert where[BLUE, "leader"] == ("forests_1", 0, True)
    at_hand = correct(after, {"piece.0.leader.1": "at hand"})
    (red,) = (each for each in at_hand.table.atlanteans if (each.seat, each.kind) == (RED, "leader"))
    assert (red.place, red.acted) == (POOL, False)


@pytest.mark.rule("A-050")
def test_where_the_phase_has_no_pieces_on_the_island_all_come_back() -> None:
    after = correct(table_of(pieces=STANDING), {"phase": Phase.WRATH.value})
    assert {each.place for each in after.table.atlanteans} == {POOL}


def test_a_moved_piece_drops_what_hung_on_it_and_nothing_else() -> None:
    state = table_of(pieces=STANDING, steps=(Fencing(RED, 1), Attempt("hills_1", 0, (RED,), (0,), rolls=(0,))))
    assert correct(state, {"piece.0.leader.1": "forests_2"}).table.steps == (Fencing(RED, 1),)


@pytest.mark.rule("A-043", "A-119")
def test_a_lost_game_stays_lost_while_no_tile_is_dry() -> None:
    lost = table_of(dry=dict.fromkeys(range(6), 0))
    lost = replace(lost, table=replace(lost.table, ended="lost"))
    assert correct(lost, {"gold.0": 3}).table.ended == "lost"
    assert not correct(lost, {"dry.hills": 1}).table.ended


@pytest.mark.rule("A-040")
def test_flooded_tiles_are_those_beyond_the_dry_ones() -> None:
    assert list(flooded_tiles(table_of(dry={HILLS: 4}).table)) == ["hills_5", "hills_6"]


@pytest.mark.rule("A-058")
def test_dice_too_many_are_counted_out_in_words() -> None:
    state = table_of(pieces=STANDING, steps=(Attempt("hills_1", 0, (RED,), (0,), rolls=(0,)),))
    view = GAME.view(state, None)
    (roll,) = GAME.dice.open_rolls(view)
    assert str(roll.ask) == "Roll 1 die for Hills 1: 6 or more", "whoever rolls reads what is needed"
    told = GAME.dice.act(view, roll, (3, 4), ("white", "white"))
    assert told is not None
    assert str(told[1]) == "2 dice in the tray, and this roll has 1 die. Roll again."


def test_each_number_that_may_be_put_right_has_its_bounds() -> None:
    bounds = {each.key: (str(each.label), each.low, each.high) for each in fact_fields(table_of().table, ())}
    assert bounds["supply.0"] == ("Followers in the supply", 0, 7)
    assert bounds["gold.0"] == ("Gold", 0, 99)
    assert bounds["built.1"] == ("Power Core: built in round (0: not yet)", 0, 3)
