"""What the C library is told of freed memory."""

from __future__ import annotations

import gc
import os
import platform
import subprocess
import sys
from weakref import ref

import pytest

from companion.heap import give_back, keep_heap_small

GLIBC = platform.libc_ver()[0] == "glibc"

PROGRAM = """
import sys, threading
from companion.heap import keep_heap_small
if sys.argv[1] == "small":
    assert keep_heap_small()

def fill():
    for size in (8, 4):  # the first raises glibc's own limit, so that the next would be kept
        held = bytearray(size * 2**20)
        del held
    kept.append(bytearray(100_000))
    done.wait()

kept, done = [], threading.Event()
threads = [threading.Thread(target=fill) for _ in range(40)]
for each in threads:
    each.start()
while len(kept) < len(threads):
    pass
print(open("/proc/self/maps").read().count("rw-p"), flush=True)
done.set()
"""


def test_both_settings_are_told_unless_the_environment_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"):
        monkeypatch.delenv(name, raising=False)
    told: list[tuple[int, int]] = []

    def mallopt(number: int, value: int) -> int:
        told.append((number, value))
        return 1

    assert keep_heap_small(mallopt)
    # mallopt(3): M_ARENA_MAX and M_MMAP_THRESHOLD by their numbers in malloc.h.
    assert told == [(-8, 2), (-3, 131_072)]
    monkeypatch.setenv("MALLOC_ARENA_MAX", "4")
    told.clear()
    assert keep_heap_small(mallopt)
    assert told == [(-3, 131_072)]


def test_a_library_that_refuses_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    asked: list[int] = []

    def mallopt(number: int, value: int) -> int:
        asked.append(number)
        return 0

    assert not keep_heap_small(mallopt)
    assert len(asked) == 2


@pytest.mark.skipif(not GLIBC, reason="another C library than glibc")
def test_forty_threads_have_fewer_heaps_of_their_own() -> None:
    """Each arena is a mapping of its own. A process that was told has fewer, whatever its other mappings are."""

    def mappings(how: str) -> int:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, how], capture_output=True, check=True, env=plain, text=True
        )
        return int(done.stdout)

    assert mappings("small") < mappings("usual")


def test_what_the_last_game_left_in_a_circle_is_given_back() -> None:
    class Game:
        """Something that only the garbage collector finds."""

    gc.disable()
    try:
        game = Game()
        game.itself = game  # type: ignore[attr-defined]
        gone = ref(game)
        del game
        assert gone() is not None
        give_back()
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.skipif(not GLIBC, reason="another C library than glibc")
def test_holes_between_what_is_kept_are_given_back() -> None:
    """Half of many small blocks are freed, each between two that stay: the C library keeps all their pages."""
    program = (
        "from companion.heap import give_back_holes\n"
        "def resident(): return int(open('/proc/self/statm').read().split()[1])\n"
        "kept = [b'x' * (40_000 + number % 7) for number in range(1000)]\n"
        "kept = kept[::2]\n"
        "before = resident()\n"
        "give_back_holes()\n"
        "print(before - resident())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    pages = 500 * 40_000 // os.sysconf("SC_PAGE_SIZE")
    assert int(done.stdout) > pages * 0.7
