"""Random games of every option break no law, both seats are alike, and positions survive JSON and an undo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import COUNTERS
from companion.games.manawave.game import GAME
from companion.games.manawave.rules import monuments, wave
from companion.games.manawave.rules.monuments import Outlook, fought, verdict
from companion.games.manawave.rules.purchases import open_modes, plans
from companion.games.manawave.rules.tiles import harvested, in_order, next_row, open_lines, process
from companion.games.manawave.state.acts import ManaAction, Open
from companion.games.manawave.state.model import (
    PLACES,
    Clan,
    Clans,
    Counters,
    Ended,
    Family,
    ManaState,
    Nexus,
    Tile,
    Tribe,
)
from companion.simulation.self_play import Step, broken, walk
from tests.companion.games.manawave.play import NEWER_SET, OLDER_SET, again, new_game, offered
from tests.many import many

SWAPPED: dict[Ended | None, Ended | None] = {"first": "second", "second": "first", "draw": "draw", None: None}
ALTERNATIVES: list[Any] = [
    {},
    {"veto": "one_at_random", "phase_order": "conflict_first"},
    {"same_pick": "again"},
    {"cap_counts_existing": True, "tribe_mana_assignable": False, "mana_persists": False, "pile_empty": "population"},
    {"tribe_mana_assignable": False, "phase_order": "conflict_first", "pile_empty": "population"},
    {"mode": "nexus"},
    {"mode": "nexus", "geometry": "hex_lattice", "pieces": "families"},
    {"mode": "nexus", "geometry": "same_line"},
]


def played(seed: int, options: dict[str, Any], most: int | None = None) -> Iterator[Step]:
    """A random game, or so many steps of it; now and then somebody takes a choice back."""
    rng = random.Random(seed)

    def choose(state: ManaState, _: int) -> Any:
        legal = [act for act in offered(state) if not act.takes_back or rng.random() < 0.1]
        act = rng.choice(legal or [None])
        if act is None or act.kind != "chance" or isinstance(act, Open):
            return act
        return GAME.simulation.deal(state, [each for each in legal if each.kind == "chance"], rng)

    return islice(walk(GAME, new_game(options), choose), most)


def trouble(seed: int, options: dict[str, Any]) -> str:
    """The first broken law of a game, or none; the game must have ended."""
    step: Step | None = None
    for step in played(seed, options, 2000):
        if found := broken(GAME, step):
            return f"{step.act}: {found}"
    assert step is not None
    return "" if step.after.table.ended else "it has not ended"


def varied(seed: int) -> dict[str, Any]:
    """Options of a virtual game."""
    return GAME.simulation.varied_options(random.Random(seed))


@pytest.mark.parametrize("options", ALTERNATIVES, ids=lambda each: "-".join(map(str, each.values())))
def test_a_random_game_of_each_option_breaks_no_law(options: dict[str, Any]) -> None:
    assert [trouble(seed, options) for seed in range(2)] == ["", ""]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_whole_random_games_of_all_options_break_no_law(first: int) -> None:
    for seed in range(first, first + many(20)):
        assert trouble(seed, varied(seed)) == "", seed


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), drawn=st.integers(0, 10**6))
def test_the_first_rounds_of_any_game_break_no_law(seed: int, drawn: int) -> None:
    for step in played(seed, varied(drawn), 70):
        assert broken(GAME, step) == "", step.act


@pytest.mark.parametrize("options", [{}, {"mode": "nexus"}], ids=["clans", "nexus"])
def test_positions_and_acts_survive_json(options: dict[str, Any]) -> None:
    for number, (before, act, now) in enumerate(played(3, options)):
        told = msgspec.json.decode(msgspec.json.encode(act), type=ManaAction)
        assert told == act
        if number % 4 == 0:
            assert again(now) == now
            assert offered(again(now)) == offered(now)
            assert GAME.apply_action(again(before), told) == now


@pytest.mark.parametrize("options", [{}, {"mode": "nexus"}], ids=["clans", "nexus"])
def test_an_undo_and_the_same_acts_again_lead_to_the_same_position(options: dict[str, Any]) -> None:
    course = [(act, now) for _, act, now in played(5, options)]
    state: ManaState = new_game(options)
    for number, (act, now) in enumerate(course):
        kept = state
        state = GAME.apply_action(state, act)
        assert (state, hash(state.table)) == (now, hash(now.table))
        # Taken back and done again from the position that was kept, as an undo does.
        if number % 5 == 0:
            assert GAME.apply_action(kept, act) == state


def test_a_game_that_has_ended_takes_no_act() -> None:
    *_, (_, act, now) = played(1, {})
    assert now.table.ended
    assert GAME.legal_actions(now) == ()
    with pytest.raises(IllegalAction):
        GAME.apply_action(now, act)


def test_what_is_offered_to_a_seat_is_its_own_or_nobodys() -> None:
    for _, _, now in played(2, {}, 100):
        for seat in (0, 1):
            assert all(act.actor in (None, seat) for act in GAME.legal_actions(now, seat))


def test_the_pile_with_what_has_gone_and_lies_open_is_always_24_cards() -> None:
    """M-015, M-033: cards neither appear nor vanish."""
    for options in ({}, {"mode": "nexus"}):
        for _, _, now in played(4, options):
            table = now.table
            if table.pile or table.gone:
                assert sum(n for _, n in (*table.pile, *table.gone)) + len(table.choices) == 24


# --- both seats are alike ---


def swapped(world: Clans) -> Clans:
    """The same with both players' places exchanged."""
    return replace(world, tribes=(world.tribes[1], world.tribes[0]))


