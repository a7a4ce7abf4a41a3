"""`companion lights` for games that have samples of their light: every signal has words, light, and no flash."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.cli.group import cli
from companion.cli.paper.lights import rows_for
from companion.lights.lamp import Lamp, gamma_table
from companion.lights.player import Player
from companion.lights.render import render
from companion.lights.scene import MOST_FLASHES_HZ
from companion.printing.kits import KITS

GAMES = ["atlantis_rising", "manawave", "rolling_with_the_waves"]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_lights_look_alike_that_say_different_things(game: str) -> None:
    rows = rows_for(game, 1)
    assert len({row.title for row in rows}) == len(rows)
    said = {row.scene.text(): row for row in rows}
    assert len({render(row.scene, 60, 0.3) for row in said.values()}) == len(said) == len(rows)
    assert all(said), "none is mute"


@pytest.mark.parametrize("game", GAMES)
def test_every_light_that_is_told_gives_light_on_a_strip_at_half_brightness(game: str) -> None:
    table = gamma_table(2.8, 0.5)
    for row in rows_for(game, 1):
        pixels = render(row.scene, 60)
        for glow in row.scene.glows:
            first = round(glow.start * 60)
            places = range(first, first + max(1, round(glow.length * 60)))
            brightest = max(table[value] for place in places for value in pixels[place % 60])
            assert not glow.text or brightest >= 5, (row.title, glow.text)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_asks_for_more_than_three_flashes_a_second(game: str) -> None:
    for row in rows_for(game, 1):
        for glow in row.scene.glows:
            assert glow.motion == "steady" or glow.period_s >= 1 / MOST_FLASHES_HZ, (row.title, glow)
            assert 0 <= glow.start <= 1
            assert glow.length > 0


@pytest.mark.parametrize("pixels", [8, 60, 144, 230])
@pytest.mark.parametrize("game", GAMES)
def test_every_light_fits_a_strip_of_any_length(game: str, pixels: int) -> None:
    for row in rows_for(game, 1):
        assert len(render(row.scene, pixels)) == pixels
        assert max(max(pixel) for pixel in render(row.scene, pixels)) > 60


def test_the_lights_are_what_a_player_of_scenes_takes() -> None:
    lamp = Lamp(2.8, 0.5, 400)
    for game in GAMES:
        player = Player(60, lamp)
        for number, row in enumerate(rows_for(game, 1)):
            player.show(row.scene)
            assert len(player.frame(float(number)).light) == 180


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_is_written_as_a_picture(game: str, tmp_path: Path) -> None:
    path = tmp_path / "lights.png"
    result = CliRunner().invoke(cli, ["lights", game, "--sheet", str(path)], prog_name="companion")
    assert (result.exit_code, result.output) == (0, f"{len(rows_for(game, 1))} lights are drawn in {path}.\n")
    picture = cv2.imread(str(path))
    assert picture is not None
    assert path.stat().st_size < 700_000
    assert all(row.layout in KITS[game].mats.values() for row in rows_for(game, 1))
