"""Photographs of acts: what is in them lies where it lay on the mat, and nothing beside it is ever shown."""

from __future__ import annotations

import functools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.table.geometry import Area, piece_area
from companion.table.layout import Spot
from tests.vision.virtual.mats import KIT, LAYOUT, SMALL_PX, lying, shown, small
from vision.cameras.frames import Frame, Pixels
from vision.crops import GAP_PX, GROUND, HEIGHT_PX, MARGIN_MM, SHARP, WIDTH_PX, arrange, crop, finest
from vision.looks import Looker, Picture
from vision.markers import MarkerFinder
from vision.mat import Mat
from vision.overlay import BESIDE_MM
from vision.virtual.scene import PhysicalPiece, Scene
from vision.virtual.shot import CameraPose

SIZE = KIT.size("card:1")
CARD, OTHER = lying("card:1", "won.1"), lying("card:2", "prize")
BETWEEN = replace(lying("card:3", "bid.1"), x_mm=(CARD.x_mm + OTHER.x_mm) / 2, y_mm=(CARD.y_mm + OTHER.y_mm) / 2)


@functools.cache
def taken(pose: CameraPose, *pieces: PhysicalPiece) -> Picture:
    """The picture of a mat with these pieces."""
    return Looker(LAYOUT, KIT.printed).picture(Frame(shown(small(pose), Scene(pieces)), 1.0, 1), "Camera test")


def opened(jpeg: bytes) -> Pixels:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)


def sharpness(picture: Picture) -> float:
    assert picture.mat is not None
    return finest(picture.mat, LAYOUT)


def picture_markers(picture: Picture) -> set[int]:
    """What was read in the picture."""
    look = picture.look
    return {int(each.marker) for each in look.sightings} | {int(each.marker) for each in look.rejected}


def around(picture: Picture, marker: int, reach_mm: float = 30.0) -> Area:
    """A square with that marker, as it was read, in its middle."""
    each = next(each for each in picture.look.sightings if each.marker == marker)
    return Area(each.x_mm - reach_mm, each.y_mm - reach_mm, 2 * reach_mm, 2 * reach_mm)


@pytest.mark.parametrize(
    "pose", [CameraPose(0), CameraPose(15, 3), CameraPose(25, 8)], ids=["above", "leaning", "turned"]
)
def test_a_card_is_found_in_its_photograph_where_it_lay_on_the_mat(pose: CameraPose) -> None:
    picture = taken(pose, CARD, OTHER)
    area = around(picture, CARD.marker)
    sheet = opened(crop(picture, [area]))
    sharp = sharpness(picture)
    # The mat fills 94 % of the picture's width at most, and its nearest edge is little wider than its middle.
    assert 0.8 < sharp / (0.94 * SMALL_PX[0] / LAYOUT.width_mm) < 1.2
    side = round((60 + 2 * MARGIN_MM) * sharp)
    assert sheet.shape[:2] == (side, side)
    markers = MarkerFinder().find(sheet)
    found = {int(each): corners.mean(axis=0) for each, corners in zip(markers.ids, markers.corners_px, strict=True)}
    assert CARD.marker in found
    assert OTHER.marker not in found
    middle = (side - 1) / 2
    assert np.abs(found[CARD.marker] - middle).max() < 0.5 * sharp
    # As large as it is printed, and upright.
    index = markers.ids.tolist().index(CARD.marker)
    edge = markers.corners_px[index][1] - markers.corners_px[index][0]
    assert np.linalg.norm(edge) == pytest.approx(KIT.marker_side_mm * sharp, rel=0.08)
    assert abs(edge[1]) < 0.1 * edge[0]


