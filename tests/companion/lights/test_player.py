"""One scene after another: fades, the newest wins, and no pixel ever flashes more than three times in a second."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language.message import NOTHING
from companion.lights.flashes import FlashGuard, luminance
from companion.lights.lamp import Lamp
from companion.lights.player import FADE_S, Frame, Player
from companion.lights.power import draw_ma
from companion.lights.render import render
from companion.lights.scene import Glow, Scene
from tests.many import many

FPS = 30
PIXELS = 6
PLAIN = Lamp(1.0, 1.0, max_ma=10_000.0)


def plain(colour: str, **more: object) -> Scene:
    return Scene((Glow(0.0, 1.0, colour, "", **more),))  # type: ignore[arg-type]


RED, BLUE, WHITE = plain("#ff0000"), plain("#0000ff"), plain("#ffffff")


# --- flashes, counted apart from the code: WCAG 2.2, "general flash and red flash thresholds" ---


def screen_light(value: int) -> float:
    """Relative luminance of one sRGB channel, after the definition in WCAG 2.2 with the corrected threshold."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def most_changes(values: Sequence[float], window: int = FPS + 1) -> int:
    """The most opposing changes of a tenth or more within any window of samples."""
    return max(_changes(values[start : start + window]) for start in range(max(1, len(values) - window + 1)))


def _changes(values: Sequence[float]) -> int:
    best = 0
    for direction in (1, -1):
        # The longest up-down-up … chain that begins in this direction; the extreme so far is always the best start.
        extreme, going, count = values[0], direction, 0
        for value in values[1:]:
            if (value - extreme) * going >= 0.1 - 1e-9:
                count, going, extreme = count + 1, -going, value
            elif (value - extreme) * going < 0:
                extreme = value
        best = max(best, count)
    return best


def courses(frames: Sequence[Frame], full: int = 255) -> list[list[float]]:
    """Luminance of every pixel over time, on a screen and on the strip, and the strip's red."""
    every = []
    for pixel in range(PIXELS):
        screen, strip, red = [], [], []
        for frame in frames:
            colour, light = frame.colours[3 * pixel : 3 * pixel + 3], frame.light[3 * pixel : 3 * pixel + 3]
            screen.append(luminance(*(screen_light(value) for value in colour)))
            strip.append(luminance(*(value / full for value in light)))
            red.append(light[0] / full)
        every += [screen, strip, red]
    return every


def test_the_counter_counts_changes_of_a_tenth_in_one_second() -> None:
    up_and_down = [0.0, 1.0] * 40
    assert most_changes(up_and_down) == FPS
    assert most_changes([0.0, 0.09] * 40) == 0
    assert most_changes([0.0, 0.05, 0.1, 0.05, 0.0] + [0.0] * 60) == 2
    # Three flashes a second: five samples bright, five dark.
    assert most_changes(([1.0] * 5 + [0.0] * 5) * 6) in (6, 7)


colours = st.sampled_from(["#ff0000", "#00ff00", "#0000ff", "#ffffff", "#000000", "#808080", "#f2a65a"])
glows = st.builds(
    Glow,
    start=st.floats(0, 1),
    length=st.floats(0, 1),
    colour=colours,
    text=st.just(""),
    level=st.floats(0, 1),
    motion=st.sampled_from(["steady", "breathe", "travel", "travel_back"]),
    period_s=st.floats(0, 3),
)
scenes = st.builds(Scene, st.lists(glows, max_size=8).map(tuple))
pickets = st.integers(2, 12).map(
    # Many arcs that run fast: each pixel of itself would flicker far more than three times a second.
    lambda count: Scene(
        tuple(Glow(arc / count, 0.5 / count, "#ffffff", NOTHING, motion="travel", period_s=0.4) for arc in range(count))
    )
)
programmes = st.lists(st.tuples(st.integers(0, 12), scenes | pickets), min_size=1, max_size=12)
"""How many frames each scene is asked for before the next."""
lamps = st.builds(
    lambda gamma, brightness, max_ma: (Lamp(gamma, brightness, max_ma), max_ma),
    st.sampled_from([1.0, 2.2, 2.8]),
    st.sampled_from([0.2, 0.5, 1.0]),
    st.sampled_from([20.0, 60.0, 450.0]),
)


def play(programme: Sequence[tuple[int, Scene]], lamp: Lamp, seconds_more: float = 2.0) -> list[Frame]:
    player, frames = Player(PIXELS, lamp), list[Frame]()
    for count, scene in programme:
        player.show(scene)
        for _ in range(count):
            frames.append(player.frame(len(frames) / FPS))
    for _ in range(int(seconds_more * FPS)):
        frames.append(player.frame(len(frames) / FPS))
    return frames


def hold_safe(programme: list[tuple[int, Scene]], lamp: Lamp, max_ma: float) -> None:
    """A flash is a pair of opposing changes: seven changes would be more than three flashes."""
    frames = play(programme, lamp)
    assert all(draw_ma(frame.light) <= max_ma + 1e-6 for frame in frames)
    for course in set(map(tuple, courses(frames, lamp.brightest))):
        # A course with no more changes in all has no more in a second of it.
        assert _changes(course) <= 6 or most_changes(course) <= 6


