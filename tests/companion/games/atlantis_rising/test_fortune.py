"""What chance brings on average, held against counting, and what is counted of each roll and of each misfortune."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import CALM, CONTROLLED, Price
from companion.games.atlantis_rising.rules.acts import Activate, DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import LetLie, Reroll, Roll, Spend
from companion.games.atlantis_rising.rules.odds import asked_for, chance
from companion.games.atlantis_rising.state.model import CENTRE, PARTS, TEAM, AtlantisState, Luck, Phase
from tests.companion.games.atlantis_rising.play import BLUE, RED, YELLOW, after, follower, leader
from tests.companion.games.atlantis_rising.positions import deck, position

OF_TWO = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 0}
"""In how many of 36 ways two dice sum to that or more."""
NONE = Luck()


def parts(number: int, of: int) -> int:
    """The nearest number of `PARTS`."""
    return round(PARTS * number / of)


@pytest.mark.parametrize("wanted", range(-1, 9))
def test_one_die_is_as_likely_as_its_faces_say(wanted: int) -> None:
    assert chance(wanted, 1) * PARTS == parts(min(6, max(0, 7 - wanted)), 6)


@pytest.mark.parametrize("wanted", OF_TWO)
def test_two_dice_are_as_likely_as_counting_says(wanted: int) -> None:
    assert chance(wanted, 2) * PARTS == parts(OF_TWO[wanted], 36)


def hills(energy: int = 0) -> AtlantisState:
    """Red has gone to a tile of the Hills where 5 is needed."""
    return after(
        position(
            phase=Phase.ACTIONS,
            placed={"hills_1": [leader(RED)]},
            rest=CENTRE,
            data={"peninsula.hills.number": (5,) * 6},
            reserves={RED: Price(energy=energy)},
        ),
        Activate(RED, "leader", "hills_1", 0),
    )


@pytest.mark.rule("A-058")
@pytest.mark.parametrize(("value", "came"), [(4, 0), (5, 1)])
def test_a_roll_is_counted_for_its_seat_and_for_all(value: int, came: int) -> None:
    fortune = after(hills(), Roll((value,))).table.fortune
    luck = Luck(1, came, parts(2, 6))
    assert (fortune[RED], fortune[TEAM], fortune[BLUE], len(fortune)) == (luck, luck, NONE, 5)


@pytest.mark.rule("A-061")
def test_energy_makes_nobody_lucky() -> None:
    mended = after(hills(energy=2), Roll((4,)), Spend(RED, 0, 1))
    assert mended.table.reserves[RED].crystal + mended.table.reserves[RED].gold + mended.table.reserves[RED].ore == 1
    assert mended.table.fortune[RED] == Luck(1, 0, parts(2, 6))


def cities(councilor: str = "") -> AtlantisState:
    """Red and Blue have gone to a space of the Cities where 9 is needed; the wrath is 2."""
    return after(
        position(
            phase=Phase.ACTIONS,
            placed={"cities_1": [leader(RED), follower(BLUE)]},
            rest=CENTRE,
            data={"peninsula.cities.number": (9,) * 6, "wrath.values": [0, 2, 3]},
            wrath=1,
            councilors={RED: councilor} if councilor else {},
        ),
        Activate(RED, "leader", "cities_1", 0),
    )


@pytest.mark.rule("A-065")
def test_a_roll_of_two_counts_for_both_and_once_for_all() -> None:
    """With the wrath of 2 the dice have to show 7 (A-066)."""
    fortune = after(cities(), Roll((3, 4))).table.fortune
    luck = Luck(1, 1, parts(21, 36))
    assert (fortune[RED], fortune[BLUE], fortune[YELLOW], fortune[TEAM]) == (luck, luck, NONE, luck)


@pytest.mark.rule("A-171")
def test_a_second_try_is_another_roll_with_the_odds_that_are_left() -> None:
    """The 2 of Blue's die lies there and 7 are needed: Red's has to show 5."""
    lies = after(cities("priest"), Roll((1, 2)), Reroll(RED, (0,)), Roll((5,)))
    both, red = parts(21, 36), parts(2, 6)
    assert lies.table.fortune[RED] == Luck(2, 1, both + red)
    assert lies.table.fortune[BLUE] == Luck(1, 0, both), "whose die was rolled once"
    assert lies.table.fortune[TEAM] == Luck(2, 1, both + red)


@pytest.mark.rule("A-059")
def test_a_roll_that_is_let_lie_counts_once() -> None:
    assert after(hills(energy=3), Roll((2,)), LetLie()).table.fortune[TEAM] == Luck(1, 0, parts(2, 6))


CARDS = {"basic_hills": 3, "basic_cities": 2, CALM: 4, CONTROLLED: 1, "twin_wave": 1}
"""With the Cities depleted: 3 of one flood, 2 of two, 4 of none, 1 of one, 1 of two."""


def draws(cards: Mapping[str, int], *top: str, barriers: tuple[str, ...] = ()) -> AtlantisState:
    return position(
        phase=Phase.MISFORTUNE,
        rest=CENTRE,
        dry={"cities": 0},
        barriers=barriers,
        misfortunes=deck(*top, unordered=cards),
        data={"special.twin_wave.effect": {"op": "flood_choice", "n": 2}},
    )


@pytest.mark.rule("A-034")
@pytest.mark.parametrize(("card", "floods"), [("basic_hills", 1), ("basic_cities", 2), (CALM, 0), (CONTROLLED, 1)])
def test_a_misfortune_is_counted_beside_the_odds_of_its_deck(card: str, floods: int) -> None:
    assert after(draws(CARDS), DrawMisfortune(card)).table.weather == Luck(1, floods, parts(10, 11))


@pytest.mark.rule("A-099")
def test_a_barrier_makes_no_card_kinder() -> None:
    state = after(draws(CARDS, barriers=("hills",)), DrawMisfortune("basic_hills"))
    assert (state.table.weather, state.table.dry[1]) == (Luck(1, 1, parts(10, 11)), 6)


@pytest.mark.rule("A-170")
def test_a_card_that_everybody_has_seen_is_no_luck() -> None:
    known = after(draws(CARDS, CALM, "basic_hills"), DrawMisfortune(CALM), DrawMisfortune("basic_hills"))
    assert known.table.weather == Luck(2, 1, PARTS)


def test_an_empty_deck_is_as_likely_as_its_discards() -> None:
    state = position(phase=Phase.MISFORTUNE, rest=CENTRE, misfortunes=deck(discards=(CALM, CALM, "basic_hills")))
    assert after(state, DrawMisfortune("basic_hills")).table.weather == Luck(1, 1, parts(1, 3))


def test_below_what_lies_in_no_order_lies_what_was_put_there() -> None:
    state = draws({})
    table = replace(state.table, misfortunes=replace(deck(), bottom=("basic_hills", CALM)))
    assert after(replace(state, table=table), DrawMisfortune("basic_hills")).table.weather == Luck(1, 1, PARTS)


@pytest.mark.rule("A-042")
@pytest.mark.parametrize(
    ("dry", "barriers", "floods"),
    [(6, (), 3), (3, (), 3), (2, (), 2 + 2), (2, ("hills",), 3), (1, (), 1 + 2 + 2), (0, (), 6)],
)
def test_a_card_that_names_one_peninsula_thrice_goes_elsewhere_once_it_is_depleted(
    dry: int, barriers: tuple[str, ...], floods: int
) -> None:
    """Each of the three takes a tile or a barrier, or two tiles elsewhere."""
    thrice = {"op": "flood_peninsula", "n": 3, "what": "hills"}
    state = position(dry={"hills": dry}, barriers=barriers, data={"special.twin_wave.effect": thrice})
    assert asked_for(state.table, "twin_wave") == floods


@pytest.mark.parametrize(
    ("effect", "floods"),
    [
        ({"op": "flood_choice", "n": 2}, 2),
        ({"op": "flood_choice", "n": 1, "who": "each"}, 4),
        ({"op": "flood_peninsula", "n": 1, "what": "hills", "who": "each"}, 4),
        ({"op": "flood_peninsula", "n": 2, "what": "hills", "who": "current"}, 2),
        ({"op": "lose_energy", "n": 2}, 0),
    ],
)
def test_a_special_misfortune_asks_for_what_its_effect_says(effect: dict[str, object], floods: int) -> None:
    state = position(4, data={"special.twin_wave.effect": effect})
    assert asked_for(state.table, "twin_wave") == floods
