"""Dice on the page with the pieces: those that everybody sees lie there, and no others."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.state.model import TRAY
from companion.table.dice import TrueDie
from tests.web.world import SmallWorld
from web.render.virtual_table import virtual_table

pytestmark = pytest.mark.rolling_with_the_waves
GAME = GAMES["rolling_with_the_waves"]
VIEW = GAME.view(GAME.new_game({"players": 3}, {}), None)
LAYOUT = GAME.mat.layout(VIEW)


class DiceWorld(SmallWorld):
    """A table on which a red 5 lies in the middle of one zone."""

    def __init__(self, zone: str, *, is_busy: bool = False) -> None:
        super().__init__(LAYOUT, GAME.mat.kit)
        (self._at,) = [each for each in LAYOUT.zones if each.zone == zone]
        self._is_busy = is_busy

    def rolled(self) -> tuple[TrueDie, ...]:
        zone = self._at
        return (TrueDie(5, "red", zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2, zone.zone),)

    def busy(self) -> bool:
        return self._is_busy


def test_dice_lie_where_everybody_sees_them() -> None:
    ground = str(virtual_table(GAME, VIEW, DiceWorld(TRAY)).ground)
    die = ground[ground.index('class="lying-die"') :]
    assert die.count("<circle") == 5
    assert GAME.mat.pieces["die:red"].colour in die


def test_dice_behind_a_screen_or_still_rolling_are_not_shown() -> None:
    (screened, *_) = [zone.zone for zone in LAYOUT.zones if zone.private]
    for world in (DiceWorld(screened), DiceWorld(TRAY, is_busy=True)):
        assert "lying-die" not in virtual_table(GAME, VIEW, world).ground
