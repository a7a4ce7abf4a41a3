"""Pictures to learn from, made beside the training in processes of their own and handed over in order.

The pictures of a step depend on the seed and the step's number alone, never on which process was quicker; so a training
that was stopped goes on with the pictures that would have come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import cv2
import numpy as np

from vision.training.records import LabelledPicture

Maker = Callable[[int], LabelledPicture]
"""Makes the picture with a number; a function of a module, or a partial of one, because it runs in other processes."""

FRESH = 2
"""New pictures of each maker for a step; the rest of its pictures were used before. They take 0.12 s of one core."""

KEPT = 400
"""Pictures of each maker that are used again: over 200 steps each comes in two or three of them."""

AHEAD = 8
"""Steps whose pictures are made ahead."""


class Supply:
    """Pictures of several makers. Close it: it has processes."""

    def __init__(self, makers: tuple[Maker, ...], seed: int, first_step: int = 0, workers: int = 1) -> None:
        self._makers, self._seed, self._step = makers, seed, first_step
        self._kept = [deque[LabelledPicture](maxlen=KEPT) for _ in makers]
        self._coming = deque[list[Future[list[LabelledPicture]]]]()
        self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_one_thread)
        self._asked = first_step
        for _ in range(AHEAD):
            self._ask()

    def batch(self, each: int) -> tuple[list[LabelledPicture], np.random.Generator]:
        """The next step's pictures, `each` (at least `FRESH`) of every maker, and the generator for what it varies."""
        chance = np.random.default_rng([self._seed, self._step])
        pictures = list[LabelledPicture]()
        for kept, future in zip(self._kept, self._coming.popleft(), strict=True):
            old = [kept[index] for index in chance.integers(len(kept), size=each - FRESH)] if kept else []
            fresh = future.result()
            kept.extend(fresh)
            pictures += fresh + old
        self._step += 1
        self._ask()
        return pictures, chance

    def wait(self) -> None:
        """Return once the next step's pictures are made."""
        for future in self._coming[0]:
            future.result()

    def close(self) -> None:
        """End the processes; what they were making is lost."""
        self._pool.shutdown(cancel_futures=True)

    def _ask(self) -> None:
        numbers = range(self._asked * FRESH, (self._asked + 1) * FRESH)
        # Seeds of different trainings lie apart, so that another seed shows other pictures.
        seeds = [self._seed * 100_000_000 + number for number in numbers]
        self._coming.append([self._pool.submit(_make, maker, seeds) for maker in self._makers])
        self._asked += 1


@contextmanager
def supplied(makers: tuple[Maker, ...], seed: int, first_step: int, workers: int) -> Iterator[Supply]:
    """A supply that is closed in the end."""
    supply = Supply(makers, seed, first_step, workers)
    try:
        yield supply
    finally:
        supply.close()


def _make(maker: Maker, seeds: list[int]) -> list[LabelledPicture]:
    return [maker(seed) for seed in seeds]


def _one_thread() -> None:
    """One process for each core is enough: OpenCV's own threads would only take turns."""
    cv2.setNumThreads(1)
