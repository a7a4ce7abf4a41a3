"""From frames to looks: what one frame shows of the mat, as facts for the referee and as sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from companion.table.devices import DeviceHealth
from companion.table.layout import Layout
from companion.table.sightings import BARE, MarkerId, PrintedMarker, Reading, Rejection, Sighting
from vision.frames import Frame, Pixels
from vision.judging import judge_sightings
from vision.markers import MarkerFinder, Markers
from vision.mat import FEWEST, Mat
from vision.pictures import judge_picture
from vision.rim import hidden_stretches
from vision.scale import ScaleWatch
from vision.watch import Found, MatWatch

State = Literal["waiting", "in view", "held", "moved", "lost", "no picture"]

NAMED = 5
"""So many foreign markers are named by their numbers, and the others counted."""


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

    `pixels` and `mat` are None where the look has no frame; `mat` also where the mat is not read.
    """

    look: Look
    layout: Layout
    pixels: Pixels | None = None
    mat: Mat | None = None


class Looker:
    """From frames to looks, without a thread. `printed` has every marker that may lie on the mat but its anchors."""

    def __init__(self, layout: Layout, printed: Mapping[MarkerId, PrintedMarker]) -> None:
        self.layout = layout
        self._printed = printed
        self._finder = MarkerFinder()
        self._watch = MatWatch(layout)
        self._scale = ScaleWatch(layout, printed)

    def look(self, frame: Frame, camera: str, notes: tuple[str, ...] = ()) -> Look:
        """What that camera's frame shows."""
        return self.picture(frame, camera, notes).look

    def picture(self, frame: Frame, camera: str, notes: tuple[str, ...] = ()) -> Picture:
        """The same, with what it takes to draw it."""
        markers = self._finder.find(frame.pixels)
        found = self._watch.look(markers)
        if found.mat is None:
            verdict = self._not_read(frame, found, markers, camera)
            health = DeviceHealth("camera", "failed", _join(verdict, *notes))
            reading = Reading(frame.at_s, unseen=verdict, frame=frame.number)
            look = Look(frame.number, found.state, reading, verdict, health)
            return Picture(look, self.layout, frame.pixels)
        facts, rejected = judge_sightings(markers, found.mat, self.layout, self._printed, frame.at_s)
        reaching = hidden_stretches(frame.pixels, found.mat, self.layout)
        scale = self._scale.look(markers, found.mat, facts)
        health = DeviceHealth("camera", "ok", _join(found.text, _counted(facts, rejected), scale, *notes))
        reading = Reading(frame.at_s, facts, rejected, reaching, frame=frame.number)
        look = Look(frame.number, found.state, reading, found.text, health)
        return Picture(look, self.layout, frame.pixels, found.mat)

    def _not_read(self, frame: Frame, found: Found, markers: Markers, camera: str) -> str:
        if found.state == "moved":
            return found.text
        trouble = judge_picture(frame.pixels)
        if trouble and len(markers) == 0:
            return f"{camera} sees no marker. {trouble}"
        if len(markers) == 0:
            return (
                f"{camera} sees no marker. Put the mat under the camera, with nothing over it and in good light, and "
                "see that the lens is sharp."
            )
        return _join(self._strange(found, markers, camera), trouble)

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


def _counted(facts: tuple[Sighting, ...], rejected: tuple[Rejection, ...]) -> str:
    count = sum(each.marker != BARE for each in facts)
    pieces = "No piece is read." if not count else f"{count} piece{'s are' if count > 1 else ' is'} read."
    # The first in full and the others as a number: the line is read at a glance.
    more = f"{len(rejected) - 1} more do not count." if len(rejected) > 1 else ""
    return _join(pieces, rejected[0].text if rejected else "", more)


def _named(ids: Sequence[int]) -> str:
    if len(ids) > NAMED + 1:
        return f"{', '.join(map(str, ids[:NAMED]))} and {len(ids) - NAMED} others"
    *first, last = map(str, ids)
    return f"{', '.join(first)} and {last}" if first else last


def _join(*sentences: str) -> str:
    return " ".join(each for each in sentences if each)
