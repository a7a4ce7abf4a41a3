"""Each signal that the ledger names for the strip (section 7), on 60 pixels: 15 a side, 1 an edge, 9 a bar."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import PublicTable
from companion.games.game import public_view
from companion.games.rolling_with_the_waves.lights import Volley, WholeTable, lights
from companion.lights.render import Pixel, render
from companion.lights.scene import Scene
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan")
DRAFT = WholeTable(infamy=(5, 7, 0, 18), first=1, phase="draft", acts=1)
EDGES = [place for seat in range(4) for place in (15 * seat, 15 * seat + 14)]


def scene(told: WholeTable) -> Scene:
    return lights(public_view(told, NAMES))


def shown(told: WholeTable, at_s: float = 0.0) -> tuple[Pixel, ...]:
    return render(scene(told), 60, at_s)


def hue(pixel: Pixel) -> str:
    red, green, blue = pixel
    if max(pixel) < 20:
        return "dark"
    if max(pixel) - min(pixel) < 12:
        return "white"
    if blue == max(pixel):
        return "blue"
    if green == max(pixel):
        return "green"
    return "red" if green < red / 3 else "amber" if green < 0.68 * red else "gold"


@pytest.mark.parametrize("infamy", range(0, 19, 2))
def test_infamy_is_a_bar_of_two_a_pixel(infamy: int) -> None:
    """0 to 18 (ledger), so nine pixels; an odd one lights half of one more."""
    told = replace(DRAFT, infamy=(infamy, 0, 0, 0))
    bar = [max(pixel) > 0 for pixel in shown(told)[4:13]]
    assert bar == [True] * (infamy // 2) + [False] * (9 - infamy // 2)
    odd = shown(replace(told, infamy=(min(18, infamy + 1), 0, 0, 0)))[4:13]
    if infamy < 18:
        assert 0 < max(odd[infamy // 2]) < 255
        assert f"Ann: {infamy + 1} of 18 infamy." in str(scene(replace(told, infamy=(infamy + 1, 0, 0, 0))).text())


def test_five_infamy_stand_there_at_the_start() -> None:
    """R-006: each player starts with 5."""
    told = replace(DRAFT, infamy=(5, 5, 5, 5))
    for seat, name in enumerate(NAMES):
        assert sum(max(pixel) > 150 for pixel in shown(told)[15 * seat + 4 : 15 * seat + 13]) == 2
        assert f"{name}: 5 of 18 infamy." in str(scene(told).text())


@pytest.mark.parametrize("first", range(4))
def test_a_white_dot_stands_before_the_first_player_alone(first: int) -> None:
    told = replace(DRAFT, first=first)
    assert [shown(told)[15 * seat + 2] == (255, 255, 255) for seat in range(4)] == [seat == first for seat in range(4)]
    assert f"A white dot before {NAMES[first]}: first player." in str(scene(told).text())


@pytest.mark.parametrize(
    ("phase", "tone"),
    [
        ("draft", "blue"),
        ("allocate", "amber"),
        ("reveal", "white"),
        ("write", "white"),
        ("cannon", "red"),
        ("ports", "green"),
        ("anchor", "blue"),
    ],
)
def test_all_edges_have_the_tone_of_the_phase(phase: Any, tone: str) -> None:
    pixels = shown(replace(DRAFT, phase=phase, acts=None), 1.0)
    assert {hue(pixels[place]) for place in EDGES} == {tone}


@pytest.mark.parametrize("called", [(), (2,), (0, 3), (0, 1, 2, 3)])
def test_a_seat_turns_green_and_steady_when_it_has_called(called: tuple[int, ...]) -> None:
    told = replace(DRAFT, phase="allocate", called=called)
    for seat, name in enumerate(NAMES):
        edge = 15 * seat
        assert hue(shown(told)[edge]) == ("green" if seat in called else "amber")
        assert (shown(told)[edge] == shown(told, 1.5)[edge]) == (seat in called)
        assert (f"{name} has called" in str(scene(told).text())) == (seat in called)


def test_the_reveal_flashes_slower_than_three_times_a_second() -> None:
    told = replace(DRAFT, phase="reveal")
    glows = [glow for glow in scene(told).glows if glow.motion != "steady"]
    assert len(glows) == 8
    assert all(glow.period_s >= 1 / 3 for glow in glows)
    assert "All edges flash white: open the screens together." in str(scene(told).text())


@pytest.mark.parametrize("step", range(1, 8))
def test_a_white_light_sweeps_clockwise_in_each_of_seven_steps(step: int) -> None:
    told = replace(DRAFT, phase="write", step=step)
    sweeps = [glow for glow in scene(told).glows if glow.motion == "travel" and glow.level == 1.0]
    assert len(sweeps) == step
    assert {glow.colour for glow in sweeps} == {"#ffffff"}
    assert f"step {('i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii')[step - 1]} of vii" in str(scene(told).text())


@pytest.mark.parametrize(
    ("shooter", "target", "stolen", "blocked"), [(0, 2, 3, 0), (0, 1, 1, 1), (0, 3, 1, 2), (3, 0, 0, 2), (2, 1, 2, 0)]
)
def test_a_volley_runs_to_its_target_with_a_pulse_a_stolen_value_and_grey_ones_blocked(
    shooter: int, target: int, stolen: int, blocked: int
) -> None:
    told = replace(DRAFT, phase="cannon", volley=Volley(shooter, target, stolen, blocked))
    pixels = shown(told)
    assert pixels.count((255, 32, 32)) == stolen
    assert sum(pixel == (124, 124, 124) for pixel in pixels) == blocked
    glows = [glow for glow in scene(told).glows if glow.level == 0.35]
    (way,) = glows
    ends = {round(way.start * 60) % 60, round((way.start + way.length) * 60) % 60}
    assert ends == {round(15 * seat + 7.5) % 60 for seat in (shooter, target)}
    assert way.length <= 0.5, "the shorter way"
    words = f"{NAMES[shooter]} fires at {NAMES[target]}: {stolen} red, stolen; {blocked} grey, blocked."
    assert words in str(scene(told).text())


def test_ports_fill_green_what_was_gained() -> None:
    """R-132: infamy equal to the Ports level, at the end of the bar."""
    told = replace(DRAFT, phase="ports", gained=(0, 2, 0, 4))
    greens = [hue(pixel) == "green" and pixel[1] > 150 for pixel in shown(told)]
    assert [place for place in range(49, 58) if greens[place] and shown(told)[place] == (34, 197, 94)] == [56, 57]
    assert "Dan gains 4, green at the end of the bar." in str(scene(told).text())
    assert "Ann gains" not in str(scene(told).text())


def test_a_blue_wave_runs_when_the_anchor_drops_and_names_the_next_first_player() -> None:
    told = replace(DRAFT, phase="anchor", first=2)
    waves = [glow for glow in scene(told).glows if glow.motion == "travel"]
    assert {glow.colour for glow in waves} == {"#1a5cff"}
    assert "Cleo becomes the first player" in str(scene(told).text())


def test_a_seat_one_step_from_the_end_blinks_gold() -> None:
    told = replace(DRAFT, near_end=(3,))
    assert [hue(shown(told)[15 * seat]) for seat in range(4)] == ["blue", "blue", "blue", "gold"]
    assert shown(told)[45] != shown(told, 0.5)[45]
    assert "Dan blinks gold: one step from the end." in str(scene(told).text())


def test_the_end_is_a_rainbow_with_gold_before_the_winner() -> None:
    told = replace(DRAFT, phase="end", winners=(3,))
    pixels = shown(told)
    assert set(pixels[45:60]) == {(255, 197, 61)}
    assert len({hue(pixel) for pixel in pixels[:45]}) >= 4
    assert said(scene(told).text()) == "The game is over. Dan wins: gold before them, a rainbow round the table."
    assert "Ann and Dan win:" in str(scene(replace(told, winners=(0, 3))).text())


def test_allocations_are_secret_and_not_in_the_record() -> None:
    assert set(WholeTable.__struct_fields__) - set(PublicTable.__struct_fields__) == {
        *("infamy", "first", "phase", "acts", "asked", "called", "step", "volley", "gained", "near_end", "winners")
    }
