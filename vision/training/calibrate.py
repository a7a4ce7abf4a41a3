"""`python -m vision.training.calibrate FOLDER --source SOURCE --model FOLDER`: how sure the reader may be.

On the photographs of a source that was not trained on, and that is not measured on later: the size of boxes,
temperatures, what each network's word for a die counts for, the last slope and offset, from which presence on a place
may be a die, and the confidence from which a die counts as read. Writes model.toml anew, of that model or with --into
of another one: what is trained on all sources has none left to be calibrated on, and takes the figures of one that was
trained with less.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click
import msgspec
import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from vision.dice.confidence import Opinion, confidence, face_odds, opinion, presence
from vision.dice.decoder import tempered, tempered_all
from vision.dice.evidence import looked_at
from vision.dice.model import Calibration, Figures, Model, Temperatures, Witnesses, load_model
from vision.dice.network import ILLEGIBLE, Floats
from vision.dice.records import DIE_MM, Candidate
from vision.training.evaluate import measure, px_per_mm_of
from vision.training.figures import TrainingError, write_figures
from vision.training.labels import Photograph, load_pixels, read_labels
from vision.training.metrics import Score, matches

Floats64 = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

LEAST_CASES = 30
"""Fewer matched dice than this tell nothing about one in a hundred."""

TEMPERATURES = tuple(2 ** (step / 8) for step in range(-16, 25))
"""What is tried: 0.25 to 8 in steps of a twelfth."""

STEPS = 50
"""Newton's, for slopes and offset; the loss has one minimum and ten are enough."""
LEAST_STEP = 1e-6
"""Shorter ones are not halved: rounding alone may make them look uphill."""
LEAST_SLOPE = 0.1
"""Surer networks stay surer."""
PRIOR = 1.0
"""So strongly slopes and offset are held to 1 and 0: cases that are all right would drive them off."""

RISK = 0.001
"""Of the dice that are read so many may be wrong: of 200 rolls of five dice, one."""

SILENT = 0.002
"""Of photographs on so many a die may be missed in silence: where all else on it is read, so that nobody is asked. Less
than half of what may be wrong in silence altogether, 0.5 %: values are misread besides."""
NEAR = (0.02, 0.5)
"""Between these the probability stays from which on a place may be a die."""

MISLABELLED = 0.002
"""Share of labels that are taken to be wrong. Of 909 dice of `nell` the one whose wrong value was surest, a clear 6, is
labelled 5; the next one's label was right."""

LEAST_READ = 0.9
MOST_READ = 0.9999
"""The threshold stays between these: lower would not be sure, higher would read nothing."""


@dataclass(frozen=True, eq=False)
class Case:
    """One place that the detector saw, and the value that lies there; None where none is labelled."""

    seen: Candidate
    logits: Floats
    value: int | None
    face_px: float
    """Side of a face in the photograph."""
    photograph: str
    """Its name."""


def gather(photographs: Iterable[Photograph], model: Model) -> list[Case]:
    """What both networks see in the photographs at their known scale, beside the labels."""
    cases = list[Case]()
    for photograph in photographs:
        pixels, face_px = load_pixels(photograph), px_per_mm_of(photograph) * DIE_MM
        known = looked_at(pixels, face_px, model)
        boxes = [die.box for die in photograph.dice if die.box is not None]
        pairs = matches([each.seen.box for each in known], boxes, [each.seen.objectness for each in known])
        for at, place in enumerate(known):
            value = photograph.dice[pairs[at]].value if at in pairs else None
            cases.append(Case(place.seen, place.logits, value, face_px, photograph.file.name))
    return cases


