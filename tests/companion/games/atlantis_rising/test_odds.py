"""Odds of rolls, against every roll that there is, and against the numbers of the ledger's scenarios."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.rules.acts import Activate
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import LetLie, PlayCard, Reroll, Roll, Spend
from companion.games.atlantis_rising.rules.odds import Odds, attempt_of, chance, odds_of, percent, second_chance
from companion.games.atlantis_rising.state.model import Atlantean, AtlantisState, Phase
from companion.games.atlantis_rising.state.steps import Attempt
from tests.companion.games.atlantis_rising.play import BLUE, RED, after, automaton, follower, leader, offered
from tests.companion.games.atlantis_rising.positions import position

ACT = Phase.ACTIONS
FOREST, CITY = "forests_3", "cities_3"


def forest(number: int, *pieces: Atlantean, energy: int = 0, **fields: object) -> AtlantisState:
    """A Forests tile with that number and two spaces, and red with so much energy."""
    data = {"peninsula.forests.number.2": number}
    placed = {FOREST: pieces or (follower(RED),)}
    reserves = {RED: Price(energy=energy)}
    return position(4, ACT, data=data, placed=placed, reserves=reserves, **fields)  # type: ignore[arg-type]


def city(number: int, wrath: int, *pieces: Atlantean, energy: tuple[int, int] = (0, 0), **more: Any) -> AtlantisState:
    """A Cities tile with that number and these pieces, and energy of red and of blue."""
    data = {"peninsula.cities.number.2": number, "wrath.values": (wrath, wrath)}
    reserves = {RED: Price(energy=energy[0]), BLUE: Price(energy=energy[1])}
    return position(4, ACT, data=data, placed={CITY: pieces}, reserves=reserves, **more)


def odds(state: AtlantisState) -> Odds:
    """The odds of the one action that red has."""
    (act,) = [each for each in offered(state, Activate) if each.seat == RED]
    attempt = attempt_of(state.table, act)
    assert attempt is not None
    return odds_of(state.table, attempt)


def best(state: AtlantisState, helps: bool) -> Fraction:
    """How likely the attempt under way succeeds, played out by the rules: the best act at each step, each roll alike.

    With `helps` energy is spent and cards are played where that is best.
    """
    attempt = state.table.steps[-1] if state.table.steps else None
    if not isinstance(attempt, Attempt):
        # Over: of a success a resource came, or somebody is to get the new follower.
        return Fraction(bool(state.table.why and {"A-060", "A-068"} & set(state.table.why)))
    if attempt.rolls:
        rolls = [Roll(values) for values in product(range(1, 7), repeat=len(attempt.rolls))]
        return sum((best(COURSE.apply_action(state, roll), helps) for roll in rolls), Fraction(0)) / len(rolls)
    kinds = (LetLie, Reroll, Spend, PlayCard) if helps else (LetLie, Reroll)
    return max(
        best(COURSE.apply_action(state, act), helps) for act in COURSE.legal_actions(state) if isinstance(act, kinds)
    )


@pytest.mark.parametrize("needed", range(-1, 15))
@pytest.mark.parametrize("dice", [1, 2])
def test_a_chance_is_the_share_of_all_rolls(needed: int, dice: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    assert chance(needed, dice) == Fraction(len([roll for roll in rolls if sum(roll) >= needed]), len(rolls))


@pytest.mark.rule("A-059", "A-061")
def test_one_die_alone_and_with_energy() -> None:
    """E-03: of a 6, one face in six; with 3 energy every roll from 3 on."""
    assert odds(forest(6, energy=3)) == Odds(6, 1, Fraction(1, 6), Fraction(4, 6), 3, 0, is_twice=False)
    assert odds(forest(4)) == Odds(4, 1, Fraction(1, 2), Fraction(1, 2), 0, 0, is_twice=False)


@pytest.mark.rule("A-164", "A-165")
def test_e_11_a_number_above_six_needs_energy() -> None:
    quaked = forest(6, energy=1, numbers=(1,))
    assert (odds(quaked).plain, odds(quaked).helped) == (Fraction(0), Fraction(1, 6))
    sure = forest(1, follower(RED), leader(BLUE), councilors={BLUE: "explorer"})
    (act,) = [each for each in offered(sure, Activate) if each.seat == RED]
    assert attempt_of(sure.table, act) is None


@pytest.mark.rule("A-064", "A-065", "A-066", "A-067")
def test_e_04_two_dice_and_the_wrath() -> None:
    """8 with a wrath of 1: 7 on two dice, 21 of 36; with one energy 6, 26 of 36."""
    found = odds(city(8, 1, follower(RED), follower(BLUE), energy=(0, 1)))
    assert found == Odds(7, 2, Fraction(21, 36), Fraction(26, 36), 1, 0, is_twice=False)


@pytest.mark.rule("A-065", "A-067")
def test_s_18_one_owner_pays_for_both_dice_once() -> None:
    """9 with a wrath of 2: 7; three energy are three in all."""
    found = odds(city(9, 2, follower(RED), follower(RED), energy=(3, 0)))
    assert (found.needed, found.energy, found.helped) == (7, 3, Fraction(33, 36))


@pytest.mark.rule("A-152", "A-154")
def test_s_30_the_automaton_adds_two() -> None:
    data = {"peninsula.hills.number.1": 5, "peninsula.cities.number.2": 8, "wrath.values": (1, 1)}
    placed = {"hills_2": [follower(RED), automaton(RED)], CITY: [leader(RED)]}
    state = position(1, ACT, data=data, placed=placed)
    (act,) = [each for each in offered(state, Activate) if each.place == "hills_2"]
    attempt = attempt_of(state.table, act)
    assert attempt is not None
    assert odds_of(state.table, attempt).plain == Fraction(4, 6)


@pytest.mark.rule("A-058")
def test_while_the_dice_lie_there_it_is_sure_or_out_of_reach() -> None:
    state = after(forest(6, energy=3), Activate(RED, "follower", FOREST, 0), Roll((3,)))
    attempt = state.table.steps[-1]
    assert isinstance(attempt, Attempt)
    assert odds_of(state.table, attempt) == Odds(3, 0, Fraction(0), Fraction(1), 3, 0, is_twice=False)


PRIEST = {BLUE: "priest"}
CASES = {
    "plain": forest(5, energy=1),
    "a die card": forest(6, energy=1, hands={RED: ["die"]}),
    "a Priest": forest(5, follower(RED), leader(BLUE), energy=1, councilors=PRIEST),
    "an Explorer": forest(5, follower(RED), leader(BLUE), councilors={BLUE: "explorer"}),
    "an Atlas": forest(5, hands={RED: ["ancient_atlas"]}),
    "an Earthquake": forest(5, energy=1, numbers=(1,)),
}
"""Of one die, positions in which red's follower is about to act."""


@pytest.mark.rule("A-058", "A-061", "A-163", "A-171")
@pytest.mark.parametrize("case", CASES)
def test_odds_are_what_the_rules_come_to(case: str) -> None:
    state = CASES[case]
    found = odds(state)
    begun = after(state, Activate(RED, "follower", FOREST, 0))
    assert (best(begun, helps=False), best(begun, helps=True)) == (found.plain, found.helped)


@pytest.mark.rule("A-065", "A-171")
def test_odds_of_two_dice_with_a_priest_are_what_the_rules_come_to() -> None:
    """The second try may take one die or both, whichever is better."""
    state = city(11, 0, follower(RED), leader(BLUE), councilors=PRIEST)
    begun = after(state, Activate(RED, "follower", CITY, 0))
    assert best(begun, helps=False) == odds(state).plain > chance(11, 2)


@pytest.mark.rule("A-171")
def test_a_second_try_takes_the_dice_that_are_worst() -> None:
    assert second_chance(9, (1, 5)) == Fraction(3, 6)
    assert second_chance(9, (4, 5)) == 1


def test_percents_are_rounded_but_sure_only_where_it_is() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 166, 500, 999, 1000)] == [0, 1, 17, 50, 99, 100]
