"""The fitness of the table as the camera sees it now, for whoever asks, and no oftener reckoned than is of use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from companion.table.fitness import Fitness
from companion.table.kit import Kit
from vision.cameras.frames import Clock
from vision.fitness.checks import judge_fitness, no_fitness
from vision.fitness.lens_check import lens_verdict
from vision.fitness.survey import Seen, see
from vision.fitness.tray_sight import LookedAtTray
from vision.looks import Picture
from vision.marker_filter import judge_sightings
from vision.markers import MarkerFinder
from vision.scale import ScaleWatch

EVERY_S = 1.5
"""Least time between two reckonings, however many pages are open; without a page there is none."""
LENS_EVERY_S = 20.0
"""The same for what the lens bends: it takes 0.1 to 0.3 s, and no lens changes while one looks."""


class Checkup:
    """Looks at the eye's newest picture when asked. Any thread may ask; the others wait for the same answer."""

    def __init__(self, picture: Callable[[], Picture | None], clock: Clock) -> None:
        """`picture` gives the newest look with its pixels; None before the first."""
        self._picture = picture
        self._clock = clock
        self._lock = threading.Lock()
        self._finder = MarkerFinder()
        self._scale: ScaleWatch | None = None
        self._kit: Kit | None = None
        self._layout: object = None
        self._at_s = self._bent_at_s = float("-inf")
        self._bent = ""
        self._last: Fitness | None = None

    def newest(self, kit: Kit, names: Mapping[str, str], tray: LookedAtTray | None = None) -> Fitness | None:
        """The fitness of a picture not older than `EVERY_S`; None before the first picture.

        `kit` is the present game's, and `names` are what people call its zones amid a sentence; `tray` is that of its
        dice, if it has some.
        """
        with self._lock:
            picture, now_s = self._picture(), self._clock.now()
            if picture is None:
                self._last = None
                return None
            if self._last is not None and now_s - self._at_s < EVERY_S and picture.layout is self._layout:
                return self._last
            if self._scale is None or kit != self._kit or picture.layout is not self._layout:
                self._scale, self._kit, self._layout = ScaleWatch(picture.layout, kit.printed), kit, picture.layout
                self._bent_at_s = float("-inf")
            if now_s - self._bent_at_s >= LENS_EVERY_S:
                self._bent_at_s, self._bent = now_s, lens_verdict(picture, kit)
            self._at_s, self._last = now_s, self._reckon(picture, kit, names, self._scale, tray)
            return self._last

    def _reckon(
        self, picture: Picture, kit: Kit, names: Mapping[str, str], scale: ScaleWatch, tray: LookedAtTray | None
    ) -> Fitness:
        if picture.pixels is None:
            return no_fitness(picture)
        seen = see(picture, picture.pixels, kit, names, self._finder)
        return judge_fitness(seen, _scale_of(seen, scale), self._bent, tray)


def _scale_of(seen: Seen, scale: ScaleWatch) -> str:
    if seen.mat is None:
        return ""
    facts, _ = judge_sightings(seen.markers, seen.mat, seen.layout, seen.kit.printed, seen.picture.look.reading.at_s)
    return scale.look(seen.markers, seen.mat, facts)
