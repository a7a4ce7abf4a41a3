"""The measuring of the strip's light: dark, some frames, full light, some frames; then the strip is the game's again.

It runs by itself in a thread of its own and ends after a while whatever happens. It knows no camera: what takes a frame
and what compares two of them is given.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from companion.errors import CompanionError
from companion.language.message import say
from companion.lights.scene import Glow, Scene
from companion.outputs.strip import Lighting
from companion.runtime.fault_log import log_fault
from companion.table.fitness import Check, Stage, StripMeasure

log = logging.getLogger(__name__)

T = TypeVar("T")

STEP_S: Final = 0.1
SETTLE_S: Final = 1.0
"""How long the strip has shone so before a frame counts: the board's cable, and a camera's own exposure."""
FRAMES: Final = 3
"""Taken in the dark and in the light each: a small marker may be missed in one without any light being to blame."""
PATIENCE_S: Final = 15.0
"""Longest wait for the strip and a fit frame, in the dark and in the light each."""
HOLD_S: Final = PATIENCE_S + 5.0
"""The strip lets go of each of the two scenes by itself after this long."""
DARK: Final = Scene()
FULL: Final = Scene((Glow(0.0, 1.0, "#ffffff", say("Full light: the strip's light is being measured.")),))
IDLE: Final = "The strip's light was not measured yet."
BUSY: Final = "The strip's light is being measured already. Wait until it is done."
_WORDS: Final[dict[Stage, str]] = {
    "dark": "Step 1 of 2: the strip is dark, and the camera takes a picture. Keep hands off the mat.",
    "light": "Step 2 of 2: the strip shines white, and the camera takes a picture. Keep hands off the mat.",
}
_GAVE_UP: Final = "The measuring was given up. {why} Then measure again."


class StripMeasurer(Generic[T]):
    """Measures when it is asked to. `begin`, `now` and `close` from any thread; or `begin` and `step` by hand."""

    def __init__(
        self,
        lighting: Lighting,
        trouble: Callable[[], str],
        frame: Callable[[], tuple[int, T] | str],
        judge: Callable[[Sequence[T], Sequence[T]], Check],
        clock: Callable[[], float] = time.monotonic,
        *,
        by_hand: bool = False,
    ) -> None:
        """`trouble` says why the strip or the camera cannot be measured with, "" where they can.

        `frame` gives the newest frame with its number, or a sentence with why it is of no use now; `judge` compares
        those in the dark with those in the light and may raise a `CompanionError`.
        """
        self._lighting = lighting
        self._trouble = trouble
        self._frame = frame
        self._judge = judge
        self._clock = clock
        self._by_hand = by_hand
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._now = StripMeasure("idle", IDLE)
        self._since_s = 0.0
        self._shines_since_s: float | None = None
        self._before = 0
        self._dark: tuple[T, ...] = ()
        self._taken: list[T] = []
        self._why = ""

    def now(self) -> StripMeasure:
        """How far it has come."""
        return self._now

    def begin(self) -> str:
        """Begin, and return at once with ""; or a sentence with why not."""
        with self._lock:
            if self._now.is_running:
                return BUSY
            if trouble := self._trouble():
                return trouble
            self._enter("dark", DARK)
        if not self._by_hand:
            threading.Thread(target=self._run, name="strip measure", daemon=True).start()
        return ""

    def close(self) -> None:
        """Let go of the strip at once."""
        self._closing.set()
        self._lighting.release()

    def _run(self) -> None:
        while not self._closing.wait(STEP_S) and self._now.is_running:
            self.step()

    def step(self) -> None:
        """Go on where the strip and the camera are ready. Never raises."""
        with self._lock:
            if not self._now.is_running:
                return
            try:
                self._step()
            except CompanionError as error:
                self._end(StripMeasure("failed", str(error)))
            except Exception as error:
                log_fault(log, "the strip's light could not be measured", error)
                self._end(StripMeasure("failed", "The measuring failed in a way that was not foreseen. Measure again."))

    def _step(self) -> None:
        now_s = self._clock()
        if now_s - self._since_s > PATIENCE_S:
            self._end(StripMeasure("failed", _GAVE_UP.format(why=self._why)))
            return
        taken = self._take(now_s)
        if taken is not None:
            self._taken.append(taken)
        if len(self._taken) < FRAMES:
            return
        if self._now.stage == "dark":
            self._dark = tuple(self._taken)
            self._enter("light", FULL)
            return
        check = self._judge(self._dark, tuple(self._taken))
        self._end(StripMeasure("done", check.text, check))

    def _take(self, now_s: float) -> T | None:
        """A frame that was taken after the strip had shone as it should for a while; None until there is one."""
        wanted = "#000000" if self._now.stage == "dark" else "#ffffff"
        if set(self._lighting.now().pixels) != {wanted}:
            self._shines_since_s = None
            self._why = "The strip did not come to shine as it was asked to. Look at its cable."
            return None
        frame = self._frame()
        if self._shines_since_s is None:
            self._shines_since_s = now_s
        if now_s - self._shines_since_s < SETTLE_S:
            self._before = self._before if isinstance(frame, str) else frame[0]
            return None
        if isinstance(frame, str):
            self._why = frame
            return None
        self._why = "The camera sent no new picture. Look at its cable."
        if frame[0] == self._before:
            return None
        self._before = frame[0]
        return frame[1]

    def _enter(self, stage: Stage, scene: Scene) -> None:
        self._taken = []
        self._lighting.hold(scene, HOLD_S)
        self._since_s, self._shines_since_s, self._why = self._clock(), None, ""
        self._now = StripMeasure(stage, _WORDS[stage])

    def _end(self, now: StripMeasure) -> None:
        self._lighting.release()
        self._dark, self._taken = (), []  # frames are large
        self._now = now
