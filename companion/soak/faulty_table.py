"""A game of a soak in which one sensor lies, and the person who plays on beside it.

A wrong state is accepted in silence where, at a table at rest, an act stands in the journal that was not done while the
companion says that the table shows the game; or where the lie is over and the companion still does not name what is
wrong. What it names the person takes back; what the sensor cannot tell the person taps after some seconds.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.games.core import Action
from companion.language.message import Text
from companion.live.inputs import Asked
from companion.live.requests import HOST, Undo
from companion.soak.sensor_faults import Liar, LyingSensor
from companion.soak.table import STUCK_S, SoakedGame
from companion.soak.unit import Board, Eyes, Opening, Play
from companion.table.faults import Faults
from companion.table.sightings import Reading

PATIENCE_S = 4.0
"""So long a person waits for a companion that is lied to, then taps."""
GRACE_S = 1.5
"""So long a table at rest may go unjudged: it settles in 0.3 s, the scale in 0.5 s."""
AFTERMATH_S = 10.0
"""So long after a lie what is not understood is put down to it."""
DEADLOCK_S = 180.0
SILENT = ("settled", "open")
"""What the companion shows where it finds nothing wrong."""
NAMED = ("mismatch", "question", "restoring", "in_progress")
"""What it shows where the table and the position differ."""


class FaultyEyes(Eyes, Protocol):
    """Eyes whose camera and markers can be spoilt."""

    def spoil(self, faults: Faults) -> None:
        """Have these faults from the next frame on, and no others."""


class FaultyTable(SoakedGame):
    """One game of a unit with a liar at the table."""

    def __init__(
        self,
        opening: Opening,
        seed: int,
        eyes: FaultyEyes,
        journal: Path,
        play: Play,
        liar: Liar,
        record: Path | None = None,
        board: Board | None = None,
    ) -> None:
        super().__init__(opening, seed, eyes, journal, play, record, board)
        self._sensor = LyingSensor(liar, seed, opening.game.mat.kit, eyes.spoil)
        self._known: tuple[int, int] | None = None
        self._missing: list[Action] = []
        self._astray: int | None = None
        """Place in the journal's acts of the first that was not done; None where all were."""
        self._changed_s = 0.0
        """When an act was last done or learned."""
        self._named_s: float | None = None
        """Since when the companion has named what is wrong."""
        self._is_retelling = False
        self._was_noted = False

    def play(self, rounds: int) -> None:
        """As of any game of a soak."""
        try:
            super().play(rounds)
        finally:
            self._play.tally.update(self._sensor.told)

    # --- the liar -----------------------------------------------------------------------------------------------------

    def _looked(self, reading: Reading) -> None:
        self._sensor.look(reading)

    def _weighed(self, true: float) -> float:
        return self._sensor.load(true)

    def _lied_lately(self) -> bool:
        return bool(self._sensor.way) or (self._at_s - self._sensor.changed_s < AFTERMATH_S and bool(self._sensor.told))

    # --- truth against journal ----------------------------------------------------------------------------------------

    def _compare(self) -> None:
        self._take_stock()
        note = bool(self._live.sight.note)
        if note and not self._was_noted:
            self._play.tally["set aside"] += 1
        self._was_noted = note
        if not self._is_at_rest():
            return
        since_s = max(self._free_since_s, self._changed_s, self._sensor.changed_s)
        if self._astray is not None:
            self._find_silence(self._at_s - since_s)
        elif len(self._timeline.done) == len(self._dealer.done) and self._live.sight.state == "settled":
            self._play.moments += 1
            if _bare(self._timeline.state) != _bare(self._dealer.known()):
                self._play.fail("the positions differ though the acts are the same")
        if self._at_s - self._changed_s > DEADLOCK_S:
            self._play.fail(f"the players could not go on: {self._live.sight!r}")
        if not self._play.wrong:
            self._be_the_person(self._at_s - max(self._free_since_s, self._changed_s))

    def _take_stock(self) -> None:
        """What the companion has yet to learn, and where it went astray."""
        known = (self._timeline.last_row, len(self._dealer.done))
        if known == self._known:
            return
        self._known, self._changed_s, self._astray = known, self._at_s, None
        learned = [step.told for step in self._timeline.done]
        left = Counter[Action | None](self._dealer.acts)
        for place, act in enumerate(learned):
            if not left[act]:
                if +left or not self._is_forced(learned[place:]):
                    self._astray = place
                break
            left[act] -= 1
        have = Counter(learned)
        self._missing = []
        for done in self._dealer.acts:
            if have[done]:
                have[done] -= 1
            else:
                self._missing.append(done)

    def _find_silence(self, rested_s: float) -> None:
        """Fail where a wrong position is not shown."""
        state, place = self._live.sight.state, self._astray
        assert place is not None
        act = self._timeline.done[place].action
        if state in SILENT and rested_s > GRACE_S:
            self._play.fail(f"accepted in silence: act {place + 1}, {act!r}, was not done; {self._live.sight.text}")
        elif not self._sensor.way and rested_s > STUCK_S and state not in NAMED:
            self._play.fail(f"not named after the lie: act {place + 1}, {act!r}, was not done; {self._live.sight.text}")

    # --- the person ---------------------------------------------------------------------------------------------------

    def _be_the_person(self, rested_s: float) -> None:
        if self._live.sight.state not in NAMED:
            self._named_s = None
        elif self._named_s is None:
            self._named_s = self._at_s
        if self._astray is not None:
            if self._named_s is not None and self._at_s - self._named_s >= PATIENCE_S:
                self._take_back(self._astray)
            return
        if not self._missing:
            self._is_retelling = False
        elif self._is_retelling or rested_s >= (PATIENCE_S if self._lied_lately() else STUCK_S):
            self._tell_missing()

    def _take_back(self, place: int) -> None:
        act = self._timeline.done[place].action
        undo = Undo(len(self._timeline.done) - place, self._timeline.revision)
        if self._give(Asked(HOST, undo)):
            self._play.tally["taken back"] += 1
            self._play.note(f"taken back: act {place + 1}, {act!r}, was not done")
            self._is_retelling = True
            self._named_s = None

    def _tell_missing(self) -> None:
        for act in self._missing:
            # Dice that a lie hides are seen once it is over; told before, they would be counted twice.
            if act.sense != "rolled" and self._tap(act):
                self._play.tally["told for the liar"] += 1
                if not self._lied_lately() and not self._is_retelling:
                    self._play.note(f"told though nothing lied: {act!r}")
                return

    def _answer(self) -> None:
        """Tap what was done where it is among the answers; else the person waits, and taps it like any other act."""
        self._take_stock()
        missing = Counter(self._missing)
        answers = (choice.actions for choice in self._live.sight.question)
        true = next((acts for acts in answers if Counter(acts) <= missing), None)
        if true is not None and self._tap(*true):
            self._is_asked = False  # the next question may follow at once

    def _calls_right_table_wrong(self) -> bool:
        return not self._lied_lately() and super()._calls_right_table_wrong()

    def _refuse(self, trouble: Text) -> None:
        """A press that was refused is told by a tap like anything that is not understood."""

    def _wants_next(self) -> bool:
        if self._eyes.world.busy() or self._play.wrong:
            return False
        if self._astray is not None:
            return False
        if self._dealer.uncounted(self._timeline.state.table) is not None:
            return not self._rolls.is_waited_for()
        if self._missing:
            return len(self._missing) == 1 and self._live.sight.state == "open"
        if self._live.sight.state == "settled":
            return True
        waited_s = self._at_s - max(self._free_since_s, self._changed_s)
        return waited_s >= (PATIENCE_S if self._lied_lately() else STUCK_S)


def _bare(state: Any) -> Any:
    """The position, whatever led to it, as two acts may be told in the other order; of what is sealed, that it is."""
    known = state.without_choices()
    return msgspec.structs.replace(known, table=msgspec.structs.replace(known.table, why=()))
