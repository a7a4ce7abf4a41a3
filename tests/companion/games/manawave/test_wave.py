"""Manawave Execution, and the whole vocabulary of a card's effects (M-050 to M-053, ledger 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.state.acts import RunWave
from companion.games.manawave.state.model import Counters, ManaState, Phase, Tribe
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    clan,
    clans_at,
    designed,
    family,
    lights,
    offered,
    prompt,
    refusal,
    settled,
    tribe,
    zone,
)

NONE = Counters()


def at_wave(x: Tribe | None = None, y: Tribe | None = None, **more: Any) -> ManaState:
    return clans_at(Phase.WAVE, x, y, **more)


def card(*effects: dict[str, Any]) -> dict[str, Any]:
    """The demonstration set, its Cinder Spears doing this at no cost and its Clans nothing."""
    own = designed()
    own["clan"] = [{"id": each["id"]} for each in own["clan"]]
    modality = [{"cost": 0, "effects": list(effects)}]
    own["family"] = [
        {**each, "modality": modality} if each["id"] == "cinder_spears" else each for each in own["family"]
    ]
    return own


SPEARS = family("cinder_spears")


def ran(*effects: dict[str, Any], x: Tribe | None = None, y: Tribe | None = None, at: int = 1, **more: Any) -> Any:
    """The world once the wave has run through this position, with Cinder Spears of X at its first Clan doing this."""
    first = x or tribe(clan("flame", 2, below=[SPEARS]))
    state = settled(at_wave(first, y or tribe(), playset=card(*effects), **more))
    while state.table.phase is Phase.WAVE and state.table.at < at:
        state = after(state, *offered(state)[:1])
    return state.table.clans


def add(counter: str, to: str = "clan", amount: Any = 1, **more: Any) -> dict[str, Any]:
    return {"op": "add", "counter": counter, "to": to, "amount": amount, **more}


def remove(counter: str, to: str = "clan", amount: Any = 1, **more: Any) -> dict[str, Any]:
    return {**add(counter, to, amount, **more), "op": "remove"}


# --- the way of the wave ---


@pytest.mark.rule("M-050")
def test_the_wave_runs_through_the_positions_from_the_source() -> None:
    state = at_wave()
    for position in (1, 2, 3):
        assert offered(state) == [RunWave(position)]
        assert prompt(state).rule == "M-050"
        assert f"position {position}" in prompt(state).text
        assert f"Monument {position}" in lights(state)
        for other in {1, 2, 3} - {position}:
            assert refusal(state, RunWave(other)) == "M-050"
        state = after(state, RunWave(position))
    assert state.table.phase is Phase.INVEST
    assert refusal(state, RunWave(1)) == "M-050"


@pytest.mark.rule("M-050")
def test_a_position_at_which_nothing_happens_is_passed_over() -> None:
    x = tribe(clan("flame", 2), clan("root", 2), clan("stream", 2, below=[SPEARS]))
    state = settled(at_wave(x, playset=card(add("shield"))))
    assert offered(state) == [RunWave(3)]
    assert after(state, RunWave(3)).table.clans.clan(X, 3).counters == Counters(shield=1)


@pytest.mark.rule("M-051", "M-053")
def test_s_m09_the_clan_and_each_family_act() -> None:
    x = tribe(clan("flame", 4, below=[SPEARS]))
    state = after(at_wave(x), RunWave(1))
    assert state.table.clans.clan(X, 1).counters == Counters(attack=3)
    assert state.table.clans.tribes[X].counters == NONE
    assert dict(zone(state, "tracker.0.0").sums) == {
        **dict.fromkeys(("mana", "shield", "sacrifice", "growth"), 0),
        "population": 4,
        "attack": 3,
    }


@pytest.mark.rule("M-051")
def test_of_each_family_the_active_modality_acts_and_no_other() -> None:
    one = after(at_wave(tribe(clan("root", 4, below=[family("kelp_tenders", 4, 0)]))), RunWave(1))
    two = after(at_wave(tribe(clan("root", 4, below=[family("kelp_tenders", 4, 1)]))), RunWave(1))
    three = after(at_wave(tribe(clan("root", 4, below=[family("kelp_tenders", 4, 2)]))), RunWave(1))
    assert [each.table.clans.clan(X, 1).counters.growth for each in (one, two, three)] == [2, 3, 2]
    assert [each.table.clans.tribes[X].counters.growth for each in (one, two, three)] == [0, 0, 2]


@pytest.mark.rule("M-051", "M-052")
def test_the_order_in_the_column_changes_no_sum() -> None:
    """B-04: all act on what lay there when the wave came, so that a query of one never sees what another brings."""
    asks = add("attack", amount={"per": "clan_mana"})
    own = card(asks)
    own["clan"] = [{"id": "flame", "effects": [add("mana", amount=3)]}, {"id": "root"}, {"id": "stream"}]
    for column in ({"above": [SPEARS]}, {"below": [SPEARS]}):
        state = at_wave(tribe(clan("flame", 4, mana=1, **column)), playset=own)  # type: ignore[arg-type]
        assert after(state, RunWave(1)).table.clans.clan(X, 1).counters == Counters(mana=4, attack=1)


@pytest.mark.rule("M-052")
def test_both_clans_of_a_position_act_on_one_snapshot() -> None:
    """B-22: each counts the other's attack as it lay there when the wave came."""
    asks = add("attack", amount={"per": "opposing_attack", "base": 1})
    side = tribe(clan("flame", 4, below=[SPEARS], attack=2))
    world = ran(asks, x=side, y=side)
    assert [world.clan(seat, 1).counters.attack for seat in (X, Y)] == [5, 5]


