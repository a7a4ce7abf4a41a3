"""Who rolls the dice at a virtual table at which nothing else is played: again and again, as rolls are counted.

Where nobody sits at the table it says what dice show that are asked about, as people do who look. Where there is more
to play, a roll is an act of the `Dealer`'s.
"""

from __future__ import annotations

import random

from companion.games.seeds import Seed
from companion.live.requests import Said
from companion.live.snapshot import Snapshot
from companion.simulation.last_throw import PATIENCE_S, START_S, LastThrow
from companion.table.world import World


class DicePlayer:
    """One virtual table's player of dice. Takes its time from whoever calls it."""

    def __init__(self, seed: Seed) -> None:
        self._rng = random.Random(f"dice/{seed}")
        self._last = LastThrow()

    def step(
        self, world: World, snapshot: Snapshot, passed_s: float, pace_s: float, *, may_roll: bool = True
    ) -> Said | None:
        """What to do now, so many seconds after the last call; `pace_s` is a pause between counted rolls.

        Where people sit at the table they roll: `may_roll` once they have let it wait, or one of them wants it rolled.

        Returns what is said of the newest roll, if anything.
        """
        last = self._last
        if world.busy() or snapshot.paused or snapshot.is_over:
            last.hold()
            return None
        last.since_s += passed_s
        is_alone = not any(seat.holder == "person" for seat in snapshot.seats)
        if is_alone and (said := last.say(snapshot.roll, world.rolled())):
            return said
        is_wanted = snapshot.wanted is not None and last.is_known and last.is_done(snapshot.roll)
        if not is_wanted and (not may_roll or last.since_s < self._wait_s(snapshot, pace_s)):
            return None
        dice, view = snapshot.game.dice, snapshot.view(None)
        if dice is not None and (rolls := dice.open_rolls(view)):
            world.roll(dice.zone, dice.to_roll(view, rolls[0], self._rng))
            last.begin(snapshot.roll)
        return None

    def _wait_s(self, snapshot: Snapshot, pace_s: float) -> float:
        if not self._last.is_known:
            return START_S
        return pace_s if self._last.is_done(snapshot.roll) else PATIENCE_S