def swapped_tiles(world: Nexus) -> Nexus:
    """The same with both sides exchanged."""
    tiles = in_order(replace(each, seat=1 - each.seat) for each in world.tiles)
    return Nexus(tiles, world.pools[::-1], world.soulstain[::-1])


few = st.integers(0, 9)
counters = st.builds(Counters, *[few] * len(COUNTERS))


@st.composite
def families(draw: st.DrawFn) -> Family:
    card, number = draw(st.sampled_from(NEWER_SET.family)), draw(st.integers(0, 5))
    return Family(card.id, number, draw(st.sampled_from(open_modes(NEWER_SET, Family(card.id, number)))))


columns = st.lists(families(), max_size=3).map(tuple)


@st.composite
def tribes(draw: st.DrawFn) -> Tribe:
    order = draw(st.permutations([each.id for each in NEWER_SET.clan]))
    clans = tuple(Clan(each, draw(few), draw(counters), draw(columns), draw(columns)) for each in order)
    return Tribe(("ember", "reef"), clans, draw(counters), draw(few))


@st.composite
def worlds(draw: st.DrawFn) -> Clans:
    monuments = draw(st.permutations([each.id for each in NEWER_SET.monument]))[: len(PLACES)]
    return Clans((draw(tribes()), draw(tribes())), ("ember", "reef", "tide"), tuple(monuments), ("", "", ""))


@st.composite
def tiled(draw: st.DrawFn) -> Nexus:
    tiles = list[Tile]()
    for _ in range(draw(st.integers(0, 10))):
        seat, card = draw(st.integers(0, 1)), draw(st.sampled_from(OLDER_SET.tile))
        own = [each for each in tiles if each.seat == seat]
        line = draw(st.sampled_from(open_lines(OLDER_SET.board, own)))
        is_tribe = card.type == "tribe"
        population, has = (draw(few), draw(counters)) if is_tribe else (0, Counters())
        tiles.append(Tile(seat, line, next_row(OLDER_SET.board, own, line), card.id, population, has))
    return Nexus(in_order(tiles), (draw(counters), draw(counters)), (draw(few), draw(few)))


