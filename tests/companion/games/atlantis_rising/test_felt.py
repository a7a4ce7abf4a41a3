"""What a card laid on the reader is, by the ledger: section 7.1, and the rule of the act that it is."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import CALM
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.mat.looks import library, misfortune
from companion.games.atlantis_rising.mat.sensors import KINDS
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    ChooseCouncilor,
    DrawMisfortune,
    EndMisfortunes,
    RevealCouncilor,
    TakeCouncilor,
)
from companion.games.atlantis_rising.rules.decisions import DiscardCard, DrawArtifact, DrawCard, KeepArtifact
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisState, Phase
from companion.games.atlantis_rising.state.steps import Discarding, Studying
from tests.companion.games.atlantis_rising.play import BLUE, GREEN, RED, YELLOW, after, follower, taken
from tests.companion.games.atlantis_rising.positions import deck
from tests.companion.games.atlantis_rising.tables import coloured, table_of

SHELVES = {"peninsula.libraries.icon": ("both",) * 6, "peninsula.libraries.spaces": (2,) * 6}
ATLAS, OTHER, THIRD = "ancient_atlas", "artifact_2", "artifact_3"


def felt(state: AtlantisState, kind: str) -> AtlantisAction | None:
    return GAME.reader.act(GAME.known(GAME.view(state, None)), kind)


def reading(*cards: str, hand: tuple[str, ...] = ()) -> AtlantisState:
    """Red draws two of these at a tile that lets both be kept; Blue holds a hand."""
    red = follower(RED, "libraries_1")
    state = table_of(data=SHELVES, pieces=[red], library=deck(*cards), hands={BLUE: hand})
    return after(state, Activate(RED, "follower", "libraries_1", 0))


@pytest.mark.rule("A-074")
def test_while_somebody_draws_a_library_card_is_drawn_by_them() -> None:
    state = reading("energy", "barrier", hand=("barrier",))
    assert felt(state, library("energy")) == DrawCard(RED, "energy")
    # The next card is known here, and no other can come; what Blue holds is played between acts alone.
    assert felt(state, library("barrier")) is None
    state = after(state, DrawCard(RED, "energy"))
    assert felt(state, library("barrier")) == DrawCard(RED, "barrier")


@pytest.mark.rule("A-074")
def test_a_card_that_was_drawn_just_now_is_not_the_next_of_its_kind() -> None:
    state = after(reading("energy", "energy"), DrawCard(RED, "energy"))
    assert felt(state, library("energy")) is None
    state = taken(after(state, DrawCard(RED, "energy")))
    assert state.table.hands[RED] == ("energy", "energy")
    assert felt(state, library("energy")) is None


@pytest.mark.rule("A-074", "A-175")
def test_an_artifact_that_is_drawn_of_the_library_is_a_library_card() -> None:
    state = table_of(data=SHELVES, pieces=[follower(RED, "libraries_1")], artifacts=(ATLAS, OTHER))
    state = after(state, Activate(RED, "follower", "libraries_1", 0))
    assert felt(state, library(ATLAS)) == DrawCard(RED, ATLAS)
    assert felt(state, library(THIRD)) is None


@pytest.mark.rule("A-083", "A-084")
def test_who_plays_a_card_is_told_and_never_felt() -> None:
    state = table_of(phase=Phase.ACTIONS, hands={RED: ("barrier", "energy"), GREEN: (ATLAS,)})
    assert felt(state, library("barrier")) is None
    assert felt(state, library(ATLAS)) is None


@pytest.mark.rule("A-034", "A-035")
def test_where_a_misfortune_is_to_be_drawn_it_is_that() -> None:
    state = table_of(phase=Phase.MISFORTUNE, starter=YELLOW)
    assert felt(state, "misfortune:mountains") == DrawMisfortune("basic_mountains")
    assert felt(state, misfortune(CALM)) == DrawMisfortune(CALM)
    assert felt(state, "misfortune:special") is None
    state = after(state, DrawMisfortune(CALM))
    # A second one of them looks like the first laid there once more.
    assert felt(state, misfortune(CALM)) is None
    assert felt(state, "misfortune:mountains") == DrawMisfortune("basic_mountains")


@pytest.mark.rule("A-045")
def test_once_all_have_drawn_a_misfortune_is_nothing() -> None:
    state = table_of(phase=Phase.MISFORTUNE)
    names = ("basic_mountains", "basic_hills", "basic_forests", "basic_cities")
    state = after(state, *map(DrawMisfortune, names))
    assert felt(state, "misfortune:libraries") is None
    assert felt(after(state, EndMisfortunes()), "misfortune:libraries") is None


@pytest.mark.rule("A-011")
def test_a_councilor_is_taken_where_one_seat_alone_is_left() -> None:
    state = coloured(2)
    assert felt(state, "councilor:artificer") is None
    state = after(state, TakeCouncilor(RED, "artificer"))
    assert felt(state, "councilor:priest") == TakeCouncilor(BLUE, "priest")
    assert felt(state, "councilor:artificer") is None


@pytest.mark.rule("A-139")
def test_boards_for_the_hologram_are_turned_up_and_the_first_may_be_chosen() -> None:
    stack = ("artificer", "priest", "emissary")
    state = table_of(2, Phase.REVEAL, starter=BLUE, stack=stack)
    assert felt(state, "councilor:priest") == RevealCouncilor("priest")
    assert felt(state, "councilor:explorer") is None
    state = after(state, RevealCouncilor("priest"))
    assert felt(state, "councilor:priest") is None
    state = after(state, RevealCouncilor("artificer"))
    assert felt(state, "councilor:priest") == ChooseCouncilor(BLUE, "priest")
    # The one that was turned up last may lie there for that.
    assert felt(state, "councilor:artificer") is None
    assert felt(state, "councilor:emissary") is None


@pytest.mark.rule("A-175")
def test_a_scholars_artifacts_are_drawn_and_the_first_may_be_kept() -> None:
    state = table_of(steps=(Studying(RED, False),))
    assert felt(state, library(ATLAS)) == DrawArtifact(ATLAS)
    state = after(state, DrawArtifact(ATLAS))
    assert felt(state, library(ATLAS)) is None
    assert felt(state, library(THIRD)) == DrawArtifact(THIRD)
    state = after(state, DrawArtifact(OTHER))
    assert felt(state, library(ATLAS)) == KeepArtifact(RED, ATLAS)
    assert felt(state, library(OTHER)) is None
    assert felt(state, library(THIRD)) is None


@pytest.mark.rule("A-036", "A-082")
def test_where_a_discard_is_asked_a_card_of_that_hand_is_discarded() -> None:
    hands = {RED: ("barrier", "energy", ATLAS), BLUE: ("unflood",)}
    state = table_of(hands=hands, steps=(Discarding(RED, 1),))
    assert felt(state, library("energy")) == DiscardCard(RED, "energy")
    assert felt(state, library(ATLAS)) == DiscardCard(RED, ATLAS)
    assert felt(state, library("unflood")) is None
    # Above the limit it may be played instead: of what may be either the reader tells nothing.
    five = {RED: ("barrier", "energy", "unflood", "die", ATLAS)}
    state = table_of(hands=five, steps=(Discarding(RED, 0),))
    assert felt(state, library("energy")) is None
    assert felt(state, library("die")) == DiscardCard(RED, "die")
    assert felt(state, library(ATLAS)) == DiscardCard(RED, ATLAS)


@pytest.mark.rule("A-118")
def test_what_is_no_card_and_what_comes_after_the_end_is_nothing() -> None:
    state = table_of(phase=Phase.MISFORTUNE)
    for kind in ("back", "barrier", "library:card", "councilor", "unknown"):
        assert felt(state, kind) is None
        assert kind not in KINDS
    assert felt(table_of(phase=Phase.MISFORTUNE, ended="lost"), "misfortune:mountains") is None


def test_every_card_and_board_of_the_box_may_be_laid_there() -> None:
    box = table_of().table.setup.box
    cards = {*map(library, (*box.library, *box.artifacts)), *map(misfortune, box.special)}
    assert cards | {f"councilor:{each}" for each in box.councilors} <= {*KINDS}
    assert len(KINDS) == 8 + 11 + 6 + 8 + 2 + 10
