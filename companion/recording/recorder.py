"""The recorder of a live game, which it wraps: what is told is written down before the game takes it."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal import Draft, Row
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Drafting, Felt, Input, Judge, Looked
from companion.live.openings import openings
from companion.live.requests import Reply, TakeSeat
from companion.live.timeline import key_hash, state_hash
from companion.recording.format import (
    STEPS,
    VERSION,
    Became,
    Entry,
    Head,
    Judged,
    Line,
    LookedAt,
    Metronome,
    RecordingError,
    RecordingExists,
    RecordingNotWritable,
    Step,
    chained,
    digest,
)
from companion.recording.sealed import sealed_step
from companion.runtime.text import printable
from companion.table.devices import DeviceHealth

log = logging.getLogger(__name__)

SOME_CARD = "some card"
"""What a recording has where the card on the reader stands for nothing."""


def make_folder(folder: Path) -> Path:
    """An empty folder for a recording, for its owner only. Raises `RecordingExists` and `RecordingNotWritable`."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if any(folder.iterdir()):
            raise RecordingExists(f"{folder} is not empty. Choose another folder for the recording with --to.")
        folder.chmod(0o700)
    except RecordingError:
        raise
    except OSError as error:
        raise RecordingNotWritable(f"Cannot record to {folder}: {error.strerror}. Choose another with --to.") from error
    return folder


class Recorder:
    """Writes the steps of one game as they are taken. One thread uses it.

    A line is with the system as soon as it is written: a process that is killed leaves all lines but one that it was
    writing. Where the disk fails, the recording ends and the game goes on; `health` says so.
    """

    def __init__(self, folder: Path, rows: Sequence[Row], clock: Metronome) -> None:
        """Begin a recording with the rows that the game's journal has by now. Raises `RecordingNotWritable`."""
        self._clock = clock
        self._began_s = clock.now()
        self._slices = 0
        self._check = ""
        self._count = 0
        self._trouble = ""
        self._file: int | None = None
        start = rows[0].read()
        drafts = tuple(Draft(row.at, row.by, row.kind, row.read(), row.state_hash) for row in rows)
        try:
            self.path, self._file = _create(folder)
            self._append(
                Head(VERSION, start["game"], start["rules_version"], start["options"], start.get("seed", 0), drafts)
            )
        except OSError as error:
            self.close()
            raise RecordingNotWritable(
                f"Cannot record to {folder}: {error.strerror}. Free some space or choose another folder with --to."
            ) from error

    def wrap(self, live: LiveGame) -> RecordedGame:
        """What takes each input in the game's place: it is written down here, and then the game takes it."""
        return RecordedGame(live, self)

    def health(self) -> DeviceHealth:
        """The recording's line on the status page. Any thread may ask."""
        if self._trouble:
            return DeviceHealth("recording", "failed", self._trouble)
        return DeviceHealth("recording", "ok", f"This game is recorded to {self.path}.")

    def write(self, step: Step) -> None:
        """One more step, that is taken now. Never raises for a disk that fails."""
        if isinstance(step, Judged):
            self._slices += step.slices
            return
        self._write_slices()
        self._keep(step)

    def close(self) -> None:
        """Write what is left and let go of the file. May be called twice."""
        if self._file is not None:
            self._write_slices()
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _write_slices(self) -> None:
        slices, self._slices = self._slices, 0
        if slices:
            self._keep(Judged(slices))

    def _keep(self, step: Step) -> None:
        if self._file is None or self._trouble:
            return
        try:
            self._append(Entry(round(self._clock.now() - self._began_s, 3), step))
        except OSError as error:
            self._trouble = (
                f"The recording {self.path} ends after {self._count - 1} entries: {error.strerror}. "
                "The game goes on; free some space and start a new recording."
            )
            log.error("%s", self._trouble)

    def _append(self, entry: Head | Entry) -> None:
        assert self._file is not None
        encoded = msgspec.json.encode(entry)
        check = chained(self._check, encoded)
        line = msgspec.json.encode(Line(check, msgspec.Raw(encoded))) + b"\n"
        while line:
            line = line[os.write(self._file, line) :]
        self._check = check
        self._count += 1


def _create(folder: Path) -> tuple[Path, int]:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    number = 1
    while True:
        path = folder / (STEPS if number == 1 else f"steps-{number}.jsonl")
        with suppress(FileExistsError):
            return path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        number += 1


class RecordedGame:
    """Stands before a live game: writes down whatever is told before the game takes it, and then what it came to."""

    def __init__(self, live: LiveGame, recorder: Recorder) -> None:
        self._live = live
        self._recorder = recorder

    @property
    def is_searching(self) -> bool:
        """As the live game's."""
        return self._live.is_searching

    def take(self, told: Input) -> Reply:
        """As the live game's."""
        live = self._live
        step = sealed_step(live.timeline.game, live.vault, step_of(self._without_card(told)))
        if step is None:
            return live.take(told)
        row = live.timeline.last_row
        self._recorder.write(step)
        reply = live.take(told)
        live.vault.forget()
        if live.timeline.last_row != row or live.disk:
            self._recorder.write(self._became(row))
        return reply

    def _without_card(self, told: Input) -> Input:
        """The same, without which card lies on the reader where it stands for nothing: it may be out of a hand."""
        if not isinstance(told, Felt) or not told.feeling.card or self._live.board.act_of(told.feeling.card):
            return told
        return Felt(msgspec.structs.replace(told.feeling, card=SOME_CARD))

    def _became(self, row: int) -> Became:
        timeline = self._live.timeline
        new = [step for step in timeline.done if step.number > row]
        opened = tuple(openings(new, timeline))
        return Became(state_hash(timeline.state), timeline.last_row, bool(self._live.disk), opened)


def step_of(told: Input) -> Step | None:
    """What is told, as a recording has it: of a look with a frame only a hash, of the key of a seat too.

    None for a request that cannot be written as JSON or read back; the journal could not take it either, so it changes
    nothing. None for a draft too, which is no act and which nobody may read but whoever makes it.
    """
    match told:
        case Looked(reading):
            return LookedAt(reading.frame, digest(reading)) if reading.frame else LookedAt(reading=reading)
        case Judge():
            return Judged(1)
        case Asked():
            return _recordable(told)
        case Drafting():
            return None
        case _:
            return told


def _recordable(asked: Asked) -> Asked | None:
    request = asked.request
    try:
        if isinstance(request, TakeSeat):
            request = msgspec.structs.replace(request, name=printable(request.name), key=key_hash(request.key))
        asked = Asked(asked.client, request)
        msgspec.json.decode(msgspec.json.encode(asked), type=Asked)
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    return asked
