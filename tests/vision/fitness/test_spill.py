"""What the strip's light does to two frames of one mat: on rendered tables, lit along their edge."""

from __future__ import annotations

import re

import numpy as np
import pytest

from companion.table.fitness import Spill
from tests.vision.fakes import plain
from tests.vision.virtual import mats
from tests.vision.virtual.mats import KIT, LAYOUT, small
from vision.cameras.frames import Pixels
from vision.fitness.spill import Disturbed, judge_spill, measure_spill
from vision.markers import MarkerFinder
from vision.virtual.glow import LEVEL
from vision.virtual.painter import Painter
from vision.virtual.scene import PhysicalPiece, Scene, first_free
from vision.virtual.shot import CameraPose, Light

DARK = ("#000000",) * 60
FULL = ("#ffffff",) * 60
LEVELS = 0.5
SHOT = small(CameraPose(6.0), light=Light(LEVELS, 0.1))


@pytest.fixture(scope="module")
def painter() -> Painter:
    return mats.painter(SHOT)


def measured(dark: Pixels, light: Pixels) -> Spill:
    return measure_spill([dark], [light], LAYOUT, MarkerFinder())


def card(x_mm: float) -> Scene:
    return Scene((PhysicalPiece("card:1", first_free("card:1", KIT, set()), x_mm, 200),))


def test_the_strip_s_light_is_measured_on_the_mat(painter: Painter) -> None:
    dark, light = painter.render(Scene(), 1, strip=DARK), painter.render(Scene(), 2, strip=FULL)
    spill = measured(dark, light)
    # White paper has 232 in full light: at the edge the strip adds LEVEL of that, and in the middle next to nothing.
    assert 0.5 * 232 * LEVEL < spill.most < 232 * LEVEL
    height, width = (length // 9 for length in light.shape[:2])
    middle = np.s_[4 * height : 5 * height, 4 * width : 5 * width]
    assert 0 < light[middle].mean() - dark[middle].mean() < spill.most / 4
    assert spill.most / 4 < spill.mean < spill.most
    assert (spill.lost, spill.won) == (0, 0)


def test_a_dark_strip_changes_nothing(painter: Painter) -> None:
    spill = measured(painter.render(Scene(), 1), painter.render(Scene(), 2, strip=DARK))
    assert abs(spill.mean) < 0.5
    assert spill.most < 2


def test_each_side_of_the_strip_lights_its_own_side_of_the_mat(painter: Painter) -> None:
    # Four seats: the first has the lower side, and the strip runs clockwise from its right end.
    first = tuple("#ffffff" if at < 15 else "#000000" for at in range(60))
    change = painter.render(Scene(), 1, strip=first).astype(int) - painter.render(Scene(), 1)
    height, width = change.shape[:2]
    upper, lower = (
        change[rows, width // 3 :].mean() for rows in (slice(0, height // 4), slice(3 * height // 4, height))
    )
    assert lower > 5
    assert upper < lower / 5


def test_markers_that_are_lost_in_the_light_are_counted(painter: Painter) -> None:
    dark = painter.render(Scene(), 1)
    light = np.clip(dark.astype(int) + 20, 0, 255).astype(np.uint8)
    light[600:, :] = 255  # the lower edge, washed out with two of the corners' neighbours
    lost = MarkerFinder().find(dark).count() - MarkerFinder().find(light).count()
    assert measured(dark, light).lost == lost.total() > 0


def test_a_marker_that_is_missed_in_one_frame_is_not_lost(painter: Painter) -> None:
    whole, hidden = painter.render(Scene(), 1), painter.render(Scene(), 2)
    hidden[:80, -80:] = 128
    spill = measure_spill([whole, whole], [whole, hidden], LAYOUT, MarkerFinder())
    assert (spill.lost, spill.won) == (0, 0)
    gone = measure_spill([whole, whole], [hidden, hidden], LAYOUT, MarkerFinder())
    assert (gone.lost, gone.won) == (1, 0)


def test_a_piece_that_was_moved_meanwhile_ends_it_in_words(painter: Painter) -> None:
    with pytest.raises(Disturbed, match=re.escape("Keep hands off the mat, then measure again.")):
        measured(painter.render(card(400), 1), painter.render(card(440), 2, strip=FULL))


def test_a_picture_without_the_mat_ends_it_in_words(painter: Painter) -> None:
    light = painter.render(Scene(), 1)
    with pytest.raises(Disturbed, match=r"The mat was not found\."):
        measured(plain(90, *light.shape[:2]), light)
    with pytest.raises(Disturbed, match="changed the size of its picture"):
        measured(light, plain(90))


@pytest.mark.parametrize(
    ("spill", "verdict", "text"),
    [
        (
            Spill(2.0, 12.0, 0, 0),
            "fit",
            "The strip's light does not disturb the camera: the same markers are read with it and without.",
        ),
        (
            Spill(10.0, 80.0, 0, 0),
            "barely",
            "The strip's light is bright on the mat. Turn the strip's brightness down to 40 % in companion.toml "
            "(brightness = 0.4 under [strip]), and start the companion again.",
        ),
        (
            Spill(10.0, 60.0, 2, 0),
            "unfit",
            "2 markers are not read in the strip's light. Turn the strip's brightness down to 40 % in companion.toml "
            "(brightness = 0.4 under [strip]), and start the companion again.",
        ),
        (
            Spill(3.0, 20.0, 0, 1),
            "barely",
            "1 marker is read only in the strip's light: without it the mat is too dark. Switch a lamp on.",
        ),
    ],
)
def test_the_verdict_has_its_cure(spill: Spill, verdict: str, text: str) -> None:
    check = judge_spill(spill, 0.8)
    assert (check.verdict, check.text) == (verdict, text)
    assert check.figure == f"{spill.mean:.0f} grey levels brighter on average, {spill.most:.0f} at most"
