"""What the host sets by hand: it lies so, and of what was sealed only that is kept which still fits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Facts
from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import Choose
from companion.games.manawave.state.model import Clan, Counters, Family, ManaState, Phase
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    attach,
    begun,
    clan,
    clans_at,
    drawn,
    family,
    invest,
    new_game,
    offered,
    on,
    tile,
    tiles_at,
    tribe,
)

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")


def corrected(state: ManaState, **facts: Any) -> ManaState:
    """The position with these facts set; a dot in a key is written as two underscores."""
    told: Facts = {key.replace("__", "."): value for key, value in facts.items()}
    return GAME.correct(state, told)


def column() -> ManaState:
    x = tribe(clan("flame", 4, above=[family("kelp_tenders", 2, 1)], below=[family("cinder_spears", 1)], mana=3))
    return clans_at(Phase.DRAW, x, tribe())


def first(state: ManaState) -> Clan:
    return state.table.clans.clan(X, 1)


def test_what_is_set_to_what_it_is_changes_nothing() -> None:
    state = drawn(begun(), *CARDS)
    for same in (corrected(state), corrected(state, round=1, phase="choose")):
        assert same == replace(state, table=replace(state.table, why=("M-101",)))
    assert corrected(state, round=2).table.round == 2
    placing = clans_at(Phase.PLACE, choices=CARDS, picked=CARDS[:2])
    sealed = after(placing, attach(placing, X, 1))
    assert corrected(sealed).sealed == sealed.sealed


@pytest.mark.rule("M-031")
def test_one_sealed_choice_is_taken_back_and_the_other_stays() -> None:
    state = after(drawn(begun(), *CARDS), Choose(X, "A"), Choose(Y, "B"))
    taken = corrected(state, sealed__0=0)
    assert taken.table.committed == (False, True)
    assert (taken.sealed_by(X), taken.sealed_by(Y)) == ((), (Choose(Y, "B"),))
    assert corrected(state, sealed__0=1) == replace(state, table=replace(state.table, why=("M-101",)))
    # A card that is one of three still means the same, whatever was counted otherwise.
    counted = corrected(state, soulstain__1=2)
    assert (counted.table.committed, counted.sealed) == ((True, True), state.sealed)


@pytest.mark.rule("M-045", "M-074")
def test_what_was_sealed_for_other_columns_is_chosen_anew() -> None:
    x = tribe(clan("flame", 4, mana=2), clan("root", 2))
    for phase, seal in ((Phase.PLACE, attach), (Phase.INVEST, invest)):
        state = clans_at(phase, x, x, choices=CARDS, picked=CARDS[:2])
        choice = attach(state, X, 1) if seal is attach else invest(state, X, clan={1: {"attack": 2}})
        again = corrected(after(state, choice), mana__0__1=1)
        assert again.table.committed == (False, False)
        assert again.sealed == ()
        assert again.secrets == state.secrets


@pytest.mark.rule("M-074")
def test_what_is_open_is_carried_out_where_it_still_fits_and_else_chosen_anew() -> None:
    x = tribe(clan("flame", 4, mana=2))
    state = clans_at(Phase.INVEST, x, tribe())
    paying = after(state, invest(state, X, clan={1: {"attack": 2}}))
    paying = after(paying, *offered(paying)[:1])
    assert paying.table.phase is Phase.PAY
    assert corrected(paying, population__0__1=3).table.phase is Phase.PAY
    poorer = corrected(paying, mana__0__1=1)
    assert (poorer.table.phase, poorer.table.committed) == (Phase.INVEST, (False, False))


@pytest.mark.rule("M-030")
def test_a_phase_that_needs_cards_begins_with_some() -> None:
    state = corrected(clans_at(Phase.DRAW), phase="choose")
    (one, two, three) = state.table.choices
    assert one == two == three == state.table.clans_set.family[0].id
    assert corrected(clans_at(Phase.DRAW), phase="place").table.picked == (one, one)
    (own, more, last) = corrected(clans_at(Phase.DRAW, choices=("kelp_tenders",)), phase="choose").table.choices
    assert (own, more, last) == ("kelp_tenders", one, one)
    sealed = after(clans_at(Phase.CHOOSE, choices=CARDS), Choose(X, "A"))
    elsewhere = corrected(sealed, phase="place")
    assert (elsewhere.table.committed, elsewhere.sealed) == ((False, False), ())
    kept = corrected(clans_at(Phase.CHOOSE, choices=CARDS), phase="place")
    assert (kept.table.choices, kept.table.picked, kept.table.is_shared) == (CARDS, (CARDS[0], CARDS[0]), True)
    assert corrected(clans_at(Phase.CHOOSE, choices=CARDS), phase="draw").table.choices == ()


@pytest.mark.rule("M-040", "M-070")
def test_the_cards_of_a_column_are_set_one_by_one() -> None:
    state = column()
    assert first(corrected(state, counters__0__1__0=3, mode__0__1__0=0)).above == (Family("kelp_tenders", 3, 0),)
    longer = first(corrected(state, family__0__1__2="brook_singers"))
    assert longer.below == (Family("cinder_spears", 1), Family("brook_singers"))
    assert first(corrected(state, family__0__1__0="none")).families == (Family("cinder_spears", 1),)
    lower = first(corrected(state, above__0__1=0))
    assert (lower.above, lower.below) == ((), (Family("kelp_tenders", 2, 1), Family("cinder_spears", 1)))
    both_above = first(corrected(state, above__0__1=2))
    assert (len(both_above.above), both_above.below) == (2, ())
    assert first(corrected(state, above__0__1=5)).below == ()


@pytest.mark.rule("M-071")
def test_another_family_stays_in_its_modality_where_its_counters_cover_it() -> None:
    changed = first(corrected(column(), family__0__1__0="brook_singers"))
    assert changed.above == (Family("brook_singers", 2, 1),)
    poor = first(corrected(column(), family__0__1__0="brook_singers", counters__0__1__0=0))
    assert poor.above == (Family("brook_singers", 0, 0),)


@pytest.mark.rule("M-101")
def test_counters_population_and_clan_are_set() -> None:
    state = corrected(column(), clan__0__1="root", clan__0__2="flame", population__0__1=7, mana__0__1=1, shield__0__1=2)
    assert first(state).card == "root"
    assert (first(state).population, first(state).counters) == (7, Counters(mana=1, shield=2))
    whole = corrected(column(), tribe__0__growth=2, soulstain__0=3, monument__0="anvil_of_storms")
    assert (whole.table.clans.tribes[X].counters, whole.table.clans.tribes[X].soulstain) == (Counters(growth=2), 3)
    assert whole.table.clans.monuments[0] == "anvil_of_storms"
    assert whole.table.clans.tribes[X].clans == column().table.clans.tribes[X].clans


@pytest.mark.rule("M-033")
def test_the_pile_and_what_is_gone_are_set() -> None:
    state = corrected(column(), pile__cinder_spears=1, gone__cinder_spears=2)
    assert (dict(state.table.pile)["cinder_spears"], dict(state.table.gone)["cinder_spears"]) == (1, 2)
    assert "pile.cinder_spears" not in {field.key for field in GAME.facts(GAME.view(new_game(), None))}


@pytest.mark.rule("M-221", "M-261")
def test_tiles_are_set_one_by_one() -> None:
    state = tiles_at(Phase.DRAW, tile(X, "N1", 1, "river_camp", 4, attack=1))
    moved = corrected(state, line__0__0=6, row__0__0=2, population__0__0=2, attack__0__0=0, shield__0__0=3)
    assert on(moved, X, "N3", 2) == tile(X, "N3", 2, "river_camp", 2, shield=3)
    other = corrected(state, tile__0__0="raiders")
    assert on(other, X, "N1", 1) == tile(X, "N1", 1, "raiders"), "with the population of its card, and nothing on it"
    more = corrected(state, tile__1__0="orchard", line__1__0=1, row__1__0=1, pool__1__shield=2, soulstain__0=1)
    assert on(more, Y, "N0.5", 1) == tile(Y, "N0.5", 1, "orchard")
    assert (more.table.nexus.pools[Y], more.table.nexus.soulstain) == (Counters(shield=2), (1, 0))
    assert corrected(state, tile__0__0="none").table.nexus.tiles == ()
