"""Monument Conflicts, Consolidation, and how a game of Clans goes on or ends (M-090 to M-103)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.manawave.state.acts import Consolidate, Fight, StartWave
from companion.games.manawave.state.model import Clan, Counters, ManaState, Phase, Tribe
from tests.companion.games.manawave.play import (
    DEFAULTS,
    X,
    Y,
    after,
    clan,
    clans_at,
    designed,
    done,
    family,
    holder,
    lights,
    numbers,
    offered,
    outcome,
    prompt,
    refusal,
    settled,
    tribe,
    winners,
    zone,
)


def fighting(x: Clan, y: Clan, **more: Any) -> ManaState:
    """Conflicts with these Clans at position 1."""
    return settled(clans_at(Phase.CONFLICT, tribe(x), tribe(y), **more))


def populations(state: ManaState, position: int = 1) -> tuple[int, int]:
    """Of both Clans at a position."""
    return state.table.clans.clan(X, position).population, state.table.clans.clan(Y, position).population


def fought(x: Clan, y: Clan) -> tuple[int, int]:
    """The populations once all conflicts are over."""
    return populations(done(fighting(x, y), Fight))


# --- conflicts ---


@pytest.mark.rule("M-090")
def test_at_each_monument_in_turn_come_war_sacrifice_and_growth() -> None:
    one = numbers(9, 0, 1, 0, 1, 1)
    x = tribe(*(Clan(card, 9, one.counters) for card in ("flame", "root", "stream")))
    state = settled(clans_at(Phase.CONFLICT, x, x))
    seen = []
    while fights := offered(state, Fight):
        assert len(fights) == 1
        seen.append((fights[0].position, fights[0].step))
        assert populations(state, fights[0].position)[X] == populations(state, fights[0].position)[Y]
        state = after(state, fights[0])
        assert state.table.hit == (X, Y)
    assert seen == [(position, step) for position in (1, 2, 3) for step in ("war", "sacrifice", "growth")]
    assert state.table.phase is Phase.CONSOLIDATE


@pytest.mark.rule("M-090")
def test_steps_are_taken_in_their_order_alone() -> None:
    state = fighting(numbers(9, 0, 1, 0, 1, 1), numbers(9, 0, 0, 0, 0, 0))
    assert offered(state) == [Fight(1, "war")]
    assert refusal(state, Fight(1, "sacrifice")) == "M-090"
    assert refusal(state, Fight(2, "war")) == "M-090"
    state = after(state, Fight(1, "war"))
    assert refusal(state, Fight(1, "war")) == "M-090"
    assert offered(state) == [Fight(1, "sacrifice")]


@pytest.mark.rule("M-090")
def test_where_no_population_changes_nothing_is_to_be_done() -> None:
    state = fighting(numbers(3, 0, 2, 0, 0, 0), numbers(3, 0, 0, 5, 0, 0))
    assert state.table.phase is Phase.CONSOLIDATE


@pytest.mark.rule("M-091")
@pytest.mark.parametrize(
    ("attack", "shield", "left"),
    [(2, 5, 9), (0, 0, 9), (5, 5, 9), (6, 5, 8), (5, 0, 4), (9, 0, 0), (12, 2, 0)],
)
def test_w_m06_attack_beyond_the_opposing_shield_takes_population(attack: int, shield: int, left: int) -> None:
    x, y = numbers(9, 0, attack, 0, 0, 0), numbers(9, 0, 0, shield, 0, 0)
    assert fought(x, y) == (9, left)
    assert fought(y, x) == (left, 9)


@pytest.mark.rule("M-091")
def test_war_is_waged_in_both_directions_at_once() -> None:
    assert fought(numbers(4, 0, 5, 1, 0, 0), numbers(6, 0, 3, 2, 0, 0)) == (2, 3)


@pytest.mark.rule("M-091")
def test_the_own_shield_is_no_use_to_the_own_attack() -> None:
    assert fought(numbers(4, 0, 2, 9, 0, 0), numbers(4, 0, 0, 0, 0, 0)) == (4, 2)


@pytest.mark.rule("M-091", "M-092")
def test_the_population_on_the_mat_follows_and_the_strip_says_who_loses() -> None:
    state = fighting(numbers(4, 0, 9, 0, 0, 0), numbers(3, 0, 0, 0, 0, 0))
    assert prompt(state).text == "War at position 1: Yuri loses 3 population, 0 left."
    assert "Red flashes at Monument 1 on Yuri's side" in lights(state)
    assert "Xenia's side" not in lights(state)
    state = after(state, Fight(1, "war"))
    assert dict(zone(state, "tracker.1.0").sums)["population"] == 0
    assert state.table.hit == (Y,)


@pytest.mark.rule("M-092")
@pytest.mark.parametrize(("attack", "sacrifice"), [(9, 0), (0, 9), (9, 9), (2, 2)])
def test_population_never_goes_below_nothing(attack: int, sacrifice: int) -> None:
    assert fought(numbers(3, 0, attack, 0, 0, 0), numbers(3, 0, 0, 0, sacrifice, 0))[Y] == 0


@pytest.mark.rule("M-093")
@pytest.mark.parametrize(("sacrifice", "left"), [(0, 4), (1, 3), (4, 0), (6, 0)])
def test_each_sacrifice_counter_takes_one_of_the_own_population(sacrifice: int, left: int) -> None:
    assert fought(numbers(4, 0, 0, 9, sacrifice, 0), numbers(4, 0, 0, 9, 0, 0)) == (left, 4)


@pytest.mark.rule("M-094")
@pytest.mark.parametrize(("growth", "has"), [(0, 4), (1, 5), (4, 8), (5, 8), (40, 8)])
def test_w_m01_growth_adds_up_to_the_population_that_is_there(growth: int, has: int) -> None:
    assert fought(numbers(4, 0, 0, 0, 0, growth), numbers(4, 0, 0, 0, 0, 0)) == (has, 4)


@pytest.mark.rule("M-091", "M-093", "M-094")
def test_s_m23_growth_is_limited_by_what_war_and_sacrifice_have_left() -> None:
    """B-27: 4 - 2 = 2, - 1 = 1, + min(3, 1) = 2."""
    state = fighting(numbers(3, 0, 5, 2, 0, 0), numbers(4, 0, 1, 3, 1, 3))
    assert populations(state := after(state, Fight(1, "war"))) == (3, 2)
    assert populations(state := after(state, Fight(1, "sacrifice"))) == (3, 1)
    assert populations(after(state, Fight(1, "growth"))) == (3, 2)


@pytest.mark.rule("M-095")
def test_s_m24_a_clan_without_population_never_grows_back() -> None:
    one = numbers(2, 0, 3, 0, 0, 2)
    state = after(fighting(one, one), Fight(1, "war"))
    assert populations(state) == (0, 0)
    assert state.table.phase is Phase.CONSOLIDATE
    assert fought(numbers(0, 0, 0, 0, 0, 7), numbers(2, 0, 0, 0, 0, 0)) == (0, 2)


@pytest.mark.rule("M-096")
def test_counters_are_read_and_not_used_up() -> None:
    x, y = numbers(9, 2, 3, 1, 1, 2), numbers(9, 0, 2, 1, 0, 0)
    state = done(fighting(x, y), Fight)
    assert state.table.clans.clan(X, 1).counters == x.counters
    assert state.table.clans.clan(Y, 1).counters == y.counters


@pytest.mark.rule("M-090")
def test_a_clan_without_population_still_fights() -> None:
    """B-28: it plays on; its attack counts."""
    assert fought(numbers(0, 0, 2, 0, 0, 0), numbers(3, 0, 0, 0, 0, 0)) == (0, 1)


# --- consolidation ---


def consolidating(x: Tribe, **more: Any) -> ManaState:
    return clans_at(Phase.CONSOLIDATE, x, tribe(), **more)


@pytest.mark.rule("M-100", "M-101")
def test_s_m25_the_counters_of_the_wave_go_and_the_rest_stays() -> None:
    one = clan("flame", 3, below=[family("kelp_tenders", 2)], mana=2, attack=1, shield=1, sacrifice=1, growth=1)
    state = consolidating(tribe(one, soulstain=1), round_=4)
    assert offered(state) == [Consolidate()]
    state = after(state, Consolidate())
    kept = state.table.clans.tribes[X]
    assert kept.at(1) == clan("flame", 3, below=[family("kelp_tenders", 2)], mana=2)
    assert (kept.soulstain, state.table.round) == (1, 4)
    assert dict(zone(state, "tracker.0.0").sums) == {
        "population": 3,
        "mana": 2,
        **dict.fromkeys(("attack", "shield", "sacrifice", "growth"), 0),
    }
    assert after(state, StartWave()).table.round == 5


@pytest.mark.rule("M-100")
@pytest.mark.parametrize("kind", ["attack", "shield", "sacrifice", "growth"])
def test_each_of_the_four_kinds_is_taken_from_clans_and_tribe(kind: str) -> None:
    x = replace(tribe(holder(kind, 3)), counters=Counters(**{kind: 2}))
    state = after(consolidating(x), Consolidate())
    assert state.table.clans.tribes[X].at(1).counters == Counters()
    assert state.table.clans.tribes[X].counters == Counters()


@pytest.mark.rule("M-101")
def test_with_the_option_mana_is_taken_away_too() -> None:
    """B-09, the second way."""
    x = tribe(clan("flame", 2, mana=3, below=[family("kelp_tenders", 1)]), mana=1, soulstain=2)
    state = consolidating(x, options={"mana_persists": False})
    assert "all mana, attack" in prompt(state).text
    state = after(state, Consolidate())
    kept = state.table.clans.tribes[X]
    assert (kept.at(1).counters, kept.counters) == (Counters(), Counters())
    assert (kept.at(1).population, kept.families[0].counters, kept.soulstain) == (2, 1, 2)
    assert settled(consolidating(x)).table.phase is Phase.START


@pytest.mark.rule("M-102")
def test_then_the_next_round_starts() -> None:
    state = after(consolidating(tribe(clan("flame", 2, attack=1)), round_=2), Consolidate())
    assert state.table.phase is Phase.START
    assert offered(state) == [StartWave()]
    assert "M-102" in state.table.why
    assert "Round 2" in lights(state)
    assert state.table.at == 0


@pytest.mark.rule("M-103")
@pytest.mark.parametrize(("left", "is_over"), [(0, True), (1, True), (2, True), (3, False)])
def test_s_m27_fewer_than_three_cards_after_consolidation_are_a_draw(left: int, is_over: bool) -> None:
    pile = (("cinder_spears", left),) if left else ()
    state = after(consolidating(tribe(clan("flame", 5, attack=1)), round_=8, pile=pile), Consolidate())
    assert winners(state) == (() if is_over else None)
    assert state.table.round == 8
    if is_over:
        found = outcome(state)
        assert found is not None
        assert (str(found.text), found.rule) == ("The game ends in a draw.", "M-103")
        assert prompt(state).why == "Too few Families are left for another round."
        assert refusal(state, StartWave()) == "M-081"


@pytest.mark.rule("M-103")
def test_s_m27_it_ends_where_consolidation_has_nothing_to_take_as_well() -> None:
    state = settled(consolidating(tribe(), round_=8, pile=()))
    assert winners(state) == ()


@pytest.mark.rule("M-103")
@pytest.mark.parametrize(("x", "y", "won"), [(5, 4, (X,)), (4, 5, (Y,)), (4, 4, ())])
def test_with_the_option_more_population_wins_when_the_pile_is_short(x: int, y: int, won: Any) -> None:
    """B-10, the second way; equal population is a draw still."""
    one, other = tribe(clan("flame", x, attack=1)), tribe(clan("flame", y))
    state = clans_at(Phase.CONSOLIDATE, one, other, pile=(), options={"pile_empty": "population"})
    assert winners(after(state, Consolidate())) == won


@pytest.mark.rule("M-103")
def test_a_playset_says_how_many_cards_a_round_needs() -> None:
    own = designed()
    own["setup"] = {**own["setup"], "end_when_pile_below": 5}
    x = tribe(clan("flame", 2, attack=1))
    four = after(consolidating(x, playset=own, pile=(("cinder_spears", 4),)), Consolidate())
    five = after(consolidating(x, playset=own, pile=(("cinder_spears", 5),)), Consolidate())
    assert (winners(four), winners(five)) == ((), None)


@pytest.mark.rule("M-082", "M-090", "M-102")
def test_the_phases_follow_one_another_as_the_text_says() -> None:
    """Ledger 3.2: after the purchases Monuments, conflicts, Consolidation; with nothing to do they pass unseen."""
    quiet = settled(clans_at(Phase.RESOLVE, monuments=DEFAULTS))
    assert quiet.table.phase is Phase.START
    assert {"M-082", "M-090", "M-102"} <= set(quiet.table.why)
