"""What the camera makes of tiles beside Atlanteans, of cards like those below them, and of plays that are not told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import CALM, CONTROLLED
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.mat.looks import library
from companion.games.atlantis_rising.rules.acts import BuyBarrier, DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import ChooseFlood, DiscardCard, Keep, PlayCard
from companion.games.atlantis_rising.state.model import AtlantisState, Phase
from companion.games.atlantis_rising.state.steps import Discarding, Drawing, Flooding
from companion.games.core import State
from companion.referee.taps import TapRefused, judge_tap
from companion.simulation.unseen import is_unseen
from companion.soak.runner import Soak, play_unit
from companion.table.blanks import blanks, in_the_box
from companion.table.geometry import Area
from companion.table.layout import Layout
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    CITIES,
    FORESTS,
    HILLS,
    MOUNTAINS,
    RED,
    after,
    follower,
    leader,
)
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import table_of
from tests.companion.instant import perfect_eyes
from tests.companion.referee.table import Table
from tests.many import one_quick

BOX = in_the_box(GAME.mat.kit)


def watched(state: AtlantisState, **seen: Any) -> Table:
    """A table at which the owner has named every card."""
    table = Table(state, restoring=True, game=GAME)
    table.watcher.enrol({marker: BOX.kinds[marker] for marker in blanks(GAME.mat.kit)})
    assert table.show(state, **seen) == "settled", table.watcher.sight
    return table


def over(state: AtlantisState, zone: str) -> Area:
    """Something that lies over the middle of a place, as the top of a tall piece beside it does in a picture."""
    layout: Layout = GAME.mat.layout(GAME.view(state, None))
    at = layout.find(zone)
    return Area(at.x_mm, at.y_mm, at.width_mm, at.height_mm)


def drawing(*cards: str, **fields: Any) -> AtlantisState:
    """A round in which these come out of the misfortune deck, and Blue's Leader stands on Mountains 5."""
    fields = {"pieces": (leader(BLUE, "mountains_5"), follower(RED, "hills_1")), **fields}
    return table_of(phase=Phase.MISFORTUNE, misfortunes=deck(*cards, discards=(CALM,)), **fields)


@pytest.mark.rule("A-039")
def test_a_misfortune_is_learned_though_a_leader_hides_the_tile_that_it_floods() -> None:
    state = drawing("basic_mountains")
    hidden = (over(state, "island.mountains.5"),)
    table = watched(state, covers=hidden)
    table.show(after(state, DrawMisfortune("basic_mountains")), looks=20, covers=hidden)
    assert table.acts == [DrawMisfortune("basic_mountains")]


@pytest.mark.rule("A-039")
def test_what_anything_else_hides_is_waited_for() -> None:
    state = drawing("basic_forests")
    hidden = (over(state, "island.forests.5"),)
    table = watched(state)
    table.show(after(state, DrawMisfortune("basic_forests")), looks=20, covers=hidden)
    assert table.acts == []
    assert table.watcher.sight.state == "looking"


@pytest.mark.rule("A-038")
def test_a_card_like_the_one_below_it_is_learned_while_atlanteans_hide_tiles() -> None:
    state = drawing(CALM, "basic_hills")
    table = watched(state)
    table.show(after(state, DrawMisfortune(CALM)), looks=10)
    assert table.acts == [DrawMisfortune(CALM)]


@pytest.mark.rule("A-038")
def test_a_card_that_comes_to_light_again_was_not_laid() -> None:
    """A hand takes off what it has laid, and lays it anew."""
    state = drawing(CALM, CALM, "basic_hills")
    laid = after(state, DrawMisfortune(CALM))
    table = watched(state)
    for truth in (laid, state, laid):
        table.show(truth, looks=10)
        assert table.acts == [DrawMisfortune(CALM)]
    table.show(after(laid, DrawMisfortune(CALM)), looks=10)
    assert table.acts == [DrawMisfortune(CALM)] * 2


@pytest.mark.rule("A-099")
def test_a_barrier_that_is_taken_first_is_half_of_an_act_and_no_second_card() -> None:
    """The card is still in the hand: one more Controlled Flood on the one that lies there would show the same."""
    deck_ = ("basic_cities", CONTROLLED, CONTROLLED, "basic_hills")
    state = drawing(*deck_, barriers=(CITIES,))
    lying = replace(state.table.misfortunes, discards=(CONTROLLED,))
    state = replace(state, table=replace(state.table, misfortunes=lying))
    table, drawn = watched(state), after(state, DrawMisfortune("basic_cities"))
    half = replace(drawn, table=replace(drawn.table, misfortunes=lying))
    assert table.show(half, looks=10) == "in_progress"
    assert table.show(drawn, looks=10) == "settled"
    assert table.acts == [DrawMisfortune("basic_cities")]


@pytest.mark.rule("A-083")
def test_a_card_that_is_laid_on_the_discards_untold_is_asked_for_by_name() -> None:
    state = table_of(hands={RED: ("energy",), BLUE: ("energy",)}, library=deck("barrier", discards=("unflood",)))
    table = watched(state)
    discarded = replace(state.table.library, discards=("unflood", "energy"))
    assert table.show(replace(state, table=replace(state.table, library=discarded)), looks=20) == "mismatch"
    (wrong,) = table.watcher.sight.mismatches
    assert wrong.rule == "A-083"
    expected = "Energy card is on the discards: Seat 1 or Seat 2 taps that it is played, or takes it back."
    assert str(wrong.text).replace("Anna", "Seat 1").replace("Ben", "Seat 2") == expected
    assert table.tap(PlayCard(BLUE, "energy")) == "settled"


