"""How long the long suites are: as continuous integration has time for, or longer where somebody asks for it."""

from __future__ import annotations

import os


def many(cases: int) -> int:
    """So many cases, times what the environment's COMPANION_MANY says; at least one. Without it, times 1."""
    return max(1, round(cases * float(os.environ.get("COMPANION_MANY", "1"))))
