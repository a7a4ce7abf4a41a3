"""Dice of other colours than those of the box: opaque Freebooters, and crews as an owner's dice have them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from companion.games.errors import BadOption
from companion.games.rolling_with_the_waves.data.figures import FREE
from companion.games.rolling_with_the_waves.state.model import DiceState, DieCorrected, PoolRolled, TakeBag
from companion.games.rolling_with_the_waves.state.records import Die, Phase
from companion.live.timeline import state_hash
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, after, refusal

ORANGE = {"dice": {"colours": ["red", "orange", "blue", "purple", "yellow"]}}


def ready(owner: dict[str, Any] | None = None, **options: Any) -> DiceState:
    """A game of two before its first roll."""
    return after(GAME.new_game({"players": 2, **options}, owner or {}), TakeBag(0))


@pytest.mark.parametrize("score_only", [False, True])
@pytest.mark.parametrize(("look", "rolled"), [("clear", "clear"), ("white", "white"), ("own", "white")])
def test_hands_roll_freebooters_of_the_colour_that_was_chosen(look: str, rolled: str, score_only: bool) -> None:
    state = GAME.new_game({"players": 2, "freebooters": look, "score_only": score_only}, {})
    state = state if score_only else after(state, TakeBag(0))
    view, game = GAME.view(state, None), GAME.bound(state)
    assert game.dice is not None
    (roll,) = game.dice.open_rolls(view)
    seen = {each for seed in range(20) for each in game.dice.to_roll(view, roll, random.Random(seed))}
    assert seen == {"red", "blue", rolled}
    examples = {each for act in game.legal_actions(state) if isinstance(act, PoolRolled) for each in act.colours}
    assert examples == seen
    assert game.dice.may_be_clear(view) is (look == "clear")


def test_clear_ones_are_what_is_not_written() -> None:
    state = GAME.new_game({"players": 2}, {})
    assert state_hash(GAME.new_game({"players": 2, "freebooters": "clear"}, {})) == state_hash(state)
    assert b'"free"' not in msgspec.json.encode(state)
    assert state.table.played.setup.crew is msgspec.UNSET


@pytest.mark.rule("R-032")
@pytest.mark.parametrize("colour", ["white", "black", "orange", "clear"])
def test_whatever_is_no_crew_colour_is_a_freebooter(colour: str) -> None:
    rolled = PoolRolled((1, 2, 3, 4, 5, 6), ("red", "red", "blue", "blue", colour, colour))
    state = after(ready(freebooters="own"), rolled)
    assert state.table.played.pool[4:] == (Die(FREE, 5), Die(FREE, 6))
    assert state.table.played.phase is Phase.DRAFT


def test_a_crew_may_be_of_another_colour() -> None:
    state = ready(ORANGE)
    assert state.table.played.setup.colours == ("red", "orange")
    rolled = PoolRolled((1, 2, 3, 4, 5, 6), ("red", "red", "orange", "orange", "green", "clear"))
    state = after(state, rolled)
    assert [die.colour for die in state.table.played.pool] == ["red", "red", "orange", "orange", FREE, FREE]
    assert DieCorrected(1, 1, 1, "orange") not in GAME.legal_actions(state), "all two of them lie there"
    assert refusal(ready(ORANGE), PoolRolled(rolled.values, ("yellow", *rolled.colours[1:]))) == "R-030"


@pytest.mark.parametrize(
    "typed",
    [
        ["red", "blue", "green", "yellow"],
        ["red", "blue", "green", "yellow", "red"],
        ["red", "blue", "green", "yellow", "clear"],
        ["red", "blue", "green", "yellow", "r\u0435d"],
        ["red", "blue", "green", "yellow", "\u200b"],
        ["red", "blue", "green", "yellow", "dealer"],
        ["red", "blue", "green", "yellow", 5],
        "red",
        None,
    ],
)
def test_what_crews_cannot_be(typed: object) -> None:
    owner = {"dice": {"colours": typed}} if typed is not None else {"dice": 4}
    shown = typed if typed is not None else 4
    with pytest.raises(BadOption) as refused:
        GAME.new_game({"players": 2}, owner)
    assert str(refused.value.reason) == (
        f"The crew colours are {shown!r} in owner/rolling_with_the_waves.toml. Write colours = [...] in [dice]: "
        "5 names of colours, each another one, none of them clear, freebooter or unknown; or delete the line."
    )


def test_a_crew_that_nobody_knew_has_a_piece_to_draw() -> None:
    assert GAME.mat.pieces["die:orange"].colour == "#d9731a"
