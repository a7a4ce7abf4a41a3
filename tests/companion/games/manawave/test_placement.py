"""Family Placement: a column, an end of it, a modality, and what the Family brings (M-040 to M-045)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.state.acts import Attach, LayFamily, Open, RunWave
from companion.games.manawave.state.model import Counters, ManaState, Phase, Tribe
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    attach,
    both,
    clan,
    clans_at,
    designed,
    done,
    family,
    offered,
    prompt,
    refusal,
    refused,
    settled,
    tribe,
    zone,
)

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")


def to_place(x: Tribe | None = None, y: Tribe | None = None, **more: Any) -> ManaState:
    """X has taken Cinder Spears, Y Brook Singers."""
    return clans_at(Phase.PLACE, x, y, choices=CARDS, picked=("cinder_spears", "brook_singers"), **more)


def laid(state: ManaState, one: Attach, other: Attach | None = None) -> ManaState:
    """The position once both Families lie there; Y's at its third Clan unless it says otherwise."""
    return done(both(state, one, other or attach(state, Y, 3)), LayFamily)


@pytest.mark.rule("M-040")
def test_s_m07_a_family_goes_to_either_end_of_a_column() -> None:
    x = tribe(clan("flame", 4, above=[family("shell_masons")]))
    state = to_place(x)
    below = laid(state, attach(state, X, 1, "bottom")).table.clans.clan(X, 1)
    assert [each.kind for each in below.above] == ["shell_masons"]
    assert [each.kind for each in below.below] == ["cinder_spears"]
    above = laid(state, attach(state, X, 1, "top")).table.clans.clan(X, 1)
    assert [each.kind for each in above.above] == ["cinder_spears", "shell_masons"]
    assert above.below == ()
    assert (below.population, above.population) == (6, 6)


@pytest.mark.rule("M-040")
def test_the_mat_shows_a_column_from_its_top() -> None:
    x = tribe(clan("flame", 4, above=[family("shell_masons")]))
    state = to_place(x)
    state = laid(state, attach(state, X, 1, "bottom"))
    assert zone(state, "clan.0.0").kinds == ("family:shell_masons", "clan_of_seat_1:flame", "family:cinder_spears")


@pytest.mark.rule("M-040")
def test_each_own_clan_and_end_may_be_chosen_and_nothing_else() -> None:
    state = to_place()
    ways = offered(state, Attach)
    assert {(act.seat, act.position, act.end) for act in ways} == {
        (seat, position, end) for seat in (X, Y) for position in (1, 2, 3) for end in ("top", "bottom")
    }
    for position, end in ((0, "top"), (4, "top"), (1, "")):
        assert refusal(state, attach(state, X, position, end)) == "M-040"


@pytest.mark.rule("M-040")
def test_a_full_column_takes_no_family() -> None:
    """B-24 with at most two Families at a Clan: another must be chosen."""
    own = designed()
    own["setup"] = {**own["setup"], "max_families_per_clan": 2}
    full = clan("flame", 6, above=[family("shell_masons")], below=[family("coral_kin")])
    state = to_place(tribe(full), playset=own)
    assert {act.position for act in offered(state, Attach) if act.seat == X} == {2, 3}
    assert refused(state, attach(state, X, 1)) == ("M-040", "That column is full. Choose another Clan.")
    assert refusal(state, attach(state, X, 2)) == ""


@pytest.mark.rule("M-040", "M-041")
def test_where_all_columns_are_full_the_card_goes_and_brings_nothing() -> None:
    """B-24: if all are full the card is discarded, its initial counters are not placed."""
    own = designed()
    own["setup"] = {**own["setup"], "max_families_per_clan": 1}
    x = tribe(*(clan(card, 4, below=[family("shell_masons")]) for card in ("flame", "root", "stream")))
    state = to_place(x, playset=own)
    assert {act.seat for act in offered(state, Attach)} == {Y}
    state = after(state, attach(state, Y, 3))
    state = done(after(state, *offered(state, Open)), LayFamily)
    assert state.table.clans.tribes[X] == x
    assert state.table.clans.clan(Y, 3).population == 4
    assert dict(state.table.gone)["cinder_spears"] == 1
    neither = settled(to_place(x, x, playset=own))
    assert neither.table.phase is Phase.WAVE
    assert dict(neither.table.gone) == dict.fromkeys(CARDS, 1)


