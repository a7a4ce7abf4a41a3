"""Positions of Head to head: Ann (seat 0) has slots 0 and 2, Ben (seat 1) slots 1 and 3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.waves.rules.actions import TurnUpElder
from companion.games.waves.state.model import Phase, WavesState
from tests.companion.games.waves.positions import GAME, play_until, position

NAMES = ("Ann", "Ben")
CALM = {5: "NOB-C"}
S23 = ["F4", "R1x2", "F2", "R3x1"]
"""What lies at slots 0 to 3 in S-23."""


def h2h(council: Sequence[int], **more: Any) -> WavesState:
    return position(council, mode="head_to_head", first=0, **more)


def elders_up() -> WavesState:
    """A game whose four Elders lie, before the lot."""
    state: WavesState = GAME.new_game({"mode": "head_to_head", "cards": "virtual"}, {})
    for slot, elder in enumerate((1, 3, 5, 3)):
        state = GAME.apply_action(state, TurnUpElder(slot, elder))
    return state


def s23(**more: Any) -> WavesState:
    """The round of S-23, in which only slot 0 collects."""
    return h2h([1, 5, 5, 5], **{"tablets": CALM, "card_shells": 1, "hands": {1: [1, 1, 3, 4, 5]}, **more})


def empty_handed(seat: Seat = 0, token: int = 0, **more: Any) -> WavesState:
    hands: Mapping[int, Sequence[int]] = {seat: []}
    return play_until(h2h([1, 4, 4, 2], token=token, hands=hands, **more), Phase.PLAY, [])


def refused(state: WavesState, action: Any) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply_action(state, action)
    return caught.value.rule, str(caught.value.reason)
