"""The eye's thread, driven picture by picture: looks, words, loss and return, a clean end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker
from tests.vision.fakes import FakeClock, ToldCamera, cards, plain, table
from tests.vision.render import Printed, Shot, render
from vision.eye import BY_TAPS, Eye, Look
from vision.files import VideoFile
from vision.frames import CameraEnded, CameraGone, Pixels

ALL = {MarkerId(each): PrintedMarker(18.0) for each in range(4, 587)}
PATIENCE_S = 60
"""Only a test that has failed waits so long."""


class Told:
    """An eye whose camera is told what to show."""

    def __init__(self, layout: Layout) -> None:
        self.camera = ToldCamera()
        self.eye = Eye(lambda: self.camera, FakeClock(), look_every_s=0).start(layout, ALL)

    def show(self, told: Pixels | Exception) -> Look:
        """The look at this picture."""
        before, _ = self.eye.wait(-1, 0)
        self.camera.told.put(told)
        count, look = self.eye.wait(before, PATIENCE_S)
        assert count > before
        return look


@pytest.fixture
def told(layout: Layout) -> Iterator[Told]:
    made = Told(layout)
    yield made
    made.eye.close()
    assert not [each for each in threading.enumerate() if each.name == "eye"]


def test_a_mat_with_cards_is_read(told: Told, layout: Layout) -> None:
    look = told.show(table(layout))
    assert (look.state, look.number, look.at_s) == ("in view", 1, 1.0)
    assert len(look.sightings) == len(cards(layout))
    assert look.rejected == ()
    assert look.health.status == "ok"
    assert look.health.text == f"The mat lies in view. {len(cards(layout))} cards are read. {BY_TAPS}"
    assert told.eye.newest() is look


def test_what_does_not_count_is_told(told: Told, layout: Layout) -> None:
    look = told.show(table(layout, more=[Printed(400, 340, 200), Printed(401, 340, 250)]))
    assert [each.marker for each in look.rejected] == [400, 401]
    assert "Marker 400 lies beside every zone of the mat." in look.health.text
    assert "1 more do not count." in look.health.text


@pytest.mark.parametrize(
    ("grey", "text"), [(0, "The picture is black."), (255, "The picture is white."), (120, "shows one even surface.")]
)
def test_a_covered_camera(told: Told, grey: int, text: str) -> None:
    look = told.show(plain(grey))
    assert (look.state, look.sightings, look.health.status) == ("lost", (), "failed")
    assert look.verdict.startswith("Camera test sees no marker. ")
    assert text in look.verdict


def test_a_defocused_camera(told: Told, layout: Layout) -> None:
    assert "The picture is out of focus." in told.show(table(layout, Shot(blur_px=8))).verdict


def test_a_mat_out_of_sight(told: Told, layout: Layout) -> None:
    assert told.show(render(layout, []).pixels).verdict == (
        "Camera test sees no marker. Put the mat under the camera, in good light, and see that the lens is sharp."
    )


def test_markers_that_are_not_this_game_s_mat(told: Told, layout: Layout) -> None:
    assert told.show(render(layout, cards(layout)).pixels).verdict == (
        f"Camera test sees {len(cards(layout))} markers. None of them is one of this game's mat. "
        "Put the mat under the camera."
    )


def test_a_moved_camera_reads_nothing_until_it_stays_put(told: Told, layout: Layout) -> None:
    assert told.show(table(layout)).state == "in view"
    moved = Shot(shift_mm=(12, 0))
    looks = [told.show(table(layout, moved)) for _ in range(3)]
    assert [look.state for look in looks] == ["moved", "moved", "in view"]
    assert looks[0].sightings == ()
    assert looks[0].health.text.startswith("The camera or the mat was moved, by 12 mm.")


def test_a_camera_that_goes_and_comes_back(told: Told, layout: Layout) -> None:
    told.show(table(layout))
    gone = told.show(CameraGone("pulled"))
    assert (gone.state, gone.sightings, gone.health.status) == ("no picture", (), "failed")
    assert gone.verdict.startswith("Camera test is gone.")
    assert told.show(table(layout)).state == "in view"


def test_the_last_picture_of_a_file_ends_the_eye(told: Told, layout: Layout) -> None:
    end = told.show(CameraEnded("Video a.mp4 has ended after 3 pictures."))
    assert end.health.text == "Video a.mp4 has ended after 3 pictures."
    assert told.eye.wait(10**6, PATIENCE_S)[1] is end
    assert told.camera.closed == 1


def test_a_fault_that_nobody_foresaw_ends_in_words(told: Told) -> None:
    fault = told.show(ZeroDivisionError())
    assert fault.health.status == "failed"
    assert "not foreseen" in fault.health.text


def test_an_eye_that_was_never_started_closes(layout: Layout) -> None:
    eye = Eye(ToldCamera, FakeClock())
    eye.close()
    assert eye.newest().state == "waiting"


def test_frames_that_come_too_fast_are_not_looked_at(layout: Layout) -> None:
    camera = ToldCamera()
    for _ in range(5):
        camera.told.put(plain(0))
    camera.told.put(CameraEnded("over"))
    eye = Eye(lambda: camera, FakeClock(), look_every_s=2.5).start(layout, ALL)
    count, _ = eye.wait(10**6, PATIENCE_S)
    # Of frames a second apart the first and the fourth, and then the end.
    assert count == 3
    eye.close()


def test_a_video_of_the_mat_plays_through(tmp_path: Path, layout: Layout) -> None:
    path = tmp_path / "game.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (1920, 1080))
    for seed in range(4):
        writer.write(table(layout, Shot(1920, 1080, seed=seed)))
    writer.release()
    eye = Eye(lambda: VideoFile(path, FakeClock(), paced=False), FakeClock())
    looks = []
    publish = eye._publish
    eye._publish = lambda look: (looks.append(look), publish(look))[1]  # type: ignore[func-returns-value,method-assign]
    eye.start(layout, ALL)
    eye.wait(10**6, PATIENCE_S)
    eye.close()
    assert [look.state for look in looks] == ["in view"] * 4 + ["no picture"]
    assert {len(look.sightings) for look in looks[:4]} == {len(cards(layout))}
