"""The whole way through a wide lens: with it known the mat is read to the millimetre, and is drawn straight."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.geometry import Area, bare_places
from companion.table.sightings import BARE, Reading
from tests.vision.boards import Pose, poses, view
from tests.vision.fakes import FakeClock, ToldCamera
from tests.vision.virtual.mats import EMPTY, KIT, LAYOUT, shown, small
from tests.vision.virtual.tables import fullest
from vision.cameras.frames import CameraEnded, Frame, Pixels
from vision.crops import crop
from vision.eye import Eye
from vision.fitness.checkup import Checkup
from vision.lens import Lens, Lenses
from vision.lens_calibration import calibrate
from vision.looks import Look, Looker, Picture
from vision.markers import MarkerFinder
from vision.mat import anchor_corners_mm, place, seen_anchors
from vision.overlay import draw
from vision.recorded import RecordedFrames, RecordedReadings
from vision.store import FrameStore
from vision.virtual.scene import Hand, PhysicalPiece, Scene, lay_out
from vision.virtual.shot import CameraPose, lens_of

SHOT = small(CameraPose(8), k1=-0.2)
PLAYED = lay_out(fullest(), LAYOUT, KIT).pieces


def bare_mat() -> Pixels:
    return shown(SHOT, EMPTY, 1)


def seen(pixels: Pixels, lens: Lens | None) -> Picture:
    return Looker(LAYOUT, KIT.printed, lens).picture(Frame(pixels, 1.0, 1), "Virtual camera")


def centre(piece: PhysicalPiece) -> tuple[float, float]:
    size = KIT.size(piece.kind)
    return (
        piece.x_mm - size.width_mm / 2 + size.marker_x_mm,
        piece.y_mm - size.height_mm / 2 + size.marker_y_mm,
    )


def test_without_the_lens_the_mat_is_refused_and_its_cure_is_named() -> None:
    look = seen(bare_mat(), None).look
    assert look.state == "lost"
    assert "calibrate the lens: companion calibrate" in look.verdict


def test_a_weaker_lens_that_is_not_known_shifts_markers_by_millimetres() -> None:
    shot = replace(SHOT, k1=-0.08)
    pieces = [each for each in PLAYED if not KIT.pieces[each.kind].is_shared]
    pixels = shown(shot, Scene(PLAYED), 1)
    off = {is_known: _off_mm(seen(pixels, lens_of(shot) if is_known else None), pieces) for is_known in (False, True)}
    assert max(off[False]) > 2
    assert max(off[True]) < 1


def _off_mm(picture: Picture, pieces: list[PhysicalPiece]) -> list[float]:
    read = {each.marker: each for each in picture.look.sightings if each.marker != BARE}
    places = {each.marker: centre(each) for each in pieces if each.angle_deg == 0 and each.marker in read}
    assert len(places) >= 10
    return [float(np.hypot(read[each].x_mm - x, read[each].y_mm - y)) for each, (x, y) in places.items()]


def test_with_the_lens_every_marker_is_where_it_lies() -> None:
    pieces = [each for each in PLAYED if not KIT.pieces[each.kind].is_shared]
    picture = seen(shown(SHOT, Scene(PLAYED), 1), lens_of(SHOT))
    assert picture.look.state == "in view"
    assert picture.look.rejected == ()
    assert picture.look.reading.reaching == ()
    assert max(_off_mm(picture, pieces)) < 1


@pytest.mark.slow
def test_with_the_lens_as_the_board_tells_it_every_marker_is_where_it_lies() -> None:
    true = lens_of(SHOT)
    assert true is not None
    held = [
        Pose(each.across, each.down, each.away_mm * 1.5, each.lean_deg, each.yaw_deg, each.turn_deg) for each in poses()
    ]
    lens = calibrate([view(pose, true, seed=seed) for seed, pose in enumerate(held)], "Virtual camera", "2026-11-22")
    pieces = [each for each in PLAYED if not KIT.pieces[each.kind].is_shared]
    picture = seen(shown(SHOT, Scene(PLAYED), 1), lens)
    assert picture.look.state == "in view"
    assert picture.look.reading.reaching == ()
    assert max(_off_mm(picture, pieces)) < 1


def test_arms_are_told_through_the_lens_and_only_where_they_are() -> None:
    arms = (Hand(200, 200, 0), Hand(400, 200, 180))
    reaching = seen(shown(SHOT, Scene(PLAYED, arms), 1), lens_of(SHOT)).look.reading.reaching
    rim_mm = LAYOUT.rim_mm / 2
    assert [(round(each.x_mm / 50) * 50, each.y_mm) for each in reaching] == [
        (400, rim_mm),
        (200, LAYOUT.height_mm - rim_mm),
    ]


def test_a_frame_of_another_shape_is_read_without() -> None:
    pixels = np.ascontiguousarray(bare_mat()[:600])
    assert seen(pixels, lens_of(SHOT)).lens is None


def test_the_mat_is_drawn_straight() -> None:
    """What is printed on it lies as on a plane, which in the raw picture it does not."""
    picture = seen(bare_mat(), lens_of(SHOT))
    assert picture.pixels is not None
    # Without what is drawn over the marks of bare ground.
    look = msgspec.structs.replace(picture.look, reading=Reading(1.0))
    plain = Picture(look, LAYOUT, picture.pixels, picture.mat, picture.lens)
    drawn = cv2.imdecode(np.frombuffer(draw(plain, {}, SHOT.width_px), np.uint8), cv2.IMREAD_COLOR)
    assert _off_plane_px(np.asarray(drawn, np.uint8)) < 1
    assert _off_plane_px(picture.pixels) > 5


def _off_plane_px(pixels: Pixels) -> float:
    """How far the middle of a printed marker lies from where the mat's corners have it, at most."""
    markers = MarkerFinder().find(pixels)
    corners = np.concatenate(list(seen_anchors(markers, LAYOUT).values()))
    printed = np.concatenate([anchor_corners_mm(each) for each in LAYOUT.anchors])
    to_px, _ = cv2.findHomography(printed, corners, 0)
    bare = place(
        np.asarray(to_px, np.float64),
        np.array([[each.centre.x_mm, each.centre.y_mm] for each in bare_places(LAYOUT, KIT)]),
    )
    middles = markers.corners_px[markers.ids == int(BARE)].mean(axis=1)
    assert len(middles) > 0.9 * len(bare)
    return float(np.linalg.norm(middles[:, None] - bare[None], axis=2).min(axis=1).max())


