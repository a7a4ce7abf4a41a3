"""A game through pixels comes out the same from what was stored of it, at every speed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from companion.games.core import Action
from companion.games.registry import GAMES
from companion.journal import Draft, Journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Acted, Asked, Looked
from companion.live.requests import Redo, Undo
from companion.live.resume import start_payload
from companion.live.taker import judge_all
from companion.live.timeline import Timeline, state_hash
from companion.recording.format import FRAMES, LookedAt, Recording
from companion.recording.recorder import Recorder
from companion.recording.replayer import Replayed, mat_of, replay
from companion.simulation.dealer import Dealer
from companion.table.sightings import Reading
from tests.companion.tables import HOST, hash_now, open_room, own, tap_first, tap_of, wait_for
from tests.vision.fakes import FakeClock, ToldCamera, plain, table
from tests.vision.virtual.mats import GAME, KIT, LAYOUT, PIECES, small
from vision.eye import Eye
from vision.looks import Look, Looker
from vision.recorded import INDEX, RecordedFrames, RecordedReadings
from vision.store import FrameStore
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable
from vision.virtual.shot import CameraPose

PATIENCE_S = 60.0
"""Only a test that has failed waits so long."""


class Played:
    """A virtual table with hands, recorded: its camera's frames, the acts seen on it and the taps in between."""

    def __init__(self, folder: Path, seed: int = 3) -> None:
        """Of that seed the first prize is a low one: hands lay two pearls."""
        start = GAME.new_game({"cards": "own"}, {})
        shot = small(CameraPose(8.0), width_px=853, height_px=480)
        self.eyes = HeadlessTable(LAYOUT, KIT, PIECES, seed, manners=Manners(), shot=shot)
        self.looker = Looker(LAYOUT, KIT.printed)
        self.store = FrameStore(folder / "rec" / FRAMES)
        self.journal = Journal(folder / "game.journal")
        at = datetime(2025, 1, 1, tzinfo=UTC)
        payload = start_payload(GAME, {"cards": "own"}, start)
        rows = self.journal.append([Draft(at.isoformat(), "host", "start", payload, state_hash(start))])
        self.timeline = Timeline(GAME, start)
        self.recorder = Recorder(folder / "rec", rows, self.eyes.clock)
        self.live = LiveGame(self.timeline, self.journal, lambda: at)
        self.taker = self.recorder.wrap(self.live)
        self.dealer = Dealer(GAME, start, seed, self.eyes.world)
        self.readings: list[Reading] = []
        self.taps = 0

    def look(self) -> None:
        frame = self.store.keep(self.eyes.frame())
        reading = self.looker.look(frame, "Virtual camera").reading
        self.readings.append(reading)
        self.taker.take(Looked(reading))
        assert judge_all(self.taker)

    def settle(self, frames: int = 200) -> None:
        """Look until the hands are away and the companion shows what lies there."""
        for _ in range(frames):
            self.look()
            if not self.eyes.world.busy() and self.live.sight.state == "settled":
                return
        raise AssertionError(f"after {frames} frames: {self.live.sight}")

    def tap(self, act: Action) -> bool:
        self.taps += 1
        return self.taker.take(Asked(HOST, tap_of([act], self.timeline.revision, f"t{self.taps}"))).accepted

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
    assert game.taker.take(Asked(HOST, Undo(1, game.timeline.revision))).accepted
    assert game.dealer.rewind(game.timeline.state.table)
    game.settle()
    assert game.taker.take(Asked(HOST, Redo())).accepted
    game.look()
    act = GAME.legal_actions(game.timeline.state)[0]
    assert game.taker.take(Acted("bot", (msgspec.to_builtins(act),))).accepted
    game.look()
    return game.close(), game


def again(recording: Recording, speed: float | None = None, clock: FakeClock | None = None) -> Replayed:
    readings = RecordedReadings(RecordedFrames(recording.path.parent / FRAMES), *mat_of(recording, GAMES))
    return replay(recording, GAMES, readings, clock=clock or FakeClock(), speed=speed)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.5, None, 1.0])
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


@pytest.mark.slow
def test_recorded_frames_are_read_as_they_were_in_any_order(played: tuple[Recording, Played]) -> None:
    recording, game = played
    readings = RecordedReadings(RecordedFrames(recording.path.parent / FRAMES), LAYOUT, KIT.printed)
    for number in (1, 4, 4, 2, 9):
        assert readings(number) == game.readings[number - 1]


@pytest.mark.slow
def test_still_moments_of_a_game_are_stored_once(played: tuple[Recording, Played]) -> None:
    recording, game = played
    store = game.store
    assert store.frames == len(game.readings)
    assert store.pictures < 0.8 * store.frames
    folder = recording.path.parent / FRAMES
    pictures = sorted(each.name for each in folder.iterdir() if each.name != INDEX)
    assert pictures == sorted({note.file for note in RecordedFrames(folder).notes})
    assert store.picture_bytes == sum((folder / each).stat().st_size for each in pictures)


@pytest.mark.slow
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
        if isinstance(entry.step, LookedAt) and entry.step.frame == note.number
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
    assert [entry.step.frame for entry in recording.entries if isinstance(entry.step, LookedAt)] == [1, 2, 3, 0, 4]
    replayed = again(recording)
    assert (replayed.diverged, replayed.reread, replayed.state_hash) == ("", "", position)
