"""What is to go wrong on purpose with virtual devices: how often, for how long, and by which lot.

A plan is a record; what is drawn from it depends on its seed alone. Whoever carries lines, frames or requests asks a
`Lot` what becomes of each one. Where nothing is planned nothing is drawn, so a healthy device is what it always was.
"""

from __future__ import annotations

import random
from typing import Annotated, Final, Protocol

import msgspec
from msgspec import Meta

Share = Annotated[float, Meta(ge=0, le=1)]
"""Of all messages, frames or requests: 0 is none, 1 is each."""
Seconds = Annotated[float, Meta(ge=0, le=3600)]

MOST_BEHIND: Final = 3
"""A message that is overtaken is so by one to three others: enough for a `state` to pass two newer ones."""


class _Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rates of what may become of one thing on its way. Each is drawn for itself, so several may meet."""


class LineRates(_Rates, frozen=True):
    """What happens to messages on a line, one direction of it."""

    lost: Share = 0.0
    spoilt: Share = 0.0
    """Some of its bytes, its end perhaps among them, are others or missing."""
    twice: Share = 0.0
    swapped: Share = 0.0
    """Overtaken by one to three later ones."""
    late: Share = 0.0
    """It waits, and all behind it wait too, as on any line of bytes."""
    late_s: Seconds = 0.4
    """The longest that one waits."""


class FrameRates(_Rates, frozen=True):
    """What happens to a camera's pictures."""

    lost: Share = 0.0
    twice: Share = 0.0
    late: Share = 0.0
    late_s: Seconds = 0.5
    vanish_every_s: Seconds = 0.0
    """From one time that the camera is unplugged to the next, on average; 0 is never."""
    vanish_for_s: Seconds = 5.0
    freeze_every_s: Seconds = 0.0
    """From one time that it gives its last picture again and again to the next, on average; 0 is never."""
    freeze_for_s: Seconds = 5.0


class BoardRates(_Rates, frozen=True):
    """How often a board fails as a whole: seconds from one time to the next, on average; 0 is never."""

    reboot_every_s: Seconds = 0.0
    hang_every_s: Seconds = 0.0
    unplug_every_s: Seconds = 0.0
    unplug_for_s: Seconds = 3.0


class PageRates(_Rates, frozen=True):
    """What happens to the requests of pages."""

    cut: Share = 0.0
    """Of the moments that a page's stream tells of: it ends there."""
    refused: Share = 0.0
    late: Share = 0.0
    late_s: Seconds = 2.0


class FaultPlan(_Rates, frozen=True):
    """Everything that is to go wrong; without anything all is well."""

    seed: Annotated[int, Meta(ge=0)] = 1
    to_board: LineRates = LineRates()
    to_host: LineRates = LineRates()
    board: BoardRates = BoardRates()
    camera: FrameRates = FrameRates()
    pages: PageRates = PageRates()


NO_FAULTS: Final = FaultPlan()


class Fate(msgspec.Struct, frozen=True):
    """What becomes of one message, frame or request."""

    is_lost: bool = False
    is_spoilt: bool = False
    is_twice: bool = False
    behind: int = 0
    """How many later ones overtake it."""
    again_behind: int = 0
    """How many later ones come before its second copy, where it comes twice."""
    late_s: float = 0.0


WELL: Final = Fate()


class Lot:
    """Draws fates; the same seed and the same rates at the same turns give the same fates."""

    def __init__(self, seed: int | str) -> None:
        self.rng = random.Random(f"lot/{seed}")

    def line(self, rates: LineRates) -> Fate:
        """The fate of the next message."""
        rng = self.rng
        drawn = [rng.random() < each for each in (rates.lost, rates.spoilt, rates.twice, rates.swapped, rates.late)]
        if not any(drawn):
            return WELL
        is_lost, is_spoilt, is_twice, is_swapped, is_late = drawn
        return Fate(
            is_lost,
            is_spoilt,
            is_twice,
            rng.randint(1, MOST_BEHIND) if is_swapped else 0,
            rng.randint(0, MOST_BEHIND) if is_twice else 0,
            rng.uniform(0.0, rates.late_s) if is_late else 0.0,
        )

    def frame(self, rates: FrameRates) -> Fate:
        """The fate of the next frame."""
        rng = self.rng
        is_lost, is_twice, is_late = (rng.random() < each for each in (rates.lost, rates.twice, rates.late))
        return Fate(is_lost, is_twice=is_twice, late_s=rng.uniform(0.0, rates.late_s) if is_late else 0.0)

    def request(self, rates: PageRates) -> Fate:
        """The fate of the next request: lost is refused."""
        rng = self.rng
        is_refused, is_late = (rng.random() < each for each in (rates.refused, rates.late))
        return Fate(is_refused, late_s=rng.uniform(0.0, rates.late_s) if is_late else 0.0)

    def is_cut(self, rates: PageRates) -> bool:
        """Whether a stream ends before what it is about to tell."""
        return self.rng.random() < rates.cut


class Spells:
    """Times at which something is away, one after another: how far apart and how long is told anew at each question."""

    def __init__(self, seed: int | str) -> None:
        self._rng = random.Random(f"spells/{seed}")
        self._every_s = 0.0
        self._next_s = 0.0
        self._until_s = float("-inf")

    def begins(self, now_s: float, every_s: float, for_s: float = 0.0) -> bool:
        """Whether a spell begins with this question. Times must not run backwards; `every_s` 0 is never."""
        if every_s != self._every_s:
            self._every_s, self._until_s = every_s, float("-inf")
            self._next_s = now_s + self._gap_s()
        if not every_s or now_s < self._next_s or self.is_on(now_s):
            return False
        self._until_s = now_s + for_s
        self._next_s = self._until_s + self._gap_s()
        return True

    def is_on(self, now_s: float) -> bool:
        """Whether the last spell that began still lasts."""
        return now_s < self._until_s

    def _gap_s(self) -> float:
        return self._rng.expovariate(1 / self._every_s) if self._every_s else float("inf")


FAILURES: Final = {
    "reboot": "Restart the board",
    "hang": "Hang the board",
    "unplug": "Unplug the board",
    "plug": "Plug the board in",
    "vanish": "Unplug the camera",
    "return": "Plug the camera in",
    "freeze": "Freeze the camera",
    "thaw": "Let the camera go on",
}
"""What can be made to fail at once, and put right: its name, and what a button for it says."""


class Spoiler(Protocol):
    """Whoever brings a plan to the virtual devices of a table. Any thread may call it."""

    @property
    def plan(self) -> FaultPlan:
        """What goes wrong now."""

    def told(self) -> dict[str, int]:
        """How often each fault of a device has happened so far, such as "to_host.lost"; what has not is left out."""

    def follow(self, plan: FaultPlan) -> None:
        """Have these faults from now on, and no others."""

    def fail(self, what: str) -> None:
        """Let this happen now, once: a key of `FAILURES`."""
