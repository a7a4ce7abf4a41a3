"""A camera whose frames are lost, late, doubled or frozen, and that vanishes, by a plan and a lot."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.table.fault_plans import FrameRates, Lot, Spells
from vision.cameras.frames import Camera, CameraGone, Clock, Frame

GONE = "The virtual camera was unplugged on purpose. It is looked for again; plug it in on the host page."


class CameraFaults:
    """What is wrong with a camera now; outlives the camera, which is opened anew after each time that it vanished."""

    def __init__(self, seed: int | str = 1) -> None:
        self.rates = FrameRates()
        """May be set at any time, from any thread; so may the two below."""
        self.is_away = False
        self.is_frozen = False
        self.told = Counter[str]()
        """How often each fault has happened."""
        self.lot = Lot(f"{seed}/frames")
        self.vanishes, self.freezes = Spells(f"{seed}/vanish"), Spells(f"{seed}/freeze")


class BadCamera:
    """A camera with these faults. Frames keep their order, and each has a number of its own."""

    def __init__(self, camera: Camera, faults: CameraFaults, clock: Clock) -> None:
        self.name = camera.name
        self._camera = camera
        self._faults = faults
        self._clock = clock
        self._extra = 0
        """Frames given twice so far."""
        self._last: Frame | None = None
        self._is_due_again = False

    @property
    def notes(self) -> tuple[str, ...]:
        """As the camera's."""
        return self._camera.notes

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame that comes through; None where none does in that time. Raises `CameraGone` while away."""
        faults, now_s = self._faults, self._clock.now()
        if faults.vanishes.begins(now_s, faults.rates.vanish_every_s, faults.rates.vanish_for_s):
            faults.told["vanish"] += 1
        if faults.is_away or faults.vanishes.is_on(now_s):
            raise CameraGone(GONE)
        if self._is_due_again and self._last is not None:
            self._is_due_again = False
            self._extra += 1
            self._last = replace(self._last, number=self._last.number + 1)
            return self._last
        frame = self._camera.read(timeout_s)
        return None if frame is None else self._spoilt(frame)

    def close(self) -> None:
        """Gives the camera back."""
        self._camera.close()

    def _spoilt(self, frame: Frame) -> Frame | None:
        faults = self._faults
        fate = faults.lot.frame(faults.rates)
        told = (("lost", fate.is_lost), ("twice", fate.is_twice), ("late", fate.late_s))
        faults.told.update(name for name, is_so in told if is_so)
        if fate.is_lost:
            return None
        if faults.freezes.begins(frame.at_s, faults.rates.freeze_every_s, faults.rates.freeze_for_s):
            faults.told["freeze"] += 1
        is_frozen = faults.is_frozen or faults.freezes.is_on(frame.at_s)
        pixels = self._last.pixels if is_frozen and self._last is not None else frame.pixels
        if fate.late_s:
            # The picture is as old as its time says: it only comes later.
            self._clock.pause(fate.late_s)
        self._is_due_again = fate.is_twice
        self._last = Frame(pixels, frame.at_s, frame.number + self._extra)
        return self._last
