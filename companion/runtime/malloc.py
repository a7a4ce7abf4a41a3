"""How the C library keeps freed memory, set so that a companion with many threads and large pictures stays small."""

from __future__ import annotations

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
    # was freed, which is a picture of some megabytes, and then keeps holes of that size. With a limit of two megabytes
    # and small blocks kept by each thread, an hour of `companion endure` held 200 MB and grew by 5.5 %; as it is here,
    # 167 MB and 0.7 %.
    "glibc.malloc.mmap_threshold": 2**17,
    # Each thread keeps up to 200 kilobytes of small blocks that it freed, however long it waits for its next work; the
    # ninety threads of a companion gather them for hours.
    "glibc.malloc.tcache_count": 0,
}
"""What glibc's manual, "Memory Allocation Tunables", tells of. In `companion endure` with faults, on two busy cores,
what malloc had handed out rose from 29 to 36 MB from the second minute to the twelfth without the last, and stayed at
26 MB with it."""
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
    import ctypes  # here, as every start of the command passes this module

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
