"""The mat as printed: bare ground is marked where pieces will lie, and the rim is dashed as `rim_samples` says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.table.geometry import bare_places
from companion.table.kit import Kit, MarkedPiece, PieceSize
from companion.table.pieces import PieceKind, Shape
from companion.table.rim import rim_samples
from companion.table.sightings import BARE, MarkerId
from tests.vision.virtual.mats import EMPTY, KIT, LAYOUT, lying, shown, small
from vision.marker_filter import judge_sightings
from vision.markers import MarkerFinder
from vision.mat import Mat, find_mat
from vision.virtual.prints import MARGIN_MM, MAT_PX_PER_MM, PX_PER_MM, print_mat, print_piece
from vision.virtual.scene import Scene


def bare_in(scene: Scene) -> list[tuple[float, float]]:
    """Where the bare ground's marker is read in a picture of the scene."""
    markers = MarkerFinder().find(shown(small(), scene))
    mat = find_mat(markers, LAYOUT)
    assert isinstance(mat, Mat), mat
    facts, _ = judge_sightings(markers, mat, LAYOUT, KIT.printed, 0.0)
    return [(each.x_mm, each.y_mm) for each in facts if each.marker == BARE]


def is_near(place: tuple[float, float], found: list[tuple[float, float]]) -> bool:
    return min(math.dist(place, each) for each in found) < 0.6


def test_an_empty_mat_shows_that_it_is_bare_at_every_place_and_nowhere_else() -> None:
    found, places = bare_in(EMPTY), [(place.centre.x_mm, place.centre.y_mm) for place in bare_places(LAYOUT, KIT)]
    assert len(found) == len(places)
    assert all(is_near(place, found) for place in places)


@pytest.mark.parametrize("face_up", [True, False])
def test_a_card_shows_on_both_sides_where_the_next_one_will_lie(face_up: bool) -> None:
    # In won.0, whose place for the first marker it covers.
    card, size = lying("card:1" if face_up else "back", "won.0", face_up=face_up), KIT.size("card:1")
    left, top = card.x_mm - size.width_mm / 2, card.y_mm - size.height_mm / 2
    new = [
        at for at in bare_in(Scene((card,))) if 0 < at[0] - left < size.width_mm and 0 < at[1] - top < size.height_mm
    ]
    spots = [(left + spot.x_mm, top + spot.y_mm) for spot in size.bare]
    assert len(new) == len(spots) == 1
    assert all(is_near(spot, new) for spot in spots)


@pytest.mark.parametrize("step_mm", [2.5, 4.0, 5.0, 10.0])
def test_the_rim_is_printed_as_its_samples_say(step_mm: float) -> None:
    # Steps of 2 and 6 mm meet one point twice, where two sides cross in a corner and contradict each other.
    mat = print_mat(LAYOUT, KIT)
    samples = rim_samples(LAYOUT, step_mm)
    assert len(samples) == 2 * sum(length // step_mm for length in (LAYOUT.width_mm, LAYOUT.height_mm))
    for sample in samples:
        right, down = (int(along * MAT_PX_PER_MM) for along in (sample.place.x_mm, sample.place.y_mm))
        assert (mat[down, right].mean() < 128) == sample.dark, sample


@pytest.mark.parametrize(("shape", "is_cut"), [("tile", False), ("hex", True)])
def test_a_hexagon_has_no_corners_of_a_square_and_its_marker_is_whole(shape: Shape, is_cut: bool) -> None:
    kit = Kit(18, {"some": PieceSize(46, 40, 23, 20)}, {"some": MarkedPiece("some", 30)})
    piece = print_piece(PieceKind("some", "some", shape, "#c9a567", sign="x"), MarkerId(30), True, kit)
    margin, mm = round(MARGIN_MM * PX_PER_MM), PX_PER_MM
    assert (piece[margin + 2 * mm, margin + 2 * mm, 3] < 200) == is_cut
    assert piece[margin + 20 * mm, margin + mm, 3] == 255
    assert MarkerFinder().find(np.ascontiguousarray(piece[..., :3])).count() == {30: 1}
