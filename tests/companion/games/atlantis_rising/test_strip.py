"""What of a position the strip tells (section 7.3), and what a position says of the act that led to it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import CALM, CONTROLLED, Price
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.host.facts import correct
from companion.games.atlantis_rising.rules.acts import (
    BeginWrath,
    BuyBarrier,
    BuyUnflood,
    DrawMisfortune,
    MoveWrath,
    Place,
)
from companion.games.atlantis_rising.rules.decisions import ChooseFlood
from companion.games.atlantis_rising.screen.lights import floods_left, in_danger, named, turn_of
from companion.games.atlantis_rising.state.model import CENTRE, AtlantisState, Phase
from companion.games.game import public_view
from tests.companion.games.atlantis_rising.play import (
    CITIES,
    FORESTS,
    FORGES,
    GREEN,
    HILLS,
    LIBRARIES,
    MOUNTAINS,
    RED,
    YELLOW,
    after,
)
from tests.companion.games.atlantis_rising.positions import NAMES, deck, position

EVERY = (MOUNTAINS, HILLS, FORESTS, CITIES, LIBRARIES, FORGES)


def drawing(*top: str, **fields: Any) -> AtlantisState:
    """Misfortunes are drawn, these first."""
    return position(phase=Phase.MISFORTUNE, rest=CENTRE, misfortunes=deck(*top, CALM, CALM, CALM, CALM), **fields)


def words(state: AtlantisState) -> str:
    return str(GAME.light.scene(public_view(state.table, NAMES)).text())


@pytest.mark.rule("A-040")
def test_a_tile_that_floods_is_told_until_the_next_act() -> None:
    flooded = after(drawing("basic_forests"), DrawMisfortune("basic_forests"))
    assert flooded.table.tide == (0, 0, -1, 0, 0, 0)
    assert "Water runs up the Forests: ring 6 floods." in words(flooded)
    later = after(flooded, DrawMisfortune(CALM))
    assert later.table.tide == ()
    assert "Water runs" not in words(later)


@pytest.mark.rule("A-101")
def test_a_tile_turned_dry_is_told_until_the_next_act() -> None:
    state = position(dry={"hills": 2}, reserves={RED: Price(energy=9)})
    dried = after(state, BuyUnflood(HILLS, (5, 0, 0, 0)))
    assert dried.table.tide == (0, 1, 0, 0, 0, 0)
    assert "A bright light returns on the Hills: ring 3 is dry again." in words(dried)
    assert after(dried, Place(RED, "leader", CENTRE, 0)).table.tide == ()


@pytest.mark.rule("A-099")
def test_a_barrier_that_stops_a_flood_flashes_and_is_counted() -> None:
    state = drawing("basic_hills", "basic_hills", barriers=["hills", "forges"])
    stopped = after(state, DrawMisfortune("basic_hills"))
    told = stopped.table
    assert (told.barriers, told.broken, told.tide) == ((FORGES,), (HILLS,), ())
    assert stopped.table.stopped == (0, 1, 0, 0, 0, 0)
    assert "A white light flashes on the Hills: the barrier is gone." in words(stopped)
    flooded = after(stopped, DrawMisfortune("basic_hills"))
    assert (flooded.table.broken, flooded.table.tide) == ((), (0, -1, 0, 0, 0, 0))
    assert flooded.table.stopped == (0, 1, 0, 0, 0, 0), "the second flood met none"


@pytest.mark.rule("A-044")
def test_a_controlled_flood_takes_barrier_and_tile_and_nothing_is_stopped() -> None:
    state = after(drawing(CONTROLLED, barriers=["cities"], dry={"cities": 1}), DrawMisfortune(CONTROLLED))
    assert in_danger(state.table) == EVERY
    flooded = after(state, ChooseFlood(CITIES))
    assert (flooded.table.broken, flooded.table.tide, flooded.table.stopped) == (
        (CITIES,),
        (0, 0, 0, -1, 0, 0),
        (0,) * 6,
    )
    assert "the barrier is gone" in words(flooded)


def test_a_correction_tells_of_no_act() -> None:
    state = after(drawing("basic_hills", barriers=["hills"]), DrawMisfortune("basic_hills"))
    assert state.table.broken == (HILLS,)
    corrected = correct(state, {"barrier.hills": 1, "dry.forges": 5}).table
    assert (corrected.dry[FORGES], corrected.barriers, corrected.broken, corrected.tide) == (5, (HILLS,), (), ())


@pytest.mark.rule("A-098")
def test_a_new_barrier_is_white_and_nothing_has_gone() -> None:
    state = position(reserves={RED: Price(energy=9)})
    told = after(state, BuyBarrier(FORESTS, (4, 0, 0, 0))).table
    assert (told.barriers, told.broken) == ((FORESTS,), ())


@pytest.mark.rule("A-042")
def test_a_depleted_peninsula_pulses_from_the_card_that_names_it_to_the_last_flood_elsewhere() -> None:
    state = drawing("basic_libraries", dry={"libraries": 0})
    assert named(state.table) is None
    drawn = after(state, DrawMisfortune("basic_libraries"))
    assert named(drawn.table) == LIBRARIES
    assert in_danger(drawn.table) == (MOUNTAINS, HILLS, FORESTS, CITIES, FORGES)
    one = after(drawn, ChooseFlood(HILLS))
    both = after(one, ChooseFlood(FORGES))
    assert [named(each.table) for each in (one, both)] == [LIBRARIES, LIBRARIES]
    assert "Libraries are under water and a card names them" in words(both)
    assert named(after(both, DrawMisfortune(CALM)).table) is None


@pytest.mark.rule("A-040")
def test_in_danger_is_what_the_next_card_may_name_and_what_is_still_dry() -> None:
    cards = {"basic_hills": 2, "basic_forges": 1, "basic_cities": 1, CONTROLLED: 3, "twin_wave": 1}
    state = position(phase=Phase.MISFORTUNE, rest=CENTRE, dry={"cities": 0})
    table = replace(state.table, misfortunes=deck(unordered=cards))
    assert in_danger(table) == (HILLS, FORGES)
    assert in_danger(replace(table, drawn=4)) == (), "all are drawn"
    assert in_danger(replace(table, phase=Phase.ACTIONS)) == ()
    known = replace(table, misfortunes=deck("basic_forges", unordered=cards))
    assert in_danger(known) == (FORGES,), "everybody has seen the next one"
    sea = {"special.twin_wave.effect": {"op": "flood_peninsula", "n": 1, "what": "mountains"}}
    state = position(phase=Phase.MISFORTUNE, rest=CENTRE, data=sea)
    assert in_danger(replace(state.table, misfortunes=deck(unordered={"twin_wave": 2, CALM: 1}))) == (MOUNTAINS,)


@pytest.mark.rule("A-051")
def test_the_floods_of_the_wrath_go_out_one_by_one() -> None:
    state = position(phase=Phase.WRATH, data={"wrath.values": [0, 2, 3]}, wrath=1, dry={"cities": 0})
    assert (floods_left(state.table), in_danger(state.table)) == (
        2,
        (MOUNTAINS, HILLS, FORESTS, LIBRARIES, FORGES),
    )
    left = list[int]()
    for act in (BeginWrath(), ChooseFlood(HILLS), ChooseFlood(HILLS)):
        state = after(state, act)
        left.append(floods_left(state.table))
    assert left == [2, 1, 0]
    assert (state.table.phase, in_danger(state.table)) == (Phase.COUNTER, ())
    moved = after(state, MoveWrath()).table
    assert (moved.phase, moved.wrath, floods_left(moved)) == (Phase.END, 2, 0)


@pytest.mark.rule("A-051")
def test_without_wrath_nothing_is_in_danger() -> None:
    table = position(phase=Phase.WRATH, data={"wrath.values": [0, 2]}).table
    assert (floods_left(table), in_danger(table)) == (0, ())


@pytest.mark.rule("A-034")
@pytest.mark.parametrize(
    ("players", "turns"),
    [
        (1, [0, None, None, None, None]),
        (2, [1, None, 0, None, None]),
        (3, [1, 2, 0, 1, None]),
        (5, [1, 2, 3, 4, 0, None]),
        (7, [1, 2, 3, 4, 5, 6, 0, None]),
    ],
)
def test_the_turn_comes_to_whoever_draws_next(players: int, turns: list[int | None]) -> None:
    """A-130, A-134 and A-149 say who draws with one to three players; the marker lies with the second seat."""
    state = position(players, Phase.MISFORTUNE, rest=CENTRE, starter=min(1, players - 1))
    assert [turn_of(replace(state.table, drawn=number)) for number in range(len(turns))] == turns


@pytest.mark.rule("A-034")
def test_the_turn_does_not_come_before_the_card_is_dealt_with() -> None:
    state = drawing(CONTROLLED, starter=YELLOW)
    assert turn_of(state.table) == YELLOW
    drawn = after(state, DrawMisfortune(CONTROLLED))
    assert turn_of(drawn.table) is None
    dealt_with = after(drawn, ChooseFlood(HILLS))
    assert turn_of(dealt_with.table) == GREEN
    assert "Lights run up to Green: the turn is there." in words(dealt_with)
    assert turn_of(replace(state.table, phase=Phase.ACTIONS)) is None


@pytest.mark.rule("A-022")
@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_its_words(phase: Phase) -> None:
    said = {
        Phase.SETUP: "Set-up",
        Phase.REVEAL: "Choose the Hologram",
        Phase.PLACE: "Place Atlanteans",
        Phase.MISFORTUNE: "Suffer misfortunes",
        Phase.ACTIONS: "Take actions",
        Phase.WRATH: "Wrath of the gods",
        Phase.COUNTER: "Wrath of the gods",
        Phase.END: "End of the round",
    }
    assert f"Phase: {said[phase]}." in words(position(phase=phase))


def test_the_end_is_told_and_nothing_besides() -> None:
    drowned = after(
        drawing(
            "basic_hills", dry=dict.fromkeys(("mountains", "hills", "forests", "cities", "libraries", "forges"), 0)
        ),
        DrawMisfortune("basic_hills"),
    )
    assert words(drowned) == "Atlantis is lost: all is blue and grows dark."
    won = replace(drowned.table, ended="won")
    assert str(GAME.light.scene(public_view(won, NAMES)).text()).startswith("Atlantis rises")


@pytest.mark.parametrize("players", range(1, 8))
def test_seats_have_their_sides_whatever_names_are_known(players: int) -> None:
    state = position(players, Phase.MISFORTUNE, rest=CENTRE)
    assert words(state) == str(GAME.light.scene(public_view(state.table, NAMES[:players])).text()), (
        "of eight people some watch"
    )
    assert "Lights run up to Seat 1" in str(GAME.light.scene(public_view(state.table, ())).text())
