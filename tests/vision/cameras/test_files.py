"""Videos and folders in place of a camera: real files, written here."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.fakes import FakeClock, plain
from vision.cameras.files import PictureFolder, VideoFile
from vision.cameras.frames import CameraEnded, CameraUnreadable, Frame
from vision.cameras.stored import EMPTY, HEIC, NONE


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Five frames, each 40 grey levels lighter than the last, ten a second."""
    path = tmp_path / "game.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (160, 96))
    for number in range(5):
        writer.write(plain(40 * number + 20, 96, 160))
    writer.release()
    return path


def test_a_video_comes_in_its_own_time(video: Path, clock: FakeClock) -> None:
    camera = VideoFile(video, clock)
    frames: list[Frame] = []
    while len(frames) < 5:
        frame = camera.read(0.03)
        if frame:
            frames.append(frame)
            assert clock.now() >= frame.at_s - 1e-9
    assert [frame.number for frame in frames] == [1, 2, 3, 4, 5]
    assert np.allclose([frame.at_s - 100 for frame in frames], [0, 0.1, 0.2, 0.3, 0.4])
    assert np.allclose([frame.pixels.mean() for frame in frames], [20, 60, 100, 140, 180], atol=6)
    assert max(clock.pauses) <= 0.03
    with pytest.raises(CameraEnded) as ended:
        camera.read(1)
    assert str(ended.value) == "Video game.mp4 has ended after 5 pictures. Tap on, or start it again."


def test_a_video_unpaced_waits_for_nothing_and_keeps_its_times(video: Path, clock: FakeClock) -> None:
    camera = VideoFile(video, clock, paced=False)
    times = [frame.at_s - 100 for _ in range(5) if (frame := camera.read(1))]
    assert np.allclose(times, [0, 0.1, 0.2, 0.3, 0.4])
    assert clock.pauses == []


def test_frames_cannot_be_written_to(video: Path, clock: FakeClock) -> None:
    frame = VideoFile(video, clock).read(1)
    assert frame is not None
    assert not frame.pixels.flags.writeable


def test_a_file_that_is_no_video(tmp_path: Path, clock: FakeClock, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.mp4").write_text("no video")
    with pytest.raises(CameraUnreadable, match=r"notes\.mp4 holds no video that can be read\. Give an \.mp4"):
        VideoFile(tmp_path / "notes.mp4", clock)
    assert capfd.readouterr().err == "", "OpenCV and FFmpeg say it in their own words too"


def folder_of(path: Path, *greys: int) -> Path:
    for place, grey in enumerate(greys):
        cv2.imwrite(str(path / f"{place}.png"), plain(grey))
    return path


def test_a_folder_goes_by_name_and_starts_again(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / "readme.txt").write_text("not a picture")
    camera = PictureFolder(folder_of(tmp_path, 10, 20, 30), clock)
    seen = [frame for _ in range(5) if (frame := camera.read(1))]
    assert [int(frame.pixels[0, 0, 0]) for frame in seen] == [10, 20, 30, 10, 20]
    assert [frame.at_s for frame in seen] == [100, 101, 102, 103, 104]
    assert [frame.number for frame in seen] == [1, 2, 3, 4, 5]


def test_a_picture_larger_than_any_frame_comes_at_half_its_size(
    tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.files.MOST_PIXELS", 96 * 160 - 1)
    cv2.imwrite(str(tmp_path / "a.png"), plain(40, 96, 160))
    frame = PictureFolder(tmp_path, clock).read(1)
    assert frame is not None
    assert frame.pixels.shape == (48, 80, 3)
    assert (frame.pixels == 40).all()


def test_a_folder_that_ends(tmp_path: Path, clock: FakeClock) -> None:
    camera = PictureFolder(folder_of(tmp_path, 10), clock, loops=False)
    assert camera.read(1)
    with pytest.raises(CameraEnded, match=r"has ended after 1 pictures"):
        camera.read(1)


def test_a_picture_that_is_not_due_is_not_given(tmp_path: Path, clock: FakeClock) -> None:
    camera = PictureFolder(folder_of(tmp_path, 10, 20), clock)
    assert camera.read(0.25)
    assert camera.read(0.25) is None
    assert clock.pauses == [0.25]


def test_broken_pictures_are_passed_over_and_named(tmp_path: Path, clock: FakeClock) -> None:
    folder_of(tmp_path, 10, 20)
    (tmp_path / "00.png").write_bytes(b"broken")
    (tmp_path / "1a.jpg").write_bytes(b"")
    camera = PictureFolder(tmp_path, clock)
    assert [int(frame.pixels[0, 0, 0]) for _ in range(3) if (frame := camera.read(1))] == [10, 20, 10]
    (tmp_path / "1b.HEIC").write_bytes(b"\0\0\0\x18ftypheic")
    (tmp_path / "2.png").write_bytes(b"broken too")
    camera = PictureFolder(tmp_path, clock, loops=False)
    assert len([frame for _ in range(2) if (frame := camera.read(1))]) == 2
    with pytest.raises(CameraEnded):
        camera.read(1)
    assert camera.notes == (f"4 of 6 files cannot be read. 00.png, 2.png {NONE} 1a.jpg {EMPTY} 1b.HEIC {HEIC}",)


def test_a_folder_of_broken_pictures_only(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / "a.png").write_bytes(b"broken")
    with pytest.raises(CameraUnreadable, match=r"no readable picture\. 1 of 1 files cannot be read\. a\.png holds no"):
        PictureFolder(tmp_path, clock).read(1)


def test_an_empty_folder(tmp_path: Path, clock: FakeClock) -> None:
    with pytest.raises(
        CameraUnreadable, match=r"holds no picture \(\.png, \.jpg, \.jpeg, \.bmp, \.webp\)\. Put some in"
    ):
        PictureFolder(tmp_path, clock)
