"""Who rolls the dice at a virtual table: waits until the companion has counted a roll, and rolls again.

Where nobody sits at the table it says what dice show that are asked about, as people do who look.
"""

from __future__ import annotations

import random

from companion.onlooking import answer
from companion.requests import Said
from companion.seeds import Seed
from companion.snapshot import Snapshot
from companion.table.world import World

START_S = 4.0
"""So long nothing is rolled at first: dice that lie there when the companion begins to look are no roll."""
ANSWERED_AFTER_S, NEXT_AFTER_S = 6.0, 1.0
"""After so long at rest the first die that is asked about is said, so that whoever looks on can read the question; and
each other one so long after the one before."""
PATIENCE_S = 20.0
"""So long a roll that is not counted is waited for, as by people who are asked or not understood; then the dice are
rolled again."""


class Thrower:
    """One virtual table's player of dice. Takes its time from whoever calls it."""

    def __init__(self, seed: Seed) -> None:
        self._rng = random.Random(f"dice/{seed}")
        self._since_s = 0.0
        """Since the dice last moved."""
        self._answer_s = ANSWERED_AFTER_S
        """After so long something is said next."""
        self._seen: int | None = None
        """How many rolls the companion had seen before the last one was thrown; None before the first."""

    def step(self, world: World, snapshot: Snapshot, passed_s: float, pace_s: float) -> Said | None:
        """What to do now, so many seconds after the last call; `pace_s` is a pause between counted rolls.

        Returns what is said of the newest roll, if anything.
        """
        if world.busy() or snapshot.paused or snapshot.ended or snapshot.outcome is not None:
            self._since_s = 0.0
            return None
        self._since_s += passed_s
        if self._is_asked(snapshot) and self._answer_s <= self._since_s < PATIENCE_S:
            self._answer_s = self._since_s + NEXT_AFTER_S
            return answer(snapshot.roll, world.rolled())
        if self._since_s < self._wait_s(snapshot, pace_s):
            return None
        dice, view = snapshot.game.dice, snapshot.view(None)
        if dice is not None and (rolls := dice.open_rolls(view)):
            world.roll(dice.zone, dice.to_roll(view, rolls[0], self._rng))
            self._seen, self._since_s, self._answer_s = snapshot.roll.number, 0.0, ANSWERED_AFTER_S
        return None

    def _is_asked(self, snapshot: Snapshot) -> bool:
        """Whether the roll that was thrown last is asked about, and nobody is there to answer."""
        is_new = self._seen is not None and snapshot.roll.number > self._seen
        is_alone = not any(seat.holder == "person" for seat in snapshot.seats)
        return is_new and is_alone and snapshot.roll.state == "question"

    def _wait_s(self, snapshot: Snapshot, pace_s: float) -> float:
        if self._seen is None:
            return START_S
        is_counted = snapshot.roll.number > self._seen and snapshot.roll.state != "question"
        return pace_s if is_counted else PATIENCE_S
