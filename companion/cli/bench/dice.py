"""`companion bench dice`: how long it takes on this machine to read the dice of a tray."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.bench.dice import DiceReport, DiceTook, dice_report
from companion.bench.vision import Way, measure_stretches
from companion.runtime.terminal import echo_json, echo_lines, progress
from vision.camera_pose import posed
from vision.cameras.frames import Pixels
from vision.dice.baselines import Count, pip_clusters
from vision.dice.evidence import crops
from vision.dice.model import Model, load_model
from vision.dice.network import MULTIPLE, Floats
from vision.dice.posture import crop
from vision.dice.records import DIE_MM, Candidate
from vision.dice.tray import MARGIN_MM, PX_PER_MM, Tray
from vision.dice.tray_reader import read_tray
from vision.virtual.dice.lamps import Lamp
from vision.virtual.dice.painter import paint_dice
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import throw
from vision.virtual.shot import Matrix

TRAY = Tray(0, 0, 220, 160)
"""It holds eighteen dice apart."""
SHOWN = TRAY.wider(MARGIN_MM)
"""What of the mat a reading looks at, which is what pictures show."""
ABOVE_MM = 600.0
"""The camera over the tray."""
COUNTS = (0, 3, 9, 18)
"""Dice in a picture; so many are in the largest roll of the games."""
COLOURS = ("red", "blue", "green", "yellow", "purple", "white")
FELT = (62, 84, 58)
"""BGR of the tray's ground; as the next, chosen to be no even surface and no die's colour."""
GRAIN = 7.0
"""Sigma of its grey levels, over 2 px."""
NOISE = 2.0
"""Sigma of a camera's noise, in levels."""
WIDTH = 34
"""Of the column with the ways of reading."""


@dataclass(frozen=True, eq=False)
class TrayPicture:
    """A tray from above with some of what is around it, and what lies in it."""

    pixels: Pixels
    values: tuple[int, ...]
    padded: Pixels
    """The same, made as large as the detector takes it."""
    crops: Pixels | None
    """What the classifier sees of these dice; None where there are none."""
    surroundings: Pixels | None
    """What the posture network sees of them."""
    slopes: Floats
    """How steep the sight of each of them is."""


def time_dice(frames: int, seed: int, model_folder: Path, as_json: bool) -> None:
    """Print how long the reading of trays took. Raises `NoModel`."""
    model = load_model(model_folder)
    with (
        _one_thread(),
        progress(frames * len(COUNTS), "Timing trays of dice") as bar,
    ):
        report = measure_dice(model, str(model_folder), frames, seed, progress=lambda: bar.update(1))
    if as_json:
        echo_json(msgspec.json.format(msgspec.json.encode(report), indent=2))
    else:
        echo_lines(dice_text(report))


def measure_dice(
    model: Model, folder: str, frames: int, seed: int, progress: Callable[[], None] = lambda: None
) -> DiceReport:
    """The figures of every way on trays with each number of dice; processor time."""
    counts = [tray_pictures(count, frames, seed) for count in COUNTS]
    stretches = measure_stretches(
        {str(count): pictures for count, pictures in zip(COUNTS, counts, strict=True)},
        Way("the networks alone", lambda shown: _run(model, shown)),
        [
            Way("a reading of ours", lambda shown: _right(_read(model, shown), shown)),
            Way("blobs and clusters, as taught", _rival(pip_clusters(PX_PER_MM * DIE_MM))),
        ],
        progress=progress,
        before=tray_pictures(COUNTS[-1], 2, seed + 1),
    )
    return dice_report(seed, size_px(), (folder, model.figures.made), COUNTS, stretches)


def tray_pictures(count: int, frames: int, seed: int) -> Iterator[TrayPicture]:
    """So many pictures of trays with so many dice, each thrown anew."""
    for number in range(frames):
        chance = np.random.default_rng((seed, count, number))
        thrown = throw(chance, count, COLOURS, (0.0, 0.0, TRAY.width_mm, TRAY.height_mm)) if count else ()
        yield _picture(thrown, chance)