@pytest.mark.slow
@settings(max_examples=60)
@given(programmes, lamps)
def test_no_pixel_flashes_more_than_three_times_in_any_second_and_no_frame_draws_more_than_the_budget(
    programme: list[tuple[int, Scene]], lamp: tuple[Lamp, float]
) -> None:
    hold_safe(programme, *lamp)


@pytest.mark.slow
@settings(max_examples=many(500))
@given(programmes, lamps)
def test_of_many_programmes_none_flashes_or_draws_too_much(
    programme: list[tuple[int, Scene]], lamp: tuple[Lamp, float]
) -> None:
    hold_safe(programme, *lamp)


def test_unguarded_the_same_scenes_flash() -> None:
    """The property above can fail: a picket fence that runs changes each pixel more than six times a second."""
    fence = Scene(tuple(Glow(arc / 4, 0.125, "#ffffff", NOTHING, 1, "travel", 0.5) for arc in range(4)))
    bare = [render(fence, PIXELS, frame / FPS) for frame in range(2 * FPS)]
    assert most_changes([luminance(*(screen_light(value) for value in pixels[0])) for pixels in bare]) > 6
    guarded = play([(0, fence)], PLAIN)
    assert max(most_changes(course) for course in courses(guarded)) in (5, 6), "it still runs as fast as it may"


@pytest.mark.slow
@settings(max_examples=25)
@given(programmes)
def test_whatever_was_shown_a_still_scene_comes_to_rest_as_asked(programme: list[tuple[int, Scene]]) -> None:
    frames = play([*programme, (0, RED)], PLAIN, seconds_more=4.0)
    assert frames[-1] == Frame(b"\xff\x00\x00" * PIXELS, b"\xff\x00\x00" * PIXELS, False)


# --- fades ---


def test_a_scene_fades_in_from_the_dark() -> None:
    player = Player(1, PLAIN)
    player.show(plain("#c86432"))
    shown = [player.frame(at_s).colours for at_s in (10.0, 10.1, 10.2, 10.3, 10.4)]
    # A thirtieth of a second ahead, so that the first frame shows something: 1, 4, 7, 10 twelfths of the way, then all.
    assert shown == [
        bytes((17, 8, 4)),
        bytes((67, 33, 17)),
        bytes((117, 58, 29)),
        bytes((167, 83, 42)),
        bytes((200, 100, 50)),
    ]


def test_after_a_rest_the_first_frame_of_a_fade_shows_that_something_has_begun() -> None:
    player = Player(1, PLAIN)
    player.show(RED)
    at_rest = [player.frame(at_s) for at_s in (0.0, 0.5, 1.0)][-1]
    assert not at_rest.moves
    player.show(BLUE)
    assert player.scene == RED
    first = player.frame(2.0)
    assert player.scene == BLUE
    assert first.colours == bytes((234, 0, 21)), "a twelfth of 255 is 21.25"


def test_one_scene_fades_into_the_next_and_the_newest_waits_for_its_turn() -> None:
    player = Player(1, PLAIN)
    player.show(RED)
    player.frame(0.0)
    player.show(WHITE)
    player.show(BLUE)
    assert player.frame(0.1).colours == bytes((85, 0, 0)), "still on its way to red"
    assert player.frame(0.4) == Frame(b"\xff\x00\x00", b"\xff\x00\x00", True), "from here to blue; white never came"
    assert player.frame(0.7).colours == bytes((64, 0, 191))
    assert player.frame(0.8) == Frame(b"\x00\x00\xff", b"\x00\x00\xff", False)
    assert FADE_S >= 0.35


def test_a_scene_that_moves_says_so_and_a_still_one_rests() -> None:
    player = Player(2, PLAIN)
    player.show(plain("#ffffff", motion="breathe", period_s=2.0))
    assert [player.frame(at_s).moves for at_s in (0.0, 1.0, 2.0)] == [True, True, True]
    assert player.frame(2.0).colours == b"\xff" * 6
    assert player.frame(2.5).colours == b"\xa6" * 6, "255 * (0.65 + 0.35 * 0) is 165.75"
    player.show(Scene())
    player.frame(4.0)
    assert player.frame(4.5) == Frame(bytes(6), bytes(6), False)


def test_gamma_is_for_the_strip_and_not_for_the_eye() -> None:
    player = Player(1, Lamp(2.8, 1.0, 450.0))
    player.show(plain("#804000"))
    player.frame(0.0)
    # 128 and 64 through a gamma of 2.8 are 37 and 5.
    assert player.frame(1.0) == Frame(bytes((128, 64, 0)), bytes((37, 5, 0)), False)


@pytest.mark.parametrize(("value", "is_allowed"), [(0.05, False), (0.96, True), (0.92, True)])
def test_after_five_turns_a_pixel_may_go_on_but_not_back(value: float, is_allowed: bool) -> None:
    guard = FlashGuard(1, values=1)
    for turn in range(5):
        guard.take(0, (float(turn % 2 == 0),), turn / 10)
    assert guard.allows(0, (value,), 0.5) is is_allowed
    assert guard.allows(0, (value,), 1.1), "a second after the first turn it may again"