def calibrated(cases: Sequence[Case], figures: Figures) -> Figures:
    """The figures with the boxes' size, temperatures, slope and offset that make these cases likeliest.

    Raises `TrainingError` where fewer than `LEAST_CASES` dice were found.
    """
    dice = [case for case in cases if case.value is not None]
    if len(dice) < LEAST_CASES:
        raise TrainingError(
            f"Only {len(dice)} labelled dice were found, too few to calibrate with. Train longer, or calibrate on more "
            "photographs."
        )
    temperatures = Temperatures(
        objectness=_best(TEMPERATURES, lambda heat: _existence_loss(cases, heat)),
        value=_best(TEMPERATURES, lambda heat: _value_loss(dice, heat)),
        unreadable=1.0,  # labels tell of no die that cannot be read
        classifier=_best(TEMPERATURES, lambda heat: _classifier_loss(cases, heat)),
    )
    box_faces = round(statistics.median(case.seen.side_px / case.face_px for case in dice), 3)
    warm = msgspec.structs.replace(
        figures, box_faces=box_faces, temperatures=temperatures, calibration=Calibration()
    )  # fmt: skip
    judged = [(opinion(case.seen, case.logits, warm), case) for case in cases]
    warm = msgspec.structs.replace(warm, witnesses=weighed(judged))
    raw = np.array([confidence(case.seen, said, warm, 1.0) for said, case in judged])
    right = np.array([said.likely == case.value for said, case in judged])
    warm = msgspec.structs.replace(warm, calibration=fitted(raw, right))
    thresholds = msgspec.structs.replace(
        warm.thresholds, near=_near([_place(case, said, warm) for said, case in judged])
    )
    return msgspec.structs.replace(warm, thresholds=thresholds)


def weighed(judged: Sequence[tuple[Opinion, Case]]) -> Witnesses:
    """What each network's odds of a readable die count for: what makes the labelled dice likeliest."""
    detector, classifier, offset = _logistic(
        np.array([face_odds(said) for said, _ in judged]), np.array([case.value is not None for _, case in judged])
    )
    return Witnesses(max(LEAST_SLOPE, detector), max(LEAST_SLOPE, classifier), offset)


def fitted(raw: Floats64, right: Bools) -> Calibration:
    """Slope and offset of the logits that make these outcomes likeliest (Platt 1999)."""
    logits = np.log(np.clip(raw, 1e-9, 1 - 1e-9) / np.clip(1 - raw, 1e-9, 1))
    slope, offset = _logistic(logits[:, None], right)
    return Calibration(max(LEAST_SLOPE, slope), offset)


def _logistic(inputs: Floats64, outcomes: Bools) -> list[float]:
    """A weight for each column of `inputs` (N, M), in log odds, and the offset; by Newton's method, to four places."""
    held_to = np.append(np.ones(inputs.shape[1]), 0.0)
    columns, weights = np.column_stack([inputs, np.ones(len(inputs))]), held_to

    def loss(tried: Floats64) -> float:
        odds = columns @ tried
        return float((np.logaddexp(0, odds) - outcomes * odds).sum() + PRIOR * ((tried - held_to) ** 2).sum() / 2)

    for _ in range(STEPS):
        chances = np.exp(-np.logaddexp(0, -columns @ weights))
        slope = columns.T @ (chances - outcomes) + PRIOR * (weights - held_to)
        curve = (columns * (chances * (1 - chances))[:, None]).T @ columns + PRIOR * np.eye(len(held_to))
        step = np.linalg.solve(curve, slope)
        # Where nearly all outcomes follow from the inputs a whole step may lead far beyond the minimum.
        while loss(weights - step) > loss(weights) and np.abs(step).max() > LEAST_STEP:
            step = step / 2
        weights = weights - step
    return [round(float(weight), 4) for weight in weights]


@dataclass(frozen=True)
class _Place:
    """A case as `judge` would see it."""

    photograph: str
    is_die: bool
    presence: float
    is_sure: bool
    """Whether it would be read at the lowest threshold there may be."""


def _place(case: Case, said: Opinion, figures: Figures) -> _Place:
    is_sure = confidence(case.seen, said, figures, 1.0) >= LEAST_READ
    return _Place(case.photograph, case.value is not None, presence(said, figures), is_sure)


def _near(places: Sequence[_Place]) -> float:
    """From which presence on a place may be a die: amid what these photographs leave open.

    At most the greatest threshold under which dice are missed in silence on no more photographs than `SILENT` allows.
    Where a lower one, too, names nothing that is no die on more photographs than that, the middle of both in log odds.
    """
    photographs = [tuple(each) for _, each in groupby(places, lambda place: place.photograph)]
    low, high = NEAR
    greatest = low
    dice = {place.presence for place in places if place.is_die and low < place.presence < high}
    for threshold in sorted(dice | {high}):
        if sum(_misses(each, threshold) for each in photographs) > SILENT * len(photographs):
            break
        greatest = threshold
    strongest = sorted(
        (max((place.presence for place in each if not place.is_die), default=0.0) for each in photographs), reverse=True
    )
    least = min(greatest, max(low, strongest[int(SILENT * len(photographs))]))
    odds = [math.log(threshold / (1 - threshold)) for threshold in (least, greatest)]
    return math.floor(1e4 / (1 + math.exp(-sum(odds) / 2))) / 1e4


