"""SQLite's log beside a journal: its frames, and whether damage in it hides acts that were accepted.

SQLite reads a log up to the first frame that does not fit its checksum, and says nothing of the rest. That is right
after a power cut, when the last transaction may be there in part: nobody was told of it. A flipped bit further ahead
hides acts that were on the disk. The format is SQLite's own (sqlite.org/fileformat2.html, section 4).
"""

from __future__ import annotations

import struct
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from companion.journal.sqlite import PAGE_BYTES, log_of

_HEAD_BYTES, _FRAME_HEAD_BYTES = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""And in which order the bytes of its checksums are taken."""
_START = (0, 0)


class Frame(msgspec.Struct, frozen=True):
    """One page as it was written to the log."""

    number: int
    """The page's, from 1."""
    page: bytes
    commits: bool
    """Whether it is the last one of a transaction."""
    is_read: bool
    """Whether SQLite reads it."""


def read_log(path: Path) -> tuple[Frame, ...]:
    """The frames beside a journal up to the last whole transaction, damaged ones among them. Raises OSError."""
    # Only the log may be read past SQLite: to close the file or its index again would give up this process's locks.
    try:
        content = log_of(path).read_bytes()
    except FileNotFoundError:
        return ()
    step = _FRAME_HEAD_BYTES + PAGE_BYTES
    found = [content[at : at + step] for at in range(_HEAD_BYTES, len(content) - step + 1, step)]
    order = _MAGIC.get(int.from_bytes(content[:4], "big"), "")
    is_read = bool(order) and _sums(content[:24], order, _START) == content[24:32]
    # Frames of an earlier use of the log may follow the present ones, with another mark.
    marks = Counter(each[8:16] for each in found)
    mark = content[16:24] if is_read or not marks else max(marks, key=marks.__getitem__)
    frames, sums = [], content[24:32]
    for each in found:
        head, page = each[:_FRAME_HEAD_BYTES], each[_FRAME_HEAD_BYTES:]
        if is_read:
            sums = _sums(head[:8] + page, order, struct.unpack(">2I", sums))
            is_read = head[8:16] == mark and head[16:24] == sums
        commits = head[8:16] == mark and any(head[4:8])
        frames.append(Frame(int.from_bytes(head[:4], "big"), page, commits, is_read))
    end = max((number for number, frame in enumerate(frames, 1) if frame.commits), default=0)
    return tuple(frames[:end])


class Unread(msgspec.Struct, frozen=True):
    """What SQLite leaves out of a log."""

    is_any: bool = False
    """Whether the end of a transaction is among it."""
    is_lost: bool = False
    """Whether a transaction is among it that had been saved for sure."""


def unread(path: Path) -> Unread:
    """What SQLite leaves out of the log beside a journal. Raises OSError."""
    ends = [frame.commits for frame in read_log(path) if not frame.is_read]
    # A power cut may tear the last transaction and leave its end; nobody was told of that one.
    return Unread(any(ends), sum(ends) > 1)


def _sums(content: bytes, order: str, before: tuple[int, ...]) -> bytes:
    """SQLite's checksum of some words, after those of what lies before them.

    Each of the two sums in turn takes a word and the other sum, so they are one row of numbers, each of them the two
    before it and a word: the words weighted by the numbers of Fibonacci, a thousand at once.
    """
    first, second = before
    begun = np.array([first, second - first], np.int64).astype(np.uint32)
    words = np.concatenate([begun, np.frombuffer(content, f"{order}u4").astype(np.uint32)])
    weights = _fibonacci(len(words))
    sums = np.sum(words[:-1] * weights[1:], dtype=np.uint32), np.sum(words * weights, dtype=np.uint32)
    return struct.pack(">2I", *sums)


@cache
def _fibonacci(count: int) -> npt.NDArray[np.uint32]:
    """So many numbers of Fibonacci without their higher bits, the last of them 1."""
    numbers = [1, 1]
    while len(numbers) < count:
        numbers.append((numbers[-1] + numbers[-2]) & 0xFFFFFFFF)
    return np.array(numbers[:count][::-1], np.uint32)
