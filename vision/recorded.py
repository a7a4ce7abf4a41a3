"""The frames of a recording, given out again in their order, and what is read of them.

FOLDER/index.jsonl   one line a frame: its number, time and picture     FOLDER/000001.jpg   the picture of frame 1

FramesError (CameraError)
├── FramesExist  (FileExistsError)   the folder for new ones has some already
├── FramesBroken (ValueError)        a line of the index or a picture is not as it was written
└── FramesMissing (LookupError)      no recording there, or no such frame in it
"""

from __future__ import annotations

import hashlib
import logging
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from companion.runtime.plain_file import read_plain, whole_lines
from companion.runtime.text import encodable
from companion.table.layout import Layout
from companion.table.prints import NO_PRINTS, Prints
from companion.table.sightings import MarkerId, PrintedMarker, Reading
from vision.cameras import stored
from vision.cameras.frames import CameraEnded, CameraError, Clock, Frame, Pixels
from vision.lens import Lens
from vision.looks import Looker

log = logging.getLogger(__name__)

INDEX = "index.jsonl"
MOST_BYTES = 128_000_000
"""Of an index: that of a whole day."""
DIGITS = 16
"""Hexadecimal digits that are kept of a hash."""


class FramesError(CameraError):
    """Recorded frames that cannot be used as asked."""


class FramesExist(FramesError, FileExistsError):
    """The folder has frames already."""


class FramesBroken(FramesError, ValueError):
    """Something is not as it was written."""


class FramesMissing(FramesError, LookupError):
    """No frames, or not this one."""


class FrameNote(msgspec.Struct, frozen=True):
    """What the index says of one frame."""

    number: int
    """Grows by at least 1 from line to line, even where a camera begins to count anew."""
    at_s: float
    file: str
    """The picture; of an unchanged frame that of an earlier one."""
    digest: str
    """Hash of the picture's file."""
    anew: bool = False
    """Whether a mat is looked for from this frame on, without what was known before."""
    lens: Lens | msgspec.UnsetType | None = msgspec.UNSET
    """What the camera's lens bends from this frame on; not said again while it is the same and nothing began anew."""


class Line(msgspec.Struct, frozen=True):
    """One line of the index. `check` chains it to the line before."""

    check: str
    note: msgspec.Raw


def digest(content: bytes) -> str:
    """The same text for the same bytes."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def has_frames(folder: Path) -> bool:
    """Whether recorded frames lie in this folder."""
    return (folder / INDEX).is_file()


def decode(content: bytes) -> Pixels | None:
    """The pixels of a picture's file; None where it is none that is read."""
    pixels = stored.decode(content)
    return None if isinstance(pixels, str) else pixels


