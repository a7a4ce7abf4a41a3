"""Waves at a live table: what it says of things seen and of setups it refuses, a correction, and bots that dawdle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.bots import Autopilot
from companion.games.core import Memory
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.games.waves.rules.actions import (
    Discard,
    Draw,
    RevealFollower,
    RevealRebels,
    TurnUpElder,
    TurnUpGapElder,
)
from companion.live.requests import Correct
from tests.companion.games.waves.positions import GAME
from tests.companion.tables import HOST, facts_of, open_room, own, play_to


@pytest.mark.parametrize(
    ("act", "seen"),
    [
        (Draw(0), "Anna has seen the card drawn from the deck. It goes face down on top of the deck again."),
        (TurnUpElder(1, 3), "Everybody has seen the Knight in front of Ben. "),
        (TurnUpGapElder(3), "Everybody has seen the unassociated Knight. "),
        (
            RevealFollower(1, 3),
            "Everybody has seen the Follower of Ben: a Knight. Turn it face down again and play on with it.",
        ),
        (
            RevealRebels(1, 3),
            "Everybody has seen the Rebels of Ben: Knights. Turn them face down again and play on with ",
        ),
        (Discard(1, 3), "Everybody has seen the Knight that Ben discarded. It goes back to the hand."),
    ],
    ids=lambda each: type(each).__name__,
)
def test_every_reveal_is_named(act: Any, seen: str) -> None:
    state = GAME.new_game({"cards": "own"}, {})
    memory = GAME.memory(GAME.view(state, None, ("Anna", "Ben", "Cleo", "Dan")), GAME.view_action(act, None))
    assert isinstance(memory, Memory)
    assert str(memory.text).startswith(seen)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"cards": "paper"}, "Waves cannot be played with cards 'paper'. Choose one of: own, virtual."),
        (
            {"tablets": "row9"},
            "Waves cannot be played with tablets 'row9'. Choose one of: first, row1, row2, row3, own.",
        ),
        ({"edition": "third"}, "Waves cannot be played with edition 'third'. Choose one of: rebels, breakers."),
    ],
)
def test_an_option_that_is_none_is_refused_with_those_there_are(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new_game(options, {})
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("owner", "told"),
    [
        ({"council_card": 3}, "council_card is 3 in owner/waves.toml"),
        ({"council_card": {"all_vs_all": 1}}, "all_vs_all is 1 in owner/waves.toml"),
        (
            {"council_card": {"all_vs_all": {"4": {"seer": 9}}}},
            "The Council card's number for Seers is 9 in owner/waves.toml.",
        ),
        ({"council_card": {"all_vs_all": {"4": {"seer": "two"}}}}, "The Council card's number for Seers is 'two'"),
    ],
)
def test_owner_figures_that_make_no_sense_are_told(owner: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.new_game({}, owner)
    assert told in str(refused.value)


def test_rebels_corrected_to_lie_face_down_are_turned_up_before_their_extras_go(tmp_path: Path) -> None:
    agents: dict[str, int | str] = {"agent.0.posture": "rebel", "agent.0.count": 3, "hand.0": 2}
    for seat in (1, 2, 3):
        agents |= {f"agent.{seat}.posture": "follower", f"agent.{seat}.count": 1, f"hand.{seat}": 4}
    with open_room(tmp_path) as room:
        table = own(room, game="waves")
        play_to(table, "play")
        assert table.submit(HOST, Correct({**agents, "phase": "extras", "active": 1})).accepted
        facts = facts_of(table)
    assert facts["phase"] == "reveal"
    assert [facts[f"discard.{cls}"] for cls in range(1, 6)] == [0] * 5


def test_bots_that_dawdle_make_longer_games() -> None:
    lengths = {dawdle: sum(length(seed, dawdle) for seed in range(4)) for dawdle in (False, True)}
    assert lengths[True] > 1.5 * lengths[False]


def length(seed: int, dawdle: bool) -> int:
    """How many acts the bots of a seed need for a game."""
    game: AnyGame = GAME
    pilot, state, acts = Autopilot(game, seed, dawdle=dawdle), game.new_game({"cards": "virtual"}, {}), 0
    while (proposal := pilot.propose(state, acts, frozenset())) is not None:
        state, acts = game.apply_action(state, proposal[0]), acts + 1
    return acts
