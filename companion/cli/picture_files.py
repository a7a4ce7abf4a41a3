"""Files with pictures that a command was given: single ones and whole folders, and what is wrong with them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.runtime.terminal import progress_of
from vision.cameras.frames import Pixels

FEW = 3
"""So many files are read before anybody asks how long it takes."""


class PictureUnreadable(CompanionError, ValueError):
    """A file that holds no picture, or a folder without any."""


def with_bar(files: Sequence[Path], label: str) -> AbstractContextManager[Iterable[Path]]:
    """The files one by one, with a bar where it helps: lines that are on screen themselves tell enough."""
    if len(files) > FEW and sys.stderr.isatty() and not sys.stdout.isatty():
        return progress_of(files, label)
    return nullcontext(files)


def files_in(path: Path, endings: Sequence[str]) -> list[Path]:
    """A file itself; of a folder the files that end so, in any case, by name.

    Raises `PictureUnreadable` where a folder cannot be read or holds none.
    """
    if not path.is_dir():
        return [path]
    try:
        inside = sorted(each for each in path.iterdir() if each.suffix.lower() in endings and each.is_file())
    except OSError as error:
        raise PictureUnreadable(_closed(path, error)) from None
    if not inside:
        ends = ", ".join(endings)
        raise PictureUnreadable(f"{path} holds no picture. Put pictures into it ({ends}), or name another folder.")
    return inside


def load_picture(path: Path) -> Pixels:
    """A picture, BGR. Raises `PictureUnreadable`."""
    try:
        content = np.fromfile(path, dtype=np.uint8)
    except FileNotFoundError:
        raise PictureUnreadable(missing(path)) from None
    except OSError as error:
        raise PictureUnreadable(_closed(path, error)) from None
    # Decoded from memory: OpenCV would write a warning of its own about a file that it cannot open.
    try:
        pixels = cv2.imdecode(content, cv2.IMREAD_COLOR) if len(content) else None
    except cv2.error:
        pixels = None
    if pixels is None:
        raise PictureUnreadable(f"{path} holds no picture that can be read. Save it again as .jpg or .png.")
    return np.asarray(pixels, dtype=np.uint8)


def missing(path: Path) -> str:
    """That there is no such file."""
    return f"There is no file {path}. See that its name is written as it is on the disk."


def _closed(path: Path, error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    return f"{path} cannot be read: {reason}. See that you may read it, then try again."
