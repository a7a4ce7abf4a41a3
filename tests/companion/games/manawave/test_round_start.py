"""The beginning of a round, in both states: a counter, three cards, one of them each (M-020 ff., M-200 ff.)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.state.acts import Choose, DrawCard, LayFamily, Open, StartWave
from companion.games.manawave.state.model import ManaState, Phase
from tests.companion.games.manawave.play import (
    X,
    Y,
    after,
    attach,
    begun,
    both,
    chosen,
    clans_at,
    designed,
    done,
    drawn,
    lights,
    new_game,
    offered,
    prompt,
    refusal,
    refused,
    tiles_at,
    zone,
)

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")
TILES = ("raiders", "orchard", "obelisk")


def placed(state: ManaState) -> ManaState:
    """The position once both have placed their Families at position 1, and laid them there."""
    return done(both(state, attach(state, X, 1), attach(state, Y, 1)), LayFamily)


def at_choice(letters: Any = "AB", options: dict[str, Any] | None = None, cards: tuple[str, ...] = CARDS) -> ManaState:
    """The position once X has chosen the first letter and Y the second."""
    return chosen(drawn(begun(options), *cards), letters[0], letters[1])


@pytest.mark.rule("M-020")
@pytest.mark.parametrize("round_", [0, 1, 6])
def test_s_m01_each_round_begins_with_one_round_counter_more(round_: int) -> None:
    state = clans_at(Phase.START, round_=round_)
    assert offered(state) == [StartWave()]
    assert prompt(state).rule == "M-020"
    assert f"to {round_ + 1}" in prompt(state).text
    now = after(state, StartWave())
    assert now.table.round == round_ + 1
    assert zone(now, "round").kinds == (f"round:{round_ + 1}",)
    assert f"Round {round_ + 1}" in lights(now)
    assert refusal(now, StartWave()) == "M-020"


@pytest.mark.rule("M-030")
def test_w_m03_three_cards_of_the_pile_are_a_b_and_c() -> None:
    state = after(begun(), StartWave())
    assert {act.card for act in offered(state)} == {card for card, _ in state.table.pile}
    for number, card in enumerate(CARDS):
        assert prompt(state).text == f"Reveal the next card of the pile as Choice {'ABC'[number]}."
        state = after(state, DrawCard(card))
        assert zone(state, f"choice.{number}").kinds == (f"family:{card}",)
    assert state.table.choices == CARDS
    assert state.table.phase is Phase.CHOOSE
    assert refusal(state, DrawCard("cinder_spears")) == "M-030"


@pytest.mark.rule("M-030", "M-033")
def test_a_card_of_which_none_is_left_is_not_drawn() -> None:
    state = after(begun(), StartWave(), DrawCard("salt_penitents"))
    assert "salt_penitents" not in dict(state.table.pile)
    assert refused(state, DrawCard("salt_penitents")) == ("M-033", "No such card is left in the pile.")
    assert DrawCard("salt_penitents") not in offered(state)


@pytest.mark.rule("M-031")
def test_w_m03_each_seat_indicates_exactly_one_of_three() -> None:
    state = drawn(begun(), *CARDS)
    assert offered(state) == [Choose(seat, letter) for seat in (X, Y) for letter in ("A", "B", "C")]
    one = after(state, Choose(X, "A"))
    assert refusal(one, Choose(X, "B")) == "M-031"
    assert refusal(one, Open(X, Choose(X, "A"))) == "M-031"
    assert one.table.picked == ()
    two = after(one, Choose(Y, "C"))
    assert offered(two) == [Open(X, Choose(X, "A"))]
    assert refusal(two, Open(X, Choose(X, "B"))) == "M-031"
    assert after(two, Open(X, Choose(X, "A")), Open(Y, Choose(Y, "C"))).table.picked == (CARDS[0], CARDS[2])


@pytest.mark.rule("M-031", "M-032")
@pytest.mark.parametrize("x", ["A", "B", "C"])
@pytest.mark.parametrize("y", ["A", "B", "C"])
def test_each_letter_is_the_card_that_lies_there(x: str, y: str) -> None:
    state = at_choice((x, y))
    assert state.table.picked == (CARDS["ABC".index(x)], CARDS["ABC".index(y)])
    assert state.table.phase is Phase.PLACE


@pytest.mark.rule("M-032", "M-041")
def test_s_m06_the_same_card_gives_each_a_copy_of_1_population() -> None:
    state = placed(at_choice("BB"))
    for seat in (X, Y):
        clan = state.table.clans.clan(seat, 1)
        assert [each.kind for each in clan.families] == ["kelp_tenders"]
        assert clan.population == 2 + 1


@pytest.mark.rule("M-032", "M-041")
def test_s_m06_different_cards_bring_2_population_each() -> None:
    state = placed(at_choice("AC"))
    assert [state.table.clans.clan(seat, 1).population for seat in (X, Y)] == [4, 4]
    assert [state.table.clans.clan(seat, 1).families[0].kind for seat in (X, Y)] == ["cinder_spears", "brook_singers"]


@pytest.mark.rule("M-032", "M-041")
def test_two_copies_of_a_family_at_different_letters_are_different_cards() -> None:
    """B-02: both pick the same letter. A and B are two cards of one kind, and X has A, Y has B."""
    state = placed(at_choice("AB", cards=("cinder_spears", "cinder_spears", "kelp_tenders")))
    assert [state.table.clans.clan(seat, 1).population for seat in (X, Y)] == [4, 4]


@pytest.mark.rule("M-032")
def test_both_choose_again_where_the_option_says_so() -> None:
    """B-02, the third way: the same letter is no choice; the three cards stay."""
    state = at_choice("BB", {"same_pick": "again"})
    assert state.table.phase is Phase.CHOOSE
    assert (state.table.picked, state.table.committed, state.table.choices) == ((), (False, False), CARDS)
    assert chosen(state, "B", "A").table.picked == ("kelp_tenders", "cinder_spears")


@pytest.mark.rule("M-032")
def test_nobody_chooses_again_for_two_copies_of_a_family() -> None:
    state = at_choice("AB", {"same_pick": "again"}, ("cinder_spears", "cinder_spears", "kelp_tenders"))
    assert state.table.phase is Phase.PLACE


@pytest.mark.rule("M-032", "M-041")
def test_a_card_may_bring_something_of_its_own_and_the_same_card_less() -> None:
    own = designed()
    own["family"] = [
        {**each, "initial": {"population": 3, "shield": 1}} if each["id"] == "cinder_spears" else each
        for each in own["family"]
    ]
    setup = clans_at(Phase.CHOOSE, playset=own, choices=CARDS)
    own_card = placed(chosen(setup, "A", "B")).table.clans
    assert (own_card.clan(X, 1).population, own_card.clan(Y, 1).population) == (5, 4)
    assert own_card.clan(X, 1).counters.shield == 1
    same = placed(chosen(setup, "A", "A")).table.clans
    assert (same.clan(X, 1).population, same.clan(X, 1).counters.shield) == (3, 0)


@pytest.mark.rule("M-033")
def test_cards_that_were_drawn_do_not_return_to_the_pile() -> None:
    start = begun()
    state = placed(at_choice("AA"))
    assert dict(state.table.gone) == dict.fromkeys(CARDS, 1)
    assert state.table.choices == ()
    for card in CARDS:
        assert dict(state.table.pile).get(card, 0) == dict(start.table.pile)[card] - 1
    assert zone(state, "pile").count == 21
    assert zone(state, "choice.0").kinds == ()


# --- the older game ---


@pytest.mark.rule("M-199")
def test_the_older_game_begins_with_empty_lines_and_24_tile_cards() -> None:
    state = new_game({"mode": "nexus"})
    assert state.table.round == 0
    assert (state.table.nexus.tiles, state.table.nexus.soulstain) == ((), (0, 0))
    assert sum(number for _, number in state.table.pile) == 24
    assert zone(state, "source").kinds == ("source",)
    assert zone(state, "sink").kinds == ("sink",)
    assert [zone(state, f"nexus.{place}").kinds for place in range(5)] == [("nexus",)] * 5
    assert all(zone(state, f"lane.{seat}.{line}").kinds == () for seat in (X, Y) for line in range(9))
    assert zone(state, "pile").count == 24


@pytest.mark.rule("M-200")
@pytest.mark.parametrize("strength", [0, 2, 6])
def test_s_m32_each_wave_is_stronger_by_one(strength: int) -> None:
    state = tiles_at(Phase.START, strength=strength)
    assert prompt(state).rule == "M-200"
    now = after(state, StartWave())
    assert now.table.round == strength + 1
    assert zone(now, "round").kinds == (f"round:{strength + 1}",)
    assert f"Strength {strength + 1}" in lights(now)


@pytest.mark.rule("M-200")
def test_a_second_strength_token_is_refused_by_the_rule_of_this_game() -> None:
    assert refusal(tiles_at(Phase.DRAW), StartWave()) == "M-200"


@pytest.mark.rule("M-210")
def test_w_m03_three_tile_cards_are_a_b_and_c() -> None:
    state = drawn(new_game({"mode": "nexus"}), *TILES)
    assert state.table.choices == TILES
    assert zone(state, "choice.2").kinds == ("choice:obelisk",)
    assert dict(state.table.pile)["raiders"] == 3
    assert state.table.why == ("M-210",)


@pytest.mark.rule("M-210")
def test_a_tile_card_of_which_none_is_left_is_refused_by_the_rule_of_this_game() -> None:
    state = after(new_game({"mode": "nexus"}), StartWave(), DrawCard("cursed_spire"))
    assert refusal(state, DrawCard("cursed_spire")) == "M-210"


@pytest.mark.rule("M-211")
def test_both_may_take_the_same_tile_and_each_lays_its_own() -> None:
    state = chosen(drawn(new_game({"mode": "nexus"}), *TILES), "A", "A")
    assert state.table.picked == ("raiders", "raiders")
    one = after(drawn(new_game({"mode": "nexus"}), *TILES), Choose(X, "A"))
    assert one.table.picked == ()
    assert not offered(one, Open)


@pytest.mark.rule("M-211")
def test_the_choice_of_a_tile_card_is_put_down_to_the_rule_of_this_game() -> None:
    state = drawn(new_game({"mode": "nexus"}), *TILES)
    assert prompt(state, X).rule == "M-211"
    assert "M-211" in chosen(state, "A", "B").table.why
