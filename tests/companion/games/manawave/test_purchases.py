"""Counter Placement and Purchasing: what may be converted, assigned and bought, at what price (M-060 to M-074)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.manawave.state.acts import Invest, Open, Pay, Resolve
from companion.games.manawave.state.model import Counters, ManaState, Phase, Tribe
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    clan,
    clans_at,
    designed,
    done,
    family,
    invest,
    offered,
    opened,
    prompt,
    refusal,
    refused,
    settled,
    tribe,
    zone,
)


def buying(x: Tribe | None = None, y: Tribe | None = None, **more: Any) -> ManaState:
    """The purchases of a round in which no Monument decides anything."""
    return clans_at(Phase.INVEST, x, y, **more)


def paid(state: ManaState, **decided: Any) -> Tribe:
    """X's Tribe once it has decided so, and all counters are moved."""
    return done(opened(after(state, invest(state, X, **decided))), Pay).table.clans.tribes[X]


def refused_by(state: ManaState, **decided: Any) -> str:
    """The rule by which X's decision is refused; nothing is sealed by it."""
    rule = refusal(state, invest(state, X, **decided))
    if rule:
        assert state.sealed == ()
    return rule


RICH = tribe(clan("flame", 3, mana=9), clan("root", 1), clan("stream", 2))
"""Population 3, 1, 2; nine mana at the first Clan."""


def with_tribe_mana(mana: int, **more: Any) -> Tribe:
    """Population 3, 1, 2 in all 6, and so much mana in the Tribe tracker."""
    return tribe(clan("flame", 3), clan("root", 1), clan("stream", 2), mana=mana, **more)


# --- secret, and together ---


@pytest.mark.rule("M-060", "M-074")
def test_both_decide_in_secret_and_are_revealed_at_once() -> None:
    state = buying(RICH, tribe(clan("flame", 2, mana=2)))
    mine = invest(state, X, clan={1: {"attack": 3}})
    one = after(state, mine)
    assert one.table.clans == state.table.clans
    assert refusal(one, Open(X, mine)) == "M-074"
    assert refusal(one, Pay(X)) == "M-061"
    assert refused(one, mine) == ("M-060", "That choice is locked in already. Take it back first.")
    two = after(one, invest(state, Y, clan={1: {"shield": 2}}))
    half = after(two, *offered(two))
    assert half.table.clans == state.table.clans
    whole = opened(half)
    assert "M-074" in whole.table.why
    assert offered(whole) == [Pay(X), Pay(Y)]


@pytest.mark.rule("M-060")
def test_who_has_nothing_to_decide_is_not_asked() -> None:
    state = buying(RICH, tribe())
    assert prompt(state).seats == (X,)
    assert {act.seat for act in offered(state)} == {X}
    assert refusal(state, invest(state, Y)) == "M-060"
    assert settled(buying(tribe(), tribe())).table.phase is not Phase.INVEST


@pytest.mark.rule("M-060")
@pytest.mark.parametrize(
    "changes",
    [
        {"tribe": (0, 0)},
        {"tribe": (-1, 0, 0)},
        {"assign": (0,) * 14},
        {"clan": (0,) * 10},
        {"clan": (-1, *(0,) * 8)},
        {"bought": (1,)},
        {"modes": (0,)},
        {"clan": (True, *(0,) * 8)},
    ],
)
def test_a_decision_that_does_not_fit_the_clans_is_refused_whole(changes: dict[str, Any]) -> None:
    state = buying(RICH)
    rule, text = refused(state, replace(invest(state, X), **changes))
    assert (rule, text) == ("M-060", "This does not fit the Clans as they stand. Look at them, and decide anew.")


@pytest.mark.rule("M-061", "M-074")
def test_all_counters_of_the_tribe_tracker_are_assigned_and_then_monuments_are_resolved() -> None:
    x = with_tribe_mana(1, attack=2, shield=1, sacrifice=1, growth=3)
    given = {1: {"attack": 1, "mana": 1}, 2: {"attack": 1, "growth": 2, "sacrifice": 1}, 3: {"shield": 1, "growth": 1}}
    after_ = paid(buying(x), assign=given)
    assert [each.counters for each in after_.clans] == [Counters(**given[place]) for place in (1, 2, 3)]
    assert after_.counters == Counters()


