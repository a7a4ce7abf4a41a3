"""Units of work side by side in processes, and how far each is by now: a bar moves from its first round on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from multiprocessing.queues import Queue
from queue import Empty
from typing import Any, TypeAlias, TypeVar

R = TypeVar("R")
Unit: TypeAlias = tuple[int, int]
"""Its number or seed, and how much of it there is: rounds, rolls."""
LOOK_S = 0.5
"""So often it is looked up how far they are."""
_heard: list[Queue[Unit]] = []
"""In a process that plays units: where it says how far it is. Empty anywhere else, where nobody listens."""


def _say_into(queue: Queue[Unit]) -> None:
    """What a process does that plays units; a function of a module, for `_heard.append` would fill a copy."""
    _heard.append(queue)


def say_how_far(number: int, done: int) -> None:
    """So much of a unit is done; whoever plays it in this process alone tells nobody."""
    for queue in _heard:
        queue.put((number, done))


def side_by_side(
    shards: int, play: Callable[..., R], units: Sequence[tuple[Unit, tuple[Any, ...]]], done: Callable[[int], None]
) -> Iterator[tuple[int, R]]:
    """The number and the report of each unit as it is finished, played by so many processes.

    `play` is called with what stands behind each unit; `done` gets what was done since it was last called.
    """
    context = get_context("spawn")
    queue: Queue[Unit] = context.Queue()
    far = _Far(dict(unit for unit, _ in units), done)
    with ProcessPoolExecutor(shards, mp_context=context, initializer=_say_into, initargs=(queue,)) as pool:
        running: dict[Future[R], int] = {pool.submit(play, *given): number for (number, _), given in units}
        while running:
            finished, _ = wait(running, LOOK_S, FIRST_COMPLETED)
            far.listen(queue)
            for each in finished:
                number = running.pop(each)
                report = each.result()
                far.finished(number)
                yield number, report


class _Far:
    """How much of each unit has been told of."""

    def __init__(self, whole: dict[int, int], done: Callable[[int], None]) -> None:
        self._whole, self._done = whole, done
        self._told = dict.fromkeys(whole, 0)

    def listen(self, queue: Queue[Unit]) -> None:
        """Take whatever has been said by now."""
        while True:
            try:
                number, far = queue.get_nowait()
            except Empty:
                return
            self._tell(number, far)

    def finished(self, number: int) -> None:
        """A unit is over, whether or not all of it could be played."""
        self._tell(number, self._whole[number])

    def _tell(self, number: int, far: int) -> None:
        more = min(far, self._whole[number]) - self._told[number]
        if more > 0:
            self._told[number] += more
            self._done(more)
