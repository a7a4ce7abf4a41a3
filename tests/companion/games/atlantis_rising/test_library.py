"""The Libraries by the ledger: draws, the hand limit, and when cards are played (A-074 to A-084)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import CALM, Price
from companion.games.atlantis_rising.rules.acts import Activate, DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import DiscardCard, DrawCard, Keep, PlayCard, Roll
from companion.games.atlantis_rising.state.ground import number
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisState, Deck, Phase
from companion.games.atlantis_rising.state.steps import Attempt, Discarding, Drawing
from tests.companion.games.atlantis_rising.play import BLUE, RED, after, follower, leader, offered, taken
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import energy_of, refusal, table_of

FIRST, SECOND, THIRD = "libraries_1", "libraries_2", "libraries_3"
SHELVES: dict[str, Any] = {
    "peninsula.libraries.icon": ("both", "one_discard", "one_bottom", "both", "both", "both"),
    "peninsula.libraries.spaces": (2,) * 6,
}
X, Y, Z = "energy", "resource", "barrier"
"""Three ordinary cards."""


def reading(place: str, space: int = 0) -> Activate:
    return Activate(RED, "follower", place, space)


def draws(*cards: str) -> list[AtlantisAction]:
    return [DrawCard(RED, card) for card in cards]


def readers(*places: str, **more: Any) -> AtlantisState:
    """Red's followers stand on these tiles of the Libraries, on their spaces in order."""
    pieces = [follower(RED, place, places[:at].count(place)) for at, place in enumerate(places)]
    data = {**SHELVES, **more.pop("data", {})}
    return table_of(data=data, pieces=pieces, **more)


@pytest.mark.rule("A-074", "A-077")
def test_s_20_one_is_kept_and_one_put_below() -> None:
    state = after(readers(THIRD, THIRD, library=deck(X, Y, Z)), reading(THIRD), *draws(X, Y), Keep(RED, (X,), 0))
    assert (state.table.library.top, state.table.library.bottom) == ((Z,), (Y,))
    state = after(state, reading(THIRD, 1), DrawCard(RED, Z))
    assert offered(state, DrawCard) == [DrawCard(RED, Y)]
    state = after(state, DrawCard(RED, Y), Keep(RED, (Y,), 0))
    assert (state.table.library.top, state.table.library.bottom) == ((), (Z,))
    assert state.table.hands[RED] == (X, Y)
    assert state.table.library.discards == ()


@pytest.mark.rule("A-077")
def test_what_was_put_below_comes_last_and_in_that_order() -> None:
    below = Deck((("die", 1),), bottom=(X, Y))
    state = after(readers(THIRD, THIRD, library=below), reading(THIRD), DrawCard(RED, "die"))
    assert offered(state, DrawCard) == [DrawCard(RED, X)]
    state = after(state, DrawCard(RED, X), Keep(RED, (X,), 0), reading(THIRD, 1))
    assert offered(state, DrawCard) == [DrawCard(RED, Y)]
    assert refusal(state, DrawCard(RED, "die")) == "A-074"
    assert after(state, DrawCard(RED, Y)).table.library.bottom == ("die",)


@pytest.mark.rule("A-079")
def test_s_21_an_empty_library_is_not_made_anew() -> None:
    state = readers(FIRST, FIRST, library=deck(X, discards=(Y,) * 5))
    state = after(state, reading(FIRST), DrawCard(RED, X))
    assert "A-079" in state.table.why
    state = taken(state)
    assert state.table.hands[RED] == (X,)
    state = after(state, reading(FIRST, 1))
    assert state.table.hands[RED] == (X,)
    assert not state.table.steps
    assert (state.table.library.count, state.table.library.discards) == (0, (Y,) * 5)
    assert "A-079" in state.table.why


@pytest.mark.rule("A-079")
@pytest.mark.parametrize(("place", "rule"), [(SECOND, "A-076"), (THIRD, "A-077")])
def test_a_single_card_is_kept_whatever_the_icon(place: str, rule: str) -> None:
    """Q-34."""
    state = taken(after(readers(place, library=deck(X)), reading(place), DrawCard(RED, X)))
    assert state.table.hands[RED] == (X,)
    assert (state.table.library.count, state.table.library.discards) == (0, ())
    assert rule in state.table.why


ATLAS = "ancient_atlas"


def crowded(**more: Any) -> AtlantisState:
    """Red holds three cards and an artifact, and draws two more."""
    hands = {RED: (X, Y, Z, ATLAS)}
    state = readers(FIRST, hands=hands, library=deck("unflood", "volunteers"), **more)
    return taken(after(state, reading(FIRST), *draws("unflood", "volunteers")))


