"""Each operation of the ledger's vocabulary that works at once (4.3), by a card, a component or a misfortune."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from companion.games.atlantis_rising.data.contents import NO_PRICE, RESOURCES, Price
from companion.games.atlantis_rising.data.effects import Op
from companion.games.atlantis_rising.rules.acts import Activate, Build, DrawMisfortune, EndActions, EndMisfortunes
from companion.games.atlantis_rising.rules.decisions import (
    ChooseFlood,
    DiscardCard,
    DrawCard,
    Enough,
    Exchange,
    Gain,
    GiveBenefit,
    GiveUp,
    Peek,
    PlaceBarrier,
    PlayCard,
    Recall,
    RemoveMisfortune,
    Repeat,
    Roll,
    TurnIn,
    Unflood,
)
from companion.games.atlantis_rising.rules.operations import AT_ONCE, ON_ARTIFACTS, ON_CARDS, ON_COUNCILORS
from companion.games.atlantis_rising.state.ground import number
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from companion.games.atlantis_rising.state.steps import Discarding, Flooding, Peeking, Repeating
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
    taken,
    volunteer,
)
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import acted, energy_of, kinds, next_round, pool, refusal, table_of

CARD = "energy"
"""The library card that has the effect of a test."""
MISHAP = "earthquake"
"""The special misfortune that has it."""


def played(effect: Mapping[str, Any], **more: Any) -> AtlantisState:
    """Red has played a card with this effect while actions are taken."""
    data = {f"library.{CARD}.effect": dict(effect), **more.pop("data", {})}
    return after(table_of(data=data, hands={RED: (CARD,), **more.pop("hands", {})}, **more), PlayCard(RED, CARD))


def suffered(effect: Mapping[str, Any], starter: int = RED, **more: Any) -> AtlantisState:
    """The starting player has drawn a misfortune with this effect."""
    data = {f"special.{MISHAP}.effect": dict(effect), **more.pop("data", {})}
    state = table_of(phase=Phase.MISFORTUNE, data=data, starter=starter, **more)
    return after(state, DrawMisfortune(MISHAP))


@pytest.mark.rule("A-083")
def test_every_operation_has_a_kind_of_thing_that_may_have_it() -> None:
    assert set(get_args(Op)) == ON_CARDS | ON_ARTIFACTS | ON_COUNCILORS
    assert AT_ONCE < ON_CARDS


def test_none_does_nothing() -> None:
    state = played({"op": "none"})
    assert state.table.reserves == (NO_PRICE,) * 4
    assert not state.table.steps
    assert state.table.library.discards == (CARD,)


@pytest.mark.rule("A-126")
@pytest.mark.parametrize(("who", "energy"), [("", [4, 0, 0, 0]), ("each", [4, 4, 4, 4])])
def test_gain_energy(who: str, energy: list[int]) -> None:
    state = played({"op": "gain_energy", "n": 4, "who": who})
    assert [each.energy for each in state.table.reserves] == energy


@pytest.mark.rule("A-125", "A-126")
def test_gain_resource_any_of_the_four() -> None:
    """The 13th crystal is granted: the stock never runs out."""
    state = played({"op": "gain_resource_any", "n": 2}, owned={RED: Price(crystal=12)})
    assert [act.resource for act in offered(state, Gain)] == list(RESOURCES)
    assert refusal(state, Gain(BLUE, "gold")) == "A-125"
    assert refusal(state, Enough(RED)) == "A-125"
    state = after(state, Gain(RED, "crystal"), Gain(RED, "atlantium"))
    assert state.table.reserves[RED] == Price(crystal=13, atlantium=1)
    assert not state.table.steps


@pytest.mark.rule("A-121")
def test_gain_volunteers_from_the_starting_player_on() -> None:
    """One is left: it goes to the starting player."""
    state = played({"op": "gain_volunteers", "who": "each"}, volunteers=1, starter=YELLOW)
    assert pool(state) == [volunteer(YELLOW)]
    assert state.table.volunteers == 0


@pytest.mark.rule("A-097", "A-098")
def test_place_barrier_as_far_as_there_is_a_place() -> None:
    """One place is left: the second is skipped. In any window, also in one in which none is bought (Q-51)."""
    state = table_of(
        phase=Phase.WRATH,
        data={f"library.{CARD}.effect": {"op": "place_barrier", "n": 2}},
        hands={RED: (CARD,)},
        barriers=(MOUNTAINS, HILLS),
        dry={CITIES: 0, LIBRARIES: 0, 5: 0},
    )
    state = after(state, PlayCard(RED, CARD))
    assert offered(state, PlaceBarrier) == [PlaceBarrier(FORESTS)]
    state = after(state, PlaceBarrier(FORESTS))
    assert state.table.barriers == (MOUNTAINS, HILLS, FORESTS)
    assert not state.table.steps


@pytest.mark.rule("A-097", "A-101")
def test_so_many_barriers_and_dry_tiles_and_no_more() -> None:
    state = after(played({"op": "place_barrier", "n": 2}), PlaceBarrier(HILLS), PlaceBarrier(CITIES))
    assert (state.table.barriers, state.table.steps) == ((HILLS, CITIES), ())
    state = after(played({"op": "unflood", "n": 2}, dry={HILLS: 2}), Unflood(HILLS), Unflood(HILLS))
    assert (state.table.dry[HILLS], state.table.steps) == (4, ())


@pytest.mark.rule("A-101")
def test_unflood_as_far_as_there_is_water() -> None:
    state = played({"op": "unflood", "n": 3}, dry={HILLS: 5, CITIES: 5})
    assert offered(state, Unflood) == [Unflood(HILLS), Unflood(CITIES)]
    assert refusal(state, Unflood(FORESTS)) == "A-101"
    state = after(state, Unflood(CITIES), Unflood(HILLS))
    assert state.table.dry == (6,) * 6
    assert not state.table.steps
    assert not played({"op": "unflood"}).table.steps


@pytest.mark.rule("A-079", "A-081", "A-082")
def test_draw_library_keeps_all_and_then_the_hand_limit() -> None:
    lying = deck("barrier", "die", "unflood")
    state = played({"op": "draw_library", "n": 3}, hands={RED: (CARD, "resource", "resource")}, library=lying)
    state = taken(after(state, *(DrawCard(RED, card) for card in lying.top)))
    assert state.table.hands[RED] == ("resource", "resource", "barrier", "die", "unflood")
    assert isinstance(state.table.steps[-1], Discarding)
    short = played({"op": "draw_library", "n": 3}, library=deck("die"))
    short = taken(after(short, DrawCard(RED, "die")))
    assert (short.table.hands[RED], short.table.steps) == (("die",), ())


@pytest.mark.rule("A-169")
def test_amplify_gives_back_what_was_turned_in_and_one_more_of_a_kind_of_it() -> None:
    owned = {RED: Price(gold=1, crystal=1, energy=3)}
    state = played({"op": "amplify", "n": 2}, owned=owned)
    assert {act.resource for act in offered(state, TurnIn)} == {"gold", "crystal"}
    state = after(state, TurnIn(RED, "gold"))
    assert refusal(state, TurnIn(RED, "gold")) == "A-125"
    state = after(state, TurnIn(RED, "crystal"))
    assert refusal(state, Gain(RED, "ore")) == "A-125"
    state = after(state, Gain(RED, "gold"))
    assert state.table.reserves[RED] == Price(gold=2, crystal=1, energy=3)
    one = after(played({"op": "amplify", "n": 2}, owned=owned), TurnIn(RED, "crystal"), Enough(RED))
    assert one.table.reserves[RED] == Price(gold=1, crystal=2, energy=3)
    none = after(played({"op": "amplify", "n": 2}, owned=owned), Enough(RED))
    assert (none.table.reserves[RED], none.table.steps) == (owned[RED], ())
    assert not played({"op": "amplify", "n": 2}, owned={RED: Price(energy=3)}).table.steps


@pytest.mark.rule("A-125")
def test_exchange_resources_one_for_one_up_to_so_many() -> None:
    state = played({"op": "exchange_resources", "n": 2}, owned={RED: Price(gold=3, energy=5)})
    assert {act.given for act in offered(state, Exchange)} == {"gold"}
    assert {act.taken for act in offered(state, Exchange)} == {"crystal", "ore", "atlantium"}
    assert refusal(state, Exchange(RED, "ore", "gold")) == "A-125"
    state = after(state, Exchange(RED, "gold", "atlantium"))
    assert after(state, Enough(RED)).table.reserves[RED] == Price(gold=2, atlantium=1, energy=5)
    state = after(state, Exchange(RED, "atlantium", "ore"))
    assert (state.table.reserves[RED], state.table.steps) == (Price(gold=2, ore=1, energy=5), ())


SEA = deck("calm_seas", "basic_hills", "drain", "panic", discards=("basic_cities", "calm_seas"))


@pytest.mark.rule("A-170")
def test_remove_misfortune_from_the_three_next_ones_the_rest_back_in_order() -> None:
    state = played({"op": "remove_misfortune", "n": 1}, misfortunes=SEA)
    while peeks := offered(state, Peek):
        state = after(state, peeks[0])
    assert {act.card for act in offered(state, RemoveMisfortune) if act.source == "top"} == set(SEA.top[:3])
    assert refusal(state, RemoveMisfortune(RED, "panic", "top")) == "A-170"
    state = after(state, RemoveMisfortune(RED, "basic_hills", "top"))
    sea = state.table.misfortunes
    assert (sea.top, sea.removed, sea.discards) == (("calm_seas", "drain", "panic"), ("basic_hills",), SEA.discards)
    assert not state.table.steps


@pytest.mark.rule("A-170")
def test_remove_misfortune_looks_at_three_cards_of_an_unknown_order() -> None:
    unknown = table_of().table.misfortunes
    state = played({"op": "remove_misfortune", "n": 2}, misfortunes=unknown)
    state = after(state, Peek("drain"), Peek("calm_seas"), Peek("drain"))
    assert state.table.misfortunes.top == ("drain", "calm_seas", "drain")
    assert state.table.misfortunes.count == unknown.count
    assert "drain" not in dict(state.table.misfortunes.cards)  # both copies were seen
    state = after(state, RemoveMisfortune(RED, "drain", "top"))
    assert isinstance(state.table.steps[-1], Peeking)
    state = after(state, Enough(RED))
    assert state.table.misfortunes.top == ("calm_seas", "drain")
    assert state.table.misfortunes.removed == ("drain",)


@pytest.mark.rule("A-170")
def test_remove_misfortune_from_the_discards_needs_no_look() -> None:
    unknown = table_of().table.misfortunes
    state = table_of(
        data={f"library.{CARD}.effect": {"op": "remove_misfortune"}},
        hands={RED: (CARD,)},
        phase=Phase.MISFORTUNE,
        misfortunes=unknown,
    )
    state = after(state, DrawMisfortune("calm_seas"), PlayCard(RED, CARD))
    state = after(state, RemoveMisfortune(RED, "calm_seas", "discards"))
    assert (state.table.misfortunes.discards, state.table.misfortunes.removed) == ((), ("calm_seas",))
    assert state.table.misfortunes.top == ()
    assert not state.table.steps


@pytest.mark.rule("A-054")
@pytest.mark.parametrize(("space", "n", "expected"), [(2, -1, 1), (0, -1, 0), (2, 1, 3), (3, 2, 3)])
def test_wrath_step_stays_on_the_track(space: int, n: int, expected: int) -> None:
    state = played({"op": "wrath_step", "n": n}, wrath=space, data={"wrath.values": (0, 1, 2, 3)})
    assert state.table.wrath == expected


AGAIN = {"op": "act_again"}


@pytest.mark.rule("A-166")
def test_act_again_is_for_an_own_piece_that_has_acted_but_not_on_a_build_space() -> None:
    pieces = (
        *acted(follower(RED, "centre"), leader(RED, "hills_1"), follower(BLUE, "centre")),
        follower(RED, "forests_1"),
        follower(RED, "build_1"),
    )
    state = played(AGAIN, pieces=pieces)
    found = offered(state, Repeat)
    assert set(found) == {Repeat(RED, "follower", "centre", 0), Repeat(RED, "leader", "hills_1", 0)}
    assert refusal(state, Repeat(RED, "follower", "forests_1", 0)) == "A-166"
    assert refusal(state, Repeat(BLUE, "follower", "centre", 0)) == "A-166"
    assert refusal(state, Repeat(RED, "follower", "build_1", 0)) == "A-166"
    again = after(state, Repeat(RED, "follower", "centre", 0))
    assert energy_of(again, RED) == 1
    assert not again.table.steps
    assert not after(state, Enough(RED)).table.steps


@pytest.mark.rule("A-166")
def test_act_again_may_be_for_leaders_alone() -> None:
    state = played({**AGAIN, "who": "leader"}, pieces=acted(follower(RED, "centre"), leader(RED, "hills_1")))
    assert offered(state, Repeat) == [Repeat(RED, "leader", "hills_1", 0)]
    assert not played({**AGAIN, "who": "leader"}, pieces=acted(follower(RED, "centre"))).table.steps


TERRAFORMER = {
    "components.soul_terraformer.spaces": {"kind": "double", "n": 1, "need": "follower", "removes": True},
    "components.soul_terraformer.on_activate": [{"op": "gain_energy", "n": 1}],
}


@pytest.mark.rule("A-166", "A-168")
def test_act_again_does_nothing_where_the_second_piece_has_gone() -> None:
    place = "soul_terraformer"
    state = table_of(
        level=3,
        data={**TERRAFORMER, f"library.{CARD}.effect": AGAIN},
        pieces=(leader(RED, place), follower(RED, place)),
        components={place: 1},
        hands={RED: (CARD,)},
        boxed=(0,) * 4,
    )
    state = after(state, Activate(RED, "follower", place, 0))
    assert state.table.boxed == (1, 0, 0, 0)
    assert energy_of(state, RED) == 1
    state = after(state, PlayCard(RED, CARD))
    assert not state.table.steps
    assert energy_of(state, RED) == 1


@pytest.mark.rule("A-166", "A-172")
def test_act_again_of_three_in_the_cities_says_who_rolls() -> None:
    city = "cities_1"
    pieces = acted(leader(RED, city), follower(BLUE, city), follower(YELLOW, city))
    data = {"peninsula.cities.number": (8,) * 6, "wrath.values": (0,)}
    state = played(AGAIN, pieces=pieces, councilors={RED: "emissary"}, data=data)
    assert {act.rollers for act in offered(state, Repeat)} == {(RED, BLUE), (RED, YELLOW), (BLUE, YELLOW)}
    state = after(state, Repeat(RED, "leader", city, 0, (BLUE, YELLOW)), Roll((1, 2)))
    assert not state.table.steps


@pytest.mark.rule("A-168")
def test_of_two_players_followers_they_say_whose_goes() -> None:
    """Q-52."""
    place = "soul_terraformer"
    pieces = (follower(RED, place), follower(BLUE, place))
    state = table_of(level=3, data=TERRAFORMER, pieces=pieces, components={place: 1}, boxed=(0,) * 4)
    state = after(state, Activate(RED, "follower", place, 0))
    assert offered(state, GiveUp) == [GiveUp(RED), GiveUp(BLUE)]
    assert refusal(state, GiveUp(YELLOW)) == "A-168"
    state = after(state, GiveUp(BLUE), GiveBenefit(RED))
    assert state.table.boxed == (0, 1, 0, 0)
    assert [each.energy for each in state.table.reserves] == [1, 0, 0, 0]
    assert pool(after(state, EndActions())) == [follower(RED)]


@pytest.mark.rule("A-036", "A-040")
def test_flood_choice_takes_different_peninsulas_while_it_can() -> None:
    state = suffered({"op": "flood_choice", "n": 2})
    state = after(state, ChooseFlood(HILLS))
    assert refusal(state, ChooseFlood(HILLS)) == "A-036"
    state = after(state, ChooseFlood(CITIES))
    assert state.table.dry == (6, 5, 6, 5, 6, 6)
    only = suffered({"op": "flood_choice", "n": 2}, dry={0: 0, 1: 3, 2: 0, 3: 0, 4: 0, 5: 0})
    assert only.table.dry == (0, 1, 0, 0, 0, 0)
    assert not only.table.steps


@pytest.mark.rule("A-036", "A-042")
def test_flood_peninsula_so_many_times_and_elsewhere_where_it_is_depleted() -> None:
    """Q-08: of Cities with one dry tile the second flood is two others."""
    effect = {"op": "flood_peninsula", "n": 2, "what": "cities"}
    assert suffered(effect).table.dry == (6, 6, 6, 4, 6, 6)
    state = suffered(effect, dry={CITIES: 1})
    assert state.table.dry[CITIES] == 0
    assert state.table.steps == (Flooding(RED, 2, "depleted"),)
    assert refusal(state, ChooseFlood(CITIES)) == "A-042"
    state = after(state, ChooseFlood(HILLS), ChooseFlood(HILLS))
    assert state.table.dry == (6, 4, 6, 0, 6, 6)


@pytest.mark.rule("A-036", "A-037")
def test_return_placed_brings_back_pieces_of_whoever_drew_it() -> None:
    pieces = (leader(BLUE, "centre"), follower(BLUE, "hills_1"), follower(RED, "centre"))
    state = suffered({"op": "return_placed", "who": "current"}, starter=BLUE, pieces=pieces)
    assert {act.seat for act in offered(state, Recall)} == {BLUE}
    assert refusal(state, Recall(RED, "follower", "centre", 0)) == "A-036"
    state = after(state, Recall(BLUE, "follower", "hills_1", 0))
    assert pool(state) == [follower(BLUE)]
    assert not state.table.steps
    both = suffered({"op": "return_placed", "n": 3, "who": "current"}, starter=BLUE, pieces=pieces)
    both = after(both, Recall(BLUE, "leader", "centre", 0), Recall(BLUE, "follower", "hills_1", 0))
    assert not both.table.steps
    assert kinds(pool(both)) == {"leader": 1, "follower": 1}


@pytest.mark.rule("A-037")
def test_the_current_player_is_the_starting_player_but_while_misfortunes_are_drawn() -> None:
    """Terms of the ledger: whoever drew the misfortune that is resolved."""
    effect = {"op": "gain_energy", "who": "current"}
    data = {f"special.{MISHAP}.effect": effect, f"library.{CARD}.effect": effect}
    state = table_of(phase=Phase.MISFORTUNE, data=data, starter=YELLOW, hands={RED: (CARD, CARD)})
    state = after(state, PlayCard(RED, CARD), DrawMisfortune("calm_seas"), DrawMisfortune(MISHAP))
    assert [each.energy for each in state.table.reserves] == [0, 0, 1, 1]
    state = after(state, *(DrawMisfortune("calm_seas"),) * 2, EndMisfortunes(), PlayCard(RED, CARD))
    assert [each.energy for each in state.table.reserves] == [0, 0, 2, 1]


@pytest.mark.rule("A-036")
def test_lose_energy_stops_at_nothing() -> None:
    state = suffered({"op": "lose_energy", "n": 2, "who": "each"}, owned={RED: Price(energy=5), BLUE: Price(energy=1)})
    assert [each.energy for each in state.table.reserves] == [3, 0, 0, 0]


@pytest.mark.rule("A-036", "A-083")
def test_discard_library_of_each_who_has_a_card() -> None:
    hands = {RED: ("barrier",), YELLOW: ("die", "unflood", "resource"), GREEN: ("die",)}
    state = suffered({"op": "discard_library", "n": 2, "who": "each"}, starter=YELLOW, hands=hands)
    assert {act.seat for act in offered(state, DiscardCard)} == {YELLOW}
    assert refusal(state, PlayCard(YELLOW, "resource")) == "A-083"
    state = after(state, DiscardCard(YELLOW, "die"), DiscardCard(YELLOW, "unflood"))
    state = after(state, DiscardCard(GREEN, "die"), DiscardCard(RED, "barrier"))
    assert state.table.hands == ((), (), ("resource",), ())
    assert not state.table.steps


@pytest.mark.rule("A-036", "A-162")
def test_number_plus_holds_for_wild_tiles_and_for_the_round() -> None:
    state = suffered({"op": "number_plus", "n": 1}, data={"wrath.values": (0,), "special.earthquake.copies": 2})
    box = state.table.setup.box.peninsula
    assert number(state.table, RED, "forests_4") == box["forests"].number_at(4, 0) + 1
    assert number(state.table, RED, "cities_4") == box["cities"].number_at(4, 0)
    state = after(state, DrawMisfortune(MISHAP))
    assert number(state.table, RED, "forests_4") == box["forests"].number_at(4, 0) + 2
    state = next_round(after(state, *(DrawMisfortune("calm_seas"),) * 2, EndMisfortunes()))
    assert number(state.table, RED, "forests_4") == box["forests"].number_at(4, 0)


@pytest.mark.rule("A-036")
@pytest.mark.parametrize("what", ["libraries", "cities", "forges", "hills"])
def test_forbid_lets_actions_of_a_peninsula_give_nothing_for_the_round(what: str) -> None:
    place = f"{what}_1"
    pieces = (follower(RED, place), follower(RED, place) if what == "cities" else follower(RED, "centre"))
    data = {"wrath.values": (0,)}
    state = suffered({"op": "forbid", "what": what}, pieces=pieces, owned={RED: Price(ore=1)}, data=data)
    state = after(state, *(DrawMisfortune("calm_seas"),) * 3, EndMisfortunes())
    state = after(state, Activate(RED, "follower", place, 0))
    assert not state.table.steps
    assert state.table.reserves[RED] == Price(ore=1)
    assert refusal(state, Activate(RED, "follower", place, 0)) == "A-046"
    assert next_round(state).table.forbidden == ()


GATE = "build_1"


def built(*effects: dict[str, Any], **more: Any) -> AtlantisState:
    """Red has built a component that gives all of these."""
    data = {"components.a_5.cost": {"gold": 1, "crystal": 0, "atlantium": 0}, "components.a_5.on_build": list(effects)}
    state = table_of(
        data=data, pieces=(follower(RED, GATE),), owned={RED: Price(gold=1)}, components={"a_5": 0}, **more
    )
    return after(state, Build(GATE, "a_5", (Price(gold=1), NO_PRICE, NO_PRICE, NO_PRICE)))


@pytest.mark.rule("A-110")
def test_several_effects_come_in_their_order() -> None:
    state = built({"op": "lose_energy", "n": 2}, {"op": "gain_energy", "n": 3})
    assert energy_of(state, RED) == 3


@pytest.mark.rule("A-080", "A-096", "A-110")
def test_an_effect_waits_until_the_one_before_is_done() -> None:
    lying = deck("die", discards=("barrier", "unflood"))
    state = built({"op": "draw_library"}, {"op": "new_library_deck"}, {"op": "gain_resource_any"}, library=lying)
    assert state.table.library == lying
    state = taken(after(state, DrawCard(RED, "die")))
    assert dict(state.table.library.cards) == {"barrier": 1, "unflood": 1}
    state = after(state, Gain(RED, "ore"))
    assert (state.table.reserves[RED], state.table.steps) == (Price(ore=1), ())


@pytest.mark.rule("A-166")
def test_nobody_who_may_act_again_is_asked_for_nothing() -> None:
    state = played(AGAIN, pieces=(follower(RED, "centre"),))
    assert not any(isinstance(step, Repeating) for step in state.table.steps)
