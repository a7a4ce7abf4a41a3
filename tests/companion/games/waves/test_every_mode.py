"""Waves in each of its modes at a live table: played by hand, and taken back to the first act and done again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.games.offers import combinations
from companion.games.option_text import options_text
from companion.games.waves.game import Waves
from tests.companion.party import Party
from tests.companion.rewinding import back_and_forth, play_at_random
from tests.companion.tables import check_replay, open_room

QUICK = ({"mode": "all_vs_all", "players": 3}, {"mode": "head_to_head", "players": 2})
"""The gap without a seat, and an open act before one that nobody sees."""
MODES = [
    pytest.param(options, edition, marks=[pytest.mark.slow] * (edition != "rebels" or options not in QUICK))
    for options in combinations(Waves())
    for edition in ("rebels", "breakers")
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "edition"), MODES, ids=lambda each: each if isinstance(each, str) else options_text(each)
)
def test_bots_play_three_rounds_by_hand(options: dict[str, Any], edition: str, tmp_path: Path) -> None:
    with open_room(tmp_path / "data", has_hands=True) as room:
        # With the rebels of row 2 Elders move, and numbers are copied from Agents that still lie face down.
        party = Party(room, game="waves", **options, edition=edition, tablets="row2")
        party.go_on(lambda: bool(party.table.round == 4))
        party.look(5)  # what the last look showed may still be judged
        assert party.now.sight.state != "mismatch"
        check_replay(room)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({"mode": "all_vs_all", "players": 3}, "own"),
        ({"mode": "teams", "players": 4, "tablets": "row1"}, "virtual"),
        *(
            pytest.param(options, cards, marks=pytest.mark.slow)
            for options, cards in (
                ({"mode": "all_vs_all", "players": 3}, "virtual"),
                ({"mode": "all_vs_all", "players": 5, "tablets": "row2"}, "own"),
                ({"mode": "all_vs_all", "players": 5, "tablets": "row2"}, "virtual"),
                ({"mode": "teams", "players": 4, "tablets": "row1"}, "own"),
                ({"mode": "teams", "players": 6}, "own"),
                ({"mode": "teams", "players": 6}, "virtual"),
                ({"mode": "head_to_head", "players": 2, "tablets": "row1"}, "own"),
                ({"mode": "head_to_head", "players": 2, "tablets": "row1"}, "virtual"),
            )
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else f"{each['mode']}-{each['players']}",
)
def test_undo_to_the_first_act_and_redo_of_all_agree(options: dict[str, Any], cards: str, tmp_path: Path) -> None:
    with open_room(tmp_path / "home") as room:
        rng = random.Random(5)
        session = play_at_random(room, "waves", {"cards": cards, **options}, rng)
        assert session._timeline.state.table.round > 1
        back_and_forth(room, rng, longest_leap=25)
