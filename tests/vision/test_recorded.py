"""Recorded frames: read again as they were, in place of a camera too, and what is wrong with them named."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.fakes import NEAR, FakeClock, plain, table
from tests.vision.virtual.mats import KIT, LAYOUT
from vision.cameras.frames import CameraEnded, Frame
from vision.recorded import (
    INDEX,
    FrameNote,
    FramesBroken,
    FramesMissing,
    Line,
    RecordedCamera,
    RecordedFrames,
    RecordedReadings,
    digest,
)
from vision.store import FrameStore


def frame(number: int, at_s: float = 0.0, grey: int = 90, height_px: int = 90) -> Frame:
    return Frame(plain(grey, height_px), at_s or number / 10, number)


def test_frames_before_a_mat_was_looked_for_anew_are_not_looked_at(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f")
    moved = table(LAYOUT, replace(NEAR, shift_mm=(15.0, 0.0)))
    for number, pixels in enumerate([table(LAYOUT), moved, moved, moved], 1):
        store.keep(Frame(pixels, number / 10, number), number == 3)
    (tmp_path / "f" / "000001.jpg").unlink()
    readings = RecordedReadings(RecordedFrames(tmp_path / "f"), LAYOUT, KIT.printed)
    assert readings(3).unseen == readings(4).unseen == ""
    with pytest.raises(FramesBroken, match=r"000001\.jpg of frame 1 cannot be read"):
        readings(2)


def test_a_frame_that_was_not_recorded_is_missing(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f")
    store.keep(Frame(table(LAYOUT), 0.1, 1))
    readings = RecordedReadings(RecordedFrames(tmp_path / "f"), LAYOUT, KIT.printed)
    assert readings(1).unseen == ""
    with pytest.raises(FramesMissing, match=r"There is no frame 100000 in .*f\. Copy the whole folder\."):
        readings(100_000)


def test_a_torn_line_is_left_out_and_a_changed_one_named(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f")
    for number in range(1, 5):
        store.keep(frame(number))
    index = tmp_path / "f" / INDEX
    good = index.read_bytes()
    index.write_bytes(good[:-1])
    assert len(RecordedFrames(tmp_path / "f").notes) == 3
    lines = good.split(b"\n")
    rng = random.Random(2)
    for _ in range(40):
        bad = bytearray(lines[1])
        bad[rng.randrange(len(bad))] ^= 1
        index.write_bytes(b"\n".join([lines[0], bytes(bad), *lines[2:]]))
        with pytest.raises(FramesBroken) as broken:
            RecordedFrames(tmp_path / "f")
        assert str(broken.value) == (
            f"Line 2 of {index} is not as it was written. Copy it again from where it was recorded."
        )
    with pytest.raises(FramesMissing, match=r"There are no recorded frames in .*: No such file or directory\. Name"):
        RecordedFrames(tmp_path / "g")


# --- in place of a camera ---------------------------------------------------------------------------------------------


def test_a_recording_is_a_camera_once_through_at_its_own_pace(tmp_path: Path, clock: FakeClock) -> None:
    store = FrameStore(tmp_path / "game")
    for number, at_s in ((1, 7.0), (2, 7.5), (5, 9.0)):
        store.keep(frame(number, at_s, grey=20 * number))
    camera = RecordedCamera(tmp_path / "game", clock)
    assert (camera.name, camera.notes) == ("Recording game", ())
    first, second = camera.read(0.1), camera.read(1.0)
    assert first is not None
    assert second is not None
    assert (first.number, first.at_s, second.number, second.at_s) == (1, 100.0, 2, 100.5)
    assert camera.read(1.0) is None
    third = camera.read(1.0)
    assert third is not None
    assert (third.number, third.at_s, clock.time_s) == (5, 102.0, 102.0)
    assert abs(int(third.pixels[0, 0, 0]) - 100) <= 1
    with pytest.raises(CameraEnded) as ended:
        camera.read(1.0)
    assert str(ended.value) == "Recording game has ended after 3 pictures. Tap on, or start it again."
    camera.close()
    assert [each.number for each in RecordedFrames(tmp_path / "game")] == [1, 2, 5]


def test_a_recording_without_a_frame_is_no_camera(tmp_path: Path, clock: FakeClock) -> None:
    FrameStore(tmp_path / "f").close()
    with pytest.raises(FramesMissing, match=r"No frame was recorded in .*f\. Choose another recording\."):
        RecordedCamera(tmp_path / "f", clock)


def test_unpaced_frames_do_not_wait(tmp_path: Path, clock: FakeClock) -> None:
    store = FrameStore(tmp_path / "f")
    for number in (1, 2):
        store.keep(frame(number, 60.0 * number))
    camera = RecordedCamera(tmp_path / "f", clock, paced=False)
    assert [getattr(camera.read(0.1), "at_s", 0) for _ in range(2)] == [100.0, 160.0]
    assert clock.pauses == []


def test_frames_of_any_size_and_files_without_end_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    contents = [encoded(*size) for size in ((1, 1), (1, 60_000))] + [b"no picture", b""]
    lines, check = list[bytes](), ""
    for number, content in enumerate(contents, 1):
        (folder / f"{number}.png").write_bytes(content)
        told = msgspec.json.encode(FrameNote(number, number / 10, f"{number}.png", digest(content)))
        check = digest(check.encode() + told)
        lines.append(msgspec.json.encode(Line(check, msgspec.Raw(told))))
    (folder / INDEX).write_bytes(b"\n".join([*lines, b""]))
    frames = RecordedFrames(folder)
    for note in frames.notes:
        with pytest.raises(FramesBroken, match=rf"{note.file} of frame {note.number} is not as it was recorded\."):
            frames.load(note)
    (folder / "1.png").unlink()
    os.mkfifo(folder / "1.png")
    with pytest.raises(FramesBroken, match=r"cannot be read: It is no plain file\."):
        frames.load(frames.notes[0])


@pytest.mark.parametrize("line", [b'{"check":"","note":' + b"[" * 200_000, b""])
def test_an_index_that_nobody_wrote_is_named_at_its_first_line(tmp_path: Path, line: bytes) -> None:
    (tmp_path / INDEX).write_bytes((line + b"\n") * 3)
    with pytest.raises(FramesBroken, match=r"Line 1 of .* is not as it was written"):
        RecordedFrames(tmp_path)


def encoded(width_px: int, height_px: int) -> bytes:
    content: bytes = cv2.imencode(".png", np.full((height_px, width_px, 3), 90, np.uint8))[1].tobytes()
    return content
