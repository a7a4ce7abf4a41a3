"""Counted calls: exactly those of Python functions, and the same on each run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.calls import calls_of, counted


def test_functions_of_python_are_counted_and_no_others() -> None:
    def double(value: int) -> int:
        return 2 * abs(value)

    assert calls_of(lambda: list(map(double, range(3)))) - calls_of(lambda: list(range(3))) == 3


@pytest.mark.slow
@pytest.mark.manawave
@pytest.mark.atlantis_rising
def test_the_same_is_counted_each_time(tmp_path: Path) -> None:
    """And in tens of thousands at most, as people wait for it on a small machine."""
    first, again = counted(tmp_path / "first"), counted(tmp_path / "again")
    assert first == again
    assert [name for name, _ in first] == [
        "a draft's tap in Manawave",
        "that phone's page",
        "a flood in Atlantis Rising",
    ]
    assert all(0 < calls < 40_000 for _, calls in first)