@pytest.mark.rule("M-061")
@pytest.mark.parametrize("kind", ["mana", "attack", "shield", "sacrifice", "growth"])
def test_s_m18_no_counter_is_left_in_the_tribe_tracker(kind: str) -> None:
    state = buying(with_tribe_mana(0, **{kind: 2}) if kind != "mana" else with_tribe_mana(2))
    assert refused_by(state, assign={1: {kind: 1}}) == "M-061"
    assert refused_by(state) == "M-061"
    assert refused_by(state, assign={1: {kind: 2}, 2: {kind: 1}}) == "M-061"
    assert refused_by(state, assign={1: {kind: 1}, 3: {kind: 1}}) == ""


@pytest.mark.rule("M-061")
def test_soulstain_is_a_token_and_stays() -> None:
    x = tribe(clan("flame", 3), attack=1, soulstain=2)
    assert paid(buying(x), assign={1: {"attack": 1}}).soulstain == 2


@pytest.mark.rule("M-061")
def test_the_mat_shows_an_empty_tribe_tracker_once_the_counters_are_moved() -> None:
    state = buying(with_tribe_mana(0, attack=2))
    state = opened(after(state, invest(state, X, assign={2: {"attack": 2}})))
    assert dict(zone(state, "tribe.0").sums)["attack"] == 2
    state = after(state, Pay(X))
    assert dict(zone(state, "tribe.0").sums)["attack"] == 0
    assert dict(zone(state, "tracker.0.1").sums)["attack"] == 2


# --- conversions ---


@pytest.mark.rule("M-062")
@pytest.mark.parametrize("kind", ["attack", "shield", "growth"])
def test_mana_becomes_attack_shield_or_growth(kind: str) -> None:
    tribe_ = paid(buying(RICH), clan={1: {kind: 2}})
    assert tribe_.at(1).counters == Counters(**{"mana": 7, kind: 2})


@pytest.mark.rule("M-063")
def test_w_m04_and_s_m14_a_clan_makes_as_many_attack_as_it_has_population() -> None:
    assert paid(buying(RICH), clan={1: {"attack": 3}}).at(1).counters == Counters(mana=6, attack=3)
    assert refused(buying(RICH), invest(buying(RICH), X, clan={1: {"attack": 4}})) == (
        "M-063",
        "Clan 1 may convert mana into 3 attack at most now.",
    )


@pytest.mark.rule("M-063")
def test_a_clan_makes_no_more_attack_than_it_has_mana() -> None:
    state = buying(tribe(clan("flame", 3, mana=2)))
    assert refused(state, invest(state, X, clan={1: {"attack": 3}})) == (
        "M-063",
        "That costs more mana than there is: 2 in Clan 1.",
    )
    assert refused_by(state, clan={2: {"attack": 1}}) == "M-063"


@pytest.mark.rule("M-064")
def test_s_m14_shield_has_the_same_cap_counted_separately() -> None:
    both_ = paid(buying(RICH), clan={1: {"attack": 3, "shield": 3}})
    assert both_.at(1).counters == Counters(mana=3, attack=3, shield=3)
    assert refused_by(buying(RICH), clan={1: {"shield": 4}}) == "M-064"
    poor = buying(tribe(clan("flame", 3, mana=5)))
    assert refused_by(poor, clan={1: {"attack": 3, "shield": 3}}) == "M-064"


@pytest.mark.rule("M-065")
def test_w_m05_and_s_m16_a_tribe_pays_two_mana_for_one_attack() -> None:
    state = buying(with_tribe_mana(4))
    assert paid(state, tribe={"attack": 2}, assign={1: {"attack": 2}}).at(1).counters == Counters(attack=2)
    assert refused(state, invest(state, X, tribe={"attack": 3}, assign={1: {"attack": 3}})) == (
        "M-065",
        "That costs more mana than there is: 4 in the Tribe tracker.",
    )


