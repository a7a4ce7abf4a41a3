"""`python -m vision.training.evaluate FOLDER --model FOLDER`: what the reader makes of labelled photographs.

What is measured is what runs: `vision.dice.reader.read_picture` with the model's own thresholds. Measure on sources
that were never trained on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

import click
import cv2
import msgspec

from companion.errors import CompanionError
from vision.dice.colours import shipped_colours, without_clear
from vision.dice.model import Figures, Model, load_model
from vision.dice.reader import read_picture
from vision.dice.records import DIE_MM
from vision.training.figures import TrainingError
from vision.training.labels import Photograph, load_pixels, read_labels
from vision.training.memory import remembering
from vision.training.metrics import Bin, Interval, Point, Score, reliability, risk_coverage, score, wilson  # fmt: skip
from vision.training.pip_ruler import face_px_by_ones

ScaleBy = Literal["boxes", "search"]
"""boxes: the size of the dice is told, as a mat tells it, by their boxes or by the pips in them; search: it is not."""


class Report(msgspec.Struct, frozen=True):
    """What was measured on a folder."""

    folder: str
    scale: ScaleBy
    figures: Figures
    photographs: int
    right: Interval
    asked: Interval
    wrong: Interval
    """Read, without a word, but not as labelled. The worst of all."""
    would_be_right: Interval
    """All likeliest values right, sure or not: what could be reached by asking for a yes alone."""
    precision: Interval
    """Of the dice that were reported, how many lie there with the likeliest value."""
    recall: Interval
    """Of the dice that are labelled."""
    calibration_error: float
    reliability: tuple[Bin, ...]
    risk_coverage: tuple[Point, ...]
    scores: tuple[Score, ...]


def measure(photographs: Iterable[Photograph], model: Model, scale: ScaleBy) -> list[Score]:
    """One score for each photograph, in their order. Raises `TrainingError` where a picture or box is missing."""
    return [score for photograph in photographs for score in _measured(photograph, model, scale, (True,))]


def measure_side_by_side(
    photographs: Sequence[Photograph],
    folder: Path,
    figures: Figures,
    scale: ScaleBy,
    workers: int,
    boxes: tuple[bool, ...] = (True,),
) -> Iterator[tuple[Score, ...]]:
    """The same by several processes, each with the networks of that folder; scores come as they are made, in order.

    A photograph has a score for each of the `boxes` from which its dice may be: one with clear dice, one without.
    """
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _open, (folder, figures, scale, boxes)) as pool:
        yield from pool.map(_measured_here, photographs)


def _measured(photograph: Photograph, model: Model, scale: ScaleBy, boxes: tuple[bool, ...]) -> tuple[Score, ...]:
    pixels = load_pixels(photograph)
    face_px = (photograph.face_px or face_px_by_ones(photograph, pixels)) if scale == "boxes" else None
    px_per_mm, asked = None if face_px is None else face_px / DIE_MM, remembering(model) if len(boxes) > 1 else model
    colours = {True: shipped_colours(), False: without_clear(shipped_colours())}
    readings = (read_picture(pixels, px_per_mm, asked, colours=colours[has_clear]) for has_clear in boxes)
    return tuple(score(photograph.file.name, photograph.source, reading, photograph.dice) for reading in readings)


_here: list[tuple[Model, ScaleBy, tuple[bool, ...]]] = []
"""Of a process of `measure_side_by_side`."""


def _open(folder: Path, figures: Figures, scale: ScaleBy, boxes: tuple[bool, ...]) -> None:
    cv2.setNumThreads(1)
    _here.append((replace(load_model(folder), figures=figures), scale, boxes))


def _measured_here(photograph: Photograph) -> tuple[Score, ...]:
    model, scale, boxes = _here[0]
    return _measured(photograph, model, scale, boxes)


def px_per_mm_of(photograph: Photograph) -> float:
    """The scale that a photograph's boxes tell. Raises `TrainingError` where it has none."""
    if photograph.face_px is None:
        raise TrainingError(f"{photograph.file.name} has no boxes that tell its scale. Measure with --scale search.")
    return photograph.face_px / DIE_MM


def summed_up(scores: Sequence[Score], folder: str, scale: ScaleBy, figures: Figures) -> Report:
    """The report on these scores."""
    dice = [die for each in scores for die in each.dice]
    right = sum(die.is_right for die in dice)
    bins, error = reliability(dice)
    outcomes = [each.outcome for each in scores]
    return Report(
        folder=folder,
        scale=scale,
        figures=figures,
        photographs=len(scores),
        right=wilson(outcomes.count("right"), len(scores)),
        asked=wilson(outcomes.count("asked"), len(scores)),
        wrong=wilson(outcomes.count("wrong"), len(scores)),
        would_be_right=wilson(sum(each.would_be_right for each in scores), len(scores)),
        precision=wilson(right, len(dice)),
        recall=wilson(right, sum(each.labelled for each in scores)),
        calibration_error=error,
        reliability=bins,
        risk_coverage=risk_coverage(scores),
        scores=tuple(scores),
    )


def told(report: Report) -> str:
    """The report as text, for people."""
    shares = (
        ("wholly right, unasked", report.right),
        ("asked", report.asked),
        ("silently wrong", report.wrong),
        ("likeliest values all right", report.would_be_right),
        ("dice: precision", report.precision),
        ("dice: recall", report.recall),
    )
    lines = [f"{report.photographs} photographs of {report.folder}, scale by {report.scale}"]
    lines += [
        f"  {name:28}{each.count:5} of {each.of:5}  {each.share:6.1%}  ({each.low:.1%} to {each.high:.1%})"
        for name, each in shares
    ]
    lines.append(f"  expected calibration error  {report.calibration_error:.3f}")
    lines += [
        f"    {each.low:.1f} to {each.high:.1f}: {each.dice:5} dice, {each.confidence:.3f} said, {each.right:.3f} right"
        for each in report.reliability
    ]
    silent = [each.name for each in report.scores if each.outcome == "wrong"]
    return "\n".join([*lines, *(f"  silently wrong: {name}" for name in silent)])


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--model", type=click.Path(path_type=Path), required=True, help="Folder with the two networks and model.toml."
)
@click.option("--scale", type=click.Choice(["boxes", "search"]), default="boxes", show_default=True)
@click.option("--source", default="", help="Only the photographs of this source.")
@click.option(
    "--json", "as_json", type=click.Path(path_type=Path), help="Write everything, photograph by photograph, here."
)
@click.option(
    "--no-clear", "is_told_too", is_flag=True, help="Measure besides what is read where no die may be a clear one."
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read.")
def main(
    folder: Path, model: Path, scale: ScaleBy, source: str, as_json: Path | None, is_told_too: bool, workers: int
) -> None:
    try:
        loaded = load_model(model)
        photographs = read_labels(folder, source)
        boxes = (True, False) if is_told_too else (True,)
        made = measure_side_by_side(photographs, model, loaded.figures, scale, workers, boxes)
        with click.progressbar(made, length=len(photographs), label="Reading", file=sys.stderr) as bar:
            scores = list(bar)
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    reports = [summed_up(each, str(folder), scale, loaded.figures) for each in zip(*scores, strict=True)]
    if as_json is not None:
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(reports if is_told_too else reports[0])))
    for has_clear, report in zip(boxes, reports, strict=True):
        click.echo(told(report) if has_clear else f"Where no die may be clear: {told(report)}")


if __name__ == "__main__":
    main()
