"""Everything that the referee thread of one live game does, in order, in a file that it can be played again from.

FOLDER/steps.jsonl   one line a step (steps-2.jsonl and so on: the games after it)
FOLDER/frames/       the pictures that the looks are made from, kept by the camera's side
FOLDER/strip.jsonl   what the strip showed in the last minutes, kept by the light's side; no replay needs it

Whoever can read a recording knows what its journal knows: of a game with virtual cards every hand, of every seat the
hash of its key, never the key, and of a sealed choice its seal, until it is opened. So its files are for their owner
only, and it is shown to nobody while the game is on. Only the order of the steps counts in a replay; their times are
for its pace.

RecordingError
├── RecordingMissing (FileNotFoundError)   no recording there
├── RecordingExists (FileExistsError)      the folder for a new one is not empty
├── RecordingTooNew                        written by a newer version
├── RecordingBroken                        a line is damaged; the lines before it are good
└── RecordingNotWritable (OSError)         the disk is full, read-only or failing
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec

from companion.errors import CompanionError
from companion.games.seeds import Seed
from companion.journal import Draft, Seal
from companion.live.inputs import Acted, Asked, Felt, Tumbled
from companion.live.requests import Tap
from companion.runtime.plain_file import read_plain, whole_lines
from companion.table.sightings import Reading

VERSION = 7
FRAMES = "frames"
"""The pictures' folder, in the folder of a recording."""
STEPS = "steps.jsonl"
MOST_BYTES = 128_000_000
"""Of the steps of one game: those of a whole day."""
DIGITS = 16
"""Hexadecimal digits that are kept of a hash."""


class RecordingError(CompanionError):
    """A recording that cannot be used as asked."""


class RecordingMissing(RecordingError, FileNotFoundError):
    """No recording there."""


class RecordingExists(RecordingError, FileExistsError):
    """The folder holds something already."""


class RecordingTooNew(RecordingError):
    """Written by a version of the companion that this one does not know."""


class RecordingBroken(RecordingError):
    """A line that is not as it was written."""


class RecordingNotWritable(RecordingError, OSError):
    """The disk takes no recording."""


class Metronome(Protocol):
    """Where a recording gets the time from, and how a replay waits; the clock of the cameras is one."""

    def now(self) -> float:
        """Seconds, never running backwards; only differences mean something."""

    def pause(self, duration_s: float) -> None:
        """Return after so many seconds."""


# --- lines ------------------------------------------------------------------------------------------------------------


class Head(msgspec.Struct, frozen=True):
    """The first line: which game, and the rows that its journal had by then; row 1 has its options, seed and start."""

    version: int
    game: str
    rules_version: str
    options: dict[str, Any]
    seed: Seed
    rows: tuple[Draft, ...]


class _Version(msgspec.Struct, frozen=True):
    """As much of the first line as every version has."""

    version: int


class LookedAt(msgspec.Struct, frozen=True, tag="Looked"):
    """A look of the camera: the number of its frame and what was read of it, hashed; or, without a frame, in full."""

    frame: int = 0
    digest: str = ""
    reading: Reading | None = None


class Judged(msgspec.Struct, frozen=True, tag=True):
    """So many slices of finding out what was done, one after another."""

    slices: int


class Became(msgspec.Struct, frozen=True, tag=True):
    """What the step before came to, where it changed something or the disk was in trouble."""

    state: str
    """The hash of the position."""
    row: int
    """The journal's last row."""
    refused: bool = False
    """Whether the disk took nothing, if it was asked."""
    opened: tuple[Seal, ...] = ()
    """Sealed choices that everybody knows by it, to be played again and checked."""


def acts_in(told: Asked | Acted) -> tuple[dict[str, Any], ...]:
    """The acts that were told, as they were sent; none in a request of another kind."""
    if isinstance(told, Acted):
        return told.actions
    return told.request.actions if isinstance(told.request, Tap) else ()