@pytest.mark.rule("M-065")
def test_s_m16_a_tribe_makes_no_more_attack_than_all_its_population() -> None:
    state = buying(with_tribe_mana(20))
    rest = {2: {"mana": 8}}
    assert refused_by(state, tribe={"attack": 6}, assign={1: {"attack": 6}, **rest}) == ""
    assert refused(state, invest(state, X, tribe={"attack": 7}, assign={1: {"attack": 7, "mana": 6}})) == (
        "M-065",
        "The Tribe may convert mana into 6 attack at most now.",
    )


@pytest.mark.rule("M-066")
def test_a_tribe_pays_two_mana_for_one_shield_and_counts_it_separately() -> None:
    state = buying(with_tribe_mana(24))
    made = {"attack": 6, "shield": 6}
    assert paid(state, tribe=made, assign={3: made}).at(3).counters == Counters(attack=6, shield=6)
    assert refused_by(state, tribe={"shield": 7}, assign={1: {"shield": 7, "mana": 10}}) == "M-066"
    poor = buying(with_tribe_mana(3))
    assert refused_by(poor, tribe={"attack": 1, "shield": 1}, assign={1: {"attack": 1, "shield": 1}}) == "M-066"


@pytest.mark.rule("M-067")
def test_growth_is_converted_like_attack_and_shield() -> None:
    """B-05: a Clan 1:1 up to its population, a Tribe 2:1 up to the total."""
    assert paid(buying(RICH), clan={1: {"growth": 3}}).at(1).counters == Counters(mana=6, growth=3)
    assert refused_by(buying(RICH), clan={1: {"growth": 4}}) == "M-067"
    state = buying(with_tribe_mana(20))
    assert paid(state, tribe={"growth": 6}, assign={1: {"growth": 6, "mana": 8}}).at(1).counters == Counters(
        8, growth=6
    )
    assert refused_by(state, tribe={"growth": 7}, assign={1: {"growth": 7, "mana": 6}}) == "M-067"
    all_ = {"attack": 3, "shield": 3, "growth": 3}
    assert paid(buying(RICH), clan={1: all_}).at(1).counters == Counters(0, 3, 3, 0, 3)


@pytest.mark.rule("M-068")
def test_s_m15_counters_from_execution_leave_the_cap_as_it_is() -> None:
    state = buying(tribe(clan("flame", 2, mana=2, attack=3)))
    assert paid(state, clan={1: {"attack": 2}}).at(1).counters == Counters(attack=5)


@pytest.mark.rule("M-068")
def test_assigned_counters_may_exceed_a_clans_population() -> None:
    state = buying(tribe(clan("flame", 2, mana=2), attack=7))
    tribe_ = paid(state, assign={1: {"attack": 7}}, clan={1: {"attack": 2}})
    assert tribe_.at(1).counters == Counters(attack=9)


@pytest.mark.rule("M-068")
def test_with_the_option_the_cap_counts_what_lies_there() -> None:
    """B-06, the second way; at the Tribe its tracker, at a Clan what is assigned too."""
    option = {"cap_counts_existing": True}
    state = buying(tribe(clan("flame", 4, mana=9, attack=3)), options=option)
    assert refused_by(state, clan={1: {"attack": 2}}) == "M-063"
    assert refused_by(state, clan={1: {"attack": 1, "shield": 4}}) == ""
    over = buying(tribe(clan("flame", 2, mana=9, attack=3)), options=option)
    assert refused_by(over, clan={1: {"attack": 1}}) == "M-063"
    given = buying(tribe(clan("flame", 4, mana=9), attack=3), options=option)
    assert refused_by(given, assign={1: {"attack": 3}}, clan={1: {"attack": 2}}) == "M-063"
    assert refused_by(given, assign={2: {"attack": 3}}, clan={1: {"attack": 4}}) == ""
    shared = buying(with_tribe_mana(20, attack=5), options=option)
    assert refused_by(shared, tribe={"attack": 1}, assign={1: {"attack": 6, "mana": 18}}) == ""
    assert refused_by(shared, tribe={"attack": 2}, assign={1: {"attack": 7, "mana": 16}}) == "M-065"


