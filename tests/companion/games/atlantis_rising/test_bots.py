"""The dealer goes by the cards that are left, and bots play whole games, with a plan or without."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.bots.players import deal, greedy, odds, varied_owner
from companion.games.atlantis_rising.bots.sites import sites
from companion.games.atlantis_rising.data.contents import CALM, CONTROLLED, PENINSULAS, RINGS, Box, Peninsula, Price
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.rules import acts, decisions
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state.changes import library_card_drawn
from companion.games.atlantis_rising.state.model import (
    Atlantean,
    AtlantisAction,
    AtlantisState,
    Built,
    Deck,
    Phase,
    Table,
)
from companion.games.atlantis_rising.state.steps import Attempt, Drawing, Flooding, Studying
from tests.companion.games.atlantis_rising.play import leader, settled
from tests.companion.games.atlantis_rising.positions import position
from tests.companion.games.atlantis_rising.self_play import BARREN, LUSH, pilot, played
from tests.many import one_quick

PEOPLE: frozenset[int] = frozenset({0})


class Evenly(random.Random):
    """Goes through all that can come, in so many equal parts."""

    def __init__(self, parts: int) -> None:
        super().__init__(0)
        self._parts, self._at = parts, -1

    def random(self) -> float:
        self._at += 1
        return (self._at % self._parts + 0.5) / self._parts


def dealt(state: AtlantisState, parts: int) -> Counter[object]:
    """How often each chance act comes where all that can come comes once."""
    rng, legal = Evenly(parts), [act for act in COURSE.legal_actions(state) if act.kind == "chance"]
    return Counter(deal(state, legal, rng) for _ in range(parts))


def opened(players: int = 4, **options: object) -> AtlantisState:
    """The first position in which Atlanteans are placed, greedy bots having chosen colours and councilors."""
    start = new_game({"players": players, **options}, {})
    return next(state for state in pilot(1).play(start) if state.table.phase is Phase.PLACE and not state.table.steps)


def at(state: AtlantisState, **changed: object) -> AtlantisState:
    """The same with another table."""
    return replace(state, table=replace(state.table, **changed))


@pytest.mark.rule("A-034", "A-157", "A-158")
def test_a_misfortune_comes_as_often_as_there_are_cards_of_it() -> None:
    state = at(opened(), phase=Phase.MISFORTUNE)
    found = dealt(state, 61)  # level 1: 36 basic, 13 special, 9 Calm Seas, 3 Controlled Floods
    assert found[acts.DrawMisfortune(CALM)] == 9
    assert found[acts.DrawMisfortune(CONTROLLED)] == 3
    assert [found[acts.DrawMisfortune(f"basic_{name}")] for name in PENINSULAS] == [6] * 6
    assert sum(found.values()) == 61


@pytest.mark.rule("A-034")
def test_an_empty_misfortune_deck_is_made_anew_of_its_discards() -> None:
    """Q-09."""
    deck = Deck((), discards=(CALM, CALM, CONTROLLED))
    found = dealt(at(opened(), phase=Phase.MISFORTUNE, misfortunes=deck), 3)
    assert found == {acts.DrawMisfortune(CALM): 2, acts.DrawMisfortune(CONTROLLED): 1}


@pytest.mark.rule("A-170")
def test_what_lies_on_top_where_all_saw_it_is_what_comes() -> None:
    deck = Deck(((CALM, 5),), top=(CONTROLLED, CALM))
    assert dealt(at(opened(), phase=Phase.MISFORTUNE, misfortunes=deck), 4) == {acts.DrawMisfortune(CONTROLLED): 4}


@pytest.mark.rule("A-004", "A-005", "A-074")
def test_each_artifact_is_as_likely_in_the_library_deck() -> None:
    """Of 26 cards four are artifacts of which nobody knows which of the eleven: 26 times 11 equal ways."""
    state = at(opened(), steps=(Drawing(0, 1, "both"),))
    found = dealt(state, 26 * 11)
    assert {found[decisions.DrawCard(0, name)] for name in state.table.artifacts} == {4}
    copies = {name: card.copies for name, card in state.table.setup.box.library.items()}
    assert {name: found[decisions.DrawCard(0, name)] for name in copies} == {
        name: 11 * many for name, many in copies.items()
    }


@pytest.mark.rule("A-004", "A-074")
def test_an_artifact_that_came_leaves_three_in_the_deck() -> None:
    state = opened()
    table = library_card_drawn(state.table, "ancient_atlas")
    state = at(replace(state, table=table), steps=(Drawing(0, 1, "both"),))
    found = dealt(state, 25 * 10)
    assert decisions.DrawCard(0, "ancient_atlas") not in found
    assert {found[decisions.DrawCard(0, name)] for name in table.artifacts} == {3}


@pytest.mark.rule("A-175", "A-176")
def test_a_scholar_draws_what_is_known_to_lie_in_the_box_oftener() -> None:
    """Of 11 four are in the deck and seven in the box; one of these was seen, the other six are of ten unseen ones."""
    state = opened()
    unseen = tuple(name for name in state.table.artifacts if name != "ancient_atlas")
    studying = at(state, artifacts=unseen, boxed_artifacts=("ancient_atlas",), steps=(Studying(0, False),))
    found = dealt(studying, 70)
    assert found[decisions.DrawArtifact("ancient_atlas")] == 10  # one in seven
    assert {found[decisions.DrawArtifact(name)] for name in unseen} == {6}


@pytest.mark.rule("A-058")
def test_every_face_of_a_die_has_the_same_odds() -> None:
    state = at(opened(), phase=Phase.ACTIONS, steps=(Attempt("hills_1", 0, (0,), (0,), rolls=(0,)),))
    assert {odds(state.table, act) for act in COURSE.legal_actions(state)} == {1}
    assert set(dealt(state, 6).values()) == {1}


@pytest.mark.parametrize("bots", ["greedy", "random"])
@pytest.mark.parametrize("players", one_quick([2, 1, 5]))
def test_every_act_of_bots_is_legal_until_the_game_is_over(bots: str, players: int) -> None:
    """Each is applied by the rules, which refuse what is not legal."""
    table = played(3, BARREN, players=players, level=5, bots=bots, two_player_automaton=True)
    assert table.ended in ("won", "lost")


@pytest.mark.rule("A-024")
def test_bots_place_their_own_pieces_beside_a_person_and_take_nothing_back() -> None:
    state, course = opened(), list[tuple[AtlantisAction, str]]()
    while (proposal := pilot(1).propose(state, len(course), PEOPLE)) is not None:
        course.append(cast("tuple[AtlantisAction, str]", proposal))
        state = COURSE.apply_action(state, course[-1][0])
    placed = [act for act, who in course if isinstance(act, acts.Place) and who == "bot"]
    assert len(placed) == len(course) == 9  # a Leader and two followers each
    assert {act.seat for act in placed} == {1, 2, 3}


@pytest.mark.rule("A-093", "A-096")
@pytest.mark.parametrize("phase", [Phase.WRATH, Phase.END])
def test_the_dealer_leaves_people_time_for_what_they_may_do_around_the_wrath(phase: Phase) -> None:
    """Q-12: before the floods and once the counter has moved a tile may be turned dry, whoever deals."""
    state = at(opened(), phase=phase, dry=(5, 6, 6, 6, 6, 6), reserves=(Price(energy=5),) * 4, starter=0)
    assert acts.BuyUnflood(0, (5, 0, 0, 0)) in COURSE.legal_actions(state)
    assert pilot(1).propose(state, 0, PEOPLE) is None
    assert pilot(1).propose(state, 0, frozenset()) is not None


@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.ACTIONS])
def test_the_end_of_a_phase_is_a_person_s_to_say_where_one_is_asked(phase: Phase) -> None:
    table = opened().table
    at_centre = tuple(replace(each, place="centre", acted=phase is Phase.ACTIONS) for each in table.atlanteans)
    state = at(opened(), phase=phase, atlanteans=at_centre, starter=0, reserves=(Price(),) * 4)
    assert pilot(1).propose(state, 0, PEOPLE) is None
    with_card = at(state, hands=((), ("energy",), (), ()))
    assert pilot(1).propose(with_card, 0, PEOPLE) is None  # nobody has to play a card
    ends = pilot(1).propose(state, 0, frozenset())
    assert ends is not None
    assert ends[0] in (acts.AllPlaced(), acts.EndActions())


def test_greedy_bots_win_where_the_island_is_kind_and_lose_where_it_is_not() -> None:
    assert played(1, LUSH, players=3, level=1).ended == "won"
    assert played(1, BARREN, players=1, level=5).ended == "lost"


@pytest.mark.slow
def test_greedy_bots_win_oftener_than_random_ones() -> None:
    won = {
        bots: sum(played(seed, LUSH, players=2, level=1, bots=bots).ended == "won" for seed in range(2))
        for bots in ("greedy", "random")
    }
    assert won["greedy"] > won["random"]


def test_the_plan_sends_whoever_can_pay_to_a_build_space() -> None:
    state = at(opened(), reserves=(Price(crystal=2), Price(), Price(), Price()))
    assert [(site.component, site.seats) for site in sites(state.table)] == [("solar_matrix", (0,))]


def test_the_plan_counts_volunteers_that_have_served_where_a_host_sets_the_phase_back() -> None:
    served = (Atlantean(0, "volunteer", acted=True), Atlantean(0, "leader"))
    rich = (Price(crystal=9, gold=9, ore=9, atlantium=9), Price(), Price(), Price())
    state = at(opened(), atlanteans=served, reserves=rich)
    assert [site.seats for site in sites(state.table)] == [(0,), (0,)]


@pytest.mark.rule("A-114", "A-115")
def test_the_plan_sends_every_leader_to_one_space_for_the_power_core() -> None:
    state = opened()
    built = tuple(Built(each.component, 0 if each.component == "power_core" else 1) for each in state.table.blueprint)
    rich = Price(gold=2, crystal=2, atlantium=2, energy=2)
    state = at(state, blueprint=built, reserves=(rich,) * 4, round=3)
    for _ in range(40):
        own = [act for act in COURSE.legal_actions(state) if isinstance(act, acts.Place)]
        if not own:
            break
        seat = own[0].seat
        state = COURSE.apply_action(state, greedy(state.table, [act for act in own if act.seat == seat]))
    where = {each.place for each in state.table.atlanteans if each.kind == "leader"}
    assert len(where) == 1
    assert where < {"build_1", "build_2"}


@pytest.mark.rule("A-103", "A-115")
def test_whoever_has_most_pays_so_that_others_keep_a_share_for_the_power_core() -> None:
    at_gate = (Atlantean(0, "follower", "build_1"), Atlantean(1, "follower", "build_1"))
    owned = (Price(crystal=1), Price(gold=1, crystal=3), Price(), Price())
    state = at(opened(), phase=Phase.ACTIONS, atlanteans=at_gate, reserves=owned)
    chosen = greedy(state.table, COURSE.legal_actions(state))
    assert chosen == acts.Build("build_1", "solar_matrix", (Price(), Price(crystal=2), Price(), Price()))
    assert COURSE.apply_action(state, chosen).table.reserves[0] == Price(
        crystal=1, energy=1
    )  # one energy for everybody


@pytest.mark.rule("A-032", "A-049")
def test_a_seafarer_alone_is_sent_onto_the_water() -> None:
    """Gold is easy to find on one flooded tile, and nowhere else is anything to be found."""
    bare: dict[str, Any] = {"supply": (0,) * 4, "library": Deck(()), "rest": "centre", "pools": [leader(0)]}
    data = {f"peninsula.{name}.number": (9,) * 6 for name in ("mountains", "forests")}
    data["peninsula.hills.number"] = (9, 9, 9, 9, 9, 1)
    on_water = acts.Place(0, "leader", "hills_6", 0)
    for councilor in ("seafarer", "explorer"):
        state = position(4, data=data, councilors={0: councilor}, dry={"hills": 5}, **bare)
        assert (greedy(state.table, COURSE.legal_actions(state)) == on_water) is (councilor == "seafarer")


@pytest.mark.rule("A-082", "A-084")
def test_of_two_artifacts_the_one_that_does_nothing_goes_first() -> None:
    hand = ["ancient_atlas", "artifact_2", "energy", "unflood", "barrier"]
    state = settled(position(4, Phase.ACTIONS, hands={0: hand}, dry={"hills": 3}, rest="centre"))
    discards = [act for act in COURSE.legal_actions(state) if isinstance(act, decisions.DiscardCard)]
    assert greedy(state.table, discards) == decisions.DiscardCard(0, "artifact_2")


@pytest.mark.rule("A-153")
def test_bots_leave_the_automaton_somebody_to_stand_beside() -> None:
    """All but one follower fill the outermost tiles, where there is room for one each."""
    state = opened(1)
    spots = iter(("hills_6", "forests_6", "mountains_6", "forges_6", "hills_5", "forests_5"))
    pieces = [each if each.kind == "automaton" else replace(each, place=next(spots)) for each in state.table.atlanteans]
    last = next(number for number, each in enumerate(pieces) if each.kind == "follower")
    pieces[last] = Atlantean(0, "follower")
    state = at(state, atlanteans=tuple(sorted(pieces, key=lambda each: (each.seat, each.kind, each.place))))
    for seed in range(10):
        for strength in ("random", "greedy"):
            asked = at(state, setup=replace(state.table.setup, bots=strength))
            ends = asked
            for ply in range(2):
                proposal = pilot(seed).propose(ends, ply, frozenset())
                assert proposal is not None
                ends = COURSE.apply_action(ends, cast("AtlantisAction", proposal[0]))
            assert all(each.place for each in ends.table.atlanteans)


@pytest.mark.rule("A-052")
def test_the_wrath_is_led_to_where_least_is_lost() -> None:
    """A last tile is spared: a depleted peninsula costs two tiles from then on (A-042)."""
    state = at(opened(), phase=Phase.COUNTER, dry=(6, 1, 1, 1, 1, 1), steps=(Flooding(-1, 1, "wrath"),))
    assert greedy(state.table, COURSE.legal_actions(state)) == decisions.ChooseFlood(0)


@pytest.mark.rule("A-061")
@pytest.mark.parametrize(("rolled", "chosen"), [(5, decisions.Spend(0, 0, 1)), (1, decisions.LetLie())])
def test_energy_goes_to_a_roll_that_it_turns_into_a_success(rolled: int, chosen: object) -> None:
    attempt = Attempt("hills_1", 0, (0,), (0,), (rolled,), (0,))
    stands = (Atlantean(0, "follower", "hills_1", 0, True),)
    state = at(opened(), phase=Phase.ACTIONS, steps=(attempt,), atlanteans=stands, reserves=(Price(energy=3),) * 4)
    assert greedy(state.table, COURSE.legal_actions(state)) == chosen


def test_the_owner_of_a_simulation_has_typed_what_a_game_takes() -> None:
    typed = [varied_owner(random.Random(seed)) for seed in range(100)]
    assert {} in typed
    for owner in typed:
        assert _has_sound_rows(new_game({}, owner).table)


def _numbers(box: Box, name: Peninsula) -> list[int]:
    return [box.peninsula[name].number_at(ring, 0) for ring in range(1, RINGS + 1)]


def _has_sound_rows(table: Table) -> bool:
    """A-008, A-063, A-073, A-087."""
    box = table.setup.box
    falling = [_numbers(box, name) for name in ("mountains", "hills", "forests", "cities")]
    rising = [_numbers(box, "forges"), list(box.wrath.values)]
    return (
        all(list(row) == sorted(row, reverse=True) for row in falling)
        and all(list(row) == sorted(row) for row in rising)
        and min(_numbers(box, "forges")) >= 1
        and box.wrath.values[0] == 0
        and box.components["power_core"].cost.total >= 7
    )


@pytest.mark.rule("A-047")
def test_bots_leave_people_the_first_acts_of_a_phase_whose_order_all_choose() -> None:
    course = pilot(1).play(opened())
    state = next(each for each in course if each.table.phase is Phase.ACTIONS and not each.table.steps)
    mover = pilot(1)
    whose = {act.actor for act in COURSE.legal_actions(state) if isinstance(act, acts.Activate)}
    assert {0, 1} <= whose
    assert mover.propose(state, 1, PEOPLE, unhurried=True) is None
    late, alone = mover.propose(state, 1, PEOPLE), mover.propose(state, 1, frozenset(), unhurried=True)
    for proposal in (late, alone):
        assert proposal is not None
        assert isinstance(proposal[0], acts.Activate)
    others = replace(
        state,
        table=replace(
            state.table,
            atlanteans=tuple(replace(each, acted=True) if each.seat == 0 else each for each in state.table.atlanteans),
        ),
    )
    proposal = mover.propose(others, 1, PEOPLE, unhurried=True)
    assert proposal is not None
    assert proposal[0].actor != 0