@pytest.mark.rule("M-052")
def test_the_next_position_sees_what_the_one_before_has_brought() -> None:
    asks = add("attack", amount={"per": "tribe_mana"})
    own = card(asks)
    own["clan"] = [{"id": "flame", "effects": [add("mana", "tribe", 2)]}, {"id": "root"}, {"id": "stream"}]
    x = tribe(clan("flame", 2), clan("root", 4, below=[SPEARS]))
    state = at_wave(x, tribe(clan("stream"), clan("root")), playset=own)
    state = after(state, RunWave(1), RunWave(2))
    assert state.table.clans.clan(X, 2).counters.attack == 2


@pytest.mark.rule("M-050")
def test_a_clan_without_population_executes() -> None:
    """B-19, B-28."""
    state = after(at_wave(tribe(clan("flame", 0, below=[SPEARS]))), RunWave(1))
    assert state.table.clans.clan(X, 1).counters.attack == 3


# --- the cards of the demonstration set ---


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    ("kind", "counters", "mode", "own", "shared"),
    [
        ("cinder_spears", 0, 0, Counters(attack=2), NONE),
        ("cinder_spears", 1, 1, Counters(attack=1), Counters(attack=2)),
        ("ash_oathkeepers", 0, 0, Counters(attack=1, shield=1), NONE),
        ("ash_oathkeepers", 2, 1, Counters(attack=4, sacrifice=1), NONE),
        ("pyre_wardens", 0, 0, NONE, NONE),
        ("pyre_wardens", 1, 1, NONE, Counters(attack=1)),  # of 2 population half
        ("sparkcallers", 0, 0, Counters(mana=1), NONE),
        ("shell_masons", 0, 0, Counters(shield=2), NONE),
        ("shell_masons", 1, 1, Counters(shield=1), Counters(shield=2)),
        ("kelp_tenders", 0, 0, Counters(growth=1), NONE),
        ("kelp_tenders", 1, 1, Counters(growth=2), NONE),
        ("kelp_tenders", 4, 2, Counters(growth=1), Counters(growth=2)),
        ("tideline_nurses", 0, 0, NONE, Counters(growth=1)),
        ("coral_kin", 0, 0, NONE, NONE),
        ("coral_kin", 4, 1, NONE, Counters(shield=1)),
        ("brook_singers", 0, 0, NONE, Counters(mana=1)),
        ("brook_singers", 1, 1, NONE, Counters(mana=2)),
        ("brook_singers", 4, 2, Counters(sacrifice=1), Counters(mana=4)),
        ("moon_diviners", 0, 0, Counters(mana=1), NONE),
        ("moon_diviners", 1, 1, NONE, Counters(mana=1)),
        ("salt_penitents", 0, 0, NONE, NONE),
        ("salt_penitents", 1, 1, Counters(sacrifice=1), Counters(mana=3)),
        ("deep_listeners", 2, 1, NONE, NONE),  # half of round 1
    ],
)
def test_each_family_brings_what_its_card_says(
    kind: str, counters: int, mode: int, own: Counters, shared: Counters
) -> None:
    """Ledger 4.4; the Clan card itself does nothing here."""
    quiet = designed()
    quiet["clan"] = [{"id": each["id"]} for each in quiet["clan"]]
    state = at_wave(tribe(clan("flame", 4, below=[family(kind, counters, mode)])), tribe(), playset=quiet)
    if (own, shared) == (NONE, NONE):
        assert settled(state).table.phase is not Phase.WAVE
        return
    tribe_ = after(state, RunWave(1)).table.clans.tribes[X]
    assert (tribe_.at(1).counters, tribe_.counters) == (own, shared)


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(("kind", "mana"), [("deep_listeners", {2: 0, 3: 1, 7: 1})])
def test_a_card_waits_for_its_round(kind: str, mana: dict[int, int]) -> None:
    for round_, got in mana.items():
        state = at_wave(tribe(clan("root", 4, below=[family(kind)])), round_=round_)
        assert after(state, RunWave(1)).table.clans.clan(X, 1).counters.mana == got


