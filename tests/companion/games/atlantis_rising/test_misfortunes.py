"""Misfortunes: who draws, what each kind of card does, and what waits meanwhile. E-10, S-08 to S-10, S-34 to S-36."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    BeginWrath,
    BuyBarrier,
    BuyUnflood,
    DrawMisfortune,
    EndActions,
    EndMisfortunes,
    MoveWrath,
    PassMarker,
)
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, DiscardCard, PlayCard, Recall
from companion.games.atlantis_rising.state.model import Phase
from companion.games.core import Seat
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    CITIES,
    FORESTS,
    GREEN,
    HILLS,
    MOUNTAINS,
    ORANGE,
    RED,
    YELLOW,
    after,
    all_acted,
    follower,
    offered,
)
from tests.companion.games.atlantis_rising.positions import (
    asked,
    deck,
    dry_of,
    fenced,
    in_pool,
    position,
    refused_by,
    there,
)

CALM = DrawMisfortune("calm_seas")
CONTROLLED = DrawMisfortune("controlled_flood")
SUFFER = Phase.MISFORTUNE


def drawers_of(players: int, starter: Seat) -> list[Seat]:
    """Who is asked to draw, until the round has no more misfortunes."""
    state = position(players, SUFFER, starter=starter)
    found = list[Seat]()
    while EndMisfortunes() not in offered(state):
        (seat,) = asked(state).seats
        found.append(seat)
        state = after(state, CALM)
    assert refused_by(state, CALM) == "A-045"
    return found


@pytest.mark.rule("A-034", "A-045", "A-130", "A-134", "A-149")
@pytest.mark.parametrize(
    ("players", "starter", "order"),
    [
        pytest.param(5, YELLOW, [YELLOW, GREEN, ORANGE, RED, BLUE], id="S-08"),
        pytest.param(3, BLUE, [BLUE, YELLOW, RED, BLUE], id="S-09"),
        pytest.param(2, BLUE, [BLUE, BLUE, RED, RED], id="S-10"),
        pytest.param(1, RED, [RED] * 4, id="solo"),
        pytest.param(4, GREEN, [GREEN, RED, BLUE, YELLOW], id="four"),
        pytest.param(7, 6, [6, 0, 1, 2, 3, 4, 5], id="seven"),
    ],
)
def test_who_draws_the_misfortunes_of_a_round(players: int, starter: Seat, order: list[Seat]) -> None:
    assert drawers_of(players, starter) == order


@pytest.mark.rule("A-056", "A-137")
@pytest.mark.parametrize(
    ("players", "starter", "following"),
    [pytest.param(5, YELLOW, GREEN, id="S-08"), pytest.param(2, BLUE, RED, id="S-10")],
)
def test_the_marker_passes_clockwise_and_the_hologram_with_it(players: int, starter: Seat, following: Seat) -> None:
    state = position(players, Phase.END, starter=starter)
    state = after(state, PassMarker())
    assert state.table.starter == following
    if players == 2:
        assert in_pool(state, following)["hologram"] == 1
        assert not in_pool(state, starter)["hologram"]


@pytest.mark.rule("A-034", "A-045")
def test_the_actions_wait_for_the_last_misfortune() -> None:
    state = position(4, SUFFER)
    assert refused_by(after(state, CALM, CALM, CALM), EndMisfortunes()) == "A-045"
    assert after(state, CALM, CALM, CALM, CALM, EndMisfortunes()).table.phase is Phase.ACTIONS


@pytest.mark.rule("A-034")
def test_a_card_of_which_none_is_left_cannot_be_drawn() -> None:
    state = position(4, SUFFER, misfortunes=deck(unordered={"calm_seas": 1, "basic_hills": 1}))
    assert refused_by(after(state, CALM), CALM) == "A-034"
    assert refused_by(state, DrawMisfortune("no_such_card")) == "A-034"


@pytest.mark.rule("A-035")
def test_a_card_is_finished_before_the_next_is_drawn() -> None:
    state = after(position(4, SUFFER, dry={"mountains": 0}), DrawMisfortune("basic_mountains"))
    assert refused_by(state, CALM) == "A-035"
    assert after(state, ChooseFlood(HILLS), ChooseFlood(HILLS), CALM).table.drawn == 2


@pytest.mark.rule("A-038")
def test_s_36_calm_seas_change_nothing() -> None:
    before = position(4, SUFFER, misfortunes=deck(unordered={"calm_seas": 3}))
    state = after(before, CALM)
    assert (state.table.misfortunes.count, state.table.misfortunes.discards) == (2, ("calm_seas",))
    assert (state.table.dry, state.table.steps) == (before.table.dry, ())


@pytest.mark.rule("A-036", "A-042")
def test_s_36_a_special_flood_of_a_depleted_peninsula_floods_two_others() -> None:
    effect = {"special.panic.effect.op": "flood_peninsula", "special.panic.effect.what": "cities"}
    state = after(position(4, SUFFER, data=effect, dry={"cities": 0}), DrawMisfortune("panic"))
    assert asked(state).seats == (RED,)
    state = after(state, ChooseFlood(HILLS), ChooseFlood(FORESTS))
    assert state.table.dry == (6, 5, 5, 0, 6, 6)


@pytest.mark.rule("A-036")
def test_s_36_a_special_flood_takes_the_tile_of_its_peninsula() -> None:
    effect = {"special.panic.effect.op": "flood_peninsula", "special.panic.effect.what": "cities"}
    state = after(position(4, SUFFER, data=effect), DrawMisfortune("panic"))
    assert state.table.dry == (6, 6, 6, 5, 6, 6)


@pytest.mark.rule("A-036", "A-046")
def test_s_36_a_forbidden_peninsula_gives_nothing_and_its_atlanteans_stay() -> None:
    effect = {"special.closed_libraries.effect.op": "forbid", "special.closed_libraries.effect.what": "libraries"}
    state = position(4, SUFFER, data=effect, placed={"libraries_1": [follower(RED)]}, drawn=3)
    state = after(state, DrawMisfortune("closed_libraries"), EndMisfortunes())
    state = after(state, Activate(RED, "follower", "libraries_1", 0))
    assert (state.table.hands[RED], state.table.steps) == ((), ())
    assert there(state, "libraries_1") == [(RED, "follower")]
    state = after(all_acted(state), EndActions(), BeginWrath(), MoveWrath(), PassMarker())
    assert not state.table.forbidden


@pytest.mark.rule("A-036")
@pytest.mark.parametrize(
    ("effect", "acts"),
    [
        ({"op": "lose_energy", "n": 1, "who": "each"}, []),
        ({"op": "discard_library", "n": 1, "who": "current"}, [DiscardCard(BLUE, "energy")]),
        ({"op": "return_placed", "n": 1, "who": "current"}, [Recall(BLUE, "follower", "hills_1", 0)]),
        ({"op": "flood_choice", "n": 2}, [ChooseFlood(CITIES), ChooseFlood(HILLS)]),
    ],
)
def test_a_special_misfortune_does_what_it_says(effect: dict[str, Any], acts: list[Any]) -> None:
    """`lose_*` stops at 0; the current player is who drew it: blue, with red before."""
    state = position(
        4,
        SUFFER,
        data={f"special.panic.effect.{key}": value for key, value in effect.items()},
        reserves={RED: Price(energy=2)},
        hands={BLUE: ["energy", "barrier"]},
        placed={"hills_1": [follower(BLUE)]},
    )
    state = after(state, CALM, DrawMisfortune("panic"), *acts)
    assert not state.table.steps
    spent = [reserve.energy for reserve in state.table.reserves]
    assert spent == ([1, 0, 0, 0] if effect["op"] == "lose_energy" else [2, 0, 0, 0])
    assert len(state.table.hands[BLUE]) == (1 if effect["op"] == "discard_library" else 2)
    assert there(state, "hills_1") == ([] if effect["op"] == "return_placed" else [(BLUE, "follower")])
    assert state.table.dry == ((6, 5, 6, 5, 6, 6) if effect["op"] == "flood_choice" else (6,) * 6)


@pytest.mark.rule("A-036")
def test_floods_of_a_card_are_in_different_peninsulas_while_that_is_possible() -> None:
    twin = {"special.twin_wave.effect.op": "flood_choice", "special.twin_wave.effect.n": 2}
    state = after(position(4, SUFFER, data=twin), DrawMisfortune("twin_wave"), ChooseFlood(HILLS))
    assert refused_by(state, ChooseFlood(HILLS)) == "A-036"
    dry = dict.fromkeys(("mountains", "forests", "cities", "libraries", "forges"), 0)
    last = after(position(4, SUFFER, data=twin, dry=dry), DrawMisfortune("twin_wave"))
    assert dry_of(last, "hills") == 4


@pytest.mark.rule("A-096", "A-093")
def test_e_10_no_tile_is_turned_dry_while_a_misfortune_resolves() -> None:
    """Forests are depleted, so that the card waits for a choice."""
    state = position(4, SUFFER, dry={"forests": 0}, reserves={RED: Price(energy=5)})
    unflood = BuyUnflood(FORESTS, (5, 0, 0, 0))
    state = after(state, DrawMisfortune("basic_forests"))
    assert refused_by(state, unflood) == "A-096"
    state = after(state, ChooseFlood(HILLS))
    assert refused_by(state, unflood) == "A-096"
    state = after(state, ChooseFlood(HILLS), unflood)
    assert dry_of(state, "forests") == 1
    assert state.table.drawn == 1


@pytest.mark.rule("A-092")
@pytest.mark.parametrize("phase", [SUFFER, Phase.WRATH, Phase.END])
def test_no_barrier_is_bought_among_misfortunes_or_in_the_wrath(phase: Phase) -> None:
    state = position(4, phase, reserves={RED: Price(energy=4)})
    assert refused_by(state, BuyBarrier(HILLS, (4, 0, 0, 0))) == "A-092"


@pytest.mark.rule("A-037", "A-047", "A-053")
def test_s_35_who_has_the_last_word() -> None:
    """4 players, blue begins: green's misfortune is green's; the order of actions and the wrath are blue's."""
    misfortune = position(4, SUFFER, starter=BLUE, dry={"mountains": 0})
    misfortune = after(misfortune, CALM, CALM, DrawMisfortune("basic_mountains"))
    assert asked(misfortune).seats == (GREEN,)
    actions = position(4, Phase.ACTIONS, starter=BLUE, placed={"hills_1": [follower(RED), follower(YELLOW)]})
    assert asked(actions).seats == (RED, YELLOW), "who acts, in any order"
    assert "If you disagree, Blue decides" in str(asked(actions).why)
    wrath = after(position(4, Phase.WRATH, starter=BLUE, data={"wrath.values": (1, 1)}), BeginWrath())
    assert asked(wrath).seats == (BLUE,)
    assert "If you disagree, Blue decides" in str(asked(wrath).text)