class RecordedFrames:
    """The frames of a folder, in order. A last line that was torn off is left out.

    Raises `FramesMissing` where there is no index, `FramesBroken` where a line of it is damaged, and on the way where a
    picture is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            lines, _ = whole_lines(read_plain(folder / INDEX, MOST_BYTES))
        except OSError as error:
            raise FramesMissing(f"There are no recorded frames in {folder}: {error.strerror}. Name another.") from error
        self.notes = tuple(_notes(folder / INDEX, lines))
        """What the index says, a line a frame."""
        self._last: tuple[str, Pixels] | None = None

    def __iter__(self) -> Iterator[Frame]:
        """Each frame, from the first."""
        return map(self.load, self.notes)

    def load(self, note: FrameNote) -> Frame:
        """The frame of a line. Unchanged ones that follow one another share their pixels."""
        if self._last is None or self._last[0] != note.file:
            self._last = note.file, self._read(note)
        return Frame(self._last[1], note.at_s, note.number)

    def _read(self, note: FrameNote) -> Pixels:
        path = self.folder / Path(note.file).name
        try:
            content = read_plain(path, stored.MOST_BYTES)
        except OSError as error:
            raise FramesBroken(
                f"The picture {path} of frame {note.number} cannot be read: {error.strerror}. Copy the whole folder."
            ) from error
        pixels = decode(content) if digest(content) == note.digest else None
        if pixels is None:
            raise FramesBroken(
                f"The picture {path} of frame {note.number} is not as it was recorded. Copy it again from where it was."
            )
        return pixels


def _notes(index: Path, lines: Iterable[bytes]) -> Iterator[FrameNote]:
    check = ""
    for number, text in enumerate(lines, 1):
        try:
            line = msgspec.json.decode(text, type=Line)
            check = digest(check.encode() + bytes(line.note))
            note = msgspec.json.decode(line.note, type=FrameNote)
        except (msgspec.DecodeError, RecursionError) as error:
            raise FramesBroken(_damaged(index, number)) from error
        if line.check != check:
            raise FramesBroken(_damaged(index, number))
        yield note


def _damaged(index: Path, number: int) -> str:
    return f"Line {number} of {index} is not as it was written. Copy it again from where it was recorded."


class RecordedReadings:
    """What is read of recorded frames, by their numbers; the same way as in the game, each after all before it."""

    def __init__(
        self,
        frames: RecordedFrames,
        layout: Layout,
        printed: Mapping[MarkerId, PrintedMarker],
        prints: Prints = NO_PRINTS,
    ) -> None:
        self._frames = frames
        self._layout = layout
        self._printed = printed
        self._prints = prints
        self._looker = Looker(layout, printed, prints=prints)
        self._anew = [place for place, note in enumerate(frames.notes) if note.anew]
        self._next = 0

    def __call__(self, number: int) -> Reading:
        """The reading of that frame. Fast where numbers grow from call to call.

        Raises `FramesMissing` for a number that is not there, and `FramesBroken`.
        """
        notes = self._frames.notes
        if self._next and notes[self._next - 1].number >= number:
            self._next = 0
        # What was looked at before the eye last began anew says nothing of this frame.
        turn = bisect_right(self._anew, number, key=lambda place: notes[place].number)
        self._next = max(self._next, self._anew[turn - 1] if turn else 0)
        while self._next < len(notes) and notes[self._next].number <= number:
            reading = self._read(notes[self._next])
            self._next += 1
            if reading is not None and notes[self._next - 1].number == number:
                return reading
        raise FramesMissing(f"There is no frame {number} in {self._frames.folder}. Copy the whole folder.")

    def _read(self, note: FrameNote) -> Reading | None:
        if note.anew:
            self._looker = Looker(self._layout, self._printed, prints=self._prints)
        if not isinstance(note.lens, msgspec.UnsetType):
            self._looker.lens = note.lens
        frame = self._frames.load(note)
        try:
            return self._looker.look(frame, encodable(f"Recording {self._frames.folder.name}")).reading
        except Exception:
            # In the game it could not be looked at either, and the eye went on.
            log.exception("frame %d could not be looked at", note.number)
            return None


class RecordedCamera:
    """Recorded frames in place of a camera, once through. Raises `FramesMissing` where the folder has none.

    `paced` gives each frame out no earlier than after the time that it took in the game. Either way `at_s` counts the
    recording's own time on from when it was opened.
    """

    def __init__(self, folder: Path, clock: Clock, *, paced: bool = True) -> None:
        self.name = encodable(f"Recording {folder.name}")
        self.notes: tuple[str, ...] = ()
        self._frames = RecordedFrames(folder)
        if not self._frames.notes:
            raise FramesMissing(f"No frame was recorded in {folder}. Choose another recording.")
        self._clock = clock
        self._paced = paced
        self._next = 0
        self._later_s = clock.now() - self._frames.notes[0].at_s

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None where it is not due in that time. Raises `CameraEnded` after the last one."""
        if self._next == len(self._frames.notes):
            raise CameraEnded(f"{self.name} has ended after {self._next} pictures. Tap on, or start it again.")
        note = self._frames.notes[self._next]
        at_s = note.at_s + self._later_s
        wait_s = at_s - self._clock.now() if self._paced else 0.0
        if wait_s > 0:
            self._clock.pause(min(wait_s, timeout_s))
        if wait_s > timeout_s:
            return None
        self._next += 1
        return Frame(self._frames.load(note).pixels, at_s, note.number)

    def close(self) -> None:
        """Nothing is held open between two pictures."""
