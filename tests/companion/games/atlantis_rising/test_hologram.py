"""The Hologram by the ledger: whose it is, its stack and ability, and the Scholar (A-136 to A-143, A-175, A-176)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import SHIPPED, Price
from companion.games.atlantis_rising.rules.acts import Activate, ChooseCouncilor, Place, RevealCouncilor
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import DrawArtifact, KeepArtifact, Roll
from companion.games.atlantis_rising.state.ground import number
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from tests.companion.games.atlantis_rising.play import BLUE, RED, after, hologram, leader, offered
from tests.companion.games.atlantis_rising.tables import (
    SCHOLAR,
    all_on_centre,
    calm,
    energy_of,
    next_round,
    prepared,
    refusal,
    table_of,
    with_hologram,
)

STILL = {"wrath.values": (0,)}
"""Data: no wrath at any time."""


def owner(state: AtlantisState) -> int:
    """Who has the Hologram."""
    return next(each.seat for each in state.table.atlanteans if each.kind == "hologram")


def revealed(state: AtlantisState) -> AtlantisState:
    """The position after two boards, the first that may come, were turned up, and the first of them was taken."""
    first = offered(state, RevealCouncilor)[0].councilor
    state = after(state, RevealCouncilor(first))
    second = offered(state, RevealCouncilor)[0].councilor
    return after(state, RevealCouncilor(second), ChooseCouncilor(state.table.starter, first))


def no_scholar(players: int, **more: Any) -> AtlantisState:
    """A first round in which the Scholar's board has no effect, so that any board may come."""
    return prepared(players, data={**STILL, "councilors.scholar.effect": {"op": "none"}}, **more)


@pytest.mark.rule("A-136", "A-137", "A-138", "A-139", "A-140", "A-141")
def test_s_29_the_hologram_over_five_rounds() -> None:
    state = no_scholar(2)
    assert len(state.table.stack) == 8
    holders = []
    for turn in range(1, 5):
        assert state.table.round == turn
        holders.append(owner(state))
        state = revealed(state)
        assert len(state.table.stack) == 8 - 2 * turn
        state = next_round(calm(all_on_centre(state)))
        assert len(state.table.stack_discards) == 2 * turn
    assert (len(state.table.stack), len(set(state.table.stack_discards))) == (0, 8)
    holders.append(owner(state))
    assert holders == [RED, BLUE, RED, BLUE, RED]
    state = after(state, offered(state, RevealCouncilor)[0])
    assert "A-141" in state.table.why
    state = after(state, offered(state, RevealCouncilor)[0])
    assert (len(state.table.stack), state.table.stack_discards) == (6, ())
    assert len(set(state.table.revealed)) == 2


@pytest.mark.rule("A-141")
def test_the_last_board_is_turned_up_before_the_discards_are_shuffled() -> None:
    """Q-28: alone, in round 5, one of nine boards is left."""
    boards = tuple(SHIPPED.councilors)[1:]
    state = table_of(1, Phase.REVEAL, pieces=(hologram(RED),), stack=boards[:1], stack_discards=boards[1:])
    assert offered(state, RevealCouncilor) == [RevealCouncilor(boards[0])]
    state = after(state, RevealCouncilor(boards[0]))
    assert {act.councilor for act in offered(state, RevealCouncilor)} == set(boards[1:])
    state = after(state, RevealCouncilor(boards[3]))
    assert set(state.table.stack) == set(boards[1:]) - {boards[3]}
    assert state.table.stack_discards == ()
    state = after(state, ChooseCouncilor(RED, boards[0]))
    assert (state.table.hologram, state.table.stack_discards) == (boards[0], (boards[3],))


@pytest.mark.rule("A-139")
def test_the_starting_player_chooses_between_the_two() -> None:
    state = no_scholar(2, starter=BLUE)
    boards = state.table.stack
    assert refusal(state, RevealCouncilor(state.table.councilors[RED])) == "A-139"
    assert refusal(state, ChooseCouncilor(BLUE, boards[0])) == "A-139"
    assert refusal(state, Place(RED, "leader", "centre", 0)) == "A-023"
    state = after(state, RevealCouncilor(boards[4]))
    assert refusal(state, RevealCouncilor(boards[4])) == "A-139"
    state = after(state, RevealCouncilor(boards[2]))
    assert offered(state, ChooseCouncilor) == [ChooseCouncilor(BLUE, boards[4]), ChooseCouncilor(BLUE, boards[2])]
    assert refusal(state, ChooseCouncilor(RED, boards[2])) == "A-139"
    state = after(state, ChooseCouncilor(BLUE, boards[2]))
    assert (state.table.hologram, state.table.stack_discards) == (boards[2], (boards[4],))
    assert state.table.phase is Phase.PLACE


