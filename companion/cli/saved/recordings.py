"""Games written down as they were played and seen, played again: `companion replay`."""

from __future__ import annotations

import sys
from bisect import bisect_right
from pathlib import Path

from companion.errors import CompanionError
from companion.games.prints import known_prints
from companion.games.registry import GAMES
from companion.recording.format import FRAMES, Recording, RecordingMissing, recordings
from companion.recording.replayer import Look, Replayed, markers_of, mat_of, replay
from companion.runtime.terminal import echo, progress
from companion.table.sightings import Reading
from vision.cameras.frames import SystemClock
from vision.recorded import RecordedFrames, RecordedReadings, has_frames


def replay_recordings(folder: Path, speed: float) -> None:
    """Print where each recording led; exit status 1 where one led elsewhere."""
    astray = False
    for file in _files(folder):
        recording = Recording.open(file)
        with progress(len(recording.entries), str(file.parent.name)) as bar:
            look = _looks(file, recording)
            found = replay(recording, GAMES, look, clock=SystemClock(), speed=speed, progress=lambda _: bar.update(1))
        echo(*_replay_lines(file, found))
        astray = astray or bool(found.diverged)
    if astray:
        sys.exit(1)


def _files(folder: Path) -> tuple[Path, ...]:
    """The recordings in a folder, or in the folders in it."""
    if folder.is_file():
        return (folder,)
    found = recordings(folder) if folder.is_dir() else ()
    if not found and folder.is_dir():
        found = tuple(file for each in sorted(folder.iterdir()) if each.is_dir() for file in recordings(each))
    if not found:
        raise RecordingMissing(f"{folder} holds no recording. Make one with: companion record GAME --to FOLDER.")
    return found


def _looks(file: Path, recording: Recording) -> Look:
    frames = file.parent / FRAMES
    if has_frames(frames):
        return ReadingsInTurn(RecordedFrames(frames), recording)

    def missing(number: int) -> Reading:
        raise CompanionError(f"Frame {number} is not in {frames}. Copy the whole folder of the recording.")

    return missing


class ReadingsInTurn:
    """What is read of recorded frames where the host enrolled markers on the way: by those that the eye knew then."""

    def __init__(self, frames: RecordedFrames, recording: Recording) -> None:
        """Raises `Unplayable`."""
        (layout, _), prints = mat_of(recording, GAMES), known_prints()
        self._anew = [note.number for note in frames.notes if note.anew]
        self._turns = tuple(
            (after, RecordedReadings(frames, layout, printed, prints))
            for after, printed in markers_of(recording, GAMES)
        )

    def __call__(self, number: int) -> Reading:
        """The reading of that frame. Raises what `RecordedReadings` raises."""
        turn = bisect_right(self._anew, number)
        began = self._anew[turn - 1] if turn else 0
        return next(read for after, read in reversed(self._turns) if not after or after < began)(number)


def _replay_lines(file: Path, found: Replayed) -> tuple[str, ...]:
    where = f"{file}: {found.entries} entries, {found.acts} acts, position {found.state_hash}"
    return where, *(each for each in (found.reread, found.diverged) if each)
