"""Rounds written down as they were seen, and played again from the pictures at two speeds: the same positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.recording.format import FRAMES, Became, Recording, recordings
from companion.recording.replayer import mat_of, replay
from companion.soak.runner import Light, Soak, play_unit
from companion.table.layout import Layout
from tests.games.registered import SEALED_BID
from tests.many import many
from vision.recorded import RecordedFrames, RecordedReadings
from vision.virtual.headless import HeadlessTable, StepClock
from vision.virtual.shot import Shot


def small_pictures(game: AnyGame, layout: Layout, seed: int, light: Light) -> HeadlessTable:
    """A table under a camera whose pictures take less room on the disk."""
    shot = Shot(noise=1.0, width_px=1440, height_px=960)
    return HeadlessTable(layout, game.mat.kit, game.mat.pieces, seed, light, shot=shot)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("game", "options"),
    [("waves", {}), (SEALED_BID.name, {"players": 3, "luck": False, "pawn": True, "line": True})],
)
def test_recorded_rounds_come_to_the_same_position_at_full_and_at_half_speed(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    rounds = many(1)
    task = Soak(game, rounds, 5, "normal", tmp_path, tmp_path / "games", options=options)
    unit = play_unit(task, 0, rounds, small_pictures)
    assert (unit.wrong, unit.rounds) == ((), rounds)
    games = sorted((tmp_path / "games").iterdir())
    assert len(games) == unit.games
    for folder in games:
        (file,) = recordings(folder)
        recording = Recording.open(file)
        frames = RecordedFrames(folder / FRAMES)
        last = [entry.step for entry in recording.entries if isinstance(entry.step, Became)][-1]
        for speed in (1.0, 0.5):
            clock = StepClock()
            look = RecordedReadings(frames, *mat_of(recording, GAMES))
            again = replay(recording, GAMES, look, clock=clock, speed=speed)
            assert (again.diverged, again.reread) == ("", "")
            assert again.entries == len(recording.entries)
            assert again.state_hash == last.state
            assert clock.now() == pytest.approx(recording.entries[-1].at_s / speed)
