"""Acting once more, the Automaton's help, and an artifact that keeps a card: what the laws of games do not reach."""

from __future__ import annotations

import pytest

from companion.games.atlantis_rising.data.contents import PieceKind
from companion.games.atlantis_rising.rules.acts import Activate
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import Enough, PlayCard, Repeat
from companion.games.atlantis_rising.state.model import AtlantisState, Built, Phase
from companion.games.atlantis_rising.state.steps import Attempt, Drawing, Sacrificing
from tests.companion.games.atlantis_rising.law_positions import Spot, built, standing, started, with_table
from tests.companion.games.atlantis_rising.play import after

ACTING = Phase.ACTIONS


def holding(state: AtlantisState, *cards: str) -> AtlantisState:
    """The same with these cards in the hand of seat 0."""
    return with_table(state, hands=(cards, *state.table.hands[1:]))


@pytest.mark.rule("A-166", "A-168")
def test_nobody_acts_again_on_a_space_for_two_whose_other_one_is_out_of_the_game() -> None:
    """A Leader that is left alone where its partner was given up cannot activate that space once more."""
    game = started(4, level=3)
    names = [each.component for each in game.table.blueprint if each.component != "d_2"]
    laid = tuple(Built(name) for name in dict.fromkeys((*names, "soul_terraformer")))
    game = built(with_table(game, blueprint=laid, round=2), "soul_terraformer")
    pair: tuple[Spot, ...] = (0, "leader", "soul_terraformer", 0), (1, "follower", "soul_terraformer", 0)
    state = holding(standing(game, *pair, phase=ACTING), "cipher_of_expertise")
    acted = after(state, Activate(0, "leader", "soul_terraformer", 0))
    assert acted.table.boxed == (0, 1, 0, 0)
    played = after(acted, PlayCard(0, "cipher_of_expertise"))
    assert not any(isinstance(step, Sacrificing) for step in played.table.steps)
    assert not any(isinstance(act, Repeat) for act in COURSE.legal_actions(played))


@pytest.mark.rule("A-166", "A-172")
def test_of_three_in_the_cities_two_roll_again() -> None:
    """Q-45: three share the space, two of them roll, also where that spot is activated once more."""
    game = started(4, "emissary")
    trio: tuple[Spot, ...] = (
        (0, "leader", "cities_6", 0),
        (1, "follower", "cities_6", 0),
        (2, "follower", "cities_6", 0),
    )
    state = holding(standing(game, *trio, phase=ACTING, acted=True), "cipher_of_expertise")
    state = after(state, PlayCard(0, "cipher_of_expertise"))
    offered = {act for act in COURSE.legal_actions(state) if not isinstance(act, Enough)}
    assert offered == {Repeat(0, "leader", "cities_6", 0, pair) for pair in ((0, 1), (0, 2), (1, 2))}
    rolling = after(state, Repeat(0, "leader", "cities_6", 0, (1, 2))).table.steps[-1]
    assert isinstance(rolling, Attempt)
    assert (rolling.rollers, len(rolling.bonus)) == ((1, 2), 2)


@pytest.mark.rule("A-152", "A-154")
@pytest.mark.parametrize(("others", "bonus"), [(("leader",), (2, 0)), (("leader", "follower"), (2, 2))])
def test_the_automaton_helps_each_die_of_another(others: tuple[PieceKind, ...], bonus: tuple[int, int]) -> None:
    """Q-26: the die in its own place gets nothing; beside two who roll for themselves there is no such die."""
    game = with_table(started(1, "emissary"), hologram="explorer", phase=Phase.PLACE)
    automaton: PieceKind = "automaton"
    state = standing(game, *((0, kind, "cities_1", 0) for kind in (*others, automaton)), phase=ACTING)
    (act,) = (each for each in COURSE.legal_actions(state) if getattr(each, "place", "") == "cities_1")
    rolling = after(state, act).table.steps[-1]
    assert isinstance(rolling, Attempt)
    assert (rolling.bonus, rolling.rollers) == (bonus, (0, 0))


@pytest.mark.rule("A-084")
def test_an_artifact_may_let_its_owner_keep_a_card_more() -> None:
    """Of a "one, discard" tile both cards are kept for nothing, by the owner of the artifact alone."""
    effect = {"effect": {"op": "keep_extra_card", "n": 1}}
    game = holding(started(4, owner={"artifacts": {"artifact_2": effect}}), "artifact_2")
    spots: tuple[Spot, ...] = (0, "follower", "libraries_1", 0), (1, "follower", "libraries_1", 1)
    state = standing(game, *spots, phase=ACTING)
    for seat, free in ((0, 1), (1, 0)):
        step = after(state, Activate(seat, "follower", "libraries_1", seat)).table.steps[-1]
        assert isinstance(step, Drawing)
        assert step.free == free
