"""The rulings of the FAQ on cards, components and councilors: E-12, E-14 to E-16, E-20 and the rules A-162 to A-176."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import ARTIFACT, Price
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    ChooseCouncilor,
    DrawMisfortune,
    EndActions,
    PassMarker,
    RevealCouncilor,
)
from companion.games.atlantis_rising.rules.decisions import (
    DrawArtifact,
    Enough,
    Gain,
    GiveRecruit,
    GiveUp,
    KeepArtifact,
    Peek,
    PlayCard,
    RemoveMisfortune,
    Repeat,
    Roll,
    TurnIn,
)
from companion.games.atlantis_rising.state.model import CENTRE, Atlantean, AtlantisState, Phase
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    RED,
    YELLOW,
    after,
    automaton,
    follower,
    leader,
    offered,
    settled,
    volunteer,
)
from tests.companion.games.atlantis_rising.positions import asked, deck, in_pool, position, refused_by, there

ACT = Phase.ACTIONS
CITY = "cities_3"
CIPHER = "cipher_of_expertise"
AGAIN: dict[str, Any] = {f"library.{CIPHER}.effect.op": "act_again", f"library.{CIPHER}.effect.who": "leader"}
TERRAFORMER = "soul_terraformer"


def city(number: int, *pieces: Atlantean, **fields: Any) -> AtlantisState:
    """A Cities tile with that number and these pieces; red holds the Cipher, and the wrath value is 0."""
    data = {"peninsula.cities.number.2": number, "wrath.values": (0, 0), **AGAIN}
    return position(4, ACT, data=data, placed={CITY: pieces}, hands={RED: [CIPHER]}, **fields)


def terraformer(*pieces: Atlantean, players: int = 4, **fields: Any) -> AtlantisState:
    """The Soul Terraformer with these on its space, whose other effect is left out."""
    data = {f"components.{TERRAFORMER}.on_activate.0.op": "none", **AGAIN}
    return position(players, ACT, level=3, data=data, built={TERRAFORMER: 1}, placed={TERRAFORMER: pieces}, **fields)


@pytest.mark.rule("A-162", "A-163", "A-164")
@pytest.mark.parametrize(("rolled", "crystal"), [(5, 1), (4, 0)])
def test_several_effects_on_a_number_all_count(rolled: int, crystal: int) -> None:
    """6, with the Atlas 1 less, with the Earthquake 1 more, and at the roll with the Explorer 1 less: 5."""
    data = {
        "peninsula.forests.number.2": 6,
        "artifacts.ancient_atlas.effect.op": "number_minus",
        "artifacts.ancient_atlas.effect.n": 1,
        "councilors.explorer.effect.op": "number_minus",
        "councilors.explorer.effect.n": 1,
    }
    placed = {"forests_3": [leader(RED)]}
    state = position(
        4, ACT, data=data, councilors={RED: "explorer"}, placed=placed, hands={RED: ["ancient_atlas"]}, numbers=(1,)
    )
    state = after(state, Activate(RED, "leader", "forests_3", 0), Roll((rolled,)))
    assert state.table.reserves[RED] == Price(crystal=crystal)


@pytest.mark.rule("A-166")
def test_e_12_a_leader_that_acts_again_activates_its_double_space_once_more() -> None:
    state = city(7, leader(RED), follower(BLUE))
    state = after(state, Activate(RED, "leader", CITY, 0), Roll((4, 3)), GiveRecruit(RED), PlayCard(RED, CIPHER))
    assert refused_by(state, Repeat(BLUE, "follower", CITY, 0)) == "A-166"
    state = after(state, Repeat(RED, "leader", CITY, 0))
    assert asked(state).seats == (RED, BLUE)
    state = after(state, Roll((2, 4)))
    assert (state.table.supply, state.table.steps) == ((1, 2, 2, 2), ())
    assert not offered(state, Activate)


@pytest.mark.rule("A-166")
def test_only_a_leader_that_has_acted_acts_again() -> None:
    placed = {CENTRE: [leader(RED), follower(RED)]}
    state = position(4, ACT, data=AGAIN, placed=placed, hands={RED: [CIPHER]})
    state = after(state, Activate(RED, "leader", CENTRE, 0), Activate(RED, "follower", CENTRE, 0))
    state = after(state, PlayCard(RED, CIPHER))
    assert refused_by(state, Repeat(RED, "follower", CENTRE, 0)) == "A-166"
    assert after(state, Repeat(RED, "leader", CENTRE, 0)).table.reserves[RED] == Price(energy=3)
    assert after(state, Enough(RED)).table.reserves[RED] == Price(energy=2)


@pytest.mark.rule("A-166")
def test_a_card_that_lets_nobody_act_again_is_spent() -> None:
    state = position(4, ACT, data=AGAIN, placed={CENTRE: [leader(RED)]}, hands={RED: [CIPHER]})
    state = after(state, PlayCard(RED, CIPHER))
    assert (state.table.steps, state.table.hands[RED], state.table.library.discards) == ((), (), (CIPHER,))


@pytest.mark.rule("A-166", "A-172")
def test_three_in_the_cities_that_act_again_say_anew_who_rolls() -> None:
    state = city(12, leader(RED), follower(BLUE), follower(YELLOW), councilors={RED: "emissary"})
    state = after(state, Activate(RED, "leader", CITY, 0, (BLUE, YELLOW)), Roll((1, 1)), PlayCard(RED, CIPHER))
    assert refused_by(state, Repeat(RED, "leader", CITY, 0)) == "A-166"
    state = after(state, Repeat(RED, "leader", CITY, 0, (RED, BLUE)))
    assert asked(state).seats == (RED, BLUE)
    assert not after(state, Roll((1, 1))).table.steps


@pytest.mark.rule("A-168", "A-112")
@pytest.mark.parametrize("other", [leader(RED), volunteer(RED), follower(RED)])
def test_e_14_one_follower_goes_out_of_the_game(other: Atlantean) -> None:
    state = terraformer(follower(RED), other)
    owned = sum(each.kind == "follower" and each.seat == RED for each in state.table.atlanteans)
    state = after(state, Activate(RED, "follower", TERRAFORMER, 0))
    assert there(state, TERRAFORMER) == [(RED, other.kind)]
    assert sum(each.kind == "follower" and each.seat == RED for each in state.table.atlanteans) == owned - 1
    assert (state.table.boxed, state.table.supply) == ((1, 0, 0, 0), (2, 2, 2, 2))
    assert in_pool(after(state, EndActions()), RED)[other.kind] >= 1


@pytest.mark.rule("A-168", "A-154")
def test_e_14_the_automaton_is_the_second_of_the_soul_terraformer() -> None:
    state = terraformer(follower(RED), automaton(RED), players=1)
    state = after(state, Activate(RED, "follower", TERRAFORMER, 0))
    assert there(state, TERRAFORMER) == [(RED, "automaton")]
    assert state.table.boxed == (1,)


@pytest.mark.rule("A-168")
def test_e_14_a_leader_and_a_volunteer_do_not_activate_it() -> None:
    state = terraformer(leader(RED), volunteer(RED))
    assert refused_by(state, Activate(RED, "leader", TERRAFORMER, 0)) == "A-168"


@pytest.mark.rule("A-168")
def test_of_two_players_followers_they_say_whose_goes() -> None:
    state = after(terraformer(follower(RED), follower(BLUE)), Activate(RED, "follower", TERRAFORMER, 0))
    assert asked(state).seats == (RED, BLUE)
    assert refused_by(state, GiveUp(YELLOW)) == "A-168"
    state = after(state, GiveUp(BLUE))
    assert (there(state, TERRAFORMER), state.table.boxed) == ([(RED, "follower")], (0, 1, 0, 0))


@pytest.mark.rule("A-166", "A-168")
def test_whoever_is_left_on_the_soul_terraformer_does_not_act_again() -> None:
    state = terraformer(follower(RED), leader(RED), hands={RED: [CIPHER]})
    assert refused_by(state, Activate(RED, "leader", TERRAFORMER, 0)) == "A-112"
    state = after(state, Activate(RED, "follower", TERRAFORMER, 0), PlayCard(RED, CIPHER))
    assert not state.table.steps


@pytest.mark.rule("A-169", "A-125")
def test_e_15_what_the_amplification_harbor_takes_it_returns() -> None:
    effect = "components.amplification_harbor.on_activate.0"
    data = {f"{effect}.op": "amplify", f"{effect}.n": 2}
    harbor = "amplification_harbor"
    reserves = {RED: Price(gold=1, crystal=1, energy=3)}
    state = position(4, ACT, data=data, built={harbor: 1}, placed={harbor: [follower(RED)]}, reserves=reserves)
    state = after(state, Activate(RED, "follower", harbor, 0))
    assert refused_by(state, TurnIn(RED, "ore")) == "A-125"
    state = after(state, TurnIn(RED, "gold"))
    assert refused_by(state, TurnIn(RED, "gold")) == "A-125"
    state = after(state, TurnIn(RED, "crystal"))
    assert refused_by(state, Gain(RED, "ore")) == "A-125"
    state = after(state, Gain(RED, "gold"))
    assert (state.table.reserves[RED], state.table.steps) == (Price(gold=2, crystal=1, energy=3), ())


def foresight(**fields: Any) -> AtlantisState:
    """Red's follower on the Prediction Module, and three misfortunes have been looked at."""
    module = "prediction_module"
    cards = deck(unordered={"basic_hills": 2, "calm_seas": 2}, discards=["controlled_flood", "basic_forests"])
    data = {f"components.{module}.on_activate.0.op": "remove_misfortune"}
    placed = {module: [follower(RED)]}
    state = position(4, ACT, data=data, built={module: 1}, placed=placed, misfortunes=cards, **fields)
    looked = ("basic_hills", "calm_seas", "basic_hills")
    return after(state, Activate(RED, "follower", module, 0), *(Peek(card) for card in looked))


