"""How long an act takes from the frame that completes settling to prompt and strip, part by part, beside the floor.

The floor is what could not be left out: the bare detection of markers in that frame, one sync of a row of that size,
and one event of that size from the same server to a client that waits for it. Both meet the machine in the same state,
so every act is told as a share of its own floor.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from companion.bench.figures import Figures, figures, machine


class Passed(msgspec.Struct, frozen=True):
    """When one act passed each border, in seconds of one clock that never runs backwards."""

    frame: int
    """Number of the frame that completed settling."""
    row: int
    """Of its last row in the journal."""
    hands_left_s: float
    """When the last frame was taken in which hands were at work."""
    shutter_s: float
    """When the frame that completed settling was taken."""
    pictured_s: float
    """When the camera gave it. What a virtual camera needs to draw it is no part of the companion's way."""
    read_s: float
    """When it was read, and the look handed on."""
    taken_up_s: float
    """When the referee thread took the look out of its queue."""
    explained_s: float
    photographed_s: float
    on_disk_s: float
    published_s: float
    written_s: float
    """When the prompt that shows it was drawn, and its event given to the server."""
    received_s: float
    """When the last byte of that event came to a client."""
    lit_s: float | None = None
    """When the first frame of light that shows it was sent; None where it leaves the light as it is."""
    changed_s: float | None = None
    """When a browser had changed its page; None without a browser."""
    painted_s: float | None = None
    """When that page was painted."""
    stolen_before_s: float = 0.0
    """As `stolen_s` told it when the camera gave the frame."""


class Floor(msgspec.Struct, frozen=True):
    """What the same machine needed at least, measured right after one act; seconds."""

    detection_s: float
    sync_s: float
    hop_s: float
    stolen_s: float = 0.0
    """How much of the processors' time the host gave to others from the act's frame to the end of its floor."""

    @property
    def whole_s(self) -> float:
        """The three, one after another."""
        return self.detection_s + self.sync_s + self.hop_s

    @property
    def is_quiet(self) -> bool:
        """Whether the host left the machine its processors all that time."""
        return self.stolen_s == 0.0


class Flash(msgspec.Struct, frozen=True):
    """The strip from dark to full light, and when the camera saw it; seconds of the same clock."""

    asked_s: float
    begun_s: float
    """When the first frame of light that was brighter was sent."""
    full_s: float
    """When full light was sent: it fades there."""
    seen_s: float
    """When the camera gave the first picture that shows at least `FULL_SHARE` of the light."""


FULL_SHARE: Final = 0.9
"""Of what the picture brightens in the end; the rest is noise of the camera."""


class Part(msgspec.Struct, frozen=True):
    """One part of the way."""

    name: str
    figures: Figures


class Shares(msgspec.Struct, frozen=True):
    """How many times as long as its floor an act took."""

    median: float
    p95: float
    """19 of 20 acts took no more."""


class LatencyReport(msgspec.Struct, frozen=True):
    """What one run measured, and on which machine; times in microseconds."""

    game: str
    seed: int
    machine: str
    acts: int
    """Those that are told of."""
    followed: int
    """Those and what was left out: acts in which the host of a virtual machine gave its processors to others."""
    is_quiet: bool
    """False where it did so in each act: then all are told of."""
    settling: Figures
    """From the last frame with hands at work to the frame that completed settling, both as they were taken."""
    picture: Figures
    """What the virtual camera took to draw that frame."""
    parts: tuple[Part, ...]
    """From the frame to the prompt; one after another, without a gap."""
    prompt: Figures
    """Their sum."""
    strip: Figures | None
    """From the frame to the first frame of light; None where no act changed the light."""
    lighting: Figures | None
    """Of that, from the snapshot on."""
    unlit: int
    """Acts that left the light as it was."""
    painting: tuple[Part, ...]
    """From the event's last byte on, in a browser; empty without one."""
    floor: tuple[Part, ...]
    """The three parts of the floor, and their sum."""
    prompt_shares: Shares
    strip_shares: Shares | None
    flashes: tuple[Part, ...]
    """The way of light, from the wish to the camera's picture; empty where nothing flashed."""


BORDERS: Final = (
    ("reading", "pictured_s", "read_s"),
    ("to the referee", "read_s", "taken_up_s"),
    ("explaining", "taken_up_s", "explained_s"),
    ("photographing", "explained_s", "photographed_s"),
    ("syncing", "photographed_s", "on_disk_s"),
    ("publishing", "on_disk_s", "published_s"),
    ("drawing the prompt", "published_s", "written_s"),
    ("sending", "written_s", "received_s"),
)
"""The parts from frame to prompt: the name of each, and the borders between which it lies."""


def report_of(
    game: str, seed: int, acts: Sequence[tuple[Passed, Floor]], flashes: Sequence[Flash] = ()
) -> LatencyReport:
    """The report of one run of at least one act, on this machine."""
    quiet = [(act, floor) for act, floor in acts if floor.is_quiet]
    followed, acts = len(acts), quiet or acts
    passed, floors = [act for act, _ in acts], [floor for _, floor in acts]
    lit = [(act.lit_s - act.pictured_s, floor) for act, floor in acts if act.lit_s is not None]
    prompt = [(act.received_s - act.pictured_s, floor) for act, floor in acts]
    return LatencyReport(
        game,
        seed,
        machine(),
        len(acts),
        followed,
        bool(quiet),
        _figures(act.shutter_s - act.hands_left_s for act in passed),
        _figures(act.pictured_s - act.shutter_s for act in passed),
        tuple(
            Part(name, _figures(getattr(act, end) - getattr(act, begin) for act in passed))
            for name, begin, end in BORDERS
        ),
        _figures(took_s for took_s, _ in prompt),
        _figures(took_s for took_s, _ in lit) if lit else None,
        _figures(act.lit_s - act.published_s for act in passed if act.lit_s is not None) if lit else None,
        len(acts) - len(lit),
        _painting(passed),
        (
            Part("bare detection", _figures(floor.detection_s for floor in floors)),
            Part("one sync", _figures(floor.sync_s for floor in floors)),
            Part("one hop", _figures(floor.hop_s for floor in floors)),
            Part("the floor", _figures(floor.whole_s for floor in floors)),
        ),
        _shares(prompt),
        _shares(lit) if lit else None,
        _light(flashes),
    )


def _painting(passed: Sequence[Passed]) -> tuple[Part, ...]:
    """What a browser adds, over the acts of which it told."""
    changed = [act.changed_s - act.received_s for act in passed if act.changed_s is not None]
    painted = [
        act.painted_s - act.changed_s for act in passed if act.painted_s is not None and act.changed_s is not None
    ]
    if not changed or not painted:
        return ()
    return Part("the page is changed", _figures(changed)), Part("and painted", _figures(painted))


def _light(flashes: Sequence[Flash]) -> tuple[Part, ...]:
    if not flashes:
        return ()
    return (
        Part("the first frame is sent", _figures(each.begun_s - each.asked_s for each in flashes)),
        Part("full light is sent", _figures(each.full_s - each.begun_s for each in flashes)),
        Part("a picture shows it", _figures(each.seen_s - each.full_s for each in flashes)),
        Part("the whole loop", _figures(each.seen_s - each.asked_s for each in flashes)),
    )


def _figures(took_s: Iterable[float]) -> Figures:
    return figures(round(each * 1e9) for each in took_s)


def _shares(took: Sequence[tuple[float, Floor]]) -> Shares:
    shares = sorted(took_s / floor.whole_s for took_s, floor in took)
    return Shares(round(statistics.median(shares), 4), round(shares[math.ceil(len(shares) * 0.95) - 1], 4))