@pytest.mark.rule("A-083")
def test_a_discard_that_comes_to_light_again_is_nobodys_play() -> None:
    state = table_of(hands={RED: ("energy",)}, library=deck(discards=("energy", "unflood")))
    view = GAME.view(state, None)
    assert GAME.mat.breach(view, "library_discards", (library("energy"),)) is None
    assert GAME.mat.breach(view, "library_discards", (library("unflood"),)) is None
    assert GAME.mat.breach(view, "misfortune_discards", (library("energy"),)) is None


@pytest.mark.rule("A-052")
@pytest.mark.parametrize(("peninsula", "is_hidden"), [(MOUNTAINS, True), (FORESTS, False)])
def test_of_a_chosen_flood_nothing_is_seen_beside_a_leader(peninsula: int, is_hidden: bool) -> None:
    before = drawing(CALM, steps=(Flooding(RED, 1, "card"),))
    act = ChooseFlood(peninsula)
    assert is_unseen(GAME, act, before, after(before, act)) is is_hidden
    told = PlayCard(RED, "energy")
    assert not is_unseen(GAME, told, before, after(before, act))


@pytest.mark.rule("A-094")
def test_any_payment_may_be_tapped_where_one_is_offered() -> None:
    dear = "library.energy.effect"
    state = table_of(owned={}, data={dear: {"op": "gain_energy", "n": 3}})
    rich = replace(state.table, reserves=tuple(replace(each, energy=3) for each in state.table.reserves))
    state = State(rich, state.secrets)
    view = GAME.view(state, None)
    for paid in ((1, 1, 1, 1), (0, 2, 0, 2)):
        assert judge_tap(GAME, state, view, [BuyBarrier(0, paid)], (), False)
    with pytest.raises(TapRefused) as wrong:
        judge_tap(GAME, state, view, [BuyBarrier(0, (1, 1, 1, 0))], (), False)
    assert wrong.value.rule == "A-092"
    poor = table_of()
    with pytest.raises(TapRefused):
        judge_tap(GAME, poor, GAME.view(poor, None), [BuyBarrier(0, (1, 1, 1, 1))], (), False)


ROUNDS = [(3, 1, 5), (4, 1, 8), (1, 2, 2), (2, 2, 5), (4, 2, 3), (7, 2, 6)]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds", "seed"), one_quick(ROUNDS))
def test_rounds_are_understood_by_eyes_made_for_them(tmp_path: Path, players: int, rounds: int, seed: int) -> None:
    hands = "closed" if players == 3 else "open"
    task = Soak("atlantis_rising", rounds, seed, "normal", tmp_path, options={"players": players, "hands": hands})
    unit = play_unit(task, 0, rounds, perfect_eyes)
    assert (unit.wrong, unit.questions, unit.mismatches) == ((), 0, 0), unit.notes
    assert unit.rounds == rounds


@pytest.mark.rule("A-082")
def test_what_a_told_act_lays_is_no_other_act_of_the_same_kind() -> None:
    """Its card lies on one like it, and the next may be the same."""
    held = ("energy", "energy", "energy", "unflood", "unflood", "die")
    state = table_of(hands={RED: held}, steps=(Discarding(RED, 0),), library=deck(discards=("energy",)))
    table, play = watched(state), PlayCard(RED, "energy")
    assert table.tap(play) == "settled"
    played = after(state, play)
    assert table.show(played, looks=10) == "settled"
    assert table.acts == []
    table.show(after(played, DiscardCard(RED, "energy")), looks=10)
    assert table.acts == [DiscardCard(RED, "energy")]


@pytest.mark.rule("A-039", "A-042")
def test_a_tapped_misfortune_on_one_like_it_is_drawn_once() -> None:
    """It floods the last tile there, so that one more like it would show nothing."""
    card = "basic_hills"
    state = drawing(card, card, card, dry={HILLS: 1}, pieces=())
    state = replace(state, table=replace(state.table, misfortunes=replace(state.table.misfortunes, discards=(card,))))
    table, draw = watched(state), DrawMisfortune(card)
    table.tap(draw)
    drawn = after(state, draw)
    assert table.show(drawn, looks=10) == "settled"
    assert table.acts == []
    table.show(after(drawn, draw), looks=10)
    assert table.acts == [draw]


@pytest.mark.rule("A-082", "A-084")
def test_an_artifact_that_a_told_keep_lays_is_no_discard() -> None:
    """A hand hides it at first, and one of the cards that are to be discarded then is like the one on the discards."""
    held, drawn = ("energy", "unflood", "artifact_2", "volunteers"), ("ancient_atlas", "energy")
    state = table_of(
        hands={RED: held}, steps=(Drawing(RED, 0, "one_bottom", drawn),), library=deck(discards=("volunteers",))
    )
    table, keep = watched(state), Keep(RED, ("ancient_atlas",), 0)
    table.tap(keep)
    kept = after(state, keep)
    table.show(kept, looks=10, covers=(over(state, "artifacts"),))
    assert table.show(kept, looks=10) == "settled"
    assert table.acts == []