def test_areas_that_lie_apart_come_side_by_side_and_nothing_between_them_is_shown() -> None:
    picture = taken(CameraPose(0), CARD, OTHER, BETWEEN)
    areas = [Area(each.x_mm - 45, each.y_mm - 45, 90, 90) for each in (CARD, OTHER)]
    sheet = opened(crop(picture, areas))
    sharp = sharpness(picture)
    scale, (one, other) = arrange([Area(0, 0, 90 + 2 * MARGIN_MM, 90 + 2 * MARGIN_MM)] * 2, sharp)
    assert scale == sharp
    assert sheet.shape[0] >= other[1] + other[3]
    assert set(MarkerFinder().find(sheet).ids.tolist()) >= {CARD.marker, OTHER.marker}
    assert BETWEEN.marker in picture_markers(picture)
    assert BETWEEN.marker not in MarkerFinder().find(sheet).ids
    gap = sheet[one[1] + one[3] + 1 : other[1] - 1] if other[1] else sheet[:, one[2] + 1 : other[0] - 1]
    assert np.abs(gap.astype(int) - GROUND).max() < 40
    assert (GAP_PX, len(gap) > 0) == (6, True)


def test_what_lies_beside_the_mat_is_in_no_photograph() -> None:
    """A hand of cards held beside the mat changes not one pixel, however the areas lie."""
    width, height = LAYOUT.width_mm, LAYOUT.height_mm
    edges = [Area(0, 0, 60, 60), Area(width - 60, height - 60, 60, 60), Area(-30, 130, 60, 60), Area(0, 0, width, 40)]
    pose = CameraPose(10, fill=0.6)
    plain = taken(pose, CARD)
    assert plain.mat is not None
    assert plain.pixels is not None
    inside = np.zeros(plain.pixels.shape[:2], np.uint8)
    corners = np.array([[-1, -1], [width + 1, -1], [width + 1, height + 1], [-1, height + 1]], float)
    to_px = np.linalg.inv(plain.mat.to_mm)
    outline = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), to_px)
    cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 255)
    spoilt = plain.pixels.copy()
    spoilt[inside == 0] = (0, 0, 255)
    other = Picture(plain.look, plain.layout, spoilt, plain.mat)
    assert not np.array_equal(spoilt, plain.pixels)
    assert crop(other, edges) == crop(plain, edges)
    assert BESIDE_MM > 0  # the picture of the whole mat does show a little more


def test_an_area_beside_the_mat_or_a_picture_without_one_gives_no_photograph() -> None:
    picture = taken(CameraPose(0), CARD)
    assert crop(picture, [Area(-200, 0, 100, 100)]) == b""
    assert crop(picture, []) == b""
    assert crop(Picture(picture.look, LAYOUT, picture.pixels, None), [Area(0, 0, 50, 50)]) == b""


@pytest.mark.parametrize("count", [1, 3, 8, 20])
def test_no_photograph_is_too_large(count: int) -> None:
    picture = taken(CameraPose(0), CARD)
    jpeg = crop(picture, [Area(17 * index, 140, 250, 90) for index in range(count)])
    sheet = opened(jpeg)
    assert sheet.shape[1] <= WIDTH_PX
    assert sheet.shape[0] <= HEIGHT_PX
    assert 1000 < len(jpeg) < 60_000


def test_areas_in_a_sheet_do_not_overlap() -> None:
    areas = [Area(0, 0, width, height) for width, height in ((60, 90), (250, 40), (40, 40), (90, 60), (60, 90))]
    scale, places = arrange(areas)
    boxes = [Area(*place) for place in places]
    assert not any(one.overlaps(other) for index, one in enumerate(boxes) for other in boxes[:index])
    for area, (_, _, width, height) in zip(areas, places, strict=True):
        assert (width, height) == (round(area.width_mm * scale), round(area.height_mm * scale))


def test_a_whole_card_fits_the_widest_photograph_at_its_sharpest() -> None:
    card = piece_area(SIZE, Spot(0, 0))
    assert arrange([card])[0] == SHARP


def test_a_photograph_has_no_more_pixels_than_the_mat_has_in_the_picture() -> None:
    near = Mat(np.diag([0.25, 0.25, 1.0]), (1, 2, 3, 4), 0.1, 0.0)
    far = Mat(np.diag([0.5, 0.5, 1.0]), (1, 2, 3, 4), 0.1, 0.0)
    assert finest(near, LAYOUT) == SHARP
    assert finest(far, LAYOUT) == pytest.approx(2.0)
