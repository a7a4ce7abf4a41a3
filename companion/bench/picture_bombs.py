"""A folder of small files that unpack to gigabytes or have no end: before the camera's place, and read one by one."""

from __future__ import annotations

import os
import struct
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.bench.attack import PATIENCE_S, PHONE, Target, Wait, longest
from companion.bench.floods import Visitor, waited_ms

NAME: Final = "picture bombs"
SIDE_PX: Final = 20_000
SPARSE_BYTES: Final = 20_000_000_000
_FOLDER: Final = "pictures"
_ROWS: Final = 100
"""Of a picture are packed at once."""


class PictureBombs:
    """A companion looks at such a folder in place of a camera, and a command reads each file of it."""

    def __init__(self, read: Sequence[str], side_px: int = SIDE_PX) -> None:
        """`read` is a command that reads the pictures of a folder, whose name follows."""
        self._read = read
        self._side_px = side_px

    def steps(self, times: int) -> int:
        """The command, and as often a phone's page."""
        return 1 + times

    def prepare(self, folder: Path) -> Sequence[str]:
        """Lay them there, with one that is a picture, and look at them."""
        place = folder / _FOLDER
        place.mkdir()
        lay_bombs(place, self._side_px)
        return ("--camera", str(place))

    def waits(self, target: Target, times: int, progress: Callable[[], None]) -> Iterator[Wait]:
        """How long a phone waits for its page, and how much longer than for one small picture the command takes."""
        place = target.folder / _FOLDER
        size = f"{len(list(place.iterdir()))} files"
        phones = list[float | None]()
        for _ in range(times):
            phones.append(waited_ms(target.port, Visitor(PHONE)))
            progress()
        yield Wait(NAME, size, "another phone", longest(phones))
        floor_ms, _ = _read_by([*self._read, str(place / "good.png")])
        all_ms, memory_mb = _read_by([*self._read, str(place)])
        progress()
        longer = None if floor_ms is None or all_ms is None else max(0.0, round(all_ms - floor_ms, 1))
        yield Wait(NAME, size, "their reader", longer, memory_mb)


def lay_bombs(place: Path, side_px: int) -> None:
    """One of each kind, and a picture among them."""
    (place / "huge.png").write_bytes(grey_png(side_px, side_px))
    (place / "thin.png").write_bytes(grey_png(1, 60_000))
    (place / "good.png").write_bytes(grey_png(640, 400))
    (place / "endless.png").symlink_to("/dev/zero")
    os.mkfifo(place / "pipe.png")
    with (place / "sparse.png").open("wb") as file:
        file.truncate(SPARSE_BYTES)


def grey_png(width_px: int, height_px: int) -> bytes:
    """A whole picture of one colour, a bit a pixel; the height is a multiple of 100."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    packer, rows = zlib.compressobj(1), bytes(1 + (width_px + 7) // 8) * _ROWS
    packed = b"".join(packer.compress(rows) for _ in range(height_px // _ROWS)) + packer.flush()
    head = struct.pack(">IIBBBBB", width_px, height_px, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def _read_by(command: Sequence[str]) -> tuple[float | None, float | None]:
    """How long a command takes in milliseconds, None where it is ended for that; and its most memory in megabytes."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    late = threading.Timer(4 * PATIENCE_S, process.kill)
    late.start()
    _, status, usage = os.wait4(process.pid, 0)
    late.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    was_ended = process.returncode < 0
    return (None if was_ended else (time.monotonic() - began) * 1000), round(usage.ru_maxrss * 1024 / 1e6, 1)
