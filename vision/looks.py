"""From frames to looks: what one frame shows of the mat, as facts for the referee and as sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import msgspec
import numpy as np
from msgspec.structs import replace

from companion.table.devices import DeviceHealth
from companion.table.layout import Layout, Spot
from companion.table.prints import NO_PRINTS, Prints
from companion.table.sightings import BARE, MAT_MARKS, MarkerId, PrintedMarker, Reading, Rejection, Sighting
from vision.boxes import Bools, only
from vision.cameras.frames import Frame, Pixels
from vision.cameras.picture_faults import judge_picture
from vision.incremental import WHOLE_EVERY_S, IncrementalFinder, Seen, rim_blocks
from vision.lens import Lens
from vision.marker_filter import judge_sightings
from vision.markers import Markers
from vision.mat import FEWEST, Mat
from vision.mat_tracker import Found, MatTracker
from vision.mirror import MIRRORED, MirrorWatch
from vision.pace import smallest_side_px
from vision.privacy import Screen, blacked_out
from vision.rim import hidden_stretches
from vision.scale import ScaleWatch

State = Literal["waiting", "in view", "held", "moved", "lost", "other mat", "no picture"]

NAMED = 5
"""So many foreign markers are named by their numbers, and the others counted."""

UNMARKED = (
    "It does not say which mat it is: it was printed before mats did, or that marker is covered. "
    "It is taken for {taken}."
)

MISSED_PX = 20.0
"""Side of the smallest marker under which it is told that some are missed."""


class Look(msgspec.Struct, frozen=True):
    """What one frame showed. `number` is the frame's; 0 without a frame."""

    number: int
    state: State
    """Only "in view" and "held" have sightings. "no picture": the camera is away; "waiting": no frame came yet."""
    reading: Reading
    """What the referee is told; without a frame its time is the camera's clock's as that was noticed."""
    verdict: str
    """Sentences for people: where the mat is, or why it is not seen and what to do."""
    health: DeviceHealth

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The markers that are facts."""
        return self.reading.sightings

    @property
    def rejected(self) -> tuple[Rejection, ...]:
        """The markers that are none."""
        return self.reading.rejected


@dataclass(frozen=True, eq=False)
class Picture:
    """A look, and what it takes to draw it. Nothing of it is copied: `pixels` is the frame's, read-only.

    `pixels` and `mat` are None where the look has no frame, or nobody may see it; `mat` also where the mat is not read.
    With a `lens`, `mat` is in its straight px, and `pixels` are the raw ones.
    """

    look: Look
    layout: Layout
    pixels: Pixels | None = None
    mat: Mat | None = None
    lens: Lens | None = None
    unmarked: str = ""
    """A sentence where the mat does not say which it is; empty where it does."""
    closed: frozenset[str] = frozenset()
    """The zones that are black in it."""


@dataclass(frozen=True, eq=False)
class _Rim:
    """What was seen of the mat's rim, where the mat lay so, and the blocks of the picture in which that was."""

    mat: Mat
    lens: Lens | None
    blocks: Bools
    reaching: tuple[Spot, ...]

    def holds(self, mat: Mat, lens: Lens | None, read: Bools) -> bool:
        """Whether it can have become no other since, where these blocks may have changed."""
        if self.mat.anchors != mat.anchors or not np.array_equal(self.mat.to_mm, mat.to_mm) or self.lens != lens:
            return False
        return read.shape == self.blocks.shape and not (self.blocks & read).any()


@dataclass(frozen=True, eq=False)
class _Last:
    """What the last look came to, to be carried over where it cannot have changed."""

    seen: Seen
    markers: Markers
    """The same as were seen, straightened."""
    lens: Lens | None
    found: Found
    facts: tuple[Sighting, ...]
    rejected: tuple[Rejection, ...]
    rim: _Rim
    closed: frozenset[str]