@pytest.mark.rule("M-053")
def test_s_m10_adjacent_clans_are_those_at_neighbouring_positions() -> None:
    from_2 = ran(add("attack", "adjacent_clans"), x=tribe(clan("flame"), clan("root", 4, below=[SPEARS])), at=2)
    assert [each.counters.attack for each in from_2.tribes[X].clans] == [1, 0, 1]
    from_1 = ran(add("attack", "adjacent_clans"))
    assert [each.counters.attack for each in from_1.tribes[X].clans] == [0, 1, 0]
    third = tribe(clan("flame"), clan("root"), clan("stream", 4, below=[SPEARS]))
    from_3 = ran(add("attack", "adjacent_clans"), x=third, at=3)
    assert [each.counters.attack for each in from_3.tribes[X].clans] == [0, 1, 0]
    assert all(each.counters == NONE for world in (from_1, from_2, from_3) for each in world.tribes[Y].clans)


# --- ops and targets ---


@pytest.mark.rule("M-053")
@pytest.mark.parametrize("counter", ["mana", "attack", "shield", "sacrifice", "growth"])
@pytest.mark.parametrize(
    ("to", "x", "shared", "y"),
    [
        ("clan", (2, 0, 0), 0, (0, 0, 0)),
        ("tribe", (0, 0, 0), 2, (0, 0, 0)),
        ("adjacent_clans", (0, 2, 0), 0, (0, 0, 0)),
        ("all_clans", (2, 2, 2), 0, (0, 0, 0)),
        ("opposing_clan", (0, 0, 0), 0, (2, 0, 0)),
    ],
)
def test_each_counter_goes_to_each_target(
    counter: str, to: str, x: tuple[int, ...], shared: int, y: tuple[int, ...]
) -> None:
    world = ran(add(counter, to, 2))
    for seat, numbers in ((X, x), (Y, y)):
        assert [each.counters for each in world.tribes[seat].clans] == [Counters(**{counter: n}) for n in numbers]
    assert world.tribes[X].counters == Counters(**{counter: shared})
    assert world.tribes[Y].counters == NONE


@pytest.mark.rule("M-053")
@pytest.mark.parametrize("to", ["clan", "tribe", "all_clans", "opposing_clan"])
def test_soulstain_goes_to_the_tribe_whatever_the_card_says(to: str) -> None:
    world = ran(add("soulstain", to, 2))
    assert [each.soulstain for each in world.tribes] == [2, 0]
    assert all(each.counters == NONE for one in world.tribes for each in one.clans)


@pytest.mark.rule("M-053")
def test_an_effect_of_none_does_nothing() -> None:
    assert ran({"op": "none"}).tribes[X].at(1).counters == NONE


@pytest.mark.rule("M-053")
def test_nothing_is_removed_below_nothing() -> None:
    x = tribe(clan("flame", 2, below=[SPEARS], shield=1, attack=4), soulstain=1)
    world = ran(remove("shield", amount=3), remove("attack", amount=3), remove("soulstain", amount=2), x=x)
    assert world.clan(X, 1).counters == Counters(attack=1)
    assert world.tribes[X].soulstain == 0


