"""How long it takes to see what lies on the table: ways of reading pictures, each picture by each of them in turn.

Machines are busy now and then. So no figure stands alone: each is a share of what the bare detection of markers took on
the same pictures, a few milliseconds before or after.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from companion.bench.figures import Figures, figures, machine

F = TypeVar("F")


@dataclass(frozen=True)
class Way(Generic[F]):
    """One way of reading a picture; gives how many markers it found. Pictures come to it in their order."""

    name: str
    read: Callable[[F], int]


class Took(msgspec.Struct, frozen=True):
    """What one way took on the pictures of one stretch."""

    way: str
    figures: Figures
    ratio: float
    """Its mean to that of the bare detection."""
    ratio_p95: float
    """What 19 of 20 pictures stayed under, to the mean of the bare detection."""
    markers: float
    """Found in a picture, on average."""


class Stretch(msgspec.Struct, frozen=True):
    """What happens on the table, and what each way took for it; the bare detection comes first."""

    name: str
    took: tuple[Took, ...]


class VisionReport(msgspec.Struct, frozen=True):
    """What one run measured, and on which machine; times in microseconds."""

    game: str
    seed: int
    machine: str
    width_px: int
    height_px: int
    clock: str
    """What the times are: "processor", or "wall" where the process was held up again and again."""
    frames: int
    """Pictures in each stretch."""
    stretches: tuple[Stretch, ...]
    missing: tuple[str, ...] = ()
    """A sentence on each way that could not be measured: what to install for it."""


def measure_stretches(
    stretches: Mapping[str, Iterable[F]],
    bare: Way[F],
    ways: Iterable[Way[F]],
    now: Callable[[], int] = time.process_time_ns,
    progress: Callable[[], None] = lambda: None,
    before: Iterable[F] = (),
) -> tuple[Stretch, ...]:
    """The figures of every way on each stretch of at least one picture; `now` tells nanoseconds.

    Which way goes first changes from picture to picture. `progress` is called after each picture. Those `before` are
    read by every way, and not timed: a camera has been looking for a while.
    """
    every = [bare, *ways]
    for picture in before:
        for each in every:
            each.read(picture)
    return tuple(_measure(name, pictures, every, now, progress) for name, pictures in stretches.items())


def _measure(
    name: str,
    pictures: Iterable[F],
    ways: list[Way[F]],
    now: Callable[[], int],
    progress: Callable[[], None],
) -> Stretch:
    took_ns: list[list[int]] = [[] for _ in ways]
    markers = [0] * len(ways)
    for number, picture in enumerate(pictures):
        for place in range(len(ways)):
            each = (place + number) % len(ways)
            began = now()
            markers[each] += ways[each].read(picture)
            took_ns[each].append(now() - began)
        progress()
    told = [figures(each) for each in took_ns]
    # A clock may be too coarse for a picture of a few pixels.
    bare = max(told[0].mean, 0.001)
    return Stretch(
        name,
        tuple(
            Took(way.name, each, round(each.mean / bare, 4), round(each.p95 / bare, 4), round(found / each.count, 2))
            for way, each, found in zip(ways, told, markers, strict=True)
        ),
    )


def report_of(
    game: str,
    seed: int,
    size: tuple[int, int],
    stretches: tuple[Stretch, ...],
    *,
    is_wall: bool = False,
    missing: tuple[str, ...] = (),
) -> VisionReport:
    """The report of one run, on this machine. `size` is width and height of the pictures in px."""
    frames = stretches[0].took[0].figures.count
    clock = "wall" if is_wall else "processor"
    return VisionReport(game, seed, machine(), *size, clock, frames, stretches, missing)