class Looker:
    """From frames to looks, without a thread. `printed` has every marker that may lie on the mat but its anchors."""

    def __init__(
        self,
        layout: Layout,
        printed: Mapping[MarkerId, PrintedMarker],
        lens: Lens | None = None,
        *,
        whole_every_s: float = WHOLE_EVERY_S,
        prints: Prints = NO_PRINTS,
    ) -> None:
        """Of a picture only what has changed is read, and all of it after so long; with 0 all of every picture.

        `prints` are what all games print: another game's mat and pieces are named by them.
        """
        self.layout = layout
        self.lens = lens
        """The camera's; may be set between two frames. Frames of another shape than its own are read without."""
        self._printed = printed
        self._prints = prints
        self._says_which = False
        """Whether the mat in view has shown the marker that says which it is."""
        self._finder = IncrementalFinder(whole_every_s)
        self._last: _Last | None = None
        self._watch = MatTracker(layout)
        self._shape: tuple[int, ...] = ()
        self._scale = ScaleWatch(layout, printed)
        self._mirror = MirrorWatch()
        self._grey: Pixels | None = None
        self._screen: Screen | None = None

    def look(self, frame: Frame, camera: str, notes: tuple[str, ...] = ()) -> Look:
        """What that camera's frame shows."""
        return self.picture(frame, camera, notes).look

    def picture(
        self, frame: Frame, camera: str, notes: tuple[str, ...] = (), closed: frozenset[str] = frozenset()
    ) -> Picture:
        """The same, with what it takes to draw it.

        Zones that are `closed` are black in it, and nothing that lies there is told. Where it is not seen in this very
        frame where they are, the picture has no pixels.
        """
        grey = self._in_grey(frame.pixels)
        last = self._last
        # Until the mat is found, and after it was moved, nothing is known that could be carried over.
        seen = self._finder.look(grey, frame.at_s, is_new=last is None)
        if grey.shape != self._shape:
            # Where the mat lay in pixels of another size says nothing of this one.
            self._shape, self._watch, self._last, last = grey.shape, MatTracker(self.layout), None, None
        lens = self.lens.fitted(frame.pixels) if self.lens else None
        if last is not None and last.seen.markers is seen.markers and last.lens == lens:
            markers, found = last.markers, last.found
        else:
            markers = lens.straight_markers(seen.markers) if lens else seen.markers
            found = self._distinguished(self._watch.look(markers), markers)
        if found.mat is None:
            self._last, self._says_which = None, False
            verdict = self._not_read(frame, grey, found, markers, camera)
            return self._without_mat(frame, found.state, verdict, notes, closed)
        screen = self._screened(closed, found.mat, lens, frame.pixels) if closed else None
        shown = markers if screen is None else only(markers, screen.shows(seen.markers.corners_px))
        if last is not None and last.found is found and last.closed == closed:
            facts, rejected = tuple(replace(each, at_s=frame.at_s) for each in last.facts), last.rejected
        else:
            facts, rejected = judge_sightings(shown, found.mat, self.layout, self._printed, frame.at_s)
        rim = last.rim if last else None
        if rim is None or not rim.holds(found.mat, lens, seen.changed):
            reaching = hidden_stretches(grey, found.mat, self.layout, lens)
            rim = _Rim(found.mat, lens, rim_blocks(seen.read.shape, found.mat, self.layout, lens), reaching)
        self._last = _Last(seen, markers, lens, found, facts, rejected, rim, closed)
        scale = self._scale.look(shown, found.mat, facts)
        unmarked = self._unmarked()
        small = _too_small(smallest_side_px(found.mat, self.layout, self._printed))
        health = DeviceHealth(
            "camera", "ok", _join(found.text, unmarked, self._counted(facts, rejected), small, scale, *notes)
        )
        reading = Reading(frame.at_s, facts, rejected, rim.reaching, frame=frame.number)
        look = Look(frame.number, found.state, reading, found.text, health)
        if screen is None:
            return Picture(look, self.layout, frame.pixels, found.mat, lens, unmarked)
        if found.state != "in view":
            return Picture(look, self.layout, unmarked=unmarked, closed=closed)
        return Picture(look, self.layout, blacked_out(frame.pixels, screen), found.mat, lens, unmarked, closed)

    def _without_mat(
        self, frame: Frame, state: State, verdict: str, notes: tuple[str, ...], closed: frozenset[str]
    ) -> Picture:
        """Where the mat is not read: nobody can say where closed zones are, so that no pixel is shown."""
        health = DeviceHealth("camera", "failed", _join(verdict, *notes))
        reading = Reading(frame.at_s, unseen=verdict, frame=frame.number)
        look = Look(frame.number, state, reading, verdict, health)
        return Picture(look, self.layout, None if closed else frame.pixels, closed=closed)

    def _screened(self, closed: frozenset[str], mat: Mat, lens: Lens | None, pixels: Pixels) -> Screen:
        """What hides the closed zones; made anew where they, or their place in the picture, are others."""
        screen = self._screen
        if screen is None or not screen.fits(closed, mat, lens, pixels.shape):
            screen = self._screen = Screen.over(self.layout, closed, mat, lens, pixels.shape)
        return screen

    def _distinguished(self, found: Found, markers: Markers) -> Found:
        """The same where it is this game's mat, for all that can be told; without the mat where another lies there."""
        marks = markers.ids[np.isin(markers.ids, MAT_MARKS)].tolist()
        own = self.layout.mark and self.layout.mark.id
        if found.mat is not None:
            marks = [each for each in marks if _lies_on(self.layout, found.mat, markers, each)]
        if own in marks:
            self._says_which = True
        others = [each for each in marks if MarkerId(each) not in self._printed]
        if others and own not in marks:
            wanted = MarkerId(own) if own else None
            return Found(None, "other mat", self._prints.wrong_mat(MarkerId(others[0]), wanted))
        return found

    def _unmarked(self) -> str:
        """A word on a mat that does not say which it is."""
        if self._says_which or self.layout.mark is None:
            return ""
        known = self._prints.mats.get(MarkerId(self.layout.mark.id))
        return UNMARKED.format(taken=f"that of {known}" if known else "this game's")

    def _in_grey(self, pixels: Pixels) -> Pixels:
        """The picture in grey, until the next one is asked for."""
        if pixels.ndim == 2:
            return pixels
        # Into the same memory each time: fresh megabytes come page by page, and each is cleared first.
        self._grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY, dst=self._grey), np.uint8)
        return self._grey

    @property
    def markers_seen(self) -> int:
        """How many markers the last picture has, those that were carried over included."""
        return len(self._finder.markers)

    def smallest_side_px(self, picture: Picture) -> float | None:
        """Side in that picture of the smallest marker there is; None where the mat's corners are not all seen in it."""
        if picture.mat is None or picture.look.state != "in view":
            return None
        return smallest_side_px(picture.mat, self.layout, self._printed)

    def _not_read(self, frame: Frame, grey: Pixels, found: Found, markers: Markers, camera: str) -> str:
        if found.state in ("moved", "other mat"):
            return found.text
        if len(markers):
            self._mirror.forget()
        elif self._mirror.look(grey, frame.at_s):
            return f"{camera} sees no marker. {MIRRORED}"
        trouble = judge_picture(frame.pixels)
        if trouble and len(markers) == 0:
            return f"{camera} sees no marker. {trouble}"
        if len(markers) == 0:
            return (
                f"{camera} sees no marker. Put the mat under the camera, with nothing over it and in good light, and "
                "see that the lens is sharp."
            )
        return _join(self._strange(found, markers, camera), trouble)

    def _counted(self, facts: tuple[Sighting, ...], rejected: tuple[Rejection, ...]) -> str:
        count = sum(each.marker != BARE for each in facts)
        pieces = "No piece is read." if not count else f"{count} piece{'s are' if count > 1 else ' is'} read."
        if not rejected:
            return pieces
        # The first in full and the others as a number: the line is read at a glance.
        more = f"{len(rejected) - 1} more do not count." if len(rejected) > 1 else ""
        whose = self._prints.stranger(rejected[0].marker) if rejected[0].reason == "unknown" else ""
        return _join(pieces, rejected[0].text, whose, more)

    def _strange(self, found: Found, markers: Markers, camera: str) -> str:
        """What is seen where there are markers but no mat; those that are not of this game are named."""
        seen = f"{camera} sees {len(markers)} marker{'s' if len(markers) > 1 else ''}"
        ids = sorted(set(markers.ids.tolist()))
        anchors = {anchor.id for anchor in self.layout.anchors}
        corners = [each for each in ids if each in anchors]
        foreign = [each for each in ids if each not in anchors and MarkerId(each) not in self._printed]
        if not anchors or (corners and not foreign):
            return f"{seen}. {found.text}"
        if not corners and (not foreign or BARE in ids):
            return (
                f"{seen}, of this game too, but no corner marker of its mat. Put the whole mat under the camera, its "
                "corners uncovered."
            )
        if not corners:
            none = "and none is" if len(markers) > 1 else "and it is not"
            return f"{seen}, {none} of this game's mat: {_named(ids)}. Put the mat under the camera."
        are = "is" if len(foreign) == 1 else "are"
        if 0 < len(corners) < FEWEST and all(markers.count()[each] == 1 for each in corners):
            # By chance another game's marker may have the number of a corner: whose it is nobody can tell.
            number, have = ("number", "has") if len(corners) == 1 else ("numbers", "have")
            return (
                f"{seen}, and {_named(foreign)} {are} not of this game. Only {_named(corners)} {have} the {number} of "
                f"a corner of its mat; {FEWEST} are needed. Put that mat under the camera, its corners uncovered."
            )
        return f"{seen}, and {_named(foreign)} {are} not of this game. {found.text}"


def no_picture(layout: Layout, health: DeviceHealth, at_s: float, state: State = "no picture") -> Picture:
    """The look of an eye that has no frame, at that time of the camera's clock."""
    return Picture(Look(0, state, Reading(at_s, unseen=health.text), health.text, health), layout)


def _too_small(side_px: float | None) -> str:
    if side_px is None or side_px >= MISSED_PX:
        return ""
    return f"Markers are only {side_px:.0f} px wide, and some are missed: the setup page says what to do."


def _lies_on(layout: Layout, mat: Mat, markers: Markers, marker: int) -> bool:
    """Whether a marker of that number lies on the mat, and not beside it."""
    places = mat.place(markers.corners_px[markers.ids == marker].mean(axis=1))
    return bool(((places >= 0) & (places <= (layout.width_mm, layout.height_mm))).all(axis=1).any())


def _named(ids: Sequence[int]) -> str:
    if len(ids) > NAMED + 1:
        return f"{', '.join(map(str, ids[:NAMED]))} and {len(ids) - NAMED} others"
    *first, last = map(str, ids)
    return f"{', '.join(first)} and {last}" if first else last


def _join(*sentences: str) -> str:
    return " ".join(each for each in sentences if each)