@settings(max_examples=30)
@given(world=worlds(), position=st.sampled_from(PLACES), number=st.integers(1, 9))
def test_the_wave_treats_both_seats_alike(world: Clans, position: int, number: int) -> None:
    """M-052: whose Clans are whose changes nothing but whose counters they are."""
    ran, changes = wave.run(NEWER_SET, world, position, number)
    mirrored, other = wave.run(NEWER_SET, swapped(world), position, number)
    assert mirrored == swapped(ran)
    assert {replace(each, seat=1 - each.seat) for each in other} == set(changes)


@settings(max_examples=30)
@given(world=worlds(), number=st.integers(1, 9))
def test_monuments_and_conflicts_treat_both_seats_alike(world: Clans, number: int) -> None:
    """M-080, M-090."""
    for position in PLACES:
        one, other = (verdict(NEWER_SET, each, position, number) for each in (world, swapped(world)))
        assert other == SWAPPED[one]
        for step in ("war", "sacrifice", "growth"):
            assert fought(swapped(world), position, step) == swapped(fought(world, position, step))


@settings(max_examples=30)
@given(world=worlds(), number=st.integers(1, 9))
def test_a_whole_round_treats_both_seats_alike(world: Clans, number: int) -> None:
    one: Outlook = monuments.if_the_wave_ran(NEWER_SET, world, number)
    other: Outlook = monuments.if_the_wave_ran(NEWER_SET, swapped(world), number)
    assert (other.world, other.after) == (swapped(one.world), swapped(one.after))
    assert (other.ended, other.position) == (SWAPPED[one.ended], one.position)


@settings(max_examples=30)
@given(world=worlds(), number=st.integers(1, 9))
def test_counters_and_populations_stay_within_their_bounds(world: Clans, number: int) -> None:
    """M-092: never below 0; M-094: growth at most doubles; M-096: conflicts leave all counters."""
    outlook = monuments.if_the_wave_ran(NEWER_SET, world, number)
    for before, after in zip(outlook.world.tribes, outlook.after.tribes, strict=True):
        assert [each.counters for each in before.clans] == [each.counters for each in after.clans]
        for was, now in zip(before.clans, after.clans, strict=True):
            assert 0 <= now.population <= 2 * was.population


@settings(max_examples=30)
@given(world=tiled(), strength=st.integers(0, 9))
def test_the_older_wave_treats_both_sides_alike(world: Nexus, strength: int) -> None:
    """M-231: tiles of both sides at one place act at once; M-261 alike."""
    ran, ended = monuments.whole_wave(OLDER_SET, world, strength)
    mirrored, other = monuments.whole_wave(OLDER_SET, swapped_tiles(world), strength)
    assert mirrored == swapped_tiles(ran)
    assert other == SWAPPED[ended]
    assert harvested(OLDER_SET, swapped_tiles(world)) == swapped_tiles(harvested(OLDER_SET, world))
    for each in world.tiles:
        place = each.line, each.row
        assert process(OLDER_SET, swapped_tiles(world), *place, strength) == swapped_tiles(
            process(OLDER_SET, world, *place, strength)
        )


@settings(max_examples=30)
@given(tribe=tribes(), seat=st.integers(0, 1))
def test_the_same_may_be_decided_in_either_seat(tribe: Tribe, seat: int) -> None:
    """M-060: what a Tribe may decide does not depend on whose it is."""
    other = plans(NEWER_SET, tribe, 1 - seat)
    assert [replace(each, seat=seat) for each in other] == list(plans(NEWER_SET, tribe, seat))


@settings(max_examples=30)
@given(world=tiled(), line=st.integers(0, 8))
def test_a_tile_comes_to_rest_beyond_all_that_is_in_its_way(world: Nexus, line: int) -> None:
    """M-223, M-224: above every own tile on its line and half a step beside it, and next to one, or at the wave."""
    own = world.own(0)
    row = next_row(OLDER_SET.board, own, line)
    near = [each.row for each in own if abs(each.line - line) <= 1]
    if row:
        assert all(each < row for each in near)
        assert row == 1 or row - 1 in near
    else:
        assert OLDER_SET.board.max_rows in near
