"""Time that a virtual machine's host gave to others: what is measured meanwhile tells of the host, not of us."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

STAT: Final = Path("/proc/stat")
_STEAL: Final = 8
"""Which word of the first line it is (proc(5), /proc/stat)."""


def stolen_s(stat: Path = STAT) -> float:
    """Seconds since the machine's start in which its processors were to run and could not, added up over all of them.

    Counted in ticks, 100 a second as a rule. 0.0 on a machine of its own, and where the system does not tell.
    """
    try:
        with stat.open() as file:
            words = file.readline().split()
        return int(words[_STEAL]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0
