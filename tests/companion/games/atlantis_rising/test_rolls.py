"""Dice, energy, recruits, Forges and the centre: E-02 to E-06, E-11, E-17, E-18, and the rules that they rest on."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.rules.acts import Activate, DrawMisfortune, EndMisfortunes, Place
from companion.games.atlantis_rising.rules.decisions import DrawCard, GiveRecruit, Keep, LetLie, Reroll, Roll, Spend
from companion.games.atlantis_rising.state.model import CENTRE, Atlantean, AtlantisState, Phase
from companion.games.core import Seat
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    follower,
    leader,
    offered,
    volunteer,
)
from tests.companion.games.atlantis_rising.positions import asked, deck, in_pool, label_of, position, refused_by

ACT = Phase.ACTIONS
FOREST = "forests_3"
CITY = "cities_3"


def forest(number: int, seat: Seat = RED, energy: int = 0, **more: Seat) -> AtlantisState:
    """A Forests tile with that number, on which that seat's follower is about to roll."""
    reserves = {seat: Price(energy=energy)} | {each: Price(energy=4) for each in more.values()}
    data = {"peninsula.forests.number.2": number}
    state = position(4, ACT, data=data, placed={FOREST: [follower(seat)]}, reserves=reserves)
    return after(state, Activate(seat, "follower", FOREST, 0))


