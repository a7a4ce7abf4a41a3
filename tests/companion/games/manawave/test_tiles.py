"""What tiles do when the wave comes, and what becomes of their counters (M-230 to M-271, ledger 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import Harvest, LayCounters, Open, Process, Scatter, StartWave
from companion.games.manawave.state.model import Counters, ManaState, Phase, Tile
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    designed_tiles,
    done,
    lights,
    line,
    offered,
    on,
    opened,
    outcome,
    prompt,
    refusal,
    refused,
    settled,
    tile,
    tiles_at,
    winners,
)

NONE = Counters()


def running(*tiles: Tile, **more: Any) -> ManaState:
    """The wave has left the Source."""
    return settled(tiles_at(Phase.PROCESS, *tiles, **more))


def says(*effects: dict[str, Any], **types: str) -> dict[str, Any]:
    """The demonstration set, its Raiders doing this and all other tiles nothing."""
    own = designed_tiles()
    own["tile"] = [{**each, "on_wave": list(effects) if each["id"] == "raiders" else []} for each in own["tile"]]
    own["tile"] = [
        {**each, "type": types[each["id"]], "population": 0} if each["id"] in types else each for each in own["tile"]
    ]
    return own


def add(counter: str, to: str = "self", amount: Any = 1, **more: Any) -> dict[str, Any]:
    return {"op": "add", "counter": counter, "to": to, "amount": amount, **more}


def ran(*tiles: Tile, effects: tuple[dict[str, Any], ...], **more: Any) -> ManaState:
    """The position once the wave has run over these tiles, Raiders doing this."""
    return done(running(*tiles, playset=says(*effects), **more), Process)


def gained(state: ManaState, counter: str) -> set[tuple[int, str, int]]:
    """The places of tiles with such a counter: seat, line, row."""
    return {
        (each.seat, f"N{each.line / 2:g}", each.row)
        for each in state.table.nexus.tiles
        if getattr(each.counters, counter)
    }


def raiders(where: str = "N2", row: int = 1, seat: int = X, **counters: int) -> Tile:
    return tile(seat, where, row, "raiders", **counters)


def camp(seat: int, where: str, row: int = 1, population: int = 2, **counters: int) -> Tile:
    return tile(seat, where, row, "river_camp", population, **counters)


# --- the way of the wave ---


def stops(state: ManaState) -> list[tuple[int, int]]:
    """Where the wave halts, in its order."""
    found = []
    while acts := offered(state, Process):
        (act,) = acts
        found.append((act.line, act.row))
        state = after(state, act)
    return found


S29 = (camp(X, "N1", 1), camp(X, "N1.5", 2), camp(X, "N2", 3), camp(X, "N3", 1))


@pytest.mark.rule("M-230")
def test_s_m31_lines_from_the_source_and_rows_from_the_wave() -> None:
    state = running(*S29, camp(Y, "N1", 1))
    assert stops(state) == [(2, 1), (3, 2), (4, 3), (6, 1)]
    assert refusal(state, Process(3, 2)) == "M-230"
    assert prompt(state).rule == "M-230"
    assert "N1, row 1" in prompt(state).text
    assert "The wave stands at line N1" in lights(state)


@pytest.mark.rule("M-230")
def test_a_line_is_gone_through_to_its_last_row_before_the_next_one() -> None:
    state = running(camp(X, "N0", 1), camp(Y, "N0", 2), camp(X, "N0", 3), camp(Y, "N0.5", 1), camp(X, "N1", 1))
    assert stops(state) == [(0, 1), (0, 2), (0, 3), (1, 1), (2, 1)]


@pytest.mark.rule("M-231")
def test_s_m31_both_sides_of_a_place_act_at_once() -> None:
    state = running(*S29, camp(Y, "N1", 1))
    state = after(state, Process(2, 1))
    assert (on(state, X, "N1", 1).counters, on(state, Y, "N1", 1).counters) == (Counters(growth=1),) * 2
    assert on(state, X, "N1.5", 2).counters == NONE


@pytest.mark.rule("M-231")
def test_a_place_is_one_snapshot_and_the_next_sees_its_results() -> None:
    """B-22: both count the Soulstain that was there; the next place counts what it has become."""
    effects = (add("soulstain", "player"), add("attack", "opposing_line", {"per": "soulstain", "base": 1}))
    state = ran(raiders("N2"), raiders("N2", 1, Y), raiders("N2", 2), effects=effects)
    # Row 1: 1 each, with no Soulstain; row 2: of X again, with 1 Soulstain: 2 more on Y's only tile.
    assert on(state, Y, "N2", 1).counters.attack == 1 + 2
    assert on(state, X, "N2", 1).counters.attack == on(state, X, "N2", 2).counters.attack == 1
    assert state.table.nexus.soulstain == (2, 1)


@pytest.mark.rule("M-232")
def test_lines_without_tiles_and_tiles_that_do_nothing_are_passed_over() -> None:
    state = running(tile(X, "N0", 1, "obelisk"), camp(X, "N4", 1))
    assert offered(state) == [Process(8, 1)]
    empty = running()
    assert empty.table.phase is Phase.START
    assert "M-232" in empty.table.why


@pytest.mark.rule("M-233")
@pytest.mark.parametrize(("strength", "attack"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_s_m33_ley_adepts_attack_the_opposing_line_by_half_of_the_strength(strength: int, attack: int) -> None:
    tiles = (tile(X, "N2", 1, "ley_adepts"), camp(Y, "N2", 1), camp(Y, "N2", 2), camp(Y, "N1.5", 3))
    state = done(running(*tiles, strength=strength), Process)
    assert [on(state, Y, *place).counters.attack for place in (("N2", 1), ("N2", 2), ("N1.5", 3))] == [
        attack,
        attack,
        0,
    ]


@pytest.mark.rule("M-233")
def test_each_tile_brings_what_its_card_says() -> None:
    """Ledger 4.5, one tile at a time, beside a camp of its own and opposite one of the other side."""
    wanted: dict[str, tuple[Counters, Counters, Counters, int]] = {
        # own tile, own neighbour, opposing tile, Soulstain
        "river_camp": (Counters(growth=1), NONE, NONE, 0),
        "raiders": (NONE, NONE, Counters(attack=1), 0),
        "palisade": (Counters(shield=1), Counters(shield=1), NONE, 0),
        "ley_adepts": (NONE, NONE, Counters(attack=2), 0),
        "blood_altar": (Counters(sacrifice=1), NONE, Counters(attack=2), 1),
        "orchard": (NONE, Counters(growth=1), NONE, 0),
        "cursed_spire": (NONE, NONE, Counters(attack=2), 1),
    }
    for kind, (own, neighbour, other, stain) in wanted.items():
        state = running(tile(X, "N1", 1, kind), camp(X, "N2", 1), camp(Y, "N1", 2), strength=4)
        state = after(state, Process(2, 1))
        found = (on(state, X, "N1", 1).counters, on(state, X, "N2", 1).counters, on(state, Y, "N1", 2).counters)
        assert found == (own, neighbour, other), kind
        assert state.table.nexus.soulstain == (stain, 0), kind
    post = after(running(tile(X, "N1", 1, "supply_post"), camp(X, "N2", 1)), Process(2, 1))
    assert post.table.nexus.pools == (Counters(shield=1, growth=1), NONE)


@pytest.mark.rule("M-240")
def test_the_wave_is_over_at_the_sink() -> None:
    state = done(running(camp(X, "N0", 1)), Process)
    assert state.table.phase is Phase.CONSOLIDATE
    assert "M-240" in state.table.why
    assert "The wave has reached the Sink." in lights(state)


# --- whom effects concern ---


@pytest.mark.rule("M-233")
def test_adjacent_are_own_tribe_tiles_that_touch() -> None:
    """Same line and rows differ by 1; lines differ by 0.5 and rows by 1; lines differ by 1 and same row."""
    touching = [("N2", 1), ("N2", 3), ("N1.5", 1), ("N1.5", 3), ("N2.5", 1), ("N2.5", 3), ("N1", 2), ("N3", 2)]
    apart = [("N2", 4), ("N1.5", 2), ("N2.5", 2), ("N1", 1), ("N3", 3), ("N0.5", 2), ("N3.5", 2), ("N1", 3)]
    tiles = [raiders("N2", 2), *(camp(X, *place) for place in (*touching, *apart))]
    others = [camp(Y, *place) for place in touching]
    state = ran(*tiles, *others, effects=(add("shield", "adjacent"),))
    assert gained(state, "shield") == {(X, *place) for place in touching}


@pytest.mark.rule("M-233")
def test_opposing_line_is_every_opposing_tribe_tile_on_the_line() -> None:
    theirs = [camp(Y, "N2", 1), camp(Y, "N2", 3), tile(Y, "N2", 2, "orchard"), camp(Y, "N1.5", 4), camp(Y, "N2.5", 4)]
    state = ran(raiders(), camp(X, "N2", 2), *theirs, effects=(add("attack", "opposing_line"),))
    assert gained(state, "attack") == {(Y, "N2", 1), (Y, "N2", 3)}


@pytest.mark.rule("M-233")
@pytest.mark.parametrize(
    ("theirs", "nearest"),
    [
        ([("N2", 3), ("N2", 2), ("N1.5", 1)], ("N2", 2)),  # of the line the lowest row
        ([("N1.5", 3), ("N2.5", 2)], ("N2.5", 2)),  # the line is empty: the lowest row beside it
        ([("N1.5", 2), ("N2.5", 2)], ("N1.5", 2)),  # equal rows: the Source side
        ([("N1", 1), ("N3", 1)], None),  # half a step to either side alone
    ],
)
@pytest.mark.parametrize("seat", [X, Y])
def test_opposing_nearest(theirs: list[tuple[str, int]], nearest: tuple[str, int] | None, seat: int) -> None:
    """The Source side is the same for both players."""
    tiles = [raiders("N2", 1, seat), *(camp(1 - seat, *place) for place in theirs)]
    state = ran(*tiles, effects=(add("attack", "opposing_nearest"),))
    assert gained(state, "attack") == ({(1 - seat, *nearest)} if nearest else set())


@pytest.mark.rule("M-233")
def test_only_tribe_tiles_take_counters() -> None:
    effects = (add("attack", "opposing_nearest"), add("shield", "adjacent"), add("growth", "self"))
    tiles = (raiders(), tile(X, "N2", 2, "orchard"), tile(Y, "N2", 1, "obelisk"), camp(Y, "N2", 2))
    state = ran(*tiles, effects=effects)
    assert gained(state, "attack") == {(Y, "N2", 2)}
    assert gained(state, "shield") == set()
    assert gained(state, "growth") == {(X, "N2", 1)}
    stone = running(tile(X, "N2", 1, "raiders", 0), camp(X, "N2", 2), playset=says(*effects, raiders="geography"))
    state = done(stone, Process)
    assert gained(state, "growth") == set()
    assert gained(state, "shield") == {(X, "N2", 2)}


@pytest.mark.rule("M-233")
@pytest.mark.parametrize("counter", ["mana", "attack", "shield", "sacrifice", "growth"])
def test_each_counter_goes_on_the_tile_or_in_the_pool(counter: str) -> None:
    state = running(raiders(), playset=says(add(counter, "self", 2), add(counter, "pool", 3)))
    state = after(state, Process(4, 1))
    assert on(state, X, "N2", 1).counters == Counters(**{counter: 2})
    assert state.table.nexus.pools == (Counters(**{counter: 3}), NONE)


@pytest.mark.rule("M-233")
@pytest.mark.parametrize("to", ["self", "player", "pool", "opposing_line"])
def test_soulstain_goes_to_the_player_whatever_the_card_says(to: str) -> None:
    state = ran(raiders(), camp(Y, "N2"), effects=(add("soulstain", to, 2),))
    assert state.table.nexus.soulstain == (2, 0)
    assert state.table.nexus.pools == (NONE, NONE)


@pytest.mark.rule("M-231", "M-233")
def test_all_is_added_before_anything_is_removed_and_nothing_goes_below_nothing() -> None:
    takes = {**add("shield", "self", 3), "op": "remove"}
    for effects in ((add("shield", "self", 2), takes), (takes, add("shield", "self", 2))):
        state = after(running(raiders(shield=2), playset=says(*effects)), Process(4, 1))
        assert on(state, X, "N2", 1).counters.shield == 1
    state = after(running(raiders(shield=2), playset=says(takes)), Process(4, 1))
    assert on(state, X, "N2", 1).counters.shield == 0
    clean = {**add("soulstain", "player", 3), "op": "remove"}
    state = after(running(raiders(), playset=says(clean), soulstain=(2, 2)), Process(4, 1))
    assert state.table.nexus.soulstain == (0, 2)


@pytest.mark.rule("M-233")
@pytest.mark.parametrize(
    ("query", "comes_to"),
    [
        ("strength", 9),
        ("self_population", 4),
        ("own_population", 4 + 3 + 5),
        ("opposing_population", 7 + 6),
        ("soulstain", 8),
        ("tiles_on_line", 3),
        ("row", 2),
    ],
)
def test_each_query_of_a_tile(query: str, comes_to: int) -> None:
    tiles = (
        tile(X, "N2", 2, "raiders", 4),
        camp(X, "N2", 1, 3),
        tile(X, "N2", 3, "orchard"),
        camp(X, "N3", 1, 5),
        camp(Y, "N2", 1, 7),
        camp(Y, "N4", 1, 6),
    )
    effects = (add("shield", "self", {"per": query}), add("growth"))
    state = ran(*tiles, effects=effects, strength=9, soulstain=(8, 1))
    assert on(state, X, "N2", 2).counters == Counters(shield=comes_to, growth=1)


@pytest.mark.rule("M-233")
def test_amounts_and_conditions_are_those_of_the_newer_game() -> None:
    amount = {"base": 1, "per": "strength", "times": 2, "div": 2, "round": "up", "less_per": "soulstain", "max": 6}
    when = [{"query": "row", "cmp": "==", "value": 1}]
    for strength, stain, got in ((3, 0, 5), (3, 2, 3), (9, 0, 6), (1, 9, 0)):
        effects = (add("shield", "self", amount, when=when), add("growth"))
        state = ran(raiders(), effects=effects, strength=strength, soulstain=(stain, 0))
        assert on(state, X, "N2", 1).counters == Counters(shield=got, growth=1)
    second = ran(raiders("N2", 2), effects=(add("shield", "self", 2, when=when), add("growth")))
    assert on(second, X, "N2", 2).counters == Counters(growth=1)


# --- Monument tiles ---


@pytest.mark.rule("M-234")
@pytest.mark.parametrize(
    ("strength", "own", "other", "won"), [(7, 5, 4, (X,)), (7, 5, 5, None), (6, 5, 4, None), (8, 1, 0, (X,))]
)
def test_s_m35_the_obelisk(strength: int, own: int, other: int, won: Any) -> None:
    tiles = (tile(X, "N1", 1, "obelisk"), camp(X, "N4", 1, own), camp(Y, "N3", 1, other))
    state = running(*tiles, strength=strength)
    if won is None:
        assert Process(2, 1) not in offered(state)
        return
    state = after(state, Process(2, 1))
    found = outcome(state)
    assert found is not None
    assert (found.winners, found.rule) == (won, "M-234")
    assert on(state, X, "N4", 1).counters == NONE  # the game ends at once after that place
    assert offered(state) == []
    assert prompt(state).why == "What a Monument says decides it."


@pytest.mark.rule("M-234")
@pytest.mark.parametrize(("stain", "won"), [(1, None), (2, (Y,)), (5, (Y,))])
def test_the_cursed_spire_is_tested_after_what_it_brings(stain: int, won: Any) -> None:
    """With 2 Soulstain the third comes at that place, and its owner loses there."""
    state = running(tile(X, "N1", 1, "cursed_spire"), camp(Y, "N1", 1), soulstain=(stain, 0))
    state = after(state, Process(2, 1))
    assert winners(state) == won
    assert state.table.nexus.soulstain == (stain + 1, 0)


@pytest.mark.rule("M-234")
@pytest.mark.parametrize(
    ("x", "y", "won"),
    [
        ("win", "win", ()),
        ("lose", "lose", ()),
        ("win", "lose", (X,)),
        ("lose", "win", (Y,)),
        ("win", None, (X,)),
        ("lose", None, (Y,)),
        (None, "lose", (X,)),
    ],
)
def test_both_sides_at_one_place(x: str | None, y: str | None, won: tuple[int, ...]) -> None:
    """B-18: both win, or both lose: a draw."""
    own = says()
    own["tile"] = [
        *own["tile"],
        *({"id": f"{op}s", "type": "monument", "copies": 1, "on_wave": [{"op": op}]} for op in ("win", "lose")),
    ]
    tiles = [Tile(seat, 2, 1, f"{op}s") for seat, op in ((X, x), (Y, y)) if op]
    state = after(running(*tiles, playset=own), Process(2, 1))
    assert winners(state) == won


@pytest.mark.rule("M-234")
def test_the_place_that_the_wave_reaches_first_decides() -> None:
    own = says()
    own["tile"] = [*own["tile"], {"id": "wins", "type": "monument", "copies": 1, "on_wave": [{"op": "win"}]}]
    state = running(Tile(Y, 3, 2, "wins"), Tile(X, 4, 1, "wins"), playset=own)
    assert offered(state) == [Process(3, 2)]
    assert winners(after(state, Process(3, 2))) == (Y,)


# --- what is placed ---


def scattering(*tiles: Tile, x: Counters = NONE, y: Counters = NONE, **more: Any) -> ManaState:
    """Both have these counters that lie on no tile."""
    return settled(tiles_at(Phase.SCATTER, *tiles, pools=(x, y), **more))


def scatter(seat: int, own: tuple[int, ...] = (), other: tuple[int, ...] = ()) -> Scatter:
    """On own tribe tiles in turn shield and growth; on opposing ones attack and sacrifice."""
    return Scatter(seat, own, other, is_told=True)


OURS = (camp(X, "N0", 1), tile(X, "N1", 1, "orchard"), camp(X, "N2", 1), camp(Y, "N3", 1))


@pytest.mark.rule("M-250")
def test_each_decides_where_and_how_many_of_each() -> None:
    pool = Counters(attack=2, shield=3, sacrifice=1, growth=1)
    state = scattering(*OURS, x=pool)
    state = opened(after(state, scatter(X, (1, 0, 2, 1), (2, 1))))
    assert offered(state) == [LayCounters(X)]
    state = after(state, LayCounters(X))
    assert on(state, X, "N0", 1).counters == Counters(shield=1)
    assert on(state, X, "N2", 1).counters == Counters(shield=2, growth=1)
    assert on(state, Y, "N3", 1).counters == Counters(attack=2, sacrifice=1)
    assert state.table.nexus.pools == (NONE, NONE)


@pytest.mark.rule("M-250")
@pytest.mark.parametrize("numbers", [(0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 1, 0)])
def test_as_few_as_one_likes_and_the_rest_is_given_up(numbers: tuple[int, ...]) -> None:
    state = scattering(*OURS, x=Counters(shield=3, growth=1))
    state = opened(after(state, scatter(X, numbers, (0, 0))))
    state = after(state, LayCounters(X))
    assert state.table.nexus.pools[X] == NONE
    assert on(state, X, "N0", 1).counters == Counters(shield=numbers[0], growth=numbers[1])


@pytest.mark.rule("M-250")
@pytest.mark.parametrize(
    ("own", "other"),
    [
        ((4, 0, 0, 0), (0, 0)),
        ((2, 0, 2, 0), (0, 0)),
        ((0, 1, 0, 1), (0, 0)),
        ((0, 0, 0, 0), (1, 0)),
        ((0, 0), (0, 0)),
        ((0, 0, 0, 0), ()),
        ((-1, 0, 0, 0), (0, 0)),
        ((0, 0, 0, 0, 0, 0), (0, 0)),
    ],
)
def test_no_more_than_there_is_and_on_tribe_tiles_alone(own: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert refusal(scattering(*OURS, x=Counters(shield=3, growth=1)), scatter(X, own, other)) == "M-250"


@pytest.mark.rule("M-250")
def test_it_is_decided_in_secret_and_revealed_together() -> None:
    state = scattering(*OURS, x=Counters(shield=1), y=Counters(attack=1))
    mine = scatter(X, (1, 0, 0, 0), (0, 0))
    one = after(state, mine)
    assert one.table.nexus == state.table.nexus
    assert refusal(one, Open(X, mine)) == "M-250"
    assert refusal(one, LayCounters(X)) == "M-250"
    state = opened(after(one, scatter(Y, (0, 0), (1, 0, 0, 0))))
    assert offered(state) == [LayCounters(X), LayCounters(Y)]
    state = after(state, LayCounters(Y), LayCounters(X))
    assert on(state, X, "N0", 1).counters == Counters(attack=1, shield=1)
    assert offered(state) == [Harvest()]


@pytest.mark.rule("M-250")
def test_who_has_nothing_to_place_is_not_asked() -> None:
    state = scattering(*OURS, y=Counters(attack=1))
    assert prompt(state).seats == (Y,)
    assert refusal(state, scatter(X, (0, 0, 0, 0), (0, 0))) == "M-250"
    nowhere = scattering(tile(X, "N0", 1, "orchard"), x=Counters(shield=1))
    assert nowhere.table.phase is Phase.CONSOLIDATE  # no tile of X takes it: it is cleared


# --- what becomes of counters ---


def harvested(**counters: int) -> int:
    """The population of a tile of 5 after Consolidation."""
    state = tiles_at(Phase.CONSOLIDATE, camp(X, "N2", 1, 5, **counters))
    return on(after(state, Harvest()), X, "N2", 1).population


@pytest.mark.rule("M-260")
def test_s_m34_counters_are_gathered_and_cleared() -> None:
    tiles = (camp(X, "N2", 1, 3, attack=4, shield=2, growth=5), camp(Y, "N2", 1, 2, shield=9, mana=1))
    state = tiles_at(Phase.CONSOLIDATE, *tiles, pools=(Counters(shield=1), NONE), soulstain=(2, 1))
    assert offered(state) == [Harvest()]
    assert prompt(state).rule == "M-260"
    state = after(state, Harvest())
    assert on(state, X, "N2", 1) == camp(X, "N2", 1, 2)
    assert on(state, Y, "N2", 1) == camp(Y, "N2", 1, 2)
    assert state.table.nexus.pools == (NONE, NONE)
    assert state.table.nexus.soulstain == (2, 1)


@pytest.mark.rule("M-261")
@pytest.mark.parametrize(
    ("counters", "left"),
    [
        ({"attack": 2}, 3),
        ({"attack": 2, "shield": 2}, 5),
        ({"attack": 2, "shield": 9}, 5),
        ({"attack": 9}, 0),
        ({"sacrifice": 2}, 3),
        ({"sacrifice": 2, "shield": 9}, 3),  # shield is against attack alone
        ({"sacrifice": 9}, 0),
        ({"growth": 2}, 7),
        ({"growth": 9}, 10),
        ({"attack": 3, "shield": 1, "sacrifice": 1, "growth": 9}, 4),  # 5 - 2 - 1 = 2, and 2 more
        ({"attack": 5, "growth": 3}, 0),
        ({"attack": 4, "sacrifice": 4, "growth": 3}, 0),
        ({"mana": 4, "growth": 1}, 6),
    ],
)
def test_attack_then_sacrifice_then_growth(counters: dict[str, int], left: int) -> None:
    """B-15: lose max(0, attack - shield), lose sacrifice, gain min(growth, what remains); never below 0."""
    assert harvested(**counters) == left


@pytest.mark.rule("M-261")
def test_a_tile_without_population_stays_and_blocks() -> None:
    """B-28."""
    state = tiles_at(Phase.CONSOLIDATE, camp(X, "N2", 1, 2, attack=9))
    state = after(state, Harvest())
    assert on(state, X, "N2", 1).population == 0
    aim = tiles_at(Phase.AIM, *state.table.nexus.tiles, choices=("raiders",) * 3, picked=("raiders", "raiders"))
    assert "line N2, row 2" in {str(each.label) for each in _lines(aim)}


def _lines(state: ManaState) -> Any:
    return GAME.choices(GAME.view(state, X, ("Xenia", "Yuri")))


@pytest.mark.rule("M-270")
def test_then_the_next_wave_begins() -> None:
    state = after(tiles_at(Phase.CONSOLIDATE, camp(X, "N2", 1, 2, attack=1), strength=3), Harvest())
    assert offered(state) == [StartWave()]
    assert "M-270" in state.table.why
    assert after(state, StartWave()).table.round == 4


@pytest.mark.rule("M-271")
@pytest.mark.parametrize(("left", "is_over"), [(0, True), (2, True), (3, False)])
def test_fewer_than_three_tile_cards_after_consolidation_are_a_draw(left: int, is_over: bool) -> None:
    pile = (("raiders", left),) if left else ()
    state = after(tiles_at(Phase.CONSOLIDATE, camp(X, "N2", 1, 2, attack=1), pile=pile, strength=8), Harvest())
    assert winners(state) == (() if is_over else None)
    if is_over:
        found = outcome(state)
        assert found is not None
        assert found.rule == "M-271"
        assert prompt(state).why == "Too few cards are left for another wave."


@pytest.mark.rule("M-271")
def test_a_wave_after_the_end_is_refused_by_a_rule_of_this_game() -> None:
    state = after(tiles_at(Phase.CONSOLIDATE, camp(X, "N2", 1, 2, attack=1), pile=()), Harvest())
    assert refused(state, StartWave())[0] in ("M-234", "M-271")


def test_lines_are_named_as_they_are_counted() -> None:
    assert [line(f"N{each / 2:g}") for each in range(9)] == list(range(9))


def test_a_correction_of_something_else_leaves_mana_where_it_lies() -> None:
    """Ledger 4.3: mana is a counter of the older game too, and a playset may bring it."""
    state = scattering(camp(X, "N2", mana=2), x=Counters(mana=3, shield=1))
    fixed = GAME.correct(state, {"soulstain.0": 1})
    assert on(fixed, X, "N2", 1).counters == Counters(mana=2)
    assert fixed.table.nexus.pools[X] == Counters(mana=3, shield=1)