@pytest.mark.rule("A-170")
@pytest.mark.parametrize(
    ("source", "card", "deck_left", "discards"),
    [
        ("discards", "controlled_flood", 4, ("basic_forests",)),
        ("top", "calm_seas", 3, ("controlled_flood", "basic_forests")),
    ],
)
def test_e_16_a_misfortune_goes_out_of_the_deck_or_of_the_discards(
    source: Any, card: str, deck_left: int, discards: tuple[str, ...]
) -> None:
    state = after(foresight(), RemoveMisfortune(RED, card, source))
    misfortunes = state.table.misfortunes
    assert (misfortunes.count, misfortunes.discards, misfortunes.removed) == (deck_left, discards, (card,))
    assert not state.table.steps


@pytest.mark.rule("A-170")
def test_e_16_what_went_out_is_not_shuffled_in_again() -> None:
    state = after(foresight(), RemoveMisfortune(RED, "controlled_flood", "discards"))
    suffering = position(4, Phase.MISFORTUNE, misfortunes=state.table.misfortunes)
    draws = [DrawMisfortune(card) for card in ("basic_hills", "calm_seas", "basic_hills", "calm_seas")]
    assert offered(suffering, DrawMisfortune) == draws[:1]
    empty = after(suffering, *draws).table.misfortunes
    again = position(4, Phase.MISFORTUNE, misfortunes=empty)
    assert {act.card for act in offered(again, DrawMisfortune)} == {"basic_forests", "basic_hills", "calm_seas"}


