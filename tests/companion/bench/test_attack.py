"""Attacks one after another, each on a companion of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.bench.attack import Target, Wait, measure_attacks, peak_mb

MEGABYTES = 48


class _Shove:
    """An attack that lays one file, and whose victim says which."""

    def __init__(self, name: str, memory_mb: float | None = None) -> None:
        self._wait = Wait(name, "1 file", "host", 5.0, memory_mb)

    def steps(self, times: int) -> int:
        return times

    def prepare(self, folder: Path) -> Sequence[str]:
        (folder / self._wait.attack).touch()
        return ("--option", self._wait.attack)

    def waits(self, target: Target, times: int, progress: Callable[[], None]) -> Iterator[Wait]:
        assert [each.name for each in target.folder.iterdir()] == [self._wait.attack]
        for _ in range(times):
            progress()
        yield self._wait


def test_each_attack_meets_a_companion_of_its_own_that_was_told_what_it_needs() -> None:
    told, steps = list[Sequence[str]](), list[None]()

    @contextmanager
    def serve(folder: Path, words: Sequence[str]) -> Iterator[Target]:
        told.append(words)
        yield Target(9, folder)

    report = measure_attacks([_Shove("one"), _Shove("two", 7.5)], 2, serve, lambda: steps.append(None))
    assert told == [("--option", "one"), ("--option", "two")]
    assert [(each.attack, each.ms, each.memory_mb) for each in report.waits] == [("one", 5.0, None), ("two", 5.0, 7.5)]
    assert len(steps) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it")
def test_the_memory_of_the_companion_is_the_most_that_it_ever_had() -> None:
    held = b"x" * (MEGABYTES * 1_000_000)
    assert len(held)
    del held

    @contextmanager
    def serve(folder: Path, words: Sequence[str]) -> Iterator[Target]:
        yield Target(9, folder, os.getpid())

    (wait,) = measure_attacks([_Shove("one")], 1, serve).waits
    assert wait.memory_mb is not None
    assert wait.memory_mb > MEGABYTES


def test_a_process_that_is_not_there_has_no_peak() -> None:
    assert peak_mb(2**22 + 1) is None  # proc(5): no pid is larger