GENEROUS = {
    "councilors.councilor_8.effect": {"op": "extra_energy_at_centre", "n": 1, "per": "atlantean"},
    "councilors.priest.effect": {"op": "none"},
}


@pytest.mark.rule("A-048", "A-049", "A-142", "A-143")
@pytest.mark.parametrize(("place", "energy"), [("centre", 4), ("hills_1", 1)])
def test_s_41_a_leaders_ability_is_not_the_holograms(place: str, energy: int) -> None:
    state = table_of(
        2,
        data=GENEROUS,
        pieces=(leader(RED, place), hologram(RED, "centre")),
        councilors={RED: "councilor_8"},
        hologram="priest",
    )
    state = after(state, Activate(RED, "hologram", "centre", 0))
    if place == "centre":
        state = after(state, Activate(RED, "leader", "centre", 0))
    assert (energy_of(state, RED), energy_of(state, BLUE)) == (energy, 0)


@pytest.mark.rule("A-142", "A-143")
def test_the_hologram_has_the_ability_of_the_board_that_was_chosen() -> None:
    data = {"councilors.explorer.effect": {"op": "number_minus", "n": 2}, "peninsula.hills.number": (5,) * 6}
    state = table_of(2, data=data, pieces=(hologram(RED, "hills_2"), leader(RED, "hills_3")), hologram="explorer")
    assert number(state.table, RED, "hills_2") == 3
    assert number(state.table, RED, "hills_3") == 5
    state = after(state, Activate(RED, "hologram", "hills_2", 0), Roll((3,)))
    assert state.table.reserves == (Price(gold=1), Price())


@pytest.mark.rule("A-175", "A-176")
def test_the_hologram_as_scholar_draws_two_of_all_seven_each_time() -> None:
    state = with_hologram(prepared(2, data=STILL), SCHOLAR, "priest")
    assert {act.artifact for act in offered(state, DrawArtifact)} == set(SHIPPED.artifacts)
    state = after(state, DrawArtifact("ancient_atlas"))
    assert refusal(state, DrawArtifact("ancient_atlas")) == "A-175"
    state = after(state, DrawArtifact("artifact_2"))
    assert offered(state, KeepArtifact) == [KeepArtifact(RED, "ancient_atlas"), KeepArtifact(RED, "artifact_2")]
    assert refusal(state, KeepArtifact(RED, "artifact_3")) == "A-175"
    state = after(state, KeepArtifact(RED, "ancient_atlas"))
    assert state.table.hands == ((), ())  # it counts towards no hand
    # The atlas works for whoever has the Hologram, and for one round.
    printed = SHIPPED.peninsula["hills"].number_at(1, 0)
    assert number(state.table, RED, "hills_1") == printed - 1
    assert number(state.table, BLUE, "hills_1") == printed
    state = next_round(calm(all_on_centre(state)))
    assert state.table.scholar_artifact == ""
    assert number(state.table, RED, "hills_1") == printed
    state = after(state, *(RevealCouncilor(name) for name in state.table.stack[:2]))
    state = after(state, ChooseCouncilor(BLUE, state.table.revealed[0]))
    later = next_round(calm(all_on_centre(state)))
    board = {"stack": (SCHOLAR, "priest"), "stack_discards": later.table.stack[:3]}
    later = with_hologram(_with(later, **board), SCHOLAR, "priest")
    assert {act.artifact for act in offered(later, DrawArtifact)} == set(SHIPPED.artifacts)
    assert "ancient_atlas" in later.table.boxed_artifacts


@pytest.mark.rule("A-175")
def test_a_player_who_is_the_scholar_chooses_an_artifact_at_set_up() -> None:
    """Q-54: of the seven in the box; six are left there, and it counts towards the hand limit."""
    state = prepared(4, councilors=("artificer", SCHOLAR))
    assert {act.artifact for act in offered(state, DrawArtifact)} == set(SHIPPED.artifacts)
    assert COURSE.legal_actions(state) == tuple(offered(state, DrawArtifact))
    state = after(state, DrawArtifact("artifact_5"), DrawArtifact("artifact_7"), KeepArtifact(BLUE, "artifact_7"))
    assert state.table.hands[BLUE] == ("artifact_7",)
    assert state.table.boxed_artifacts == ("artifact_5",)
    assert len(state.table.artifacts) - 4 + 1 == 6
    assert state.table.phase is Phase.PLACE


def _with(state: AtlantisState, **fields: Any) -> AtlantisState:
    return replace(state, table=replace(state.table, **fields))