@pytest.mark.rule("A-170")
def test_no_other_misfortune_goes_out() -> None:
    state = foresight()
    for source, card in (("top", "controlled_flood"), ("discards", "calm_seas"), ("top", "earthquake")):
        assert refused_by(state, RemoveMisfortune(RED, card, source)) == "A-170"  # type: ignore[arg-type]
    assert after(state, Enough(RED)).table.misfortunes.top == ("basic_hills", "calm_seas", "basic_hills")


def scholar(**fields: Any) -> AtlantisState:
    """Two players, neither the Scholar; the boards turned up for the Hologram are the Scholar's and the Priest's."""
    data = {"councilors.scholar.effect.op": "artifact"}
    return position(
        2,
        Phase.REVEAL,
        data=data,
        hologram="",
        revealed=("scholar", "priest"),
        stack=(),
        stack_discards=("explorer", "emissary"),
        **fields,
    )


@pytest.mark.rule("A-175")
def test_e_20_the_holograms_scholar_has_one_of_two_artifacts_of_the_box() -> None:
    state = scholar()
    assert len(state.table.artifacts) - dict(state.table.library.cards)[ARTIFACT] == 7
    state = after(state, ChooseCouncilor(RED, "scholar"), DrawArtifact("artifact_2"))
    assert refused_by(state, DrawArtifact("artifact_2")) == "A-175"
    assert refused_by(state, KeepArtifact(RED, "artifact_2")) == "A-175"
    state = after(state, DrawArtifact("artifact_3"))
    assert refused_by(state, KeepArtifact(RED, "artifact_4")) == "A-175"
    state = after(state, KeepArtifact(RED, "artifact_3"))
    assert (state.table.scholar_artifact, state.table.hands, state.table.steps) == ("artifact_3", ((), ()), ())


@pytest.mark.rule("A-176", "A-141")
def test_e_20_the_next_time_the_draw_is_from_all_of_them_again() -> None:
    state = after(scholar(), ChooseCouncilor(RED, "scholar"))
    state = after(state, DrawArtifact("artifact_2"), DrawArtifact("artifact_3"), KeepArtifact(RED, "artifact_3"))
    state = position(2, Phase.END, **{name: getattr(state.table, name) for name in _KEPT})
    state = after(state, PassMarker())
    assert state.table.scholar_artifact == ""
    state = after(state, RevealCouncilor("scholar"), RevealCouncilor("priest"), ChooseCouncilor(BLUE, "scholar"))
    drawable = {act.artifact for act in offered(state, DrawArtifact)}
    assert drawable == set(state.table.setup.box.artifacts)
    state = after(state, DrawArtifact("artifact_3"), DrawArtifact("artifact_2"), KeepArtifact(BLUE, "artifact_3"))
    assert state.table.scholar_artifact == "artifact_3"


_KEPT = ("setup", "hologram", "stack", "stack_discards", "scholar_artifact", "boxed_artifacts", "artifacts", "library")


@pytest.mark.rule("A-175")
def test_an_artifact_of_a_hand_is_not_in_the_box() -> None:
    state = after(scholar(hands={BLUE: ["ancient_atlas"]}), ChooseCouncilor(RED, "scholar"))
    assert "ancient_atlas" not in {act.artifact for act in offered(state, DrawArtifact)}
    assert settled(state) == state
