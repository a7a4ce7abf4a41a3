"""What hands did at a virtual table, written down beside the game as they did it, to hold the journal against.

One line of JSON a deed. Acts stand there as everybody saw them, so a file tells no secret (law of `View`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from companion.errors import CompanionError
from companion.runtime.fsync import opener


class Deed(msgspec.Struct, frozen=True):
    """One thing that the players of a virtual table did, or went along with.

    set      they sat down at the game and laid the pieces out
    done     hands began this act, or it was tapped because nothing shows it
    adopted  the companion had learned of this act before they did it: a person did, or the rules left nothing else
    rewound  the host had set the game back, and they laid the pieces so
    anew     the companion stood where their own acts never led, and they laid the pieces so
    """

    game_id: str
    what: Literal["set", "done", "adopted", "rewound", "anew"]
    row: int
    """The newest row of the journal that they knew of."""
    act: dict[str, Any] | None = None
    """Its public side; None where there is no act."""


Witness: TypeAlias = Callable[[Deed], None]
"""Told of each deed in the players' thread; it must return at once."""


class DeedsUnusable(CompanionError, OSError):
    """The file of deeds cannot be written or read."""


def unwitnessed(deed: Deed) -> None:
    """Where nobody writes down what hands do."""


class DeedFile:
    """A new file of deeds. One thread writes it; each line is there for other readers at once."""

    def __init__(self, path: Path) -> None:
        """Raises `DeedsUnusable`."""
        try:
            self._file = open(path, "xb", buffering=0, opener=opener)  # noqa: SIM115  # until it is closed
        except OSError as error:
            raise DeedsUnusable(
                f"What hands do cannot be written to {path}: {error.strerror}. Name a new file in a folder that is "
                "there."
            ) from error

    def write(self, deed: Deed) -> None:
        """Add it."""
        self._file.write(msgspec.json.encode(deed) + b"\n")

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def read_deeds(path: Path) -> tuple[Deed, ...]:
    """All whole lines of a file so far, in order; a last line that is still being written is left out.

    Raises `DeedsUnusable`.
    """
    try:
        *lines, _ = path.read_bytes().split(b"\n")
        return tuple(msgspec.json.decode(line, type=Deed) for line in lines)
    except OSError as error:
        raise DeedsUnusable(f"{path} cannot be read: {error.strerror}.") from error
    except msgspec.DecodeError as error:
        raise DeedsUnusable(f"{path} is no file of deeds: {error}.") from error
