"""The eye's thread, driven picture by picture: looks, words, loss and return, a clean end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.geometry import Area
from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker, Reading
from tests.vision.fakes import NEAR, FakeClock, ToldCamera, cards, plain, table
from tests.vision.render import Printed, Shot
from tests.vision.virtual.mats import BESIDE
from vision.cameras.files import VideoFile
from vision.cameras.frames import CameraEnded, CameraGone, Frame, NoCamera, Pixels
from vision.cameras.frozen_feed import FROZEN, FROZEN_AFTER
from vision.crops import EyePhotographer, crop
from vision.eye import PICTURES_KEPT, Eye
from vision.lens import Lens
from vision.looks import Look

ALL = {MarkerId(each): PrintedMarker(18.0) for each in range(4, 587)}
PATIENCE_S = 60
"""Only a test that has failed waits so long."""


class Told:
    """An eye whose camera is told what to show, and whoever it tells its looks."""

    def __init__(self, layout: Layout) -> None:
        self.camera = ToldCamera()
        self.heard: list[Look] = []
        self.trouble: Exception | None = None
        self.eye = Eye(lambda: self.camera, FakeClock(), look_every_s=0).start(layout, ALL, self.hear)

    def hear(self, look: Look) -> None:
        """What the eye calls with each look."""
        assert threading.current_thread().name == "eye"
        self.heard.append(look)
        if self.trouble is not None:
            raise self.trouble

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
    assert (look.state, look.number, look.reading.at_s, look.reading.unseen) == ("in view", 1, 1.0, "")
    assert len(look.sightings) == len(cards(layout))
    assert look.rejected == ()
    assert look.health.status == "ok"
    assert look.health.text == f"The mat lies in view. {len(cards(layout))} pieces are read."
    assert told.eye.newest() is look


def test_what_does_not_count_is_told(told: Told, layout: Layout) -> None:
    look = told.show(table(layout, more=[Printed(400, *BESIDE), Printed(401, BESIDE[0], BESIDE[1] + 40)]))
    assert [each.marker for each in look.rejected] == [400, 401]
    assert "Marker 400 lies beside every zone of the mat." in look.health.text
    assert "1 more do not count." in look.health.text


def test_a_moved_camera_reads_nothing_until_it_stays_put(told: Told, layout: Layout) -> None:
    assert told.show(table(layout)).state == "in view"
    moved = replace(NEAR, shift_mm=(12, 0))
    looks = [told.show(table(layout, moved)) for _ in range(3)]
    assert [look.state for look in looks] == ["moved", "moved", "in view"]
    assert looks[0].sightings == ()
    assert looks[0].reading.unseen == looks[0].verdict == looks[0].health.text
    assert looks[0].health.text.startswith("The camera or the mat was moved, by 12 mm.")


def test_a_camera_that_goes_and_comes_back(told: Told, layout: Layout) -> None:
    told.show(table(layout))
    gone = told.show(CameraGone("pulled"))
    assert (gone.state, gone.sightings, gone.health.status) == ("no picture", (), "failed")
    assert gone.verdict.startswith("Camera test is gone.")
    assert gone.reading == Reading(100.0, unseen=gone.verdict)
    assert told.show(table(layout)).state == "in view"


def test_the_last_picture_of_a_file_ends_the_eye(told: Told, layout: Layout) -> None:
    end = told.show(CameraEnded("Video a.mp4 has ended after 3 pictures."))
    assert end.health.text == "Video a.mp4 has ended after 3 pictures."
    assert told.eye.wait(10**6, PATIENCE_S)[1] is end
    assert told.camera.closed == 1


def test_a_fault_that_nobody_foresaw_is_told_and_the_eye_looks_on(told: Told, layout: Layout) -> None:
    fault = told.show(ZeroDivisionError())
    assert fault.health.status == "failed"
    assert "not foreseen" in fault.health.text
    assert told.show(table(layout)).state == "in view"


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
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, (NEAR.width_px, NEAR.height_px))
    for seed in range(4):
        writer.write(table(layout, replace(NEAR, seed=seed)))
    writer.release()
    looks: list[Look] = []
    eye = Eye(lambda: VideoFile(path, FakeClock(), paced=False), FakeClock())
    eye.start(layout, ALL, looks.append)
    eye.wait(10**6, PATIENCE_S)
    eye.close()
    assert [look.state for look in looks] == ["in view"] * 4 + ["no picture"]
    assert {len(look.sightings) for look in looks[:4]} == {len(cards(layout))}


def test_every_look_is_told_in_its_order(told: Told, layout: Layout) -> None:
    shown = [told.show(plain(0)), told.show(table(layout)), told.show(CameraEnded("over"))]
    told.eye.close()
    assert told.heard == shown


def test_whoever_is_told_and_fails_stops_nothing(told: Told, layout: Layout, caplog: pytest.LogCaptureFixture) -> None:
    told.trouble = ValueError("Anna holds a Seer")
    told.show(plain(0))
    assert told.show(table(layout)).state == "in view"
    told.eye.close()
    assert [look.state for look in told.heard] == ["lost", "in view"]
    assert "a look could not be told: ValueError" in caplog.text
    assert "Anna" not in caplog.text


def test_another_mat_is_watched_while_it_runs(told: Told, layout: Layout) -> None:
    told.show(table(layout))
    other = Layout("other", layout.width_mm, layout.height_mm, (), tuple(layout.anchors))
    before, _ = told.eye.wait(-1, 0)
    told.eye.watch(other, {})
    count, waiting = told.eye.wait(before, PATIENCE_S)
    assert (count, waiting.state) == (before + 1, "waiting")
    assert waiting.reading.unseen == "Camera test looks for the mat of this game."
    assert told.eye.picture() is None
    assert (told.eye.jpeg({}), told.eye.seen()) == (None, None)
    look = told.show(table(layout))
    assert {each.reason for each in look.rejected} == {"unknown"}
    assert len(look.rejected) == len(cards(layout))
    picture = told.eye.picture()
    assert picture is not None
    assert (picture.layout, picture.look) == (other, look)


def test_the_newest_picture_is_drawn_once_for_each_look(told: Told, layout: Layout) -> None:
    assert told.eye.picture() is None
    assert told.eye.jpeg({}) is None
    look = told.show(table(layout))
    picture = told.eye.picture()
    assert picture is not None
    assert picture.look is look
    first, again = told.eye.jpeg({}), told.eye.jpeg({})
    assert first is not None
    assert again is not None
    assert first[0] == told.eye.wait(-1, 0)[0]
    assert told.eye.seen() == first[0]
    assert again[1] is first[1]
    small, labelled = told.eye.jpeg({}, 400), told.eye.jpeg({MarkerId(20): "Knight"})
    assert small is not None
    assert np.asarray(cv2.imdecode(np.frombuffer(small[1], np.uint8), cv2.IMREAD_COLOR)).shape[1] == 400
    assert labelled is not None
    assert labelled[1] != first[1]
    told.show(CameraGone("pulled"))
    gone = told.eye.jpeg({})
    assert gone is not None
    assert gone[0] > first[0]
    assert len(gone[1]) < len(first[1]) / 2


def test_a_table_that_rests_keeps_the_number_of_its_picture_whatever_the_noise(told: Told, layout: Layout) -> None:
    """A page that has this number is sent nothing."""
    noise = np.random.default_rng(1)
    still = table(layout)
    numbers = []
    for _ in range(3):
        grains = noise.normal(0, 2, still.shape)
        told.show(np.clip(still + grains, 0, 255).astype(np.uint8))
        drawn = told.eye.jpeg({})
        assert drawn is not None
        numbers.append(drawn[0])
    assert numbers == [numbers[0]] * 3
    other = still.copy()
    other[200:260, 300:360] = 255 - other[200:260, 300:360]  # a card was laid there
    told.show(other)
    drawn = told.eye.jpeg({})
    assert drawn is not None
    assert drawn[0] > numbers[0]


def test_a_camera_that_was_never_there_has_no_picture(layout: Layout) -> None:
    def nothing() -> ToldCamera:
        raise NoCamera("No camera: tap what is done.")

    eye = Eye(nothing, FakeClock()).start(layout, ALL)
    _, look = eye.wait(0, PATIENCE_S)
    eye.close()
    assert (look.state, look.health.status) == ("no picture", "absent")
    assert look.reading.unseen == "No camera: tap what is done."
    assert (eye.picture(), eye.jpeg({})) == (None, None)


def test_the_last_pictures_are_kept_for_whoever_comes_late(told: Told, layout: Layout) -> None:
    looks = [told.show(table(layout)) for _ in range(PICTURES_KEPT + 1)]
    first, *kept = looks
    assert [each.number for each in looks] == [1, 2, 3]
    for look in kept:
        picture = told.eye.picture_of(look.reading.at_s, look.number)
        assert picture is not None
        assert picture.look is look
    nearest = told.eye.picture_of(first.reading.at_s, first.number)
    assert nearest is not None
    assert nearest.look is kept[0]
    # Another time and the same number: a camera that was opened anew.
    assert told.eye.picture_of(-5.0, kept[0].number) is None
    photographer = EyePhotographer(told.eye)
    area = Area(0, 0, 50, 50)
    taken = photographer.photo(first.reading.at_s, first.number, (area,))
    assert taken is not None
    assert (taken.frame, taken.at_s) == (2, kept[0].reading.at_s)
    assert taken.jpeg == crop(nearest, (area,))
    assert photographer.photo(-5.0, 1, (area,)) is None


def test_a_picture_in_which_the_mat_is_not_read_is_no_photograph(told: Told, layout: Layout) -> None:
    look = told.show(plain(128))
    assert told.eye.picture_of(look.reading.at_s, look.number) is None
    assert EyePhotographer(told.eye).photo(look.reading.at_s, look.number, (Area(0, 0, 50, 50),)) is None
    read = told.show(table(layout))
    before, _ = told.eye.wait(-1, 0)
    told.eye.watch(layout, ALL)
    told.eye.wait(before, PATIENCE_S)
    assert told.eye.picture_of(read.reading.at_s, read.number) is None


def test_a_live_camera_that_is_frozen_is_not_believed_until_its_picture_changes(layout: Layout) -> None:
    camera, heard = ToldCamera(), list[Look]()
    mat = table(layout)
    eye = Eye(lambda: camera, FakeClock(), look_every_s=0, is_live=True).start(layout, ALL, heard.append)
    changed = mat.copy()
    changed[::4] ^= 1
    for picture in (*[mat] * (FROZEN_AFTER + 3), changed):
        camera.told.put(picture)
    camera.told.put(CameraEnded("All was shown."))
    eye.wait(10**6, PATIENCE_S)
    eye.close()
    states = [look.state for look in heard]
    assert states == ["in view"] * (FROZEN_AFTER - 1) + ["no picture", "in view", "no picture"]
    frozen = heard[FROZEN_AFTER - 1]
    assert frozen.verdict == f"Camera test {FROZEN}"
    assert (frozen.reading.unseen, frozen.reading.frame, frozen.health.status) == (frozen.verdict, 0, "failed")


def test_pictures_from_the_disk_may_repeat(told: Told, layout: Layout) -> None:
    mat = table(layout)
    assert {told.show(mat).state for _ in range(FROZEN_AFTER + 3)} == {"in view"}


class BusyClock(FakeClock):
    """On a busy machine time has passed whenever somebody asks for it."""

    def now(self) -> float:
        self.time_s += 0.25
        return self.time_s


def test_a_slow_machine_looks_at_smaller_pictures_and_says_so_and_the_recording_has_those(layout: Layout) -> None:
    camera, heard, kept = ToldCamera(), list[Look](), list[Frame]()
    camera.notes = ("The focus does not lock.",)

    def keep(frame: Frame, anew: bool, lens: Lens | None) -> Frame:
        assert anew == (frame.number == 1)
        kept.append(frame)
        return frame

    pictures = [table(layout, Shot(1365, 910, seed=seed)) for seed in range(2)]
    for number in range(18):
        camera.told.put(pictures[number % 2])
    camera.told.put(CameraEnded("All was shown."))
    eye = Eye(lambda: camera, BusyClock(), keep=keep, is_live=True).start(layout, ALL, heard.append)
    eye.wait(10**6, PATIENCE_S)
    eye.close()
    sizes = [frame.pixels.shape[:2] for frame in kept]
    # Five slow looks each until it looks 7 times, 5 times a second, and then at three quarters of the size.
    assert sizes == [(910, 1365)] * 15 + [(682, 1024)] * 3
    notes = [look.health.text.partition(" The focus does not lock.")[2] for look in heard[:-1]]
    slow = " This machine is slow: the table is looked at"
    assert notes == (
        [""] * 5
        + [f"{slow} 7 times a second."] * 5
        + [f"{slow} 5 times a second."] * 5
        + [f"{slow} 5 times a second, at 1024 x 682."] * 3
    )
    assert {look.state for look in heard[:-1]} == {"in view"}
    assert {len(look.sightings) for look in heard[:-1]} == {len(cards(layout))}


def test_a_slow_machine_looks_at_every_picture_of_a_file(layout: Layout) -> None:
    camera, kept = ToldCamera(), list[Frame]()

    def keep(frame: Frame, anew: bool, lens: Lens | None) -> Frame:
        kept.append(frame)
        return frame

    for _ in range(30):
        camera.told.put(plain(0))
    camera.told.put(CameraEnded("All was shown."))
    eye = Eye(lambda: camera, BusyClock(), keep=keep).start(layout, ALL)
    eye.wait(10**6, PATIENCE_S)
    eye.close()
    assert [frame.pixels.shape for frame in kept] == [plain(0).shape] * 30