@pytest.mark.rule("M-063", "M-064")
def test_a_clan_without_population_converts_nothing_and_may_buy() -> None:
    """B-19."""
    x = tribe(clan("flame", 0, below=[family("kelp_tenders")], mana=5))
    assert refused_by(buying(x), clan={1: {"attack": 1}}) == "M-063"
    assert refused_by(buying(x), clan={1: {"shield": 1}}) == "M-064"
    assert paid(buying(x), bought=[1]).at(1).families[0].counters == 1


@pytest.mark.rule("M-069")
def test_s_m17_the_tribes_mana_may_be_assigned_and_converted_there() -> None:
    """B-07: one for one at the Clan, where the Tribe itself would pay two."""
    state = buying(with_tribe_mana(4))
    tribe_ = paid(state, assign={3: {"mana": 4}}, clan={3: {"attack": 2, "shield": 2}})
    assert tribe_.at(3).counters == Counters(attack=2, shield=2)


@pytest.mark.rule("M-069", "M-070")
def test_the_order_is_tribe_assignment_clans_modality() -> None:
    """Five mana of the Tribe: one attack, three mana to Clan 1, there one shield, and with the rest a modality."""
    x = tribe(clan("flame", 4, below=[family("kelp_tenders")]), clan("root", 1), clan("stream", 2), mana=5)
    tribe_ = paid(
        buying(x),
        tribe={"attack": 1},
        assign={1: {"attack": 1, "mana": 3}},
        clan={1: {"shield": 1}},
        bought=[2],
        modes=[1],
    )
    assert tribe_.at(1).counters == Counters(attack=1, shield=1)
    assert (tribe_.at(1).families[0].counters, tribe_.at(1).families[0].mode) == (2, 1)


@pytest.mark.rule("M-069")
def test_a_tribe_cannot_convert_mana_that_it_has_assigned() -> None:
    state = buying(with_tribe_mana(4))
    assert refused_by(state, tribe={"attack": 1}, assign={1: {"attack": 1, "mana": 4}}) == "M-061"


@pytest.mark.rule("M-069")
def test_mana_of_a_clan_is_of_no_use_to_the_tribe() -> None:
    assert refused_by(buying(RICH), tribe={"attack": 1}, assign={1: {"attack": 1}}) == "M-065"


@pytest.mark.rule("M-061")
def test_with_the_option_the_tribes_mana_stays_in_its_tracker() -> None:
    """B-07, the second way: mana is not assigned; other counters are, and the Tribe may still convert."""
    state = buying(with_tribe_mana(5, shield=1), options={"tribe_mana_assignable": False})
    assert refused_by(state, assign={1: {"mana": 5, "shield": 1}}) == "M-061"
    assert refused_by(state, assign={1: {"mana": 1, "shield": 1}}) == "M-061"
    assert refused_by(state) == "M-061"
    tribe_ = paid(state, tribe={"attack": 2}, assign={1: {"attack": 2, "shield": 1}})
    assert tribe_.counters == Counters(mana=1)
    assert tribe_.at(1).counters == Counters(attack=2, shield=1)


# --- modalities ---


@pytest.mark.rule("M-070")
def test_s_m19_a_modality_counter_costs_one_mana_of_the_familys_clan() -> None:
    x = tribe(clan("flame", 2, below=[family("kelp_tenders"), family("coral_kin")], mana=3), clan("root", 2, mana=9))
    tribe_ = paid(buying(x), bought=[1, 2])
    assert [each.counters for each in tribe_.at(1).families] == [1, 2]
    assert [each.counters.mana for each in tribe_.clans] == [0, 9, 0]
    assert refused(buying(x), invest(buying(x), X, bought=[2, 2])) == (
        "M-070",
        "That costs more mana than there is: 3 in Clan 1.",
    )


@pytest.mark.rule("M-070")
def test_no_population_caps_the_purchase_of_modality_counters() -> None:
    x = tribe(clan("flame", 1, below=[family("kelp_tenders")], mana=6))
    tribe_ = paid(buying(x), bought=[6])
    assert tribe_.at(1).families[0].counters == 6


