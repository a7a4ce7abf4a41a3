"""What the C library does with freed memory, in processes of their own."""

from __future__ import annotations

import gc
import os
import platform
import subprocess
import sys
from weakref import ref

import pytest

from companion.runtime.malloc import TUNABLES, give_back

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than glibc")

TOLD = """
import os, sys
before = os.environ.get("GLIBC_TUNABLES")
from companion.runtime.malloc import restart_with_small_heap
restart_with_small_heap()
print(os.getpid(), repr(sys.argv[1:]), before)
"""

THREADS = """
import ctypes, sys, threading
from companion.runtime.malloc import restart_with_small_heap
if sys.argv[1] == "small":
    restart_with_small_heap()

class Mallinfo2(ctypes.Structure):  # mallinfo(3)
    _fields_ = [(name, ctypes.c_size_t) for name in
                "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]

mallinfo2 = ctypes.CDLL(None).mallinfo2
mallinfo2.restype = Mallinfo2

def fill():
    for size in (8, 4):  # the first raises glibc's own limit, so that the next would be kept
        held = bytearray(size * 2**20)
        del held
    held = [bytearray(size) for size in range(600, 1000, 8) for _ in range(5)]
    del held
    kept.append(bytearray(100_000))
    done.wait()

kept, done = [], threading.Event()
before = mallinfo2().uordblks
threads = [threading.Thread(target=fill) for _ in range(40)]
for each in threads:
    each.start()
while len(kept) < len(threads):
    pass
print(open("/proc/self/maps").read().count("rw-p"), mallinfo2().uordblks - before, flush=True)
done.set()
"""


def run(program: str, *arguments: str, tunables: str = "") -> str:
    """What a Python of its own prints."""
    plain = {name: value for name, value in os.environ.items() if name != "GLIBC_TUNABLES"}
    env = {**plain, "GLIBC_TUNABLES": tunables} if tunables else plain
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, env=env, text=True
    ) as it:
        told = it.communicate()[0]
    assert it.returncode == 0
    return told.replace(str(it.pid), "PID").strip()


def test_a_command_starts_anew_once_in_the_same_process_with_its_own_words() -> None:
    tunables = ":".join(f"{name}={value}" for name, value in TUNABLES.items())
    assert run(TOLD, "two words", "--seed") == f"PID ['two words', '--seed'] {tunables}"


def test_tunables_of_the_environment_stay() -> None:
    assert run(TOLD, tunables="glibc.malloc.arena_max=5") == "PID [] glibc.malloc.arena_max=5"


@pytest.mark.slow
def test_forty_threads_have_fewer_heaps_of_their_own_and_keep_nothing_that_they_freed() -> None:
    """Each arena is a mapping of its own. A process that was told has fewer, whatever its other mappings are."""
    mappings, held = map(int, run(THREADS, "small").split())
    usual_mappings, usually_held = map(int, run(THREADS, "usual").split())
    assert mappings < usual_mappings
    # Each thread keeps 100 000 bytes on purpose. It freed five of each size; glibc keeps up to seven of 25 sizes, 16
    # bytes apart.
    assert held < 40 * 110_000
    assert usually_held - held > 40 * 25 * 7 * 600


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


def test_holes_between_what_is_kept_are_given_back() -> None:
    """Half of many small blocks are freed, each between two that stay: the C library keeps all their pages."""
    program = (
        "from companion.runtime.malloc import give_back_holes\n"
        "def resident(): return int(open('/proc/self/statm').read().split()[1])\n"
        "kept = [b'x' * (40_000 + number % 7) for number in range(1000)]\n"
        "kept = kept[::2]\n"
        "before = resident()\n"
        "give_back_holes()\n"
        "print(before - resident())\n"
    )
    pages = 500 * 40_000 // os.sysconf("SC_PAGE_SIZE")
    assert int(run(program)) > pages * 0.7