def _misses(places: Sequence[_Place], threshold: float) -> bool:
    """Whether a die of a photograph is missed at this threshold, and nobody asked about anything else on it."""
    named = [place for place in places if place.presence >= threshold]
    is_missed = any(place.is_die and place.presence < threshold for place in places)
    return is_missed and all(place.is_sure for place in named)


def _best(choices: Sequence[float], loss: Callable[[float], float]) -> float:
    return min(choices, key=loss)


def _existence_loss(cases: Sequence[Case], heat: float) -> float:
    chances = [tempered(case.seen.objectness, heat) for case in cases]
    return _log_loss(chances, [case.value is not None for case in cases])


def _value_loss(dice: Sequence[Case], heat: float) -> float:
    chances = [tempered_all(case.seen.values, heat)[case.value - 1] for case in dice if case.value is not None]
    return -sum(math.log(max(chance, 1e-12)) for chance in chances)


def _classifier_loss(cases: Sequence[Case], heat: float) -> float:
    logits = np.stack([case.logits for case in cases]).astype(np.float64) / heat
    # Labels tell of no die that cannot be read: where none stands either of the two last classes is right.
    own = [
        np.logaddexp.reduce(row[ILLEGIBLE:]) if case.value is None else row[case.value - 1]
        for case, row in zip(cases, logits, strict=True)
    ]
    return float((np.logaddexp.reduce(logits, axis=1) - own).sum())


def _log_loss(chances: Sequence[float], outcomes: Sequence[bool]) -> float:
    both = zip(chances, outcomes, strict=True)
    return -sum(math.log(max(chance if outcome else 1 - chance, 1e-12)) for chance, outcome in both)


def reading_threshold(scores: Sequence[Score]) -> float:
    """From which confidence a die is read: the least from which on no more dice are wrong than `RISK` allows.

    Scores are of a reading in which nothing was held back for its confidence. Beside these as many may be wrong as
    there may be wrong labels (`MISLABELLED`), wherever they stand. Between `LEAST_READ` and `MOST_READ`.
    """
    dice = sorted((die for each in scores for die in each.dice if die.is_read), key=lambda die: -die.confidence)
    mislabelled, wrong, least = len(dice) * MISLABELLED, 0, MOST_READ
    for number, die in enumerate(dice, 1):
        wrong += not die.is_right
        if wrong > mislabelled + number * RISK:
            break
        least = die.confidence
    return min(MOST_READ, max(LEAST_READ, least))


def open_wide(figures: Figures) -> Figures:
    """The same, holding nothing back for its confidence: so every wrong die shows how sure it was."""
    return msgspec.structs.replace(figures, thresholds=msgspec.structs.replace(figures.thresholds, read=0.0))


def calibrate(folder: Path, source: str, model: Path, into: Path) -> Figures:
    """The figures of a model by the photographs of a source that it never saw, written into the folder of another one.

    Raises `TrainingError` and `NoModel`. Shows its progress on stderr.
    """
    loaded, taker = load_model(model), load_model(into).figures
    photographs = [each for each in read_labels(folder, source) if each.dice]
    with click.progressbar(photographs, label="Looking", file=sys.stderr) as bar:
        figures = calibrated(gather(bar, loaded), loaded.figures)
    with click.progressbar(photographs, label="Reading", file=sys.stderr) as bar:
        scores = measure(bar, Model(loaded.networks, open_wide(figures)), "boxes")
    read = round(reading_threshold(scores), 5)
    figures = msgspec.structs.replace(figures, thresholds=msgspec.structs.replace(figures.thresholds, read=read))
    figures = msgspec.structs.replace(figures, made=taker.made, data=taker.data)
    write_figures(figures, into)
    return figures


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--source", required=True, help="The source that training left out.")
@click.option(
    "--model", type=click.Path(path_type=Path), required=True, help="Folder with the two networks and model.toml."
)
@click.option("--into", type=click.Path(path_type=Path), help="Folder whose model takes the figures; without, its own.")
def main(folder: Path, source: str, model: Path, into: Path | None) -> None:
    try:
        figures = calibrate(folder, source, model, into or model)
    except CompanionError as error:
        raise click.ClickException(str(error)) from None
    click.echo(msgspec.toml.encode(figures).decode())


if __name__ == "__main__":
    main()