def test_s_34_an_empty_deck_is_made_anew_of_its_discards() -> None:
    """7 players, 3 cards in the deck, 55 discards (Q-09)."""
    discards = ["calm_seas"] * 9 + ["basic_hills"] * 46
    state = position(7, SUFFER, misfortunes=deck(unordered={"calm_seas": 3}, discards=discards))
    state = after(state, CALM, CALM, CALM)
    assert (state.table.misfortunes.count, len(state.table.misfortunes.discards)) == (0, 58)
    state = after(state, CALM)
    assert (state.table.misfortunes.count, len(state.table.misfortunes.discards)) == (57, 1)
    state = after(state, CALM, CALM, CALM)
    assert (state.table.misfortunes.count, len(state.table.misfortunes.discards)) == (54, 4)


@pytest.mark.rule("A-044", "A-100")
def test_e_09_a_controlled_flood_goes_through_a_barrier() -> None:
    state = position(4, SUFFER, dry={"hills": 4}, barriers=["hills"], placed={"hills_4": [follower(BLUE)]})
    state = after(state, CONTROLLED)
    assert asked(state).seats == (RED,)
    state = after(state, ChooseFlood(HILLS))
    assert (dry_of(state, "hills"), fenced(state), there(state, "hills_4")) == (3, (), [])


@pytest.mark.rule("A-044")
def test_a_controlled_flood_takes_any_peninsula_that_has_a_dry_tile() -> None:
    state = after(position(4, SUFFER, dry={"mountains": 0}), CONTROLLED)
    assert [act.peninsula for act in offered(state)] == [1, 2, 3, 4, 5]
    assert refused_by(state, ChooseFlood(MOUNTAINS)) == "A-044"


@pytest.mark.rule("A-042", "A-037")
def test_the_current_player_is_who_drew_the_card_and_else_the_starting_player() -> None:
    """A card that is played among the actions and concerns the current player concerns the one with the marker."""
    effect = {
        "library.energy.effect.op": "gain_energy",
        "library.energy.effect.n": 3,
        "library.energy.effect.who": "current",
    }
    state = position(4, Phase.ACTIONS, starter=BLUE, drawn=4, data=effect, hands={GREEN: ["energy"]})
    state = after(state, PlayCard(GREEN, "energy"))
    assert [reserve.energy for reserve in state.table.reserves] == [0, 3, 0, 0]