@pytest.mark.rule("M-041")
def test_what_a_family_brings_goes_on_the_tracker_of_its_clan_alone() -> None:
    state = to_place()
    before = both(state, attach(state, X, 2), attach(state, Y, 3))
    assert "Xenia: lay Cinder Spears at the bottom of column 2, with 2 population." in prompt(before).text
    assert dict(zone(before, "tracker.0.1").sums)["population"] == 2
    state = done(before, LayFamily)
    assert [each.population for each in state.table.clans.tribes[X].clans] == [2, 4, 2]
    assert dict(zone(state, "tracker.0.1").sums)["population"] == 4
    assert state.table.clans.tribes[X].counters == Counters()


@pytest.mark.rule("M-042", "M-043")
def test_s_m08_a_fresh_family_begins_in_a_modality_of_cost_0() -> None:
    state = to_place()
    assert {act.mode for act in offered(state, Attach)} == {0}
    assert refused(state, attach(state, X, 1, "bottom", 1)) == (
        "M-043",
        "Modality 1 of Cinder Spears costs 1, and 0 lie on it.",
    )
    assert refusal(state, attach(state, X, 1, "bottom", 2)) == "M-043"
    assert refusal(state, attach(state, X, 1, "bottom", -1)) == "M-043"
    (placed,) = laid(state, attach(state, X, 1)).table.clans.clan(X, 1).families
    assert (placed.mode, placed.counters) == (0, 0)


@pytest.mark.rule("M-042", "M-043")
def test_of_two_modalities_of_cost_0_the_player_chooses_the_first() -> None:
    own = designed()
    two = [{"cost": 0}, {"cost": 2}, {"cost": 0}]
    own["family"] = [{**each, "modality": two} if each["id"] == "cinder_spears" else each for each in own["family"]]
    state = to_place(playset=own)
    assert {act.mode for act in offered(state, Attach) if act.seat == X} == {0, 2}
    assert laid(state, attach(state, X, 1, "top", 2)).table.clans.clan(X, 1).families[0].mode == 2


@pytest.mark.rule("M-044")
def test_other_own_families_may_change_their_modality_within_their_counters() -> None:
    x = tribe(clan("flame", 4, below=[family("kelp_tenders", 1), family("shell_masons", 0)]))
    state = to_place(x)
    changed = laid(state, attach(state, X, 2, "top", 0, 1, 0)).table.clans
    assert [each.mode for each in changed.clan(X, 1).families] == [1, 0]
    assert [each.counters for each in changed.clan(X, 1).families] == [1, 0]
    for modes in ((2, 0), (0, 1), (0,), (0, 0, 0), (0, -1)):
        assert refusal(state, attach(state, X, 2, "top", 0, *modes)) in ("M-044", "M-071")


@pytest.mark.rule("M-044")
def test_a_modality_set_here_acts_in_the_execution_that_follows() -> None:
    x = tribe(clan("stream", 4, below=[family("kelp_tenders", 1)]))
    state = to_place(x)
    state = laid(state, attach(state, X, 2, "top", 0, 1))
    assert after(state, RunWave(1)).table.clans.clan(X, 1).counters.growth == 2


@pytest.mark.rule("M-045")
def test_placements_and_modalities_are_revealed_together() -> None:
    x = tribe(clan("flame", 4, below=[family("kelp_tenders", 1)]))
    state = to_place(x)
    one = after(state, attach(state, X, 1, "top", 0, 1))
    assert refusal(one, Open(X, attach(state, X, 1, "top", 0, 1))) == "M-045"
    assert one.table.opened == (None, None)
    assert refusal(one, LayFamily(X)) == "M-040"
    two = after(one, attach(state, Y, 2))
    half = after(two, *offered(two))
    assert half.table.phase is Phase.PLACE
    assert refusal(half, LayFamily(X)) == "M-040"
    whole = after(half, *offered(half))
    assert "M-045" in whole.table.why
    assert offered(whole) == [LayFamily(X), LayFamily(Y)]


@pytest.mark.rule("M-040")
def test_each_lays_its_family_once_in_any_order() -> None:
    state = to_place()
    state = both(state, attach(state, X, 1), attach(state, Y, 2))
    first = after(state, LayFamily(Y))
    assert offered(first) == [LayFamily(X)]
    assert refusal(first, LayFamily(Y)) == "M-040"
    assert after(first, LayFamily(X)).table.clans == after(state, LayFamily(X), LayFamily(Y)).table.clans