class Sealed(msgspec.Struct, frozen=True, tag=True):
    """A tap, or acts of a bot, with choices that nobody may read before their time: these stand there sealed."""

    told: Asked | Acted
    """Each act in its public form."""
    seals: tuple[str, ...]
    """One for each act; empty for one that has nothing to hide."""

    @property
    def actions(self) -> tuple[dict[str, Any], ...]:
        """The acts in their public forms."""
        return acts_in(self.told)

    def with_actions(self, actions: tuple[dict[str, Any], ...]) -> Asked | Acted:
        """What was told, with these acts in it."""
        told = self.told
        if isinstance(told, Acted):
            return msgspec.structs.replace(told, actions=actions)
        assert isinstance(told.request, Tap)  # nothing else carries acts
        return Asked(told.client, msgspec.structs.replace(told.request, actions=actions))


Step: TypeAlias = LookedAt | Felt | Tumbled | Judged | Asked | Acted | Sealed | Became
"""What was told to the game, as `companion.live.inputs` has it but for looks and slices; and what it came to."""


class Entry(msgspec.Struct, frozen=True):
    """A step and when it was taken, in seconds since the recording began."""

    at_s: float
    step: Step


class Line(msgspec.Struct, frozen=True):
    """One line of the file. `check` chains it to the line before."""

    check: str
    entry: msgspec.Raw


def digest(reading: Reading) -> str:
    """The same text for the same reading. Not of its sentence: that names the camera, which a replay has not."""
    bare = msgspec.structs.replace(reading, unseen="unseen" if reading.unseen else "")
    return hashlib.sha256(msgspec.json.encode(bare)).hexdigest()[:DIGITS]


def chained(previous: str, entry: bytes | memoryview) -> str:
    """The check of a line whose entry is this and whose line before has that check."""
    return hashlib.sha256(previous.encode() + bytes(entry)).hexdigest()[:DIGITS]


class Recording(msgspec.Struct, frozen=True):
    """One game as it was recorded. Line 1 is the head; entry `n`, counted from 1, is line `n + 1`."""

    path: Path
    head: Head
    entries: tuple[Entry, ...]
    torn: bool = False
    """Whether the writer was stopped within a line, which is left out."""

    @classmethod
    def open(cls, path: Path) -> Recording:
        """The recording of a folder's first game, or of the game in a file. Raises the leaves of the tree above."""
        file = path / STEPS if path.is_dir() else path
        try:
            lines, rest = whole_lines(read_plain(file, MOST_BYTES))
        except FileNotFoundError as error:
            raise RecordingMissing(
                f"There is no recording in {path}. Make one with: companion record GAME --to FOLDER."
            ) from error
        except OSError as error:
            raise RecordingBroken(f"Cannot read {file}: {error.strerror}. Copy it from where it was made.") from error
        raw = list(_checked(file, lines))
        if not raw:
            raise RecordingBroken(f"{file} holds not one whole line: nothing of it can be replayed. Record again.")
        _check_version(file, raw[0])
        head = _decoded(file, 1, raw[0], Head)
        entries = tuple(_decoded(file, number, line, Entry) for number, line in enumerate(raw[1:], 2))
        return cls(file, head, entries, bool(rest))


def recordings(folder: Path) -> tuple[Path, ...]:
    """The files of all games that a folder holds, in the order in which they were played."""
    return tuple(sorted(folder.glob("steps*.jsonl"), key=lambda path: (len(path.name), path.name)))


def _checked(file: Path, lines: Iterable[bytes]) -> Iterator[msgspec.Raw]:
    check = ""
    for number, text in enumerate(lines, 1):
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise _broken(file, number) from error
        check = chained(check, line.entry)
        if line.check != check:
            raise _broken(file, number)
        yield line.entry


def _check_version(file: Path, head: msgspec.Raw) -> None:
    version = _decoded(file, 1, head, _Version).version
    if version > VERSION:
        raise RecordingTooNew(
            f"{file} was recorded by a newer companion (format {version}; this one knows {VERSION}). "
            "Update the companion, then replay it again."
        )


def _decoded(file: Path, number: int, line: msgspec.Raw, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _broken(file, number) from error


def _broken(file: Path, number: int) -> RecordingBroken:
    what = "its beginning" if number == 1 else f"entry {number - 1}"
    return RecordingBroken(
        f"Line {number} of {file} ({what}) is not as it was written. To replay what is before it, copy the file and "
        f"delete this line and all after it."
    )
