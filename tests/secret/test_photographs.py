"""Photographs of acts: whatever an act is learned from, none shows a mini board before all have called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.cli.table.eyes import DiceSnapshot
from companion.games.rolling_with_the_waves.state.model import LayBehindScreen
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.live.room import Room
from companion.live.session import Session
from companion.storage.photos import Album, PhotoFolder
from companion.table.evidence import Evidence, Proof
from companion.table.geometry import zone_area
from tests.companion.live.test_dice_zones import rolled, taken, whole
from tests.companion.tables import HOST, open_room, tap_first, tap_of, wait_for
from tests.vision.fakes import FakeClock, ToldCamera
from tests.vision.private_places import BLACK_MOST, BOARDS, KIT, LAYOUT, decoded, laden, painter
from vision.cameras.frames import Pixels
from vision.crops import EyePhotographer
from vision.eye import Eye
from vision.virtual.shot import CameraPose, Shot

pytestmark = pytest.mark.rolling_with_the_waves
SHOT = Shot(CameraPose(8.0), width_px=1280, height_px=853, noise=0.0)
PATIENCE_S = 60.0


class Watched(NamedTuple):
    """A game on whose mat a white board with white dice lies in each private place, and the eye that looks on."""

    room: Room
    camera: ToldCamera
    eye: Eye
    picture: Pixels

    def look(self) -> None:
        """Let the eye see it once more."""
        count, _ = self.eye.wait(-1, 0.0)
        self.camera.told.put(self.picture)
        self.eye.wait(count, PATIENCE_S)

    def photographed(self, folder: Path) -> dict[str, int]:
        """The brightest level in the photograph of an act that is seen in that place, for each private place."""
        look, album = self.eye.newest(), Album(EyePhotographer(self.eye), PhotoFolder(folder))
        assert look.state == "in view", look
        levels = {}
        for zone in BOARDS:
            evidence = Evidence("camera", at_s=look.reading.at_s, frame=look.number, zones=(zone,))
            _, jpeg = album.take(Proof(evidence, (zone_area(LAYOUT.find(zone)),)))
            pixels = decoded(jpeg)
            down, across = pixels.shape[0] // 4, pixels.shape[1] // 4
            levels[zone] = int(pixels[down:-down, across:-across].max())
        return levels


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    camera, rooms = ToldCamera(), list[Room]()
    told_by = DiceSnapshot(lambda: rooms[0].session.snapshot() if rooms else None)
    eye = Eye(lambda: camera, FakeClock(), look_every_s=0, opened=told_by.opened)
    with open_room(tmp_path / "home", photographer=EyePhotographer(eye)) as room:
        rolled(room)
        rooms.append(room)
        eye.start(LAYOUT, KIT.printed)
        watched = Watched(room, camera, eye, painter(SHOT).render(laden(*BOARDS)))
        watched.look()
        yield watched
        eye.close()


def draft(session: Session, first_at_s: float) -> bytes:
    """Seat 1 takes a die, which the camera sees; the photograph of that. Then all have drafted."""
    taken(session, 0, 0, first_at_s)
    now = wait_for(session, lambda now: len(whole(now).pool) == 5)
    account = now.account(now.last_row, None)
    assert account is not None
    assert account.evidence is not None
    assert account.evidence.photo is not None, "the camera has seen it"
    while whole(session.snapshot()).phase is Phase.DRAFT:
        assert tap_first(session).accepted
    return session.photos.read(now.last_row, account.evidence.photo)


def call(session: Session, seat: int) -> None:
    assert session.submit(HOST, tap_of([LayBehindScreen(seat)], session.snapshot().revision)).accepted


def seen_before_the_last_call(watched: Watched, folder: Path) -> set[str]:
    """The places of which a photograph shows something while one has still to call."""
    session = watched.room.session
    shown = watched.photographed(folder)
    assert draft(session, 1.0).startswith(b"\xff\xd8")
    call(session, 0)
    watched.look()
    both = (*shown.items(), *watched.photographed(folder).items())
    return {zone for zone, level in both if level > BLACK_MOST}


def test_no_photograph_of_an_act_shows_a_mini_board_before_all_have_called(watched: Watched, tmp_path: Path) -> None:
    assert seen_before_the_last_call(watched, tmp_path) == set()
    call(watched.room.session, 1)
    for _ in range(2):  # what is open was asked before the first of them was waited for
        watched.look()
    seen = watched.photographed(tmp_path)
    assert min(seen[f"board.{seat}"] for seat in range(2)) > 150, "then the camera does see them"


@pytest.mark.slow
def test_a_camera_that_blacks_nothing_out_is_seen_in_photographs(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.looks.blacked_out", lambda pixels, screen: pixels)
    watched.look()
    assert seen_before_the_last_call(watched, tmp_path) == set(BOARDS)
