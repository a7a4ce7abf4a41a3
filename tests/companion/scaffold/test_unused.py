"""Numbers of a new game: such as no other has, found by looking at all of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.scaffold.names import MARKERS
from companion.scaffold.unused import FROM, NoneLeft, letter_for, mark_for, markers_for
from tests.games.last_tile.game import GAME as LAST_TILE
from tests.games.registered import PRODUCT_GAMES, SEALED_BID

PRODUCTS = tuple(GAMES[name] for name in PRODUCT_GAMES)


def markers_of(game: AnyGame) -> set[int]:
    return {int(marker) for piece in game.mat.kit.pieces.values() for marker in piece.markers}


def test_markers_are_nobodys_where_there_are_as_many() -> None:
    assert markers_for((LAST_TILE,), 15) == (FROM, ())
    first, shared_with = markers_for(PRODUCTS, 3)
    assert shared_with == ()
    assert not any({*range(first, first + 3)} & markers_of(game) for game in PRODUCTS)


def test_else_they_are_those_of_the_fewest_games_which_are_named() -> None:
    first, shared_with = markers_for(PRODUCTS, 15)
    assert first >= FROM
    wanted = {*range(first, first + 15)}
    assert shared_with == tuple(game.title for game in PRODUCTS if wanted & markers_of(game))
    assert len(shared_with) == 1


def test_the_mark_of_a_mat_is_the_next_that_no_game_has() -> None:
    taken = {layout.mark.id for game in PRODUCTS for layout in game.mat.layouts.values() if layout.mark}
    assert mark_for(PRODUCTS) == max(taken) + 1
    assert mark_for((*PRODUCTS, SEALED_BID)) == max(taken) + 1  # those of games for tests are far from it
    assert mark_for(()) == 500


@pytest.mark.parametrize(
    ("games", "name", "letter"),
    [((), "tide_pool", "T"), ((LAST_TILE,), "lamp", "A"), ((LAST_TILE, SEALED_BID), "bl_9", "A")],
)
def test_the_letter_is_one_of_its_name_where_no_game_has_that(
    games: tuple[AnyGame, ...], name: str, letter: str
) -> None:
    assert letter_for(games, name) == letter


def test_it_is_said_where_no_letter_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.scaffold.unused.string.ascii_uppercase", "L")
    with pytest.raises(NoneLeft, match=r"^Every letter begins some game's rules\. Take a game out of the registry"):
        letter_for((LAST_TILE,), "lamp")


def test_no_game_is_called_as_a_marker_of_the_tests() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    declared = project["tool"]["pytest"]["ini_options"]["markers"]
    assert {re.split(r"[(:]", line)[0] for line in declared} == MARKERS
