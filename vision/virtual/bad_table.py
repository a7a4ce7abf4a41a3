"""A virtual table in a time of its own whose camera fails by a plan and a lot: for soaks."""

from __future__ import annotations

import msgspec

from companion.table.fault_plans import FrameRates
from companion.table.faults import Faults
from companion.table.sightings import Reading
from vision.virtual.bad_camera import CameraFaults
from vision.virtual.headless import LOOK_EVERY_S, HeadlessTable

AWAY = "The camera was unplugged on purpose."


class BadTable(HeadlessTable):
    """The table of a soak, looked at through a camera that loses, doubles and delays frames, freezes and vanishes."""

    _plan = CameraFaults()
    _again: Reading | None = None
    _spoilt = Faults()

    def follow(self, rates: FrameRates, seed: int | str) -> BadTable:
        """The same table, with these faults of its camera from the next look on."""
        self._plan = CameraFaults(seed)
        self._plan.rates = rates
        return self

    def spoil(self, faults: Faults) -> None:
        """As of any table; a camera that freezes by the plan freezes besides."""
        self._spoilt = faults
        super().spoil(faults)

    def look(self) -> Reading:
        """What the next frame that comes shows; more than one frame's time may have passed by then."""
        again, self._again = self._again, None
        if again is not None:
            return again
        plan, rates = self._plan, self._plan.rates
        plan.vanishes.begins(self.clock.now(), rates.vanish_every_s, rates.vanish_for_s)
        if plan.vanishes.is_on(self.clock.now()):
            self.clock.pause(LOOK_EVERY_S)
            return Reading(self.clock.now(), unseen=AWAY)
        plan.freezes.begins(self.clock.now(), rates.freeze_every_s, rates.freeze_for_s)
        is_frozen = self._spoilt.is_frozen or plan.freezes.is_on(self.clock.now())
        super().spoil(msgspec.structs.replace(self._spoilt, is_frozen=is_frozen))
        fate = plan.lot.frame(rates)
        if fate.is_lost:
            self.clock.pause(LOOK_EVERY_S)
        reading = super().look()
        # It shows the table as it was; hands have moved on by the time that it is told.
        self.clock.pause(fate.late_s)
        self._again = reading if fate.is_twice else None
        return reading
