"""Who may stand where: E-01, E-06, E-13, E-14, E-18, S-06, S-07, S-35, S-43 and the rules A-023 to A-033."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.games.atlantis_rising.data.contents import PieceKind
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    AllPlaced,
    DrawMisfortune,
    EndMisfortunes,
    Place,
    TakeUp,
)
from companion.games.atlantis_rising.state.model import BUILD_SPACES, CENTRE, Atlantean, Phase
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    automaton,
    follower,
    hologram,
    leader,
    offered,
    volunteer,
)
from tests.companion.games.atlantis_rising.positions import asked, in_pool, position, refused_by, there

X, Y = "hills_2", "hills_3"
"""A tile with three spaces and its neighbour with two."""
SPIRIT_SEAL = {"components.spirit_seal.spaces.n": 2}
ONE_MARKED = {"components.mystic_siphon.spaces.n": 1, "components.mystic_siphon.spaces.n5": 1}
TERRAFORMER = {"soul_terraformer": 1}


@pytest.mark.rule("A-023", "A-026", "A-027", "A-033")
def test_e_01_a_tile_holds_as_many_as_it_has_spaces() -> None:
    state = position(
        data={"peninsula.hills.spaces.1": 3, "peninsula.hills.spaces.2": 2},
        pools=[follower(RED)] * 3,
        placed={CENTRE: [leader(RED), leader(BLUE), follower(BLUE), leader(YELLOW), leader(GREEN)]},
    )
    state = after(
        state,
        Place(RED, "follower", X, 0),
        Place(RED, "follower", X, 1),
        Place(YELLOW, "follower", X, 2),
        Place(RED, "follower", Y, 0),
        Place(BLUE, "follower", Y, 1),
    )
    assert {refused_by(state, Place(YELLOW, "follower", Y, space)) for space in (0, 1)} == {"A-026"}
    assert refused_by(state, AllPlaced()) == "A-023"
    state = after(state, *(Place(seat, "follower", CENTRE, 0) for seat in (YELLOW, GREEN, GREEN)), AllPlaced())
    acting = after(state, *[DrawMisfortune("calm_seas")] * 4, EndMisfortunes())
    on_x = [act for act in offered(acting, Activate) if act.place == X]
    assert [act.seat for act in on_x] == [RED, RED, YELLOW]


@pytest.mark.rule("A-030", "A-033")
@pytest.mark.parametrize("place", [X, CENTRE, "build_1", "mystic_siphon"])
def test_a_space_that_no_place_has_is_refused(place: str) -> None:
    state = position(4, built={"mystic_siphon": 1}, pools=[follower(RED)])
    assert {refused_by(state, Place(RED, "follower", place, space)) for space in (-9, 9)} == {"A-033"}


@pytest.mark.rule("A-033")
def test_a_taken_space_is_not_shared_while_another_is_open() -> None:
    state = position(data={"peninsula.hills.spaces.1": 3}, placed={X: [follower(RED)]})
    assert refused_by(state, Place(BLUE, "follower", X, 0)) == "A-033"
    assert there(after(state, Place(BLUE, "follower", X, 1)), X) == [(RED, "follower"), (BLUE, "follower")]


@pytest.mark.rule("A-026")
def test_e_06_a_second_atlantean_on_a_forge_of_one_space_is_refused() -> None:
    state = position(data={"peninsula.forges.spaces.5": 1}, placed={"forges_6": [follower(YELLOW)]})
    assert refused_by(state, Place(YELLOW, "follower", "forges_6", 0)) == "A-026"
    assert refused_by(state, Place(YELLOW, "follower", "forges_6", 1)) == "A-026"


@pytest.mark.rule("A-023", "A-026", "A-028", "A-029")
def test_s_06_a_tile_is_full_and_the_centre_and_a_build_space_never_are() -> None:
    crowd = [Atlantean(seat, "follower") for seat in range(5) for _ in range(4)]
    state = position(
        players=7,
        data={"peninsula.hills.spaces.2": 2},
        placed={
            Y: [leader(RED), leader(BLUE)],
            CENTRE: crowd[:19],
            "build_1": [leader(YELLOW), leader(GREEN), *map(leader, (4, 5))],
        },
    )
    assert refused_by(state, Place(6, "leader", Y, 0)) == "A-026"
    centre = after(state, Place(5, "follower", CENTRE, 0))
    assert len(there(centre, CENTRE)) == 20
    assert len(there(after(centre, Place(6, "leader", "build_1", 0)), "build_1")) == 5


@pytest.mark.rule("A-023")
def test_s_06_the_phase_is_not_closed_while_green_holds_a_follower() -> None:
    state = position(placed={CENTRE: [leader(RED)]}, rest=CENTRE, pools=[follower(GREEN)])
    assert refused_by(state, AllPlaced()) == "A-023"
    closed = after(state, Place(GREEN, "follower", CENTRE, 0), AllPlaced())
    assert closed.table.phase is Phase.MISFORTUNE


@pytest.mark.rule("A-031")
@pytest.mark.parametrize(("players", "refusal"), [(4, "A-031"), (5, "")])
def test_s_07_a_space_marked_5_plus_is_for_five_players(players: int, refusal: str) -> None:
    state = position(players, data=ONE_MARKED, built={"mystic_siphon": 1}, placed={"mystic_siphon": [follower(BLUE)]})
    for act in (Place(RED, "follower", "build_3", 0), Place(RED, "follower", "mystic_siphon", 1)):
        if refusal:
            assert refused_by(state, act) == refusal
        else:
            assert (RED, "follower") in there(after(state, act), act.place)


@pytest.mark.rule("A-030", "A-111")
@pytest.mark.parametrize(("built", "refusal"), [({}, "A-030"), ({"mystic_siphon": 2}, "A-111")])
def test_s_07_a_component_has_spaces_only_if_it_was_built_in_an_earlier_round(
    built: dict[str, int], refusal: str
) -> None:
    state = position(5, round=2, data=ONE_MARKED, built=built, blueprint=["mystic_siphon"])
    assert refused_by(state, Place(RED, "follower", "mystic_siphon", 0)) == refusal


@pytest.mark.rule("A-030")
@pytest.mark.parametrize("place", ["solar_matrix", "soul_terraformer", "hills_7", "nowhere"])
def test_a_place_that_is_not_there_offers_nothing(place: str) -> None:
    state = position(built={"solar_matrix": 1})
    assert refused_by(state, Place(RED, "follower", place, 0)) == "A-030"


@pytest.mark.rule("A-029")
@pytest.mark.parametrize("place", BUILD_SPACES[:2])
def test_a_build_space_holds_pieces_of_all_players(place: str) -> None:
    state = position()
    state = after(state, *(Place(seat, kind, place, 0) for seat in range(4) for kind in _KINDS))
    assert len(there(state, place)) == 8


_KINDS: tuple[PieceKind, ...] = ("leader", "follower")


@pytest.mark.rule("A-032")
def test_s_43_a_flooded_tile_offers_no_spaces() -> None:
    state = position(dry={"hills": 2})
    assert refused_by(state, Place(RED, "follower", "hills_3", 0)) == "A-032"
    assert (RED, "follower") in there(after(state, Place(RED, "follower", "hills_2", 0)), "hills_2")


@pytest.mark.rule("A-024")
def test_the_order_of_placing_leaves_no_trace() -> None:
    state = position(placed={CENTRE: [leader(RED)]})
    acts = (
        Place(RED, "follower", "forests_1", 0),
        Place(BLUE, "leader", "build_1", 0),
        Place(YELLOW, "follower", CENTRE, 0),
        Place(GREEN, "leader", "cities_1", 0),
    )
    ends = {after(state, *order).table.atlanteans for order in permutations(acts)}
    assert len(ends) == 1


@pytest.mark.rule("A-024")
def test_a_piece_is_taken_back_until_the_phase_is_closed() -> None:
    state = position(rest=CENTRE)
    back = TakeUp(RED, "leader", CENTRE, 0)
    taken = after(state, back)
    assert in_pool(taken, RED) == {"leader": 1}
    assert refused_by(taken, back) == "A-024"
    assert refused_by(after(state, AllPlaced()), back) == "A-023"


@pytest.mark.rule("A-023")
def test_what_is_not_at_hand_is_not_placed() -> None:
    state = position(placed={CENTRE: [leader(RED)]})
    assert refused_by(state, Place(RED, "leader", CENTRE, 0)) == "A-023"
    assert refused_by(state, Place(RED, "volunteer", CENTRE, 0)) == "A-023"


@pytest.mark.rule("A-025")
def test_s_35_at_odds_over_a_space_the_starting_player_decides() -> None:
    state = position(starter=BLUE)
    assert "If you disagree, Blue decides." in str(asked(state).why)
    assert asked(state).any_order


@pytest.mark.rule("A-167")
def test_e_13_only_followers_stand_on_the_spirit_seal() -> None:
    others = [volunteer(RED), hologram(RED), automaton(RED)]
    state = position(1, data=SPIRIT_SEAL, built={"spirit_seal": 1}, pools=others[:1])
    state = after(state, Place(RED, "follower", "spirit_seal", 0))
    for piece in (leader(RED), *others):
        assert refused_by(state, Place(RED, piece.kind, "spirit_seal", 1)) == "A-167"
    assert there(after(state, Place(RED, "follower", "spirit_seal", 1)), "spirit_seal") == [(RED, "follower")] * 2


@pytest.mark.rule("A-168")
@pytest.mark.parametrize("kind", ["leader", "hologram", "automaton", "volunteer", "follower"])
def test_e_14_a_follower_shares_the_soul_terraformer_with_anybody(kind: PieceKind) -> None:
    state = position(1, level=3, built=TERRAFORMER, pools=[volunteer(RED)])
    state = after(state, Place(RED, "follower", "soul_terraformer", 0), Place(RED, kind, "soul_terraformer", 0))
    assert len(there(state, "soul_terraformer")) == 2


@pytest.mark.rule("A-168")
@pytest.mark.parametrize("kinds", [("leader", "volunteer"), ("volunteer", "leader"), ("hologram", "leader")])
def test_e_14_without_a_follower_the_soul_terraformer_takes_nobody_else(kinds: tuple[PieceKind, PieceKind]) -> None:
    state = position(1, level=3, built=TERRAFORMER, pools=[volunteer(RED)])
    state = after(state, Place(RED, kinds[0], "soul_terraformer", 0))
    assert refused_by(state, Place(RED, kinds[1], "soul_terraformer", 0)) == "A-168"


@pytest.mark.rule("A-153")
def test_the_automaton_comes_only_to_others_and_is_not_left_alone() -> None:
    state = position(1)
    assert refused_by(state, Place(RED, "automaton", "hills_1", 0)) == "A-153"
    state = after(state, Place(RED, "follower", "hills_1", 0), Place(RED, "automaton", "hills_1", 1))
    assert refused_by(state, TakeUp(RED, "follower", "hills_1", 0)) == "A-024"
    assert there(after(state, TakeUp(RED, "automaton", "hills_1", 1)), "hills_1") == [(RED, "follower")]


@pytest.mark.rule("A-172")
@pytest.mark.parametrize("order", list(permutations((RED, BLUE, YELLOW))))
def test_e_18_an_emissary_makes_room_for_a_third_whoever_comes_last(order: tuple[int, ...]) -> None:
    state = position(councilors={RED: "emissary"})
    state = after(state, *(Place(seat, "leader", "cities_2", 0) for seat in order))
    assert there(state, "cities_2") == [(RED, "leader"), (BLUE, "leader"), (YELLOW, "leader")]
    assert refused_by(state, Place(GREEN, "leader", "cities_2", 0)) == "A-026"


@pytest.mark.rule("A-172", "A-024")
def test_an_emissary_may_go_where_a_space_is_left_for_each_of_the_others() -> None:
    state = position(councilors={RED: "emissary"}, placed={"cities_2": [leader(RED), leader(BLUE), follower(BLUE)]})
    state = after(state, TakeUp(RED, "leader", "cities_2", 0))
    assert there(state, "cities_2") == [(BLUE, "follower"), (BLUE, "leader")]
    assert refused_by(state, Place(GREEN, "leader", "cities_2", 0)) == "A-026"


@pytest.mark.rule("A-172", "A-026")
def test_an_emissary_makes_room_for_one_more_on_the_whole_tile() -> None:
    four = [leader(RED), follower(RED), leader(BLUE), follower(BLUE)]
    state = position(data={"peninsula.cities.spaces.1": 2}, councilors={RED: "emissary"}, placed={"cities_2": four})
    state = after(state, Place(YELLOW, "leader", "cities_2", 0))
    assert len(there(state, "cities_2")) == 5
    for space in (0, 1):
        assert refused_by(state, Place(GREEN, "leader", "cities_2", space)) == "A-026"
