"""How the C library keeps freed memory, set so that a companion with many threads and large pictures stays small."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from typing import Final

TUNABLES: Final = {
    # glibc takes eight arenas a core, and each keeps what was freed in it. Fewer than four, and whoever reads a picture
    # waits for whoever draws the next one: a prompt took 30 ms with two, 25 with four and 24 with as many as it likes.
    "glibc.malloc.arena_max": 4,
    # From this size on memory goes back to the system when it is freed. glibc raises its own limit to the largest that
    # was freed, which is a picture of some megabytes, and then keeps holes of that size. At a limit of 128 kilobytes a
    # look at a picture took 13 % longer: each of its copies comes as pages that the system has to clear first.
    "glibc.malloc.mmap_threshold": 2**21,
    # So much may stay free behind the last block that is used, or the same pages come and go with each picture.
    "glibc.malloc.trim_threshold": 2**24,
    # Each thread keeps up to seven freed blocks of each size up to this one, however long it waits for its next work.
    # Up to a kilobyte, as glibc has it, what the ninety threads of a companion held rose by 7 MB in ten minutes.
    "glibc.malloc.tcache_max": 256,
}
"""What glibc's manual, "Memory Allocation Tunables", tells of."""
_VARIABLE: Final = "GLIBC_TUNABLES"


def restart_with_small_heap() -> None:
    """Start this very command anew with `TUNABLES`, which glibc reads at a program's start only.

    Does nothing, and returns, on other C libraries, and where the environment has tunables of its own: also after the
    restart. Call it first: whatever is open is lost.
    """
    if sys.executable and _is_glibc() and _VARIABLE not in os.environ:
        told = ":".join(f"{name}={value}" for name, value in TUNABLES.items())
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, _VARIABLE: told})


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


def _is_glibc() -> bool:
    try:
        return (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")
    except (AttributeError, OSError, ValueError):  # not of POSIX; another library
        return False
