"""Each signal that the ledger names for the strip (section 7), on 60 pixels: 15 a side, 1 an edge, 9 a bar."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.game import public_view
from companion.games.rolling_with_the_waves.screen.lights import lights, scene
from companion.games.rolling_with_the_waves.state.model import Allocate, Table
from companion.games.rolling_with_the_waves.state.records import NO_CHEST, Chart, Fired, Icon, Phase
from companion.lights.render import Pixel, render
from companion.lights.scene import Scene
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME, after, clear, table_of
from tests.said import said

NAMES = ("Ann", "Ben", "Cleo", "Dan")
EDGES = [place for seat in range(4) for place in (15 * seat, 15 * seat + 14)]
ICONS: tuple[Icon, ...] = ("hull", "crew", "chest1")
STEPS = (Phase.RAISE, Phase.CHESTS, Phase.BURY, Phase.HULL, Phase.CANNONS, Phase.PORTS, Phase.CREW)


def told(infamy: tuple[int, ...] = (5, 7, 0, 18), **changes: Any) -> Table:
    """A table of four, in the draft unless another phase is given."""
    maps = tuple(Chart(infamy=each) for each in infamy)
    table: Table = table_of(4, **{"phase": Phase.DRAFT, "first": 1, "maps": maps, **changes}).table
    return table


def strip(table: Table, *asked: int) -> Scene:
    """The strip where these seats have to decide something."""
    return scene(public_view(table, NAMES), asked)


def shown(table: Table, at_s: float = 0.0) -> tuple[Pixel, ...]:
    return render(strip(table, 1) if table.played.phase is Phase.DRAFT else strip(table), 60, at_s)


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
    bar = [max(pixel) > 0 for pixel in shown(told((infamy, 0, 0, 0)))[4:13]]
    assert bar == [True] * (infamy // 2) + [False] * (9 - infamy // 2)
    odd = shown(told((min(18, infamy + 1), 0, 0, 0)))[4:13]
    if infamy < 18:
        assert 0 < max(odd[infamy // 2]) < 255
        assert f"Ann: {infamy + 1} of 18 infamy." in str(strip(told((infamy + 1, 0, 0, 0))).text())


def test_five_infamy_stand_there_at_the_start() -> None:
    """R-006: each player starts with 5."""
    table = told((5, 5, 5, 5))
    for seat, name in enumerate(NAMES):
        assert sum(max(pixel) > 150 for pixel in shown(table)[15 * seat + 4 : 15 * seat + 13]) == 2
        assert f"{name}: 5 of 18 infamy." in str(strip(table).text())


@pytest.mark.parametrize("first", range(4))
def test_a_white_dot_stands_before_the_first_player_alone(first: int) -> None:
    pixels = shown(told(first=first))
    assert [pixels[15 * seat + 2] == (255, 255, 255) for seat in range(4)] == [seat == first for seat in range(4)]
    assert f"A white dot before {NAMES[first]}: first player." in str(strip(told(first=first)).text())


@pytest.mark.parametrize(
    ("phase", "tone"),
    [
        (Phase.FIRST, "blue"),
        (Phase.ROLL, "blue"),
        (Phase.DRAFT, "blue"),
        (Phase.ALLOCATE, "amber"),
        (Phase.REVEAL, "white"),
        *((phase, "green" if phase is Phase.PORTS else "white") for phase in STEPS),
        (Phase.FIRE, "red"),
        (Phase.ANCHOR, "blue"),
    ],
)
def test_all_edges_have_the_tone_of_the_phase(phase: Phase, tone: str) -> None:
    pixels = render(strip(told(phase=phase)), 60, 1.0)
    assert {hue(pixels[place]) for place in EDGES} == {tone}


@pytest.mark.parametrize("called", [(), (2,), (0, 3), (0, 1, 2, 3)])
def test_a_seat_turns_green_and_steady_when_it_has_called(called: tuple[int, ...]) -> None:
    table = told(phase=Phase.ALLOCATE, called=tuple(seat in called for seat in range(4)))
    for seat, name in enumerate(NAMES):
        edge = 15 * seat
        assert hue(shown(table)[edge]) == ("green" if seat in called else "amber")
        assert (shown(table)[edge] == shown(table, 1.5)[edge]) == (seat in called)
        assert (f"{name} has called" in str(strip(table).text())) == (seat in called)


def test_the_reveal_flashes_slower_than_three_times_a_second() -> None:
    table = told(phase=Phase.REVEAL)
    glows = [glow for glow in strip(table).glows if glow.motion != "steady"]
    assert len(glows) == 8
    assert all(glow.period_s >= 1 / 3 for glow in glows)
    assert "All edges flash white: open the screens together." in str(strip(table).text())


@pytest.mark.parametrize("phase", STEPS)
def test_a_white_light_sweeps_clockwise_in_each_step_but_that_of_ports(phase: Phase) -> None:
    """Ports have a light of their own: what comes in."""
    step, table = STEPS.index(phase) + 1, told(phase=phase)
    sweeps = [glow for glow in strip(table).glows if glow.motion == "travel" and glow.level == 1.0]
    words = f"step {('i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii')[step - 1]} of vii"
    assert len(sweeps) == (0 if phase is Phase.PORTS else step)
    assert {glow.colour for glow in sweeps} <= {"#ffffff"}
    assert (words in str(strip(table).text())) == (phase is not Phase.PORTS)


@pytest.mark.parametrize(
    ("shooter", "target", "stolen", "blocked"), [(0, 2, 3, 0), (0, 1, 1, 1), (0, 3, 1, 2), (3, 0, 0, 2), (2, 1, 2, 0)]
)
def test_a_volley_runs_to_its_target_with_a_pulse_a_stolen_value_and_grey_ones_blocked(
    shooter: int, target: int, stolen: int, blocked: int
) -> None:
    fired = Fired(shooter, ("small",), target, 0, blocked, (4,) * stolen, NO_CHEST, 0, 0)
    table = told(phase=Phase.FIRE, fired=fired)
    pixels = shown(table)
    assert pixels.count((255, 32, 32)) == stolen
    assert sum(pixel == (124, 124, 124) for pixel in pixels) == blocked
    glows = [glow for glow in strip(table).glows if glow.level == 0.35]
    (way,) = glows
    ends = {round(way.start * 60) % 60, round((way.start + way.length) * 60) % 60}
    assert ends == {round(15 * seat + 7.5) % 60 for seat in (shooter, target)}
    assert way.length <= 0.5, "the shorter way"
    words = f"{NAMES[shooter]} fires at {NAMES[target]}: {stolen} red, stolen; {blocked} grey, blocked."
    assert words in str(strip(table).text())


def test_ports_fill_green_what_was_gained() -> None:
    """R-132: infamy equal to the Ports level, at the end of the bar."""
    maps = (Chart(infamy=5), Chart(infamy=5, ports=(6, 6)), Chart(infamy=0), Chart(infamy=14, ports=(6, 6, 6)))
    table = told(phase=Phase.PORTS, maps=maps)  # of Dan the greatest sum: one more than its level
    greens = [hue(pixel) == "green" and pixel[1] > 150 for pixel in shown(table)]
    assert [place for place in range(49, 58) if greens[place] and shown(table)[place] == (34, 197, 94)] == [56, 57]
    assert "Dan gains 4, green at the end of the bar." in str(strip(table).text())
    assert "Ben gains 2, green at the end of the bar." in str(strip(table).text())
    assert "Ann gains" not in str(strip(table).text())


def test_a_blue_wave_runs_when_the_anchor_drops_and_names_the_next_first_player() -> None:
    table = told(phase=Phase.ANCHOR)
    waves = [glow for glow in strip(table).glows if glow.motion == "travel"]
    assert {glow.colour for glow in waves} == {"#1a5cff"}
    assert "Cleo becomes the first player" in str(strip(table).text())


def test_a_seat_one_step_from_the_end_blinks_gold() -> None:
    table = told(maps=(*told().played.maps[:3], Chart(infamy=18, buried=(True, True, False))))
    assert [hue(shown(table)[15 * seat]) for seat in range(4)] == ["blue", "blue", "blue", "gold"]
    assert shown(table)[45] != shown(table, 0.5)[45]
    assert "Dan blinks gold: one step from the end." in str(strip(table).text())


def test_the_end_is_a_rainbow_with_gold_before_the_winner() -> None:
    table = replace(told(), over=True)
    pixels = shown(table)
    assert set(pixels[45:60]) == {(255, 197, 61)}
    assert len({hue(pixel) for pixel in pixels[:45]}) >= 4
    assert said(strip(table).text()) == "The game is over. Dan wins: gold before them, a rainbow round the table."
    assert "Ann and Dan win:" in str(strip(replace(told((18, 7, 0, 18)), over=True)).text())


def test_allocations_are_secret_and_not_in_the_light() -> None:
    state = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(4, 5, 6)))
    scenes = [
        lights(GAME.view(after(state, Allocate(0, icon)), seat, NAMES[:2])) for icon in ICONS for seat in (None, 0, 1)
    ]
    assert scenes == scenes[:1] * len(scenes)
