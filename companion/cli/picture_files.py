"""Files with pictures that a command was given: single ones and whole folders, and what is wrong with them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.runtime.terminal import progress_of
from vision.cameras.frames import Pixels
from vision.cameras.stored import PICTURES, load, pictures_in

FEW = 3
"""So many files are read before anybody asks how long it takes."""


def json_line(line: Mapping[str, Any]) -> bytes:
    """One line of JSON, without its end.

    A file's name that is no text has its bytes as escapes, from which `json.loads` and `os.fsencode` make it again.
    """
    try:
        return msgspec.json.encode(line)
    except UnicodeEncodeError:
        return json.dumps(line).encode()


class PictureUnreadable(CompanionError, ValueError):
    """A file that holds no picture, or a folder without any."""


def with_bar(files: Sequence[Path], label: str) -> AbstractContextManager[Iterable[Path]]:
    """The files one by one, with a bar where it helps: lines that are on screen themselves tell enough."""
    if len(files) > FEW and sys.stderr.isatty() and not sys.stdout.isatty():
        return progress_of(files, label)
    return nullcontext(files)


def files_in(path: Path, also: tuple[str, ...] = ()) -> list[Path]:
    """A file itself; of a folder the pictures and the files that end in `also`, in any case, by name.

    Raises `PictureUnreadable` where a folder cannot be read or holds none.
    """
    if not path.is_dir():
        return [path]
    try:
        inside = pictures_in(path, also)
    except OSError as error:
        raise PictureUnreadable(_closed(path, error)) from None
    if not inside:
        ends = ", ".join((*PICTURES, *also))
        raise PictureUnreadable(f"{path} holds no picture. Put pictures into it ({ends}), or name another folder.")
    return inside


def load_picture(path: Path) -> Pixels:
    """A picture, BGR. Raises `PictureUnreadable`."""
    try:
        pixels = load(path)
    except FileNotFoundError:
        raise PictureUnreadable(missing(path)) from None
    except OSError as error:
        raise PictureUnreadable(_closed(path, error)) from None
    if isinstance(pixels, str):
        raise PictureUnreadable(f"{path} {pixels}")
    return pixels


def missing(path: Path) -> str:
    """That there is no such file."""
    return f"There is no file {path}. See that its name is written as it is on the disk."


def _closed(path: Path, error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    return f"{path} cannot be read: {reason}. See that you may read it, then try again."
