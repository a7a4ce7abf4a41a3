"""Straight and raw px are each other's way back; pictures are straightened; a file of lenses is read or refused."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
import tomli_w

from vision.lens import BadLensFile, Lens, Lenses, Points, flattened, load_lenses, parse_lenses
from vision.mat import Mat

WIDE = Lens("Camera test", 1280, 720, 1024.0, 1020.0, 648.0, 352.0, -0.2, 0.05, 0.0006, -0.0004)
LENSES = [
    WIDE,
    msgspec.structs.replace(WIDE, k1=-0.25, k2=0.0),
    msgspec.structs.replace(WIDE, k1=0.15),
    msgspec.structs.replace(WIDE, k1=-0.3, k2=0.12, k3=-0.04),
]


def grid(lens: Lens) -> Points:
    across, down = np.linspace(0, lens.width_px - 1, 30), np.linspace(0, lens.height_px - 1, 20)
    return np.stack(np.meshgrid(across, down), axis=2).reshape(-1, 2)


@pytest.mark.parametrize("lens", LENSES)
def test_what_is_straightened_and_bent_again_is_where_it_was(lens: Lens) -> None:
    points = grid(lens)
    assert np.abs(lens.bend(lens.straighten(points)) - points).max() < 1e-6
    assert lens.is_sound()


@pytest.mark.parametrize("lens", LENSES)
def test_to_bend_is_opencv_s_own_projection(lens: Lens) -> None:
    directions = np.array([[x, y, 1.0] for x in (-0.5, -0.1, 0.0, 0.4) for y in (-0.3, 0.0, 0.25)])
    bent = np.array([lens.k1, lens.k2, lens.p1, lens.p2, lens.k3])
    raw, _ = cv2.projectPoints(directions, np.zeros(3), np.zeros(3), lens.matrix, bent)
    straight = directions @ lens.matrix.T
    assert np.abs(lens.bend(straight[:, :2]) - np.asarray(raw).reshape(-1, 2)).max() < 1e-6


def test_a_wide_lens_draws_what_is_outside_nearer_and_never_folds_it_back() -> None:
    lens = msgspec.structs.replace(WIDE, k1=-0.3, k2=0.0)
    along = np.column_stack([np.linspace(lens.middle_x_px, 6000, 200), np.full(200, lens.middle_y_px)])
    raw = lens.bend(along)[:, 0]
    assert (raw <= along[:, 0] + 1e-9).all() or raw[-1] < along[-1, 0]
    # Beyond 1 / sqrt(3 * 0.3) the formula itself would turn back.
    assert (np.diff(raw) > 0).all()
    assert raw[-1] > lens.width_px


def test_no_points_are_no_points() -> None:
    assert WIDE.straighten(np.empty((0, 2))).shape == (0, 2)
    assert WIDE.bend(np.empty((0, 2))).shape == (0, 2)


def test_the_same_lens_at_half_the_size_bends_half_as_far() -> None:
    half = WIDE.sized(640, 360)
    assert half is not None
    points = grid(WIDE)
    smaller = (points + 0.5) / 2 - 0.5
    assert half.straighten(smaller) == pytest.approx((WIDE.straighten(points) + 0.5) / 2 - 0.5, abs=1e-6)
    assert WIDE.sized(1280, 720) is WIDE
    assert WIDE.sized(1280, 960) is None
    assert WIDE.fitted(np.zeros((360, 640, 3), np.uint8)) == half


def test_how_far_it_bends_is_told_at_the_corner() -> None:
    lens = Lens("c", 1000, 800, 1000.0, 1000.0, 499.5, 399.5, 0.1)
    (corner,) = lens.straighten(np.array([[0.0, 0.0]]))
    assert lens.bend_px() == pytest.approx(float(np.hypot(*corner)), abs=1e-9)
    # x (1 + 0.1 r2) = 499.5 / 1000 at the edge: 640 px from the middle come from some 23 px further in.
    assert 20 < lens.bend_px() < 27


def test_a_picture_is_straightened_with_what_a_pinhole_would_not_have_shown() -> None:
    lens = msgspec.structs.replace(WIDE, k2=0.0, p1=0.0, p2=0.0)
    spots = np.array([[60.0, 50.0], [640.0, 360.0], [1200.0, 650.0]])
    raw = np.zeros((720, 1280), np.uint8)
    for x, y in spots.round().astype(int).tolist():
        cv2.circle(raw, (x, y), 9, 255, -1)
    mat = Mat(np.eye(3), (0, 1, 2, 3), 0.1, 0.0)
    pixels, moved = flattened(raw, mat, lens)
    assert pixels.shape[0] > 720
    assert pixels.shape[1] > 1280
    count, _, _, middles = cv2.connectedComponentsWithStats((pixels > 60).astype(np.uint8))
    assert count == 4
    # `moved` still has the way from these px to where the spots are in straight px.
    seen = moved.place(np.asarray(middles, np.float64)[1:])
    assert np.abs(seen - lens.straighten(spots)).max() < 0.5
    assert flattened(raw, mat, None) == (raw, mat)


def test_the_lens_of_a_camera_is_found_by_its_size_first() -> None:
    small = msgspec.structs.replace(WIDE, width_px=640, height_px=360, k1=-0.1)
    other = msgspec.structs.replace(WIDE, camera="Camera other")
    lenses = Lenses((small, other, WIDE))
    assert lenses.of("Camera test", 640, 360) is small
    assert lenses.of("Camera test", 1280, 720) is WIDE
    made = lenses.of("Camera test", 1920, 1080)
    assert made is not None
    assert made.k1 == WIDE.k1  # of the largest
    assert lenses.of("Camera test", 640, 480) is None
    assert lenses.of("Camera none", 1280, 720) is None
    newer = msgspec.structs.replace(WIDE, k1=-0.25)
    assert lenses.with_one(newer).known == (small, other, newer)


def test_a_lens_that_does_not_fit_is_told() -> None:
    lenses = Lenses((WIDE,))
    assert lenses.note("Camera test", 640, 360) == ""
    assert Lenses().note("Camera test", 640, 480) == ""
    assert lenses.note("Camera test", 640, 480) == (
        "The lens of Camera test was calibrated for pictures of 1280 x 720 px, and these have 640 x 480 px: it is used "
        "without. Calibrate it at this size: companion calibrate."
    )
    assert lenses.note("Camera new", 1280, 720) == (
        "The lens that is calibrated is that of Camera test; Camera new is used without. Calibrate it if it bends."
    )


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "lenses.toml"
    file.write_text(tomli_w.dumps(Lenses((WIDE, LENSES[1])).tables()), encoding="utf-8")
    assert load_lenses(file) == Lenses((WIDE, LENSES[1]))
    assert load_lenses(tmp_path / "none.toml") == Lenses()


@pytest.mark.parametrize(
    "text",
    [
        "[[lens]\n",
        "[[lens]]\ncamera = 'c'\n",
        "[[lense]]\ncamera = 'c'\n",
        tomli_w.dumps(Lenses((msgspec.structs.replace(WIDE, k1=-2.0),)).tables()),
        tomli_w.dumps(Lenses((msgspec.structs.replace(WIDE, k1=float("nan")),)).tables()),
        tomli_w.dumps(Lenses((msgspec.structs.replace(WIDE, focal_x_px=-5.0),)).tables()),
    ],
)
def test_a_damaged_file_is_a_sentence_and_the_camera_is_used_without(tmp_path: Path, text: str) -> None:
    file = tmp_path / "lenses.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadLensFile):
        parse_lenses(text, "lenses.toml")
    lenses = load_lenses(file)
    assert lenses.of("Camera test", 1280, 720) is None
    told = lenses.note("Camera test", 1280, 720)
    assert told.startswith(f"{file} cannot be used: ")
    assert told.endswith(
        " The camera is used without its lens; delete the file, and calibrate again: companion calibrate."
    )


def test_a_file_that_is_no_text_is_a_sentence_too(tmp_path: Path) -> None:
    file = tmp_path / "lenses.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "cannot be used" in load_lenses(file).trouble
    assert "cannot be used" in load_lenses(tmp_path).trouble
