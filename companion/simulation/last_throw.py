"""The dice that were thrown last at a virtual table: how far the companion is with them, and what is said of them."""

from __future__ import annotations

from companion.live.requests import Said
from companion.referee.rolls import RollSight
from companion.simulation.onlooker import answer
from companion.table.dice import TrueDie
from companion.table.world import World

START_S = 4.0
"""So long nothing is rolled at first: dice that lie there when the companion begins to look are no roll."""
ANSWERED_AFTER_S, NEXT_AFTER_S = 6.0, 1.0
"""After so long at rest the first die that is asked about is said, so that whoever looks on can read the question; and
each other one so long after the one before."""
PATIENCE_S = 20.0
"""So long a roll that is not counted is waited for, as by people who are asked or not understood; then the dice are
rolled again."""


class LastThrow:
    """Whoever threw the dice, they are left to lie until the companion has done with them, or patience is at its end.

    Takes its time from whoever calls it.
    """

    def __init__(self) -> None:
        self.since_s = 0.0
        """Since the dice last moved, or anything else held them up."""
        self._answer_s = ANSWERED_AFTER_S
        """After so long something is said next."""
        self._lie: tuple[TrueDie, ...] = ()
        self._seen: int | None = None
        """How many rolls the companion had seen before this one was thrown; None where none was, or it is no matter."""

    @property
    def is_known(self) -> bool:
        """Whether any dice were thrown that matter."""
        return self._seen is not None

    def notice(self, world: World, roll: RollSight) -> None:
        """Take up what anybody has thrown since the last look; `roll` is the newest that the companion has seen."""
        lie = world.rolled()
        if lie and lie != self._lie:
            self._lie = lie
            self.begin(roll)

    def begin(self, roll: RollSight) -> None:
        """Dice are thrown now."""
        self._seen, self.since_s, self._answer_s = roll.number, 0.0, ANSWERED_AFTER_S

    def hold(self) -> None:
        """Something is under way: from its end on the companion may take its time."""
        self.since_s = 0.0

    def forget(self) -> None:
        """What lies there is no matter any more, as after the game was set back."""
        self._seen = None

    def is_done(self, roll: RollSight) -> bool:
        """Whether the companion has counted the throw, or left it out."""
        return self._seen is not None and roll.number > self._seen and roll.state != "question"

    def is_waited_for(self, roll: RollSight) -> bool:
        """Whether the companion may yet count it."""
        return self._seen is not None and not self.is_done(roll) and self.since_s < PATIENCE_S

    def say(self, roll: RollSight, truth: tuple[TrueDie, ...], key: str = "") -> Said | None:
        """What somebody says now who looks into the tray; None while nothing is asked, or the question is to be read.

        `key` names the roll that it is, for where that is asked.
        """
        is_asked = self._seen is not None and roll.number > self._seen and roll.state == "question"
        if not is_asked or not self._answer_s <= self.since_s < PATIENCE_S:
            return None
        self._answer_s = self.since_s + NEXT_AFTER_S
        return answer(roll, truth, key)
