"""What the eyes ask the game on the table about its dice: once for each moment, and nothing where it has none."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli.table.eyes import DiceSnapshot
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.table.dice import DiceZone


class Moment:
    """A snapshot of a game, as far as it is asked."""

    def __init__(self, game: AnyGame, views: list[Any]) -> None:
        self.game = game
        self._views = views

    def view(self, seat: int | None) -> Any:
        assert seat is None  # what nobody but a seat may know must open nothing
        self._views.append(self.game.view(self.game.new_game({}, {}), None))
        return self._views[-1]


@pytest.fixture
def views() -> list[Any]:
    return []


def test_the_game_is_asked_once_for_each_moment(views: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["rolling_with_the_waves"]
    assert game.dice is not None
    moments: list[Any] = [None, Moment(game, views), Moment(game, views)]
    told = DiceSnapshot(lambda: moments[0])
    assert (told.opened(), told.zones()) == (frozenset(), ())
    monkeypatch.setattr(type(game.dice), "opened", lambda self, view: frozenset({f"board.{len(views)}"}))
    for count in (1, 2):
        moments.pop(0)
        assert told.opened() == told.opened() == {f"board.{count}"}
        assert DiceZone("dice_tray") in told.zones()
        assert len(views) == count


def test_a_game_without_dice_opens_nothing(views: list[Any]) -> None:
    game = GAMES["waves"]
    assert game.dice is None
    told = DiceSnapshot(lambda: Moment(game, views))  # type: ignore[arg-type, return-value]
    assert (told.opened(), told.zones(), views) == (frozenset(), (), [])
