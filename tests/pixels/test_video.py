"""A round written to a video file, and the file given as a camera: the same acts are understood from it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from companion.games.core import OFF_MAT, Action
from companion.games.registry import GAMES
from companion.games.waves.rules.actions import Draw
from companion.games.waves.state.model import Goal
from companion.journal import Draft, Journal, read_journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Looked
from companion.live.requests import Tap
from companion.live.resume import start_payload
from companion.live.taker import judge_all
from companion.live.timeline import Timeline, state_hash
from companion.simulation.dealer import Dealer
from tests.companion.referee.positions import with_content
from tests.pixels.table import HOST, AnyState, now
from tests.vision.fakes import FakeClock
from vision.camera_choice import camera_opener
from vision.cameras.frames import CameraEnded
from vision.looks import Looker
from vision.virtual.hands import Manners
from vision.virtual.headless import LOOK_EVERY_S, HeadlessTable
from vision.virtual.shot import CameraPose, Shot

pytestmark = pytest.mark.waves
WAVES = GAMES["waves"]
SEED = 12
"""Of a film in which each card is read before the next covers it: in some, compression blurs one for too long."""
SHOT = Shot(CameraPose(4.0), blur_px=0.5, width_px=1280, height_px=720)
REST = 9
"""Frames between one act and the next: a view settles in 0.3 s, and the rim must have been free for as long."""
Taps = dict[int, list[Action]]
"""What was tapped, by the number of the frame before it."""


class Film:
    """A round as people play it by themselves: whoever looks on later is not asked whether they have seen it."""

    def __init__(self, start: AnyState) -> None:
        view = WAVES.view(start, None)
        manners = Manners(pause=0.03, pause_s=(0.5, 2.0), slip=0.05)
        self._table = HeadlessTable(
            WAVES.mat.layout(view), WAVES.mat.kit, WAVES.mat.pieces, SEED, manners=manners, shot=SHOT
        )
        self._table.world.set_out(with_content(start, {}, WAVES))
        self._dealer = Dealer(WAVES, start, SEED, self._table.world)
        self.taps: Taps = defaultdict(list)
        self.frames = 0

    @property
    def acts(self) -> list[Action]:
        return self._dealer.acts

    def shoot(self, path: Path, rounds: int) -> None:
        """Write the game into a video file, until so many rounds are done or it is over."""
        video = cv2.VideoWriter(
            str(path), cv2.VideoWriter.fourcc(*"mp4v"), 1 / LOOK_EVERY_S, (SHOT.width_px, SHOT.height_px)
        )
        assert video.isOpened()
        self._rest(video)
        while self._dealer.known().table.round <= rounds and (act := self._dealer.next(frozenset())) is not None:
            self._dealer.carry_out(act, self._tap)
            while self._table.world.busy():
                self._frame(video)
            if act.sense not in OFF_MAT:
                self._rest(video)
        video.release()

    def _tap(self, act: Action) -> bool:
        self.taps[self.frames].append(act)
        return True

    def _rest(self, video: cv2.VideoWriter) -> None:
        for _ in range(REST):
            self._frame(video)

    def _frame(self, video: cv2.VideoWriter) -> None:
        video.write(np.asarray(self._table.frame().pixels))
        self.frames += 1


@pytest.mark.slow
def test_from_a_video_file_the_acts_of_a_round_are_understood(tmp_path: Path, clock: FakeClock) -> None:
    start = WAVES.new_game({"cards": "own"}, {})
    film, path = Film(start), tmp_path / "round.mp4"
    film.shoot(path, rounds=1)
    assert 300 < film.frames < 1200
    # Lossy, as any camera's video: less than a hundredth of what its pixels take.
    assert path.stat().st_size < film.frames * SHOT.width_px * SHOT.height_px * 3 / 100

    journal = tmp_path / "round.journal"
    assert follow(path, clock, start, film.taps, journal) == film.frames
    assert acts_in(journal) == film.acts
    rows = [row for row in read_journal(journal) if row.kind == "act"]
    # Only what no camera can tell was tapped: twenty cards dealt (W-012), four drawn (W-081).
    assert [row.by for row in rows].count("host") == sum(isinstance(act, Draw) for act in film.acts) == 24


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.rule("W-030")
def test_a_whole_game_plays_through_from_a_video_file(tmp_path: Path, clock: FakeClock) -> None:
    start = WAVES.new_game({"cards": "own"}, {})
    # Two collected Elders win, so that the film is short.
    setup = replace(start.table.setup, goals=(Goal(2, 2),) * 4)
    start = replace(start, table=replace(start.table, setup=setup))
    film, path, journal = Film(start), tmp_path / "game.mp4", tmp_path / "game.journal"
    film.shoot(path, rounds=9)
    assert follow(path, clock, start, film.taps, journal) == film.frames
    last = start
    for act in acts_in(journal):
        last = WAVES.apply_action(last, act)
    outcome = WAVES.outcome(last)
    assert outcome is not None
    assert sum(last.table.collected[outcome.winners[0]]) == 2
    assert acts_in(journal) == film.acts


def follow(path: Path, clock: FakeClock, start: AnyState, taps: Taps, journal: Path) -> int:
    """Play along with a video file into a new journal; returns how many frames it had."""
    opener = camera_opener(str(path), clock)
    assert opener is not None
    camera, view, frames = opener(), WAVES.view(start, None), 0
    looker = Looker(WAVES.mat.layout(view), WAVES.mat.kit.printed)
    file = Journal(journal)
    payload = start_payload(WAVES, {"cards": "own"}, start)
    file.append([Draft(now().isoformat(), "host", "start", payload, state_hash(start))])
    live = LiveGame(Timeline(WAVES, start), file, now)
    try:
        while True:
            frame = camera.read(1.0)
            assert frame is not None
            frames += 1
            assert frame.number == frames
            live.take(Looked(looker.look(frame, camera.name).reading))
            judge(live)
            for act in taps.get(frames, ()):
                tap = Tap((msgspec.to_builtins(act),), live.timeline.revision, "")
                reply = live.take(Asked(HOST, tap))
                assert reply.accepted, (reply, frames, live.sight)
                judge(live)
    except CameraEnded:
        return frames
    finally:
        camera.close()
        file.close()


def acts_in(journal: Path) -> list[Action]:
    rows = [row for row in read_journal(journal) if row.kind == "act"]
    return [msgspec.convert(row.read()["action"], WAVES.action_type) for row in rows]


def judge(live: LiveGame) -> None:
    assert judge_all(live)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()