@pytest.mark.rule("A-081", "A-082", "A-084")
def test_s_22_above_four_cards_nothing_else_is_done() -> None:
    state = crowded(data={"artifacts.ancient_atlas.effect": {"op": "number_minus", "what": "wild"}})
    assert len(state.table.hands[RED]) == 6
    assert refusal(state, reading(FIRST)) == "A-046"
    printed = state.table.setup.box.peninsula["hills"].number_at(1, 0)
    assert number(state.table, RED, "hills_1") == printed - 1
    state = after(state, DiscardCard(RED, ATLAS))
    assert number(state.table, RED, "hills_1") == printed
    assert state.table.library.discards == (ATLAS,)
    assert isinstance(state.table.steps[-1], Discarding)
    state = after(state, DiscardCard(RED, Y))
    assert len(state.table.hands[RED]) == 4
    assert not state.table.steps


@pytest.mark.rule("A-082")
def test_s_22_a_card_may_be_played_instead() -> None:
    state = after(crowded(data={"library.energy.effect": {"op": "gain_energy", "n": 3}}), PlayCard(RED, X))
    assert energy_of(state, RED) == 3
    assert isinstance(state.table.steps[-1], Discarding)
    assert not after(state, DiscardCard(RED, Z)).table.steps


@pytest.mark.rule("A-082")
def test_only_whoever_holds_too_many_plays_or_discards_then() -> None:
    state = crowded()
    state = after(state, DiscardCard(RED, "unflood"))
    assert {act.seat for act in offered(state, DiscardCard, PlayCard)} == {RED}
    assert refusal(state, DiscardCard(RED, "unflood")) == "A-081"
    assert refusal(state, PlayCard(BLUE, X)) == "A-083"


@pytest.mark.rule("A-081")
def test_four_cards_are_not_too_many() -> None:
    state = readers(FIRST, hands={RED: (X, Y)}, library=deck(Z, Z))
    state = taken(after(state, reading(FIRST), *draws(Z, Z)))
    assert len(state.table.hands[RED]) == 4
    assert not state.table.steps
    assert refusal(state, DiscardCard(RED, X)) == "A-081"


A, B, C, D, E, F = "energy", "resource", "barrier", "unflood", "volunteers", "die"


@pytest.mark.rule("A-074", "A-075", "A-076", "A-077", "A-078", "A-091")
def test_s_37_icons_and_a_paid_card() -> None:
    state = readers(FIRST, SECOND, THIRD, library=deck(A, B, C, D, E, F), owned={RED: Price(energy=1)})
    state = taken(after(state, reading(FIRST), *draws(A, B)))
    assert state.table.hands[RED] == (A, B)
    state = after(state, reading(SECOND), *draws(C, D), Keep(RED, (C, D), 1))
    assert state.table.hands[RED] == (A, B, C, D)
    assert energy_of(state, RED) == 0
    assert not state.table.steps
    state = after(state, reading(THIRD), *draws(E, F))
    assert refusal(state, Keep(RED, (F, E), 1)) == "A-078"
    state = after(state, Keep(RED, (E,), 0))
    assert state.table.hands[RED] == (A, B, C, D, E)
    assert state.table.library.bottom == (F,)
    assert state.table.library.discards == ()
    state = after(state, DiscardCard(RED, B))
    assert (state.table.hands[RED], state.table.library.discards) == ((A, C, D, E), (B,))
    assert not state.table.steps


@pytest.mark.rule("A-076")
def test_of_two_one_is_discarded() -> None:
    state = after(readers(SECOND, library=deck(A, B)), reading(SECOND), *draws(A, B))
    assert {act.cards for act in offered(state, Keep)} == {(A,), (B,)}
    state = after(state, Keep(RED, (B,), 0))
    assert (state.table.hands[RED], state.table.library.discards) == ((B,), (A,))
    assert state.table.library.bottom == ()


@pytest.mark.rule("A-095")
def test_nobody_pays_for_anothers_card() -> None:
    state = readers(SECOND, library=deck(A, B), owned={BLUE: Price(energy=4)})
    state = after(state, reading(SECOND), *draws(A, B))
    assert {act.seat for act in offered(state, Keep)} == {RED}
    assert refusal(state, Keep(RED, (A, B), 1)) == "A-078"
    assert refusal(state, Keep(BLUE, (A, B), 1)) == "A-095"


@pytest.mark.rule("A-074")
def test_one_reads_after_the_other() -> None:
    state = after(readers(SECOND, SECOND, library=deck(A, B, C, D)), reading(SECOND))
    assert refusal(state, reading(SECOND, 1)) == "A-046"
    assert refusal(state, DrawCard(RED, B)) == "A-074"
    assert isinstance(state.table.steps[-1], Drawing)
    assert state.table.steps[-1].left == 2