def city(number: int, wrath: int, *pieces: Atlantean, **fields: object) -> AtlantisState:
    """A Cities tile with that number and these pieces on its space, about to be activated."""
    data = {"peninsula.cities.number.2": number, "wrath.values": (wrath, wrath)}
    return position(4, ACT, data=data, placed={CITY: pieces}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("A-058", "A-059", "A-060")
def test_e_02_a_plain_success_is_one_crystal() -> None:
    state = after(forest(6, BLUE, energy=2), Roll((6,)))
    assert state.table.reserves[BLUE] == Price(crystal=1, energy=2)
    assert not state.table.steps


@pytest.mark.rule("A-058", "A-060")
@pytest.mark.parametrize(("place", "resource"), [("mountains_3", "ore"), ("hills_3", "gold"), ("forests_3", "crystal")])
def test_a_success_is_one_resource_of_the_peninsula_however_high(place: str, resource: str) -> None:
    peninsula = place.partition("_")[0]
    data = {f"peninsula.{peninsula}.number.2": 2}
    state = position(4, ACT, data=data, placed={place: [follower(RED)]})
    state = after(state, Activate(RED, "follower", place, 0), Roll((6,)))
    assert state.table.reserves[RED] == Price(**{resource: 1})


@pytest.mark.rule("A-059")
@pytest.mark.parametrize(("rolled", "crystal"), [(3, 0), (4, 1), (5, 1)])
def test_a_roll_succeeds_from_the_number_on(rolled: int, crystal: int) -> None:
    state = after(forest(4), Roll((rolled,)))
    assert (state.table.reserves[RED], state.table.steps) == (Price(crystal=crystal), ())


@pytest.mark.rule("A-059")
def test_each_space_of_a_tile_may_have_its_own_number() -> None:
    """003:L449-451: the number stands below the space."""
    data = {"peninsula.forests.number": (6, 5, (2, 5), 4, 4, 3), "peninsula.forests.spaces.2": 2}
    state = position(4, data=data)
    spaces = [act.space for act in offered(state, Place) if (act.seat, act.piece, act.place) == (RED, "leader", FOREST)]
    assert spaces == [0, 1]
    labels = [str(label_of(state, Place(RED, "leader", FOREST, space))) for space in spaces]
    assert labels == ["Leader on Forests 3, above the 2", "Leader on Forests 3, above the 5"]
    state = position(4, ACT, data=data, placed={FOREST: [follower(RED), follower(BLUE)]})
    state = after(state, Activate(BLUE, "follower", FOREST, 1), Roll((4,)))
    state = after(state, Activate(RED, "follower", FOREST, 0), Roll((4,)))
    assert [reserve.crystal for reserve in state.table.reserves] == [1, 0, 0, 0]


@pytest.mark.rule("A-058", "A-027")
def test_each_atlantean_of_a_tile_has_its_own_die() -> None:
    data = {"peninsula.forests.number.2": 4, "peninsula.forests.spaces.2": 2}
    state = position(4, ACT, data=data, placed={FOREST: [follower(RED), follower(RED)]})
    first, second = Activate(RED, "follower", FOREST, 0), Activate(RED, "follower", FOREST, 1)
    assert refused_by(after(state, first), Roll((4, 4))) == "A-058"
    state = after(state, first, Roll((4,)), second, Roll((3,)))
    assert state.table.reserves[RED] == Price(crystal=1)
    assert refused_by(state, second) == "A-046"


@pytest.mark.rule("A-059", "A-061", "A-090")
@pytest.mark.parametrize(("spent", "crystal", "left"), [(3, 1, 0), (2, 0, 1), (0, 0, 3)])
def test_e_03_energy_turns_a_failure(spent: int, crystal: int, left: int) -> None:
    state = after(forest(6, energy=3), Roll((3,)))
    state = after(state, Spend(RED, 0, spent)) if spent else state
    state = after(state, LetLie()) if state.table.steps else state
    assert state.table.reserves[RED] == Price(crystal=crystal, energy=left)


@pytest.mark.rule("A-061", "A-090")
def test_energy_is_spent_bit_by_bit_and_never_more_than_there_is() -> None:
    state = after(forest(6, energy=3), Roll((2,)))
    assert refused_by(state, Spend(RED, 0, 4)) == "A-061"
    state = after(state, Spend(RED, 0, 1), Spend(RED, 0, 1))
    assert refused_by(state, Spend(RED, 0, 2)) == "A-061"
    assert after(state, Spend(RED, 0, 1)).table.reserves[RED] == Price()


@pytest.mark.rule("A-062", "A-095")
def test_nobody_pays_for_anothers_die() -> None:
    state = after(forest(4, energy=1, other=BLUE), Roll((2,)))
    assert asked(state).seats == (RED,)
    assert refused_by(state, Spend(BLUE, 0, 2)) == "A-062"


@pytest.mark.rule("A-061")
def test_energy_is_added_only_once_the_die_lies() -> None:
    assert refused_by(forest(4, energy=3), Spend(RED, 0, 1)) == "A-058"


@pytest.mark.rule("A-064", "A-065", "A-066", "A-067")
def test_e_04_two_players_roll_a_die_each_in_the_cities() -> None:
    """3 + 3 and the wrath value 1 are 7, and blue adds the eighth."""
    state = city(8, 1, follower(RED), follower(BLUE), reserves={BLUE: Price(energy=1)})
    state = after(state, Activate(RED, "follower", CITY, 0))
    assert asked(state).seats == (RED, BLUE)
    state = after(state, Roll((3, 3)))
    assert refused_by(state, Spend(RED, 0, 1)) == "A-061"
    assert refused_by(state, Spend(BLUE, 0, 1)) == "A-062"
    assert offered(state, GiveRecruit) == []
    state = after(state, Spend(BLUE, 1, 1))
    assert state.table.reserves == (Price(),) * 4
    assert [act.seat for act in offered(state, GiveRecruit)] == [RED, BLUE]


@pytest.mark.rule("A-068", "A-069", "A-070", "A-071", "A-072")
def test_e_04_those_who_share_the_space_say_whose_the_recruit_is() -> None:
    state = city(8, 1, follower(RED), follower(BLUE))
    state = after(state, Activate(RED, "follower", CITY, 0), Roll((3, 4)))
    assert asked(state).seats == (RED, BLUE)
    assert refused_by(state, GiveRecruit(YELLOW)) == "A-070"
    pools = [in_pool(state, seat)["follower"] for seat in range(4)]
    assert (state.table.supply, pools) == ((2, 2, 2, 2), [1, 1, 2, 2])
    state = after(state, GiveRecruit(BLUE))
    pools = [in_pool(state, seat)["follower"] for seat in range(4)]
    assert (state.table.supply, pools) == ((2, 1, 2, 2), [1, 2, 2, 2])
    assert refused_by(state, Place(BLUE, "follower", CENTRE, 0)) == "A-023"


@pytest.mark.rule("A-064")
def test_two_of_one_player_in_the_cities_act_as_one() -> None:
    state = city(8, 1, leader(RED), follower(RED))
    assert [act.piece for act in offered(state, Activate)] == ["follower"]
    assert refused_by(state, Activate(RED, "leader", CITY, 0)) == "A-064"


@pytest.mark.rule("A-064")
def test_one_atlantean_alone_in_the_cities_does_nothing() -> None:
    state = city(8, 1, follower(RED))
    assert refused_by(state, Activate(RED, "follower", CITY, 0)) == "A-064"


@pytest.mark.rule("A-065", "A-067")
def test_one_player_alone_in_the_cities_rolls_both_dice_and_pays_for_both() -> None:
    state = city(8, 0, leader(RED), follower(RED), reserves={RED: Price(energy=2)})
    state = after(state, Activate(RED, "follower", CITY, 0), Roll((3, 3)), Spend(RED, 0, 1), Spend(RED, 1, 1))
    assert state.table.supply[RED] == 1
    assert state.table.reserves[RED] == Price()


@pytest.mark.rule("A-066", "A-068")
@pytest.mark.parametrize(("wrath", "recruits"), [(0, 0), (1, 1), (3, 1)])
def test_the_wrath_value_counts_in_the_cities(wrath: int, recruits: int) -> None:
    state = city(8, wrath, follower(RED), follower(RED))
    state = after(state, Activate(RED, "follower", CITY, 0), Roll((3, 4)))
    assert state.table.supply[RED] == 2 - recruits


@pytest.mark.rule("A-066")
def test_the_wrath_value_counts_nowhere_else() -> None:
    data = {"peninsula.forests.number.2": 4, "wrath.values": (3, 3)}
    state = position(4, ACT, data=data, placed={FOREST: [follower(RED)]})
    state = after(state, Activate(RED, "follower", FOREST, 0), Roll((3,)))
    assert state.table.reserves[RED] == Price()


@pytest.mark.rule("A-071")
@pytest.mark.parametrize(("supply", "left"), [((0, 2, 2, 2), (0, 1, 2, 2)), ((0, 0, 2, 2), (0, 0, 2, 2))])
def test_a_colour_without_followers_left_cannot_recruit(supply: tuple[int, ...], left: tuple[int, ...]) -> None:
    state = city(2, 0, follower(RED), follower(BLUE), supply=supply)
    state = after(state, Activate(RED, "follower", CITY, 0), Roll((1, 1)))
    assert (state.table.supply, state.table.steps) == (left, ())


@pytest.mark.rule("A-071")
def test_a_recruit_is_refused_to_a_colour_without_followers_left() -> None:
    state = city(2, 0, follower(RED), follower(BLUE), follower(YELLOW), supply=(0, 1, 1, 1))
    state = after(state, Activate(RED, "follower", CITY, 0, (RED, BLUE)), Roll((1, 1)))
    assert refused_by(state, GiveRecruit(RED)) == "A-071"


@pytest.mark.rule("A-085", "A-086")
def test_e_05_two_atlanteans_at_a_forge() -> None:
    data = {"peninsula.forges.number.2": 2, "peninsula.forges.spaces.2": 2}
    placed = {"forges_3": [follower(RED), follower(RED)]}
    state = position(4, ACT, data=data, placed=placed, reserves={RED: Price(ore=2)})
    state = after(state, *(Activate(RED, "follower", "forges_3", space) for space in (0, 1)))
    assert state.table.reserves[RED] == Price(atlantium=4)


@pytest.mark.rule("A-085")
def test_e_06_a_forge_of_one_space() -> None:
    data = {"peninsula.forges.number.5": 3, "peninsula.forges.spaces.5": 1}
    state = position(4, ACT, data=data, placed={"forges_6": [follower(YELLOW)]}, reserves={YELLOW: Price(ore=1)})
    state = after(state, Activate(YELLOW, "follower", "forges_6", 0))
    assert state.table.reserves[YELLOW] == Price(atlantium=3)


@pytest.mark.rule("A-089")
def test_each_atlantean_on_the_centre_gives_its_owner_one_energy() -> None:
    state = position(4, ACT, placed={CENTRE: [leader(RED), follower(RED), volunteer(RED), follower(BLUE)]})
    assert not state.table.steps
    while acts := offered(state, Activate):
        state = after(state, acts[0])
    assert [reserve.energy for reserve in state.table.reserves] == [3, 1, 0, 0]


@pytest.mark.rule("A-091", "A-095", "A-078")
def test_only_whoever_drew_pays_for_the_further_card() -> None:
    data = {"peninsula.libraries.icon.0": "one_discard"}
    reserves = {RED: Price(energy=1), BLUE: Price(energy=1)}
    library = deck("energy", "barrier")
    state = position(4, ACT, data=data, placed={"libraries_1": [follower(RED)]}, reserves=reserves, library=library)
    state = after(state, Activate(RED, "follower", "libraries_1", 0), DrawCard(RED, "energy"), DrawCard(RED, "barrier"))
    both = ("barrier", "energy")
    assert refused_by(state, Keep(BLUE, both, 1)) == "A-095"
    assert refused_by(state, Keep(RED, both, 0)) == "A-078"
    state = after(state, Keep(RED, both, 1))
    assert state.table.hands[RED] == both
    assert [reserve.energy for reserve in state.table.reserves] == [0, 1, 0, 0]


@pytest.mark.rule("A-162", "A-164", "A-036")
@pytest.mark.parametrize(("rolled", "needed"), [(6, 1), (4, 3)])
def test_e_11_an_earthquake_raises_a_number_above_6(rolled: int, needed: int) -> None:
    data = {
        "peninsula.forests.number.2": 6,
        "special.earthquake.effect.op": "number_plus",
        "special.earthquake.effect.n": 1,
        "special.earthquake.effect.what": "wild",
    }
    reserves = {RED: Price(energy=needed)}
    state = position(4, Phase.MISFORTUNE, data=data, placed={FOREST: [follower(RED)]}, reserves=reserves, drawn=3)
    state = after(state, DrawMisfortune("earthquake"), EndMisfortunes(), Activate(RED, "follower", FOREST, 0))
    state = after(state, Roll((rolled,)))
    assert state.table.reserves[RED].crystal == 0
    assert after(state, Spend(RED, 0, needed)).table.reserves[RED] == Price(crystal=1)


@pytest.mark.rule("A-163", "A-165", "A-048", "A-049")
def test_e_11_a_number_below_1_is_a_success_without_a_die() -> None:
    """The Explorer lowers a number of 1 by 1, on the tile of its Leader alone."""
    data = {
        "peninsula.forests.number.2": 1,
        "peninsula.forests.number.3": 1,
        "councilors.explorer.effect.op": "number_minus",
        "councilors.explorer.effect.n": 1,
    }
    placed = {FOREST: [leader(RED), follower(BLUE)], "forests_4": [follower(BLUE)]}
    state = position(4, ACT, data=data, councilors={RED: "explorer"}, placed=placed)
    state = after(state, Activate(BLUE, "follower", FOREST, 1))
    assert (state.table.reserves[BLUE], state.table.steps) == (Price(crystal=1), ())
    state = after(state, Activate(RED, "leader", FOREST, 0))
    assert (state.table.reserves[RED], state.table.steps) == (Price(crystal=1), ())
    state = after(state, Activate(BLUE, "follower", "forests_4", 0))
    assert refused_by(state, LetLie()) == "A-058"
    assert after(state, Roll((1,))).table.reserves[BLUE] == Price(crystal=2)


@pytest.mark.rule("A-165")
def test_a_number_below_1_in_the_cities_recruits_without_dice() -> None:
    state = city(0, 0, follower(RED), follower(RED))
    state = after(state, Activate(RED, "follower", CITY, 0))
    assert (state.table.supply[RED], state.table.steps) == (1, ())


@pytest.mark.rule("A-171")
def test_e_17_the_priest_has_both_dice_rolled_once_more_and_only_once() -> None:
    state = city(8, 0, leader(RED), follower(BLUE), councilors={RED: "priest"})
    state = after(state, Activate(RED, "leader", CITY, 0), Roll((2, 3)))
    assert refused_by(state, Reroll(BLUE, (0, 1))) == "A-171"
    state = after(state, Reroll(RED, (0, 1)), Roll((5, 2)))
    assert (state.table.supply, state.table.steps) == ((2, 2, 2, 2), ())


@pytest.mark.rule("A-171")
def test_e_17_the_priest_has_one_die_rolled_once_more() -> None:
    state = city(8, 0, leader(RED), follower(BLUE), councilors={RED: "priest"})
    state = after(state, Activate(RED, "leader", CITY, 0), Roll((2, 3)), Reroll(RED, (0,)))
    state = after(state, Roll((5,)))
    assert asked(state).seats == (RED, BLUE)
    assert after(state, GiveRecruit(BLUE)).table.supply == (2, 1, 2, 2)


@pytest.mark.rule("A-171", "A-061")
def test_energy_on_a_die_that_stays_counts_on_and_on_a_rerolled_one_is_lost() -> None:
    """Q-14: after 2 + 3 and one energy on each, red's die comes to 3: 3 + 3 + 1 = 7, and one is missing."""
    reserves = {RED: Price(energy=1), BLUE: Price(energy=2)}
    state = city(8, 0, leader(RED), follower(BLUE), councilors={RED: "priest"}, reserves=reserves)
    state = after(state, Activate(RED, "leader", CITY, 0), Roll((2, 3)), Spend(RED, 0, 1), Spend(BLUE, 1, 1))
    state = after(state, Reroll(RED, (0,)), Roll((3,)))
    assert state.table.supply == (2, 2, 2, 2)
    assert asked(after(state, Spend(BLUE, 1, 1))).seats == (RED, BLUE)


@pytest.mark.rule("A-171")
def test_a_second_reroll_is_refused() -> None:
    state = city(8, 0, leader(RED), follower(BLUE), councilors={RED: "priest"}, reserves={RED: Price(energy=1)})
    state = after(state, Activate(RED, "leader", CITY, 0), Roll((2, 3)), Reroll(RED, (0, 1)), Roll((1, 1)))
    assert refused_by(state, Reroll(RED, (0,))) == "A-171"


@pytest.mark.rule("A-172", "A-062")
def test_e_18_three_in_the_cities_roll_two_dice() -> None:
    three = (leader(RED), follower(BLUE), follower(YELLOW))
    state = city(6, 0, *three, councilors={RED: "emissary"}, reserves={RED: Price(energy=1), BLUE: Price(energy=1)})
    assert refused_by(state, Activate(RED, "leader", CITY, 0)) == "A-172"
    state = after(state, Activate(BLUE, "follower", CITY, 0, (BLUE, YELLOW)))
    short = after(state, Roll((2, 3)))
    assert refused_by(short, Spend(RED, 0, 1)) == "A-062"
    assert asked(after(short, Spend(BLUE, 0, 1))).seats == (RED, BLUE, YELLOW)
    state = after(state, Roll((2, 4)))
    assert [act.seat for act in offered(state, GiveRecruit)] == [RED, BLUE, YELLOW]
    assert refused_by(state, GiveRecruit(GREEN)) == "A-070"
    assert after(state, GiveRecruit(RED)).table.supply == (1, 2, 2, 2)


@pytest.mark.rule("A-171")
def test_the_priests_player_is_asked_beside_whoever_rolled() -> None:
    """Q-55: it is the Priest's player who decides, whoever rolled, and only once."""
    placed = {"hills_1": [leader(RED), follower(BLUE)]}
    state = position(4, ACT, data={"peninsula.hills.number.0": 6}, councilors={RED: "priest"}, placed=placed)
    state = after(state, Activate(BLUE, "follower", "hills_1", 1), Roll((2,)))
    assert asked(state).seats == (BLUE, RED)
    assert "roll again" in str(asked(state).text)
    assert refused_by(state, Reroll(BLUE, (0,))) == "A-171"
    state = after(state, Reroll(RED, (0,)))
    assert asked(state).seats == (BLUE,)
    assert not after(state, Roll((3,))).table.steps


@pytest.mark.rule("A-061", "A-090", "A-171")
@pytest.mark.parametrize(
    ("energy", "priest", "hand", "ways"),
    [
        (2, "", (), "add energy or let it lie"),
        (0, "priest", (), "roll again or let it lie"),
        (0, "", ("die",), "play a card or let it lie"),
        (2, "priest", ("die",), "add energy, roll again, play a card or let it lie"),
    ],
)
def test_only_what_can_mend_a_roll_is_proposed(energy: int, priest: str, hand: tuple[str, ...], ways: str) -> None:
    placed = {"hills_1": [leader(BLUE)]}
    state = position(
        4,
        ACT,
        data={"peninsula.hills.number.0": 6},
        councilors={BLUE: priest} if priest else {},
        placed=placed,
        reserves={BLUE: Price(energy=energy)},
        hands={BLUE: hand},
    )
    state = after(state, Activate(BLUE, "leader", "hills_1", 0), Roll((2,)))
    assert str(asked(state).text).endswith(f": {ways}.")
