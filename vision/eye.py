"""The eye: one thread that owns a camera, and the newest look at the mat, which anybody may have without waiting."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.table.devices import DeviceHealth
from companion.table.layout import Layout
from companion.table.sightings import MarkerId, PrintedMarker, Rejection, Sighting
from vision.frames import CameraError, Clock, Frame
from vision.judging import judge_sightings
from vision.markers import MarkerFinder
from vision.pictures import judge_picture
from vision.reconnecting import Opener, Reconnecting
from vision.watch import Found, MatWatch

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 0.25
"""Longest wait for a frame before the thread looks whether it is to end."""

LOOK_EVERY_S = 0.1
"""Least time between two looks, by the frames' clock: hands are slower, and a look took a server's core 6 to 40 ms."""

BY_TAPS = "This version shows what it sees and still plays by taps."

State = Literal["waiting", "in view", "held", "moved", "lost", "no picture"]


class Look(msgspec.Struct, frozen=True):
    """What one frame showed. `number` and `at_s` are the frame's, the time by the camera's clock; 0 without a frame."""

    number: int
    at_s: float
    state: State
    """Only "in view" and "held" have sightings. "no picture": the camera is away; "waiting": no frame came yet."""
    sightings: tuple[Sighting, ...]
    rejected: tuple[Rejection, ...]
    verdict: str
    """Sentences for people: where the mat is, or why it is not seen and what to do."""
    health: DeviceHealth


class Looker:
    """From frames to looks, without a thread. `printed` has every marker that may lie on the mat but its anchors."""

    def __init__(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> None:
        self._layout = layout
        self._printed = printed
        self._finder = MarkerFinder()
        self._watch = MatWatch(layout)

    def look(self, frame: Frame, camera: str, notes: tuple[str, ...] = ()) -> Look:
        """What that camera's frame shows."""
        markers = self._finder.find(frame.pixels)
        found = self._watch.look(markers)
        if found.mat is None:
            verdict = _not_read(frame, found, len(markers), camera)
            return _look(frame, found.state, (), (), verdict, DeviceHealth("camera", "failed", _join(verdict, *notes)))
        facts, rejected = judge_sightings(markers, found.mat, self._layout, self._printed, frame.at_s)
        health = DeviceHealth("camera", "ok", _join(found.text, _counted(facts, rejected), BY_TAPS, *notes))
        return _look(frame, found.state, facts, rejected, found.text, health)


def _look(
    frame: Frame,
    state: State,
    facts: tuple[Sighting, ...],
    rejected: tuple[Rejection, ...],
    verdict: str,
    health: DeviceHealth,
) -> Look:
    return Look(frame.number, frame.at_s, state, facts, rejected, verdict, health)


def _not_read(frame: Frame, found: Found, markers: int, camera: str) -> str:
    if found.state == "moved":
        return found.text
    trouble = judge_picture(frame.pixels)
    if trouble and markers == 0:
        return f"{camera} sees no marker. {trouble}"
    if markers == 0:
        return f"{camera} sees no marker. Put the mat under the camera, in good light, and see that the lens is sharp."
    return _join(f"{camera} sees {markers} marker{'s' if markers > 1 else ''}.", found.text, trouble)


def _counted(facts: tuple[Sighting, ...], rejected: tuple[Rejection, ...]) -> str:
    cards = "No card is read." if not facts else f"{len(facts)} card{'s are' if len(facts) > 1 else ' is'} read."
    # The first in full and the others as a number: the line is read at a glance.
    more = f"{len(rejected) - 1} more do not count." if len(rejected) > 1 else ""
    return _join(cards, rejected[0].text if rejected else "", more)


def _join(*sentences: str) -> str:
    return " ".join(each for each in sentences if each)


class Eye:
    """Owns a camera from `start` to `close`. Any thread may call `newest` and `wait`, which hand out immutable looks.

    The camera is opened by the eye's own thread, so `start` returns at once however long a device takes.
    """

    def __init__(self, opener: Opener, clock: Clock, *, look_every_s: float = LOOK_EVERY_S) -> None:
        self._camera = Reconnecting(opener, clock)
        self._look_every_s = look_every_s
        self._looked_at_s = float("-inf")
        self._looker: Looker | None = None
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._changed = threading.Condition()
        self._closing = False
        self._ended = False
        self._count = 0
        self._newest = Look(0, 0.0, "waiting", (), (), "The camera is being opened.", self._camera.health())

    def start(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> Eye:
        """Look at that mat from now on; returns the eye."""
        self._looker = Looker(layout, printed)
        self._thread.start()
        return self

    def newest(self) -> Look:
        """The newest look; never waits."""
        with self._changed:
            return self._newest

    def health(self) -> DeviceHealth:
        """The camera's line on the status page; never waits."""
        return self.newest().health

    def wait(self, after: int, timeout: float) -> tuple[int, Look]:
        """The newest look and its count as soon as more than `after` were published, or after `timeout` seconds anyway.

        Also returns where the eye has ended, as it does after a file's last picture.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._count > after or self._ended, timeout)
            return self._count, self._newest

    def close(self) -> None:
        """End the thread and give the camera back; at most about a second. May be called twice, and without `start`."""
        self._closing = True
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        try:
            while not self._closing and self._step():
                pass
        finally:
            self._camera.close()
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _step(self) -> bool:
        """One frame, or a short wait for it; False where there will be no more."""
        try:
            frame = self._camera.read(READ_TIMEOUT_S)
        except CameraError as error:
            self._publish(self._no_picture(DeviceHealth("camera", "failed", str(error))))
            return False
        except Exception:
            log.exception("the camera could not be read")
            text = "The camera fails in a way that was not foreseen; it is looked through no more. Tap, or start again."
            self._publish(self._no_picture(DeviceHealth("camera", "failed", text)))
            return False
        if frame is None:
            health = self._camera.health()
            if health.status != "ok" and health != self._newest.health:
                self._publish(self._no_picture(health))
            return True
        # A camera opened anew may have begun its time again.
        if 0 <= frame.at_s - self._looked_at_s < self._look_every_s:
            return True
        self._looked_at_s = frame.at_s
        self._publish(self._see(frame))
        return True

    def _see(self, frame: Frame) -> Look:
        assert self._looker is not None
        try:
            return self._looker.look(frame, self._camera.name, self._camera.notes)
        except Exception:
            log.exception("frame %d could not be looked at", frame.number)
            text = f"{self._camera.name} gave a picture that could not be looked at. Tap what it would tell."
            return self._no_picture(DeviceHealth("camera", "failed", text))

    def _no_picture(self, health: DeviceHealth) -> Look:
        return Look(0, 0.0, "no picture", (), (), health.text, health)

    def _publish(self, look: Look) -> None:
        with self._changed:
            self._newest = look
            self._count += 1
            self._changed.notify_all()
