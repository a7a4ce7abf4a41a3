"""What happens to a board during an evening: its cable is pulled, its power fails, it is restarted, it hangs."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Final, Literal

import msgspec

from hardware.virtual.board import PRESS_S
from tests.board.evening import HEARD_S, QUIET_S, TICK_S, Evening, Press

Kind = Literal["unplug", "power", "restart", "hang"]
During = Literal["any", "press", "weighing", "calibration"]

WITHIN_S: Final[dict[During, float]] = {"any": 2.0, "press": 0.15, "weighing": 0.6, "calibration": 0.7}
"""A fault comes by so much time after what it is to disturb began."""
WATCHDOG_S: Final = 2.0
"""firmware/README.md: the watchdog restarts a board that has hung for so long."""
GIVEN_UP_AFTER_S: Final = 1.5
"""docs/protocol.md: of silence."""
IN_TOUCH_WITHIN_S: Final = 2.0
COUNTED_WITHIN_S: Final = 2.0
"""The converter settles for 0.4 s, and four samples at ten a second have to agree."""
BUTTONS: Final = ("next", "undo", "seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
SAYS_WHY: Final = {
    "unplug": " The board was without power.",
    "power": " The board was without power.",
    "hang": " The board hung and restarted itself.",
    "restart": "",
}


class Fault(msgspec.Struct):
    """One fault. Times are the evening's; what lies within a tick is taken at the tick's unfavourable end."""

    kind: Kind
    during: During
    began_s: float
    """When it came, or a restart was asked for: from then on a press may be lost."""
    ends_s: float
    """When the cable or the power comes back, as far as people do that."""
    dead_s: float = math.inf
    """From when on the board feels nothing."""
    back_s: float = math.inf
    """When it started again."""
    touch_s: float = math.inf
    """When the companion was in touch again."""


class Faults:
    """The faults of one evening, one after another, each at a moment by lot; watches how the board comes back."""

    def __init__(self, evening: Evening, kinds: list[Kind], seed: int) -> None:
        self.waiting = kinds
        self.past: list[Fault] = []
        self.fates = Counter[str]()
        self.fault: Fault | None = None
        self._evening = evening
        self._board = evening.board
        self._rng = random.Random(seed)
        self._rng.shuffle(self.waiting)
        self._planned: During = "any"
        self._due_s = math.inf
        self._strays: list[float] = []
        self._boots = 1
        self._last_boot = 1001
        """Boot number of the session before: the virtual board makes up numbers that go up."""
        self._counted = 0
        evening.watch, evening.notice = self.watch, self.notice
        self._plan()

    # --- when ---------------------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Draw what the next fault is to disturb."""
        self._planned = self._rng.choice(list(WITHIN_S)) if self.waiting else "any"
        self._due_s = math.inf
        if self._planned == "any":
            self.notice("any")

    def notice(self, what: str) -> None:
        """People did this: the next fault comes soon after, if it was drawn for that."""
        if what == self._planned and self.fault is None and self.waiting and self._due_s == math.inf:
            self._due_s = self._evening.now_s + self._rng.uniform(0.0, WITHIN_S[self._planned])

    @property
    def wants_calibration(self) -> bool:
        """Whether the next fault is to come into a calibration."""
        return self._planned == "calibration" and self.fault is None and self._due_s == math.inf

    def watch(self) -> None:
        """Called before each tick: faults begin and end, and what came of the last tick is looked at."""
        now_s = self._evening.now_s
        if self.fault is None:
            if now_s >= self._due_s:
                self._begin(now_s)
            elif self.past and now_s - self.past[-1].touch_s >= QUIET_S:
                self._check_presses(now_s)
            return
        self._follow(self.fault, now_s)

    # --- what ---------------------------------------------------------------------------------------------------------

    def _begin(self, now_s: float) -> None:
        kind, self._boots = self.waiting.pop(), self._board.boots
        away_s = self._rng.choice([self._rng.uniform(0.05, 1.4), self._rng.uniform(1.4, 4.0)])
        ends_s = {"hang": now_s + WATCHDOG_S, "restart": now_s}.get(kind, now_s + away_s)
        fault = self.fault = Fault(kind, self._planned, now_s, ends_s)
        if kind == "restart":
            self._board.do("restart")
        else:
            fault.dead_s = now_s
            {"unplug": self._board.unplug, "power": self._cut, "hang": self._board.hang}[kind]()
            # People press on while nobody hears them: all of these are lost.
            until_s = ends_s - PRESS_S - 2 * TICK_S
            self._strays = sorted(self._rng.uniform(now_s, until_s) for _ in range(3) if until_s > now_s)

    def _cut(self) -> None:
        """The power fails and the port stays open, as behind a hub with a supply of its own."""
        self._board._set_power(False)

    def _follow(self, fault: Fault, now_s: float) -> None:
        while self._strays and now_s >= self._strays[0]:
            self._strays.pop(0)
            # A finger that is on a button cannot come down on it once more.
            free = [button for button in BUTTONS if self._evening.is_free(button)]
            self._evening.press(self._rng.choice(free))
        if fault.back_s < math.inf:
            self._look_for_touch(fault, now_s)
        elif self._board.boots > self._boots:  # it started again within the last tick, or with it
            fault.back_s = now_s - TICK_S
            fault.dead_s = min(fault.dead_s, now_s)
            self._look_for_touch(fault, now_s)
        elif now_s >= fault.ends_s and fault.kind in ("unplug", "power"):
            if fault.kind == "unplug":
                assert self._board.names() == ()
                self._board.plug_in()
            else:
                self._board._set_power(True)
            fault.ends_s = math.inf
        elif not self._board.host.is_on:
            self._check_away(fault)
        else:
            assert now_s - fault.dead_s < GIVEN_UP_AFTER_S + TICK_S, fault

    def _look_for_touch(self, fault: Fault, now_s: float) -> None:
        hello = self._board.host.hello
        if hello is None or self._board.host.state is None or hello.boot <= self._last_boot:
            assert now_s - fault.back_s <= IN_TOUCH_WITHIN_S, fault
            return
        fault.touch_s, self._last_boot = now_s, hello.boot
        self._check_told(fault)
        self.past.append(fault)
        self.fault = None
        self._plan()

    def recount(self) -> None:
        """Once the board is back, the count of the bowl is there again soon, unless it goes away again."""
        if self._counted < len(self.past) and self.fault is None:
            self._counted = len(self.past)
            self._evening.wait(self._is_counted_or_away, "the count", COUNTED_WITHIN_S)

    def _is_counted_or_away(self) -> bool:
        return self._evening.levels.count == self._evening.load or self.fault is not None

    # --- what is told -------------------------------------------------------------------------------------------------

    def _check_away(self, fault: Fault) -> None:
        health = self._board.health()
        assert health.status == "failed"
        assert health.text.startswith("The board has been away for "), (fault, health.text)
        assert self._evening.levels.is_away

    def _check_told(self, fault: Fault) -> None:
        """Health says for how long the buttons were away, in seconds rounded up, and why."""
        health = self._board.health()
        # The last that was heard of it came up to 100 ms before, and a tick is another 50.
        first, last = fault.touch_s - fault.dead_s - 0.05, fault.touch_s - fault.dead_s + 0.2
        told = [
            f"The buttons were away for {seconds} s; what was pressed meanwhile does not count.{SAYS_WHY[fault.kind]}"
            for seconds in range(max(1, math.ceil(first)), math.ceil(last) + 1)
        ]
        assert health.status not in ("failed", "absent")
        assert health.text.removeprefix("Scale, 8 buttons, 60 lights and card reader. ") in told, (fault, health.text)

    def fate(self, press: Press) -> str:
        """What has to become of a press: see `Evening.check_presses`."""
        for fault in (*self.past, *([self.fault] if self.fault else [])):
            if fault.dead_s <= press.at_s < fault.touch_s - 1.5 * TICK_S:
                return "lost"
            if fault.began_s - HEARD_S < press.at_s < fault.touch_s:
                return "either"
        return "kept"

    def _check_presses(self, now_s: float) -> None:
        if self._evening.made and now_s - self._evening.made[-1].at_s >= QUIET_S:
            self.fates += self._evening.check_presses(self.fate)
