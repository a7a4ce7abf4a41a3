"""`python -m vision.training.evaluate FOLDER --model FOLDER`: what the reader makes of labelled photographs.

What is measured is what runs: `vision.dice.reader.read_picture` with the model's own thresholds. Measure on sources
that were never trained on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
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


def measure(
    photographs: Iterable[Photograph], model: Model, scale: ScaleBy, has_clear: bool = True
) -> list[Score]:  # fmt: skip
    """One score for each photograph, in their order. Raises `TrainingError` where a picture or box is missing.

    Without `has_clear` no die may be clear, as the owner of the dice would have said.
    """
    return [_measured(photograph, model, scale, has_clear) for photograph in photographs]


def measure_side_by_side(
    photographs: Sequence[Photograph],
    folder: Path,
    figures: Figures,
    scale: ScaleBy,
    workers: int,
    has_clear: bool = True,
) -> Iterator[Score]:
    """The same by several processes, each with the networks of that folder; scores come as they are made, in order."""
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _open, (folder, figures, scale, has_clear)) as pool:
        yield from pool.map(_measured_here, photographs)


def _measured(photograph: Photograph, model: Model, scale: ScaleBy, has_clear: bool) -> Score:
    pixels = load_pixels(photograph)
    face_px = (photograph.face_px or face_px_by_ones(photograph, pixels)) if scale == "boxes" else None
    colours = None if has_clear else without_clear(shipped_colours())
    reading = read_picture(pixels, None if face_px is None else face_px / DIE_MM, model, colours=colours)
    return score(photograph.file.name, photograph.source, reading, photograph.dice)


_here: list[tuple[Model, ScaleBy, bool]] = []
"""Of a process of `measure_side_by_side`."""


def _open(folder: Path, figures: Figures, scale: ScaleBy, has_clear: bool) -> None:
    cv2.setNumThreads(1)
    _here.append((Model(load_model(folder).networks, figures), scale, has_clear))


def _measured_here(photograph: Photograph) -> Score:
    model, scale, has_clear = _here[0]
    return _measured(photograph, model, scale, has_clear)


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
    "--clear/--no-clear", "has_clear", default=True, show_default=True, help="Whether a die may be a clear one."
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read.")
def main(
    folder: Path, model: Path, scale: ScaleBy, source: str, as_json: Path | None, has_clear: bool, workers: int
) -> None:
    try:
        loaded = load_model(model)
        photographs = read_labels(folder, source)
        made = measure_side_by_side(photographs, model, loaded.figures, scale, workers, has_clear)
        with click.progressbar(made, length=len(photographs), label="Reading", file=sys.stderr) as bar:
            scores = list(bar)
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    report = summed_up(scores, str(folder), scale, loaded.figures)
    if as_json is not None:
        as_json.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    click.echo(told(report))


if __name__ == "__main__":
    main()
