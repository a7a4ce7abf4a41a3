"""`companion bench dice`: how long it takes on this machine to read the dice of a tray."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import msgspec

from companion.bench.dice import DiceReport, DiceTook, RollsTook, dice_report
from companion.bench.quota import throttled
from companion.bench.vision import Way, measure_stretches
from companion.cli.bench.dice_pictures import CAMERA, TRAY, TrayPicture, size_px, tray_pictures
from companion.cli.bench.dice_rolls import DICE, measure_rolls
from companion.runtime.terminal import echo, echo_json, echo_lines, progress
from vision.dice.baselines import Count, pip_clusters
from vision.dice.model import Model, load_model
from vision.dice.records import DIE_MM
from vision.dice.tray import PX_PER_MM
from vision.dice.tray_reader import read_tray

COUNTS = (0, 3, 9, 18)
"""Dice in a picture; so many are in the largest roll of the games."""
OURS = "a reading of ours"
WIDTH = 34
"""Of the column with the ways of reading."""


def time_dice(
    frames: int, rolls: int, seed: int, model_folder: Path, quota: int | None, as_json: bool, wall: bool
) -> None:
    """Print how long the reading of trays took, and on a slow machine where that is wanted. Raises `NoModel`."""
    model = load_model(model_folder)
    with (
        _one_thread(),
        progress(frames * len(COUNTS) + rolls, "Timing trays of dice") as bar,
    ):
        report = measure_dice(
            model, str(model_folder), frames, seed, rolls=rolls, is_wall=wall, progress=lambda: bar.update(1)
        )
    reports = [report]
    if quota:
        echo(f"Timing trays with {quota} % of a core; this takes about {100 / quota:.0f} times as long.", err=True)
        wanted = ("--frames", str(frames), "--rolls", str(rolls), "--seed", str(seed), "--model", str(model_folder))
        command = (sys.executable, "-m", "companion", "bench", "dice", *wanted, "--wall", "--json")
        reports += msgspec.json.decode(throttled(command, quota / 100), type=list[DiceReport])
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(reports), indent=2))
    else:
        echo_lines("\n\n".join(dice_text(each, quota) for each in reports))


def measure_dice(
    model: Model,
    folder: str,
    frames: int,
    seed: int,
    *,
    rolls: int = 0,
    is_wall: bool = False,
    progress: Callable[[], None] = lambda: None,
) -> DiceReport:
    """The figures of every way on trays with each number of dice, and of rolls; processor time, or the wall's."""
    now = time.perf_counter_ns if is_wall else time.process_time_ns
    counts = [tray_pictures(count, frames, seed) for count in COUNTS]
    stretches = measure_stretches(
        {str(count): pictures for count, pictures in zip(COUNTS, counts, strict=True)},
        Way("the networks alone", lambda shown: _run(model, shown)),
        [
            Way(OURS, lambda shown: _right(_read(model, shown), shown)),
            Way("blobs and clusters, as taught", _rival(pip_clusters(PX_PER_MM * DIE_MM))),
        ],
        now=now,
        progress=progress,
        before=tray_pictures(COUNTS[-1], 2, seed + 1),
    )
    took = None
    if rolls:
        reading = next(each for each in stretches[COUNTS.index(DICE)].took if each.way == OURS)
        took = measure_rolls(model, rolls, seed, reading.figures.mean, now, progress)
    clock = "wall" if is_wall else "processor"
    return dice_report(seed, size_px(), (folder, model.figures.made), COUNTS, stretches, took, clock)


def _run(model: Model, shown: TrayPicture) -> int:
    """The networks, each asked once, and nothing made of what they answer: no die comes out."""
    model.networks.detect(shown.padded)
    if shown.crops is not None:
        model.networks.classify(shown.crops)
    if shown.surroundings is not None and model.posture is not None:
        model.posture.look(shown.surroundings, shown.slopes)
    return 0


def _read(model: Model, shown: TrayPicture) -> list[int]:
    reading = read_tray(shown.pixels, CAMERA, TRAY, model)
    return [die.value for die in reading.dice if die.value is not None]


def _rival(count: Count) -> Callable[[TrayPicture], int]:
    return lambda shown: _right(count(shown.pixels), shown)


def _right(values: list[int], shown: TrayPicture) -> int:
    """How many of the dice in the picture came out with their value, wherever they lie."""
    return (Counter(values) & Counter(shown.values)).total()


@contextmanager
def _one_thread() -> Iterator[None]:
    """OpenCV works on one core meanwhile."""
    threads: Any = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)


def dice_text(report: DiceReport, quota: int | None = None) -> str:
    """The report as people read it: times in milliseconds, and as shares of the networks alone."""
    held = f"with {quota} % of a core, which imitates a slow machine" if quota else "held up again and again"
    clock = "processor time, one core" if report.clock == "processor" else f"time on the wall, {held}"
    lines = [
        f"dice: {report.frames} pictures of each number of dice, {report.width_px} x {report.height_px}; "
        f"seed {report.seed}; model of {report.made}; {report.machine}; {clock}"
    ]
    for stretch in report.stretches:
        lines += ["", "no die" if not stretch.dice else f"{stretch.dice} dice", _HEAD, *map(_row, stretch.took)]
    if report.rolls is not None:
        lines += ["", _rolls_text(report.rolls)]
    lines += ["", "× is the mean, and 95 % ×, to the mean of the first line, on the same pictures."]
    return "\n".join(lines)


_HEAD = f"  {'':{WIDTH}}{'median':>9}{'mean':>9}{'95 %':>9}  ms{'×':>8}{'95 % ×':>9}{'right':>9}"


def _rolls_text(rolls: RollsTook) -> str:
    median_s, most_s = rolls.figures.median / 1e6, rolls.figures.p95 / 1e6
    return (
        f"a roll of {rolls.dice} dice, from the last at rest to the page: {median_s:.2f} s (95 %: {most_s:.2f} s), "
        f"as long as {rolls.readings:.2f} readings; {rolls.right} of {rolls.figures.count} told with every value"
    )


def _row(took: DiceTook) -> str:
    times = "".join(f" {each / 1000:>8.2f}" for each in (took.figures.median, took.figures.mean, took.figures.p95))
    return f"  {took.way:{WIDTH}}{times}    {took.ratio:>8.2f} {took.ratio_p95:>8.2f} {took.right:>8.1f}"
