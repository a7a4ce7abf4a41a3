"""A lens that bends the mat is told by how far; a straight one, and a mat that is glued askew, are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.table.geometry import bare_places
from companion.table.layout import Layout
from companion.table.sightings import BARE
from tests.many import one_quick
from tests.vision.render import Printed, corner_markers, render
from tests.vision.render import Shot as Taken
from tests.vision.virtual.mats import EMPTY, KIT, LAYOUT, SMALL_PX, shown, small
from tests.vision.virtual.tables import random_tables
from vision.cameras.frames import Frame
from vision.fitness.lens_check import TOLERABLE_MM, lens_bend_mm, lens_verdict
from vision.looks import Looker, Picture
from vision.markers import MarkerFinder, Markers
from vision.mat import anchor_corners_mm, place
from vision.virtual.scene import Scene, lay_out
from vision.virtual.shot import CameraPose, Shot, lens_of, mat_to_picture

PLACES = np.array([[each.centre.x_mm, each.centre.y_mm] for each in bare_places(LAYOUT, KIT)])


def true_bend_mm(shot: Shot) -> float:
    """The largest error of a place on the mat that is read by the corner markers alone, by the camera's geometry."""
    lens = lens_of(shot)
    if lens is None:
        return 0.0
    to_px = mat_to_picture(LAYOUT.width_mm, LAYOUT.height_mm, shot)
    corners = np.concatenate([anchor_corners_mm(each) for each in LAYOUT.anchors])
    to_mm, _ = cv2.findHomography(lens.bend(place(to_px, corners)), corners, 0)
    known = np.concatenate([PLACES, [[each.x_mm, each.y_mm] for each in LAYOUT.anchors]])
    read_at = place(np.asarray(to_mm), lens.bend(place(to_px, known)))
    return float(np.linalg.norm(read_at - known, axis=1).max())


def picture(shot: Shot, scene: Scene = EMPTY, *, knows_lens: bool = False) -> Picture:
    pixels = shown(shot, scene, 1)
    looker = Looker(LAYOUT, KIT.printed, lens_of(shot) if knows_lens else None)
    return looker.picture(Frame(pixels, 1.0, 1), "Camera test")


@pytest.mark.parametrize(
    ("k1", "width_px"),
    [
        *one_quick((k1, SMALL_PX[0]) for k1 in (-0.15, 0.0, -0.05, -0.3)),
        *(pytest.param(k1, 853, marks=pytest.mark.slow) for k1 in (0.0, -0.05, -0.15, -0.3)),
    ],
)
def test_how_far_a_lens_bends_the_mat_is_told(k1: float, width_px: int) -> None:
    shot = Shot(CameraPose(10), width_px=width_px, height_px=width_px * 2 // 3, k1=k1)
    seen = picture(shot)
    assert seen.pixels is not None
    height, width = seen.pixels.shape[:2]
    told = lens_bend_mm(MarkerFinder().find(seen.pixels), LAYOUT, KIT, width, height)
    truth = true_bend_mm(shot)
    assert told == pytest.approx(truth, rel=0.1, abs=0.2)
    text = lens_verdict(seen, KIT)
    if truth < TOLERABLE_MM:
        assert text == ""
    else:
        assert text.startswith("The lens bends the picture by up to ")
        assert text.endswith(" mm: calibrate it (companion calibrate).")
        assert float(text.split("up to ")[1].split(" mm")[0]) == pytest.approx(truth, rel=0.1, abs=0.7)


def test_a_table_in_the_middle_of_a_game_tells_it_too() -> None:
    shot = small(CameraPose(6), k1=-0.15)
    scene = Scene(lay_out(random_tables(3, 1)[0], LAYOUT, KIT).pieces)
    assert f"by up to {true_bend_mm(shot):.0f} mm: calibrate it" in lens_verdict(picture(shot, scene), KIT)


@pytest.mark.slow
def test_a_calibrated_lens_is_straight() -> None:
    shot = small(CameraPose(6), k1=-0.3)
    seen = picture(shot, knows_lens=True)
    assert seen.lens is not None
    assert lens_verdict(seen, KIT) == ""
    assert seen.pixels is not None
    strange = lens_of(small(k1=-0.1))
    again = lens_verdict(Picture(seen.look, LAYOUT, seen.pixels, None, strange), KIT)
    assert again.startswith("The lens was calibrated, and still bends the picture by up to ")
    assert again.endswith(" mm: calibrate it again (companion calibrate).")


def test_a_mat_that_is_glued_askew_is_no_lens(layout: Layout) -> None:
    """Its right third lies 3 mm too low: marks are off by more than a lens that is tolerated."""
    third = layout.width_mm * 2 / 3
    bare = [Printed(int(BARE), x, y + (3 if x > third else 0)) for x, y in PLACES.tolist()]
    corners = [
        Printed(each.marker, each.x_mm, each.y_mm + (3 if each.x_mm > third else 0), 0, each.side_mm)
        for each in corner_markers(layout)
    ]
    pixels = render(layout, [*corners, *bare], Taken(*SMALL_PX, tilt_deg=8)).pixels
    found = lens_bend_mm(MarkerFinder().find(pixels), layout, KIT, *SMALL_PX)
    assert found is not None
    assert found < TOLERABLE_MM


def test_too_little_that_is_seen_tells_nothing(layout: Layout) -> None:
    seen = picture(small(k1=-0.3))
    assert seen.pixels is not None
    markers = MarkerFinder().find(seen.pixels)
    corners = markers.ids != int(BARE)
    only = Markers(markers.ids[corners], markers.corners_px[corners])
    assert lens_bend_mm(only, layout, KIT, *SMALL_PX) is None
    bare = Markers(markers.ids[~corners], markers.corners_px[~corners])
    assert lens_bend_mm(bare, layout, KIT, *SMALL_PX) is None
    grey = Picture(seen.look, LAYOUT, np.full((*SMALL_PX[::-1], 3), 90, np.uint8))
    assert lens_verdict(grey, KIT) == ""
    assert lens_verdict(Picture(seen.look, LAYOUT), KIT) == ""
