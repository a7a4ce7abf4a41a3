"""What came of an act, in the words of the news: rolls, floods, recruits, cards and buildings."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import CALM, CONTROLLED, Price
from companion.games.atlantis_rising.rules.acts import Activate, BuyBarrier, DrawMisfortune, MoveWrath
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, GiveRecruit, LetLie, PlayCard, Roll, Spend
from companion.games.atlantis_rising.state.model import CENTRE, AtlantisState, Phase
from companion.games.core import Action
from companion.games.registry import GAMES
from tests.companion.games.atlantis_rising.play import BLUE, HILLS, RED, after, follower, leader
from tests.companion.games.atlantis_rising.positions import position
from tests.companion.games.atlantis_rising.test_rolls import ACT, CITY, city, forest
from tests.companion.games.outcomes import told

GAME = GAMES["atlantis_rising"]


def came(state: AtlantisState, act: Action) -> str:
    return told(GAME, state, act)[1]


@pytest.mark.rule("A-059", "A-060")
def test_a_roll_says_who_rolled_what_and_whether_it_succeeds() -> None:
    won = forest(5, BLUE)
    assert told(GAME, won, Roll((5,))) == ("Ben rolls 5 for Forests 3.", "Success: +1 crystal (1 now).")
    assert came(forest(5, BLUE), Roll((4,))) == "Nothing: 5 was needed."


@pytest.mark.rule("A-061")
def test_a_roll_that_energy_can_mend_is_open_until_it_is_left() -> None:
    state = forest(6, BLUE, energy=2)
    assert came(state, Roll((4,))) == "Not yet: 6 is needed, 2 more."
    state = after(state, Roll((4,)))
    assert came(state, Spend(BLUE, 0, 2)) == "Success: +1 crystal (1 now)."
    assert told(GAME, state, LetLie()) == ("The roll for Forests 3 fails.", "6 was needed, 4 lay there.")


@pytest.mark.rule("A-065", "A-068")
def test_a_success_in_the_cities_is_a_follower_and_says_whose() -> None:
    alone = after(city(5, 1, follower(RED, CITY), follower(RED, CITY)), Activate(RED, "follower", CITY, 0))
    assert came(alone, Roll((2, 2))).startswith("Success: Ada +1 follower (")
    shared = after(city(5, 1, follower(RED, CITY), follower(BLUE, CITY)), Activate(RED, "follower", CITY, 0))
    assert told(GAME, shared, Roll((2, 2))) == ("Ada and Ben roll 2 and 2 for Cities 3.", "Success: a new follower.")
    given = told(GAME, after(shared, Roll((2, 2))), GiveRecruit(BLUE))
    assert given[0] == "Ben gets a new follower."
    assert given[1].startswith("+1 follower (")


@pytest.mark.rule("A-040", "A-041")
def test_a_flood_names_the_tile_and_whoever_returns() -> None:
    placed = {"hills_6": [follower(RED)], "hills_5": [leader(BLUE)]}
    state = position(4, Phase.MISFORTUNE, placed=placed)
    assert came(state, DrawMisfortune("basic_hills")) == "Hills 6 sinks. Ada's follower returns."
    assert came(state, DrawMisfortune(CALM)) == "Calm Seas do nothing."


@pytest.mark.rule("A-099")
def test_a_barrier_that_stops_a_flood_is_told() -> None:
    state = position(4, Phase.MISFORTUNE, barriers=("hills",))
    assert came(state, DrawMisfortune("basic_hills")) == "The barrier of the Hills stops the flood."
    state = after(position(4, Phase.MISFORTUNE), DrawMisfortune(CONTROLLED))
    assert told(GAME, state, ChooseFlood(HILLS)) == ("Hills 6 floods.", "")


@pytest.mark.rule("A-089")
def test_an_action_without_a_die_says_what_it_brings() -> None:
    state = position(4, ACT, placed={CENTRE: [follower(RED)]}, reserves={RED: Price(energy=2)})
    assert came(state, Activate(RED, "follower", CENTRE, 0)) == "+1 energy (3 now)."


def test_what_a_card_says_is_told_with_what_it_gave() -> None:
    state = position(4, ACT, hands={RED: ("energy",)})
    said = came(state, PlayCard(RED, "energy"))
    assert said.startswith("Take ")
    assert "energy (" in said


def test_what_a_payer_pays_is_told_once() -> None:
    state = position(4, ACT, reserves={RED: Price(energy=4)})
    assert told(GAME, state, BuyBarrier(HILLS, (4, 0, 0, 0))) == (
        "A barrier protects the Hills: 4 energy from Ada.",
        "",
    )


def test_the_wrath_says_what_it_floods_from_now_on() -> None:
    state = position(4, Phase.COUNTER, data={"wrath.values": (1, 2)})
    assert came(state, MoveWrath()) == "The wrath is 2 now."
