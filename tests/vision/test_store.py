"""Frames that are stored: a still table once, whatever changes on it at once, and nothing where the disk fails."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.fakes import plain
from tests.vision.virtual.mats import KIT, LAYOUT, painter, small
from tests.vision.virtual.tables import fullest
from vision.cameras.frames import Frame, Pixels
from vision.recorded import INDEX, FramesError, FramesExist, RecordedFrames, has_frames
from vision.store import FrameStore
from vision.virtual.scene import Hand, Scene, lay_out
from vision.virtual.shot import CameraPose

# --- what counts as a change ------------------------------------------------------------------------------------------


class Studio:
    """Pictures of a full table with that noise, stored as they are taken, ten a second."""

    def __init__(self, folder: Path, noise: float, **more: Any) -> None:
        self.painter = painter(small(CameraPose(10.0), noise=noise, width_px=853, height_px=480))
        self.scene = lay_out(fullest(), LAYOUT, KIT)
        self.store = FrameStore(folder / "frames", **more)
        self.number = 0

    def take(self, scene: Scene) -> Frame:
        self.number += 1
        return self.store.keep(Frame(self.painter.render(scene, self.number), self.number / 10, self.number))

    def is_stored(self, scene: Scene) -> bool:
        before = self.store.pictures
        self.take(scene)
        return self.store.pictures > before


@pytest.fixture(params=[2.5, 4.0])
def studio(tmp_path: Path, request: pytest.FixtureRequest) -> Studio:
    return Studio(tmp_path, request.param)


def test_a_still_table_is_stored_once_and_looked_at_as_it_was_stored(studio: Studio) -> None:
    frames = [studio.take(studio.scene) for _ in range(40)]
    assert (studio.store.frames, studio.store.pictures) == (40, 1)
    assert all(frame.pixels is frames[0].pixels for frame in frames)
    assert [(frame.number, frame.at_s) for frame in frames] == [(n, n / 10) for n in range(1, 41)]
    assert not frames[0].pixels.flags.writeable
    stored = list(RecordedFrames(studio.store.folder))
    assert [(frame.number, frame.at_s) for frame in stored] == [(n, n / 10) for n in range(1, 41)]
    assert all(np.array_equal(one.pixels, other.pixels) for one, other in zip(stored, frames, strict=True))


def test_every_piece_that_comes_goes_or_slips_is_a_change(studio: Studio) -> None:
    pieces = studio.scene.pieces
    studio.take(studio.scene)
    for place in random.Random(1).sample(range(len(pieces)), 8):
        less = Scene((*pieces[:place], *pieces[place + 1 :]))
        assert studio.is_stored(less)
        slipped = replace(pieces[place], x_mm=pieces[place].x_mm + 0.7)
        assert studio.is_stored(studio.scene)
        assert studio.is_stored(Scene((*less.pieces, slipped)))
        assert studio.is_stored(studio.scene)
        assert not studio.is_stored(studio.scene)


def test_a_card_under_another_of_its_kind_is_a_change(studio: Studio) -> None:
    studio.take(studio.scene)
    taken = {piece.marker for piece in studio.scene.pieces}
    swapped = 0
    for place, piece in enumerate(studio.scene.pieces):
        free = [marker for marker in KIT.markers(piece.kind) if marker not in taken]
        if free and not KIT.pieces[piece.kind].is_shared and swapped < 6:
            swapped += 1
            pieces = list(studio.scene.pieces)
            pieces[place] = replace(piece, marker=free[0])
            assert studio.is_stored(Scene(tuple(pieces)))
            assert studio.is_stored(studio.scene)
    assert swapped


@pytest.mark.parametrize("angle_deg", [0.0, 90.0, 180.0, 270.0])
def test_a_fingertip_over_the_rim_is_a_change(studio: Studio, angle_deg: float) -> None:
    studio.take(studio.scene)
    reach_mm = 92.0 - 3.0  # from the palm to the fingertips, so that 3 mm are over the mat
    x_mm, y_mm = {
        0.0: (LAYOUT.width_mm / 2, LAYOUT.height_mm + reach_mm),
        90.0: (-reach_mm, LAYOUT.height_mm / 2),
        180.0: (LAYOUT.width_mm / 2, -reach_mm),
        270.0: (LAYOUT.width_mm + reach_mm, LAYOUT.height_mm / 2),
    }[angle_deg]
    assert studio.is_stored(replace(studio.scene, hands=(Hand(x_mm, y_mm, angle_deg),)))


def test_dimmer_light_is_a_change(studio: Studio) -> None:
    frame = studio.take(studio.scene)
    studio.store.keep(Frame((frame.pixels * 0.97).astype(np.uint8), 0.2, 2))
    assert studio.store.pictures == 2


# --- the store --------------------------------------------------------------------------------------------------------


def frame(number: int, at_s: float = 0.0, grey: int = 90, height_px: int = 90) -> Frame:
    return Frame(plain(grey, height_px), at_s or number / 10, number)


def test_numbers_grow_even_where_a_camera_is_opened_anew(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f")
    assert [store.keep(frame(n, at_s)).number for n, at_s in ((5, 9.0), (8, 9.3), (1, 9.6), (2, 0.1), (40, 0.2))] == [
        *(5, 8, 9, 10, 40)
    ]
    assert [note.file for note in RecordedFrames(tmp_path / "f").notes] == [
        *("000005.jpg", "000005.jpg", "000005.jpg", "000010.jpg", "000010.jpg")
    ]


def test_a_still_table_is_stored_again_after_a_while_and_another_size_at_once(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f", renew_s=2.0)
    for number in range(1, 51):
        store.keep(frame(number))
    assert store.pictures == 3
    store.keep(frame(51, height_px=80))
    assert store.pictures == 4


def test_a_png_has_the_very_pixels_of_the_camera(tmp_path: Path) -> None:
    pixels: Pixels = np.random.default_rng(1).integers(0, 256, (90, 160, 3), dtype=np.uint8)
    kept = FrameStore(tmp_path / "f", png=True).keep(Frame(pixels, 1.0, 1))
    assert np.array_equal(kept.pixels, pixels)
    assert (tmp_path / "f" / "000001.png").exists()


def test_frames_are_for_their_owner_only_and_never_mixed(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f")
    assert has_frames(tmp_path / "f")
    assert not has_frames(tmp_path)
    assert (tmp_path / "f").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "f" / INDEX).stat().st_mode & 0o777 == 0o600
    with pytest.raises(FramesExist) as exists:
        FrameStore(tmp_path / "f")
    assert str(exists.value) == (
        f"{tmp_path / 'f'} has recorded frames already. Choose another folder for the recording."
    )
    with pytest.raises(FramesError, match=r"Not a directory\. Choose another folder\."):
        FrameStore(tmp_path / "f" / INDEX / "f")
    store.close()
    store.close()


def test_a_disk_that_fails_ends_the_storing_and_not_the_looking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FrameStore(tmp_path / "f")
    store.keep(frame(1))

    def full(file: int, line: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        given = frame(2, grey=10)
        kept = store.keep(given)
    assert (kept.pixels is given.pixels, kept.at_s, kept.number) == (True, 0.2, 0)
    assert store.trouble == (
        f"Pictures are recorded no more to {tmp_path / 'f'}: No space left on device. The game goes on."
    )
    assert store.keep(frame(3)).number == 0
    assert [note.number for note in RecordedFrames(tmp_path / "f").notes] == [1]