@pytest.mark.rule("A-083", "A-096")
def test_s_38_no_card_is_played_while_dice_of_the_cities_are_open() -> None:
    pieces = (leader(RED, "cities_1"), follower(BLUE, "cities_1"))
    data = {
        "peninsula.cities.number": (12,) * 6,
        "wrath.values": (0,),
        "library.die.effect": {"op": "die_plus", "n": 2},
    }
    state = table_of(pieces=pieces, data=data, hands={RED: (A, F), BLUE: (A,)})
    state = after(state, Activate(RED, "leader", "cities_1", 0))
    assert refusal(state, PlayCard(RED, A)) == "A-083"
    assert refusal(state, PlayCard(RED, F, 0)) == "A-083"  # nothing lies there yet
    state = after(state, Roll((2, 3)))
    assert refusal(state, PlayCard(RED, A)) == "A-083"
    assert refusal(state, PlayCard(BLUE, A)) == "A-083"
    assert refusal(state, PlayCard(RED, F, 1)) == "A-083"  # not the own die
    assert offered(state, PlayCard) == [PlayCard(RED, F, 0)]
    state = after(state, PlayCard(RED, F, 0))
    assert not isinstance(state.table.steps[-1] if state.table.steps else None, Attempt)
    assert state.table.library.discards == (F,)


@pytest.mark.rule("A-083")
def test_s_38_a_card_changes_a_die_that_lies_there() -> None:
    """Its data says that it may interrupt a roll (Q-13)."""
    data = {"peninsula.hills.number": (5,) * 6, "library.die.effect": {"op": "die_plus", "n": 2}}
    state = table_of(pieces=(follower(RED, "hills_1"),), data=data, hands={RED: (F, F)})
    state = after(state, Activate(RED, "follower", "hills_1", 0), Roll((2,)), PlayCard(RED, F, 0))
    assert isinstance(state.table.steps[-1], Attempt)  # 4 < 5
    state = after(state, PlayCard(RED, F, 0))
    assert state.table.reserves[RED] == Price(gold=1)
    assert state.table.hands[RED] == ()


@pytest.mark.rule("A-083")
def test_s_38_between_two_actions_and_between_two_misfortunes_cards_are_played() -> None:
    data = {"library.energy.effect": {"op": "gain_energy", "n": 3}}
    state = after(table_of(hands={RED: (A,)}, data=data), PlayCard(RED, A))
    assert (energy_of(state, RED), state.table.hands[RED]) == (3, ())
    assert state.table.library.discards[-1] == A
    state = table_of(phase=Phase.MISFORTUNE, hands={RED: (A,)}, data=data)
    assert energy_of(after(state, DrawMisfortune(CALM), PlayCard(RED, A)), RED) == 3
    assert energy_of(after(state, PlayCard(RED, A), DrawMisfortune(CALM)), RED) == 3


@pytest.mark.rule("A-083")
def test_nobody_plays_what_another_holds_or_what_changes_a_die_without_one() -> None:
    state = table_of(hands={RED: (A, F)})
    assert refusal(state, PlayCard(BLUE, A)) == "A-083"
    assert refusal(state, PlayCard(RED, B)) == "A-083"
    assert refusal(state, PlayCard(RED, F, 0)) == "A-083"
    assert refusal(state, PlayCard(9, A)) == "A-083"


@pytest.mark.rule("A-080")
def test_s_38_only_an_effect_makes_a_new_library_deck() -> None:
    data = {"library.energy.effect": {"op": "new_library_deck"}}
    state = table_of(hands={RED: (A,)}, data=data, library=deck(discards=(B, B, C, C, D, D)))
    state = after(state, PlayCard(RED, A))
    assert state.table.library.count == 6
    assert dict(state.table.library.cards) == {B: 2, C: 2, D: 2}
    assert state.table.library.discards == (A,)
    assert "A-080" in state.table.why


@pytest.mark.rule("A-080")
def test_what_is_left_of_the_deck_is_shuffled_into_the_new_one() -> None:
    data = {"library.energy.effect": {"op": "new_library_deck"}}
    left = Deck(((B, 1),), top=(C,), bottom=(D, D), discards=(B, E))
    state = after(table_of(hands={RED: (A,)}, data=data, library=left), PlayCard(RED, A))
    assert state.table.library == Deck(((C, 1), (B, 2), (D, 2), (E, 1)), discards=(A,))


@pytest.mark.rule("A-084")
def test_an_artifact_works_while_it_is_owned_and_is_not_played() -> None:
    data = {"artifacts.ancient_atlas.effect": {"op": "number_minus", "n": 2, "what": "wild"}}
    state = table_of(hands={RED: (ATLAS,)}, data={**data, "peninsula.hills.number": (5,) * 6})
    assert refusal(state, PlayCard(RED, ATLAS)) == "A-084"
    assert number(state.table, RED, "hills_2") == 3
    assert number(state.table, BLUE, "hills_2") == 5


@pytest.mark.rule("A-084")
def test_an_artifact_that_comes_out_of_the_deck_is_known_by_name_from_then_on() -> None:
    state = readers(FIRST)
    state = taken(after(state, reading(FIRST), *draws(ATLAS, "artifact_2")))
    assert state.table.hands[RED] == (ATLAS, "artifact_2")
    assert dict(state.table.library.cards)["artifact"] == 2
    assert refusal(after(readers(FIRST, hands={RED: (ATLAS,)}), reading(FIRST)), DrawCard(RED, ATLAS)) == "A-074"
