"""What a game gets for nothing, by the smallest game of all: facts, lights, lines, pieces, choices and zones."""

from __future__ import annotations

import pytest

from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.games.shared.facts import FactField
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import lone, say
from companion.language.values import Name
from companion.lights.scene import Glow
from companion.table.expected import ExpectedZone, Pieces
from tests.games.last_tile.game import GAME, Table, Take, TileState
from tests.said import said

NAMES = ("Ann", "Ben")
ANN, BEN = lone(Name("Ann")), lone(Name("Ben"))


def at(left: int = 2, taken: tuple[int, int] = (2, 1), turn: int = 1) -> TileState:
    return State(Table(left=left, taken=taken, turn=turn), (None, None))


def test_fields_of_a_table_are_facts() -> None:
    assert GAME.facts(GAME.view(at(), None, NAMES)) == (
        FactField("left", say("Tiles that are left"), say("Tiles"), 2, 0, 5),
        FactField("taken.0", ANN, say("Taken"), 2, 0, 5),
        FactField("taken.1", BEN, say("Taken"), 1, 0, 5),
        FactField("turn", say("Turn"), say("Turn"), 1, choices=((0, ANN), (1, BEN))),
    )


def test_a_host_sets_them() -> None:
    table = GAME.correct(at(), {"taken.1": 3, "turn": 0}).table
    assert (table.left, table.taken, table.turn, table.why) == (2, (2, 3), 0, ("host",))
    assert table.irregular == ("There are 7 tiles, and must be 5 (L-001).",)
    assert not GAME.correct(at(), {"taken.0": 0, "left": 4}).table.irregular


def test_what_no_fact_may_be_is_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.correct(at(), {"left": 9})
    told = "Tiles that are left cannot be 9. Give a whole number from 0 to 5."
    assert said((caught.value.rule, caught.value.reason)) == ("host", told)


def test_a_light_stands_before_whoever_is_asked() -> None:
    (glow,) = GAME.light.scene(GAME.view(at(turn=1), None, NAMES)).glows
    assert glow == Glow(0.5, 0.5, SEAT_COLOURS[1], say("Light before {who}: it is for them to act.", who=Name("Ben")))


def test_all_is_lit_once_a_game_is_over() -> None:
    (glow,) = GAME.light.scene(GAME.view(at(left=0), 0, NAMES)).glows
    assert (glow.start, glow.length) == (0, 1)
    assert said(glow.text) == "White light all around: the game is over."


def test_a_player_has_a_line_for_each_fact_of_every_seat() -> None:
    panels = GAME.screen.panels(GAME.view(at(), 0, NAMES))
    assert [(each.seat, said(each.lines)) for each in panels] == [(0, ("Taken: 2",)), (1, ("Taken: 1",))]


def test_zones_hold_what_the_facts_of_their_names_count() -> None:
    assert GAME.mat.expected(GAME.view(at(), None, NAMES)).zones == (
        ExpectedZone("left", Pieces(("tile", "tile"))),
        ExpectedZone("taken.0", Pieces(("tile", "tile"))),
        ExpectedZone("taken.1", Pieces(("tile",))),
    )


def test_zones_of_an_act_name_its_fields() -> None:
    assert Take(1, 2).zones() == ("left", "taken.1")


def test_each_sees_its_own_choices_and_the_tablet_sees_all() -> None:
    offered = [[each.actions for each in GAME.choices(GAME.view(at(turn=1), seat, NAMES))] for seat in (0, 1, None)]
    assert offered == [[], [(Take(1, 1),), (Take(1, 2),)], [(Take(1, 1),), (Take(1, 2),)]]


def test_phases_that_a_table_names_have_their_titles() -> None:
    assert said(GAME.prompt(GAME.view(at(), None, NAMES)).phase) == "Take"
