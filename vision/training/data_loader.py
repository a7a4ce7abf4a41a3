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

FRESH = 1
"""New pictures of each maker for a step, at most; the rest of its pictures were used before. They take 0.06 s of one
core, a fifth of what the step itself takes."""

KEPT = 600
"""Pictures of each maker that are used again: over 600 steps each comes in four more of them, cut and lit otherwise."""

AHEAD = 8
"""Steps whose pictures are made ahead."""


class Supply:
    """Pictures of several makers, `shares` of each for a step. Close it: it has processes."""

    def __init__(
        self, makers: tuple[Maker, ...], shares: tuple[int, ...], seed: int, first_step: int = 0, workers: int = 1
    ) -> None:
        self._makers, self._shares, self._seed, self._step = makers, shares, seed, first_step
        self._kept = [deque[LabelledPicture](maxlen=KEPT) for _ in makers]
        self._coming = deque[list[Future[list[LabelledPicture]]]]()
        self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_one_thread)
        self._asked = first_step
        for _ in range(AHEAD):
            self._ask()

    def batch(self) -> tuple[list[LabelledPicture], np.random.Generator]:
        """The next step's pictures, and the generator for what it varies. At first, only the new ones."""
        chance = np.random.default_rng([self._seed, self._step])
        pictures = list[LabelledPicture]()
        for share, kept, future in zip(self._shares, self._kept, self._coming.popleft(), strict=True):
            again = share - _fresh(share)
            old = [kept[index] for index in chance.integers(len(kept), size=again)] if kept else []
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
        self._coming.append(
            [
                self._pool.submit(_make, maker, self._seeds(_fresh(share)))
                for maker, share in zip(self._makers, self._shares, strict=True)
            ]
        )
        self._asked += 1

    def _seeds(self, count: int) -> list[int]:
        """Of the pictures that a maker makes for the step asked for next."""
        # Seeds of different trainings lie apart, so that another seed shows other pictures.
        first = self._seed * 100_000_000 + self._asked * count
        return list(range(first, first + count))


@contextmanager
def supplied(
    makers: tuple[Maker, ...], shares: tuple[int, ...], seed: int, first_step: int, workers: int
) -> Iterator[Supply]:
    """A supply that is closed in the end."""
    supply = Supply(makers, shares, seed, first_step, workers)
    try:
        yield supply
    finally:
        supply.close()


def _fresh(share: int) -> int:
    return min(FRESH, share)


def _make(maker: Maker, seeds: list[int]) -> list[LabelledPicture]:
    return [maker(seed) for seed in seeds]


def _one_thread() -> None:
    """One process for each core is enough: OpenCV's own threads would only take turns."""
    cv2.setNumThreads(1)