@pytest.mark.rule("M-070")
def test_what_is_converted_is_no_longer_there_to_buy_with() -> None:
    x = tribe(clan("flame", 3, below=[family("kelp_tenders")], mana=3))
    assert refused_by(buying(x), clan={1: {"attack": 2}}, bought=[2]) == "M-070"
    assert refused_by(buying(x), clan={1: {"attack": 2}}, bought=[1]) == ""


@pytest.mark.rule("M-070")
def test_the_mat_shows_modality_counters_beside_the_column() -> None:
    x = tribe(clan("flame", 2, below=[family("kelp_tenders", 1), family("coral_kin", 2)], mana=3))
    state = buying(x)
    assert dict(zone(state, "modes.0.0").sums) == {"modality": 3}
    state = done(opened(after(state, invest(state, X, bought=[1, 0]))), Pay)
    assert dict(zone(state, "modes.0.0").sums) == {"modality": 4}


@pytest.mark.rule("M-071")
@pytest.mark.parametrize(("counters", "modes"), [(0, {0}), (1, {0, 1}), (3, {0, 1}), (4, {0, 1, 2}), (9, {0, 1, 2})])
def test_s_m19_a_family_may_be_in_any_modality_that_its_counters_cover(counters: int, modes: set[int]) -> None:
    x = tribe(clan("stream", 2, below=[family("brook_singers", counters)], mana=1))
    for mode in range(-1, 4):
        assert refused_by(buying(x), modes=[mode]) == ("" if mode in modes else "M-060" if mode < 0 else "M-071")


@pytest.mark.rule("M-071")
def test_s_m19_counters_are_a_threshold_and_not_spent() -> None:
    x = tribe(clan("stream", 2, below=[family("brook_singers", 4, 2)]))
    tribe_ = paid(buying(x), modes=[1])
    assert tribe_.at(1).families == (family("brook_singers", 4, 1),)
    assert paid(buying(tribe(*tribe_.clans)), modes=[2]).at(1).families == (family("brook_singers", 4, 2),)


@pytest.mark.rule("M-071")
def test_counters_that_are_bought_count_at_once() -> None:
    x = tribe(clan("stream", 2, below=[family("brook_singers", 3)], mana=1))
    state = buying(x)
    assert refused(state, invest(state, X, modes=[2])) == (
        "M-071",
        "Modality 2 of Brook Singers costs 4, and 3 lie on it.",
    )
    assert paid(state, bought=[1], modes=[2]).at(1).families == (family("brook_singers", 4, 2),)


@pytest.mark.rule("M-072")
def test_a_modality_set_here_brings_nothing_before_the_next_execution() -> None:
    x = tribe(clan("stream", 2, below=[family("shell_masons", 1)]))
    tribe_ = paid(buying(x), modes=[1])
    assert (tribe_.at(1).counters, tribe_.counters) == (Counters(), Counters())
    wave = clans_at(Phase.WAVE, tribe_)
    now = after(wave, *offered(wave)[:1]).table.clans.tribes[X]
    assert (now.at(1).counters.shield, now.counters.shield) == (1, 2)


@pytest.mark.rule("M-073")
def test_s_m16_an_odd_mana_is_left_and_must_be_assigned() -> None:
    state = buying(with_tribe_mana(5))
    assert refused_by(state, tribe={"attack": 2}, assign={1: {"attack": 2}}) == "M-061"
    assert refused_by(state, tribe={"attack": 3}, assign={1: {"attack": 3}}) == "M-065"
    assert paid(state, tribe={"attack": 2}, assign={1: {"attack": 2}, 2: {"mana": 1}}).at(2).counters == Counters(1)


@pytest.mark.rule("M-074")
def test_after_both_have_moved_their_counters_monuments_are_resolved() -> None:
    anvil = ("anvil_of_storms", "stone_of_multitudes", "stone_of_branches")
    x, y = tribe(clan("flame", 9, mana=9)), tribe(clan("flame", 2, mana=1))
    state = buying(x, y, round_=3, monuments=anvil)
    state = opened(after(state, invest(state, X, clan={1: {"attack": 9}}), invest(state, Y, clan={1: {"shield": 1}})))
    assert prompt(state).rule == "M-061"
    one = after(state, Pay(Y))
    assert offered(one) == [Pay(X)]
    assert refusal(one, Pay(Y)) == "M-061"
    assert offered(after(one, Pay(X))) == [Resolve(1)]


