"""Scenes to pixels: arcs on a ring, levels, and nothing that flashes too fast."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.message import NOTHING, say
from companion.lights.render import render
from companion.lights.scene import MOST_FLASHES_HZ, Glow, Scene
from tests.said import said

OFF, RED, BLUE = (0, 0, 0), (255, 0, 0), (0, 0, 255)


def red(start: float = 0.0, length: float = 1.0, **more: object) -> Scene:
    return Scene((Glow(start, length, "#ff0000", "red", **more),))  # type: ignore[arg-type]


def test_an_empty_scene_is_dark() -> None:
    assert render(Scene(), 3) == (OFF,) * 3


def test_a_glow_covers_its_arc() -> None:
    assert render(red(0.25, 0.5), 8) == (OFF, OFF, RED, RED, RED, RED, OFF, OFF)
    assert render(red(0.0, 1.0), 5) == (RED,) * 5
    assert render(red(0.5, 0.0), 5) == (OFF,) * 5


def test_an_arc_goes_on_over_the_end_of_the_strip() -> None:
    assert render(red(0.75, 0.5), 8) == (RED, RED, OFF, OFF, OFF, OFF, RED, RED)
    assert render(red(-0.25, 0.5), 8) == render(red(0.75, 0.5), 8)
    assert render(red(1.75, 0.5), 8) == render(red(0.75, 0.5), 8)


def test_a_later_glow_covers_an_earlier_one() -> None:
    scene = Scene((*red(0.0, 1.0).glows, Glow(0.5, 0.5, "#0000ff", say("blue"))))
    assert render(scene, 4) == (RED, RED, BLUE, BLUE)


@pytest.mark.parametrize(("level", "shown"), [(1.0, 255), (0.5, 128), (0.0, 0), (2.0, 255), (-1.0, 0)])
def test_the_level_dims_and_never_overflows(level: float, shown: int) -> None:
    assert render(red(level=level), 1) == ((shown, 0, 0),)


def test_a_scene_says_in_words_what_it_shows() -> None:
    assert said(
        Scene(
            (Glow(0, 1, "#000000", say("One.")), Glow(0, 1, "#000000", NOTHING), Glow(0, 1, "#000000", say("Two.")))
        ).text()
    ) == ("One. Two.")


def test_breathing_swings_between_full_and_a_third() -> None:
    scene = red(motion="breathe", period_s=4.0)
    levels = [render(scene, 1, at_s)[0][0] for at_s in (0.0, 1.0, 2.0, 3.0, 4.0)]
    assert levels == [255, 166, 77, 166, 255]


def test_travelling_goes_round_once_a_period() -> None:
    scene = red(0.0, 0.25, motion="travel", period_s=4.0)
    places = [render(scene, 4, at_s).index(RED) for at_s in (0.0, 1.0, 2.0, 3.0, 4.0)]
    assert places == [0, 1, 2, 3, 0]


def test_half_a_pixel_covered_is_half_lit() -> None:
    # Four pixels of a quarter each: the arc from 1/8 to 5/8 covers half of the first, the second, half of the third.
    assert render(red(0.125, 0.5), 4) == ((128, 0, 0), RED, (128, 0, 0), OFF)


def test_an_edge_mixes_with_the_light_below_it() -> None:
    scene = Scene((*red().glows, Glow(0.5, 0.3, "#0000ff", say("blue"))))
    # The blue arc ends at 0.8 of the ring: a fifth of the way through the last of four pixels, 0.05 of 0.25.
    assert render(scene, 4) == (RED, RED, BLUE, (204, 0, 51))


def test_the_ends_of_an_arc_may_share_a_pixel() -> None:
    # From the middle of the first of two pixels once round, but for a tenth of the ring, which is a fifth of a pixel.
    assert render(red(0.25, 0.9), 2) == ((204, 0, 0), RED)


def test_running_back_goes_the_other_way() -> None:
    scene = red(0.0, 0.25, motion="travel_back", period_s=4.0)
    assert [render(scene, 4, at_s).index(RED) for at_s in (0.0, 1.0, 2.0, 3.0, 4.0)] == [0, 3, 2, 1, 0]


def test_a_scene_moves_where_one_of_its_glows_does() -> None:
    still, moving = red().glows, red(motion="travel_back").glows
    assert not Scene(still).moves()
    assert Scene((*still, *moving)).moves()
    assert not Scene().moves()


@pytest.mark.parametrize("motion", ["breathe", "travel"])
@pytest.mark.parametrize("period_s", [0.01, 0.0, -5.0, 0.3, 1.0])
def test_no_pixel_flashes_faster_than_is_safe(motion: str, period_s: float) -> None:
    scene, samples_a_second, seconds = red(0.0, 0.3, motion=motion, period_s=period_s), 600, 2
    frames = [render(scene, 10, frame / samples_a_second) for frame in range(samples_a_second * seconds)]
    for pixel in range(10):
        levels = [frame[pixel][0] for frame in frames]
        middle = (max(levels) + min(levels)) / 2
        rises = sum(1 for before, after in pairwise(levels) if before < middle <= after)
        assert rises <= MOST_FLASHES_HZ * seconds


@pytest.mark.parametrize("pixels", [0, -1])
def test_a_strip_without_pixels_is_refused(pixels: int) -> None:
    with pytest.raises(ValueError) as refused:
        render(red(), pixels)
    assert str(refused.value) == (f"A strip needs at least one pixel, not {pixels}. Set its length in companion.toml.")


@given(
    start=st.floats(-3, 3),
    length=st.floats(0, 2),
    pixels=st.integers(1, 60),
    at_s=st.floats(0, 1e6),
    motion=st.sampled_from(["steady", "breathe", "travel", "travel_back"]),
)
def test_every_pixel_is_a_colour(start: float, length: float, pixels: int, at_s: float, motion: str) -> None:
    frame = render(red(start, length, motion=motion), pixels, at_s)
    assert len(frame) == pixels
    assert all(0 <= value <= 255 for pixel in frame for value in pixel)
