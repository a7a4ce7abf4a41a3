"""The rim as outlines to print is black where its samples are, corners included."""

from __future__ import annotations

import pytest

from companion.table.layout import Layout, Spot
from companion.table.rim import rim_dashes, rim_samples


def inside(corners: tuple[Spot, ...], spot: Spot) -> bool:
    """Whether a point lies in a convex outline."""
    if not min(corner.x_mm for corner in corners) <= spot.x_mm <= max(corner.x_mm for corner in corners):
        return False
    turns = [
        (two.x_mm - one.x_mm) * (spot.y_mm - one.y_mm) - (two.y_mm - one.y_mm) * (spot.x_mm - one.x_mm)
        for one, two in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return min(turns) >= 0 or max(turns) <= 0


@pytest.mark.parametrize(
    ("width", "height"),
    [(900, 600), (905, 613), *(pytest.param(*size, marks=pytest.mark.slow) for size in ((1080, 608), (1160, 652)))],
)
def test_every_sample_of_the_rim_is_as_dark_as_the_outlines_say(width: float, height: float) -> None:
    layout = Layout("test", width, height, (), (), 6)
    dashes = rim_dashes(layout)
    samples = rim_samples(layout, 2.31)
    assert len(samples) > 1000
    for sample in samples:
        if min(sample.place.x_mm % 10, sample.place.y_mm % 10) < 1e-6:
            continue  # on the edge between two dashes
        assert any(inside(dash, sample.place) for dash in dashes) == sample.dark, sample


def test_in_a_corner_each_side_has_what_lies_nearer_to_its_middle_line() -> None:
    # At the upper right the upper side ends white (894 to 900) and the right side begins black.
    dashes = rim_dashes(Layout("test", 900, 600, (), (), 6))
    black = [any(inside(dash, spot) for dash in dashes) for spot in (Spot(897, 0.5), Spot(899.5, 3), Spot(894.5, 3))]
    assert black == [True, False, False]


def test_a_mat_without_a_rim_has_no_dashes() -> None:
    assert rim_dashes(Layout("test", 900, 600, (), (), 0)) == ()
