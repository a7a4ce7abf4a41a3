"""Acts followed through a companion at work: what each thread saw at its border, joined to one story an act.

Every observer calls a method here from a thread of its own. Nothing is reckoned until somebody asks, so that to be
measured costs an act no more than a look at the clock and a place in a list.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from companion.bench import steal_time
from companion.bench.latency import Passed
from companion.lights.scene import Scene

if TYPE_CHECKING:
    from companion.live.tracing import Border


class Pictured(msgspec.Struct, frozen=True):
    """One frame that the camera gave."""

    shutter_s: float
    at_s: float
    hands_left_s: float
    """When the last frame was taken in which hands were at work, this one included."""
    stolen_s: float
    """As `stolen_s` told it then."""


class Lit(msgspec.Struct, frozen=True):
    """One frame of light that was sent."""

    at_s: float
    row: int
    """Last row of the moment that the lights had seen by then."""
    scene: Scene
    """Which scene it shows, or fades to."""
    pixels: bytes


class Came(msgspec.Struct, frozen=True):
    """One prompt that came to the client."""

    row: int
    at_s: float


class Painted(msgspec.Struct, frozen=True):
    """One page in a browser, by the same clock."""

    row: int
    changed_s: float
    painted_s: float


class Judged(msgspec.Struct, frozen=True):
    """What the referee thread told of one act that was seen."""

    frame: int
    row: int
    taken_up_s: float
    explained_s: float
    photographed_s: float
    on_disk_s: float
    published_s: float


class Follower:
    """Takes what passes each border, and tells the acts whose way is known to its end."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, stolen: Callable[[], float] = steal_time.stolen_s
    ) -> None:
        self._clock = clock
        self._stolen = stolen
        self._frames: dict[int, Pictured] = {}
        self._read: dict[int, float] = {}
        self._marks: list[tuple[Border, int, float]] = []
        self._written: list[tuple[int, float]] = []
        self._received: list[Came] = []
        self._lit: list[Lit] = []
        self._hands_left_s = clock()
        self.row_seen_by_lights = 0
        """Last row of the moment that the lights looked at last; set by their thread."""
        self.received = threading.Event()
        """Set with each prompt that came to the client."""

    # --- the observers, each in a thread of its own -------------------------------------------------------------------

    def pictured(self, frame: int, shutter_s: float, is_busy: bool) -> None:
        """The camera gave this frame, taken at that time, while hands were at work or not."""
        at_s = self._clock()
        if is_busy:
            self._hands_left_s = shutter_s
        self._frames[frame] = Pictured(shutter_s, at_s, self._hands_left_s, self._stolen())

    def read(self, frame: int) -> None:
        """That frame was read."""
        self._read[frame] = self._clock()

    def mark(self, border: Border, number: int) -> None:
        """As `companion.live.tracing.Mark`."""
        self._marks.append((border, number, self._clock()))

    def written(self, row: int) -> None:
        """A prompt that shows everything up to this row was given to the server, alone or with its page."""
        self._written.append((row, self._clock()))

    def received_prompt(self, row: int) -> None:
        """Its last byte came to the client."""
        self._received.append(Came(row, self._clock()))
        self.received.set()

    def lit(self, scene: Scene, pixels: bytes) -> None:
        """This frame of light was sent, as a part of that scene."""
        self._lit.append(Lit(self._clock(), self.row_seen_by_lights, scene, pixels))

    def lights(self) -> tuple[Lit, ...]:
        """Every frame of light so far."""
        return tuple(self._lit)

    # --- the story ----------------------------------------------------------------------------------------------------

    def acts(self, painted: Sequence[Painted] = ()) -> tuple[Passed, ...]:
        """Every act that the client has received, in order; `painted` is what a browser told."""
        judged = list(judged_acts(tuple(self._marks)))
        written, received, lights = tuple(self._written), tuple(self._received), self.lights()
        story = []
        for number, act in enumerate(judged):
            until = judged[number + 1].row if number + 1 < len(judged) else None
            picture, came = self._frames.get(act.frame), first_that_shows(received, act)
            left_s, read_s = first_at(written, act.row, act.published_s), self._read.get(act.frame)
            if picture is None or came is None or left_s is None or read_s is None:
                continue
            light = first_light(lights, act, until)
            page = next((each for each in painted if each.row >= act.row and each.changed_s >= act.published_s), None)
            story.append(
                Passed(
                    **msgspec.structs.asdict(act),
                    hands_left_s=picture.hands_left_s,
                    shutter_s=picture.shutter_s,
                    pictured_s=picture.at_s,
                    read_s=read_s,
                    written_s=left_s,
                    received_s=came.at_s,
                    lit_s=light.at_s if light else None,
                    changed_s=page.changed_s if page else None,
                    painted_s=page.painted_s if page else None,
                    stolen_before_s=picture.stolen_s,
                )
            )
        return tuple(story)


def judged_acts(marks: Sequence[tuple[Border, int, float]]) -> Iterator[Judged]:
    """The acts that were seen, of what the referee thread told in its order; those that were tapped are passed over."""
    taken_up: dict[int, float] = {}
    open_: dict[str, tuple[int, float]] = {}
    for border, number, at_s in marks:
        if border == "taken up":
            taken_up[number] = at_s
        elif border == "explained":
            open_ = {border: (number, at_s)}
        elif open_ and border != "published":
            open_[border] = (number, at_s)
        elif open_ and "on disk" in open_ and number >= open_["on disk"][0]:
            yield _judged(open_, taken_up, at_s)
            open_ = {}


def _judged(passed: Mapping[str, tuple[int, float]], taken_up: Mapping[int, float], published_s: float) -> Judged:
    (frame, explained_s), (row, on_disk_s) = passed["explained"], passed["on disk"]
    return Judged(
        frame,
        row,
        # A frame that nobody took up is none that was seen: the act then begins where it was explained.
        taken_up.get(frame, explained_s),
        explained_s,
        passed["photographed"][1],
        on_disk_s,
        published_s,
    )


def first_at(pages: Sequence[tuple[int, float]], row: int, after_s: float) -> float | None:
    """When the first page came, not before that time, that shows this row; None where none did."""
    return next((at_s for shown, at_s in pages if shown >= row and at_s >= after_s), None)


def first_that_shows(received: Sequence[Came], act: Judged) -> Came | None:
    """The first prompt that came with this act, after it was given out; None where none did."""
    return next((came for came in received if came.row >= act.row and came.at_s >= act.published_s), None)


def first_light(lights: Sequence[Lit], act: Judged, until: int | None) -> Lit | None:
    """The first frame sent that begins the light of an act; None where it changed no light.

    `until` is the row of the next act, whose light is its own.
    """
    before: Lit | None = None
    old: Scene | None = None
    for light in lights:
        if light.row < act.row:
            old = light.scene
        elif until is not None and light.row >= until:
            return None
        elif old is not None and before is not None and light.scene != old and light.pixels != before.pixels:
            return light
        before = light
    return None
