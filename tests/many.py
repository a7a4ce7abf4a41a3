"""How long the suites are: as continuous integration has time for, or longer where somebody asks for it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest


def many(cases: int) -> int:
    """So many cases, times what the environment's COMPANION_MANY says; at least one. Without it, times 1."""
    return max(1, round(cases * float(os.environ.get("COMPANION_MANY", "1"))))


def one_quick(cases: Iterable[Any], number: int = 1) -> list[Any]:
    """Cases of a dear test for `parametrize`: the first so many of them are quick, the others slow."""
    each = list(cases)
    slow = [case if isinstance(case, tuple) else (case,) for case in each[number:]]
    return [*each[:number], *(pytest.param(*case, marks=pytest.mark.slow) for case in slow)]
