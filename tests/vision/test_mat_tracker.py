"""The mat from frame to frame: covered corners, a moved camera."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.table.layout import Layout
from tests.vision.fakes import NEAR
from tests.vision.render import Printed, Shot, corner_markers, render
from vision.markers import MarkerFinder, Markers
from vision.mat_tracker import MatTracker

MOVED = "Nothing is read until it stays put; then it goes on by itself."


@cache
def frame(layout: Layout, shot: Shot | None = None, leave_out: tuple[int, ...] = ()) -> Markers:
    return MarkerFinder().find(render(layout, corner_markers(layout, leave_out), shot or NEAR).pixels)


def test_the_first_frame_with_the_mat_counts_at_once(layout: Layout) -> None:
    found = MatTracker(layout).look(frame(layout))
    assert found.mat is not None
    assert (found.state, found.text) == ("in view", "The mat lies in view.")


def test_a_turned_mat_and_a_torn_corner_are_told(layout: Layout) -> None:
    found = MatTracker(layout).look(frame(layout, replace(NEAR, turn_deg=180), leave_out=(3,)))
    assert found.text == (
        "The mat lies in view, turned by 180 degrees, which does not matter; corner marker 3 cannot be read, and the "
        "others are enough."
    )


def test_a_corner_astray_is_told(layout: Layout) -> None:
    printed = [
        *corner_markers(layout, leave_out=[2]),
        Printed(2, layout.anchors[2].x_mm - 80, layout.anchors[2].y_mm - 60),
    ]
    found = MatTracker(layout).look(MarkerFinder().find(render(layout, printed, NEAR).pixels))
    assert found.text == (
        "The mat lies in view; corner marker 2 is not where it belongs and is left out: lay it flat, or print the mat "
        "again."
    )


def test_noise_is_no_move(layout: Layout) -> None:
    watch = MatTracker(layout)
    assert {watch.look(frame(layout, replace(NEAR, noise=6, seed=seed))).state for seed in range(4)} == {"in view"}


def test_two_corners_hold_a_mat_that_was_found(layout: Layout) -> None:
    watch = MatTracker(layout)
    known = watch.look(frame(layout)).mat
    found = watch.look(frame(layout, leave_out=(0, 3)))
    assert found.mat is known
    assert (found.state, found.text) == (
        "held",
        "Only 2 of the mat's 4 corner markers are in view, where they were before; the mat is still read.",
    )


def test_a_covered_corner_does_not_spoil_the_fit_with_all_four(layout: Layout) -> None:
    watch = MatTracker(layout)
    known = watch.look(frame(layout)).mat
    found = watch.look(frame(layout, replace(NEAR, seed=2), leave_out=(0,)))
    assert known is not None
    assert found.mat is not None
    assert found.mat.to_mm is known.to_mm
    assert found.mat.missing == (0,)


def test_one_corner_or_none_does_not_hold_it(layout: Layout) -> None:
    watch = MatTracker(layout)
    watch.look(frame(layout))
    assert watch.look(frame(layout, leave_out=(0, 1, 3))).mat is None
    lost = watch.look(frame(layout, leave_out=(0, 1, 2, 3)))
    assert (lost.mat, lost.state) == (None, "lost")
    assert watch.look(frame(layout)).state == "in view"


def test_two_corners_that_moved_hold_nothing(layout: Layout) -> None:
    watch = MatTracker(layout)
    watch.look(frame(layout))
    found = watch.look(frame(layout, replace(NEAR, shift_mm=(12, 0)), leave_out=(0, 3)))
    assert (found.mat, found.state) == (None, "lost")


def test_a_moved_camera_is_told_and_taken_over_once_it_stays_put(layout: Layout) -> None:
    watch = MatTracker(layout)
    watch.look(frame(layout))
    pushed = replace(NEAR, shift_mm=(12, -5))
    first = watch.look(frame(layout, replace(NEAR, shift_mm=(6, 0))))
    assert (first.mat, first.state) == (None, "moved")
    assert first.text == f"The camera or the mat was moved, by 6 mm. {MOVED}"
    assert [watch.look(frame(layout, pushed)).state for _ in range(3)] == ["moved", "moved", "in view"]


def test_a_far_move_is_not_counted_in_millimetres(layout: Layout) -> None:
    watch = MatTracker(layout)
    watch.look(frame(layout))
    moved = watch.look(frame(layout, replace(NEAR, turn_deg=180)))
    assert moved.text == f"The camera or the mat was moved, by more than 10 cm. {MOVED}"
