"""A new world: what is revealed, what both decide in secret, and what is laid out of it (M-001 to M-016)."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import Found, LayOut, Open, Settle, StartWave, Survive, TakeBack
from companion.games.manawave.state.model import Clan, Counters, ManaState, Phase, count
from tests.companion.games.manawave.play import (
    CLANS,
    DEFAULTS,
    OFFERS,
    X,
    Y,
    after,
    begun,
    both,
    clans_at,
    designed,
    found,
    new_game,
    offered,
    prompt,
    refusal,
    revealed,
    zone,
)


def founded(x: Found, y: Found, state: ManaState | None = None) -> ManaState:
    """The world once these are open, before anything is laid out."""
    return both(state or revealed(), x, y)


@pytest.mark.rule("M-001")
def test_three_different_factions_are_revealed_as_choices() -> None:
    state = new_game()
    assert {act.name for act in offered(state)} == {"ember", "reef", "tide"}
    assert {act.what for act in offered(state)} == {"faction"}
    state = after(state, LayOut("faction", "tide"), LayOut("faction", "ember"))
    assert offered(state) == [LayOut("faction", "reef")]
    assert refusal(state, LayOut("faction", "tide")) == "M-001"
    state = after(state, LayOut("faction", "reef"))
    assert state.table.clans.factions == ("tide", "ember", "reef")
    assert [zone(state, f"choice.{place}").kinds for place in range(3)] == [
        ("faction:tide",),
        ("faction:ember",),
        ("faction:reef",),
    ]


@pytest.mark.rule("M-001")
def test_of_four_factions_three_are_choices() -> None:
    own = designed()
    own["faction"] = [*own["faction"], {"id": "storm"}]
    one = {"id": "gale", "faction": "storm", "copies": 6, "modality": [{"cost": 0}]}
    own["family"] = [*own["family"], one]
    state = after(new_game(playset=own), *(LayOut("faction", each) for each in ("storm", "reef", "ember")))
    assert {act.what for act in offered(state)} == {"default"}
    state = after(state, *(LayOut("default", each) for each in DEFAULTS))
    state = after(state, *(LayOut("playset", each) for each in OFFERS))
    assert refusal(state, found(X, factions=("ember", "storm"))) == ""
    assert refusal(state, found(X, factions=("ember", "tide"))) == "M-011"


@pytest.mark.rule("M-003")
def test_play_goes_on_where_a_host_has_laid_a_playset_monument_at_a_position() -> None:
    own = designed()
    kept = [each for each in own["monument"] if each["id"] in (*DEFAULTS, *OFFERS)]
    state = after(
        new_game(playset={**own, "monument": kept}), *(LayOut("faction", each) for each in ("ember", "reef", "tide"))
    )
    state = after(state, *(LayOut("default", each) for each in DEFAULTS))
    state = GAME.correct(state, {"monument.0": OFFERS[0]})
    state = after(state, *(LayOut("playset", each) for each in OFFERS[1:]))
    assert {act.name for act in offered(state)} == {OFFERS[0]}  # no other is left, so it may lie in both rows
    assert prompt(state).text
    assert after(state, LayOut("playset", OFFERS[0])).table.phase is Phase.FOUND


@pytest.mark.rule("M-002")
def test_a_default_monument_lies_at_each_position_in_any_order() -> None:
    state = after(new_game(), *(LayOut("faction", each) for each in ("ember", "reef", "tide")))
    assert {act.name for act in offered(state)} == set(DEFAULTS)
    assert refusal(state, LayOut("playset", OFFERS[0])) == "M-003"
    state = after(state, *(LayOut("default", each) for each in reversed(DEFAULTS)))
    assert state.table.clans.monuments == tuple(reversed(DEFAULTS))
    assert zone(state, "monument.0").kinds == (f"monument:{DEFAULTS[2]}",)
    assert refusal(state, LayOut("default", DEFAULTS[0])) == "M-002"


@pytest.mark.rule("M-003")
def test_a_playset_monument_belongs_to_each_position_and_none_to_two() -> None:
    state = after(new_game(), *(LayOut("faction", each) for each in ("ember", "reef", "tide")))
    state = after(state, *(LayOut("default", each) for each in DEFAULTS))
    every = {act.name for act in offered(state)}
    assert len(every) == 6
    assert not every & set(DEFAULTS)
    state = after(state, LayOut("playset", OFFERS[1]))
    assert {act.name for act in offered(state)} == every - {OFFERS[1]}
    assert refusal(state, LayOut("playset", OFFERS[1])) == "M-003"
    state = after(state, LayOut("playset", OFFERS[0]), LayOut("playset", OFFERS[2]))
    assert state.table.clans.offers == (OFFERS[1], OFFERS[0], OFFERS[2])
    assert [zone(state, f"offer.{place}").kinds for place in range(3)] == [
        (f"monument:{OFFERS[1]}",),
        (f"monument:{OFFERS[0]}",),
        (f"monument:{OFFERS[2]}",),
    ]
    assert state.table.phase is Phase.FOUND


@pytest.mark.rule("M-004")
def test_s_m01_a_new_game_has_no_round_counter() -> None:
    for state in (new_game(), revealed(), begun()):
        assert state.table.round == 0
        assert zone(state, "round").kinds == ("round:0",)
    assert after(begun(), StartWave()).table.round == 1


@pytest.mark.rule("M-010")
@pytest.mark.parametrize("veto", [0, -1, 4])
def test_a_veto_is_of_one_of_the_three_positions(veto: int) -> None:
    assert refusal(revealed(), found(X, veto)) == "M-010"


@pytest.mark.rule("M-010", "M-011", "M-012")
def test_every_veto_with_every_selection_and_arrangement_may_be_chosen() -> None:
    ways = offered(revealed(), Found)
    # Three vetoes, three pairs of Factions, six arrangements (M-012), for each of two seats.
    assert len(ways) == len(set(ways)) == 2 * 3 * 3 * 6
    assert {(act.seat, act.veto) for act in ways} == {(seat, veto) for seat in (X, Y) for veto in (1, 2, 3)}


@pytest.mark.rule("M-011")
@pytest.mark.parametrize(
    "factions",
    [(), ("ember",), ("ember", "ember"), ("ember", "reef", "tide"), ("ember", "storm")],
)
def test_s_m03_two_different_factions_are_selected(factions: tuple[str, ...]) -> None:
    assert refusal(revealed(), found(X, factions=factions)) == "M-011"


@pytest.mark.rule("M-011", "M-015")
def test_both_may_select_the_same_factions() -> None:
    state = after(founded(found(X), found(Y, factions=("reef", "ember"))), Settle())
    assert [each.factions for each in state.table.clans.tribes] == [("ember", "reef"), ("reef", "ember")]
    pile = dict(state.table.pile)
    assert (pile["cinder_spears"], pile["coral_kin"], "brook_singers" in pile) == (4, 2, False)
    assert count(state.table.pile) == 24


@pytest.mark.rule("M-012")
@pytest.mark.parametrize("order", list(permutations(CLANS)))
def test_s_m04_each_arrangement_of_the_clans_is_laid_out(order: tuple[str, ...]) -> None:
    state = after(founded(found(X, clans=order), found(Y)), Settle())
    assert tuple(each.card for each in state.table.clans.tribes[X].clans) == order
    assert zone(state, "clan.0.1").kinds == (f"clan_of_seat_1:{order[1]}",)


@pytest.mark.rule("M-012")
@pytest.mark.parametrize(
    "order", [("flame", "flame", "root"), ("flame", "root"), (), (*CLANS, "flame"), ("flame", "root", "storm")]
)
def test_s_m04_no_clan_stands_twice_and_none_is_left_out(order: tuple[str, ...]) -> None:
    assert refusal(revealed(), found(X, clans=order)) == "M-012"


@pytest.mark.rule("M-013")
def test_nothing_is_laid_out_before_both_are_open_and_then_all_is() -> None:
    one = after(revealed(), found(X, 2))
    assert refusal(one, Settle()) == "M-013"
    assert refusal(one, Open(X, found(X, 2))) == "M-013"
    two = after(one, found(Y, 3))
    assert offered(two) == [Open(X, found(X, 2))]
    assert refusal(two, TakeBack(X)) == "M-010"
    half = after(two, Open(X, found(X, 2)))
    assert half.table.clans.monuments == DEFAULTS
    assert offered(half) == [Open(Y, found(Y, 3))]
    whole = after(half, Open(Y, found(Y, 3)))
    assert offered(whole) == [Settle()]
    assert "M-013" in whole.table.why
    assert prompt(whole).rule == "M-013"


@pytest.mark.rule("M-014")
@pytest.mark.parametrize(
    ("x", "y", "monuments"),
    [
        (2, 3, (OFFERS[0], DEFAULTS[1], DEFAULTS[2])),  # S-M02
        (2, 2, (OFFERS[0], DEFAULTS[1], OFFERS[2])),  # S-M02
        (1, 2, (DEFAULTS[0], DEFAULTS[1], OFFERS[2])),
        (1, 1, (DEFAULTS[0], OFFERS[1], OFFERS[2])),
        (3, 3, (OFFERS[0], OFFERS[1], DEFAULTS[2])),
        (3, 1, (DEFAULTS[0], OFFERS[1], DEFAULTS[2])),
    ],
)
def test_s_m02_what_nobody_vetoes_replaces_the_default(x: int, y: int, monuments: tuple[str, ...]) -> None:
    state = after(founded(found(X, x), found(Y, y)), Settle())
    assert state.table.clans.monuments == monuments
    assert state.table.clans.offers == ("", "", "")
    for place, name in enumerate(monuments):
        assert zone(state, f"monument.{place}").kinds == (f"monument:{name}",)
        assert zone(state, f"offer.{place}").kinds == ()


@pytest.mark.rule("M-014")
def test_one_by_lot_of_the_monuments_that_nobody_vetoes() -> None:
    """B-01, the second way: of two one alone stays; where one is left there is no lot."""
    options = {"veto": "one_at_random"}
    state = founded(found(X, 2), found(Y, 2), revealed(options=options))
    assert offered(state) == [Survive(1), Survive(3)]
    assert refusal(state, Survive(2)) == "M-014"
    assert refusal(state, Settle()) == "M-013"
    state = after(state, Survive(3), Settle())
    assert state.table.clans.monuments == (DEFAULTS[0], DEFAULTS[1], OFFERS[2])
    state = founded(found(X, 2), found(Y, 3), revealed(options=options))
    assert offered(state) == [Settle()]
    assert after(state, Settle()).table.clans.monuments == (OFFERS[0], DEFAULTS[1], DEFAULTS[2])


@pytest.mark.rule("M-015")
def test_s_m03_the_pile_has_one_set_of_each_players_factions() -> None:
    state = begun()
    factions = {each.id: each.faction for each in state.table.clans_set.family}
    of = {name: sum(n for card, n in state.table.pile if factions[card] == name) for name in ("ember", "reef", "tide")}
    assert of == {"ember": 12, "reef": 6, "tide": 6}
    assert dict(state.table.pile)["cinder_spears"] == 4
    assert zone(state, "pile").count == 24


@pytest.mark.rule("M-015")
def test_a_playset_may_have_two_sets_of_each() -> None:
    own = designed()
    own["setup"] = {**own["setup"], "pile_sets_per_player_faction": 2}
    state = after(new_game(playset=own), *(LayOut("faction", each) for each in ("ember", "reef", "tide")))
    state = after(state, *(LayOut("default", each) for each in DEFAULTS))
    state = after(state, *(LayOut("playset", each) for each in OFFERS))
    assert count(after(founded(found(X), found(Y), state), Settle()).table.pile) == 48


@pytest.mark.rule("M-016")
def test_clans_begin_with_two_population_and_nothing_else() -> None:
    for tribe in begun().table.clans.tribes:
        assert tribe.clans == tuple(Clan(card, 2) for card in CLANS)
        assert (tribe.counters, tribe.soulstain) == (Counters(), 0)


@pytest.mark.rule("M-016")
def test_a_playset_says_what_clans_begin_with() -> None:
    own = designed()
    own["setup"] = {**own["setup"], "clan_initial": {"population": 3, "mana": 1, "shield": 2}}
    state = after(new_game(playset=own), *(LayOut("faction", each) for each in ("ember", "reef", "tide")))
    state = after(state, *(LayOut("default", each) for each in DEFAULTS))
    state = after(state, *(LayOut("playset", each) for each in OFFERS))
    state = after(founded(found(X), found(Y), state), Settle())
    assert {each[1:3] for each in ((c.card, c.population, c.counters) for c in state.table.clans.tribes[X].clans)} == {
        (3, Counters(mana=1, shield=2))
    }


@pytest.mark.rule("M-014", "M-015", "M-016")
def test_what_is_laid_out_is_said_to_each_player() -> None:
    state = founded(found(X, 2, clans=("root", "flame", "stream")), found(Y, 3, factions=("ember", "tide")))
    assert prompt(state).text == (
        "Put the new Monument at position 1. Lay out the Clans with their population, and shuffle the pile."
    )
    assert prompt(state, X).text == (
        "Lay your Clans at 1, 2, 3: Root Clan, Flame Clan, Stream Clan. Each gets its first population."
    )
    assert "24 Families" in prompt(state).why or "The pile has 24" in prompt(state).why
    assert clans_at(Phase.START).table.clans.clan(X, 1).population == 2
