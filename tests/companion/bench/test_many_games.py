"""Saved games laid into a data folder by the attack with many of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bench.many_games import ManyGames, save_game
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.resume import replay
from companion.storage.home import Home, id_of
from tests.games.registered import SEALED_BID

ROWS = 12


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_saved_game_of_bots_is_one_that_can_be_resumed(game: AnyGame, tmp_path: Path) -> None:
    rows = read_journal(save_game(game, tmp_path / "one.journal", ROWS))
    assert len(rows) >= ROWS
    assert replay(GAMES, rows).play_count == len(rows) - 1


def test_so_many_games_lie_in_the_folder(tmp_path: Path) -> None:
    assert ManyGames(SEALED_BID, count=3, rows=ROWS).prepare(tmp_path) == ()
    assert {id_of(path) for path in Home(tmp_path).journals()} == {f"sealed_bid-000{number}" for number in (1, 2, 3)}
