"""How the C library keeps freed memory, set so that a companion with many threads and large pictures stays small."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from typing import Final

_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8
"""Numbers of glibc's malloc.h, explained in mallopt(3)."""
MOST_ARENAS: Final = 2
"""glibc takes eight a core, and each keeps what was freed in it. Python's threads wait for one another as it is, so
that arenas of their own bring them nothing."""
PICTURE_BYTES: Final = 2**17
"""From this size on memory goes back to the system when it is freed. glibc raises its own limit to the largest that was
freed, which is a picture of some megabytes, and then keeps holes of that size. In `companion endure` with faults, on
two busy cores, resident memory after three minutes was 281 MB without these two settings and 168 MB with a megabyte
here; parts of pictures, of some hundred kilobytes, then still left 7 MB of holes in ten minutes."""

MallOpt = Callable[[int, int], int]


def keep_heap_small(mallopt: MallOpt | None = None) -> bool:
    """Whether the C library took the settings; others than glibc have none. Call it before threads are started.

    What the environment sets (`MALLOC_ARENA_MAX`, `MALLOC_MMAP_THRESHOLD_`) stays.
    """
    told = mallopt or _function("mallopt")
    if told is None:
        return False
    wanted = (
        ("MALLOC_ARENA_MAX", _M_ARENA_MAX, MOST_ARENAS),
        ("MALLOC_MMAP_THRESHOLD_", _M_MMAP_THRESHOLD, PICTURE_BYTES),
    )
    taken = [told(number, value) == 1 for name, number, value in wanted if name not in os.environ]
    return all(taken)


def give_back() -> None:
    """Give what is no longer used back to the system, where the C library does that, circles of objects included.

    No other thread runs while all objects are looked through: for moments at which nobody acts.
    """
    gc.collect()
    give_back_holes()


def give_back_holes() -> None:
    """Give the pages between what is used back to the system, where the C library does that: some milliseconds.

    By itself it gives back only what lies behind the last block that is used. In twenty minutes of endurance 25 MB of
    a heap of 65 MB came to be such holes.
    """
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def _function(name: str) -> Callable[..., int] | None:
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError, TypeError):  # no such function; on Windows no such library
        return None
    return found
