"""The way of one frame: closed zones are blacked out, then it is kept, where it is to be, and only then looked at."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from companion.table.layout import Layout
from companion.table.prints import NO_PRINTS, Prints
from companion.table.sightings import MarkerId, PrintedMarker
from vision.cameras.frames import Frame
from vision.lens import Lens
from vision.looks import Looker, Picture
from vision.privacy import private_zones

Keep = Callable[[Frame, bool, Lens | None], Frame]
"""Gives the frame to be looked at in place of the one given; True where a mat is looked for anew from it on, and the
lens by which it is looked at."""
Opened = Callable[[], frozenset[str]]
"""The private zones that everybody may see now."""


def none_opened() -> frozenset[str]:
    """Where nobody says that a private zone is open."""
    return frozenset()


class Pipeline:
    """From frames of one camera to pictures of one mat. One thread uses it.

    A replay looks at what was kept: so the same is looked at here, and of the camera's own pixels nothing is taken but
    where the mat is. A frame in which that is not seen is not kept while a zone is closed; its look has the number 0.
    """

    def __init__(
        self,
        layout: Layout,
        printed: Mapping[MarkerId, PrintedMarker],
        *,
        keep: Keep | None = None,
        prints: Prints = NO_PRINTS,
    ) -> None:
        self.layout = layout
        self.private = private_zones(layout)
        self.lens: Lens | None = None
        """As a `Looker`'s."""
        self._printed = printed
        self._prints = prints
        self._scout: Looker | None = None
        """Finds the mat in the camera's own pixels; None while nothing is closed."""
        self.keep_by(keep)

    def keep_by(self, keep: Keep | None) -> None:
        """Let this keep the frames from now on, and look for the mat anew."""
        self._keep = keep
        self._looker = self._new_looker()
        self._is_kept = False
        """Whether a frame was kept since this began."""

    def picture(
        self, frame: Frame, camera: str, notes: tuple[str, ...] = (), opened: frozenset[str] = frozenset()
    ) -> Picture:
        """What that camera's frame shows, where these private zones may be seen."""
        closed = self.private - opened
        self._looker.lens = self.lens
        if self._keep is None:
            return self._looker.picture(frame, camera, notes, closed)
        if not closed:
            self._scout = None
            return self._looker.picture(self._kept(frame), camera, notes)
        if self._scout is None:
            self._scout = self._new_looker()
        self._scout.lens = self.lens
        unkept = self._scout.picture(Frame(frame.pixels, frame.at_s, 0), camera, notes, closed)
        if unkept.pixels is None:
            return unkept
        seen = self._looker.picture(self._kept(Frame(unkept.pixels, frame.at_s, frame.number)), camera, notes)
        return dataclasses.replace(seen, closed=closed)

    def smallest_side_px(self, picture: Picture) -> float | None:
        """As a `Looker`'s."""
        return self._looker.smallest_side_px(picture)

    def _kept(self, frame: Frame) -> Frame:
        assert self._keep is not None
        kept = self._keep(frame, not self._is_kept, self.lens)
        self._is_kept = True
        return kept

    def _new_looker(self) -> Looker:
        return Looker(self.layout, self._printed, prints=self._prints)
