"""`companion bench vision`: how long it takes on this machine to see what lies on the table."""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import msgspec
import numpy as np

from companion.bench.quota import throttled
from companion.bench.vision import Took, VisionReport, Way, measure_stretches, report_of
from companion.cli.table.eyes import SHOT
from companion.errors import CompanionError
from companion.games.bots import Autopilot
from companion.games.deal import open_virtual
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.runtime.terminal import echo, echo_json, echo_lines, progress
from companion.table.blanks import in_the_box
from companion.table.expected import ExpectedTable
from companion.table.layout import Layout
from vision.baselines import Find, april_tags, bare_detection
from vision.cameras.frames import Frame, Pixels
from vision.incremental import READS
from vision.looks import Looker
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable

FIRST_ACT = 40
"""The table that is measured is that after so many acts, or in the middle of a game that is shorter than twice that:
pieces lie in most of its zones."""
SETTLING = 2 * READS
"""Pictures of it before anything is timed: until no place is looked at any more because it is new."""
WIDTH = 34
"""Of the column with the ways of reading."""


@dataclass(frozen=True)
class _Position:
    layout: Layout
    table: ExpectedTable


@dataclass(frozen=True)
class Shown:
    """A frame, and its picture in grey as the bare detection takes it."""

    frame: Frame
    grey: Pixels


def time_vision(
    game: str, frames: int, seed: int, size: tuple[int, int], quota: int | None, as_json: bool, wall: bool
) -> None:
    """Print how long looks took, and those of a slow machine where that is wanted."""
    with progress(2 * frames, "Timing looks") as bar:
        reports = [_measure(GAMES[game], frames, seed, size, wall, lambda: bar.update(1))]
    if quota:
        echo(f"Timing looks with {quota} % of a core; this takes about {100 / quota:.0f} times as long.", err=True)
        wanted = ("--frames", str(frames), "--seed", str(seed), "--size", f"{size[0]}x{size[1]}", "--wall", "--json")
        said = throttled((sys.executable, "-m", "companion", "bench", "vision", game, *wanted), quota / 100)
        reports += msgspec.json.decode(said, type=list[VisionReport])
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(reports), indent=2))
    else:
        echo_lines("\n\n".join(vision_text(each, quota) for each in reports))


def _measure(
    game: AnyGame, frames: int, seed: int, size: tuple[int, int], is_wall: bool, progress: Callable[[], None]
) -> VisionReport:
    table = _Table(game, seed, size)
    printed = table.kit.printed
    ways = [
        _look("a look of ours", Looker(table.layout, printed)),
        _look("the same, all of it read anew", Looker(table.layout, printed, whole_every_s=0)),
        _detection("OpenCV's, its own settings", bare_detection(with_defaults=True)),
    ]
    missing: tuple[str, ...] = ()
    try:
        ways.append(_detection("AprilTag's, by pupil-apriltags", april_tags()))
    except CompanionError as error:
        missing = (str(error),)
    stretches = measure_stretches(
        {"Nothing moves": table.still(frames), "Hands move pieces": table.moving(frames)},
        _detection("OpenCV's, our settings", bare_detection()),
        ways,
        time.perf_counter_ns if is_wall else time.process_time_ns,
        progress,
        before=table.still(SETTLING),
    )
    return report_of(game.name, seed, size, stretches, is_wall=is_wall, missing=missing)


def _look(name: str, looker: Looker) -> Way[Shown]:
    def read(shown: Shown) -> int:
        looker.look(shown.frame, "Virtual camera")
        return looker.markers_seen

    return Way(name, read)


def _detection(name: str, find: Find) -> Way[Shown]:
    return Way(name, lambda shown: find(shown.grey))


class _Table:
    """A virtual table in the middle of a game, and what its camera shows."""

    def __init__(self, game: AnyGame, seed: int, size: tuple[int, int]) -> None:
        self._tables = _tables(game, seed)
        first = next(self._tables)
        self.layout, self.kit = first.layout, in_the_box(game.mat.kit)
        shot = replace(SHOT, width_px=size[0], height_px=size[1])
        self._eyes = HeadlessTable(self.layout, self.kit, game.mat.pieces, seed, manners=Manners(), shot=shot)
        self._eyes.world.set_out(first.table)

    def still(self, frames: int) -> Iterator[Shown]:
        """Nothing moves."""
        for _ in range(frames):
            yield self._next()

    def moving(self, frames: int) -> Iterator[Shown]:
        """One act after another is done, without a pause."""
        for _ in range(frames):
            if not self._eyes.world.busy():
                self._eyes.world.lay(next(self._tables).table, 0)
            yield self._next()

    def _next(self) -> Shown:
        frame = self._eyes.frame()
        return Shown(frame, np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8))


def _tables(game: AnyGame, seed: int) -> Iterator[_Position]:
    """The tables of a game of bots, from its middle on; after its end it begins with the next seed."""
    for number in itertools.count(seed):
        start = open_virtual(game, {}, random.Random(number))
        states = tuple(Autopilot(game, number).play(start))
        for state in states[min(FIRST_ACT, len(states) // 2) :]:
            view = game.view(state, None)
            yield _Position(game.mat.layout(view), game.mat.expected(view))


def vision_text(report: VisionReport, quota: int | None = None) -> str:
    """The report as people read it: times in milliseconds, and as shares of the bare detection."""
    held = f"with {quota} % of a core, which imitates a slow machine" if quota else "held up again and again"
    clock = "processor time" if report.clock == "processor" else f"time on the wall, {held}"
    lines = [
        f"{report.game}: {report.frames} pictures a stretch of {report.width_px} x {report.height_px}; "
        f"seed {report.seed}; {report.machine}; {clock}"
    ]
    for stretch in report.stretches:
        lines += ["", stretch.name, _HEAD, *map(_row, stretch.took)]
    lines += ["", "× is the mean, and 95 % ×, to the mean of the first line, on the same pictures.", *report.missing]
    return "\n".join(lines)


_HEAD = f"  {'':{WIDTH}}{'median':>9}{'mean':>9}{'95 %':>9}  ms{'×':>8}{'95 % ×':>9}{'markers':>9}"


def _row(took: Took) -> str:
    times = "".join(f" {each / 1000:>8.2f}" for each in (took.figures.median, took.figures.mean, took.figures.p95))
    return f"  {took.way:{WIDTH}}{times}    {took.ratio:>8.2f} {took.ratio_p95:>8.2f} {took.markers:>8.1f}"
