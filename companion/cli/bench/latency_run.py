"""One run of `companion bench latency`: acts by the dealer's bots, the floor beside each, and flashes of the strip."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.bench.act_traces import Painted
from companion.bench.latency import FULL_SHARE, Flash, Floor, Passed
from companion.bench.steal_time import stolen_s
from companion.cli.bench.latency_table import LatencyTable, ObservedTable
from companion.errors import CompanionError
from companion.journal import read_journal
from companion.outputs.strip import Lighting
from companion.outputs.strip_test import DARK, FULL
from vision.baselines import bare_detection

PATIENCE_S: Final = 60.0
"""A table at which nothing happens for so long is stuck."""
AFTER_S: Final = 1.0
"""After the last act: longer than one scene takes to fade into the next, so that its light is told."""
DARK_S: Final = 1.2
"""How long the strip is dark before it flashes: a fade of 0.4 s, and some pictures of the dark."""
PICTURES: Final = 3
"""Of the dark and of the light each: their mean is what a flash is told by."""
NOISE: Final = 4.0
"""So many times further than the pictures of the dark lie from one another, the light must lie from them."""
TRIES: Final = 5
"""So many times as many acts are followed as were asked for, where the host of a virtual machine takes time in most."""
_STEP_S: Final = 0.005


class NotSeen(CompanionError, RuntimeError):
    """Something that was to be measured did not happen; the message says what."""


class FloorMeter:
    """Measures the floor beside an act, on the same disk and at the same server."""

    def __init__(self, running: LatencyTable) -> None:
        self._running = running
        self._find = bare_detection()
        self._file = os.open(running.journal.with_suffix(".floor"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        # The first of each is slower for reasons of its own.
        self._sync(1)
        running.hop.send(1)
        self._is_warm = False

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    def measure(self, act: Passed) -> Floor:
        """The floor of that act. Raises `NotSeen` where its frame is gone."""
        pixels = self._running.table.frames.get(act.frame)
        if pixels is None:
            raise NotSeen(f"Frame {act.frame} is gone before the floor could be measured. Close other programs.")
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        if not self._is_warm:
            self._find(grey)
            self._is_warm = True
        row = next(each for each in read_journal(self._running.journal) if each.number == act.row)
        began_s = time.monotonic()
        self._find(grey)
        found_s = time.monotonic()
        sync_s = self._sync(len(msgspec.json.encode(row)))
        hop_s = self._running.hop.send(self._running.client.prompt_bytes)
        return Floor(found_s - began_s, sync_s, hop_s, stolen_s() - act.stolen_before_s)

    def _sync(self, size: int) -> float:
        row = b"x" * size
        began_s = time.monotonic()
        os.write(self._file, row)
        os.fsync(self._file)
        return time.monotonic() - began_s


def follow_acts(
    running: LatencyTable,
    count: int,
    progress: Callable[[], None] = lambda: None,
    painted: Callable[[], Sequence[Painted]] | None = None,
) -> tuple[tuple[Passed, Floor], ...]:
    """So many quiet acts that were seen, each with its floor, and those between in which the host took time.

    Fewer where the game is over first, or the host takes time in nearly all: `TRIES` times as many are followed at
    most. Raises `NotSeen` where none comes for a long time.
    """
    follower, floors, last_s, quiet = running.follower, dict[int, Floor](), time.monotonic(), 0
    meter = FloorMeter(running)
    try:
        while quiet < count and len(floors) < TRIES * count:
            follower.received.wait(0.2)
            follower.received.clear()
            for act in follower.acts():
                if act.row not in floors and quiet < count:
                    floors[act.row], last_s = meter.measure(act), time.monotonic()
                    if floors[act.row].is_quiet:
                        quiet += 1
                        progress()
            if running.snapshot().outcome is not None:
                break
            if time.monotonic() - last_s > PATIENCE_S:
                sight = running.snapshot().sight
                raise NotSeen(
                    f"No act was seen for {PATIENCE_S:.0f} s; the companion's sight of the table is “{sight.state}”. "
                    "Close other programs, or choose another --seed."
                )
    finally:
        meter.close()
    running.eyes.stop_playing()
    time.sleep(AFTER_S)
    told = _all_painted(painted, max(floors, default=0)) if painted is not None else ()
    return tuple((act, floors[act.row]) for act in follower.acts(told) if act.row in floors)


def _all_painted(painted: Callable[[], Sequence[Painted]], row: int) -> Sequence[Painted]:
    """What the browser painted, with the page that shows this row; without it where that takes very long."""
    until_s = time.monotonic() + PATIENCE_S
    while True:
        told = painted()
        if any(page.row >= row for page in told) or time.monotonic() > until_s:
            return told
        time.sleep(_STEP_S)


def follow_flash(running: LatencyTable) -> Flash:
    """One flash of the strip, seen by the camera. Hands must be at rest. Raises `NotSeen`."""
    lighting, table, follower = running.lighting, running.table, running.follower
    try:
        lighting.hold(DARK, PATIENCE_S)
        _wait(lambda: _shines(lighting, "#000000"), "The strip did not go dark.")
        dark_since_s = time.monotonic()
        _wait(lambda: len(_levels(table, dark_since_s)) >= PICTURES, "The camera gave no picture.")
        time.sleep(max(0.0, DARK_S - (time.monotonic() - dark_since_s)))
        asked_s = time.monotonic()
        lighting.hold(FULL, PATIENCE_S)
        _wait(lambda: _shines(lighting, "#ffffff"), "The strip did not shine.")
        shone_s = time.monotonic()
        # One picture may have been begun before.
        _wait(lambda: len(_levels(table, shone_s)) > PICTURES, "The camera gave no picture.")
        lights = [light for light in follower.lights() if light.at_s >= asked_s]
    finally:
        lighting.release()
    before = next(light for light in reversed(follower.lights()) if light.at_s < asked_s).pixels
    brighter = [light for light in lights if light.pixels != before]
    full = next(light for light in brighter if light.pixels == brighter[-1].pixels)
    dark = [level for at_s, level in _levels(table, dark_since_s) if at_s < asked_s]
    seen_s = first_bright(dark, _levels(table, asked_s))
    return Flash(asked_s, brighter[0].at_s, full.at_s, seen_s)


def first_bright(dark: Sequence[float], pictures: Sequence[tuple[float, float]]) -> float:
    """When the first picture came that shows at least `FULL_SHARE` of the light that the last ones show.

    `dark` are the levels of pictures without light, `pictures` time and level of each after the wish. Raises `NotSeen`
    where the light does not stand out of the noise.
    """
    ground, light = float(np.mean(dark)), float(np.mean([level for _, level in pictures[-PICTURES:]]))
    if light - ground <= NOISE * float(np.ptp(dark)):
        raise NotSeen(
            f"The camera does not see the strip: its pictures have a mean level of {ground:.2f} in the dark and of "
            f"{light:.2f} at full light. Measure with --flashes 0."
        )
    wanted = ground + FULL_SHARE * (light - ground)
    return next(at_s for at_s, level in pictures if level >= wanted)


def _levels(table: ObservedTable, since_s: float) -> list[tuple[float, float]]:
    return [each for each in tuple(table.levels) if each[0] >= since_s]


def _shines(lighting: Lighting, colour: str) -> bool:
    return set(lighting.now().pixels) == {colour}


def _wait(test: Callable[[], bool], trouble: str) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not test():
        if time.monotonic() > until_s:
            raise NotSeen(f"{trouble} Close other programs, then measure again.")
        time.sleep(_STEP_S)
