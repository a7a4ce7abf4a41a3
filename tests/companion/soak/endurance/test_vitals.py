"""What Linux says of real processes, and of made-up ones."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.soak.endurance.vitals import PROC, NotWatchable, read_vitals

pytestmark = pytest.mark.skipif(not PROC.is_dir(), reason="there is no /proc here")

LINES = "import sys; held = bytearray({size}); print('ready', flush=True); sys.stdin.read()"


def test_a_descriptor_and_a_thread_more_are_counted() -> None:
    before = read_vitals(os.getpid())
    go = threading.Event()
    thread = threading.Thread(target=go.wait)
    thread.start()
    with open(os.devnull), open(os.devnull):
        now = read_vitals(os.getpid())
    go.set()
    thread.join()
    assert now.descriptors - before.descriptors == 2
    assert now.threads - before.threads == 1
    assert now.cpu_s >= before.cpu_s > 0


def test_memory_that_is_held_is_resident_and_of_a_child_counts_apart() -> None:
    size = 50_000_000  # far more than an interpreter needs; a bytearray is filled, so all of it is resident

    def started(held: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", LINES.format(size=held)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        return process

    without = read_vitals(os.getpid()).children_kb
    with started(0) as small, started(size) as large:
        more_kb = read_vitals(large.pid).memory_kb - read_vitals(small.pid).memory_kb
        children_kb = read_vitals(os.getpid()).children_kb - without
        for each in (small, large):
            assert each.stdin is not None
            each.stdin.close()
    assert more_kb > 0.9 * size / 1024
    assert children_kb > more_kb


def test_a_process_that_has_ended_is_told_of() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    with pytest.raises(
        NotWatchable, match=rf"^Process {process.pid} cannot be watched: it has ended, or it is another"
    ):
        read_vitals(process.pid)


def test_a_name_with_blanks_and_brackets_does_not_shift_the_fields(tmp_path: Path) -> None:
    # proc_pid_stat(5): the name stands in brackets and may hold any character; utime and stime are fields 14 and 15.
    folder = tmp_path / "7"
    for name in ("fd", "task"):
        (folder / name).mkdir(parents=True)
    (folder / "status").write_text("Name:\ta) b\nVmRSS:\t  2048 kB\nThreads:\t3\n")
    (folder / "stat").write_text("7 (a) b) S " + " ".join(str(field) for field in range(4, 53)) + "\n")
    found = read_vitals(7, tmp_path)
    assert (found.memory_kb, found.threads, found.descriptors, found.children_kb) == (2048, 3, 0, 0)
    assert found.cpu_s == (14 + 15) / os.sysconf("SC_CLK_TCK")


def test_a_system_without_proc_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotWatchable, match="a process can be watched from outside on Linux only"):
        read_vitals(1, tmp_path / "none")