def _picture(thrown: tuple[LyingDie, ...], chance: np.random.Generator) -> TrayPicture:
    width, height = size_px()
    grain = cv2.GaussianBlur(chance.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 2.0)
    ground = np.array(FELT) + (np.asarray(grain) / float(np.std(grain)) * GRAIN)[..., np.newaxis]
    bare = np.clip(ground, 0, 255).astype(np.uint8)
    painted = paint_dice(bare, thrown, straight_down(), Lamp(), int(chance.integers(2**31)))
    pixels = np.clip(painted + chance.normal(0, NOISE, painted.shape), 0, 255).astype(np.uint8)
    face_px = PX_PER_MM * DIE_MM
    middles = [(die.x_mm - SHOWN.left_mm, die.y_mm - SHOWN.top_mm) for die in thrown]
    middles_px = [(x_mm * PX_PER_MM - 0.5, y_mm * PX_PER_MM - 0.5) for x_mm, y_mm in middles]
    seen = [Candidate(*at, face_px, face_px, 1.0, (1 / 6,) * 6, 0.0) for at in middles_px]
    slopes = [CAMERA.slope(die.x_mm, die.y_mm, DIE_MM) for die in thrown]
    around = [crop(pixels, at, slope, face_px) for at, slope in zip(middles_px, slopes, strict=True)]
    below, right = -height % MULTIPLE, -width % MULTIPLE
    padded = np.asarray(cv2.copyMakeBorder(pixels, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)
    return TrayPicture(
        pixels,
        tuple(die.value for die in thrown),
        padded,
        crops(pixels, seen, face_px) if seen else None,
        np.stack(around) if around else None,
        np.array([math.hypot(*slope) for slope in slopes], np.float32),
    )


def size_px() -> tuple[int, int]:
    """Width and height of the pictures."""
    return round(SHOWN.width_mm * PX_PER_MM), round(SHOWN.height_mm * PX_PER_MM)


def straight_down() -> Matrix:
    """(3, 4) from mm over the tray to px of a camera over its middle that sees top faces at `PX_PER_MM`."""
    x_mm, y_mm = TRAY.width_mm / 2, TRAY.height_mm / 2
    pose = np.array([[1.0, 0.0, 0.0, -x_mm], [0.0, 1.0, 0.0, -y_mm], [0.0, 0.0, -1.0, ABOVE_MM]])
    return np.asarray(lens() @ pose, dtype=np.float64)


def lens() -> Matrix:
    """(3, 3) from directions to px of that camera."""
    focal_px = PX_PER_MM * (ABOVE_MM - DIE_MM)
    width, height = size_px()
    return np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])


CAMERA = posed(np.asarray(np.linalg.inv(straight_down()[:, [0, 1, 3]])), size_px(), lens())
"""That camera, as a mat and its lens would tell it."""


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


def dice_text(report: DiceReport) -> str:
    """The report as people read it: times in milliseconds, and as shares of the networks alone."""
    lines = [
        f"dice: {report.frames} pictures of each number of dice, {report.width_px} x {report.height_px}; "
        f"seed {report.seed}; model of {report.made}; {report.machine}; processor time, one core"
    ]
    for stretch in report.stretches:
        lines += ["", "no die" if not stretch.dice else f"{stretch.dice} dice", _HEAD, *map(_row, stretch.took)]
    lines += ["", "× is the mean, and 95 % ×, to the mean of the first line, on the same pictures."]
    return "\n".join(lines)


_HEAD = f"  {'':{WIDTH}}{'median':>9}{'mean':>9}{'95 %':>9}  ms{'×':>8}{'95 % ×':>9}{'right':>9}"


def _row(took: DiceTook) -> str:
    times = "".join(f"{each / 1000:>9.2f}" for each in (took.figures.median, took.figures.mean, took.figures.p95))
    return f"  {took.way:{WIDTH}}{times}    {took.ratio:>8.2f}{took.ratio_p95:>9.2f}{took.right:>9.1f}"
