"""The eye: one thread that owns a camera, and the newest look at the mat, which anybody may have without waiting."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping

from companion.errors import untold
from companion.runtime.text import encodable
from companion.table.devices import DeviceHealth
from companion.table.layout import Layout
from companion.table.prints import NO_PRINTS, Prints
from companion.table.sightings import MarkerId, PrintedMarker, Reading
from vision.cameras.frames import CameraError, Clock, Frame
from vision.cameras.frozen_feed import FrozenFeed
from vision.cameras.reconnect import Opener, ReconnectingCamera
from vision.glance import Glance
from vision.lens import Lenses
from vision.looks import Look, Picture, State, no_picture
from vision.overlay import WIDTH_PX, draw
from vision.pace import Pace, scaled
from vision.pipeline import Keep, Opened, Pipeline, none_opened

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 0.25
"""Longest wait for a frame before the thread looks whether it is to end."""

LOOK_EVERY_S = 0.1
"""Least time between two looks, by the frames' clock: hands are slower. A machine that cannot keep up looks more rarely
and more coarsely, and says so (`Pace`)."""

MOST_WIDTHS = 4
"""Drawn pictures of one look that are kept besides the last."""

PICTURES_KEPT = 2
"""The last pictures, for whoever comes a little late: 9 MB each at 2304 x 1296, and the next look is 0.1 s away."""
LATE_S = 1.0
"""A picture taken so long before or after another shows another table."""

Tell = Callable[[Look], None]

OPENING = "The camera is being opened."


def _tell_nobody(look: Look) -> None:
    """Where nobody wants to be told."""


class Eye:
    """Owns a camera from `start` to `close`. Any other method may be called by any thread; looks are immutable.

    The camera is opened by the eye's own thread, so `start` returns at once however long a device takes.
    """

    def __init__(
        self,
        opener: Opener,
        clock: Clock,
        *,
        look_every_s: float = LOOK_EVERY_S,
        keep: Keep | None = None,
        is_live: bool = False,
        lenses: Lenses | None = None,
        prints: Prints = NO_PRINTS,
        opened: Opened = none_opened,
    ) -> None:
        """A recording is given by `keep`: it gets each frame before it is looked at, in the eye's thread.

        `opened` is asked in that thread before each frame and after it, where the mat has private zones: those that are
        not open both times are black before the frame is kept, or looked at by anybody.

        A camera that `is_live` has noise: where it gives the same picture again and again, that is not looked at. It
        does not wait either: on a slow machine its frames are looked at more rarely, and made smaller before `keep`.
        `lenses` are those that are calibrated; the camera's own is found by its name. `prints` are as a `Looker`'s.
        """
        self._still = FrozenFeed() if is_live else None
        self._pace = Pace(look_every_s) if is_live and look_every_s > 0 else None
        self._camera = ReconnectingCamera(opener, clock)
        self._clock = clock
        self._look_every_s = look_every_s
        self._keep = keep
        self._lenses = lenses or Lenses()
        self._prints = prints
        self._opened = opened
        self._looked_at_s = float("-inf")
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._changed = threading.Condition()
        self._closing = False
        self._ended = False
        self._tell: Tell = _tell_nobody
        self._pipeline: Pipeline | None = None
        self._wanted: Pipeline | None = None
        self._count = 0
        health = self._camera.health()
        self._newest = Look(0, "waiting", Reading(0.0, unseen=OPENING), OPENING, health)
        self._picture: Picture | None = None
        self._shown: tuple[int, Picture, Glance | None] | None = None
        """The picture that was drawn last, its count, and what eyes see of it."""
        self._last: deque[Picture] = deque(maxlen=PICTURES_KEPT)
        self._drawing = threading.Lock()
        self._drawn: dict[int, tuple[int, dict[MarkerId, str], bytes]] = {}

    def start(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker], tell: Tell = _tell_nobody) -> Eye:
        """Look at that mat from now on; returns the eye.

        `tell` gets every look in its order, in the eye's thread: while it works no frame is looked at, so it should
        only hand on. What it raises is logged, and the eye goes on.
        """
        self._tell = tell
        self._wanted = self._pipeline = self._pipeline_for(layout, printed)
        self._thread.start()
        return self

    def watch(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> None:
        """Look at another mat, as another game has. Returns at once.

        A look in state "waiting" comes first; after it none is of the mat before. One that was begun is thrown away,
        unless `tell` has it already.
        """
        wanted = self._pipeline_for(layout, printed)
        with self._changed:
            self._wanted = wanted

    def _pipeline_for(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> Pipeline:
        return Pipeline(layout, printed, keep=self._keep, prints=self._prints)

    def newest(self) -> Look:
        """The newest look; never waits."""
        with self._changed:
            return self._newest

    def health(self) -> DeviceHealth:
        """The camera's line on the status page; never waits."""
        return self.newest().health

    def picture(self) -> Picture | None:
        """What it takes to draw the newest look; None before the first frame of this mat. Never waits."""
        with self._changed:
            return self._picture

    def picture_of(self, at_s: float, frame: int) -> Picture | None:
        """The picture in which the mat was read in that frame, taken at that time, or else the nearest one kept.

        None where there is none of about that time. Never waits.
        """
        with self._changed:
            last = tuple(self._last)
        # A camera opened anew counts its frames again, so the time is asked as well.
        near = [each for each in last if abs(each.look.reading.at_s - at_s) <= LATE_S]
        return min(near, key=lambda each: (each.look.number != frame, abs(each.look.reading.at_s - at_s)), default=None)

    def jpeg(self, labels: Mapping[MarkerId, str], width_px: int = WIDTH_PX) -> tuple[int, bytes] | None:
        """The newest look drawn, and its count as `wait` has it; None before the first frame of this mat.

        Where nothing has changed that eyes would see, it is the look drawn before.

        Draws in the caller's thread, once for each look, width and labels, however many ask; the others wait for it.
        """
        with self._drawing:
            with self._changed:
                count, picture = self._count, self._picture
            if picture is None:
                return None
            count, picture = self._seen_as(count, picture)
            drawn = self._drawn.get(width_px)
            if drawn is None or drawn[0] != count or drawn[1] != labels:
                # Nothing of an older look is kept, and of this one only as many widths as screens ask for.
                kept = [(width, each) for width, each in self._drawn.items() if each[0] == count]
                self._drawn = dict(kept[-MOST_WIDTHS:])
                drawn = self._drawn[width_px] = (count, dict(labels), draw(picture, labels, width_px))
            return count, drawn[2]

    def seen(self) -> int | None:
        """The count that `jpeg` would give now, without drawing; None before the first frame of this mat."""
        with self._drawing:
            with self._changed:
                count, picture = self._count, self._picture
            return self._seen_as(count, picture)[0] if picture is not None else None

    def _seen_as(self, count: int, picture: Picture) -> tuple[int, Picture]:
        """The picture that was drawn last, and its count, where eyes would find this one the same."""
        if self._shown is None or self._shown[0] != count:
            glance = Glance.of(picture)
            if self._shown is None or glance is None or not glance.is_like(self._shown[2]):
                self._shown = (count, picture, glance)
        return self._shown[:2]

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
        self._turn()
        opened = self._opened_now()
        try:
            frame = self._camera.read(READ_TIMEOUT_S)
        except CameraError as error:
            self._fail(DeviceHealth("camera", "failed", encodable(str(error))))
            return False
        if frame is None:
            health = self._camera.health()
            if health.status != "ok" and health != self._newest.health:
                self._fail(health)
            return True
        if self._still is not None and (frozen := self._still.next(frame, self._camera.name)):
            # Told without a frame, so that a recording has the sentence and not the picture.
            health = DeviceHealth("camera", "failed", frozen)
            if health != self._newest.health:
                self._fail(health)
            return True
        # A camera opened anew may have begun its time again.
        pause_s = self._pace.now.pause_s if self._pace else self._look_every_s
        if 0 <= frame.at_s - self._looked_at_s < pause_s:
            return True
        self._looked_at_s = frame.at_s
        picture = self._see(frame, opened & self._opened_now())
        if self._wanted is self._pipeline:
            self._publish(picture)
        return True

    def _turn(self) -> None:
        """Take up the mat that was last asked for, and say so."""
        with self._changed:
            if self._wanted is self._pipeline:
                return
            self._pipeline = self._wanted
        # The next frame is looked at, however soon it comes.
        self._looked_at_s = float("-inf")
        text = f"{self._camera.name} looks for the mat of this game."
        self._publish(self._without(DeviceHealth("camera", self._camera.health().status, text), "waiting"))

    def _opened_now(self) -> frozenset[str]:
        """The private zones that may be seen; none where that cannot be told."""
        if self._pipeline is None or not self._pipeline.private:
            return frozenset()
        try:
            return self._opened()
        except Exception as error:
            log.error("it cannot be told what may be seen: %s", type(error).__name__, exc_info=untold(error))
            return frozenset()

    def _see(self, frame: Frame, opened: frozenset[str]) -> Picture:
        pipeline, pace = self._pipeline, self._pace
        assert pipeline is not None
        began_s, notes = self._clock.now(), self._camera.notes
        try:
            if pace:
                frame = scaled(frame, pace.now.scale)
                notes = (*notes, pace.note(frame))
            # By each frame: a camera opened anew may be another one, or send another size.
            height, width = frame.pixels.shape[:2]
            pipeline.lens = self._lenses.of(self._camera.name, width, height)
            notes = (*notes, self._lenses.note(self._camera.name, width, height))
            picture = pipeline.picture(frame, self._camera.name, notes, opened)
        except Exception:
            log.exception("frame %d could not be looked at", frame.number)
            text = f"{self._camera.name} gave a picture that could not be looked at. Tap what it would tell."
            return self._without(DeviceHealth("camera", "failed", text))
        if pace:
            ended_s = self._clock.now()
            pace.looked(ended_s, ended_s - began_s, pipeline.smallest_side_px(picture))
        return picture

    def _fail(self, health: DeviceHealth) -> None:
        self._publish(self._without(health))

    def _without(self, health: DeviceHealth, state: State = "no picture") -> Picture:
        assert self._pipeline is not None
        return no_picture(self._pipeline.layout, health, self._clock.now(), state)

    def _publish(self, picture: Picture) -> None:
        with self._changed:
            self._newest = picture.look
            # An eye that never had a frame has nothing to draw; one that lost its camera or may show nothing draws why.
            had = self._picture is not None and picture.look.state != "waiting"
            self._picture = picture if had or picture.closed or picture.pixels is not None else None
            if picture.look.state == "waiting":
                self._last.clear()  # of another mat
            if picture.mat is not None:
                self._last.append(picture)
            self._count += 1
            self._changed.notify_all()
        try:
            self._tell(picture.look)
        except Exception as error:
            # Where it broke and not its message: that may quote what one seat may know.
            log.error("a look could not be told: %s", type(error).__name__, exc_info=untold(error))
