"""Recorded frames: still tables are stored once, and a game through pixels comes out the same from what was stored."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.dealer import Dealer
from companion.games.core import Action
from companion.games.registry import GAMES
from companion.games.waves.mat import KIT
from companion.journal import Draft, Journal
from companion.recorder import RecordedGame, Recorder
from companion.recording import FRAMES, Looked, Recording
from companion.replaying import Replayed, mat_of, replay
from companion.requests import Redo, Undo
from companion.table.sightings import Reading
from companion.timeline import Timeline, start_payload, state_hash
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.games.waves.positions import game_of
from tests.companion.tables import HOST, hash_now, open_room, own, tap_first, tap_of, wait_for
from tests.vision.fakes import FakeClock, ToldCamera, plain, table
from tests.vision.render import Shot as RenderShot
from vision.eye import Eye
from vision.frames import CameraEnded, Frame, Pixels
from vision.looks import Look, Looker
from vision.recorded import (
    INDEX,
    FramesBroken,
    FramesError,
    FramesExist,
    FramesMissing,
    RecordedCamera,
    RecordedFrames,
    RecordedReadings,
    has_frames,
)
from vision.store import FrameStore
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable
from vision.virtual.painter import Painter
from vision.virtual.scene import Hand, Scene, lay_out
from vision.virtual.shot import CameraPose, Shot

WAVES = GAMES["waves"]
WIDTH_PX, HEIGHT_PX = 1280, 720
PATIENCE_S = 60.0
"""Only a test that has failed waits so long."""


# --- a game through pixels --------------------------------------------------------------------------------------------


class Played:
    """A virtual table with hands, recorded: its camera's frames, the acts seen on it and the taps in between."""

    def __init__(self, folder: Path, seed: int = 4) -> None:
        start = WAVES.new_game({"cards": "own"}, {})
        shot = Shot(CameraPose(8.0), width_px=WIDTH_PX, height_px=HEIGHT_PX)
        self.eyes = HeadlessTable(LAYOUT, KIT, WAVES.piece_kinds(), seed, manners=Manners(), shot=shot)
        self.looker = Looker(LAYOUT, KIT.printed)
        self.store = FrameStore(folder / "rec" / FRAMES)
        self.journal = Journal(folder / "game.journal")
        at = datetime(2025, 1, 1, tzinfo=UTC)
        payload = start_payload(WAVES, {"cards": "own"}, start)
        rows = self.journal.append([Draft(at.isoformat(), "host", "start", payload, state_hash(start))])
        self.timeline = Timeline(WAVES, start)
        self.recorder = Recorder(folder / "rec", rows, self.eyes.clock)
        self.live = RecordedGame(self.timeline, self.journal, lambda: at, self.recorder)
        self.dealer = Dealer(WAVES, start, seed, self.eyes.world)
        self.readings: list[Reading] = []
        self.taps = 0

    def look(self) -> None:
        frame = self.store.keep(self.eyes.frame())
        reading = self.looker.look(frame, "Virtual camera").reading
        self.readings.append(reading)
        self.live.see(reading)
        while self.live.judge():
            pass

    def settle(self, frames: int = 200) -> None:
        """Look until the hands are away and the companion shows what lies there."""
        for _ in range(frames):
            self.look()
            if not self.eyes.world.busy() and self.live.sight.state == "settled":
                return
        raise AssertionError(f"after {frames} frames: {self.live.sight}")

    def tap(self, act: Action) -> bool:
        self.taps += 1
        return self.live.settle(HOST, tap_of([act], self.timeline.revision, f"t{self.taps}")).accepted

    def play(self, acts: int) -> None:
        for _ in range(acts):
            act = self.dealer.next(frozenset())
            assert act is not None
            self.dealer.carry_out(act, self.tap)
            self.settle()

    def close(self) -> Recording:
        self.recorder.close()
        self.store.close()
        self.journal.close()
        return Recording.open(self.recorder.path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Recording, Played]:
    """Acts by hand and by tap, an act of the autopilot's, an undo with the pieces put back, and a redo."""
    game = Played(tmp_path_factory.mktemp("played"))
    game.dealer.set_out()
    game.settle()
    game.play(12)
    assert game.live.settle(HOST, Undo(1, game.timeline.revision)).accepted
    assert game.dealer.rewind(game.timeline.state.table)
    game.settle()
    assert game.live.settle(HOST, Redo()).accepted
    game.look()
    act = WAVES.legal_actions(game.timeline.state)[0]
    game.live.accept("bot", [act], [WAVES.apply_action(game.timeline.state, act)])
    game.look()
    return game.close(), game


def again(recording: Recording, speed: float | None = None, clock: FakeClock | None = None) -> Replayed:
    readings = RecordedReadings(RecordedFrames(recording.path.parent / FRAMES), *mat_of(recording, GAMES))
    return replay(recording, GAMES, readings, clock=clock or FakeClock(), speed=speed)


@pytest.mark.parametrize("speed", [None, 1.0, 0.5])
def test_a_game_through_pixels_comes_out_the_same_at_every_speed(
    played: tuple[Recording, Played], speed: float | None
) -> None:
    recording, game = played
    clock = FakeClock()
    replayed = again(recording, speed, clock)
    assert (replayed.diverged, replayed.reread) == ("", "")
    assert replayed.state_hash == state_hash(game.timeline.state)
    assert (replayed.entries, replayed.acts) == (len(recording.entries), 13)
    span_s = game.readings[-1].at_s - game.readings[0].at_s
    assert span_s > 5
    # The first look comes when the recording is one frame old.
    assert sum(clock.pauses) == pytest.approx((span_s + 0.1) / speed if speed else 0.0, abs=1e-3)


