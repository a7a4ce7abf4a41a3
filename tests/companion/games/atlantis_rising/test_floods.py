"""Floods, barriers, tiles turned dry, and the wrath: E-19, S-11 to S-16, S-43 and what is bought with energy."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import PENINSULAS, Price
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    BeginWrath,
    BuyBarrier,
    BuyUnflood,
    DrawMisfortune,
    EndMisfortunes,
    MoveWrath,
    PassMarker,
    Place,
)
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, PlaceBarrier, PlayCard, Unflood
from companion.games.atlantis_rising.state.ground import TILES
from companion.games.atlantis_rising.state.model import Phase
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    CITIES,
    FORESTS,
    GREEN,
    HILLS,
    LIBRARIES,
    MOUNTAINS,
    RED,
    YELLOW,
    after,
    follower,
    leader,
    offered,
)
from tests.companion.games.atlantis_rising.positions import dry_of, fenced, in_pool, position, refused_by, there

SUFFER = Phase.MISFORTUNE
BASIC_FORESTS = DrawMisfortune("basic_forests")
BASIC_HILLS = DrawMisfortune("basic_hills")
DROWNED: dict[str, int] = dict.fromkeys(PENINSULAS, 0)
TRACK = {"wrath.values": (0, 1, 2, 3)}


@pytest.mark.rule("A-039", "A-040")
@pytest.mark.parametrize("peninsula", PENINSULAS)
@pytest.mark.parametrize("dry", [6, 3, 1])
def test_a_basic_misfortune_floods_the_outermost_dry_tile_of_its_peninsula(peninsula: str, dry: int) -> None:
    placed = {name: [follower(RED)] for name in TILES if name in (f"{peninsula}_{dry}", f"{peninsula}_{dry - 1}")}
    state = after(position(4, SUFFER, dry={peninsula: dry}, placed=placed), DrawMisfortune(f"basic_{peninsula}"))
    assert dry_of(state, peninsula) == dry - 1
    assert sum(state.table.dry) == 30 + dry - 1
    assert [place for place in placed if there(state, place)] == ([f"{peninsula}_{dry - 1}"] if dry > 1 else [])


@pytest.mark.rule("A-039", "A-040", "A-041", "A-046")
def test_s_11_a_flood_takes_everybody_off_the_tile() -> None:
    placed = {"forests_6": [leader(RED), follower(BLUE)], "forests_5": [follower(YELLOW)]}
    state = position(4, SUFFER, data={"peninsula.forests.spaces.5": 2}, placed=placed, drawn=2)
    state = after(state, BASIC_FORESTS)
    assert (dry_of(state, "forests"), there(state, "forests_6")) == (5, [])
    assert (in_pool(state, RED)["leader"], in_pool(state, BLUE)["follower"]) == (1, 2)
    assert there(state, "forests_5") == [(YELLOW, "follower")]
    state = after(state, BASIC_FORESTS)
    assert (dry_of(state, "forests"), in_pool(state, YELLOW)["follower"]) == (4, 2)
    state = after(state, EndMisfortunes())
    assert not offered(state, Activate)
    assert refused_by(state, Activate(RED, "leader", "forests_6", 0)) == "A-046"


@pytest.mark.rule("A-099", "A-098")
def test_s_12_a_barrier_takes_one_flood() -> None:
    state = position(4, SUFFER, dry={"hills": 4}, barriers=["hills"], placed={"hills_4": [follower(RED)]})
    state = after(state, BASIC_HILLS)
    assert (dry_of(state, "hills"), fenced(state), there(state, "hills_4")) == (4, (), [(RED, "follower")])
    state = after(state, BASIC_HILLS)
    assert (dry_of(state, "hills"), there(state, "hills_4")) == (3, [])


@pytest.mark.rule("A-042", "A-099")
def test_s_13_a_depleted_peninsula_costs_two_tiles_elsewhere() -> None:
    state = position(4, SUFFER, dry={"mountains": 0, "cities": 3}, barriers=["cities"])
    state = after(state, DrawMisfortune("basic_mountains"))
    assert refused_by(state, ChooseFlood(MOUNTAINS)) == "A-042"
    state = after(state, ChooseFlood(CITIES))
    assert (dry_of(state, "cities"), fenced(state)) == (3, ())
    state = after(state, ChooseFlood(CITIES))
    assert (state.table.dry, state.table.steps) == ((0, 6, 6, 2, 6, 6), ())


@pytest.mark.rule("A-021", "A-042", "A-043", "A-118")
def test_s_14_the_game_is_lost_when_the_centre_floods() -> None:
    state = position(4, SUFFER, dry={**DROWNED, "libraries": 1})
    assert not state.table.ended
    state = after(state, BASIC_FORESTS)
    assert (state.table.ended, state.table.drawn, sum(state.table.dry)) == ("lost", 1, 0)
    assert not offered(state)
    assert refused_by(state, BASIC_FORESTS) == "A-118"


@pytest.mark.rule("A-021", "A-043")
def test_the_last_tile_of_a_peninsula_does_not_end_the_game() -> None:
    flood = DrawMisfortune("basic_libraries")
    state = after(position(4, SUFFER, dry={**DROWNED, "libraries": 2}), flood, flood)
    assert (sum(state.table.dry), bool(state.table.ended)) == (0, False)
    assert after(state, flood).table.ended == "lost"


@pytest.mark.rule("A-043", "A-044")
def test_a_controlled_flood_takes_the_centre_when_nothing_else_is_dry() -> None:
    state = position(4, SUFFER, dry=DROWNED)
    assert after(state, DrawMisfortune("controlled_flood")).table.ended == "lost"


@pytest.mark.rule("A-051", "A-052", "A-054", "A-056")
def test_s_15_the_wrath_floods_as_many_tiles_as_its_value() -> None:
    state = position(4, Phase.WRATH, data=TRACK, wrath=2, dry={"forests": 5})
    state = after(state, BeginWrath(), ChooseFlood(FORESTS))
    assert refused_by(state, MoveWrath()) == "A-051"
    state = after(state, ChooseFlood(FORESTS))
    assert (dry_of(state, "forests"), state.table.wrath) == (3, 2)
    state = after(state, MoveWrath())
    assert (state.table.wrath, state.table.wrath_value) == (3, 3)
    assert after(state, PassMarker()).table.starter == BLUE


@pytest.mark.rule("A-055")
def test_s_16_on_the_last_space_the_counter_stays() -> None:
    state = position(4, Phase.WRATH, data=TRACK, wrath=3)
    state = after(state, BeginWrath(), *[ChooseFlood(HILLS)] * 3, MoveWrath(), PassMarker())
    assert (state.table.wrath, state.table.wrath_value, dry_of(state, "hills")) == (3, 3, 3)


@pytest.mark.rule("A-051")
def test_on_the_0_space_nothing_floods() -> None:
    state = after(position(4, Phase.WRATH, data=TRACK), BeginWrath())
    assert (state.table.dry, offered(state)) == ((6,) * 6, [MoveWrath()])


@pytest.mark.rule("A-052")
def test_the_wrath_takes_any_peninsula_that_has_a_dry_tile() -> None:
    state = after(position(4, Phase.WRATH, data=TRACK, wrath=1, dry={"mountains": 0}), BeginWrath())
    assert [act.peninsula for act in offered(state)] == [1, 2, 3, 4, 5]
    assert refused_by(state, ChooseFlood(MOUNTAINS)) == "A-052"


@pytest.mark.rule("A-057", "A-032", "A-054", "A-099")
def test_s_43_a_barrier_takes_one_flood_of_the_wrath() -> None:
    state = position(4, Phase.WRATH, data=TRACK, wrath=2, dry={"hills": 3}, barriers=["hills"])
    state = after(state, BeginWrath(), ChooseFlood(HILLS))
    assert "A-057" in state.table.why
    state = after(state, ChooseFlood(HILLS), MoveWrath(), PassMarker())
    assert (dry_of(state, "hills"), fenced(state), state.table.wrath) == (2, (), 3)
    assert refused_by(state, Place(RED, "follower", "hills_3", 0)) == "A-032"


@pytest.mark.rule("A-173", "A-174")
def test_e_19_a_seafarers_flooded_tile_counts_as_flooded_too() -> None:
    state = position(
        4,
        SUFFER,
        data={"peninsula.forests.spaces.4": 2},
        councilors={RED: "seafarer"},
        dry={"forests": 4},
        placed={"forests_5": [leader(RED), follower(BLUE)], "forests_4": [follower(YELLOW)]},
    )
    state = after(state, BASIC_FORESTS)
    assert (dry_of(state, "forests"), there(state, "forests_5"), there(state, "forests_4")) == (3, [], [])
    assert "A-174" in state.table.why


@pytest.mark.rule("A-174")
@pytest.mark.parametrize(
    ("dry", "barriers", "place"),
    [
        pytest.param(4, ["forests"], "forests_5", id="a barrier takes the flood (Q-41)"),
        pytest.param(6, [], "forests_4", id="on a dry tile all is as usual (Q-49)"),
    ],
)
def test_a_seafarer_stays_where_its_tile_does_not_count_as_flooded(dry: int, barriers: list[str], place: str) -> None:
    state = position(
        4,
        SUFFER,
        councilors={RED: "seafarer"},
        dry={"forests": dry},
        barriers=barriers,
        placed={place: [leader(RED), follower(BLUE)]},
    )
    assert len(there(after(state, BASIC_FORESTS), place)) == 2


@pytest.mark.rule("A-174")
def test_a_champion_beside_a_seafarer_keeps_all_there() -> None:
    placed = {"forests_5": [leader(RED), leader(BLUE)]}
    state = position(4, SUFFER, councilors={RED: "seafarer", BLUE: "champion"}, dry={"forests": 4}, placed=placed)
    assert there(after(state, BASIC_FORESTS), "forests_5") == [(RED, "leader"), (BLUE, "leader")]


@pytest.mark.rule("A-174")
def test_two_who_stand_on_the_water_of_one_peninsula_are_both_hit() -> None:
    """Q-40: where a box has a Seafarer and an Aquanaut, both boards do the same."""
    both = {"councilors.councilor_8.effect.op": "may_use_flooded_tile"}
    placed = {"forests_5": [leader(RED)], "forests_6": [leader(BLUE), follower(YELLOW)], "hills_6": [follower(GREEN)]}
    data = {**both, "peninsula.forests.spaces.5": 2}
    councilors = {RED: "seafarer", BLUE: "councilor_8"}
    state = position(4, SUFFER, data=data, councilors=councilors, dry={"forests": 4}, placed=placed)
    state = after(state, BASIC_FORESTS)
    assert [there(state, place) for place in placed] == [[], [], [(GREEN, "follower")]]


@pytest.mark.rule("A-032", "A-049")
def test_a_seafarer_comes_to_a_flooded_tile_and_others_beside_it() -> None:
    state = position(4, councilors={RED: "seafarer"}, dry={"forests": 4}, data={"peninsula.forests.spaces.4": 2})
    beside = Place(BLUE, "follower", "forests_5", 1)
    assert refused_by(state, Place(BLUE, "follower", "forests_5", 0)) == "A-032"
    state = after(state, Place(RED, "leader", "forests_5", 0), beside)
    assert there(state, "forests_5") == [(RED, "leader"), (BLUE, "follower")]


@pytest.mark.rule("A-092", "A-094", "A-098")
@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.ACTIONS])
def test_a_barrier_costs_four_energy_together(phase: Phase) -> None:
    state = position(4, phase, reserves={RED: Price(energy=3), BLUE: Price(energy=2)})
    assert refused_by(state, BuyBarrier(HILLS, (3, 0, 0, 0))) == "A-092"
    assert refused_by(state, BuyBarrier(HILLS, (4, 0, 0, 0))) == "A-094"
    assert refused_by(state, BuyBarrier(HILLS, (5, -1, 0, 0))) == "A-094"
    state = after(state, BuyBarrier(HILLS, (3, 1, 0, 0)))
    assert fenced(state) == ("hills",)
    assert [reserve.energy for reserve in state.table.reserves] == [0, 1, 0, 0]


@pytest.mark.rule("A-098")
def test_a_barrier_goes_where_there_is_none_and_a_tile_is_dry() -> None:
    state = position(4, dry={"mountains": 0}, barriers=["hills"], reserves={RED: Price(energy=4)})
    assert refused_by(state, BuyBarrier(MOUNTAINS, (4, 0, 0, 0))) == "A-098"
    assert refused_by(state, BuyBarrier(HILLS, (4, 0, 0, 0))) == "A-098"


@pytest.mark.rule("A-097", "A-098")
def test_a_barrier_of_a_card_is_placed_at_once() -> None:
    effect = {"library.barrier.effect.op": "place_barrier", "library.barrier.effect.n": 1}
    state = position(4, SUFFER, data=effect, dry={"mountains": 0}, barriers=["hills"], hands={RED: ["barrier"]})
    state = after(state, PlayCard(RED, "barrier"))
    assert {refused_by(state, PlaceBarrier(each)) for each in (MOUNTAINS, HILLS)} == {"A-098"}
    assert refused_by(state, DrawMisfortune("calm_seas")) == "A-035"
    state = after(state, PlaceBarrier(LIBRARIES))
    assert (fenced(state), state.table.steps) == (("hills", "libraries"), ())


@pytest.mark.rule("A-093", "A-094", "A-101")
@pytest.mark.parametrize("phase", [Phase.PLACE, SUFFER, Phase.ACTIONS, Phase.WRATH, Phase.END])
def test_five_energy_turn_the_flooded_tile_nearest_to_the_centre_dry(phase: Phase) -> None:
    state = position(4, phase, dry={"forests": 2}, reserves={RED: Price(energy=4), BLUE: Price(energy=6)})
    assert refused_by(state, BuyUnflood(FORESTS, (4, 0, 0, 0))) == "A-093"
    assert refused_by(state, BuyUnflood(HILLS, (0, 5, 0, 0))) == "A-101"
    state = after(state, BuyUnflood(FORESTS, (4, 1, 0, 0)))
    assert dry_of(state, "forests") == 3
    assert dry_of(after(state, BuyUnflood(FORESTS, (0, 5, 0, 0))), "forests") == 4


@pytest.mark.rule("A-096")
def test_nothing_is_bought_within_the_floods_of_the_wrath_or_before_the_counter_moves() -> None:
    """The floods of one wrath are one resolution (Q-12)."""
    state = position(4, Phase.WRATH, data=TRACK, wrath=2, dry={"forests": 2}, reserves={RED: Price(energy=5)})
    unflood = BuyUnflood(FORESTS, (5, 0, 0, 0))
    state = after(state, BeginWrath())
    assert refused_by(state, unflood) == "A-096"
    state = after(state, ChooseFlood(HILLS), ChooseFlood(HILLS))
    assert refused_by(state, unflood) == "A-096"
    assert dry_of(after(state, MoveWrath(), unflood), "forests") == 3


@pytest.mark.rule("A-101")
def test_a_card_turns_a_tile_dry_only_where_one_is_flooded() -> None:
    effect = {"library.unflood.effect.op": "unflood", "library.unflood.effect.n": 1}
    state = position(4, data=effect, dry={"forests": 2}, hands={RED: ["unflood", "unflood"]})
    state = after(state, PlayCard(RED, "unflood"))
    assert refused_by(state, Unflood(HILLS)) == "A-101"
    assert dry_of(after(state, Unflood(FORESTS)), "forests") == 3
    idle = after(position(4, data=effect, hands={RED: ["unflood"]}), PlayCard(RED, "unflood"))
    assert (idle.table.dry, idle.table.steps) == ((6,) * 6, ())