def test_a_photograph_of_a_place_shows_that_place() -> None:
    """The middle of a corner marker's cut is the marker's middle: its black square fills the same part on each side."""
    picture = seen(bare_mat(), lens_of(SHOT))
    anchor = LAYOUT.anchors[2]
    area = Area(anchor.x_mm - 12, anchor.y_mm - 12, 24, 24)
    cut = np.asarray(cv2.imdecode(np.frombuffer(crop(picture, [area]), np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    rows, columns = np.nonzero(cut < 90)
    scale = cut.shape[1] / (24 + 2 * 6)
    inside = (np.abs(columns / scale - 18) < 11) & (np.abs(rows / scale - 18) < 11)
    assert columns[inside].min() / scale == pytest.approx(18 - 9, abs=1)
    assert columns[inside].max() / scale == pytest.approx(18 + 9, abs=1)
    assert rows[inside].min() / scale == pytest.approx(18 - 9, abs=1)


def test_an_eye_straightens_by_the_lens_of_its_camera_and_a_replay_does_the_same(tmp_path: Path) -> None:
    lens = lens_of(SHOT)
    assert lens is not None
    camera, store, looks = ToldCamera("Camera wide"), FrameStore(tmp_path), list[Look]()
    lenses = Lenses((msgspec.structs.replace(lens, camera="Camera wide"),))
    eye = Eye(lambda: camera, FakeClock(), keep=store.keep, lenses=lenses).start(LAYOUT, KIT.printed, looks.append)
    for seed in (1, 2):
        camera.told.put(shown(SHOT, Scene(PLAYED), seed))
    camera.told.put(CameraEnded("All was shown."))
    eye.wait(10**6, 60.0)
    eye.close()
    store.close()
    assert [look.state for look in looks[:2]] == ["in view", "in view"]
    pieces = [each for each in PLAYED if not KIT.pieces[each.kind].is_shared]
    picture = eye.picture_of(looks[1].reading.at_s, 2)
    assert picture is not None
    assert max(_off_mm(picture, pieces)) < 1
    again = RecordedReadings(RecordedFrames(tmp_path), LAYOUT, KIT.printed)
    assert [again(look.number) for look in looks[:2]] == [look.reading for look in looks[:2]]


def test_an_eye_says_that_the_calibrated_lens_is_another_cameras() -> None:
    lens = lens_of(SHOT)
    assert lens is not None
    camera, looks = ToldCamera("Camera other"), list[Look]()
    lenses = Lenses((msgspec.structs.replace(lens, camera="Camera wide"),))
    eye = Eye(lambda: camera, FakeClock(), lenses=lenses).start(LAYOUT, KIT.printed, looks.append)
    camera.told.put(bare_mat())
    camera.told.put(CameraEnded("All was shown."))
    eye.wait(10**6, 60.0)
    eye.close()
    assert looks[0].health.text.endswith(
        "The lens that is calibrated is that of Camera wide; Camera other is used without. Calibrate it if it bends."
    )


@pytest.mark.parametrize("k1", [-0.08, -0.2])
def test_the_setup_page_asks_for_a_calibration_whether_or_not_the_mat_is_found(k1: float) -> None:
    picture = seen(shown(replace(SHOT, k1=k1), EMPTY, 1), None)
    fitness = Checkup(lambda: picture, FakeClock()).newest(KIT, {})
    assert fitness is not None
    (check,) = [each for each in fitness.checks if each.name == "lens"]
    assert check.verdict == "unfit"
    assert check.text.startswith("The lens bends the picture by up to ")
    assert check.text.endswith(" mm: calibrate it (companion calibrate).")