@pytest.mark.rule("M-053")
@pytest.mark.parametrize("is_first", [True, False])
def test_all_is_added_before_anything_is_removed(is_first: bool) -> None:
    """Ledger 4.3: 0 + 2 - 3 is 0, and never 0 - 3, then + 2."""
    effects = [add("mana", amount=2), remove("mana", amount=3)]
    world = ran(*(effects if is_first else effects[::-1]), add("shield"))
    assert world.clan(X, 1).counters == Counters(shield=1)


@pytest.mark.rule("M-052", "M-053")
def test_what_one_side_adds_the_other_removes_after_it() -> None:
    """X's Family gives its own Clan 2 mana, Y's takes 3 of the opposing Clan's: both at once, adds first."""
    own = card(add("mana", amount=2))
    steals = [{"cost": 0, "effects": [remove("mana", "opposing_clan", 3)]}]
    own["family"] = [{**each, "modality": steals} if each["id"] == "coral_kin" else each for each in own["family"]]
    x, y = tribe(clan("flame", 2, below=[SPEARS], mana=2)), tribe(clan("flame", 2, below=[family("coral_kin")]))
    for one, other, seat in ((x, y, X), (y, x, Y)):
        state = after(at_wave(one, other, playset=own), RunWave(1))
        assert state.table.clans.clan(seat, 1).counters.mana == 1


# --- amounts ---


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    ("amount", "got"),
    [
        (3, 3),
        ({"base": 3}, 3),
        ({"per": "clan_population"}, 5),
        ({"per": "clan_population", "base": 1}, 6),
        ({"per": "clan_population", "times": 2}, 10),
        ({"per": "clan_population", "div": 2}, 2),
        ({"per": "clan_population", "div": 2, "round": "down"}, 2),
        ({"per": "clan_population", "div": 2, "round": "up"}, 3),
        ({"per": "clan_population", "div": 5, "round": "up"}, 1),
        ({"per": "clan_population", "times": 3, "div": 2}, 6),  # times round(5 / 2), not round(15 / 2)
        ({"per": "clan_population", "times": 3, "div": 2, "round": "up"}, 9),
        ({"base": 9, "less_per": "soulstain"}, 6),
        ({"base": 9, "less_per": "soulstain", "less_times": 2}, 3),
        ({"base": 2, "less_per": "soulstain"}, 0),
        ({"base": 2, "less_per": "soulstain", "min": 1}, 1),
        ({"per": "clan_population", "max": 4}, 4),
        ({"per": "clan_population", "max": 0}, 0),
        ({"base": -2, "per": "clan_population"}, 3),
        ({}, 0),
    ],
)
def test_each_field_of_an_amount(amount: Any, got: int) -> None:
    """value = clamp(base + times x round(query / div) - less_times x query2, min, max); population 5, Soulstain 3."""
    x = tribe(clan("flame", 5, below=[SPEARS]), soulstain=3)
    world = ran(add("growth", amount=amount), add("shield"), x=x)
    assert world.clan(X, 1).counters == Counters(growth=got, shield=1)


# --- queries ---


def asked(query: str, x: Tribe, y: Tribe, round_: int = 1) -> int:
    """What a query comes to for X's Cinder Spears at position 2."""
    world = ran(add("growth", amount={"per": query}), add("shield"), x=x, y=y, at=2, round_=round_)
    found: int = world.clan(X, 2).counters.growth - x.at(2).counters.growth
    return found