# --- what a playset may say ---


@pytest.mark.rule("M-067")
@pytest.mark.parametrize(
    ("rates", "decided", "rule"),
    [
        ({"clan": {"attack": {"mana": 2, "cap": "clan_population"}}}, {"clan": {1: {"attack": 3}}}, ""),
        ({"clan": {"attack": {"mana": 2, "cap": "clan_population"}}}, {"clan": {1: {"attack": 4}}}, "M-063"),
        ({"clan": {"attack": {"mana": 4, "cap": "none"}}}, {"clan": {1: {"attack": 3}}}, "M-063"),
        ({"clan": {"attack": {"mana": 1, "cap": "none"}}}, {"clan": {1: {"attack": 9}}}, ""),
    ],
)
def test_a_playset_says_ratio_and_cap(rates: Any, decided: Any, rule: str) -> None:
    assert refused_by(buying(RICH, playset=designed(convert=rates)), **decided) == rule


@pytest.mark.rule("M-063")
def test_a_playset_may_cap_a_clan_by_the_population_of_its_tribe() -> None:
    """Ledger 4.4 has two caps besides none; a Clan of 3 population of 6 in all could make 6."""
    rates = {"clan": {"attack": {"mana": 1, "cap": "tribe_population"}}}
    state = buying(RICH, playset=designed(convert=rates))
    assert refused_by(state, clan={1: {"attack": 6}}) == ""
    assert refused_by(state, clan={1: {"attack": 7}}) == "M-063"


@pytest.mark.rule("M-070")
def test_a_playset_may_cap_modality_counters() -> None:
    rates = {"clan": {"modality": {"mana": 1, "cap": "clan_population"}}}
    x = tribe(clan("flame", 2, below=[family("kelp_tenders")], mana=6))
    state = buying(x, playset=designed(convert=rates))
    assert refused_by(state, bought=[3]) == "M-070"


def test_what_is_offered_is_an_example_of_what_may_be_decided() -> None:
    state = buying(with_tribe_mana(5, shield=1), tribe(clan("flame", 3, below=[family("kelp_tenders")], mana=4)))
    assert len(offered(state, Invest)) > 6
    for act in offered(state, Invest):
        assert refusal(state, act) == ""


@pytest.mark.rule("M-071")
def test_who_can_do_nothing_but_set_a_modality_is_shown_both() -> None:
    x = tribe(clan("flame", 3, below=[family("kelp_tenders", 1, 1)]))
    state = clans_at(Phase.INVEST, x, tribe(clan("flame", 2, mana=1)))
    assert {act.modes for act in offered(state, Invest) if act.seat == X} == {(0,), (1,)}


@pytest.mark.rule("M-063", "M-070")
def test_who_has_mana_alone_where_nobody_lives_is_not_asked() -> None:
    """B-19: conversions are capped by a population of 0; Modality counters are bought all the same."""
    y = tribe(clan("flame", 2, mana=1))
    empty = clans_at(Phase.INVEST, tribe(clan("flame", 0, mana=3)), y)
    assert {act.seat for act in offered(empty, Invest)} == {Y}
    with_family = clans_at(Phase.INVEST, tribe(clan("flame", 0, mana=3, below=[family("kelp_tenders")])), y)
    assert {act.seat for act in offered(with_family, Invest)} == {X, Y}


@pytest.mark.rule("M-065", "M-073")
@pytest.mark.parametrize(("mana", "seats"), [(1, {Y}), (2, {X, Y})])
def test_mana_of_the_tribe_that_is_not_assigned_is_asked_for_once_it_buys_something(mana: int, seats: set[int]) -> None:
    options = {"tribe_mana_assignable": False}
    state = clans_at(Phase.INVEST, tribe(mana=mana), tribe(clan("flame", 2, mana=1)), options=options)
    assert {act.seat for act in offered(state, Invest)} == seats
