"""Everything that the strip says in Waves, as `companion lights` draws it."""

from __future__ import annotations

import pytest

from companion.cli.paper.showcase import AnyState, Row, phases, rows_of
from companion.games.parts import NAMES
from companion.games.registry import GAMES
from companion.games.waves.data.figures import SHELLS
from companion.games.waves.state.model import Phase
from companion.lights.lamp import gamma_table
from companion.lights.render import render
from companion.lights.scene import Scene

WAVES = GAMES["waves"]


@pytest.fixture(scope="module")
def met() -> dict[str, AnyState]:
    return phases(WAVES, seed=1)


@pytest.fixture(scope="module")
def rows(met: dict[str, AnyState]) -> tuple[Row, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.cli.paper.showcase.phases", lambda game, seed: met)  # played once
        return rows_of(WAVES, seed=1)


@pytest.mark.slow
def test_every_phase_of_the_game_is_met(met: dict[str, AnyState]) -> None:
    assert {state.table.phase for state in met.values()} == set(Phase)
    assert any(state.table.winner >= 0 for state in met.values())


@pytest.mark.slow
def test_no_two_lights_look_alike_that_say_different_things(rows: tuple[Row, ...]) -> None:
    said = {row.scene.text(): row for row in rows}
    shown = {render(row.scene, 60) for row in said.values()}
    assert len(shown) == len(said)


@pytest.mark.parametrize("pixels", [60, 72, 96, 120, 144])
def test_the_shells_can_be_counted_on_a_strip(met: dict[str, AnyState], pixels: int) -> None:
    """By the light of a strip with a gamma of 2.8: as many bright places as shells, and dark before each."""
    table, counted = gamma_table(2.8, 1.0), set()
    for state in met.values():
        scene = WAVES.light.scene(WAVES.view(state, None, NAMES[:4]))
        shells = [glow for glow in scene.glows if glow.colour == "#ffe9c4"]
        alone = Scene(tuple(glow for glow in scene.glows if glow.colour in ("#ffe9c4", "#000000")))
        bright = [table[red] > 60 for red, _, _ in render(alone, pixels)]
        runs = sum(1 for place in range(pixels) if bright[place] and not bright[place - 1])
        won = state.table.winner >= 0
        assert runs == len(shells) == (0 if won else state.table.shells)
        counted.add(runs)
    assert counted >= {0, 1, 2}
    assert max(counted) <= SHELLS


def test_every_light_that_is_told_gives_light(rows: tuple[Row, ...]) -> None:
    """A call for attention covers the game's own light where it needs the place; the call itself is never covered."""
    calls = ("Dashes", "Marks", "Two dashes", "Two marks", "Dots", "A light runs back")
    table = gamma_table(2.8, 0.5)
    for row in rows:
        told = [glow for glow in row.scene.glows if glow.text]
        called = [glow for glow in told if str(glow.text).startswith(calls)]
        for glow in called or told:
            middle = int((glow.start + glow.length / 2) % 1.0 * 60)
            assert max(table[value] for value in render(row.scene, 60)[middle]) >= 10, (row.title, glow.text)