def test_recorded_frames_are_read_as_they_were_in_any_order(played: tuple[Recording, Played]) -> None:
    recording, game = played
    readings = RecordedReadings(RecordedFrames(recording.path.parent / FRAMES), LAYOUT, KIT.printed)
    for number in (1, 4, 4, 2, 9):
        assert readings(number) == game.readings[number - 1]
    with pytest.raises(FramesMissing, match=r"There is no frame 100000 in .*frames\. Copy the whole folder\."):
        readings(100_000)


def test_still_moments_of_a_game_are_stored_once(played: tuple[Recording, Played]) -> None:
    recording, game = played
    store = game.store
    assert store.frames == len(game.readings)
    assert store.pictures < 0.8 * store.frames
    folder = recording.path.parent / FRAMES
    pictures = sorted(each.name for each in folder.iterdir() if each.name != INDEX)
    assert pictures == sorted({note.file for note in RecordedFrames(folder).notes})
    assert store.picture_bytes == sum((folder / each).stat().st_size for each in pictures)


def test_a_changed_byte_of_a_picture_is_told_with_the_entry_that_looks_at_it(
    played: tuple[Recording, Played], tmp_path: Path
) -> None:
    recording, _ = played
    notes = RecordedFrames(recording.path.parent / FRAMES).notes
    for each in recording.path.parent.rglob("*.*"):
        copy = tmp_path / each.relative_to(recording.path.parent)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(each.read_bytes())
    copied = Recording.open(tmp_path)
    note = next(note for note in notes if note.number > 20 and note.file.startswith(f"{note.number:06}"))
    picture = tmp_path / FRAMES / note.file
    content = bytearray(picture.read_bytes())
    content[len(content) // 2] ^= 1
    picture.write_bytes(content)
    entry = next(
        number
        for number, entry in enumerate(copied.entries, 1)
        if isinstance(entry.step, Looked) and entry.step.frame == note.number
    )
    replayed = again(copied)
    assert replayed.entries == entry - 1
    assert replayed.diverged == (
        f"Entry {entry} of {copied.path}: frame {note.number} cannot be looked at. The picture {picture} of frame "
        f"{note.number} is not as it was recorded. Copy it again from where it was."
    )
    picture.unlink()
    assert f"frame {note.number} cannot be read: No such file or directory. Copy the whole" in again(copied).diverged


def test_an_eye_gives_a_session_frames_that_are_recorded(tmp_path: Path) -> None:
    camera, looks = ToldCamera(), list[Look]()
    store, clock = FrameStore(tmp_path / "rec" / FRAMES), FakeClock()
    with open_room(tmp_path / "home", record=lambda rows: Recorder(tmp_path / "rec", rows, clock)) as room:
        session = own(room)

        def tell(look: Look) -> None:
            looks.append(look)
            room.see(look.reading)

        eye = Eye(lambda: camera, clock, keep=store.keep).start(LAYOUT, KIT.printed, tell)
        pictures = [table(LAYOUT), plain(0, 1080, 1920), table(LAYOUT)]
        for count, pixels in enumerate(pictures, 1):
            camera.told.put(pixels)
            assert eye.wait(count - 1, PATIENCE_S)[0] == count
        eye.watch(LAYOUT, KIT.printed)
        assert eye.wait(3, PATIENCE_S)[1].state == "waiting"
        camera.told.put(pictures[0])
        assert eye.wait(4, PATIENCE_S)[0] == 5
        wait_for(session, lambda now: now.sight.state != "unseen")
        assert tap_first(session).accepted
        position = hash_now(session)
        eye.close()
    store.close()
    assert [look.reading.frame for look in looks] == [1, 2, 3, 0, 4]
    notes = RecordedFrames(tmp_path / "rec" / FRAMES).notes
    assert [note.anew for note in notes] == [True, False, False, True]
    assert [note.file for note in notes] == ["000001.jpg", "000002.jpg", "000003.jpg", "000003.jpg"]
    recording = Recording.open(tmp_path / "rec")
    assert [entry.step.frame for entry in recording.entries if isinstance(entry.step, Looked)] == [1, 2, 3, 0, 4]
    replayed = again(recording)
    assert (replayed.diverged, replayed.reread, replayed.state_hash) == ("", "", position)


def test_frames_before_a_mat_was_looked_for_anew_are_not_looked_at(tmp_path: Path) -> None:
    store = FrameStore(tmp_path / "f")
    moved = table(LAYOUT, RenderShot(shift_mm=(15.0, 0.0)))
    for number, pixels in enumerate([table(LAYOUT), moved, moved, moved], 1):
        store.keep(Frame(pixels, number / 10, number), number == 3)
    (tmp_path / "f" / "000001.jpg").unlink()
    readings = RecordedReadings(RecordedFrames(tmp_path / "f"), LAYOUT, KIT.printed)
    assert readings(3).unseen == readings(4).unseen == ""
    with pytest.raises(FramesBroken, match=r"000001\.jpg of frame 1 cannot be read"):
        readings(2)


# --- what counts as a change ------------------------------------------------------------------------------------------


class Studio:
    """Pictures of a table of Waves with that noise, stored as they are taken, ten a second."""

    def __init__(self, folder: Path, noise: float, **more: Any) -> None:
        shot = Shot(CameraPose(10.0), noise=noise, width_px=WIDTH_PX, height_px=HEIGHT_PX)
        self.painter = Painter(LAYOUT, KIT, WAVES.piece_kinds(), shot)
        middle = [state for state, _ in game_of(3)][60]
        self.scene = lay_out(WAVES.expected_table(WAVES.view(middle, None)), LAYOUT, KIT)
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