QUERIED = tribe(
    clan("flame", 7, mana=14),
    clan(
        "root",
        4,
        above=[family("ash_oathkeepers"), family("shell_masons")],
        below=[family("sparkcallers"), family("cinder_spears", 11), family("shell_masons")],
        mana=9,
        attack=15,
    ),
    clan("stream", 1),
    soulstain=7,
    mana=10,
)
OPPOSING = tribe(
    clan("flame", 16, attack=17, mana=18),
    clan("root", 3, attack=13, mana=19),
    clan("stream", 20),
    soulstain=8,
    mana=21,
)
"""Numbers that tell every query from every other."""


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    ("query", "comes_to"),
    [
        ("round", 6),
        ("clan_population", 4),
        ("opposing_population", 3),
        ("tribe_population", 12),
        ("families_in_clan", 5),
        ("families_adjacent", 2),
        ("families_adjacent_same_faction", 1),
        ("soulstain", 7),
        ("opposing_soulstain", 8),
        ("clan_mana", 9),
        ("tribe_mana", 10),
        ("family_modality", 11),
        ("opposing_attack", 13),
    ],
)
def test_each_query_of_a_family(query: str, comes_to: int) -> None:
    assert asked(query, QUERIED, OPPOSING, 6) == comes_to


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    ("above", "below", "adjacent", "same"),
    [
        ((), ("cinder_spears",), 0, 0),
        ((), ("cinder_spears", "kelp_tenders"), 1, 0),
        ((), ("pyre_wardens", "cinder_spears"), 1, 1),
        (("cinder_spears",), ("pyre_wardens",), 0, 0),  # the Clan's card lies between
        (("shell_masons", "cinder_spears"), (), 1, 0),
        (("shell_masons", "cinder_spears", "pyre_wardens"), (), 2, 1),
    ],
)
def test_s_m13_the_clan_card_is_a_neighbour_and_no_family(
    above: tuple[str, ...], below: tuple[str, ...], adjacent: int, same: int
) -> None:
    x = tribe(
        clan("flame"),
        clan("root", 4, above=[family(each) for each in above], below=[family(each) for each in below]),
    )
    own = card(add("attack", amount={"per": "families_adjacent"}), add("sacrifice"))
    state = clans_at(Phase.WAVE, x, playset=own, at=1)
    assert after(state, RunWave(2)).table.clans.clan(X, 2).counters.attack == adjacent
    own = card(add("attack", amount={"per": "families_adjacent_same_faction"}), add("sacrifice"))
    state = clans_at(Phase.WAVE, x, playset=own, at=1)
    assert after(state, RunWave(2)).table.clans.clan(X, 2).counters.attack == same


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    ("query", "comes_to"),
    [("families_adjacent", 2), ("families_in_clan", 2), ("families_adjacent_same_faction", 0), ("family_modality", 0)],
)
def test_queries_of_the_clans_own_card(query: str, comes_to: int) -> None:
    """It is no Family: it has no Faction and no counters, but Families may lie above and below it."""
    own = card({"op": "none"})
    asks = [add("attack", amount={"per": query}), add("sacrifice")]
    own["clan"] = [{"id": "flame", "effects": asks}, {"id": "root"}, {"id": "stream"}]
    x = tribe(clan("flame", 4, above=[family("cinder_spears", 2)], below=[family("cinder_spears", 1)]))
    assert after(at_wave(x, playset=own), RunWave(1)).table.clans.clan(X, 1).counters.attack == comes_to


# --- conditions ---


@pytest.mark.rule("M-053")
@pytest.mark.parametrize(
    ("cmp", "holds"), [(">=", (0, 1, 1)), ("<=", (1, 1, 0)), ("==", (0, 1, 0)), (">", (0, 0, 1)), ("<", (1, 0, 0))]
)
def test_each_comparison_with_a_number(cmp: str, holds: tuple[int, ...]) -> None:
    got = []
    for population in (2, 3, 4):
        x = tribe(clan("flame", population, below=[SPEARS]))
        when = [{"query": "clan_population", "cmp": cmp, "value": 3}]
        got.append(ran(add("growth", when=when), add("shield"), x=x).clan(X, 1).counters.growth)
    assert tuple(got) == holds


@pytest.mark.rule("M-053")
def test_a_comparison_with_another_query_and_all_must_hold() -> None:
    more = {"query": "clan_population", "cmp": ">", "other": "opposing_population"}
    late = {"query": "round", "cmp": ">=", "value": 4}
    for population, round_, got in ((3, 4, 1), (2, 4, 0), (3, 3, 0)):
        x = tribe(clan("flame", population, below=[SPEARS]))
        world = ran(add("growth", when=[more, late]), add("shield"), x=x, round_=round_)
        assert world.clan(X, 1).counters.growth == got


@pytest.mark.rule("M-053")
def test_s_m11_and_s_m12_soulstain_counts_as_it_lay_there() -> None:
    """A card that brings Soulstain and counts it sees what lay there when the wave came."""
    x = tribe(clan("flame", 2, below=[SPEARS]), soulstain=1)
    world = ran(add("soulstain"), add("attack", amount={"base": 4, "less_per": "soulstain"}), x=x)
    assert (world.tribes[X].soulstain, world.clan(X, 1).counters.attack) == (2, 3)
