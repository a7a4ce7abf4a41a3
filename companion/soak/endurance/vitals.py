"""What Linux says of a process: memory, descriptors, threads, processor time (proc(5))."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import CompanionError

PROC: Final = Path("/proc")
_STAT_UTIME, _STAT_STIME = 11, 12
"""Places of the fields 14 and 15 of proc_pid_stat(5) behind the name, which is field 2 and may hold blanks."""


class NotWatchable(CompanionError, OSError):
    """There is no such process (any more), or this system has no /proc."""


class Vitals(msgspec.Struct, frozen=True):
    """One look at a process."""

    memory_kb: int
    """Resident (VmRSS)."""
    descriptors: int
    threads: int
    cpu_s: float
    """Processor time since it began, of all its threads."""
    children_kb: int
    """Resident memory of the processes that it has started, such as the virtual board."""


def read_vitals(pid: int, proc: Path = PROC) -> Vitals:
    """How a process is now. Raises `NotWatchable`."""
    folder = proc / str(pid)
    try:
        status = _status(folder)
        times = (folder / "stat").read_text().rpartition(")")[2].split()
        return Vitals(
            _kilobytes(status),
            len(os.listdir(folder / "fd")),
            int(status["Threads"]),
            (int(times[_STAT_UTIME]) + int(times[_STAT_STIME])) / os.sysconf("SC_CLK_TCK"),
            sum(_memory(proc, child) for child in _children(folder)),
        )
    except (OSError, KeyError) as error:
        if not proc.is_dir():
            raise NotWatchable(
                f"There is no {proc} here: a process can be watched from outside on Linux only."
            ) from error
        raise NotWatchable(f"Process {pid} cannot be watched: it has ended, or it is another user's.") from error


def _status(folder: Path) -> dict[str, str]:
    lines = (line.partition(":") for line in (folder / "status").read_text().splitlines())
    return {name: value.strip() for name, _, value in lines}


def _kilobytes(status: dict[str, str]) -> int:
    # A process that has ended and was not waited for yet has no memory, and no such line.
    return int(status["VmRSS"].split()[0])


def _children(folder: Path) -> set[str]:
    found = set[str]()
    for each in (folder / "task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found.update((each / "children").read_text().split())
    return found


def _memory(proc: Path, pid: str) -> int:
    try:
        return _kilobytes(_status(proc / pid))
    except (OSError, KeyError):
        return 0
